"""A match that goes on with other cars: where the new ones stand."""

import math
from itertools import combinations

import pytest

from runtime.config.model import Match
from tests.runtime.arena.play.bare_game import V, advance, bots, desire, playing

pytestmark = pytest.mark.usefixtures("walls")
CAR_LENGTH = 150.0


def places(game):
    return [(car.physics.location.x, car.physics.location.y) for car in game.packet().players]


def assert_apart(game):
    assert all(math.dist(one, other) > CAR_LENGTH for one, other in combinations(places(game), 2))


def gone_on(cars, kept, *, at):
    """A game of two that goes on with `cars`, its own two standing on the spots that those `at` places would get."""
    match = Match(cars=cars)
    drawn = places(playing(2).recast(match, {}))
    game = playing(2)
    desire(game, cars=[{"location": V(*drawn[place], 17.03)} for place in at])
    advance(game)
    return game.recast(match, kept), [drawn[place] for place in at]


@pytest.mark.parametrize("count", [3, 4, 12, 64])
def test_new_cars_stand_on_no_car_that_stays(count):
    game, stood = gone_on(bots(count), {count - 2: 0, count - 1: 1}, at=(0, 1 if count > 3 else 2))
    for place, before in zip(places(game)[-2:], stood, strict=True):
        assert math.dist(place, before) < 1.0
    assert_apart(game)
    advance(game, 30)
    assert_apart(game)


def test_new_car_looks_to_the_other_half_from_the_spot_it_gets():
    game, _ = gone_on((*bots(1), *bots(2)), {1: 0, 2: 1}, at=(0, 2))
    assert_apart(game)
    car = game.packet().players[0].physics
    assert car.location.y < 0.0
    assert 0.0 < car.rotation.yaw < math.pi
