import os
import stat
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import (
    CarKind,
    ChangedOnDiskError,
    DocumentError,
    EditError,
    MatchDocument,
    OnDisk,
    Snapshot,
    cars,
    surgery,
)
from runtime.documents.source import MAX_BYTES
from tests.runtime.documents.conftest import BLOCKS

TEXT = """\
#:schema x
# My league

[ rlbot ]   # odd spacing
launcher="Steam"
future_key = [ 1,2 ]

# the home side
[[cars]]
team = 0   # blue
config_file = 'a/bot.toml'
# skill = "Pro"

[[cars]]
team = "Orange"
  config_file = "b/bot.toml"
[cars.extra]
x = 1

[[ cars ]]
team = 1

# rules
[mutators]
gravity = "Low" # floaty

[match]
skip_replays = true
"""


def set_value(document, path, value):
    document.edit(lambda text: surgery.set_value(text, path, value))


def unset_value(document, path):
    document.edit(lambda text: surgery.unset_values(text, [path]))


def set_team(document, position, team):
    document.edit(lambda text: cars.set_teams(text, {position: team}))


def edited(text, change):
    document = MatchDocument(text, None)
    change(document)
    return document.text


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("rlbot", "launcher"), "Epic", '="Steam"', '="Epic"'),
        (("cars", 0, "team"), 1, "team = 0   #", "team = 1   #"),
        (("cars", 0, "config_file"), "c", "'a/bot.toml'", '"c"'),
        (("mutators", "gravity"), "High", '"Low" #', '"High" #'),
        (("mutators", "jump"), "Two", "floaty\n", 'floaty\njump = "Two"\n'),
        (("match", "freeplay"), True, "replays = true\n", "replays = true\nfreeplay = true\n"),
        (("cars", 1, "name"), "N", '  config_file = "b/bot.toml"\n', '  config_file = "b/bot.toml"\n  name = "N"\n'),
        (("cars", 2, "name"), 'a"\\\n', "team = 1\n", 'team = 1\nname = "a\\"\\\\\\n"\n'),
        (("cars", 1, "extra", "y"), 2, "x = 1\n", "x = 1\ny = 2\n"),
    ],
)
def test_a_value_changes_and_nothing_else(line_break, path, value, old, new):
    text = TEXT.replace("\n", line_break)
    expected = TEXT.replace(old, new, 1).replace("\n", line_break)
    assert edited(text, lambda document: set_value(document, path, value)) == expected


def test_setting_what_is_there_changes_nothing():
    document = MatchDocument(TEXT, None)
    set_value(document, ("cars", 1, "team"), "Orange")
    assert not document.dirty


def test_a_table_that_is_missing_is_added_at_the_end():
    text = edited("[match]", lambda document: set_value(document, ("rlbot", "launcher"), "Epic"))
    assert text == '[match]\n\n[rlbot]\nlauncher = "Epic"\n'
    assert edited("", lambda document: set_value(document, ("match", "freeplay"), True)) == "[match]\nfreeplay = true\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("match = {}\n", "match = { freeplay = true }\n"),
        ("match = {skip_replays=true} # x\n", "match = {skip_replays=true, freeplay = true } # x\n"),
        ("match.skip_replays = true\n[rlbot]\n", "match.skip_replays = true\nmatch.freeplay = true\n[rlbot]\n"),
        ("[match.sub]\nx = 1\n", "[match.sub]\nx = 1\n\n[match]\nfreeplay = true\n"),
        ("[match] # last", "[match] # last\nfreeplay = true\n"),
        ("[match]\n\n[rlbot]\n", "[match]\nfreeplay = true\n\n[rlbot]\n"),
    ],
)
def test_other_ways_of_writing_a_table(text, expected):
    assert edited(text, lambda document: set_value(document, ("match", "freeplay"), True)) == expected


@pytest.mark.parametrize(
    "path",
    [
        ("cars", 3, "team"),
        ("cars", -1, "team"),
        ("cars", 0),
        (),
        ("rlbot", "launcher", "x"),
        ("cars", "team"),
        ("rlbot",),
    ],
)
def test_places_that_are_no_keys(path):
    document = MatchDocument(TEXT, None)
    with pytest.raises(EditError):
        set_value(document, path, 1)
    assert document.text == TEXT


