"""Goals are replayed from stored packets, unless replays are off or something prevents them; moments on request."""

from dataclasses import replace

import pytest
import rlbot_flatbuffers as flat
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

import app.panels.replay
from app.panels.context import Moment
from app.panels.replay import KEPT_S, MAX_SPEED
from app.session.bridge import FrameBatch
from runtime.model.events import PaceMeasured, TelemetryRecorded
from runtime.model.states import Phase
from runtime.model.telemetry import KeptPacket, Mark, MarkKind
from runtime.protocol import pack_core
from tests.app.windows import panel
from widgets.preferences.preferences_dialog import PreferencesDialog

GOAL_S = 8.0


def kept(seconds):
    ball = flat.Physics(flat.Vector3(0.0, 500.0 * seconds, 93.0), flat.Rotator(), flat.Vector3(), flat.Vector3())
    packet = flat.GamePacket(
        players=[flat.PlayerInfo(team=0)],
        balls=[flat.BallInfo(ball, flat.SphereShape(182.5))],
        match_info=flat.MatchInfo(seconds_elapsed=seconds, match_phase=flat.MatchPhase.Active),
    )
    return KeptPacket(seconds, pack_core(packet), ())


def recorded(first_s, last_s, *marks):
    packets = tuple(kept(number / 20) for number in range(round(first_s * 20), round(last_s * 20)))
    return TelemetryRecorded(samples=(), marks=marks, packets=packets)


GOAL = Mark(kind=MarkKind.GOAL, frame=960, game_s=GOAL_S, wall_s=9.0, subject=0, team=0)


@pytest.fixture
def playing(desktop, qtbot, monkeypatch):
    """A window with a running match; replays of goals start without a delay."""
    monkeypatch.setattr(app.panels.replay, "DELAY_MS", 0)
    panel(desktop, "replay").findChild(QTimer).setInterval(0)
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.view is not None and desktop.window.stage.canvas.is_built)
    desktop.session.bridge.telemetry_arrived.emit(recorded(0.0, GOAL_S + 1.0))
    return desktop


def score(desktop, qtbot):
    """Marks a goal; returns whether its replay runs."""
    desktop.session.bridge.telemetry_arrived.emit(recorded(GOAL_S + 1.0, GOAL_S + 1.1, GOAL))
    QTest.qWait(60)
    return desktop.window.stage.replay.is_playing


def test_a_goal_is_shown_again_with_names_while_the_match_goes_on(playing, qtbot):
    assert score(playing, qtbot)
    canvas = playing.window.stage.canvas
    canvas.grab()
    replayed = canvas.scene.view
    assert GOAL_S - 4.0 < replayed.seconds_elapsed < GOAL_S
    assert replayed.cars[0].name
    assert canvas.view is not replayed
    playing.window.stage.replay.skip()
    canvas.grab()
    assert canvas.scene.view.seconds_elapsed != replayed.seconds_elapsed


def switch_off(desktop):
    desktop.settings.change(shows_replays=False)


def speed_up(desktop):
    desktop.session.bridge.pace_measured.emit(PaceMeasured(speed=MAX_SPEED + 0.1, overruns=0))


def move_things(desktop):
    desktop.window.stage.canvas.set_moving(is_on=True)


def drive(desktop):
    panel(desktop, "drive")._begin()


def show_another_panel(desktop):
    desktop.window.stage.hide()


@pytest.mark.parametrize("cause", [switch_off, speed_up, move_things, drive, show_another_panel])
def test_a_goal_is_not_shown_again_where_that_is_off_or_in_the_way(playing, qtbot, cause):
    cause(playing)
    assert not score(playing, qtbot)


def test_driving_ends_a_replay(playing, qtbot):
    assert score(playing, qtbot)
    drive(playing)
    playing.session.bridge.frames_arrived.emit(FrameBatch(views=(playing.session.view,)))
    assert not playing.window.stage.replay.is_playing


@pytest.mark.parametrize("is_requested", [False, True])
def test_the_kickoff_ends_the_replay_of_a_goal_but_not_one_on_request(playing, qtbot, is_requested):
    if is_requested:
        playing.context.navigator.moment_requested.emit(Moment(game_s=GOAL_S, wall_s=GOAL_S))
    else:
        assert score(playing, qtbot)
    for phase, is_shown in ((Phase.COUNTDOWN, True), (Phase.KICKOFF, is_requested), (Phase.ACTIVE, is_requested)):
        playing.session.bridge.frames_arrived.emit(FrameBatch(views=(replace(playing.session.view, phase=phase),)))
        assert playing.window.stage.replay.is_playing is is_shown


def test_replays_are_switched_in_the_view_and_in_the_settings(playing, qtbot):
    action = playing.window.stage.cameras.replays_action
    assert score(playing, qtbot)
    playing.window.stage.replay.off_button.click()
    assert (playing.settings.settings.shows_replays, action.isChecked()) == (False, False)
    action.trigger()
    assert playing.settings.settings.shows_replays
    command = next(one for one in playing.window.commands.all if one.text() == "Show goals again, or not")
    for is_on in (False, True):
        command.trigger()
        assert playing.settings.settings.shows_replays is is_on
    playing.window.commands.settings.trigger()
    playing.window.findChild(PreferencesDialog).replays.click()
    assert not action.isChecked()


@pytest.mark.parametrize(("game_s", "is_shown"), [(GOAL_S, True), (0.0, True), (GOAL_S + 2.0, False), (-1.0, False)])
def test_a_moment_is_shown_while_it_is_remembered(playing, qtbot, game_s, is_shown):
    refusals = []
    playing.notifications.refused.connect(refusals.append)
    playing.context.navigator.moment_requested.emit(Moment(game_s=game_s, wall_s=game_s))
    assert playing.window.stage.replay.is_playing is is_shown
    assert [str(round(KEPT_S)) in refusal for refusal in refusals] == ([] if is_shown else [True])


def test_a_moment_can_be_seen_after_the_match_and_with_goals_switched_off(playing, runner, qtbot):
    switch_off(playing)
    playing.session.stop()
    qtbot.waitUntil(lambda: not playing.session.is_running)
    playing.context.navigator.moment_requested.emit(Moment(game_s=GOAL_S, wall_s=GOAL_S))
    assert playing.window.stage.replay.is_playing
