"""Values of the option panel: read from the document, with remarks on what the arena ignores."""

import pytest

from app.document.overview import overview_of
from app.panels.options.values import own_preset, preset_keys, preset_values, shown_options
from app.services.settings import OwnPreset
from resources.presets import presets
from runtime.arena.refusals import refusal
from runtime.documents import OPTIONS, Match, MatchDocument, Mutators, set_options
from runtime.games import capabilities_of
from widgets.options.option_value import PresetEntry, RemarkKind


def shown(text, own=(), game="arena"):
    document, game = MatchDocument(text, None), capabilities_of(game)
    return shown_options(document, overview_of(document, game).problems, own, game)


def option(text, key, **changes):
    return next(one for one in shown(text, **changes).options if one.key == key)


def test_every_option_is_shown_once():
    assert [one.key for one in shown("").options] == [key for key in OPTIONS if key != LOT]
    assert not any(one.is_changed for one in shown("").options)


@pytest.mark.parametrize("mode", ["Soccar", "Hoops", "Heatseeker", "Snowday"])
def test_a_choice_is_marked_exactly_where_the_arena_refuses_it(mode):
    for one in shown(f'[match]\ngame_mode = "{mode}"\n').options:
        table, _, name = one.key.partition(".")
        if table != "mutators":
            continue
        for choice in one.choices:
            match = Match(game_mode=mode, game_map_upk="Stadium_P", mutators=Mutators(**{name: choice.name}))
            assert (choice.remark is not None) is (refusal(match) is not None), (one.key, choice.name)


def test_modes_and_maps_are_marked():
    mode = option("", "match.game_mode")
    assert [choice.name for choice in mode.choices if choice.remark] == ["Dropshot", "Rumble", "Gridiron", "Knockout"]
    maps = {choice.name: choice.remark for choice in option("", "match.game_map_upk").choices}
    assert maps["Stadium_P"] is None
    assert maps["HoopsStadium_P"].kind is RemarkKind.REFUSED
    in_hoops = {choice.name: choice.remark for choice in option('match.game_mode = "Hoops"', MAP).choices}
    assert in_hoops["HoopsStadium_P"] is None
    names = list(in_hoops)
    assert [name for name in names if in_hoops[name] is None] == names[: sum(in_hoops[name] is None for name in names)]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("", ["0", "1", "2", "3", "5", "10", "20", "50", "unlimited"]),
        ("limit = 7", ["0", "1", "2", "3", "5", "7", "10", "20", "50", "unlimited"]),
        ('limit = "unlimited"', ["0", "1", "2", "3", "5", "10", "20", "50", "unlimited"]),
    ],
)
def test_numbers_on_offer_have_the_present_one_among_them(written, names):
    limit = option(f"[kickabout.restarts]\n{written}\n", "kickabout.restarts.limit")
    assert [choice.name for choice in limit.choices] == names
    assert limit.is_free
    assert limit.choices[0].label == "No restarts"


def test_every_number_on_offer_is_one_that_the_document_may_have():
    for one in shown("").options:
        number = OPTIONS[one.key].number
        if number is not None:
            assert one.default in [choice.name for choice in one.choices]
            assert all(number.value_of(choice.name) is not None for choice in one.choices)


MAP = "match.game_map_upk"
LOT = "kickabout.map"


@pytest.mark.parametrize(
    ("written", "label", "kind"),
    [
        ("stadium_P", "DFH Stadium", None),
        ("Park_P", "Beckwith Park", RemarkKind.IDLE),
        ("Labs_Basin_P", "Basin", RemarkKind.REFUSED),
        ("Mine.upk", "Mine.upk", RemarkKind.WRONG),
        ("", "", None),
    ],
)
def test_a_map_is_shown_however_it_is_written(written, label, kind):
    one = option(f'[match]\ngame_map_upk = "{written}"\n', MAP)
    assert one.value == written
    assert one.is_free
    assert [choice.label for choice in one.choices if choice.name == written] == [label]
    assert len({choice.name.lower() for choice in one.choices}) == len(one.choices)
    assert (one.remark.kind if one.remark else None) is kind


def test_a_random_map_is_the_first_of_the_maps():
    plain = option('[match]\ngame_map_upk = "Park_P"\n', MAP)
    lot = plain.choices[0]
    assert (lot.name, lot.label, lot.remark) == ("random", "Random", None)
    text = '[match]\ngame_map_upk = "Labs_Basin_P"\n[kickabout]\nmap = "random"\n'
    by_lot = option(text, MAP)
    assert by_lot.value == "random"
    assert by_lot.is_changed
    assert by_lot.remark.kind is RemarkKind.IDLE, "and not refused: the map that is named is not played"
    assert "look the same" in str(by_lot.remark.text)
    assert option(text, MAP, game="attached").remark is None
    assert [choice.name for choice in by_lot.choices[1:]] == [choice.name for choice in option("", MAP).choices[1:]]


