"""Functions that make a game for tests, and move its cars and ball."""

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game
from runtime.documents.choices import Mutators
from runtime.documents.model import Car, Match
from runtime.model.states import Phase

V = flat.Vector3Partial


def playing(count=2, *, is_free=True, mutators=(), **match):
    """Returns a running game with cars far from the ball and from each other."""
    cars = tuple(Car(team=index % 2, name=f"Bot {index}", player_id=index) for index in range(count))
    match = Match(cars=cars, instant_start=True, skip_replays=True, mutators=Mutators(**dict(mutators)), **match)
    game = Game(match, seed=1)
    game.start()
    advance(game)
    if is_free:
        place(game, ball=((0.0, 0.0, 93.15), (0.0, 0.0, 0.0)))
        for index in range(count):
            place(game, car=index, at=(3000.0 - 400.0 * index, 0.0, 17.03))
    return game


def advance(game, frames=1):
    for _ in range(frames):
        game.advance()


def place(game, *, ball=None, car=None, at=None, speed=(0.0, 0.0, 0.0), yaw=0.0, boost=None):
    balls, cars = [], []
    if ball is not None:
        balls = [flat.DesiredBallState(flat.DesiredPhysics(location=V(*ball[0]), velocity=V(*ball[1])))]
    if car is not None:
        physics = flat.DesiredPhysics(
            V(*at), flat.RotatorPartial(0.0, yaw, 0.0), V(*speed), angular_velocity=V(0.0, 0.0, 0.0)
        )
        cars = [flat.DesiredCarState()] * car + [flat.DesiredCarState(physics, boost)]
    game.set_state(flat.DesiredGameState(balls, cars))


def drive(game, index=0, **controls):
    game.set_controls(index, flat.ControllerState(**controls))


def ball_of(game):
    return game.packet().balls[0]


def player_of(game, index=0):
    return game.packet().players[index]


def score(game, y=1.0):
    """Shoots the ball into a goal, without a touch of a car."""
    place(game, ball=((0.0, y * 5000.0, 200.0), (0.0, y * 3000.0, 0.0)))
    for _ in range(60):
        game.advance()
        if game.phase is Phase.GOAL_SCORED:
            return
    pytest.fail("no goal")
