import pytest
import rlbot_flatbuffers as flat

from runtime.model.game_facts import BALL_RADIUS
from runtime.model.states import AirState, Phase
from runtime.model.values import Controls, TouchView
from runtime.telemetry import arena_view, pad_places, phase_of


def physics(x=0.0, y=0.0, z=0.0, velocity=(0, 0, 0), spin=(0, 0, 0)):
    return flat.Physics(
        flat.Vector3(x, y, z), flat.Rotator(0.1, 0.2, 0.3), flat.Vector3(*velocity), flat.Vector3(*spin)
    )


def player(**values):
    defaults = {"physics": physics(1, 2, 3, (3, 4, 12)), "demolished_timeout": -1.0}
    return flat.PlayerInfo(**(defaults | values))


def packet(**values):
    return flat.GamePacket(**values)


def test_everything_of_a_packet_is_shown():
    info = flat.MatchInfo(
        seconds_elapsed=12.5,
        game_time_remaining=287.5,
        is_overtime=True,
        is_unlimited_time=False,
        match_phase=flat.MatchPhase.Active,
        frame_num=1500,
        world_gravity_z=-325.0,
        game_speed=0.5,
    )
    score = flat.ScoreInfo(score=110, goals=1, own_goals=4, assists=5, saves=2, shots=6, demolitions=3)
    shown = packet(
        players=[player(name="Ada", team=1, boost=33.0, is_supersonic=True, score_info=score)],
        balls=[flat.BallInfo(physics(10, 20, 30, (0, 0, 5)), flat.SphereShape(182.5))],
        boost_pads=[flat.BoostPadState(True, 0.0), flat.BoostPadState(False, 1.0)],
        teams=[flat.TeamInfo(0, 4), flat.TeamInfo(1, 5)],
        match_info=info,
    )
    field = flat.FieldInfo(
        boost_pads=[flat.BoostPad(flat.Vector3(1, 2, 8), True), flat.BoostPad(flat.Vector3(3, 4, 0), False)]
    )

    view = arena_view(shown, pad_places(field))

    assert (view.frame, view.phase, view.seconds_elapsed, view.clock_s) == (1500, Phase.ACTIVE, 12.5, 287.5)
    assert view.is_overtime
    assert not view.is_unlimited
    assert view.score == (4, 5)
    (car,) = view.cars
    assert (car.index, car.name, car.team, car.x, car.y, car.z) == (0, "Ada", 1, 1, 2, 3)
    assert (car.pitch, car.yaw, car.roll) == pytest.approx((0.1, 0.2, 0.3))
    assert (car.speed, car.boost) == (13, 33)
    assert car.is_supersonic
    assert not car.is_demolished
    assert (car.score, car.goals, car.saves, car.demolitions) == (110, 1, 2, 3)
    (ball,) = view.balls
    assert (ball.x, ball.y, ball.z, ball.speed, ball.radius) == (10, 20, 30, 5, 91.25)
    assert [(pad.x, pad.y, pad.is_big) for pad in view.pads] == [(1, 2, True), (3, 4, False)]
    assert (view.pads_active, view.pad_timers) == ((True, False), (0.0, 1.0))
    assert (view.gravity_z, view.game_speed) == (-325, 0.5)


def test_motion_controls_and_touches_of_a_packet_are_shown():
    inputs = flat.ControllerState(
        throttle=1.0, steer=-0.5, pitch=0.25, yaw=0.75, roll=-1.0, jump=True, boost=False, handbrake=True
    )
    car = player(
        physics=physics(velocity=(3, 4, 12), spin=(1, 2, 3)),
        hitbox=flat.BoxShape(118.0, 84.0, 36.0),
        hitbox_offset=flat.Vector3(14.0, 0.0, 21.0),
        last_input=inputs,
        air_state=flat.AirState.Dodging,
        has_jumped=True,
        has_dodged=True,
        demolished_timeout=2.5,
        score_info=flat.ScoreInfo(own_goals=4, assists=5, shots=6),
        latest_touch=flat.Touch(7.25, flat.Vector3(1, 2, 93), flat.Vector3(0, 0, 1), 1),
    )
    ball = flat.BallInfo(physics(velocity=(0, 6, 8), spin=(4, 5, 6)), flat.SphereShape(182.5))

    view = arena_view(packet(players=[car], balls=[ball]), ())

    (car,), (ball,) = view.cars, view.balls
    assert (car.velocity, car.angular_velocity) == ((3, 4, 12), (1, 2, 3))
    assert (car.hitbox, car.hitbox_offset) == ((118, 84, 36), (14, 0, 21))
    assert car.controls == Controls(
        throttle=1.0, steer=-0.5, pitch=0.25, yaw=0.75, roll=-1.0, jump=True, boost=False, handbrake=True
    )
    assert (car.air_state, car.has_jumped, car.has_dodged) == (AirState.DODGING, True, True)
    assert (car.demolished_for_s, car.own_goals, car.assists, car.shots) == (2.5, 4, 5, 6)
    assert car.latest_touch == TouchView(game_seconds=7.25, ball_index=1, location=(1, 2, 93))
    assert (ball.velocity, ball.angular_velocity, ball.speed) == ((0, 6, 8), (4, 5, 6), 10)


def test_a_car_that_stands_there_untouched_has_neither_a_touch_nor_a_time_to_wait():
    (car,) = arena_view(packet(players=[player()]), ()).cars
    assert (car.latest_touch, car.demolished_for_s, car.air_state) == (None, 0, AirState.ON_GROUND)


@pytest.mark.parametrize("state", list(AirState))
def test_every_air_state_has_its_name(state):
    (car,) = arena_view(packet(players=[player(air_state=getattr(flat.AirState, state.value))]), ()).cars
    assert car.air_state is state


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_its_name(phase):
    info = flat.MatchInfo(match_phase=getattr(flat.MatchPhase, phase.value))
    assert phase_of(packet(match_info=info)) is phase


@pytest.mark.parametrize(("timeout", "demolished"), [(-1.0, False), (0.0, True), (3.0, True)])
def test_a_running_timeout_means_demolished(timeout, demolished):
    view = arena_view(packet(players=[player(demolished_timeout=timeout)]), ())
    assert view.cars[0].is_demolished is demolished


def test_no_ball_no_teams_no_players_is_a_view_too():
    view = arena_view(packet(), ())
    assert (view.balls, view.cars, view.score, view.phase) == ((), (), (0, 0), Phase.INACTIVE)


@pytest.mark.parametrize(
    ("shape", "radius"),
    [
        (flat.SphereShape(200.0), 100),
        (flat.CylinderShape(150.0, 60.0), 75),
        (flat.BoxShape(80.0, 120.0, 300.0), 60),
        (flat.SphereShape(0.0), BALL_RADIUS),
    ],
)
def test_a_ball_is_as_wide_as_its_shape_seen_from_above(shape, radius):
    view = arena_view(packet(balls=[flat.BallInfo(physics(), shape)]), ())
    assert view.balls[0].radius == radius
    assert view.balls[0].is_puck is isinstance(shape, flat.CylinderShape)