def test_an_unknown_choice_of_maps_is_reported_where_the_map_is_chosen():
    wrong = option('[kickabout]\nmap = "randon"\n', MAP)
    assert (wrong.value, wrong.remark.kind) == ("Stadium_P", RemarkKind.WRONG)
    assert "randon" in str(wrong.remark.text)


def test_a_lot_may_be_part_of_a_preset():
    text = '[match]\ngame_mode = "Hoops"\n[kickabout]\nmap = "random"\n'
    mine = own_preset("Mine", text)
    assert mine.values == (("match.game_mode", "Hoops"), (LOT, "random"))
    assert shown(text, (mine,)).current_preset == PresetEntry(id="Mine", is_own=True)
    assert shown(text).current_preset.id == "hoops", "a preset without a map is known on any"


def test_a_ball_size_is_refused_with_a_puck_only():
    text = '[mutators]\nball_type = "Puck"\nball_size = "Small"\n'
    assert option(text, "mutators.ball_size").remark.kind is RemarkKind.REFUSED
    assert option('[mutators]\nball_size = "Small"\n', "mutators.ball_size").remark is None


def test_settings_without_effect_are_reported():
    assert option("", "rlbot.launcher").remark.kind is RemarkKind.IDLE
    assert option("", "mutators.max_score").remark is None
    assert option("match.freeplay = true", "mutators.max_score").remark.kind is RemarkKind.IDLE


def test_unknown_commands_are_reported():
    one = option('[mutators]\ngravity = "Sideways"\n', "mutators.gravity")
    assert (one.value, one.remark.kind) == ("Default", RemarkKind.WRONG)
    assert "Sideways" in str(one.remark.text)


def test_another_game_is_not_judged():
    text = '[match]\ngame_mode = "Knockout"\n[mutators]\njump = "Sideways"\n'
    other = shown(text, game="attached")
    kinds = {one.key: one.remark.kind for one in other.options if one.remark is not None}
    assert kinds == {"mutators.jump": RemarkKind.WRONG}
    assert not any(choice.remark for one in other.options for choice in one.choices)
    assert not any(preset.remark for preset in other.presets)


@pytest.mark.parametrize("preset", presets(), ids=lambda preset: preset.id)
def test_a_document_of_a_preset_is_known_as_that(preset):
    text = set_options("", dict(preset.values))
    assert shown(text).current_preset.id == preset.id
    other = set_options(text, {"mutators.max_score": "NinetyGoals"})
    assert shown(other).current_preset is None
    assert shown(other, game="attached").current_preset is None


def test_a_preset_without_a_map_is_known_on_any_map():
    assert shown('[match]\ngame_map_upk = "Park_P"\n').current_preset.id == "soccar"
    assert shown("[match]\nskip_replays = true\n").current_preset.id == "soccar"


def test_ones_own_presets_come_first():
    mine = own_preset("Mine", '[match]\nskip_replays = true\ngame_map_upk = "Park_P"\n[mutators]\ngravity = "Low"\n')
    assert mine == OwnPreset(name="Mine", values=((MAP, "Park_P"), ("mutators.gravity", "Low")))
    plain = OwnPreset(name="Plain", values=())
    seen = shown("", (mine, plain))
    assert seen.current_preset == PresetEntry(id="Plain", is_own=True)
    assert preset_values(seen.current_preset, (mine, plain)) == ()
    assert preset_values(PresetEntry(id="Gone", is_own=True), ()) == ()
    assert preset_values(PresetEntry(id="gone", is_own=False), ()) == ()
    odd = OwnPreset(name="Odd", values=(("mutators.nothing", "x"), ("mutators.gravity", "Sideways")))
    assert shown("", (odd,)).presets[-1].id == "Odd"


def test_presets_that_the_arena_refuses_are_marked():
    marked = {preset.id for preset in shown("").presets if preset.remark is not None}
    assert {"dropshot", "beach_ball", "spike_rush"} <= marked
    assert not {"soccar", "hoops", "boomer", "low_gravity"} & marked
    mutators = {key for key in OPTIONS if key.startswith("mutators.")}
    assert set(preset_keys()) == mutators | {"match.game_mode", MAP, LOT}


def test_scripts_are_listed_whatever_is_wrong_with_them(tmp_path):
    text = (
        '[[scripts]]\nconfig_file = "painter/script.toml"\nauto_start = false\n'
        '[[scripts]]\nconfig_file = "my.script.toml"\n[[scripts]]\n'
    )
    first, second, third = shown(text).scripts
    assert (first.name, first.is_auto_start, bool(first.problem)) == ("painter", False, True)
    assert (second.name, second.position, second.is_auto_start) == ("my.script", 1, True)
    assert third.problem
    assert shown("scripts = 3\n").scripts == ()
    assert shown("scripts = [1]\n").scripts == ()
