"""Inputs of cars are cleaned once, reported as they take effect, and held until the next one."""

import math

import pytest
import rlbot_flatbuffers as flat
from hypothesis import given
from hypothesis import strategies as st

from runtime.arena.game.car_input import CarInput
from runtime.protocol import CONTROLS, NEUTRAL, pack_controls
from tests.runtime.arena.game.trial import advance, drive, place, player_of, playing

pytestmark = pytest.mark.usefixtures("walls")
AXES = ("throttle", "steer", "pitch", "yaw", "roll")
BUTTONS = ("jump", "boost", "handbrake")


def physical(given_input):
    return tuple(getattr(given_input.physical, name) for name in AXES + BUTTONS)


@given(axes=st.tuples(*[st.floats(width=32)] * 5), buttons=st.tuples(*[st.booleans()] * 4))
def test_clients_see_what_the_physics_get_and_all_is_in_range(axes, buttons):
    given_input = CarInput()
    given_input.update(CONTROLS.pack(*axes, *buttons))
    reported = CONTROLS.unpack(given_input.reported)
    assert reported[:8] == physical(given_input)
    assert not reported[8]
    assert reported[5:8] == buttons[:3]
    for asked, found in zip(axes, reported, strict=False):
        assert found == (0.0 if math.isnan(asked) else min(1.0, max(-1.0, asked)))


@pytest.mark.parametrize("at", range(20, 24))
def test_a_button_is_pressed_or_not(at):
    controls = bytearray(NEUTRAL)
    controls[at] = 2
    given_input = CarInput()
    given_input.update(bytes(controls))
    assert set(given_input.reported) <= {0, 1}
    assert [value for value in CONTROLS.unpack(given_input.reported) if value] == [True] * (at < 23)


def test_equal_controls_are_no_change():
    given_input, full = CarInput(), pack_controls(flat.ControllerState(throttle=1.0))
    assert not given_input.update(NEUTRAL)
    assert given_input.update(full)
    assert not given_input.update(full)
    assert given_input.update(NEUTRAL)


def test_a_held_input_outlasts_what_is_done_to_the_car():
    """The bot sends the same controls while its car is moved, gets another hitbox and is demolished."""
    game = playing()

    def speed_after(frames):
        for _ in range(frames):
            drive(game, 0, throttle=1.0)
            advance(game)
        velocity = player_of(game).physics.velocity
        return math.hypot(velocity.x, velocity.y)

    assert speed_after(60) > 400
    place(game, car=0, at=(-2000.0, -2000.0, 17.03), boost=100.0)
    assert speed_after(60) > 400
    game.set_loadout(0, flat.PlayerLoadout(car_id=403))
    place(game, car=0, at=(-2000.0, -2000.0, 17.03))
    assert speed_after(60) > 400
    game._world.demolish(0)
    assert player_of(game).demolished_timeout > 0.0
    assert speed_after(360 + 90) > 400
