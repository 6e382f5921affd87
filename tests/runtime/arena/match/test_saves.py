"""Shots, saves and goal explosions over sockets in lockstep, with an answer for every tick."""

import math

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.game import Game

pytestmark = pytest.mark.usefixtures("walls")

STILL = flat.Vector3Partial(0, 0, 0)


def body(x, y, z, speed=0.0, yaw=0.0):
    rotation = flat.RotatorPartial(0, yaw, 0)
    return flat.DesiredPhysics(flat.Vector3Partial(x, y, z), rotation, flat.Vector3Partial(0, speed, 0), STILL)


class Duel:
    """A match of blue car 0 and orange car 1, played tick by tick."""

    def __init__(self, arena, make, **options):
        self.server = arena(make_game=lambda match: Game(match, seed=1, **options))
        match = make.match(make.bot("a", "a"), make.bot("b", "b", 1), enable_state_setting=True, instant_start=True)
        self.server.launch(match)
        self.agents = [self.server.agent("a"), self.server.agent("b")]
        self.ticks = 0

    def tick(self, count=1):
        for _ in range(count):
            self.ticks += 1
            for index, agent in enumerate(self.agents):
                agent.wait_for_kind(flat.GamePacket, self.ticks)
                agent.answer(index)
        return self.agents[0].of(flat.GamePacket)[-1]

    def place(self, ball=None, **cars):
        states = [flat.DesiredCarState(cars.get(name)) for name in ("blue", "orange")]
        self.agents[0].send(flat.DesiredGameState([flat.DesiredBallState(ball)] if ball else [], states))
        self.agents[0].settle()


@pytest.fixture
def duel(arena, make):
    return lambda **options: Duel(arena, make, **options)


@pytest.mark.parametrize(("shooter", "saves"), [("blue", 0), ("orange", 1)], ids=["own shot", "opponent's shot"])
def test_stopping_the_own_shot_is_no_save(duel, shooter, saves):
    """A car hits the ball towards blue's goal, and blue's car stops it."""
    match = duel()
    match.tick(5)
    aside = {"blue": body(3000, 0, 17), "orange": body(-3000, 0, 17)}
    run = body(0, -3000, 17, -1100.0, -math.pi / 2)
    match.place(body(0, -3300, 93), **aside | {shooter: run})
    packet = match.tick(60)
    assert packet.balls[0].physics.velocity.y < -600.0
    assert packet.players[1].score_info.shots == (shooter == "orange")
    at = packet.balls[0].physics.location
    match.place(blue=body(at.x, at.y - 250.0, at.z, 0.0, math.pi / 2), **{"orange": aside["orange"]})
    packet = match.tick(60)
    assert packet.players[0].latest_touch.game_seconds > packet.match_info.seconds_elapsed - 0.5
    assert packet.balls[0].physics.velocity.y > -300.0
    assert packet.players[0].score_info.saves == saves


@pytest.mark.parametrize("has_explosions", [True, False])
def test_explosions_of_goals_can_be_switched_off(duel, has_explosions):
    match = duel(has_explosions=has_explosions)
    match.tick(5)
    match.place(body(0, 5000, 200, 2000.0), blue=body(0, 3500, 17), orange=body(0, -3000, 17))
    packet = match.tick(40)
    assert packet.teams[0].score == 1
    near, far = (player.physics.velocity for player in packet.players)
    assert (near.y < -300.0) is has_explosions
    assert abs(far.y) < 10.0
