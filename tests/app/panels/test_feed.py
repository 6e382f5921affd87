"""Events of a match appear in the feed as text; choosing one shows its moment."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.panels.context import Moment
from app.session.bridge import FrameBatch
from runtime.model.events import AgentChanged, CommsReceived, SwapChanged, TelemetryRecorded
from runtime.model.messages import literal
from runtime.model.states import SwapOutcome
from runtime.model.telemetry import Mark, MarkKind
from runtime.model.values import Comm
from tests.app.conftest import an_agent
from tests.app.recorded import recorded_of
from tests.values import a_swap
from widgets.words import number


@pytest.fixture
def feed(desktop, qtbot, runner):
    """The panel of the feed in a window whose match has begun, without telemetry yet."""
    runner.is_recorded = False
    desktop.window.bottom.start_button.click()
    qtbot.waitUntil(lambda: len(desktop.session.agents) == 2 and desktop.session.view is not None)
    qtbot.waitUntil(lambda: desktop.session.view.frame == 599)
    return desktop.panels["feed"].panel


def rows(feed):
    return [(entry.time, entry.text) for entry in feed.model.rows]


def play_until(desktop, make_view, game_s, **values):
    """Records a match whose countdown of 3 s is followed by play until a game time."""
    times = [number / 4 for number in range(int(4 * game_s) + 1)]
    views = [
        replace(make_view(0), **{"seconds_elapsed": time_s, "clock_s": 300 - max(0.0, time_s - 3), **values})
        for time_s in times
    ]
    desktop.session.bridge.telemetry_arrived.emit(recorded_of(views))


def a_comm(text, team=0, index=0, size=None, *, is_team_only=False, game_s=65.0):
    return Comm(team=team, index=index, is_team_only=is_team_only, text=text, size=size, game_s=game_s, time_s=70.0)


def test_chat_has_the_name_of_who_sent_it(feed, desktop):
    sent = (
        (a_comm("I got it!"), "Striker: I got it!"),
        (a_comm("Nice!", 1, 1, is_team_only=True), "Chaser: Nice! (to the team)"),
        (a_comm("00 01", size=2), "Striker: [2 B] 00 01"),
        (a_comm("hello", 2, 0), "Painter: hello"),
        (a_comm("hello", 2, 9), "Another program: hello"),
        (a_comm("hi", 3), "Another program: hi"),
        (a_comm("hello", 0, 4_294_967_295), "Car 4294967296: hello"),
    )
    desktop.session.bridge.agent_changed.emit(AgentChanged(agent=an_agent(2, "Painter")))
    for comm, _ in sent:
        desktop.session.bridge.comms_arrived.emit(CommsReceived(comms=(comm,), dropped=0))
    assert rows(feed) == [(desktop.session.view.clock_text, text) for _, text in sent]


@pytest.mark.parametrize(
    ("values", "time"),
    [
        ({}, "3:58"),
        ({"clock_s": 288.4}, "4:49"),
        ({"is_overtime": True, "clock_s": 12.6}, "+0:12"),
        ({"is_unlimited": True, "clock_s": 62.6}, "1:02"),
    ],
)
def test_entries_have_the_time_of_the_clock_and_the_other_in_the_tooltip(feed, desktop, make_view, values, time):
    play_until(desktop, make_view, 65.0, **values)
    shown = replace(make_view(0), **{"seconds_elapsed": 65.0, **values})
    desktop.session.bridge.frames_arrived.emit(FrameBatch(views=(shown,)))
    desktop.session.bridge.comms_arrived.emit(CommsReceived(comms=(a_comm("hello"),), dropped=0))
    assert rows(feed) == [(time, "Striker: hello")]
    assert feed.model.data(feed.model.index(0), Qt.ItemDataRole.ToolTipRole).endswith("start: 1:05")


def test_an_event_of_earlier_has_the_clock_of_that_moment(feed, desktop, make_view):
    play_until(desktop, make_view, 65.0)
    for game_s, time in ((1.0, "5:00"), (13.0, "4:50"), (64.0, "3:59")):
        mark = Mark(kind=MarkKind.GOAL, frame=1, game_s=game_s, wall_s=4.0, subject=0, team=0)
        desktop.session.bridge.telemetry_arrived.emit(TelemetryRecorded(marks=(mark,)))
        assert rows(feed)[-1][0] == time


def test_left_out_chat_is_counted(feed, desktop):
    desktop.session.bridge.comms_arrived.emit(CommsReceived(comms=(a_comm("x"),), dropped=1234))
    assert rows(feed)[0][1] == f"{number(1234)} older messages were left out: they came too fast."


def test_events_are_entries_but_touches_are_not_and_a_click_leads_to_their_moment(feed, desktop):
    kinds = (MarkKind.GOAL, MarkKind.TOUCH, MarkKind.DEMOLITION, MarkKind.LATE_BURST)
    marks = tuple(Mark(kind=kind, frame=1, game_s=3.0, wall_s=4.0, subject=0, by=1, team=0) for kind in kinds)
    desktop.session.bridge.telemetry_arrived.emit(TelemetryRecorded(marks=marks))
    assert [text for _, text in rows(feed)] == [
        "Goal by Striker, assist by Chaser",
        "Chaser demolished Striker",
        "Striker answered late several times",
    ]
    assert [entry.team for entry in feed.model.rows][:2] == [0, 1]
    moments = []
    desktop.context.navigator.moment_requested.connect(moments.append)
    feed.entry_chosen.emit(feed.model.rows[0])
    assert moments == [Moment(game_s=3.0, wall_s=4.0)]


def test_late_answers_are_one_entry_for_each_agent(feed, desktop):
    for game_s in range(3, 63, 3):
        marks = tuple(
            Mark(kind=MarkKind.LATE_BURST, frame=1, game_s=game_s, wall_s=4.0, subject=key, team=None)
            for key in ("blue-1", "orange-1")[: game_s % 2 + 1]
        )
        desktop.session.bridge.telemetry_arrived.emit(TelemetryRecorded(marks=marks))
    assert [(entry.text, entry.count) for entry in feed.model.rows] == [
        ("Striker answered late several times", 20),
        ("Chaser answered late several times", 10),
    ]
    feed.subjects.setCurrentText("Chaser")
    assert feed.model.rowCount() == 1


def test_saves_are_read_from_the_scoreboard(feed, desktop, make_view):
    view = replace(make_view(0), seconds_elapsed=12.0)
    cars = (replace(view.cars[0], saves=1), view.cars[1])
    for shown in (view, replace(view, cars=cars), replace(view, cars=cars)):
        desktop.session.bridge.frames_arrived.emit(FrameBatch(views=(shown,)))
    assert rows(feed) == [("5:00", "Save by Striker")]


def test_restarts_and_new_versions_are_entries(feed, desktop):
    agent = an_agent(0, "Striker")
    for changed in (agent, replace(agent, restarts=1, reason=literal("It crashed."))):
        desktop.session.bridge.agent_changed.emit(AgentChanged(agent=changed))
    record = a_swap(time_s=5.0, duration_s=1.0)
    for changed in (
        record,
        replace(record, outcome=SwapOutcome.REFUSED, reason=literal("Wrong.")),
        replace(record, outcome=SwapOutcome.APPLIED),
    ):
        desktop.session.bridge.swap_changed.emit(SwapChanged(record=changed))
    assert [text for _, text in rows(feed)] == [
        "Striker restarts. It crashed.",
        "Striker plays version 2 (bot.py)",
        "Striker: new version rejected. Wrong.",
    ]
    assert feed.model.rows[1].wall_s == 6.0


def test_a_new_match_begins_with_an_empty_feed(feed, desktop, runner, qtbot):
    desktop.session.bridge.comms_arrived.emit(CommsReceived(comms=(a_comm("x"),), dropped=0))
    runner.may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    assert len(rows(feed)) == 1
    desktop.window.bottom.start_button.click()
    assert rows(feed) == []
