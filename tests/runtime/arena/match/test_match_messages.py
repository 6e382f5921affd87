"""Which sessions may send what in a match, over real sockets."""

import socket
import threading
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.render_groups import MAX_GROUPS
from runtime.arena.net import connection as session_module
from runtime.protocol import frame, pack_interface

ON = flat.DebugRendering.OnByDefault
OFF = flat.DebugRendering.OffByDefault
NEVER = flat.DebugRendering.AlwaysOff
DEADLINE_S = 30.0


@pytest.fixture
def two(arena, make):
    """Starts a match of two bots and a script, and waits for the first packets; arguments change the match."""

    def start(**changes):
        server = arena()
        manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1), scripts=[("S", "s")], **changes))
        peers = [server.agent(agent_id) for agent_id in "abs"]
        for peer in (*peers, manager):
            peer.wait_for_kind(flat.GamePacket)
        return server, manager, *peers

    return start


def drawing(number):
    return flat.RenderGroup([flat.RenderMessage(flat.Line3D())], number)


def chats(peer):
    return [message for message in peer.of(flat.MatchComm) if not message.content.startswith(b'{"kickabout"')]


def has_note(text):
    return lambda report: any(text in note for note in report["notes"])


def server_session(server, agent_id):
    return next(s for s in server.server.net.connections.values() if s.agent_id == agent_id)


def test_foreign_car_is_not_driven_and_the_culprit_noted(two):
    server, manager, a, _, _ = two()
    a.answer(1, throttle=1.0)
    a.answer(77)
    a.answer(2**32 - 1)
    report = manager.wait_for_report(has_note("Bot 'A' tried to drive a car"))
    assert len([note for note in report["notes"] if "drive" in note]) == 1
    assert server.game.controls == []


@pytest.mark.parametrize(("length", "is_heard"), [(65_475, True), (65_476, False), (65_479, False)])
def test_match_communication_that_does_not_fit_with_its_team_is_dropped(two, length, is_heard):
    """The longest message that fits without a team does not fit with one."""
    _, manager, a, b, _ = two()
    b.send(flat.MatchComm(1, 0, False, None, b"x" * length), flat.MatchComm(1, 0, False, None, b"end"))
    a.wait_for(lambda peer: any(chat.content == b"end" for chat in chats(peer)))
    assert [len(chat.content) for chat in chats(a)] == [length, 3][not is_heard :]
    if not is_heard:
        manager.wait_for_report(has_note("Bot 'B' sent a chat message that is too long"))


def test_match_communication_in_the_name_of_another_is_dropped(two):
    _, manager, a, b, _ = two()
    a.send(flat.MatchComm(1, 1, False, None, b"forged"))
    manager.wait_for_report(has_note("Bot 'A' sent match communication in the name of another"))
    b.settle()
    assert chats(b) == []


