"""Contract 1.7: what each message does and who may send it."""

import time

import pytest
import rlbot_flatbuffers as flat

DRAWING = flat.DebugRendering
NAN = float("nan")


def throttle(index, value):
    return lambda packet: packet.players[index].last_input.throttle == pytest.approx(value)


def group(number=1):
    return flat.RenderGroup([flat.RenderMessage(flat.Line3D())], number)


def test_agent_drives_its_own_car(lab):
    _, a, b = lab.duel(enable_state_setting=False)
    a.drive(throttle(0, 0.5), throttle=0.5)
    b.drive(throttle(1, -0.5), 1, throttle=-0.5)


def test_agent_cannot_drive_other_cars_without_state_setting(lab):
    manager, a, b = lab.duel(enable_state_setting=False)
    a.send(flat.PlayerInput(1, flat.ControllerState(throttle=1.0)))
    manager.send(flat.PlayerInput(1, flat.ControllerState(throttle=1.0)))
    a.settle()
    manager.settle()
    b.next(flat.GamePacket)
    assert b.next(flat.GamePacket).players[1].last_input.throttle == 0.0


def test_every_session_can_drive_any_car_with_state_setting(lab):
    manager, a, _b = lab.duel(enable_state_setting=True)
    a.drive(throttle(1, 0.75), 1, throttle=0.75)
    manager.drive(throttle(0, 0.25), 0, throttle=0.25)


def test_manager_can_drive_the_human_car(lab, on_purpose):
    human = flat.PlayerConfiguration(flat.Human(), 0, 0)
    manager = lab.start(human, lab.bot("a", 1), enable_state_setting=False)
    lab.agent("a").wait(flat.GamePacket)
    manager.wait(flat.GamePacket)
    manager.drive(throttle(1, 1.0), 1, throttle=1.0)


@pytest.mark.parametrize(("sent", "taken"), [(5.0, 1.0), (-5.0, -1.0), (NAN, 0.0), (float("inf"), 1.0), (0.5, 0.5)])
def test_input_is_clamped_and_nan_becomes_0(lab, sent, taken):
    _, a, _ = lab.duel()
    a.drive(throttle(0, taken), throttle=sent, steer=sent, pitch=sent, yaw=sent, roll=sent, boost=True)
    last = a.of(flat.GamePacket)[-1].players[0].last_input
    assert [last.steer, last.pitch, last.yaw, last.roll] == pytest.approx([taken] * 4)


def test_input_holds_until_the_next_one(lab):
    _, a, b = lab.duel()
    a.drive(throttle(0, 0.5), throttle=0.5)
    packet = b.wait(flat.GamePacket, len(b.of(flat.GamePacket)) + 20)
    assert packet.players[0].last_input.throttle == 0.5


def test_input_for_a_missing_car_is_ignored(lab):
    _, a, _ = lab.duel()
    for index in (2, 63, 2**32 - 1):
        a.send(flat.PlayerInput(index, flat.ControllerState()))
    a.settle()
    a.next(flat.GamePacket)


def test_input_before_the_introduction_is_ignored(lab):
    _, _a, b = lab.duel()
    raw = lab.peer()
    raw.send(flat.PlayerInput(1, flat.ControllerState(throttle=1.0)))
    raw.settle()
    b.next(flat.GamePacket)
    assert b.next(flat.GamePacket).players[1].last_input.throttle == 0.0


def test_match_comm_reaches_everybody_except_its_sender(lab):
    manager, a, b = lab.duel()
    b.send(flat.MatchComm(1, 0, False, "hello", b"\x00\xff"))
    for peer in (manager, a):
        peer.until(peer.comms)
        heard = peer.comms()[0]
        assert (heard.index, heard.team, heard.team_only) == (1, 1, False)
        assert (heard.display, heard.content) == ("hello", b"\x00\xff")
    b.settle()
    assert b.comms() == []


def test_match_comm_for_a_team_reaches_the_team_and_managers(lab):
    manager = lab.start(lab.bot("a"), lab.bot("b"), lab.bot("c", 1), scripts=("s",))
    a, b, c, s = (lab.agent(agent_id) for agent_id in "abcs")
    for peer in (a, b, c, s, manager):
        peer.wait(flat.GamePacket)
    a.send(flat.MatchComm(0, 0, True, None, b"secret"))
    b.until(b.comms)
    manager.until(manager.comms)
    for peer in (c, s):
        peer.settle()
        assert peer.comms() == []


def test_match_comm_of_a_script_has_team_2(lab):
    lab.start(lab.bot("a"), scripts=("s",))
    a, s = lab.agent("a"), lab.agent("s")
    a.wait(flat.GamePacket)
    s.wait(flat.GamePacket)
    s.send(flat.MatchComm(0, 0, False, None, b"x"))
    a.until(a.comms)
    assert a.comms()[0].team == 2


