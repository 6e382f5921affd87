"""The session that stops cars, with servers that assign it the cars or do not."""

import socket
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.agents.restart import STOPPER_TIMEOUT_S, CarStopper
from runtime.agents.roster import roster
from runtime.protocol import FrameReader, frame, pack_core, unpack_interface

DEADLINE_S = 30.0


@pytest.fixture
def agent(bot, match_of):
    cars = [bot("Duo", hivemind=True), bot("Duo (2)", hivemind=True, given_name="Duo")]
    return roster(match_of(*cars))[0]


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(DEADLINE_S)
        yield listener


@pytest.fixture
def stopper(agent, listener, clock):
    session = CarStopper(agent, "127.0.0.1", listener.getsockname()[1], clock)
    yield session
    session.close()


def accepted(listener):
    link = listener.accept()[0]
    link.settimeout(DEADLINE_S)
    return link


def finish(session):
    deadline_s = time.monotonic() + DEADLINE_S
    while not session.is_done and time.monotonic() < deadline_s:
        session.tick()
    return session.is_done


def heard(link):
    """Returns every message that the session sent before it left."""
    reader, messages = FrameReader(), []
    while data := link.recv(65536):
        messages += map(unpack_interface, reader.feed(data))
    return messages


def test_it_takes_the_place_sends_neutral_controls_and_leaves(stopper, listener):
    stopper.tick()
    with accepted(listener) as link:
        parts = [flat.ControllableInfo(index, 7 + index) for index in (0, 1, 5)]
        link.sendall(
            frame(pack_core(flat.MatchConfiguration())) + frame(pack_core(flat.ControllableTeamInfo(0, parts)))
        )
        assert finish(stopper)
        settings, *inputs, goodbye = heard(link)
    assert (settings.agent_id, settings.close_between_matches) == ("tests/ada", True)
    assert [message.player_index for message in inputs] == [0, 1]
    for message in inputs:
        controls = message.controller_state
        assert (controls.throttle, controls.steer, controls.boost, controls.handbrake) == (0.0, 0.0, False, False)
    assert isinstance(goodbye, flat.DisconnectSignal)


@pytest.mark.parametrize(("later", "is_done"), [(STOPPER_TIMEOUT_S - 0.001, False), (STOPPER_TIMEOUT_S, True)])
def test_a_server_that_gives_no_place_is_left_after_a_while(stopper, listener, clock, later, is_done):
    stopper.tick()
    with accepted(listener) as link:
        clock.now += later
        stopper.tick()
        assert stopper.is_done is is_done
        stopper.close()
        assert [type(message) for message in heard(link)] == [flat.ConnectionSettings]


def test_a_missing_server_is_no_error(agent, listener, clock):
    port = listener.getsockname()[1]
    listener.close()
    session = CarStopper(agent, "127.0.0.1", port, clock)
    session.tick()
    assert session.is_done
    session.tick()
    session.close()


@pytest.mark.parametrize("answer", [b"", b"\x00\x04\xff\xff\xff\xff"])
def test_a_server_that_goes_or_talks_nonsense_is_no_error(stopper, listener, answer):
    stopper.tick()
    with accepted(listener) as link:
        link.sendall(answer)
    assert finish(stopper)
