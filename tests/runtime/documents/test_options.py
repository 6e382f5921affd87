"""The options of a document, and edits that keep everything around them."""

from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.documents import (
    OPTIONS,
    EditError,
    Match,
    Mutators,
    RestartPolicy,
    changed_options,
    default_value,
    option_values,
    read_match_text,
    reset_options,
    set_options,
)
from runtime.documents.options import RESTARTS
from runtime.documents.surgery import toml_value

FIELDS = {"start_without_countdown": "instant_start", "auto_save_replays": "auto_save_replay", "map": "map_choice"}

TEXT = """\
[match]
# what is played
game_mode = "hoops"
enable_rendering = true
auto_save_replay = true
instant_start = false # b56

[mutators]
gravity = "Low"
jump = "Two" # more
"""


def attribute(match, key):
    table, _, name = key.rpartition(".")
    if table == RESTARTS:
        return getattr(match.restarts, name)
    return getattr(match.mutators if table == "mutators" else match, FIELDS.get(name, name))


def as_name(value):
    if value is None:
        return "unlimited"
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.17g}"
    return str(value).lower() if isinstance(value, bool) else value


def a_value(data, option):
    if option.number is None:
        return data.draw(st.sampled_from(option.names or ("Park_P", "")))
    whole = st.integers(int(option.number.minimum), int(option.number.maximum)).map(str)
    halves = [] if option.number.is_whole else [st.just("1.5")]
    return data.draw(st.one_of(whole, *halves, *([st.just("unlimited")] if option.number.may_be_unlimited else [])))


def test_every_field_of_a_match_is_an_option():
    fields = {field for field in Match.__dataclass_fields__ if field not in ("cars", "scripts", "mutators")}
    fields -= {field for field in fields if not Match.__dataclass_fields__[field].compare}
    own = {
        FIELDS.get(key.split(".")[1], key.split(".")[1])
        for key in OPTIONS
        if not key.startswith(("mutators.", RESTARTS))
    }
    assert own == fields
    restarts = {key.rpartition(".")[2] for key in OPTIONS if key.startswith(RESTARTS)}
    assert restarts == set(RestartPolicy.__dataclass_fields__)
    mutators = {key.split(".")[1] for key in OPTIONS if key.startswith("mutators.")}
    assert mutators == set(Mutators.__dataclass_fields__)


def test_an_empty_document_is_all_defaults(tmp_path):
    values = option_values("")
    match = read_match_text("", tmp_path / "x.toml").value
    assert values == {key: as_name(attribute(match, key)) for key in OPTIONS}
    assert changed_options(values) == {}


def test_content_of_a_document():
    values = option_values(TEXT)
    assert changed_options(values) == {
        "match.game_mode": "Hoops",
        "match.enable_rendering": "OnByDefault",
        "match.auto_save_replays": "true",
        "mutators.gravity": "Low",
        "mutators.jump": "Two",
    }
    assert values["match.game_map_upk"] == "HoopsStadium_P"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ('[match]\ngame_mode = "SOCCER"\n', "match.game_mode", "Soccar"),
        ("[match]\nfreeplay = 1\n", "match.freeplay", "false"),
        ('[match]\nenable_rendering = "alwaysoff"\n', "match.enable_rendering", "AlwaysOff"),
        ("[match]\nenable_rendering = false\n", "match.enable_rendering", "AlwaysOff"),
        ('[mutators]\ngravity = "Sideways"\n', "mutators.gravity", "Default"),
        ("mutators = 3\n", "mutators.gravity", "Default"),
        ("[match]\ninstant_start = true\n", "match.start_without_countdown", "true"),
        (
            "[match]\ninstant_start = true\nstart_without_countdown = false\n",
            "match.start_without_countdown",
            "false",
        ),
        ('[match]\ngame_map_upk = ""\n', "match.game_map_upk", ""),
        ('[match]\ngame_map_upk = "a\\u0000"\n', "match.game_map_upk", "Stadium_P"),
        ("[rlbot]\nlauncher_arg = true\n", "rlbot.launcher_arg", ""),
    ],
)
def test_odd_ways_of_writing(text, key, value):
    assert option_values(text)[key] == value


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_options_agree_with_the_reader(tmp_path_factory, data):
    keys = data.draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=8))
    wanted = {key: a_value(data, OPTIONS[key]) for key in keys}
    text = set_options(data.draw(st.sampled_from(["", TEXT, TEXT.replace("\n", "\r\n")])), wanted)
    match = read_match_text(text, tmp_path_factory.getbasetemp() / "x.toml").value
    values = option_values(text)
    assert {key: values[key] for key in keys} == wanted
    assert values == {key: as_name(attribute(match, key)) for key in OPTIONS}
    reset = reset_options(text, keys, game_mode=values["match.game_mode"])
    after = option_values(reset)
    mode = after["match.game_mode"]
    for key in keys:
        if key != "match.game_map_upk":
            assert after[key] == default_value(key, mode)


