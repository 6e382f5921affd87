"""What the arena plays, and what it says of the rest."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.physics import Physics
from runtime.arena.refusal import MUTATORS, refusal
from runtime.arena.rules import Terms
from runtime.config.model import Car, Match, Mutators


def values_of(enum):
    return [name for name in dir(enum) if name[0].isupper()]


@pytest.mark.parametrize(
    "name",
    ["Stadium_P", "stadium_p", "", "EuroStadium_P", "NeoTokyo_Standard_P", "Wasteland_S_P", "UtopiaStadium_Dusk_P"],
)
def test_standard_maps_are_played(name):
    assert refusal(Match(game_map_upk=name)) is None


@pytest.mark.parametrize(
    "match",
    [
        Match(game_mode="Hoops"),
        Match(game_mode="Dropshot"),
        Match(freeplay=True),
        Match(game_map_upk="ThrowbackStadium_P"),
        Match(game_map_upk="Labs_Utopia_P"),
        Match(game_map_upk="my/own.upk"),
        Match(mutators=Mutators(ball_type="Cube")),
        Match(mutators=Mutators(multi_ball="Two")),
        Match(mutators=Mutators(rumble="DefaultRumble")),
        Match(mutators=Mutators(boost_amount="SlowRecharge")),
        Match(mutators=Mutators(demolish="OnBallContact")),
        Match(cars=tuple(Car(team=1) for _ in range(33))),
    ],
)
def test_refused_in_one_sentence(match):
    sentence = refusal(match)
    assert sentence is not None
    assert sentence.endswith(".")
    assert sentence.count(". ") == 0
    assert "Rocket League" in sentence or "room" in sentence


def test_thirty_two_cars_a_team_are_played():
    assert refusal(Match(cars=tuple(Car(team=index % 2) for index in range(64)))) is None


@pytest.mark.parametrize("field", sorted(MUTATORS))
def test_every_mutator_value_that_is_not_refused_is_played(field):
    enum = getattr(flat, "".join(word.capitalize() for word in field.split("_")) + "Mutator")
    played = 0
    for value in values_of(enum):
        mutators = Mutators(**{field: value.replace("Ff", "FF")})
        if refusal(Match(mutators=mutators)) is None:
            Physics.of(mutators)
            Terms.of(Match(mutators=mutators))
            played += 1
    assert played >= 2
