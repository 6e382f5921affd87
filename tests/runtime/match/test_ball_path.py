"""The predicted path of the ball is read while somebody watches it, and the ball follows it."""

from itertools import pairwise
from math import dist

import pytest
import rlbot_flatbuffers as flat

from runtime.match.live import PATH_S
from runtime.match.side_sessions import SLICES, STEP, path_of
from runtime.model.commands import FollowPath
from runtime.model.events import FrameShown, PathPredicted
from runtime.model.placements import Body, Placement
from runtime.model.states import Phase

NEAR_UU = 25.0
"""Between two points of a path the ball leaves the straight line by less than 1 uu, and by more where it bounces."""


def prediction(count):
    location = flat.Vector3(1.0, 2.0, 3.0)
    slices = [flat.PredictionSlice(index / 120, flat.Physics(location)) for index in range(1, count + 1)]
    return flat.BallPrediction(slices)


@pytest.mark.parametrize(
    ("count", "points"), [(1, 1), (STEP, 1), (STEP + 1, 2), (SLICES, SLICES // STEP), (720, SLICES // STEP + 1)]
)
def test_a_path_has_every_tenth_slice_of_four_seconds(count, points):
    path = path_of(prediction(count))
    assert len(path.times_s) == len(path.points) == points
    assert path.times_s[0] == pytest.approx(1 / 120)
    assert path.points[-1] == (1.0, 2.0, 3.0)


def test_an_empty_text_is_no_path():
    assert path_of(prediction(0)) is None
    assert path_of(flat.FieldInfo()) is None


def test_the_ball_goes_along_the_path_that_is_followed(stage, car, match_of):
    """The cars stand still; the path of a rolling ball is read for a second, and then no more."""
    match = match_of(car("dozer"), car("dozer", team=1, agent_id="tests/other"), instant_start=True)
    placement = Placement(body=Body.BALL, index=0, location=(1500.0, 0.0, None), velocity=(300.0, 900.0, 700.0))
    frames = []

    def on_event(event):
        if not isinstance(event, FrameShown) or event.view.phase not in (Phase.KICKOFF, Phase.ACTIVE):
            return
        frames.append(event.view)
        if len(frames) == 1:
            stage.runner.place(placement)
            stage.runner.post(FollowPath(is_wanted=True))
        paths = stage.of(PathPredicted)
        if paths and event.view.seconds_elapsed > paths[0].times_s[0] + 1.0:
            stage.runner.post(FollowPath(is_wanted=False))
        if paths and event.view.seconds_elapsed > paths[0].times_s[0] + 2.0:
            stage.runner.request_stop()

    stage.on_event = on_event
    stage.play(match, pace="realtime", seconds_limit=30.0)
    paths = stage.of(PathPredicted)
    first, last = paths[0].times_s[0], paths[-1].times_s[0]
    assert last < first + 1.5, "it was followed no longer than wanted"
    assert 3 <= len(paths) <= (last - first) / PATH_S + 2
    rolling = next(path for path in paths if path.points[0][1] > 20.0)
    compared = 0
    for view in frames:
        for (start_s, start), (end_s, end) in pairwise(zip(rolling.times_s, rolling.points, strict=True)):
            if start_s <= view.seconds_elapsed < end_s:
                share = (view.seconds_elapsed - start_s) / (end_s - start_s)
                expected = [low + share * (high - low) for low, high in zip(start, end, strict=True)]
                ball = view.balls[0]
                assert dist((ball.x, ball.y, ball.z), expected) < NEAR_UU
                compared += 1
    assert compared > 3


def test_a_match_whose_path_nobody_follows_has_none(stage, car, match_of):
    stage.play(match_of(car("dozer")))
    assert not stage.of(PathPredicted)
