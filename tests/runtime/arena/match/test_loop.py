"""The loop: lockstep, the clock, the end of a match, reports."""

import threading
import time

import pytest
import rlbot_flatbuffers as flat

from runtime.arena.match.loop import ENDED_PACKET_S

ALONE = flat.PlayerConfiguration(flat.PsyonixBot(), 0, 0)


def frames(peer):
    return [packet.match_info.frame_num for packet in peer.of(flat.GamePacket)]


def test_lockstep_waits_for_every_car(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), *[make.bot("H", "h", 1, hivemind=True)] * 2))
    a, h = server.agent("a"), server.agent("h")
    for number in range(1, 6):
        a.wait_for_kind(flat.GamePacket, number)
        h.wait_for_kind(flat.GamePacket, number)
        assert frames(a)[-1] == frames(h)[-1] == number
        a.answer(0, throttle=number / 100)
        h.answer(1)
        for peer in (a, h):
            peer.settle()
            assert server.game.frame_num == number
        h.answer(2)
    a.wait_for_kind(flat.GamePacket, 6)
    given = [frame for frame, _, _ in server.game.controls]
    assert given == sorted(given)
    assert [given.count(frame) for frame in range(1, 6)] == [3] * 5


def test_lockstep_goes_on_without_a_silent_agent_until_it_answers(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    a, b = server.agent("a"), server.agent("b")
    a.wait_for_kind(flat.GamePacket)
    a.answer(0)
    started = time.monotonic()
    a.wait_for_kind(flat.GamePacket, 2)
    assert time.monotonic() - started > 0.9
    for number in range(2, 30):
        a.wait_for_kind(flat.GamePacket, number)
        a.answer(0)
    assert time.monotonic() - started < 15, "waited once, not for every frame"
    manager.wait_for_report(lambda report: any("Bot 'B' did not answer" in note for note in report["notes"]))
    b.wait_for(lambda peer: 29 in frames(peer))
    b.answer(1)
    b.settle()
    a.wait_for_kind(flat.GamePacket, 30)
    a.answer(0)
    a.wait_for_kind(flat.GamePacket, 31)
    a.answer(0)
    a.settle()
    assert frames(a)[-1] == 31, "b is waited for again"
    b.answer(1)
    a.wait_for_kind(flat.GamePacket, 32)
    report = manager.wait_for_report(lambda report: report["agents"][1]["answers"] == 2)
    assert report["agents"][1]["late"] >= 1


def answer_when_nothing_is_left_to_read(peer, answered, is_over):
    """Answers only when no packet is left to read, like the official package; reads slower than the server plays."""
    is_silent = True
    while not is_over.is_set():
        got = peer.read(0.0)
        if got:
            is_silent = is_silent and frames(peer)[-1] < 5
            time.sleep(0.0005 * len(got))
        elif not is_silent and frames(peer)[-1:] != answered[-1:]:
            answered.append(frames(peer)[-1])
            peer.answer(1)


def test_lockstep_waits_again_for_an_agent_that_reads_slower_than_frames_arrive(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    a, b = server.agent("a"), server.agent("b")
    answered, is_over = [], threading.Event()
    reader = threading.Thread(target=answer_when_nothing_is_left_to_read, args=(b, answered, is_over))
    reader.start()
    try:
        for number in range(1, 600):
            a.wait_for_kind(flat.GamePacket, number)
            a.answer(0)
            if len(answered) > 50:
                break
        assert answered[-50:] == list(range(answered[-50], answered[-50] + 50)), "it answers every frame"
    finally:
        is_over.set()
        reader.join()


def test_lockstep_does_not_wait_for_an_agent_that_left(arena, make, monkeypatch):
    monkeypatch.setattr("runtime.arena.match.lockstep.ANSWER_DEADLINE_S", 60.0)
    server = arena()
    server.launch(make.match(make.bot("A", "a"), make.bot("B", "b", 1)))
    a, b = server.agent("a"), server.agent("b")
    a.wait_for_kind(flat.GamePacket)
    b.wait_for_kind(flat.GamePacket)
    started = time.monotonic()
    b.close()
    for number in range(1, 10):
        a.wait_for_kind(flat.GamePacket, number)
        a.answer(0)
    a.wait_for_kind(flat.GamePacket, 10)
    assert time.monotonic() - started < 30, "an agent that is silent is waited for twice as long"


def test_clock_keeps_120_frames_a_second(arena, make):
    server = arena(pace="realtime")
    spectator = server.launch(make.match(ALONE))
    spectator.wait_for_kind(flat.GamePacket)
    started, first = time.perf_counter(), server.game.frame_num
    spectator.wait_for_kind(flat.GamePacket, 61)
    played = server.game.frame_num - first
    assert played / (time.perf_counter() - started) == pytest.approx(120, rel=0.15)


@pytest.mark.parametrize(("pace", "rate"), [("0.5", 60), ("4", 480)])
def test_factor_changes_the_rate(arena, make, pace, rate):
    server = arena(pace=pace)
    spectator = server.launch(make.match(ALONE))
    spectator.wait_for_kind(flat.GamePacket)
    started, first = time.perf_counter(), server.game.frame_num
    spectator.wait_for(lambda peer: server.game.frame_num >= first + rate // 4)
    assert (server.game.frame_num - first) / (time.perf_counter() - started) == pytest.approx(rate, rel=0.2)


def test_chores_are_done_between_frames_that_are_seconds_apart(arena, make):
    server = arena(pace="0.001")
    manager = server.launch(make.match(ALONE))
    manager.wait_for_kind(flat.GamePacket)
    for command, is_paused in (("pause", True), ("resume", False)):
        manager.send(flat.ConsoleCommand(f"kickabout {command}"))
        report = manager.wait_for_report(lambda report, wanted=is_paused: report["paused"] is wanted)
    assert report["frame"] <= frames(manager)[0] + 1, "neither command waited for the next frame"


def test_frames_that_take_too_long_are_left_out_and_counted(arena, make):
    server = arena(pace="realtime", make_game=lambda match: make.game(match, advance_s=0.05))
    spectator = server.launch(make.match(ALONE))
    report = spectator.wait_for_report(lambda report: report["overruns"] > 0)
    assert 10 < report["speed"] * 120 < 30 or report["speed"] == 0.0
    spectator.settle()


@pytest.mark.usefixtures("unhurried")
def test_the_final_report_is_sent_once_and_the_last_packet_repeatedly(arena, make):
    server = arena(make_game=lambda match: make.game(match, frames=10))
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")
    for number in range(1, 10):
        agent.wait_for_kind(flat.GamePacket, number)
        agent.answer(0)
    final = manager.wait_for_report(lambda report: report["final"])
    assert final["frame"] == 10
    assert final["phase"] == "Ended"
    assert final["state_hash"] == "0000000a"
    assert final["tick_error_ms"] is None
    figures = final["agents"][0]
    assert (figures["packets"], figures["answers"], figures["late"], figures["drops"]) == (9, 9, 0, 0)
    assert figures["answer_ms"]["p50"] > 0
    late = server.join()
    late.send(flat.InitComplete())
    packet = late.wait_for_kind(flat.GamePacket)
    assert packet.match_info.match_phase == flat.MatchPhase.Ended
    started = time.monotonic()
    late.wait_for_kind(flat.GamePacket, 3)
    assert time.monotonic() - started > ENDED_PACKET_S
    manager.send(flat.StopCommand(False))
    manager.settle()
    assert sum(report["final"] for report in manager.reports()) == 1


def test_no_answer_is_late_while_a_bot_starts_up(arena, make):
    server = arena(pace="realtime")
    manager = server.launch(make.match(make.bot("A", "a")))
    agent = server.agent("a")

    def answer_late(condition):
        count = 0
        while not (reports := [report for report in manager.reports() if condition(report["agents"][0])]):
            agent.wait_for_kind(flat.GamePacket, count := count + 1)
            time.sleep(0.02)
            agent.answer(0)
            manager.read(0.0)
        return reports[-1]

    first = answer_late(lambda agent: agent["answers"] > 0)
    assert first["agents"][0]["late"] == 0
    later = answer_late(lambda agent: agent["late"] > 5)["agents"][0]
    assert later["late"] < later["answers"]


def test_the_final_report_contains_the_lateness_of_ticks(arena, make):
    """Several matches are tried, because another program may delay one."""
    for _ in range(6):
        server = arena(pace="4", make_game=lambda match: make.game(match, frames=60))
        manager = server.launch(make.match(ALONE))
        final = manager.wait_for_report(lambda report: report["final"])
        assert final["tick_error_ms"]["p50"] >= 0.0
        if final["tick_error_ms"]["p50"] < 2.0 and final["overruns"] == 0:
            return
    pytest.fail(f"frames began late in every match, in the last one by {final['tick_error_ms']}")


def test_reports_only_go_to_managers_that_want_communication(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    deaf = server.join(comms=False)
    agent = server.agent("a")
    report = manager.wait_for_report(lambda report: not report["missing"])
    assert report["agents"][0]["connected"]
    assert report["agents"][0]["ready"]
    agent.settle()
    deaf.settle()
    assert agent.of(flat.MatchComm) == deaf.of(flat.MatchComm) == []


def test_reports_come_once_a_second_and_when_an_agent_comes_or_goes(arena, make):
    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    started = time.monotonic()
    count = len(manager.reports())
    manager.wait_for(lambda peer: len(peer.reports()) >= count + 2)
    assert 0.8 < time.monotonic() - started < 15
    agent = server.agent("a")
    manager.wait_for_report(lambda report: not report["missing"])
    agent.close()
    report = manager.wait_for_report(lambda report: report["missing"] and report["frame"])
    assert report["missing"] == [{"agent_id": "a", "name": "A"}]
    assert not report["agents"][0]["connected"]


def test_the_report_numbers_the_session_that_drives_an_agent(arena, make):
    def told():
        return [report["agents"][0]["session"] for report in manager.reports()]

    server = arena()
    manager = server.launch(make.match(make.bot("A", "a")))
    peer = server.agent("a")
    manager.wait_for(lambda _: told()[-1:] not in ([], [None]))
    first = told()[-1]
    peer.close()
    manager.wait_for(lambda _: told()[-1] is None)
    server.agent("a")
    manager.wait_for(lambda _: told()[-1] is not None)
    assert told()[-1] > first


def test_a_pause_and_the_end_of_a_step_are_reported_at_once(arena, make, monkeypatch):
    server = arena(pace="2")
    manager = server.launch(make.match(ALONE))
    other = server.join()
    manager.wait_for_report(lambda report: report["frame"])
    monkeypatch.setattr("runtime.arena.report.reporter.PERIOD_S", 60.0)
    count = len(manager.reports())
    manager.wait_for(lambda peer: len(peer.reports()) > count)
    started = time.monotonic()
    other.send(flat.ConsoleCommand("kickabout pause"))
    stood = manager.wait_for_report(lambda report: report["paused"])
    other.send(flat.ConsoleCommand("kickabout step 24"))
    stepping = manager.wait_for_report(lambda report: report["steps_left"])
    count = len(manager.reports())
    manager.wait_for(lambda peer: [report for report in peer.reports()[count:] if report["paused"]])
    after = manager.reports()[-1]
    assert time.monotonic() - started < 30, "none of the three waited for the next report"
    assert not stepping["paused"]
    assert 1 <= stepping["steps_left"] <= 24
    assert (after["frame"] - stood["frame"], after["steps_left"]) == (24, 0)
    other.send(flat.ConsoleCommand("kickabout resume"))
    manager.wait_for_report(lambda report: not report["paused"] and report["frame"] > after["frame"])


def test_speed_is_game_time_per_wall_time(arena, make):
    server = arena(pace="2")
    manager = server.launch(make.match(ALONE))
    report = manager.wait_for_report(lambda report: report["speed"] > 0)
    assert report["speed"] == pytest.approx(2.0, rel=0.2)


def test_idle_server_uses_next_to_no_cpu(arena, make):
    server = arena()
    server.launch(make.match(make.bot("A", "a")))
    time_of = time.clock_gettime
    clock = time.pthread_getcpuclockid(server.thread.ident)
    started, used = time.monotonic(), time_of(clock)
    server.peers[0].wait_for(lambda peer: time.monotonic() > started + 0.5)
    assert time_of(clock) - used < 0.05
