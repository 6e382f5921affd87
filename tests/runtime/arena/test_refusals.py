"""What the arena plays, and what it says of the rest."""

import subprocess
import sys

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.awards import Awards
from runtime.arena.game.effects import effects_of
from runtime.arena.game.rules import Terms
from runtime.arena.game.state_setting import GAME_SPEED
from runtime.arena.modes import mode
from runtime.arena.physics.engine import Physics
from runtime.arena.refusals import (
    MAX_CARS_PER_TEAM,
    MODES,
    MUTATORS,
    missing_walls,
    mode_of,
    refusal,
    refusal_problems,
    undriven_problems,
    walls_of,
)
from runtime.documents.model import Car, CarKind, Match, Mutators
from runtime.model.problems import Severity


def values_of(enum):
    return [name for name in dir(enum) if name[0].isupper()]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Stadium_P",
            "stadium_p",
            "",
            "EuroStadium_P",
            "NeoTokyo_Standard_P",
            "Wasteland_S_P",
            "UtopiaStadium_Dusk_P",
        ),
        *("arc_standard_p", "ARC_Darc_P", "NeoTokyo_Arcade_P"),
    ],
)
def test_standard_maps_are_played(name):
    assert refusal(Match(game_map_upk=name)) is None


@pytest.mark.parametrize(
    "match",
    [
        Match(game_mode="Dropshot"),
        Match(game_mode="Rumble"),
        Match(game_mode="Gridiron"),
        Match(game_mode="Knockout"),
        Match(game_mode="Hoops", game_map_upk="EuroStadium_P"),
        Match(game_mode="Snowday", game_map_upk="HoopsStadium_P"),
        Match(game_map_upk="HoopsStreet_P"),
        Match(game_mode="Snowday", mutators=Mutators(ball_type="Basketball")),
        Match(game_mode="Snowday", mutators=Mutators(ball_size="Small")),
        Match(game_mode="Hoops", mutators=Mutators(ball_type="Puck")),
        Match(game_map_upk="ThrowbackStadium_P"),
        Match(game_map_upk="Labs_Utopia_P"),
        Match(game_map_upk="ARC_P"),
        Match(game_map_upk="NeoTokyo_P"),
        Match(game_map_upk="my/own.upk"),
        Match(mutators=Mutators(ball_type="Cube")),
        Match(mutators=Mutators(multi_ball="Two")),
        Match(mutators=Mutators(rumble="DefaultRumble")),
        Match(mutators=Mutators(ball_type="Beachball")),
        Match(mutators=Mutators(ball_weight="CurveBall")),
        Match(mutators=Mutators(territory="Territory")),
        Match(mutators=Mutators(game_event="Rugby")),
        Match(mutators=Mutators(tri_tip_mode="Tritip")),
        Match(mutators=Mutators(keep_up_rules="Enabled")),
        Match(mutators=Mutators(spawn_demoball="On")),
        Match(cars=tuple(Car(team=1) for _ in range(33))),
    ],
)
def test_refused_in_one_sentence(match):
    sentence = refusal(match)
    assert sentence is not None
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert "Rocket League" in sentence or "room" in sentence


def test_everything_that_is_refused_is_listed():
    match = Match(
        game_map_upk="Labs_Circle_P",
        mutators=Mutators(ball_type="Cube", rumble="Default", territory="Territory", ball_size="Large"),
        cars=tuple(Car(kind=CarKind.PSYONIX) for _ in range(MAX_CARS_PER_TEAM + 1)),
    )
    found = refusal_problems(match, Severity.WARNING)
    keys = [problem.key for problem in found]
    assert {"match.game_map_upk", "mutators.ball_type", "mutators.territory", "cars"} <= set(keys)
    assert len(keys) == len(set(keys))
    assert found[0].message == refusal(match)


def test_a_soccar_match_with_a_puck_is_called_soccar():
    match = Match(mutators=Mutators(ball_type="Puck", ball_size="Large"))
    (problem,) = refusal_problems(match, Severity.WARNING)
    assert "Soccar" in problem.message
    assert "Snowday" not in problem.message


def test_a_mutator_that_nobody_knows_is_refused_for_that():
    sentence = refusal(Match(mutators=Mutators(territory="Territory")))
    assert sentence == "What the mutator territory does is not documented, so only Rocket League can play it."


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        *((mode, name) for mode in ("Heatseeker", "Snowday") for name in ("", "Stadium_P", "UtopiaStadium_Snow_P")),
        *(("Hoops", name) for name in ("", "Stadium_P", "HoopsStadium_P", "hoopsstreet_p")),
    ],
)
def test_other_modes_are_played_on_their_maps(mode, name):
    match = Match(game_mode=mode, game_map_upk=name)
    assert refusal(match) is None
    assert mode_of(match) == mode


def test_soccar_with_a_puck_is_snowday():
    match = Match(mutators=Mutators(ball_type="Puck"))
    assert refusal(match) is None
    assert mode_of(match) == "Snowday"


@pytest.mark.parametrize("mode", MODES)
def test_each_mode_needs_its_walls(mode):
    match = Match(game_mode=mode)
    needed, other = ("hoops", "soccar") if mode == "Hoops" else ("soccar", "hoops")
    assert walls_of(mode) == needed
    assert missing_walls(match, {needed}) is None
    sentence = missing_walls(match, {other})
    assert sentence == f"The folder of --walls has no .cmf file in its sub-folder {needed}, which {mode} is played in."


def test_humans_cars_are_warned_of_one_by_one():
    cars = (Car(kind=CarKind.HUMAN), Car(), Car(kind=CarKind.PSYONIX), Car(kind=CarKind.HUMAN, team=1))
    assert [problem.key for problem in undriven_problems(Match(cars=cars))] == ["cars[0]", "cars[3]"]
    assert undriven_problems(Match(cars=cars[1:3])) == ()


def test_the_modes_that_are_not_refused_are_there():
    assert set(MODES) == set(mode.MODES)


def test_refusals_are_known_without_the_physics():
    program = "import sys, runtime.arena.refusals; print({'RocketSim', 'numpy'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "set()"


def test_thirty_two_cars_a_team_are_played():
    assert refusal(Match(cars=tuple(Car(team=index % 2) for index in range(64)))) is None


@pytest.mark.parametrize("field", sorted(MUTATORS))
def test_every_mutator_value_that_is_not_refused_is_played(field):
    name = "".join(word.capitalize() for word in field.split("_")) + "Mutator"
    enum = getattr(flat, name.replace("Restriction", "Restrition") if field == "boost_restriction" else name)
    played = 0
    for value in values_of(enum):
        mutators = Mutators(**{field: value.replace("Ff", "FF")})
        if refusal(Match(mutators=mutators)) is None:
            Physics.of(mutators)
            Terms.of(Match(mutators=mutators))
            Awards.of(Match(mutators=mutators))
            assert mutators.game_speed in GAME_SPEED
            effects_of(mutators, 2)
            played += 1
    assert played >= 2