def test_an_array_is_not_replaced():
    with pytest.raises(EditError):
        edited(TEXT, lambda document: set_value(document, ("rlbot", "future_key"), 1))


def test_unset_takes_the_line():
    text = edited(TEXT, lambda document: unset_value(document, ("mutators", "gravity")))
    assert text == TEXT.replace('gravity = "Low" # floaty\n', "")
    assert edited(TEXT, lambda document: unset_value(document, ("match", "nothing"))) == TEXT
    with pytest.raises(EditError):
        edited("match = { freeplay = true }", lambda document: unset_value(document, ("match", "freeplay")))


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_a_car_is_added_behind_the_last(line_break):
    text = TEXT.replace("\n", line_break)
    expected = TEXT.replace("team = 1\n", 'team = 1\n\n[[cars]]\ntype = "Psyonix"\nskill = "Pro"\nteam = 1\n', 1)
    assert edited(text, lambda document: document.add_psyonix(1, "Pro")) == expected.replace("\n", line_break)


def test_a_car_is_added_below_the_comments_of_the_last():
    text = "[[cars]]\nteam = 0\n# skill = 1\n\n# rules\n[match]\n"
    expected = '[[cars]]\nteam = 0\n# skill = 1\n\n[[cars]]\ntype = "Human"\nteam = 1\n\n# rules\n[match]\n'
    assert edited(text, lambda document: document.add_human(1)) == expected
    text = "[[cars]]\nteam = 0\n# rules\n[match]\n"
    expected = '[[cars]]\nteam = 0\n\n[[cars]]\ntype = "Human"\nteam = 1\n\n# rules\n[match]\n'
    assert edited(text, lambda document: document.add_human(1)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", '[[cars]]\ntype = "Human"\nteam = 0\n'),
        ("# x", '# x\n\n[[cars]]\ntype = "Human"\nteam = 0\n'),
        ("[match]\n\n", '[match]\n\n[[cars]]\ntype = "Human"\nteam = 0\n'),
        ("[[cars]]", '[[cars]]\n\n[[cars]]\ntype = "Human"\nteam = 0\n'),
    ],
)
def test_the_first_car(text, expected):
    assert edited(text, lambda document: document.add_human(0)) == expected


@pytest.mark.parametrize("text", ["cars = []\n", "[cars]\n", "cars = 3\n", "cars = [{}]\n"])
def test_cars_that_are_no_list_of_tables(text):
    with pytest.raises(EditError):
        edited(text, lambda document: document.add_human(0))
    with pytest.raises(EditError):
        edited(text, lambda document: document.remove_car(0))


def test_removing_cars():
    first = TEXT[TEXT.index("# the home") : TEXT.index('[[cars]]\nteam = "Orange"')]
    second = TEXT[TEXT.index('[[cars]]\nteam = "Orange"') : TEXT.index("[[ cars ]]")]
    third = "[[ cars ]]\nteam = 1\n\n"
    for position, block in enumerate((first, second, third)):
        assert edited(TEXT, lambda document, place=position: document.remove_car(place)) == TEXT.replace(block, "")
    for position in (-1, 3):
        with pytest.raises(EditError):
            edited(TEXT, lambda document, place=position: document.remove_car(place))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[cars]]\n", ""),
        ("# title\n[[cars]]\nteam = 0\n\n[match]\n", "# title\n\n[match]\n"),
        ("[match]\n\n[[cars]]\nteam = 0", "[match]\n"),
        ("[match]\n# mine\n[[cars]]\nteam = 0\n\n[rlbot]\n", "[match]\n\n[rlbot]\n"),
        ("[[cars]]\n[match]\n[cars.x]\ny = 1\n[[cars]]\n[rlbot]\n", "[match]\n[[cars]]\n[rlbot]\n"),
    ],
)
def test_removing_the_first_car(text, expected):
    assert edited(text, lambda document: document.remove_car(0)) == expected