def test_communication_before_the_first_packet_is_dropped(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b")))
    a = server.agent("a")
    a.send(flat.MatchComm(0, 0, False, None, b"early"))
    manager.wait_for_report(has_note("before the first packet"))
    assert chats(manager) == []


@pytest.mark.parametrize(("setting", "kept"), [(ON, 1), (OFF, 0), (NEVER, 0)])
def test_drawings_are_kept_where_the_match_allows(two, setting, kept):
    server, _, a, _, _ = two(enable_rendering=setting)
    a.send(drawing(5), drawing(5))
    a.settle()
    assert len(server_session(server, "a").render_groups.groups) == kept
    a.send(flat.RemoveRenderGroup(5), flat.RemoveRenderGroup(6))
    a.settle()
    assert server_session(server, "a").render_groups.groups == {}


@pytest.mark.parametrize(("setting", "is_told"), [(ON, False), (OFF, True), (NEVER, False)])
def test_refused_drawings_are_reported_if_the_match_could_allow_them(two, setting, is_told):
    _, manager, a, _, _ = two(enable_rendering=setting)
    a.send(drawing(5))
    a.settle()
    manager.settle()
    seen = len(manager.reports())
    report = manager.wait_for(lambda peer: peer.reports()[seen:], "report")[-1]
    assert [agent["drawings_refused"] for agent in report["agents"]] == [is_told, False, False]


def test_drawings_are_bounded(two):
    server, manager, a, _, _ = two(enable_rendering=ON)
    for number in range(MAX_GROUPS + 2):
        a.send(drawing(number))
    a.send(drawing(0))
    a.settle()
    assert len(server_session(server, "a").render_groups.groups) == MAX_GROUPS
    manager.wait_for_report(has_note("Bot 'A' draws more than"))


def test_match_communication_disconnects_no_slow_reader(two, monkeypatch):
    server, manager, a, _, _ = two()
    monkeypatch.setattr(session_module, "MAX_CONTROL_BACKLOG", 400_000)
    monkeypatch.setattr(session_module, "CHAT_BACKLOG", 200_000)
    deaf = server.raw()
    deaf.send(flat.ConnectionSettings("", False, True, False))
    for _ in range(300):
        a.send(flat.MatchComm(0, 0, False, None, b"x" * 60_000))
        manager.read(0)
    manager.wait_for_report(has_note("Bot 'A' said more than Session"))
    deaf.send(flat.PingRequest(9))
    manager.settle()
    assert len(server.server.net.connections) == 5


def test_rendering_status_disconnects_no_slow_reader(two, monkeypatch):
    server, manager, a, _, _ = two()
    monkeypatch.setattr(session_module, "MAX_CONTROL_BACKLOG", 20_000)
    monkeypatch.setattr(session_module, "CHAT_BACKLOG", 10_000)
    monkeypatch.setattr(session_module, "SEND_BUFFER", 4096)
    deaf = server.raw()
    deaf.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.send(flat.ConnectionSettings("", False, False, False))

    def is_noted():
        return any(has_note("Bot 'A' said more than Session")(report) for report in manager.reports())

    deadline = time.monotonic() + DEADLINE_S
    while not is_noted():
        assert time.monotonic() < deadline
        a.send(*[flat.RenderingStatus(0, True, True)] * 100)
        for peer in (a, manager):
            peer.settle()
            peer.messages = [message for message in peer.messages if type(message) is not flat.RenderingStatus]
        assert len(server.server.net.connections) == 5


def test_rendering_status_permits_its_agent_and_is_forwarded(two):
    server, manager, a, b, s = two(enable_rendering=OFF)
    b.send(flat.RenderingStatus(0, True, True))
    assert a.wait_for_kind(flat.RenderingStatus).status
    assert manager.wait_for_kind(flat.RenderingStatus).index == 0
    for peer in (b, s):
        peer.settle()
        assert peer.of(flat.RenderingStatus) == []
    a.send(drawing(1))
    a.settle()
    assert len(server_session(server, "a").render_groups.groups) == 1
    manager.send(flat.RenderingStatus(0, True, False))
    a.wait_for_kind(flat.RenderingStatus, 2)
    assert server_session(server, "a").render_groups.groups == {}


def test_rendering_status_of_an_agent_leaves_drawings_of_managers_alone(two):
    server, manager, _, _, _ = two(enable_rendering=ON)
    session = server_session(server, "")
    manager.send(drawing(1), flat.RenderingStatus(0, True, False), drawing(2))
    manager.wait_for_kind(flat.RenderingStatus)
    manager.settle()
    assert set(session.render_groups.groups) == {1, 2}


@pytest.mark.parametrize(("setting", "kept"), [(ON, {4}), (OFF, set()), (NEVER, set())])
def test_a_session_without_introduction_draws_if_the_match_allows_it(two, setting, kept):
    server, *_ = two(enable_rendering=setting)
    raw = server.raw()
    raw.send(drawing(4), flat.PingRequest(1))
    raw.link.recv(1 << 16)
    assert set(server_session(server, None).render_groups.groups) == kept


def test_rendering_status_is_sent_to_agents_without_a_slot(two):
    server, manager, _, _, _ = two(enable_rendering=OFF)
    spare = server.join("nobody")
    spare.wait_for_kind(flat.FieldInfo)
    manager.send(flat.RenderingStatus(1, True, True))
    assert spare.wait_for_kind(flat.RenderingStatus).index == 1
    assert not server_session(server, "nobody").can_render


def test_rendering_status_permits_no_manager_to_draw(two):
    server, manager, a, _, _ = two(enable_rendering=OFF)
    a.send(flat.RenderingStatus(0, True, True))
    manager.wait_for_kind(flat.RenderingStatus)
    manager.send(drawing(1))
    manager.settle()
    assert server_session(server, "").render_groups.groups == {}


def test_own_loadout_before_being_ready(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b")))
    a = server.join("a")
    a.wait_for_kind(flat.ControllableTeamInfo)
    a.send(flat.SetLoadout(0, flat.PlayerLoadout(car_id=23)), flat.SetLoadout(1, flat.PlayerLoadout(car_id=24)))
    manager.wait_for_report(has_note("Bot 'A' tried to change a loadout"))
    assert server.game.loadouts == [(0, 23)]


@pytest.mark.parametrize("allowed", [True, False])
def test_any_loadout_later_where_state_setting_is_allowed(two, allowed):
    server, _, a, _, _ = two(enable_state_setting=allowed)
    a.send(flat.SetLoadout(1, flat.PlayerLoadout(car_id=3)), flat.SetLoadout(2, flat.PlayerLoadout(car_id=4)))
    a.settle()
    assert server.game.loadouts == ([(1, 3)] if allowed else [])


@pytest.mark.parametrize("allowed", [True, False])
def test_state_is_set_by_anyone_where_it_is_allowed(two, allowed):
    server, manager, a, _, _ = two(enable_state_setting=allowed)
    state = flat.DesiredGameState([], [flat.DesiredCarState()], None)
    a.send(state)
    a.settle()
    raw = server.raw()
    raw.send(state, flat.DisconnectSignal())
    raw.read_all()
    assert len(server.game.desired) == (2 if allowed else 0)
    if not allowed:
        manager.wait_for_report(has_note("Bot 'A' tried to set the game's state"))


def test_what_belongs_to_a_match_is_ignored_without_one(arena, make):
    server = arena()
    peer = server.join("a")
    peer.answer(0)
    peer.send(flat.MatchComm(0, 0, False, None, b"x"), drawing(1), flat.RemoveRenderGroup(1))
    peer.send(flat.RenderingStatus(0, True, True), flat.SetLoadout(0, flat.PlayerLoadout()))
    peer.send(
        flat.DesiredGameState([], [], None),
        flat.UpdatePerformanceMonitor(flat.PerformanceMonitor.AlwaysShow),
        flat.PingResponse(1),
    )
    peer.settle()
    assert [type(message) for message in peer.messages] == [flat.PingResponse]


FLOOD = 20_000


def test_a_flood_of_chat_before_the_first_packet_does_not_stretch_a_match(arena, make):
    """The flood stands in the socket before the messages of the bot that the match waits for."""
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    flooding = server.join("b")
    flooding.wait_for_kind(flat.ControllableTeamInfo)
    chat = frame(pack_interface(flat.MatchComm(1, 1, False, None, b"x")))
    flood = threading.Thread(target=flooding.client._socket.sendall, args=(chat * FLOOD,))
    flood.start()
    a = server.agent("a")
    started = time.monotonic()
    flood.join(DEADLINE_S)
    flooding.send(flat.InitComplete())
    for number in range(1, 61):
        for index, peer in enumerate((a, flooding)):
            peer.wait_for(lambda peer, wanted=number: len(peer.of(flat.GamePacket)) >= wanted)
            peer.answer(index)
    a.wait_for_kind(flat.GamePacket, 61)
    assert time.monotonic() - started < 4.0
    manager.read()
    assert not [report for report in manager.reports() if has_note("did not answer")(report)]
