"""A replay plays each frame once, slowly around its moment, with the ball in the picture, and can be skipped."""

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt
from PySide6.QtTest import QTest

from runtime.model.values import BallView
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.field import HOOPS, SOCCAR, inside
from widgets.stage.replay import SLOW, Clip, Replay
from widgets.stage.stage_panel import StagePanel

STEP_S = 1 / 60


@pytest.fixture
def clip(a_view, a_car):
    """Four seconds; the ball enters a goal three seconds after the first frame."""

    def make(sign=1, aside=900.0, **changes):
        frames = []
        for number in range(240):
            seconds = number * STEP_S
            ball = BallView(x=aside * (3 - seconds) / 3, y=sign * 1735.0 * seconds, z=200.0, speed=1735.0, radius=91.25)
            balls = (ball,) if seconds < 3.0 else ()
            cars = (a_car(0, y=sign * 1600.0 * seconds),)
            frames.append(a_view(seconds_elapsed=100 + seconds, balls=balls, cars=cars))
        times = tuple(frame.seconds_elapsed for frame in frames)
        return Clip(**{"frames": frames, "times_s": times, "moment_s": 103.0, "words": "Replay"} | changes)

    return make


def played(replay, step_s=STEP_S):
    """Yields wall time and contents of each picture of a replay until it is over."""
    now = 0.0
    while not replay.is_over:
        yield now, *replay.at(now)
        now += step_s
        assert now < 20.0


def test_every_frame_is_played_once_and_slowly_around_the_moment(clip):
    times = [(now, view.seconds_elapsed) for now, view, _ in played(Replay(clip(), SOCCAR))]
    assert times[0] == (0.0, 100.0)
    assert all(earlier[1] <= later[1] for earlier, later in itertools.pairwise(times))
    assert times[60][1] == pytest.approx(101.0, abs=0.02)
    (one, *_, other) = [each for each in times if each[1] > 102.2]
    assert (other[1] - one[1]) / (other[0] - one[0]) == pytest.approx(SLOW, rel=0.01)


def test_things_move_between_frames(clip):
    places = {view.cars[0].y for _, view, _ in played(Replay(clip(), SOCCAR), 1 / 300)}
    assert len(places) > 900


@pytest.mark.parametrize("shape", [SOCCAR, HOOPS])
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("aside", [0.0, 900.0, -900.0])
def test_the_ball_is_in_the_picture_and_the_camera_in_the_arena(clip, shape, sign, aside):
    size = QSizeF(640, 400)
    for now, view, pose in played(Replay(clip(sign, aside), shape), 1 / 20):
        assert inside(shape, *pose.eye[:2], 200.0) == pytest.approx(pose.eye[:2])
        if view.balls and now > 0.5:
            ball = view.balls[0]
            x, y, depth = Projection.of_pose(pose, size).place((ball.x, ball.y, ball.z))
            assert depth > NEAR_UU
            assert 0 < x < 640
            assert 0 < y < 400


def test_a_replay_needs_frames(clip):
    with pytest.raises(ValueError, match="frame"):
        Replay(clip(frames=(), times_s=()), SOCCAR)
    only = clip().frames[:1]
    assert Replay(clip(frames=only, times_s=(100.0,)), SOCCAR).is_over


@pytest.fixture
def panel(qtbot, dark, a_view):
    made = StagePanel(dark)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    made.canvas.build()
    made.show_view(a_view(seconds_elapsed=200.0))
    return made


def shown_s(panel):
    panel.canvas.grab()
    return panel.canvas.scene.view.seconds_elapsed


SKIPS = {
    "key": lambda panel: QTest.keyClick(panel.canvas, Qt.Key.Key_Space),
    "click": lambda panel: QTest.mouseClick(panel.canvas, Qt.MouseButton.LeftButton, pos=QPoint(300, 100)),
    "button": lambda panel: panel.replay.skip_button.click(),
    "camera": lambda panel: QTest.keyClick(panel.canvas, Qt.Key.Key_2),
    "clear": lambda panel: panel.clear(),
}


@pytest.mark.parametrize("way", SKIPS)
def test_the_rest_can_be_skipped(panel, clip, qtbot, way):
    panel.canvas.setFocus()
    qtbot.waitUntil(panel.canvas.hasFocus)
    panel.replay.play(clip())
    assert 100.0 <= shown_s(panel) < 104.0
    assert panel.replay.isVisible()
    with qtbot.waitSignal(panel.replay.ended):
        SKIPS[way](panel)
    assert not panel.replay.isVisible()
    if way != "clear":
        assert shown_s(panel) == 200.0


def test_the_match_is_shown_again_after_the_last_frame(panel, clip, qtbot, a_view):
    short = clip(frames=clip().frames[:20], times_s=clip().times_s[:20])
    with qtbot.waitSignal(panel.replay.ended):
        panel.replay.play(short)
        panel.show_view(a_view(seconds_elapsed=201.0))
    assert shown_s(panel) == 201.0


def test_drawings_and_banners_of_the_match_are_not_on_a_replay(panel, clip, a_view, qtbot):
    panel.replay.play(clip())
    live = a_view(seconds_elapsed=200.1)
    for score in ((0, 0), (0, 1)):
        panel.show_view(replace(live, score=score))
    shown_s(panel)
    assert panel.canvas.scene.drawings == ()
    replayed = panel.canvas.grab().toImage()
    panel.replay.skip()
    qtbot.waitUntil(lambda: panel.canvas.grab().toImage().pixel(20, 70) != replayed.pixel(20, 70))


def test_the_button_for_driving_is_not_below_those_of_a_replay(panel, clip):
    panel.driving.offer(is_offered=True)
    panel.replay.play(clip())
    assert not panel.replay.geometry().intersects(panel.driving.button.geometry())


def test_goals_need_not_be_shown_again(panel, clip, qtbot):
    panel.replay.play(clip())
    with qtbot.waitSignals([panel.replay.switched_off, panel.replay.ended]):
        panel.replay.off_button.click()
