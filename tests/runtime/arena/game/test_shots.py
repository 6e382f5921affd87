"""Which touches are shots, and which are saves."""

import pytest
import RocketSim
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.game.scoring import EPIC_SAVE_UU, Save, Shot, ShotDetector
from runtime.arena.game.touches import Contact, TouchLog

BLUE, ORANGE = 0, 1
"""Numbers of cars and of teams."""


class Trial:
    """A shot detector with its log of touches."""

    def __init__(self):
        self.log = TouchLog((0, 1))
        self.detector = ShotDetector((0, 1), self.log)

    def observe(self, touches, scorer, line_uu=1000.0):
        for car in touches:
            self.log.add(car, Contact(0, RocketSim.CarState(), RocketSim.BallState(), is_off_ground=False))
        return self.detector.observe(scorer, line_uu, is_touched=bool(touches))


def course(*frames, line_uu=1000.0):
    """Returns the shots and saves in frames, each given as (touching cars, team that will score)."""
    trial = Trial()
    return [judged for touches, scorer in frames for judged in trial.observe(touches, scorer, line_uu)]


def test_touch_that_sends_the_ball_in_is_a_shot():
    assert course(([], None), ([BLUE], 0), ([BLUE], 0), ([], 0), ([], 0)) == [Shot(BLUE)]


def test_touch_that_sends_it_elsewhere_is_none():
    assert course(([BLUE], None), ([], None), ([], 0)) == []


def test_ball_that_goes_into_the_own_goal_is_no_shot():
    assert course(([BLUE], 1), ([], 1)) == []


def test_second_touch_of_a_ball_on_its_way_is_no_second_shot():
    assert course(([BLUE], 0), ([], 0), ([BLUE], 0), ([], 0)) == [Shot(BLUE)]


def test_defender_saves():
    assert course(([BLUE], 0), ([], 0), ([ORANGE], 0), ([], None)) == [Shot(BLUE), Save(ORANGE, is_epic=False)]


def test_defender_who_does_not_keep_it_out_saves_nothing():
    assert course(([BLUE], 0), ([], 0), ([ORANGE], 0), ([], 0)) == [Shot(BLUE)]


def test_save_that_is_a_shot():
    judged = course(([BLUE], 0), ([], 0), ([ORANGE], None), ([], 1))
    assert judged == [Shot(BLUE), Save(ORANGE, is_epic=False), Shot(ORANGE)]


def test_stopping_the_own_shot_is_no_save():
    assert course(([BLUE], 1), ([], 1), ([BLUE], 1), ([], None)) == []


@pytest.mark.parametrize(
    ("second", "saved"), [(([ORANGE], 1), [Save(BLUE, is_epic=False)]), (([BLUE], 1), [])], ids=["opponent", "self"]
)
def test_shot_is_that_of_the_last_car_of_the_team_that_scores(second, saved):
    """Blue shoots at its own goal, and the ball is touched again on the way."""
    assert course(([BLUE], 1), ([], 1), second, ([], 1), ([BLUE], 1), ([], None)) == saved


def test_save_of_a_shot_that_a_defender_touched_in_vain():
    judged = course(([BLUE], 0), ([], 0), ([ORANGE], 0), ([], 0), ([ORANGE], 0), ([], None))
    assert judged == [Shot(BLUE), Save(ORANGE, is_epic=False)]


def test_shot_that_missed_cannot_be_saved():
    assert course(([BLUE], 0), ([], 0), ([], None), ([ORANGE], None), ([], None)) == [Shot(BLUE)]


def test_kickoff_forgets():
    trial = Trial()
    trial.observe([BLUE], 0)
    trial.detector.kickoff()
    assert trial.observe([], 0) == ()


@pytest.mark.parametrize(
    ("line_uu", "is_epic"), [(EPIC_SAVE_UU - 1, True), (EPIC_SAVE_UU, False), (EPIC_SAVE_UU + 1, False)]
)
def test_save_near_the_line_is_epic(line_uu, is_epic):
    assert course(([BLUE], 0), ([], 0), ([ORANGE], 0), ([], None), line_uu=line_uu)[1] == Save(ORANGE, is_epic)


TEAMS = st.sampled_from([None, BLUE, ORANGE])


@given(frames=st.lists(st.tuples(st.lists(st.sampled_from([BLUE, ORANGE]), max_size=2), TEAMS), max_size=30))
def test_frames_without_a_touch_may_be_left_out_while_it_is_idle(frames):
    trial = Trial()
    judged = []
    for touches, scorer in frames:
        if touches or not trial.detector.is_idle:
            judged += trial.observe(touches, scorer)
    assert judged == course(*frames)
