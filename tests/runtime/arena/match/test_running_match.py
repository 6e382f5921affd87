"""A match that fits into the protocol's messages when it starts fits until its end; who gets its frames first."""

import socket

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.game.accolades import POINTS
from runtime.arena.game.game import Game
from runtime.arena.match.lockstep import LockstepBarrier
from runtime.arena.match.running_match import ACCOLADES_GROWTH, PACKET_GROWTH, RunningMatch
from runtime.arena.match.session import Session
from runtime.documents.model import Car, CarKind, Match
from runtime.protocol import MAX_PAYLOAD, ProtocolError

pytestmark = pytest.mark.usefixtures("walls")
FILLING = 8
OFTEN = ("BallHit", "AerialHit", "BulletHit", "Demolish", "Loss", "TimePlayed", "BoostPickups")


def taken(count, letters):
    """Accepts a match with this many cars, whose first car has a name of this length; returns its game."""
    cars = tuple(Car(team=index % 2, name="" if index else "N" * letters, player_id=index) for index in range(count))
    match = Match(cars=cars, instant_start=True)
    game = Game(match, seed=1)
    RunningMatch(match, game, sessions={}, barrier=LockstepBarrier())
    return game


def most_letters(count):
    """Returns the longest name that is accepted, up to the bytes that the format adds for alignment."""
    spare = PACKET_GROWTH * count + ACCOLADES_GROWTH
    return MAX_PAYLOAD - spare - len(taken(count, 0).packet_frame()) - FILLING


@pytest.mark.parametrize("count", [1, 2, 64])
def test_the_packet_of_a_match_that_was_taken_can_be_sent_whatever_happens(count):
    game = taken(count, most_letters(count))
    for car in range(count):
        for name in OFTEN if car else POINTS:
            game._scoring.award(car, name)
        game._accolades.touches.shown[car] = flat.Touch(
            1.0, flat.Vector3(1.0, 2.0, 3.0), flat.Vector3(1.0, 2.0, 3.0), 0
        )
    assert len(game.packet().players[0].accolades) == len(POINTS)


def test_a_match_that_might_not_fit_is_not_taken():
    with pytest.raises(ProtocolError):
        taken(2, most_letters(2) + 2 * FILLING)


def test_frames_go_to_those_that_drive_before_those_that_only_watch():
    match = Match(
        cars=(Car(team=0, agent_id="bench/steady", player_id=1), Car(team=1, kind=CarKind.HUMAN, player_id=2)),
        instant_start=True,
    )
    with socket.socket() as one, socket.socket() as two, socket.socket() as three:
        launcher, driver, bot = (Session(link, number) for number, link in enumerate((one, two, three), start=1))
        sessions = {session.number: session for session in (launcher, driver, bot)}
        running = RunningMatch(match, Game(match, seed=1), sessions=sessions, barrier=LockstepBarrier())
        for session, agent_id in ((launcher, ""), (driver, ""), (bot, "bench/steady")):
            session.introduce(flat.ConnectionSettings(agent_id=agent_id), agent_id)
            session.is_initialised = True
            running.join(session)
        running.set_driver(driver, is_on=True)
        assert running.receivers == (driver, bot, launcher)