def test_match_comm_of_a_manager_has_index_0_and_team_3(lab):
    manager, a, b = lab.duel()
    manager.send(flat.MatchComm(5, 0, True, None, b"x"))
    for peer in (a, b):
        peer.until(peer.comms)
        heard = peer.comms()[0]
        assert (heard.index, heard.team, heard.team_only) == (0, 3, False)


def test_match_comm_with_another_index_is_refused(lab, on_purpose):
    _, a, b = lab.duel()
    a.send(flat.MatchComm(1, 1, False, None, b"forged"), flat.MatchComm(0, 0, False, None, b"true"))
    b.until(b.comms)
    assert [heard.content for heard in b.comms()] == [b"true"]


def test_match_comm_before_the_first_packet_is_dropped(lab):
    manager = lab.start(lab.bot("a"), lab.bot("b"))
    a = lab.agent("a")
    a.send(flat.MatchComm(0, 0, False, None, b"early"))
    a.settle()
    b = lab.agent("b")
    b.wait(flat.GamePacket)
    a.send(flat.MatchComm(0, 0, False, None, b"late"))
    for peer in (b, manager):
        peer.until(peer.comms)
        assert [heard.content for heard in peer.comms()] == [b"late"]


def test_match_comm_goes_only_to_sessions_that_want_it(lab):
    _, a, b = lab.duel()
    deaf = lab.peer("", comms=False)
    deaf.settle()
    a.send(flat.MatchComm(0, 0, False, None, b"x"))
    b.until(b.comms)
    deaf.settle()
    assert flat.MatchComm not in deaf.kinds


def test_match_comm_does_not_go_to_agents_that_are_not_ready(lab):
    lab.start(lab.bot("a"), lab.bot("b"), wait_for_agents=False)
    a, b = lab.agent("a"), lab.peer("b")
    a.wait(flat.GamePacket)
    b.wait(flat.ControllableTeamInfo)
    a.send(flat.MatchComm(0, 0, False, None, b"x"))
    a.settle()
    b.settle()
    assert b.comms() == []


def test_rendering_status_goes_to_its_agent_and_to_managers(lab):
    manager, a, b = lab.duel(enable_rendering=DRAWING.OffByDefault)
    b.send(flat.RenderingStatus(0, True, True))
    for peer in (a, manager):
        status = peer.wait(flat.RenderingStatus)
        assert (status.index, status.is_bot, status.status) == (0, True, True)
    b.settle()
    assert flat.RenderingStatus not in b.kinds


def test_rendering_status_of_a_script_goes_to_the_script(lab):
    lab.start(lab.bot("a"), scripts=("s",), enable_rendering=DRAWING.OnByDefault)
    a, s = lab.agent("a"), lab.agent("s")
    a.send(flat.RenderingStatus(0, False, False))
    assert not s.wait(flat.RenderingStatus).status
    a.settle()
    assert flat.RenderingStatus not in a.kinds


def test_rendering_status_is_ignored_if_drawing_is_always_off(lab):
    manager, a, _ = lab.duel(enable_rendering=DRAWING.AlwaysOff)
    manager.send(flat.RenderingStatus(0, True, True))
    manager.settle()
    a.settle()
    assert flat.RenderingStatus not in a.kinds
    assert flat.RenderingStatus not in manager.kinds


@pytest.mark.parametrize("setting", [DRAWING.OnByDefault, DRAWING.OffByDefault, DRAWING.AlwaysOff])
def test_drawings_are_accepted_without_an_answer(lab, setting):
    _, a, _ = lab.duel(enable_rendering=setting)
    before = set(a.kinds)
    a.send(group(), group(), flat.RemoveRenderGroup(1), flat.RemoveRenderGroup(99))
    a.settle()
    a.next(flat.GamePacket)
    assert set(a.kinds) - before == {flat.PingResponse}


def drawn(peer):
    return [m.content for m in peer.of(flat.MatchComm) if m.content.startswith(b'{"kickabout":"drawings"')]


def test_drawings_are_sent_to_managers_that_ask(lab, on_purpose):
    manager, a, _ = lab.duel(enable_rendering=DRAWING.OnByDefault)
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    a.send(group(77))
    manager.until(lambda: any(b'"id":77' in content for content in drawn(manager)), "the drawing")


def test_rendering_status_of_an_agent_does_not_affect_managers(lab, on_purpose):
    manager, a, _ = lab.duel(enable_rendering=DRAWING.OnByDefault)
    other = lab.peer("")
    other.send(group(5), flat.RenderingStatus(0, True, False), group(6))
    other.wait(flat.RenderingStatus)
    a.wait(flat.RenderingStatus)
    a.send(group(7), flat.RenderingStatus(0, True, True), group(8))
    a.wait(flat.RenderingStatus, 2)
    a.settle()
    manager.send(flat.ConsoleCommand("kickabout drawings on"))
    manager.until(lambda: any(b'"id":8' in content for content in drawn(manager)), "the drawing")
    told = b"".join(drawn(manager))
    assert [b'"id":%d,' % number in told for number in (5, 6, 7)] == [True, True, False]


