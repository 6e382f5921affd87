"""A match that continues with other cars: places of the new cars, and values that the old cars keep."""

import math
from itertools import combinations

import pytest
from rlbot_flatbuffers import RotatorPartial

from runtime.documents.model import Match
from runtime.model.states import Phase
from tests.runtime.arena.game.bare_game import V, advance, bots, playing, set_state

pytestmark = pytest.mark.usefixtures("walls")
CAR_LENGTH = 150.0


def places(game):
    return [(car.physics.location.x, car.physics.location.y) for car in game.packet().players]


def assert_apart(game):
    assert all(math.dist(one, other) > CAR_LENGTH for one, other in combinations(places(game), 2))


def gone_on(cars, kept, *, at):
    """Continues a game of two with `cars`; its own cars stand on the start places with the numbers `at`."""
    match = Match(cars=cars)
    drawn = places(playing(2).recast(match, {}))
    game = playing(2)
    set_state(game, cars=[{"location": V(*drawn[place], 17.03)} for place in at])
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


def shot(*, exchange, kept=None):
    """Car 0 scores; the cars may be exchanged during its shot. Returns the scorer's values and the goal."""
    game = playing(2)
    set_state(
        game,
        ball={"location": V(0.0, 4300.0, 93.2), "velocity": V(0.0, 10.0, 0.0)},
        cars=[
            {
                "location": V(0.0, 3900.0, 17.0),
                "velocity": V(0.0, 2000.0, 0.0),
                "rotation": RotatorPartial(0.0, math.pi / 2, 0.0),
            },
            {"location": V(3000.0, -3000.0, 17.0)},
        ],
    )
    while game.packet().players[0].latest_touch is None:
        advance(game)
        assert game.frame_num < 60
    advance(game, 5)
    if exchange:
        game = game.recast(Match(cars=exchange, skip_replays=True), kept)
    while game.phase is not Phase.GOAL_SCORED:
        advance(game)
        assert game.frame_num < 120
    return game


def counted(player):
    info = player.score_info
    return info.goals, info.shots, info.score, list(player.accolades)


@pytest.mark.parametrize(("count", "place"), [(3, 0), (3, 2), (4, 2)])
def test_a_shot_before_the_cars_were_exchanged_still_counts_as_a_goal(count, place):
    alone = counted(shot(exchange=()).packet().players[0])
    assert alone[0] == 1
    game = shot(exchange=bots(count), kept={place: 0, 1: 1})
    assert [counted(player) for player in game.packet().players].count(alone) == 1
    assert counted(game.packet().players[place]) == alone
    assert game.score == (1, 0)


def test_a_goal_of_a_car_that_has_gone_is_the_teams_alone():
    game = shot(exchange=bots(3), kept={1: 1})
    assert game.score == (1, 0)
    assert all(counted(player)[0] == 0 for player in game.packet().players)


def test_a_demolished_car_stays_so_as_long_as_it_would_have():
    game = playing(4)
    game._world.demolish(1)
    advance(game, 60)
    left_s = game.packet().players[1].demolished_timeout
    game = game.recast(Match(cars=bots(5)), {2: 0, 3: 1})
    assert [player.demolished_timeout for player in game.packet().players] == [-1.0, -1.0, -1.0, left_s, -1.0]
    advance(game, round(120 * left_s) - 1)
    assert game.packet().players[3].demolished_timeout > 0.0
    advance(game)
    assert game.packet().players[3].demolished_timeout == -1.0
    assert game.packet().players[3].physics.location.z > 17.0