def test_a_team_is_written_the_way_it_was():
    assert 'team = "blue"' in edited(TEXT, lambda document: set_team(document, 1, 0))
    assert "team = 1   # blue" in edited(TEXT, lambda document: set_team(document, 0, 1))
    for position, team in ((0, 2), (3, 0), (-1, 0)):
        with pytest.raises(EditError):
            edited(TEXT, lambda document, place=position, side=team: set_team(document, place, side))


def test_bots_are_named_by_a_short_path(league):
    document = MatchDocument.open(league.path / "match.toml")
    document.add_bot(league.path / "plain" / "bot.toml", 1)
    document.add_script(league.path / "plain" / "script.toml")
    match = document.reading().value
    assert match.cars[-1].name == "Plain"
    assert 'config_file = "plain/bot.toml"\nteam = 1\n' in document.text
    for ups, written in ((2, "../../../bot.toml"), (3, (league.path.parents[3] / "bot.toml").as_posix())):
        document.add_bot(league.path.parents[ups] / "bot.toml", 0)
        assert f'config_file = "{written}"\n' in document.text


def test_a_new_document(folder):
    document = MatchDocument.new()
    assert not document.dirty
    assert document.path is None
    assert document.on_disk is not OnDisk.CHANGED
    document.add_psyonix(0)
    assert document.dirty
    assert [car.kind for car in document.reading().value.cars] == [CarKind.PSYONIX]
    with pytest.raises(DocumentError):
        document.save()
    document.save(folder.path / "new.toml")
    assert not document.dirty
    assert MatchDocument.open(folder.path / "new.toml").text == document.text


def test_undo_is_an_earlier_text():
    document = MatchDocument(TEXT, None)
    before = document.snapshot
    document.remove_car(0)
    document.restore(before)
    assert not document.dirty
    with pytest.raises(DocumentError) as error:
        document.restore(Snapshot(text="[match", folder=None))
    assert error.value.problem.line == 1
    assert document.text == before.text


@pytest.mark.parametrize("data", [TEXT.encode(), TEXT.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + TEXT.encode()])
def test_saving_keeps_every_byte(folder, data):
    path = folder.write("match.toml", data)
    document = MatchDocument.open(path)
    document.save()
    assert path.read_bytes() == data
    set_value(document, ("rlbot", "launcher"), "Epic")
    document.save()
    assert path.read_bytes() == data.replace(b"Steam", b"Epic")
    assert [entry.name for entry in folder.path.iterdir()] == ["match.toml"]


@pytest.mark.parametrize(("size", "is_saved"), [(MAX_BYTES, True), (MAX_BYTES + 1, False)])
def test_a_document_that_could_not_be_read_again_is_not_saved(folder, size, is_saved):
    path = folder.path / "match.toml"
    document = MatchDocument("[match]\n#".ljust(size, "x"), None)
    if is_saved:
        document.save(path)
    else:
        with pytest.raises(DocumentError, match="too large"):
            document.save(path)
    assert path.exists() is is_saved


def test_a_change_on_disk_is_noticed(folder):
    path = folder.write("match.toml", TEXT)
    document = MatchDocument.open(path)
    assert document.on_disk is not OnDisk.CHANGED
    path.write_text(TEXT + "# more\n")
    assert document.on_disk is OnDisk.CHANGED
    with pytest.raises(ChangedOnDiskError):
        document.save()
    document.save(overwrite=True)
    assert path.read_text() == TEXT
    assert document.on_disk is not OnDisk.CHANGED
    path.write_text(TEXT + "# again\n")
    document.reload()
    assert document.text.endswith("# again\n")
    assert not document.dirty
    path.unlink()
    assert document.on_disk is not OnDisk.CHANGED
    document.save()
    assert path.exists()


def test_saving_elsewhere_keeps_the_links(league):
    document = MatchDocument.open(league.path / "match.toml")
    before = document.reading().value
    (league.path / "other").mkdir()
    document.save(league.path / "other" / "copy.toml")
    assert 'config_file = "../plain/bot.toml"' in document.text
    after = MatchDocument.open(league.path / "other" / "copy.toml").reading()
    assert after.value == before
    assert document.path == league.path / "other" / "copy.toml"


