"""Results that every reader of RLBot documents must reach, with Kickabout's own test documents."""

from dataclasses import replace
from random import Random

import pytest

from runtime.documents import CarKind, Loadout, Match, Mutators, read_bot, read_match, validate

EDGE_MATCH = """\
[rlbot]
launcher = "cUSTOM"
launcher_arg = "something invalid"

[match]
enable_rendering = false

[mutators]
match_length = "tenminutes"
gravity = "REVERSE"

[[cars]]
type = "psyonix"
config_file = "edge/edge.bot.toml"
name = "Boomer"
loadout_file = ""

[[cars]]
config_file = "edge/edge.bot.toml"

[[cars]]
team = "Orange"
config_file = "phantom/../edge/edge.bot.toml"
loadout_file = "edge/looks.toml"

[[cars]]
config_file = "edge/edge.bot.toml"
auto_start = false
team = 1

[[scripts]]
config_file = "edge/edge.script.toml"
auto_start = false
"""
EDGE_BOT = """\
skill = "Pro"

[settings]
name = "Edgy"
run_command = "edgy.exe"
run_command_linux = "sh edgy"
"""
EDGE_LOADOUT = """\
[orange_loadout]
car_id = 9
[orange_loadout.paint]
car_paint_id = 12
decal_paint_id = 12
wheels_paint_id = 12
boost_paint_id = 12
antenna_paint_id = 0
hat_paint_id = 0
trails_paint_id = 12
goal_explosion_paint_id = 12
"""


@pytest.fixture
def edge(folder):
    folder.write("edge/edge.bot.toml", EDGE_BOT)
    folder.write("edge/edge.script.toml", '[settings]\nname = "Edge Script"\nrun_command_linux = "sh s"\n')
    folder.write("edge/looks.toml", EDGE_LOADOUT)
    return read_match(folder.write("edge.toml", EDGE_MATCH), platform="linux").value


def is_valid(match):
    return validate(match, random=Random(1)).value is not None


def test_an_empty_document_is_the_default_match(folder):
    reading = read_match(folder.write("empty.toml", ""))
    assert reading.value == Match()
    assert reading.problems == ()
    assert is_valid(reading.value)


def test_a_document_that_spells_out_the_defaults_equals_the_empty_one(folder):
    text = """
    [rlbot]
    launcher = "Steam"
    launcher_arg = ""
    auto_start_agents = true
    wait_for_agents = true
    performance_monitor = "ShowWhenSuboptimal"
    [match]
    game_mode = "Soccer"
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
    """
    reading = read_match(folder.write("default.toml", text))
    assert reading.value == Match()
    assert reading.problems == ()


def test_edge_reads_as_the_game_reads_it(edge):
    assert (edge.launcher, edge.launcher_arg) == ("Custom", "something invalid")
    assert edge.enable_rendering == "AlwaysOff"
    assert edge.mutators == Mutators(match_length="TenMinutes", gravity="Reverse")
    boomer, first, second, manual = edge.cars
    assert (boomer.kind, boomer.name, boomer.skill, boomer.loadout) == (CarKind.PSYONIX, "Boomer", "Pro", None)
    assert (first.name, first.agent_id, first.team, first.run_command) == ("Edgy", "", 0, "sh edgy")
    assert (second.name, second.team, second.loadout.car_id) == ("Edgy", 1, 9)
    paint = second.loadout.paint
    assert (paint.car_paint_id, paint.antenna_paint_id, paint.hat_paint_id, paint.trails_paint_id) == (12, 0, 0, 12)
    assert second.root_dir == first.root_dir
    assert manual.run_command == ""
    assert edge.scripts[0].run_command == ""


def test_edge_is_valid_only_with_ids_and_a_known_launcher(edge):
    with_ids = replace(
        edge,
        cars=tuple(replace(car, agent_id="edgy") if car.kind is CarKind.BOT else car for car in edge.cars),
        scripts=tuple(replace(script, agent_id="edge script") for script in edge.scripts),
    )
    assert not is_valid(edge)
    assert not is_valid(with_ids)
    assert not is_valid(replace(edge, launcher_arg="legendary"))
    assert is_valid(replace(with_ids, launcher_arg="Legendary"))


def test_agents_without_settings_parse_and_are_refused(folder):
    folder.write("parts/empty.bot.toml", "")
    folder.write("parts/empty.script.toml", "")
    text = '[[cars]]\nconfig_file = "parts/empty.bot.toml"\n[[scripts]]\nconfig_file = "parts/empty.script.toml"\n'
    match = read_match(folder.write("match.toml", text)).value
    car = match.cars[0]
    assert (car.name, car.agent_id, car.loadout, car.hivemind) == ("", "", None, False)
    assert car.root_dir == str(folder.path / "parts")
    assert not is_valid(match)


def test_overrides(league):
    text = """
    [[cars]]
    config_file = "plain/bot.toml"
    name = "Another"
    loadout_file = ""
    [[scripts]]
    config_file = "plain/script.toml"
    name = "ignored"
    """
    reading = read_match(league.write("match.toml", text))
    car, script = reading.value.cars[0], reading.value.scripts[0]
    assert (car.name, car.loadout) == ("Another", None)
    assert car.environment == (("MODE", "quick"), ("LEVEL", "3"))
    assert (script.name, script.environment) == ("Painter", (("MODE", "bright"),))
    assert is_valid(reading.value)
    assert [problem.key for problem in reading.problems] == ["scripts[0].name"]


