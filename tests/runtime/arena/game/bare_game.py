"""Functions that make a game without a server, advance it by frames, and change it."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.documents.model import Car, Match
from runtime.model.states import Phase

V = flat.Vector3Partial


def bots(count, **changes):
    return tuple(Car(team=index % 2, name=f"Bot {index}", player_id=100 + index, **changes) for index in range(count))


def game_of(count=2, *, seed=1, seconds_limit=None, cars=None, **match):
    return Game(Match(cars=bots(count) if cars is None else cars, **match), seed=seed, seconds_limit=seconds_limit)


def playing(count=2, *, seconds_limit=None, **match):
    """Returns a game in its first Kickoff frame."""
    game = game_of(count, seconds_limit=seconds_limit, instant_start=True, skip_replays=True, **match)
    game.start()
    assert game.phase is Phase.KICKOFF
    return game


def advance(game, frames=1):
    for _ in range(frames):
        game.advance()


def set_state(game, *, ball=None, cars=(), info=None):
    balls = [] if ball is None else [flat.DesiredBallState(flat.DesiredPhysics(**ball))]
    states = [flat.DesiredCarState(None if car is None else flat.DesiredPhysics(**car)) for car in cars]
    game.set_state(flat.DesiredGameState(balls, states, info))


def score(game):
    set_state(game, ball={"location": V(0.0, 5000.0, 200.0), "velocity": V(0.0, 3000.0, 0.0)})
    for _ in range(60):
        game.advance()
        if game.phase is Phase.GOAL_SCORED:
            return
    pytest.fail("the ball did not go in")
