"""An arena that a launcher owns obeys only its owner; an open arena counts the commands of others."""

import contextlib
import json
import socket

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match import gate
from runtime.arena.match.gate import Gate
from runtime.arena.match.session import Session
from runtime.arena.net import connection_server
from runtime.arena.net.connection_server import ConnectionServer, Notice
from runtime.documents.agent_keys import new_key
from runtime.protocol.report import read_report

KEY = f"~{7:032x}"
BLUE, ORANGE = f"bots/blue~{8:032x}", f"bots/orange~{9:032x}"


@pytest.fixture
def owned(arena, make):
    """An owned arena with a running match of two agents: server, owner, blue, orange."""
    server = arena(manager_key=KEY, pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", BLUE), make.bot("Orange", ORANGE, 1)), KEY)
    blue, orange = server.agent(BLUE), server.agent(ORANGE)
    orange.wait_for_kind(flat.GamePacket)
    return server, owner, blue, orange


def acts(owner, what):
    """Returns the entries for an act in the newest report that contains one."""
    report = owner.wait_for_report(lambda report: any(act["what"] == what for act in report["interference"]), what)
    return [act for act in report["interference"] if act["what"] == what]


def still_plays(server, owner, match_games=1):
    seen = len(owner.of(flat.GamePacket))
    owner.wait_for_kind(flat.GamePacket, seen + 5)
    return len(server.games) == match_games


ORDERS = {
    "MatchConfiguration": lambda make: make.match(
        make.bot("Evil", "evil"),
        existing_match_behavior=flat.ExistingMatchBehavior.ContinueAndSpawn,
        enable_state_setting=True,
    ),
    "StartCommand": lambda make: flat.StartCommand("match.toml"),
    "StopCommand": lambda make: flat.StopCommand(True),
    "ConsoleCommand": lambda make: flat.ConsoleCommand("kickabout pause"),
    "RenderingStatus": lambda make: flat.RenderingStatus(1, True, False),
}


@pytest.mark.parametrize("what", ORDERS)
@pytest.mark.parametrize("agent_id", ["", BLUE], ids=["second session", "agent"])
def test_orders_of_others_are_refused_and_counted(owned, make, what, agent_id):
    server, owner, blue, _orange = owned
    intruder = blue if agent_id else server.join(comms=True)
    intruder.send(ORDERS[what](make), ORDERS[what](make))
    (act,) = acts(owner, what)
    act = owner.wait_for_report(lambda report: any(act["count"] == 2 for act in report["interference"]))
    assert act["interference"][0]["refused"] is True
    assert still_plays(server, owner)
    assert owner.reports()[-1]["paused"] is False
    assert owner.of(flat.MatchConfiguration)[0].enable_state_setting is False
    assert len(owner.of(flat.MatchConfiguration)) == 1


def test_a_connection_that_has_not_introduced_itself_orders_nothing(owned):
    server, owner, _blue, _orange = owned
    server.raw().send(flat.StopCommand(True))
    assert acts(owner, "StopCommand")[0]["refused"] is True
    assert still_plays(server, owner)


@pytest.mark.parametrize(
    "message",
    [
        flat.MatchComm(0, 3, False, None, b"hello"),
        flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=5.0)),
        flat.PlayerInput(0, flat.ControllerState(throttle=-1.0)),
        flat.RenderGroup([], 1),
        flat.SetLoadout(0, flat.PlayerLoadout()),
    ],
    ids=lambda message: type(message).__name__,
)
def test_a_session_without_agent_id_only_observes(arena, make, message):
    server = arena(manager_key=KEY, pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", BLUE), enable_state_setting=True), KEY)
    blue = server.agent(BLUE)
    blue.wait_for_kind(flat.GamePacket)
    observer = server.join()
    observer.send(flat.InitComplete())
    observer.wait_for_kind(flat.GamePacket)
    observer.send(message)
    (act,) = acts(owner, type(message).__name__)
    assert act["count"] == 1
    observer.settle()
    assert (server.game.desired, server.game.controls, server.game.loadouts) == ([], [], [])
    assert not any(bytes(comm.content) == b"hello" for comm in [*owner.of(flat.MatchComm), *blue.of(flat.MatchComm)])


def test_an_observer_does_not_receive_team_messages(owned):
    server, owner, blue, _orange = owned
    observer = server.join()
    observer.settle()
    blue.send(flat.MatchComm(0, 0, True, None, b"secret"), flat.MatchComm(0, 0, False, None, b"public"))
    observer.wait_for_kind(flat.MatchComm)
    owner.wait_for(lambda peer: any(bytes(comm.content) == b"public" for comm in peer.of(flat.MatchComm)))
    assert [bytes(comm.content) for comm in observer.of(flat.MatchComm)] == [b"public"]
    assert b"secret" in [bytes(comm.content) for comm in owner.of(flat.MatchComm)]


@pytest.mark.parametrize("agent_id", ["bots/orange", "bots/orange~" + "0" * 32, ORANGE + "0", "evil", BLUE[:-1] + "g"])
def test_only_its_key_gives_an_agent_its_car(owned, agent_id):
    server, owner, _blue, orange = owned
    intruder = server.join(agent_id)
    intruder.wait_until_closed()
    assert not intruder.of(flat.MatchConfiguration)
    assert acts(owner, "wrong agent id")[0]["refused"] is True
    orange.answer(1, throttle=0.25)
    orange.settle()
    assert (server.game.controls[-1][1], server.game.controls[-1][2].throttle) == (1, 0.25)


def test_every_session_sees_no_key_but_its_own(owned):
    server, owner, blue, orange = owned
    observer = server.join()
    observer.wait_for_kind(flat.MatchConfiguration)

    def ids(peer):
        (match,) = peer.of(flat.MatchConfiguration)
        return [player.variety.agent_id for player in match.player_configurations]

    assert ids(blue) == [BLUE, "bots/orange"]
    assert ids(orange) == ["bots/blue", ORANGE]
    assert ids(owner) == ids(observer) == ["bots/blue", "bots/orange"]
    tokens = (BLUE[-32:], ORANGE[-32:])
    report = owner.wait_for_report(lambda report: all(agent["ready"] for agent in report["agents"]))
    assert [agent["agent_id"] for agent in report["agents"]] == ["bots/blue", "bots/orange"]
    assert not any(token in str(owner.reports()) for token in tokens)


def test_a_new_version_with_the_same_key_takes_over(owned):
    server, owner, blue, _orange = owned
    successor = server.agent(BLUE)
    blue.wait_until_closed()
    successor.answer(0, throttle=0.75)
    successor.settle()
    assert server.game.controls[-1][2].throttle == 0.75
    assert owner.wait_for_report(lambda report: report["agents"][0]["swaps"] == 1)["interference"] == []


def test_what_the_match_refuses_its_own_launcher_is_no_interference(owned):
    _server, owner, blue, _orange = owned
    refused = (flat.ConsoleCommand("Set WorldInfo TimeDilation 2"), flat.PlayerInput(0, flat.ControllerState()))
    owner.send(*refused, flat.DesiredGameState([], [], flat.DesiredMatchInfo(game_speed=2.0)))
    owner.settle()
    blue.send(refused[0])
    blue.settle()
    assert [(act["by"], act["count"]) for act in acts(owner, "ConsoleCommand")] == [("Bot 'Blue'", 1)]
    assert len(owner.reports()[-1]["interference"]) == 1


def test_an_observer_may_see_drawings_but_no_keys(arena, make):
    server = arena(manager_key=KEY, pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", BLUE), enable_rendering=flat.DebugRendering.OnByDefault), KEY)
    blue = server.agent(BLUE)
    blue.wait_for_kind(flat.GamePacket)
    blue.send(flat.RenderGroup([flat.RenderMessage(flat.String2D("hello"))], 1))
    observer = server.join()
    observer.send(flat.ConsoleCommand("kickabout drawings on"))
    (drawing,) = observer.wait_for_kind(flat.MatchComm), *observer.of(flat.MatchComm)[1:]
    assert json.loads(drawing.content)["groups"][0]["agent_id"] == "bots/blue"
    assert BLUE[-32:] not in str(drawing.content)
    assert owner.wait_for_report(lambda report: report["agents"][0]["ready"])["interference"] == []


@pytest.mark.parametrize(
    ("status", "is_allowed"),
    [
        (flat.RenderingStatus(0, True, False), True),
        (flat.RenderingStatus(1, True, False), False),
        (flat.RenderingStatus(0, False, False), False),
    ],
    ids=["own", "other bot", "script"],
)
def test_an_agent_may_switch_its_own_drawings_only(owned, status, is_allowed):
    _server, owner, blue, _orange = owned
    blue.send(status)
    if is_allowed:
        assert blue.wait_for_kind(flat.RenderingStatus).status is False
        blue.send(flat.StopCommand())
        acts(owner, "StopCommand")
        assert not any(act["what"] == "RenderingStatus" for act in owner.reports()[-1]["interference"])
    else:
        assert acts(owner, "RenderingStatus")[0]["by"] == "Bot 'Blue'"


def test_reports_go_to_the_owner_alone_and_carry_its_key(owned):
    server, owner, blue, _orange = owned
    observer = server.join()
    observer.settle()
    observer.send(flat.StopCommand())
    acts(owner, "StopCommand")
    assert observer.reports() == blue.reports() == []
    content = next(bytes(comm.content) for comm in owner.of(flat.MatchComm) if comm.team == 3)
    assert read_report(content, KEY) is not None
    assert read_report(content, new_key()) is None
    assert new_key() != new_key()
    assert read_report(content.replace(KEY.encode(), b""), KEY) is None


@pytest.mark.parametrize("content", [b'{"kickabout":"report","version":1}', b'{"a":1,"\\u006bickabout":"drawings"}'])
def test_an_open_arena_relays_nothing_that_looks_like_its_reports(arena, make, content):
    server = arena(pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", "blue")))
    server.agent("blue").wait_for_kind(flat.GamePacket)
    forger = server.join()
    forger.send(flat.MatchComm(0, 3, False, None, content), flat.MatchComm(0, 3, False, None, b'{"other":1}'))
    owner.wait_for(lambda peer: any(bytes(comm.content) == b'{"other":1}' for comm in peer.of(flat.MatchComm)))
    assert content not in [bytes(comm.content) for comm in owner.of(flat.MatchComm)]
    owner.wait_for_report(lambda report: any("in the form of the arena's reports" in note for note in report["notes"]))


@pytest.mark.parametrize("what", ["ConsoleCommand", "RenderingStatus"])
def test_an_open_arena_counts_orders_of_others_that_it_carries_out(arena, make, what):
    server = arena(pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", "blue")))
    server.agent("blue").wait_for_kind(flat.GamePacket)
    owner.send(flat.ConsoleCommand("kickabout pace 2"))
    other = server.join()
    other.send(ORDERS[what](make))
    (act,) = acts(owner, what)
    assert (act["count"], act["refused"], act["by"]) == (1, False, "Session 3")


@pytest.mark.parametrize("has_begun", [True, False])
def test_reports_contain_whether_the_match_is_the_sessions_own(arena, make, has_begun):
    server = arena(pace="realtime")
    owner = server.launch(make.match(make.bot("Blue", "blue")))
    owner.wait_for_report(lambda report: report["yours"] is True)
    if has_begun:
        server.agent("blue").wait_for_kind(flat.GamePacket)
    other = server.launch(make.match(make.bot("Green", "green"), enable_state_setting=True))
    if has_begun:
        (act,) = acts(owner, "MatchConfiguration")
        assert (act["count"], act["refused"]) == (1, False)
    owner.wait_for_report(lambda report: report["yours"] is False)
    others = other.wait_for_report(lambda report: report["yours"] is True)
    assert others["interference"] == []
    owner.send(flat.StopCommand())
    assert owner.wait_for_report(lambda report: "refused" in report)["yours"] is None


@pytest.mark.parametrize(("after_s", "is_open"), [(4.999, True), (5.0, False), (5.001, False)])
def test_connections_that_say_nothing_are_closed_after_five_seconds(net_of_test, after_s, is_open):
    made, refusals, connect = net_of_test
    connect()
    (session,) = made.connections.values()
    made.end_strangers(session.opened_s + after_s, gate.INTRODUCTION_S)
    assert (session.number in made.connections, refusals()) == (is_open, int(not is_open))


def test_one_that_has_introduced_itself_stays(net_of_test):
    made, refusals, connect = net_of_test
    connect()
    (session,) = made.connections.values()
    session.is_introduced = True
    made.end_strangers(session.opened_s + 100.0, gate.INTRODUCTION_S)
    assert made.connections
    assert not refusals()


@pytest.mark.parametrize(("count", "closed"), [(3, 0), (4, 0), (5, 1)])
def test_of_too_many_silent_connections_the_oldest_is_closed(net_of_test, monkeypatch, count, closed):
    monkeypatch.setattr(connection_server, "MAX_STRANGERS", 4)
    made, refusals, connect = net_of_test
    for _ in range(count):
        connect()
    assert refusals() == closed
    assert min(made.connections) == 1 + closed


def test_silent_connections_do_not_block_new_ones(owned):
    server, owner, blue, _orange = owned
    silent = [server.raw() for _ in range(connection_server.MAX_CONNECTIONS)]
    successor = server.agent(BLUE)
    blue.wait_until_closed()
    successor.answer(0, throttle=0.75)
    successor.settle()
    assert server.game.controls[-1][2].throttle == 0.75
    assert len(silent) == connection_server.MAX_CONNECTIONS
    assert acts(owner, "connection without introduction")


def test_sessions_that_were_just_refused_do_not_block_new_ones(owned, monkeypatch):
    monkeypatch.setattr(connection_server, "LINGER_S", 60.0)
    server, owner, blue, _orange = owned
    for _ in range(connection_server.MAX_CONNECTIONS):
        server.raw().send(flat.ConnectionSettings("bots/blue", False, False, True))
    acts(owner, "wrong agent id")
    successor = server.agent(BLUE)
    blue.wait_until_closed()
    successor.answer(0, throttle=0.75)
    successor.settle()
    assert server.game.controls[-1][2].throttle == 0.75


@pytest.mark.parametrize(("count", "refused"), [(2, 0), (3, 0), (4, 1)])
def test_agents_that_come_before_the_match_are_bounded(arena, monkeypatch, count, refused):
    monkeypatch.setattr("runtime.arena.match.handlers.MAX_EARLY_AGENTS", 3)
    server = arena()
    early = [server.join(f"early {number}") for number in range(count)]
    for peer in early[: count - refused]:
        peer.settle()
    for peer in early[count - refused :]:
        peer.wait_until_closed()


def test_agents_that_came_before_the_match_get_their_cars_however_many_there_are(arena, make, monkeypatch):
    monkeypatch.setattr("runtime.arena.match.lifecycle.MAX_IDLE_AGENTS", 1)
    server = arena()
    early = [server.join(agent_id) for agent_id in ("stranger", "a", "b", "c")]
    for peer in early:
        peer.settle()
    server.launch(make.match(*(make.bot(name, name) for name in "abc")))
    for peer in early[1:]:
        peer.wait_for_kind(flat.ControllableTeamInfo)
    early[0].settle()


@pytest.mark.parametrize(("count", "refused"), [(3, 0), (4, 0), (5, 1)])
def test_observers_are_bounded(owned, monkeypatch, count, refused):
    monkeypatch.setattr(gate, "MAX_OBSERVERS", 4)
    monkeypatch.setattr("runtime.arena.match.handlers.MAX_OBSERVERS", 4)
    server, owner, _blue, _orange = owned
    observers = [server.join() for _ in range(count)]
    for observer in observers[:4]:
        observer.settle()
    if refused:
        observers[-1].wait_until_closed()
        assert acts(owner, "session without agent id")[0]["count"] == 1
    server.join(KEY, close=False).settle()


def test_agents_without_a_place_are_bounded(owned, monkeypatch):
    monkeypatch.setattr("runtime.arena.match.lifecycle.MAX_IDLE_AGENTS", 2)
    server, owner, _blue, _orange = owned
    standby = server.join(BLUE)
    standby.settle()
    idle = [server.join(BLUE) for _ in range(2)]
    for peer in idle:
        peer.settle()
    server.join(BLUE).wait_until_closed()
    assert acts(owner, "agent without a place")[0]["count"] == 1


@pytest.fixture
def net_of_test():
    """A server without a match, a function that counts its refusals, and a function that connects to it."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    made = ConnectionServer([listener], Session)
    links = contextlib.ExitStack()

    def connect():
        links.enter_context(socket.create_connection(listener.getsockname()))
        made.poll(1.0)

    def refusals():
        return sum(isinstance(event, Notice) and event.is_refusal for event in made.take_events())

    yield made, refusals, connect
    made.close(0.0)
    links.close()


@pytest.mark.parametrize(("kinds", "entries"), [(49, 49), (50, 50), (51, 51), (80, 51)])
def test_kinds_of_interference_are_bounded(kinds, entries, session_of_test):
    door = Gate(KEY)
    for number in range(kinds):
        door.count(f"kind {number}", session_of_test)
    assert len(door.interference) == entries
    assert sum(act.count for act in door.interference) == kinds


@pytest.fixture
def session_of_test():
    ours, theirs = socket.socketpair()
    yield Session(ours, 1)
    ours.close()
    theirs.close()