def test_loadout_before_the_match_begins_counts(lab):
    lab.start(lab.bot("a"), lab.bot("b", 1))
    a = lab.peer("a")
    a.wait(flat.ControllableTeamInfo)
    a.send(flat.SetLoadout(0, flat.PlayerLoadout(car_id=403)))
    a.ready()
    b = lab.agent("b")
    dominus, octane = (player.hitbox for player in b.wait(flat.GamePacket).players)
    assert dominus.height < octane.height
    assert dominus.length > octane.length


def test_loadout_for_another_car_is_ignored(lab):
    lab.start(lab.bot("a"), lab.bot("b", 1))
    a = lab.peer("a")
    a.wait(flat.ControllableTeamInfo)
    a.send(flat.SetLoadout(1, flat.PlayerLoadout(car_id=403)))
    a.ready()
    first, second = (player.hitbox for player in lab.agent("b").wait(flat.GamePacket).players)
    assert first.height == second.height


@pytest.mark.parametrize("allowed", [True, False])
def test_loadout_during_the_match_needs_state_setting(lab, allowed):
    _, a, _ = lab.duel(enable_state_setting=allowed)
    before = a.of(flat.GamePacket)[-1].players[1].hitbox.height
    a.send(flat.SetLoadout(1, flat.PlayerLoadout(car_id=403)))
    a.settle()
    if allowed:
        a.drive(lambda packet: packet.players[1].hitbox.height != before)
    else:
        a.next(flat.GamePacket)
        assert a.next(flat.GamePacket).players[1].hitbox.height == before


@pytest.mark.parametrize("cookie", [0, 2**64 - 1])
def test_ping_is_always_answered_with_its_cookie(lab, cookie):
    for peer in (lab.peer(), lab.peer("nobody"), lab.peer("")):
        peer.send(flat.PingRequest(cookie))
        assert peer.wait(flat.PingResponse).cookie == cookie


def test_server_never_pings_by_itself(lab):
    _, a, _ = lab.duel()
    a.wait(flat.GamePacket, 30)
    assert flat.PingRequest not in a.kinds
    assert flat.PingResponse not in a.kinds


def test_disconnect_signal_ends_the_session(lab):
    for peer in (lab.peer(), lab.peer("nobody")):
        peer.send(flat.DisconnectSignal())
        peer.wait_until_closed()


def test_performance_monitor_is_accepted(lab):
    _, a, _ = lab.duel()
    before = set(a.kinds)
    a.send(flat.UpdatePerformanceMonitor(flat.PerformanceMonitor.AlwaysShow))
    a.settle()
    a.next(flat.GamePacket)
    assert set(a.kinds) - before == {flat.PingResponse}


def is_paused(packet):
    return packet.match_info.match_phase == flat.MatchPhase.Paused


@pytest.mark.parametrize("asks", ["manager", "agent"])
def test_console_pause_pauses_and_resumes_the_match(lab, asks):
    manager, a, b = lab.duel(enable_state_setting=True)
    asking = manager if asks == "manager" else a
    asking.send(flat.ConsoleCommand("Pause"))
    b.drive(is_paused, 1)
    asking.send(flat.ConsoleCommand("Pause"))
    b.drive(lambda packet: not is_paused(packet), 1)


@pytest.mark.parametrize("asks", ["manager", "agent"])
def test_console_pause_needs_state_setting(lab, on_purpose, asks):
    manager, a, b = lab.duel(enable_state_setting=False)
    asking = manager if asks == "manager" else a
    asking.send(flat.ConsoleCommand("Pause"))
    asking.settle()
    b.next(flat.GamePacket)
    assert not is_paused(b.next(flat.GamePacket))


def test_unknown_console_command_is_ignored(lab):
    manager, a, _ = lab.duel()
    for peer in (manager, a):
        peer.send(flat.ConsoleCommand("nonsense of which nobody knows"))
        peer.settle()
    assert not is_paused(a.next(flat.GamePacket))


def test_console_commands_of_the_arena_work_only_for_managers(lab, on_purpose):
    manager, a, _ = lab.duel()
    a.send(flat.ConsoleCommand("kickabout pause"))
    a.settle()
    a.next(flat.GamePacket)
    manager.send(flat.ConsoleCommand("kickabout pause"))
    manager.settle()
    time.sleep(0.1)  # the last frame may be held back for a tick of real time
    a.settle()
    told = len(a.of(flat.GamePacket))
    time.sleep(0.1)
    a.settle()
    assert len(a.of(flat.GamePacket)) == told
    manager.send(flat.ConsoleCommand("kickabout resume"))
    a.next(flat.GamePacket)
