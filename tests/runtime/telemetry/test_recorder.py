import math
from dataclasses import replace

import psutil
import pytest
from msgspec import structs

from runtime.model.events import AgentChanged, MatchNoted, SwapChanged, TelemetryRecorded
from runtime.model.messages import message
from runtime.model.states import AgentEnding, AgentState, SwapOutcome
from runtime.model.values import AgentStatus
from runtime.protocol.report import Percentiles
from runtime.telemetry import MarkKind, Scope
from runtime.telemetry.history import CAPACITY
from runtime.telemetry.recorder import EMIT_S
from tests.runtime.telemetry.scripted import Scripted, car, packet
from tests.values import a_swap

ADA = AgentStatus(key="blue-1", name="Ada", agent_id="tests/ada", team=0, cars=(0,), state=AgentState.PLAYING)


@pytest.fixture
def match(clock):
    return Scripted(clock)


def test_figures_of_agents_and_server_come_with_each_report(match, clock, report):
    ada = replace(
        ADA,
        answers_per_s=119.5,
        response_ms=(1.5, 4.0, 9.0),
        cpu_share=0.25,
        rss_bytes=42_500_000,
        restarts=2,
        swaps=3,
        packets=120,
        answers=100,
        late=10,
    )
    match.play(packet(1200))
    clock.now += 5
    times = Percentiles(p50_ms=0.1, p95_ms=0.2, p99_ms=0.3)
    match.recorder.report(structs.replace(report(speed=0.5), overruns=7, tick_error=times), [ada])
    match.recorder.report(report(speed=2.0), [replace(ada, packets=140, answers=110, late=12)])
    match.recorder.report(report(speed=0.0), [replace(ada, packets=140, answers=110, late=12)])
    match.recorder.flush((), at_once=True)

    history = match.history
    assert history.subjects(Scope.AGENT) == ("blue-1",)
    names = ("answers_per_s", "response_p50", "response_p95", "response_p99", "cpu", "memory", "restarts", "swaps")
    assert [history.value(f"agent.{name}", "blue-1") for name in names] == [119.5, 1.5, 4, 9, 25, 42.5, 2, 3]
    shares = history.curve("agent.late_share", "blue-1")
    assert shares.values.tolist() == pytest.approx([math.nan, 20, 0], nan_ok=True)
    answered = history.curve("agent.answered_share", "blue-1").values
    assert answered.tolist() == pytest.approx([math.nan, 50, math.nan], nan_ok=True)
    assert shares.times_s.tolist() == [10, 10, 10]
    assert history.curve("server.tick_rate", None).values.tolist() == [60, 240, 0]
    assert history.curve("server.overruns", None).values.tolist() == [7, 0, 0]
    assert history.curve("server.lateness_p95", None).values.tolist() == pytest.approx(
        [0.2, math.nan, math.nan], nan_ok=True
    )


def test_a_server_without_reports_is_sampled_once_a_second(match, clock):
    for frame in range(1, 361):
        clock.now += 1 / 60
        sample = packet(frame, car())
        match.recorder.packet(sample, b"")
        match.recorder.flush([replace(ADA, cpu_share=0.5)])
    assert match.history.curve("server.tick_rate", None).values.tolist() == pytest.approx([60] * 5, rel=0.1)
    assert match.history.value("agent.cpu", "blue-1") == 50
    assert math.isnan(match.history.value("agent.response_p50", "blue-1"))
    assert math.isnan(match.history.value("agent.late_share", "blue-1"))


@pytest.mark.parametrize(
    ("steps", "bursts"),
    [
        ([(100, 0), (50, 5)], [2]),
        ([(100, 0), (50, 4)], []),
        ([(100, 0), (51, 5)], []),
        ([(100, 90)], []),  # no earlier report to compare with
        ([(100, 0), (50, 5), (50, 40), (50, 0), (50, 50)], [2, 5]),
        ([(100, 40), (-100, -40), (100, 0), (50, 5)], [4]),  # the server's counters start again from zero
        ([(100, 0), (0, 5)], [2]),  # missed in lockstep, without an answer
    ],
)
def test_a_burst_of_late_answers_is_marked_where_it_begins(match, report, steps, bursts):
    status = ADA
    for number, (answers, late) in enumerate(steps, 1):
        match.play(packet(number))
        status = replace(status, answers=status.answers + answers, late=status.late + late)
        match.recorder.report(report(), [status])
    match.recorder.flush((), at_once=True)
    marks = match.marks(MarkKind.LATE_BURST)
    assert [(mark.frame, mark.subject, mark.team) for mark in marks] == [(frame, "blue-1", 0) for frame in bursts]


def shown(match, name):
    return match.history.curve(f"agent.{name}", "blue-1").values.tolist()


