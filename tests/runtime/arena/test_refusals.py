"""Options that the arena supports, refuses or ignores."""

import subprocess
import sys

import pytest
import rlbot_flatbuffers as flat

from runtime.arena import modes as mode
from runtime.arena.game.mutators import Awards, effects_of
from runtime.arena.game.rules import MatchRules
from runtime.arena.game.state_setting import GAME_SPEED
from runtime.arena.physics.engine import Physics
from runtime.arena.refusals import (
    MODES,
    MUTATORS,
    ignored_options,
    missing_walls,
    mode_of,
    refusal,
    refused_options,
    unloaded_walls,
    walls_of,
)
from runtime.arena.stadium.field import MAX_CARS_PER_TEAM
from runtime.documents import OPTIONS, Car, CarKind, Match, Mutators


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


UNPLAYED = [
    (Match(game_mode="Dropshot"), "mode-not-played"),
    (Match(game_mode="Knockout"), "mode-not-played"),
    (Match(game_mode="Hoops", game_map_upk="EuroStadium_P"), "hoops-on-other-map"),
    (Match(game_mode="Snowday", game_map_upk="HoopsStadium_P"), "mode-on-hoops-map"),
    (Match(game_map_upk="HoopsStreet_P"), "mode-on-hoops-map"),
    (Match(game_mode="Snowday", mutators=Mutators(ball_type="Basketball")), "ball-type-in-mode"),
    (Match(game_mode="Hoops", mutators=Mutators(ball_type="Puck")), "ball-type-in-mode"),
    (Match(game_mode="Snowday", mutators=Mutators(ball_size="Small")), "puck-size"),
    (Match(game_map_upk="ThrowbackStadium_P"), "map-of-other-shape"),
    (Match(game_map_upk="Labs_Utopia_P"), "map-of-other-shape"),
    (Match(game_map_upk="ARC_P"), "map-of-other-shape"),
    (Match(game_map_upk="NeoTokyo_P"), "map-of-other-shape"),
    (Match(game_map_upk="my/own.upk"), "custom-map"),
    (Match(mutators=Mutators(ball_type="Cube")), "mutator-value-not-played"),
    (Match(mutators=Mutators(ball_type="Beachball")), "mutator-value-not-played"),
    (Match(mutators=Mutators(ball_weight="CurveBall")), "mutator-value-not-played"),
    (Match(mutators=Mutators(multi_ball="Two")), "mutator-not-played"),
    (Match(mutators=Mutators(rumble="DefaultRumble")), "mutator-not-played"),
    (Match(mutators=Mutators(game_event="Rugby")), "mutator-not-played"),
    (Match(mutators=Mutators(territory="Territory")), "mutator-not-documented"),
    (Match(mutators=Mutators(tri_tip_mode="Tritip")), "mutator-not-documented"),
    (Match(mutators=Mutators(keep_up_rules="Enabled")), "mutator-not-documented"),
    (Match(mutators=Mutators(spawn_demoball="On")), "mutator-not-documented"),
    (Match(cars=tuple(Car(team=1) for _ in range(MAX_CARS_PER_TEAM + 1))), "too-many-cars"),
]


@pytest.mark.parametrize(("match", "code"), UNPLAYED)
def test_refused_in_one_sentence_that_names_an_alternative(match, code):
    reason = refusal(match)
    assert reason.code == code
    sentence = str(reason)
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert "Rocket League" in sentence or "room" in sentence


def test_everything_that_is_refused_is_listed():
    match = Match(
        game_map_upk="Labs_Circle_P",
        mutators=Mutators(ball_type="Cube", rumble="Default", territory="Territory", ball_size="Large"),
        cars=tuple(Car(kind=CarKind.PSYONIX) for _ in range(MAX_CARS_PER_TEAM + 1)),
    )
    keys, reasons = zip(*refused_options(match), strict=True)
    assert {"match.game_map_upk", "mutators.ball_type", "mutators.territory", "cars"} <= set(keys)
    assert len(keys) == len(set(keys))
    assert reasons[0] == refusal(match)


def test_a_soccar_match_with_a_puck_is_called_soccar():
    match = Match(mutators=Mutators(ball_type="Puck", ball_size="Large"))
    ((_, reason),) = refused_options(match)
    assert "Soccar" in str(reason)
    assert "Snowday" not in str(reason)


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
    reason = missing_walls(match, {other})
    assert reason.code == "no-walls"
    assert needed in str(reason)
    assert unloaded_walls(match, None) is unloaded_walls(match, needed) is None
    assert unloaded_walls(match, other).code == "walls-not-loaded"


def test_every_mode_that_is_not_refused_exists():
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
            MatchRules.of(Match(mutators=mutators))
            Awards.of(Match(mutators=mutators))
            assert mutators.game_speed in GAME_SPEED
            effects_of(mutators, 2)
            played += 1
    assert played >= 2


def test_every_ignored_option_exists_and_has_a_sentence():
    freeplay = Match(freeplay=True, game_map_upk="Park_P", mutators=Mutators(match_length="Unlimited"))
    for key, reason in ignored_options(freeplay).items():
        assert key in OPTIONS
        assert str(reason)[0].isupper()
        assert str(reason).endswith(".")


def test_an_ignored_mutator_is_not_refused():
    ignored = [key.partition(".")[2] for key in ignored_options(Match()) if key.startswith("mutators.")]
    assert {"audio", "match_admin", "locked_damage_phase"} == set(ignored)
    assert all(name in MUTATORS for name in ignored)


@pytest.mark.parametrize(
    ("mode", "name", "is_ignored"),
    [
        *(("Soccar", name, False) for name in ("Stadium_P", "stadium_p", "")),
        *(("Soccar", "Park_P", True), ("Hoops", "HoopsStadium_P", False), ("Hoops", "HoopsStreet_P", True)),
        ("Heatseeker", "Stadium_P", False),
    ],
)
def test_maps_of_the_same_shape_look_the_same(mode, name, is_ignored):
    match = Match(game_mode=mode, game_map_upk=name)
    assert refusal(match) is None
    assert ("match.game_map_upk" in ignored_options(match)) is is_ignored


@pytest.mark.parametrize(
    ("key", "match"),
    [
        ("mutators.overtime", Match(mutators=Mutators(match_length="Unlimited"))),
        ("mutators.max_score", Match(freeplay=True)),
    ],
)
def test_options_without_a_clock_or_a_score(key, match):
    assert key not in ignored_options(Match())
    assert key in ignored_options(match)
