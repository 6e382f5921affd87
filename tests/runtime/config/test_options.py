"""The options of a document: what they are, and edits that keep what people wrote around them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.config import (
    OPTIONS,
    EditError,
    Match,
    Mutators,
    changed_options,
    default_value,
    option_values,
    read_match_text,
    reset_options,
    set_options,
)
from runtime.config.surgery import toml_value

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
    table, name = key.split(".")
    return getattr(match.mutators if table == "mutators" else match, FIELDS.get(name, name))


def as_name(value):
    return str(value).lower() if isinstance(value, bool) else value


def test_every_field_of_a_match_is_an_option():
    fields = {field for field in Match.__dataclass_fields__ if field not in ("cars", "scripts", "mutators")}
    fields -= {field for field in fields if not Match.__dataclass_fields__[field].compare}
    own = {FIELDS.get(key.split(".")[1], key.split(".")[1]) for key in OPTIONS if not key.startswith("mutators.")}
    assert own == fields
    mutators = {key.split(".")[1] for key in OPTIONS if key.startswith("mutators.")}
    assert mutators == set(Mutators.__dataclass_fields__)


def test_an_empty_document_is_all_defaults(tmp_path):
    values = option_values("")
    match = read_match_text("", tmp_path / "x.toml").value
    assert values == {key: as_name(attribute(match, key)) for key in OPTIONS}
    assert changed_options(values) == {}


def test_what_a_document_says():
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


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_they_are_what_the_reader_reads(tmp_path_factory, data):
    keys = data.draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=8))
    wanted = {key: data.draw(st.sampled_from(OPTIONS[key].names or ("Park_P", ""))) for key in keys}
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


def test_setting_keeps_the_way_it_was_written():
    assert set_options(TEXT, {"match.game_mode": "Hoops"}) == TEXT
    assert set_options(TEXT, {"match.game_mode": "Snowday"}) == TEXT.replace('"hoops"', '"Snowday"')
    assert set_options(TEXT, {"match.enable_rendering": "AlwaysOff"}) == TEXT.replace("= true\nauto", "= false\nauto")
    assert '= "OffByDefault"\n' in set_options(TEXT, {"match.enable_rendering": "OffByDefault"})


def test_both_spellings_say_the_same_afterwards():
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


def test_a_reset_finds_a_way_where_no_line_can_go():
    text = 'mutators = { gravity = "Low", jump = "Two" }\n'
    assert option_values(reset_options(text, ["mutators.gravity"]))["mutators.gravity"] == "Default"
    assert reset_options('match.game_map_upk = "Park_P"\n', ["match.game_map_upk"], game_mode="Hoops") == (
        f"match.game_map_upk = {toml_value('HoopsStadium_P')}\n"
    )


def test_a_schema_line_is_no_comment_to_a_key():
    assert reset_options("#:schema x\nmatch.freeplay = true\nmatch.x = 1\n", ["match.freeplay"]) == (
        "#:schema x\nmatch.x = 1\n"
    )


@pytest.mark.parametrize("values", [{"match.nothing": "x"}, {"mutators.gravity": "low"}, {"match.freeplay": "True"}])
def test_there_is_no_such_option_or_value(values):
    with pytest.raises(EditError):
        set_options(TEXT, values)


def test_resetting_twice_is_resetting_once():
    assert reset_options(TEXT, ["mutators.gravity"] * 2) == reset_options(TEXT, ["mutators.gravity"])


def test_resetting_what_is_no_option():
    with pytest.raises(EditError):
        reset_options(TEXT, ["mutators.nothing"])
