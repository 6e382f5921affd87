"""Documents of every kind lose nothing when they are opened, edited, undone, saved and moved."""

import shutil
import tomllib

import pytest

from resources.examples import example_bots, example_matches
from runtime.documents import OPTIONS, EditError, History, MatchDocument, Step, cars, option_values, set_options
from runtime.documents.surgery import duplicate_table, remove_table, reorder_tables

EVERY_KEY = """\
#:schema https://rlbot.org/schemas/match.json
[rlbot]
# launcher_arg is used with "Custom"
launcher = "Steam"
launcher_arg = ""
auto_start_agents = true
wait_for_agents = true
performance_monitor = "ShowWhenSuboptimal"

[match]
game_mode = "Soccer"   # the other spelling
game_map_upk = "Stadium_P"
skip_replays = false
start_without_countdown = false
existing_match_behavior = "Restart"
enable_rendering = "OffByDefault"
enable_state_setting = true
auto_save_replays = false
freeplay = false

[mutators]
match_length = "FiveMinutes"
max_score = "Unlimited"
boost_amount = "NormalBoost"

[[cars]]
config_file = "plain/bot.toml"
team = 0
type = "RLBot"
skill = "AllStar"
name = "Über 🚀"
loadout_file = "plain/looks.toml"
auto_start = true

[[cars]]
team = 1
type = "Psyonix"

[[scripts]]
config_file = "plain/script.toml"
"""
HIVEMIND = """\
[[cars]]
team = 0
type = "Human"
[[cars]]
team = 0
config_file = "plain/bot.toml"
[[cars]]
team = 1
config_file = "plain/bot.toml"
[[cars]]
team = 1
config_file = "plain/bot.toml"
"""
OLD = """\
[rlbot]
auto_start_bots = true   # of no effect today

[match]
enable_rendering = true
auto_save_replay = false
instant_start = true

[mutators]
max_score = "Default"
rumble = "NoRumble"
# ball_bounciness = "LowishBounciness"

[my_tool]
colours = ["red", "blue"]
when = 2026-01-02T03:04:05Z
nested = { a = { b = [1, 2.5, +inf] } }

[[cars]]
config_file = 'plain/bot.toml'
team = "BLUE"
strategy = \"\"\"
several
  lines\"\"\"

[[cars]] # away
  config_file = "plain/bot.toml"
  team = "orange"
"""
TERSE = 'match = { game_mode = "Hoops" }\nrlbot.launcher = "Epic"\nmutators.gravity = "Low"\n[[cars]]\nteam=1\n'
DOCUMENTS = {
    "empty": "",
    "comment": "# nothing but this",
    "every key": EVERY_KEY,
    "hivemind": HIVEMIND,
    "old": OLD,
    "terse": TERSE,
    "no end": EVERY_KEY.rstrip("\n"),
}
TEXTS = pytest.mark.parametrize("text", DOCUMENTS.values(), ids=list(DOCUMENTS))
OTHER_FORMS = {"rn": lambda text: text.replace("\n", "\r\n"), "bom": lambda text: "\ufeff" + text}
FORMS = pytest.mark.parametrize("form", [str, *OTHER_FORMS.values()], ids=["n", *OTHER_FORMS])


def edits():
    """Makes one edit of every kind; an edit that does not fit the document is an `EditError`."""
    yield from (cars.swap_sides, lambda text: cars.shuffle(text, 3))
    for place in (0, 3):
        yield lambda text, place=place: cars.move_car(text, place, 1, 0)
        yield lambda text, place=place: duplicate_table(text, "cars", place)
        yield lambda text, place=place: remove_table(text, "cars", place)
        yield lambda text, place=place: cars.replace_car(text, place, {"config_file": "other/bot.toml"})
        yield lambda text, place=place: cars.set_key(text, "cars", place, "name", "Ada")
        yield lambda text, place=place: cars.set_key(text, "cars", place, "auto_start", None)
    yield lambda text: remove_table(text, "scripts", 0)
    yield lambda text: set_options(text, {key: option.names[-1] for key, option in OPTIONS.items() if option.names})


@TEXTS
@FORMS
def test_saving_what_was_opened_changes_no_byte(league, text, form):
    data = form(text).encode()
    path = league.write("sample.toml", data)
    document = MatchDocument.open(path)
    document.save()
    assert path.read_bytes() == data
    assert not document.dirty


@pytest.mark.parametrize(
    ("text", "form"), [*((text, str) for text in DOCUMENTS.values()), *((OLD, form) for form in OTHER_FORMS.values())]
)
def test_undoing_every_edit_brings_every_byte_back(league, text, form):
    data = form(text).encode()
    path = league.write("sample.toml", data)
    document, history = MatchDocument.open(path), History()
    made = 0
    for change in edits():
        before = document.snapshot
        try:
            document.edit(change)
        except EditError:
            assert document.snapshot == before
            continue
        history.record(Step(name="edit", before=before, after=document.snapshot))
        made += 1
    assert made
    end = document.text
    for _ in range(2):
        while step := history.undo():
            document.restore(step.before)
        assert not document.dirty
        while step := history.redo():
            document.restore(step.after)
        assert document.text == end
    while step := history.undo():
        document.restore(step.before)
    document.save()
    assert path.read_bytes() == data


@pytest.mark.parametrize("text", [OLD, EVERY_KEY], ids=["old", "every key"])
def test_unknown_keys_and_comments_survive_every_edit(league, text):
    known = ("rlbot", "match", "mutators", "cars", "scripts", "kickabout")
    document = MatchDocument(text, league.path / "sample.toml")
    for change in edits():
        try:
            document.edit(change)
        except EditError:
            continue
        before, after = tomllib.loads(text), tomllib.loads(document.text)
        assert {key: value for key, value in after.items() if key not in known} == {
            key: value for key, value in before.items() if key not in known
        }
        for mark in ("# of no effect today", "# ball_bounciness", "# launcher_arg is used", "# the other spelling"):
            assert document.text.count(mark) == text.count(mark)


@TEXTS
def test_a_walk_through_folders_reaches_the_same_files(league, text):
    path = league.write("sample.toml", text)
    document = MatchDocument.open(path)
    match, values = document.reading().value, option_values(document.text)
    for folder in ("one", "one/two", "."):
        (league.path / folder).mkdir(parents=True, exist_ok=True)
        document.save(league.path / folder / "walked.toml")
        assert document.reading().value == match
        assert option_values(document.text) == values
    walked = (league.path / "walked.toml").read_text(encoding="utf-8")
    assert walked == text.replace("'plain/bot.toml'", '"plain/bot.toml"')


@pytest.mark.parametrize("example", example_matches(), ids=lambda path: path.stem)
def test_the_examples_lose_nothing_on_their_way_to_a_user(tmp_path, example):
    shutil.copytree(example_bots(), tmp_path / "bots")
    (tmp_path / "matches").mkdir()
    document = MatchDocument.open(example)
    match = document.reading().value
    document.save(tmp_path / "mine.toml")
    mine = document.reading().value
    assert [car.name for car in mine.cars] == [car.name for car in match.cars]
    assert not document.reading().errors
    comments = [line for line in example.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert [line for line in document.text.splitlines() if line.startswith("#")] == comments


def test_the_order_of_cars_can_be_turned_round_and_back():
    count = len(tomllib.loads(HIVEMIND)["cars"])
    turned = reorder_tables(HIVEMIND, "cars", range(count)[::-1])
    assert turned != HIVEMIND
    assert reorder_tables(turned, "cars", range(count)[::-1]) == HIVEMIND
