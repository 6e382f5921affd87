"""Events of any thread arrive on the GUI thread: states at once, streams in batches, nothing after the end."""

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QThread, QTimer

from app.session.bridge import LINES_AT_ONCE, MAX_COMMS, MAX_FRAMES, MAX_LINES, MAX_RECORDS, RECORDS_AT_ONCE, Bridge
from app.session.match_session import MatchSession
from runtime.model.events import (
    AgentChanged,
    CommsReceived,
    FrameShown,
    LinesLogged,
    MatchEnded,
    PaceMeasured,
    StageChanged,
    TelemetryRecorded,
)
from runtime.model.states import MatchStage, StageState
from runtime.model.telemetry import Mark, MarkKind
from runtime.model.values import LogLine


@pytest.fixture
def bridge(qtbot, no_timer_left):
    made = Bridge()
    made.begin()
    yield made
    made.findChild(QTimer).stop()


def from_thread(*events, bridge):
    thread = threading.Thread(target=lambda: [bridge.post(event) for event in events])
    thread.start()
    thread.join()


def line(number):
    return LogLine(key="game", text=str(number), time_s=0.0)


def test_states_arrive_on_the_gui_thread_in_order(bridge, qtbot, qapp, make_agent):
    seen = []
    for signal in (bridge.stage_changed, bridge.agent_changed, bridge.pace_measured):
        signal.connect(lambda event: seen.append((event, QThread.currentThread() is qapp.thread())))
    events = (
        StageChanged(stage=MatchStage.GAME, state=StageState.RUNNING),
        AgentChanged(agent=make_agent(0, "Striker")),
        PaceMeasured(speed=1.0, overruns=0),
        StageChanged(stage=MatchStage.GAME, state=StageState.DONE),
    )
    from_thread(*events, bridge=bridge)
    assert seen == []
    qtbot.waitUntil(lambda: len(seen) == 4)
    assert [event for event, _ in seen] == list(events)
    assert all(is_gui for _, is_gui in seen)


@pytest.mark.parametrize("count", [1, MAX_FRAMES - 1, MAX_FRAMES, MAX_FRAMES + 1])
def test_frames_come_in_batches_and_the_newest_are_kept(bridge, qtbot, make_view, count):
    batches = []
    bridge.frames_arrived.connect(batches.append)
    from_thread(*(FrameShown(view=make_view(frame)) for frame in range(count)), bridge=bridge)
    qtbot.waitUntil(lambda: bool(batches))
    views = [view for batch in batches for view in batch.views]
    assert len(views) == min(count, MAX_FRAMES)
    assert views[-1].frame == count - 1


@pytest.mark.parametrize(("count", "dropped"), [(MAX_LINES - 1, 0), (MAX_LINES, 0), (MAX_LINES + 1, 1)])
def test_too_many_lines_are_counted(bridge, qtbot, count, dropped):
    batches = []
    bridge.lines_arrived.connect(batches.append)
    bridge.post(LinesLogged(lines=tuple(line(number) for number in range(count))))
    qtbot.waitUntil(lambda: sum(len(batch.lines) + batch.dropped for batch in batches) == count)
    assert sum(batch.dropped for batch in batches) == dropped
    assert max(len(batch.lines) for batch in batches) == LINES_AT_ONCE
    before = len(batches)
    bridge.post(LinesLogged(lines=(line(1),)))
    qtbot.waitUntil(lambda: len(batches) == before + 1)
    assert batches[-1].dropped == 0


def test_all_lines_that_wait_are_reported_before_the_end(bridge, qtbot, make_result):
    order = []
    bridge.lines_arrived.connect(lambda batch: order.append(len(batch.lines)))
    bridge.match_ended.connect(lambda event: order.append("end"))
    from_thread(
        LinesLogged(lines=tuple(line(number) for number in range(3 * LINES_AT_ONCE))),
        MatchEnded(result=make_result()),
        bridge=bridge,
    )
    qtbot.waitUntil(lambda: "end" in order)
    assert order[-1] == "end"
    assert sum(order[:-1]) == 3 * LINES_AT_ONCE


