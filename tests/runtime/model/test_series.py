"""A series is decided by the majority of its games, or once all have been played."""

import pytest

from runtime.documents.choices import MUTATORS
from runtime.model.series import LENGTHS, Series, series_of


def after(length, winners):
    series = Series(length=length)
    for winner in winners:
        series = series.after((1, 0), winner)
    return series


@pytest.mark.parametrize(
    ("length", "winners", "is_decided", "leader"),
    [
        (3, [], False, None),
        (3, [0], False, 0),
        (3, [0, 0], True, 0),
        (3, [0, 1], False, None),
        (3, [0, 1, 1], True, 1),
        (3, [None, None], False, None),
        (3, [None, 1, None], True, 1),
        (3, [0, 1, None], True, None),
        (5, [1, 1], False, 1),
        (5, [1, 1, 1], True, 1),
        (5, [1, 1, 0, 0], False, None),
        (7, [0, 0, 0], False, 0),
        (7, [0, 0, 0, 0], True, 0),
        (7, [None, 0, 0, 0, None, None], False, 0),
        (7, [None, 0, 0, 0, None, None, None], True, 0),
    ],
)
def test_a_series_is_decided_by_the_majority_or_by_all_of_its_games(length, winners, is_decided, leader):
    series = after(length, winners)
    assert (series.is_decided, series.leader) == (is_decided, leader)
    assert series.won == (winners.count(0), winners.count(1))
    assert [game.winner for game in series.games] == winners


def test_every_value_of_the_mutator_is_a_series_or_a_single_game():
    assert {*LENGTHS, "Unlimited"} == set(MUTATORS["series_length"])
    assert series_of("Unlimited") is None
    assert series_of("SevenGames") == Series(length=7)