@pytest.mark.parametrize(
    ("home", "written"),
    [
        ("plain", "plain/bot.toml"),
        ("", "bot.toml"),
        ("../beside", "../beside/bot.toml"),
        ("../../../far", "../../../far/bot.toml"),
        ("../../../../farther", None),
    ],
)
def test_a_new_match_names_bots_near_its_file_by_relative_paths(tmp_path, home, written):
    folder = tmp_path / "a" / "b" / "c" / "d" / "matches"
    bot = Path(os.path.normpath(folder / home / "bot.toml"))
    document = MatchDocument.new()
    document.add_bot(bot, 0)
    assert f'config_file = "{bot.as_posix()}"' in document.text
    folder.mkdir(parents=True)
    document.save(folder / "match.toml")
    assert f'config_file = "{written or bot.as_posix()}"' in document.text
    document.edit(lambda text: text.replace(written or "\0", bot.as_posix()))
    document.save()
    (folder / "sub").mkdir()
    document.save(folder / "sub" / "match.toml")
    assert f'config_file = "{bot.as_posix()}"' in document.text, "an absolute path that its author wrote stays"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")
def test_the_file_keeps_its_permissions_and_its_link(folder):
    path = folder.write("real/match.toml", TEXT)
    path.chmod(0o640)
    link = folder.path / "link.toml"
    link.symlink_to(path)
    document = MatchDocument.open(link)
    document.add_human(0)
    document.save()
    assert link.is_symlink()
    assert path.read_text() == document.text
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_failed_save_leaves_the_file(folder):
    document = MatchDocument(TEXT, None)
    with pytest.raises(DocumentError) as error:
        document.save(folder.path / "gone" / "match.toml")
    assert "cannot be written" in str(error.value.problem.message)
    assert document.dirty is False
    assert list(folder.path.iterdir()) == []


@pytest.mark.parametrize("data", [b"[match", b"\xff", None])
def test_documents_that_cannot_be_opened(folder, data):
    path = folder.path / "match.toml" if data is None else folder.write("match.toml", data)
    with pytest.raises(DocumentError) as error:
        MatchDocument.open(path)
    assert error.value.problem.path == path


def test_a_path_that_is_no_unicode_is_refused(folder):
    document = MatchDocument(TEXT, folder.path / "match.toml")
    with pytest.raises(EditError):
        document.add_bot(folder.path / "odd\udcff" / "bot.toml", 0)
    assert document.text == TEXT


EDITS = st.one_of(
    st.tuples(st.just("add_psyonix"), st.tuples(st.integers(0, 1))),
    st.tuples(st.just("add_human"), st.tuples(st.integers(0, 1))),
    st.tuples(st.just("remove_car"), st.tuples(st.integers(0, 4))),
    st.tuples(st.just("set_team"), st.tuples(st.integers(0, 4), st.integers(0, 1))),
    st.tuples(st.just("set_value"), st.tuples(st.just(("match", "game_map_upk")), st.text(max_size=5))),
    st.tuples(
        st.just("set_value"), st.tuples(st.tuples(st.just("cars"), st.integers(0, 4), st.just("name")), st.just("n"))
    ),
    st.tuples(st.just("unset_value"), st.tuples(st.tuples(st.just("cars"), st.integers(0, 4), st.just("team")))),
)

EDITS_BY_NAME = {"set_team": set_team, "set_value": set_value, "unset_value": unset_value}