def test_an_empty_name_overrides(league):
    match = read_match(league.write("m.toml", '[[cars]]\nconfig_file = "plain/bot.toml"\nname = ""\n')).value
    assert match.cars[0].name == ""


@pytest.mark.parametrize("table", ["cars", "scripts"])
def test_a_missing_agent_file_is_named_where_it_is_linked(folder, table):
    path = folder.write("match.toml", f'# top\n[[{table}]]\nconfig_file = "gone/bot.toml"\n')
    reading = read_match(path)
    assert reading.value is None
    problem = reading.errors[0]
    assert (problem.path, problem.line, problem.key) == (path, 3, f"{table}[0].config_file")
    assert "does not exist" in str(problem.message)


def test_a_hivemind_with_a_human_first(folder):
    folder.write("hive.bot.toml", '[settings]\nagent_id = "hive"\nname = "Drone"\nhivemind = true\n')
    drone = '[[cars]]\nconfig_file = "hive.bot.toml"\nteam = {}\n'
    text = '[[cars]]\ntype = "Human"\n' + drone.format(0) * 2 + drone.format(1) * 3
    reading = validate(read_match(folder.write("match.toml", text)).value, random=Random(1))
    cars = reading.value.cars
    assert cars[-1].kind is CarKind.HUMAN
    assert [car.team for car in cars] == [1, 0, 0, 1, 1, 0]
    assert [car.name for car in cars[:-1]] == ["Drone", "Drone (2)", "Drone (3)", "Drone (4)", "Drone (5)"]
    assert {car.given_name for car in cars[:-1]} == {"Drone"}
    assert all(car.hivemind for car in cars[:-1])


def test_a_bare_car_is_an_all_star(folder):
    reading = read_match(folder.write("match.toml", "[[cars]]\n"))
    assert (reading.value.cars[0].kind, reading.value.cars[0].skill) == (CarKind.PSYONIX, "AllStar")
    assert reading.problems[0].line == 1


def test_a_psyonix_car_with_a_file_takes_its_skill_from_there(league):
    text = '[[cars]]\ntype = "Psyonix"\nskill = "Rookie"\nconfig_file = "plain/bot.toml"\n'
    reading = read_match(league.write("match.toml", text))
    car = reading.value.cars[0]
    assert (car.kind, car.skill, car.name) == (CarKind.PSYONIX, "AllStar", "Plain")
    assert car.loadout.car_id == 23
    assert reading.problems[0].key == "cars[0].skill"


def test_no_loadout_is_empty_in_a_match_and_wrong_in_a_bot(league):
    path = league.write("plain/bot.toml", '[settings]\nagent_id = "a"\nloadout_file = ""\n')
    assert "is a folder" in str(read_bot(path).errors[0].message)
    text = '[[cars]]\nconfig_file = "plain/bot.toml"\nloadout_file = ""\n'
    assert read_match(league.write("match.toml", text)).value.cars[0].loadout is None


def test_a_loadout_leaves_out_a_team(folder):
    folder.write("looks.toml", "[blue_loadout]\ncar_id = 3\n")
    text = '[[cars]]\ntype = "Psyonix"\nteam = 1\nloadout_file = "looks.toml"\n'
    assert read_match(folder.write("match.toml", text)).value.cars[0].loadout == Loadout()


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("instant_start = true", "instant_start", True),
        ("start_without_countdown = true", "instant_start", True),
        ("start_without_countdown = false\ninstant_start = true", "instant_start", False),
        ("auto_save_replay = true", "auto_save_replay", True),
        ("auto_save_replays = true", "auto_save_replay", True),
        ("enable_rendering = true", "enable_rendering", "OnByDefault"),
        ('enable_rendering = "onbydefault"', "enable_rendering", "OnByDefault"),
        ('game_mode = "hOOPS"', "game_mode", "Hoops"),
    ],
)
def test_spellings(folder, text, key, value):
    match = read_match(folder.write("match.toml", f"[match]\n{text}\n")).value
    assert getattr(match, key) == value


def test_mutators_that_the_game_cannot_read_from_files(folder):
    text = '[mutators]\nseries_length = "FiveGames"\nscoring_rule = "Disabled"\nboost_restriction = "AerialOnly"\n'
    mutators = read_match(folder.write("match.toml", text)).value.mutators
    assert mutators == Mutators(series_length="FiveGames", scoring_rule="Disabled", boost_restriction="AerialOnly")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[settings]\nagent_id = "a"\n', "the document of a bot or script"),
        ("[details]\n", "the document of a bot or script"),
        ("[blue_loadout]\n", "a loadout"),
        ("[settings]\n[match]\n", ""),
        ("", ""),
    ],
)
def test_a_document_of_another_kind_is_no_match(folder, text, what):
    reading = read_match(folder.write("x.toml", text))
    assert (reading.value is None) is bool(what)
    assert [str(problem.message) for problem in reading.errors] == ([f"This is {what}, not a match."] if what else [])


def test_backslashes_in_paths_are_explained(folder):
    reading = read_match(folder.write("m.toml", '[[cars]]\nconfig_file = "chaser\\bot.toml"\n'))
    assert str(reading.errors[0].fix or "") == "Write the path with / instead of \\."


def test_paths_in_other_languages(folder):
    folder.write("太郎　花子/bot.toml", "[settings]\nagent_id = 'a'\n")
    reading = read_match(folder.write("m.toml", '[[cars]]\nconfig_file = "太郎　花子/bat.toml"\n'))
    assert str(reading.errors[0].fix or "") == 'Did you mean "太郎　花子/bot.toml"?'
