"""Every end of a match that the arena decides reaches every session as the phase Ended, before the session closes."""

import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.lifecycle import ENDED_S

ENDED = flat.MatchPhase.Ended


def play(arena, make, **values):
    server = arena(**values)
    manager = server.launch(make.match(make.bot("a", "a"), make.bot("b", "b", 1)))
    a, b = server.agent("a"), server.agent("b")
    for peer in (a, b, manager):
        peer.wait_for_kind(flat.GamePacket)
    return server, manager, a, b


def last_phases(peer):
    return [packet.match_info.match_phase for packet in peer.of(flat.GamePacket)][-1]


def sees_the_end(peer):
    peer.wait_until_closed()
    assert [type(message) for message in peer.messages[-2:]] == [flat.GamePacket, flat.DisconnectSignal]
    assert last_phases(peer) == ENDED


def stop(server, manager, make):
    manager.send(flat.StopCommand(False))


def shut_down(server, manager, make):
    manager.send(flat.StopCommand(True))


def replace(server, manager, make):
    manager.send(make.match(make.bot("c", "c")))


def end_the_server(server, manager, make):
    server.server.request_stop()


@pytest.mark.parametrize("pace", ["lockstep", "realtime"])
@pytest.mark.parametrize("end", [stop, shut_down, replace, end_the_server])
def test_agents_get_the_phase_ended(arena, make, pace, end):
    server, manager, a, b = play(arena, make, pace=pace)
    end(server, manager, make)
    sees_the_end(a)
    sees_the_end(b)


def test_they_have_time_to_handle_it(arena, make, monkeypatch):
    monkeypatch.setattr("runtime.arena.match.lifecycle.ENDED_S", 5 * ENDED_S)
    _, manager, a, _ = play(arena, make)
    manager.send(flat.StopCommand(False))
    began_s = time.monotonic()
    sees_the_end(a)
    assert 4 * ENDED_S <= time.monotonic() - began_s < 15 * ENDED_S


def test_managers_get_it_too(arena, make):
    _, manager, *_ = play(arena, make)
    manager.send(flat.StopCommand(False))
    manager.wait_for(lambda one: last_phases(one) == ENDED, "the phase Ended")


def test_a_paused_match_ends_too(arena, make):
    _, manager, a, _ = play(arena, make, pace="realtime")
    manager.send(flat.ConsoleCommand("kickabout pause"))
    manager.wait_for_report(lambda report: report["paused"])
    manager.send(flat.StopCommand(False))
    sees_the_end(a)


def test_a_match_that_continues_with_other_cars_has_not_ended(arena, make):
    _, manager, a, _ = play(arena, make)
    behavior = flat.ExistingMatchBehavior.ContinueAndSpawn
    manager.send(make.match(make.bot("a", "a"), make.bot("c", "c", 1), existing_match_behavior=behavior))
    a.wait_until_closed()
    assert last_phases(a) != ENDED


def test_a_match_that_never_began_has_no_end(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("a", "a"), make.bot("b", "b", 1)))
    a = server.agent("a")
    manager.send(flat.StopCommand(False))
    a.wait_until_closed()
    assert not a.of(flat.GamePacket)


def test_a_session_on_standby_gets_it(arena, make):
    server, manager, *_ = play(arena, make)
    manager.send(flat.ConsoleCommand("kickabout trial on"))
    manager.settle()
    standby = server.agent("a")
    manager.wait_for_report(lambda report: report["agents"][0]["standby"])
    manager.send(flat.StopCommand(False))
    sees_the_end(standby)


def test_a_session_that_reads_slowly_gets_it(arena, make):
    _, manager, a, _ = play(arena, make, pace="100")
    manager.wait_for_report(lambda report: report["agents"][0]["drops"] > 0, "a frame that was not read")
    manager.send(flat.StopCommand(False))
    sees_the_end(a)
