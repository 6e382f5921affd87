"""State setting changes the requested ball or car, and nothing else."""

from dataclasses import replace

import pytest
import rlbot_flatbuffers as flat

from runtime.match.state_setting import REFUSED, TOO_EARLY, why_not
from runtime.model.commands import SetState
from runtime.model.events import FrameShown, MatchNoted
from runtime.model.placements import Body, Placement, StateChange
from runtime.model.situations import Situation, SituationCar
from runtime.model.states import Phase
from runtime.protocol import desired_state
from runtime.telemetry import arena_view


def placed(**values):
    return StateChange(placements=(Placement(**values),))


def test_only_what_is_named_is_set():
    state = desired_state(placed(body=Body.BALL, index=1, location=(1.0, None, 3.0), spin=(0.0, 0.0, 0.0)))
    assert (len(state.ball_states), len(state.car_states), state.match_info) == (2, 0, None)
    empty, physics = (ball.physics for ball in state.ball_states)
    assert (empty.location, empty.velocity, empty.angular_velocity, empty.rotation) == (None,) * 4
    assert (physics.location.x, physics.location.y, physics.location.z) == (1.0, None, 3.0)
    assert physics.angular_velocity.x == 0.0
    assert physics.velocity is physics.rotation is None


def test_a_car_is_named_by_its_place_in_the_packet():
    state = desired_state(placed(body=Body.CAR, index=2, velocity=(5.0, 6.0, None)))
    assert [car.physics is None and car.boost_amount is None for car in state.car_states] == [True, True, False]
    assert state.car_states[2].physics.velocity.z is None


@pytest.fixture
def view():
    """A frame with two cars and a ball."""
    ball = flat.BallInfo(flat.Physics(), flat.SphereShape(1.0))
    packet = flat.GamePacket(players=[flat.PlayerInfo(), flat.PlayerInfo()], balls=[ball])
    return arena_view(packet, ())


@pytest.mark.parametrize(
    ("body", "index", "is_there"),
    [(Body.CAR, -1, False), (Body.CAR, 1, True), (Body.CAR, 2, False), (Body.BALL, 0, True), (Body.BALL, 1, False)],
)
def test_only_what_is_there_can_be_moved(view, body, index, is_there):
    reason = why_not(placed(body=body, index=index), view, is_allowed=True)
    words = f"Nothing was moved: there is no {body.value} {index} in this match."
    assert reason is None if is_there else str(reason) == words


def test_nothing_is_moved_before_the_first_frame_or_against_the_match(view):
    placement = placed(body=Body.BALL, index=0)
    assert why_not(placement, None, is_allowed=True) == TOO_EARLY
    assert why_not(placement, None, is_allowed=False) == REFUSED
    assert why_not(placement, view, is_allowed=False) == REFUSED


class Mover:
    """Sends a placement in a running match, and stops the match some frames later."""

    def __init__(self, stage, *placements, frames=60):
        self.stage, self.placements, self.frames = stage, list(placements), frames
        self.before = self.since = None
        self.views = []
        stage.on_event = self

    def __call__(self, event):
        if not isinstance(event, FrameShown) or event.view.phase not in (Phase.KICKOFF, Phase.ACTIVE):
            return
        if self.since is None:
            self.before, self.since = event.view, event.view.frame
            for placement in self.placements:
                self.stage.runner.place(placement)
        self.views.append(event.view)
        if event.view.frame - self.since > self.frames:
            self.stage.runner.request_stop()


def test_ball_and_car_are_moved_in_a_real_match(stage, car, match_of):
    """Orange is first in the document; the index of a placement counts the cars of the packet."""
    match = match_of(
        replace(car("dozer", team=1), name="First"),
        replace(car("dozer"), name="Second", agent_id="tests/second"),
        instant_start=True,
    )
    mover = Mover(
        stage,
        Placement(body=Body.BALL, index=0, location=(1500.0, -2000.0, None), velocity=(0.0, 0.0, None)),
        Placement(body=Body.CAR, index=1, location=(-2000.0, 1000.0, None)),
    )
    stage.play(match, pace="realtime", seconds_limit=20.0)
    last, first = mover.views[-1], mover.before
    assert (last.balls[0].x, last.balls[0].y) == pytest.approx((1500.0, -2000.0), abs=20.0)
    moved = next(car for car in last.cars if car.name == "Second")
    other, stood = (next(car for car in view.cars if car.name == "First") for view in (last, first))
    assert (moved.x, moved.y) == pytest.approx((-2000.0, 1000.0), abs=20.0)
    assert (other.x, other.y) == pytest.approx((stood.x, stood.y), abs=20.0)
    assert not stage.of(MatchNoted)


def test_a_match_that_does_not_allow_it_says_so(stage, car, match_of):
    match = match_of(car("dozer"), car("dozer", team=1), instant_start=True, enable_state_setting=False)
    mover = Mover(stage, Placement(body=Body.BALL, index=0, location=(1500.0, -2000.0, None)), frames=20)
    stage.play(match, pace="realtime", seconds_limit=20.0)
    assert [note.text for note in stage.of(MatchNoted)] == [REFUSED]
    assert str(REFUSED) in stage.lines("game")
    ball = mover.views[-1].balls[0]
    assert (ball.x, ball.y) == pytest.approx((0.0, 0.0), abs=5.0)


def test_a_situation_is_set_as_a_whole_and_again(stage, car, match_of):
    """Ball, rotation, boost, gravity and speed are set in a real match, several times."""
    situation = Situation(
        name="high ball",
        ball=Placement(body=Body.BALL, index=0, location=(1000.0, 0.0, 1500.0), velocity=(0.0, 0.0, 0.0)),
        cars=(
            SituationCar(team=1, location=(0.0, 2000.0, 17.0), rotation=(0.0, 1.0, 0.0), boost=77.0),
            SituationCar(team=0, location=(0.0, -2000.0, 17.0), velocity=(0.0, 0.0, 0.0), boost=5.0),
        ),
        gravity_z=0.0,
        game_speed=2.0,
    )
    views = []

    def on_event(event):
        if isinstance(event, FrameShown) and event.view.phase in (Phase.KICKOFF, Phase.ACTIVE):
            views.append(event.view)
            if len(views) in (1, 40):
                stage.runner.post(SetState(change=situation.change_in(event.view)))
            elif len(views) == 20:
                stage.runner.place(Placement(body=Body.BALL, index=0, location=(0.0, 0.0, 500.0)))
            elif len(views) == 60:
                stage.runner.request_stop()

    stage.on_event = on_event
    stage.play(match_of(car("dozer", team=1), car("dozer"), instant_start=True), pace="realtime", seconds_limit=30.0)
    assert views[35].balls[0].z == pytest.approx(500.0, abs=1.0)
    last = views[-1]
    assert (last.balls[0].x, last.balls[0].z) == pytest.approx((1000.0, 1500.0), abs=1.0)
    orange = next(car for car in last.cars if car.team == 1)
    assert (orange.yaw, orange.boost) == pytest.approx((1.0, 77.0), abs=0.05)
    assert (last.gravity_z, last.game_speed) == (pytest.approx(0.0, abs=1e-5), 2.0)
    assert not stage.of(MatchNoted)