@settings(max_examples=80, deadline=None)
@given(
    st.lists(BLOCKS, max_size=7).map("".join), st.lists(EDITS, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"])
)
def test_an_edit_is_one_stretch_of_text(text, edits, line_break):
    document = MatchDocument(text.replace("\n", line_break), None)
    for name, arguments in edits:
        before = document.text
        try:
            EDITS_BY_NAME.get(name, getattr(MatchDocument, name, None))(document, *arguments)
        except EditError:
            assert document.text == before
            continue
        removed, added = stretch(before, document.text)
        if name.startswith("add"):
            assert removed == ""
        if name.startswith(("remove", "unset")):
            assert added == ""
        if name.startswith("set"):
            assert removed.count("\n") <= 2
        tomllib.loads(document.text)
        assert line_break == "\r\n" or "\r" not in document.text


def stretch(before, after):
    """Returns the parts of two texts between their common beginning and their common end."""
    start = common(before, after)
    end = common(before[start:][::-1], after[start:][::-1])
    return before[start : len(before) - end], after[start : len(after) - end]


def common(one, other):
    """Returns the number of characters with which both texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


@given(st.text())
def test_any_text_can_be_written(text):
    if any(0xD800 <= ord(character) < 0xE000 for character in text):
        with pytest.raises(EditError):
            surgery.toml_value(text)
    else:
        assert tomllib.loads(f"v = {surgery.toml_value(text)}")["v"] == text


@pytest.mark.parametrize(
    ("text", "path", "left"),
    [
        ('match.game_mode = "Soccar"\nmutators.max_score = "OneGoal"\n', "mutators.max_score", {"match"}),
        ("a.b.c = 1\n", "a.b.c", set()),
        ("a.b.c = 1\na.d = 2\n", "a.b.c", {"a"}),
        ("a.b.c = 1\n[a.e]\n", "a.b.c", {"a"}),
        ("[a]\nb.c = 1\n", "a.b.c", {"a"}),
        ("[a.b]\nc = 1\n", "a.b.c", {"a"}),
    ],
)
def test_the_last_dotted_key_of_a_table_is_removed(text, path, left):
    changed = surgery.unset_values(text, [tuple(path.split("."))])
    assert set(tomllib.loads(changed)) == left
    assert path.rpartition(".")[2] not in changed


def test_several_dotted_keys_are_removed_at_once():
    text = "a.b = 1\na.c = 2\n[d]\ne.f = 1\n"
    paths = [("a", "b"), ("a", "c"), ("d", "e", "f")]
    assert surgery.unset_values(text, paths) == "[d]\n"


@pytest.mark.parametrize("header", ["[a.b]", "[[a.b]]"])
def test_the_last_table_below_an_unwritten_one_is_removed(header):
    assert surgery.remove_table(f"{header}\nx = 1\n", "a.b", 0 if header.startswith("[[") else None) == ""
    assert tomllib.loads(surgery.remove_table(f"[a]\n{header}\n", "a.b", 0 if "[[" in header else None)) == {"a": {}}


def test_the_last_dotted_key_of_a_car_is_removed():
    assert surgery.unset_values("[[cars]]\nx.y = 1\n", [("cars", 0, "x", "y")]) == "[[cars]]\n"


def test_the_last_dotted_key_of_a_table_is_moved():
    text = "wrong.max_score = 'OneGoal'\n"
    assert tomllib.loads(surgery.move_key(text, ("wrong", "max_score"), ("mutators",))) == {
        "mutators": {"max_score": "OneGoal"}
    }


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("", 1),
        ("[[cars]]\nteam = 0\n", 1),
        ("[[cars]]\nteam = 'blue'\n", "orange"),
        ("[[cars]]\nteam = 0\n[[cars]]\nteam = 'Blue'\n", "orange"),
        ("[[cars]]\nteam = 'blue'\n[[cars]]\nteam = 0\n", 1),
        ("[[cars]]\nteam = 'blue'\n[[cars]]\n", "orange"),
    ],
)
def test_a_new_car_has_its_team_in_the_form_of_the_others(tmp_path, teams, expected):
    for add in (
        lambda document: document.add_human(1),
        lambda document: document.add_psyonix(1),
        lambda document: document.add_bot(tmp_path / "bot.toml", 1),
    ):
        assert tomllib.loads(edited(teams, add))["cars"][-1]["team"] == expected


def test_a_car_without_a_team_gets_it_in_the_form_of_the_others():
    text = "[[cars]]\nteam = 'blue'\n[[cars]]\ntype = 'Human'\n"
    assert cars.set_teams(text, {1: 1}).endswith("type = 'Human'\nteam = \"orange\"\n")
    assert cars.set_teams(text.replace("'blue'", "0"), {1: 1}).endswith("team = 1\n")