def test_everything_before_the_end_is_reported_before_it(bridge, qtbot, make_view, make_result):
    order = []
    bridge.frames_arrived.connect(lambda batch: order.append("frames"))
    bridge.lines_arrived.connect(lambda batch: order.append("lines"))
    bridge.match_ended.connect(lambda event: order.append("end"))
    from_thread(
        FrameShown(view=make_view(1)),
        LinesLogged(lines=(line(1),)),
        MatchEnded(result=make_result()),
        bridge=bridge,
    )
    qtbot.waitUntil(lambda: "end" in order)
    assert order == ["frames", "lines", "end"]
    assert not bridge.findChild(QTimer).isActive()


def test_a_new_match_begins_without_the_remains_of_the_last(bridge, qtbot, make_view):
    bridge.findChild(QTimer).stop()
    bridge.post(FrameShown(view=make_view(1)))
    bridge.post(LinesLogged(lines=(line(1),)))
    bridge.begin()
    with qtbot.assertNotEmitted(bridge.frames_arrived), qtbot.waitSignal(bridge.findChild(QTimer).timeout):
        pass


def test_a_car_without_a_name_is_the_humans(bridge, qtbot, make_view):
    view = make_view(1)
    first, *others = view.cars
    view = replace(view, cars=(replace(first, name=""), *others))
    with qtbot.waitSignal(bridge.frames_arrived) as signal:
        from_thread(FrameShown(view=view), bridge=bridge)
    assert [car.name for car in signal.args[0].views[-1].cars] == ["You", *(car.name for car in others)]


@pytest.mark.parametrize("count", [1, MAX_COMMS - 1, MAX_COMMS, MAX_COMMS + 1])
def test_the_newest_batches_of_a_chat_flood_are_kept(bridge, qtbot, count):
    seen = []
    bridge.comms_arrived.connect(lambda event: seen.append(event.dropped))
    from_thread(*(CommsReceived(comms=(), dropped=number) for number in range(count)), bridge=bridge)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] == count - 1)
    assert seen == list(range(count))[-MAX_COMMS:]


def test_telemetry_arrives_as_one_event_and_the_session_keeps_it(qtbot, no_timer_left):
    session = MatchSession(lambda match, choice: None, lambda: None)
    session.bridge.begin()
    seen = []
    session.bridge.telemetry_arrived.connect(lambda event: seen.append((len(event.marks), len(session.history.marks))))
    marks = [Mark(kind=MarkKind.GOAL, frame=number, game_s=number, wall_s=number) for number in range(3)]
    from_thread(*(TelemetryRecorded(marks=(mark,)) for mark in marks), bridge=session.bridge)
    qtbot.waitUntil(lambda: bool(seen))
    session.bridge.findChild(QTimer).stop()
    assert seen == [(3, 3)]
    assert list(session.history.marks) == marks


@pytest.mark.parametrize(
    ("count", "batches"),
    [
        (RECORDS_AT_ONCE, [RECORDS_AT_ONCE]),
        (RECORDS_AT_ONCE + 1, [RECORDS_AT_ONCE, 1]),
        (MAX_RECORDS + 1, [RECORDS_AT_ONCE] * (MAX_RECORDS // RECORDS_AT_ONCE)),
    ],
)
def test_telemetry_that_has_waited_arrives_in_parts_and_the_oldest_is_dropped(bridge, qtbot, count, batches):
    seen = []
    bridge.telemetry_arrived.connect(lambda event: seen.append([mark.frame for mark in event.marks]))
    marks = (Mark(kind=MarkKind.TOUCH, frame=number, game_s=0.0, wall_s=0.0) for number in range(count))
    from_thread(*(TelemetryRecorded(marks=(mark,)) for mark in marks), bridge=bridge)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1][-1] == count - 1)
    assert [len(batch) for batch in seen] == batches
    assert [frame for batch in seen for frame in batch] == list(range(count))[-MAX_RECORDS:]


def test_all_telemetry_arrives_before_the_end(bridge, qtbot, make_result):
    seen = []
    bridge.telemetry_arrived.connect(lambda event: seen.extend(event.marks))
    bridge.match_ended.connect(seen.append)
    mark = Mark(kind=MarkKind.TOUCH, frame=0, game_s=0.0, wall_s=0.0)
    end = MatchEnded(result=make_result())
    from_thread(*[TelemetryRecorded(marks=(mark,))] * (3 * RECORDS_AT_ONCE), end, bridge=bridge)
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] is end)
    assert len(seen) == 3 * RECORDS_AT_ONCE + 1
