"""Frames that arrive in batches are played evenly, interpolated, and never far behind the newest."""

from dataclasses import replace
from itertools import pairwise
from math import pi

import pytest

from runtime.model.game_facts import MAX_BALL_SPEED
from runtime.model.values import BallView
from widgets.stage.playback import DELAY_S, JUMP_UU, Playback, blended, moment


@pytest.fixture
def frame(a_view, a_car):
    def make(time_s, x=None, **car):
        x = 1000.0 * time_s if x is None else x
        ball = BallView(x=x, y=0.0, z=93.0, speed=1000.0, radius=91.25)
        return a_view(seconds_elapsed=time_s, balls=(ball,), cars=(a_car(0, x=x, **car),))

    return make


def test_a_moment_between_two_frames_is_blended(frame):
    frames = [frame(1.0, yaw=pi - 0.1), frame(1.1, yaw=-pi + 0.1)]
    half = moment(frames, 1.05)
    assert half.balls[0].x == half.cars[0].x == pytest.approx(1050.0)
    assert half.cars[0].yaw % (2 * pi) == pytest.approx(pi), "the shorter way round"
    assert moment(frames, 0.5) is frames[0]
    assert moment(frames, 9.0) is frames[1]


@pytest.mark.parametrize(("beyond", "is_blended"), [(-1.0, True), (0.0, True), (1.0, False)])
def test_things_that_were_placed_do_not_slide(frame, beyond, is_blended):
    reach = JUMP_UU + MAX_BALL_SPEED * 0.125
    half = blended(frame(1.0, x=0.0), frame(1.125, x=reach + beyond), 1.0625)
    assert (half.balls[0].x > 0.0) is is_blended
    assert (half.cars[0].x > 0.0) is is_blended


def test_a_demolished_car_and_another_number_of_balls_are_not_blended(frame):
    before, after = frame(1.0), frame(1.1, is_demolished=True)
    assert blended(before, after, 1.05).cars[0].x == 1000.0
    assert blended(before, replace(after, balls=()), 1.05) is before


@pytest.mark.parametrize("speed", [0.5, 1.0, 4.0])
def test_motion_is_even_although_frames_come_in_batches(frame, speed):
    """Sixty frames a second arrive two at a time and are painted sixty times a second."""
    playback, shown = Playback(), []
    for tick in range(240):
        now = tick / 60
        if tick % 2 == 0:
            playback.add([frame((now - 1 / 60) * speed + 5.0), frame(now * speed + 5.0)], now)
        shown.append(playback.at(now).seconds_elapsed)
    steps = [after - before for before, after in pairwise(shown[120:])]
    assert min(steps) > 0.6 * speed / 60
    assert max(steps) < 1.4 * speed / 60
    behind = (239 / 60 * speed + 5.0 - shown[-1]) / speed
    assert behind == pytest.approx(DELAY_S, abs=0.03)


def test_a_pause_ends_at_the_newest_frame_and_the_picture_is_still(frame):
    playback = Playback()
    for tick in range(30):
        playback.add([frame(tick / 30)], tick / 30)
        playback.at(tick / 30)
    for tick in range(30):
        last = playback.at(1.0 + tick / 60)
    assert last.seconds_elapsed == playback.newest.seconds_elapsed
    assert playback.is_still


def test_a_match_that_begins_again_is_shown_at_once(frame):
    playback = Playback()
    playback.add([frame(50.0)], 1.0)
    playback.at(1.0)
    playback.add([frame(0.5)], 1.1)
    assert playback.at(1.1).seconds_elapsed == 0.5
