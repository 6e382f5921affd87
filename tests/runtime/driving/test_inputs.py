"""Keys and gamepads become controls, tick by tick."""

import pytest

from runtime.driving import HeldActions, HumanInputs, PadState
from runtime.model.driving import DriveAction as Do
from runtime.model.values import Controls


class Pad:
    """A gamepad with prepared states; it is unplugged after the last one."""

    name = "Test pad"

    def __init__(self, *states):
        self.states = list(states)
        self.is_closed = False

    def poll(self):
        return self.states.pop(0) if self.states else None

    def close(self):
        self.is_closed = True


def inputs(*pads, clock=lambda: 0.0, **options):
    left = list(pads)
    return HumanInputs(find_gamepad=lambda: left.pop(0) if left else None, clock=clock, **options)


def held(*actions, **options):
    human = inputs(**options)
    for action in actions:
        human.held.set(action, is_held=True)
    return human


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ((), {}),
        ((Do.FORWARD,), {"throttle": 1.0, "pitch": -1.0}),
        ((Do.REVERSE,), {"throttle": -1.0, "pitch": 1.0}),
        ((Do.FORWARD, Do.REVERSE), {}),
        ((Do.LEFT,), {"steer": -1.0, "yaw": -1.0}),
        ((Do.RIGHT,), {"steer": 1.0, "yaw": 1.0}),
        ((Do.RIGHT, Do.AIR_ROLL), {"steer": 1.0, "roll": 1.0}),
        ((Do.ROLL_LEFT,), {"roll": -1.0}),
        ((Do.ROLL_RIGHT, Do.LEFT, Do.AIR_ROLL), {"steer": -1.0, "roll": 1.0}),
        ((Do.JUMP, Do.BOOST, Do.POWERSLIDE), {"jump": True, "boost": True, "handbrake": True}),
        ((Do.BALL_CAM,), {}),
    ],
)
def test_keys(actions, expected):
    assert held(*actions).sample() == Controls(**expected)


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ([True, False], [True, False, False]),
        ([True, False, True], [True, True]),
        ([True, True], [True, True]),
        ([False], [False]),
        ([True, False, True, False], [True, False, False]),
    ],
)
def test_a_press_shorter_than_a_tick_is_seen_in_one_tick(changes, seen):
    actions = HeldActions()
    for change in changes:
        actions.set(Do.JUMP, is_held=change)
    assert [Do.JUMP in actions.take() for _ in seen] == seen


def test_a_release_and_a_press_within_a_tick_make_two_jumps():
    actions = HeldActions()
    actions.set(Do.JUMP, is_held=True)
    assert Do.JUMP in actions.take()
    actions.set(Do.JUMP, is_held=False)
    actions.set(Do.JUMP, is_held=True)
    assert [Do.JUMP in actions.take() for _ in range(3)] == [False, True, True]


def test_losing_the_focus_releases_everything_at_once():
    actions = HeldActions()
    actions.set(Do.BOOST, is_held=True)
    actions.take()
    actions.set(Do.JUMP, is_held=True)
    actions.release_all()
    assert not actions.take()
    actions.set(Do.BOOST, is_held=False)
    assert not actions.take()


def test_steering_by_key_ramps_in_game_time_and_returns_at_once():
    human = held(Do.RIGHT, ramp_s=0.05)
    steers = [human.sample().steer for _ in range(8)]
    assert steers == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1.0, 1.0, 1.0])
    human.held.set(Do.LEFT, is_held=True)
    assert human.sample().steer == 0.0
    human.held.set(Do.RIGHT, is_held=False)
    assert human.sample(ticks=3).steer == pytest.approx(-0.5)
    assert human.sample().yaw == -1.0, "dodges need their direction at once"


def test_a_gamepad_drives_and_keys_come_first():
    state = PadState(
        **{"stick_x": 0.5, "stick_y": 0.25, "right_trigger": 0.75, "left_trigger": 0.25, "south": True, "east": True},
    )
    human = inputs(Pad(state, state))
    assert human.sample() == Controls(throttle=0.5, steer=0.5, yaw=0.5, pitch=-0.25, jump=True, boost=True)
    human.held.set(Do.LEFT, is_held=True)
    human.held.set(Do.REVERSE, is_held=True)
    sample = human.sample()
    assert (sample.steer, sample.throttle, sample.pitch) == (-1.0, -1.0, 1.0)


def test_the_power_slide_button_rolls_in_the_air():
    human = inputs(Pad(PadState(stick_x=-0.5, west=True), PadState(left_bumper=True)))
    assert human.sample() == Controls(steer=-0.5, roll=-0.5, handbrake=True)
    assert human.sample() == Controls(roll=-1.0)


def test_ball_camera_presses_are_counted_when_they_begin():
    states = [PadState(north=north) for north in (True, True, False, True)]
    human = inputs(Pad(*states))
    for _ in states:
        human.sample()
    assert human.ball_cam_presses == 2


def test_a_gamepad_is_looked_for_once_a_second_and_may_be_unplugged(clock):
    first, second = Pad(PadState(south=True)), Pad(PadState(east=True))
    human = inputs(first, second, clock=clock)
    assert human.sample().jump
    assert human.gamepad_name == "Test pad"
    assert human.sample() == Controls()
    assert first.is_closed
    clock.now += 0.99
    assert human.sample() == Controls()
    clock.now += 0.01
    assert human.sample().boost
    human.close()
    assert second.is_closed