LIMIT = f"{RESTARTS}.limit"
POLICY = """\
[kickabout]
mine = 1

[kickabout.restarts] # how often
limit = 4 # four
odd = true
# not long
window_s = 30.0
"""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '[kickabout.restarts]\nlimit = "unlimited"\n'),
        (POLICY, POLICY.replace("= 4", '= "unlimited"')),
        ("[kickabout]\nmine = 1\n", '[kickabout]\nmine = 1\n\n[kickabout.restarts]\nlimit = "unlimited"\n'),
        ("kickabout.restarts.limit = 2\n", 'kickabout.restarts.limit = "unlimited"\n'),
        ("kickabout = { restarts = { limit = 2 } }\n", 'kickabout = { restarts = { limit = "unlimited" } }\n'),
    ],
)
def test_restarts_are_written_where_they_belong(text, written):
    assert set_options(text, {LIMIT: "unlimited"}) == written


def test_neighbours_of_restarts_stay():
    text = set_options(POLICY, {LIMIT: "6", f"{RESTARTS}.backoff_s": "0.5", f"{RESTARTS}.window_s": "45"})
    assert text == POLICY.replace("= 4", "= 6").replace("30.0\n", "45\nbackoff_s = 0.5\n")
    reset = reset_options(text, [LIMIT, f"{RESTARTS}.window_s", f"{RESTARTS}.backoff_s"])
    assert reset == POLICY.replace("= 4", "= 10").replace("30.0", "60")


@pytest.mark.parametrize("name", ["", "many", "nan", "inf", "-inf", "1e400", "0x10", "5 restarts", "True"])
def test_invalid_numbers_are_rejected(name):
    with pytest.raises(EditError, match='write a whole number from 0 to 100000 or "unlimited"'):
        set_options("", {LIMIT: name})


def test_not_everything_may_be_unlimited_or_broken():
    for key, name in (("window_s", "unlimited"), ("limit", "2.5"), ("backoff_s", "unlimited")):
        with pytest.raises(EditError):
            set_options("", {f"{RESTARTS}.{key}": name})


def test_setting_keeps_the_way_it_was_written():
    assert set_options(TEXT, {"match.game_mode": "Hoops"}) == TEXT
    assert set_options(TEXT, {"match.game_mode": "Snowday"}) == TEXT.replace('"hoops"', '"Snowday"')
    assert set_options(TEXT, {"match.enable_rendering": "AlwaysOff"}) == TEXT.replace("= true\nauto", "= false\nauto")
    assert '= "OffByDefault"\n' in set_options(TEXT, {"match.enable_rendering": "OffByDefault"})


def test_both_spellings_are_set():
    text = set_options(TEXT, {"match.auto_save_replays": "false", "match.start_without_countdown": "true"})
    for line in ("auto_save_replay = false", "auto_save_replays = false", "instant_start = true # b56"):
        assert f"{line}\n" in text
    assert option_values(text)["match.start_without_countdown"] == "true"


def test_a_line_with_a_comment_stays_when_it_is_reset():
    keys = ["match.game_mode", "match.enable_rendering", "mutators.gravity", "mutators.jump", "rlbot.launcher"]
    assert reset_options(TEXT, keys) == TEXT.replace('"hoops"', '"Soccar"').replace(
        "enable_rendering = true\n", ""
    ).replace('gravity = "Low"\n', "").replace('"Two"', '"Default"')
    assert reset_options(TEXT, ["match.auto_save_replays"]) == TEXT.replace("auto_save_replay = true\n", "")


def test_reset_of_keys_without_their_own_line():
    text = 'mutators = { gravity = "Low", jump = "Two" }\n'
    assert option_values(reset_options(text, ["mutators.gravity"]))["mutators.gravity"] == "Default"
    text = 'match = { game_map_upk = "Park_P" }\n'
    assert reset_options(text, ["match.game_map_upk"], game_mode="Hoops") == (
        f"match = {{ game_map_upk = {toml_value('HoopsStadium_P')} }}\n"
    )


def test_reset_of_the_last_dotted_key_of_a_table():
    assert reset_options('match.game_map_upk = "Park_P"\n', ["match.game_map_upk"], game_mode="Hoops") == ""


def test_a_schema_line_does_not_belong_to_a_key():
    assert reset_options("#:schema x\nmatch.freeplay = true\nmatch.x = 1\n", ["match.freeplay"]) == (
        "#:schema x\nmatch.x = 1\n"
    )


@pytest.mark.parametrize("values", [{"match.nothing": "x"}, {"mutators.gravity": "low"}, {"match.freeplay": "True"}])
def test_unknown_options_and_values(values):
    with pytest.raises(EditError):
        set_options(TEXT, values)
