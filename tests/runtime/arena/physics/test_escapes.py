"""A ball that has got through a wall."""

import math

import pytest

from runtime.arena.game.game import Game
from runtime.arena.stadium.clearance import Clearance
from runtime.documents.model import Car, Match
from tests.runtime.arena.game.trial import advance, ball_of, place

pytestmark = pytest.mark.usefixtures("walls")


@pytest.mark.parametrize(
    ("mode", "outside"),
    [
        *(("Snowday", where) for where in ((2865.0, -4536.0, 2300.0), (-3000.0, -7000.0, 200.0), (0.0, 0.0, -400.0))),
        *(("Heatseeker", where) for where in ((3000.0, 6000.0, 300.0), (0.0, 5600.0, 900.0))),
        ("Soccar", (-1200.0, -5900.0, 100.0)),
    ],
)
def test_it_is_put_back_at_once_and_is_no_goal(mode, outside):
    game = Game(Match(game_mode=mode, cars=(Car(name="A"),), instant_start=True), seed=1)
    game.start()
    advance(game, 100)
    place(game, car=0, at=(2200.0, 0.0, 17.0))
    place(game, ball=(outside, (100.0, math.copysign(2000.0, outside[1]), 0.0)))
    advance(game, 24)
    assert game.escapes >= 1
    advance(game, 12)
    assert game.score == (0, 0)
    where = ball_of(game).physics.location
    assert Clearance().inside((where.x, where.y, where.z)) > 0.0


def test_a_ball_between_the_posts_is_a_goal():
    game = Game(Match(cars=(Car(name="A"),), instant_start=True), seed=1)
    game.start()
    advance(game, 100)
    place(game, ball=((880.0 - 92.0, 5000.0, 120.0), (0.0, 2000.0, 0.0)))
    advance(game, 40)
    assert game.score == (1, 0)