@pytest.mark.parametrize(("packets", "is_silent"), [(59, False), (60, True), (61, True)])
def test_an_agent_that_answers_nothing_has_no_values(match, report, packets, is_silent):
    status = replace(ADA, state=AgentState.PLAYING, packets=100, answers=100, response_ms=(1.0, 2.0, 3.0))
    for frame in (100, 220):
        match.play(packet(frame))
        match.recorder.report(report(), [status])
        status = replace(status, packets=status.packets + packets)
    back = replace(status, answers=101)
    match.recorder.report(report(), [back])
    match.recorder.flush((), at_once=True)
    during = (math.nan, math.nan) if is_silent else (3.0, 0.0)
    assert shown(match, "response_p99") == pytest.approx([3.0, during[0], 3.0], nan_ok=True)
    assert shown(match, "late_share") == pytest.approx([math.nan, during[1], 0.0], nan_ok=True)


@pytest.mark.parametrize("state", [AgentState.CRASHED, AgentState.RESTARTING, AgentState.HUNG, AgentState.STOPPED])
def test_an_agent_that_does_not_play_has_no_values(match, report, state):
    status = replace(ADA, state=AgentState.PLAYING, packets=100, answers=100, response_ms=(1.0, 2.0, 3.0))
    for number in range(3):
        match.play(packet(100 + number))
        match.recorder.report(report(), [status])
        status = replace(status, state=state)
    match.recorder.flush((), at_once=True)
    for name in ("response_p50", "response_p95", "response_p99"):
        assert [math.isnan(value) for value in shown(match, name)] == [False, True, True]
    assert [math.isnan(value) for value in shown(match, "late_share")] == [True] * 3


def test_each_end_that_nobody_asked_for_is_a_crash(match, clock):
    def status(**values):
        match.recorder.on_event(AgentChanged(agent=replace(ADA, **values)))

    match.play(packet(240))
    clock.now += 3
    status()
    for ending in (AgentEnding.CRASH, AgentEnding.CRASH, None, AgentEnding.STOPPED, None, AgentEnding.HANG):
        status(ending=ending)
    match.recorder.flush((), at_once=True)
    crashes = [(mark.frame, mark.game_s, mark.wall_s, mark.subject) for mark in match.marks(MarkKind.CRASH)]
    assert crashes == [(240, 2, 3, "blue-1")] * 2


CHANGES = (SwapOutcome.SWAPPED, SwapOutcome.RETURNED)


@pytest.mark.parametrize("outcome", list(SwapOutcome))
def test_only_a_change_of_the_version_that_plays_is_a_swap(match, outcome):
    match.recorder.on_event(SwapChanged(record=a_swap(outcome)))
    match.recorder.flush((), at_once=True)
    assert [mark.subject for mark in match.marks(MarkKind.SWAP)] == ["blue-1"] * (outcome in CHANGES)


def test_events_are_passed_on_in_order(match):
    events = [AgentChanged(agent=ADA), MatchNoted(text=message("a-note", "A note."))]
    for event in events:
        match.recorder.on_event(event)
    assert match.events == events


def test_samples_and_packets_are_thinned_and_emitted_thirty_times_a_second(match, clock):
    for frame in range(1, 241):
        clock.now += EMIT_S / 4.9
        match.recorder.packet(packet(frame, car()), str(frame).encode())
        match.recorder.flush(())
    emitted = [event for event in match.events if isinstance(event, TelemetryRecorded)]
    assert len(emitted) == pytest.approx(240 / 5, abs=1)
    frames = [round(time_s * 120) for time_s in match.history.curve("car.speed", 0).times_s]
    assert frames == [1, *range(4, 241, 4)]
    kept = [int(each.payload) for event in emitted for each in event.packets]
    assert kept == list(range(1, kept[-1] + 1, 2))


def test_nothing_is_emitted_without_news(match, clock):
    clock.now += 10
    match.recorder.flush((), at_once=True)
    assert not match.events


def test_recent_views_are_the_last_seconds_at_sixty_per_second(match):
    match.play(*(packet(frame, car(frame)) for frame in range(1, 3001)))
    views = match.history.recent_views(2.0)
    assert [view.frame for view in views] == list(range(2759, 3000, 2))
    assert [round(time_s * 120) for time_s in views.times_s] == [view.frame for view in views]
    assert (views[0].cars[0].x, views[-1].frame, [view.frame for view in views[:2]]) == (2759, 2999, [2759, 2761])
    assert views[5] is views[5]
    with pytest.raises(IndexError):
        views[len(views)]
    assert len(match.history.recent_views(1000)) == 15 * 60
    match.history.clear()
    assert not len(match.history.recent_views())


@pytest.mark.soak
def test_memory_is_flat_over_thirty_minutes_of_packets(match, clock):
    process = psutil.Process()
    sizes = {}
    for number in range(30 * 60 * 30):
        clock.now += 1 / 30
        frame = 4 * number
        match.recorder.packet(packet(frame, car(), car(team=1, number=1, touch=frame // 480 * 480)), bytes(1000))
        match.recorder.flush(())
        match.events.clear()
        if number % (30 * 60) == 0:
            sizes[number // (30 * 60)] = process.memory_info().rss
    history = match.history
    assert len(history.curve("car.speed", 0).values) == CAPACITY[Scope.CAR]
    assert len(match.marks(MarkKind.TOUCH)) == 449
    assert sizes[29] - sizes[12] < 2_000_000
