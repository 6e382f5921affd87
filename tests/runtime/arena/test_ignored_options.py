"""Options that change nothing in the arena are known, each with a reason."""

import pytest

from runtime.arena.ignored_options import idle_options
from runtime.arena.refusals import MUTATORS, refusal
from runtime.documents import OPTIONS, Match, Mutators


def test_every_reason_is_a_sentence_about_an_option():
    freeplay = Match(freeplay=True, game_map_upk="Park_P", mutators=Mutators(match_length="Unlimited"))
    for key, reason in idle_options(freeplay).items():
        assert key in OPTIONS
        assert reason[0].isupper()
        assert reason.endswith(".")


def test_an_idle_mutator_is_none_that_is_refused():
    idle = [key.partition(".")[2] for key in idle_options(Match()) if key.startswith("mutators.")]
    assert {"audio", "match_admin", "locked_damage_phase"} == set(idle)
    assert all(name in MUTATORS for name in idle)


@pytest.mark.parametrize(
    ("mode", "name", "is_idle"),
    [
        ("Soccar", "Stadium_P", False),
        ("Soccar", "stadium_p", False),
        ("Soccar", "", False),
        ("Soccar", "Park_P", True),
        ("Hoops", "HoopsStadium_P", False),
        ("Hoops", "HoopsStreet_P", True),
        ("Heatseeker", "Stadium_P", False),
    ],
)
def test_maps_of_the_same_shape_look_the_same(mode, name, is_idle):
    match = Match(game_mode=mode, game_map_upk=name)
    assert refusal(match) is None
    assert ("match.game_map_upk" in idle_options(match)) is is_idle


def test_without_a_clock_there_is_no_overtime():
    assert "mutators.overtime" not in idle_options(Match())
    assert "mutators.overtime" in idle_options(Match(mutators=Mutators(match_length="Unlimited")))


def test_freeplay_has_no_score():
    assert "mutators.max_score" not in idle_options(Match())
    assert "mutators.max_score" in idle_options(Match(freeplay=True))
