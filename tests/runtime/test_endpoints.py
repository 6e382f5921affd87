"""Ports and keys stay the same for all matches of a window."""

import socket

import pytest

from runtime.documents.agent_keys import AgentKeys, new_key, without_token
from runtime.documents.model import Car, Match
from runtime.endpoints import FIRST_DEBUG_PORT, FIRST_PORT, SERVER, Endpoints
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, Outcome


def taken(port):
    return socket.create_server(("127.0.0.1", port))


def test_ports_stay_while_they_are_free():
    endpoints = Endpoints()
    port = endpoints.port()
    assert port >= FIRST_PORT
    assert (endpoints.free_port(), endpoints.port(SERVER)) == (port, port)
    debug = endpoints.port("blue-1")
    assert debug >= FIRST_DEBUG_PORT
    assert endpoints.port("orange-1") != debug
    assert endpoints.port("blue-1") == debug


def test_a_port_that_another_program_uses_is_left_to_it():
    endpoints = Endpoints()
    port = endpoints.port()
    with taken(port):
        assert endpoints.port() == port, "it may be our own arena that listens"
        other = endpoints.free_port()
        assert other != port
        assert Endpoints().port() not in (port,)
    assert endpoints.free_port() == other


def test_a_port_can_be_used_again_at_once():
    endpoints = Endpoints()
    port = endpoints.port()
    with taken(port) as server, socket.create_connection(("127.0.0.1", port)) as client:
        server.accept()[0].close()
        client.recv(1)
    assert endpoints.free_port() == port


def test_a_match_goes_on_if_another_window_takes_its_port_first(stage, match_of, car):
    endpoints = Endpoints()
    others = []

    def take_port(event):
        if isinstance(event, StageChanged) and event.stage is MatchStage.GAME and not others:
            others.append(taken(endpoints.port()))

    stage.on_event = take_port
    result = stage.play(match_of(car("driver")), endpoints=endpoints)
    assert result.outcome is Outcome.FINISHED, result.reason
    with others[0]:
        assert endpoints.port() != others[0].getsockname()[1]


def test_keys_stay_and_are_those_of_agents_that_the_user_starts():
    endpoints = Endpoints()
    key = endpoints.key_of("bots/ada")
    assert endpoints.key_of("bots/ada") == key != Endpoints().key_of("bots/ada")
    assert without_token(key) == "bots/ada"


@pytest.mark.parametrize(
    ("presented", "agent_id"),
    [
        ("bots/own", "bots/own"),
        ("own key", "bots/own"),
        ("bots/ours", None),
        ("our key", "bots/ours"),
        ("bots/own~" + 32 * "0", None),
        ("bots/own~~" + 32 * "0", None),
        ("nobody", None),
        ("", None),
    ],
)
def test_the_plain_id_is_enough_only_for_an_agent_that_the_user_starts(presented, agent_id):
    match = Match(cars=tuple(Car(agent_id=name) for name in ("bots/own", "bots/ours")))
    keys = AgentKeys.new(match, {"bots/own": new_key("bots/own", is_open=True)})
    known = {"own key": keys.key_of("bots/own"), "our key": keys.key_of("bots/ours")}
    read, arrived = AgentKeys.read(keys.write(match))
    assert [car.agent_id for car in read.cars] == ["bots/own", "bots/ours"]
    presented = known.get(presented, presented)
    assert arrived.id_of(presented) == agent_id
    assert arrived.is_plain(presented) is ("~" not in presented)
