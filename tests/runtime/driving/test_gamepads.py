"""Gamepads as each system reports them; a pipe and a function replace the devices."""

import os

import pytest

from runtime.driving import PadState, linux, open_gamepad, support, windows
from runtime.driving.gamepad import DEADZONE, past_deadzone
from runtime.driving.linux import AXIS, BUTTON, DEFAULT_AXES, DEFAULT_BUTTONS, EVENT, INITIAL, LinuxGamepad


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, 0.0), (DEADZONE, 0.0), (-DEADZONE, 0.0), (0.65, 0.5), (-0.65, -0.5), (1.0, 1.0), (-1.00003, -1.0)],
)
def test_dead_zone(value, expected):
    assert past_deadzone(value) == pytest.approx(expected)


@pytest.fixture
def device():
    """A pipe; reading from it never blocks."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    yield reader, writer
    os.close(writer)


def linux_pad(device, name="Xbox pad", axes=DEFAULT_AXES, buttons=DEFAULT_BUTTONS):
    pad = LinuxGamepad(device[0], name=name, axes=axes, buttons=buttons)

    def after(*events):
        os.write(device[1], b"".join(EVENT.pack(0, value, kind, number) for kind, number, value in events))
        return pad.poll()

    return pad, after


def test_linux_sticks_triggers_and_buttons(device):
    pad, after = linux_pad(device)
    assert pad.poll() == PadState()
    rest = [(AXIS | INITIAL, number, -32767) for number in (2, 5)]
    assert after(*rest, (AXIS | INITIAL, 0, 0)) == PadState()
    state = after((AXIS, 0, 32767), (AXIS, 1, -32767), (AXIS, 5, 32767), (AXIS, 2, 0), (BUTTON, 0, 1), (BUTTON, 5, 1))
    assert state == PadState(
        stick_x=1.0, stick_y=1.0, right_trigger=1.0, left_trigger=0.5, south=True, right_bumper=True
    )
    state = after((BUTTON, 0, 0), (BUTTON, 1, 1), (BUTTON, 40, 1), (AXIS, 40, 1), (AXIS, 0, 0), (AXIS, 1, 0))
    assert (state.south, state.east, state.stick_x) == (False, True, 0.0)
    pad.close()
    pad.close()
    assert pad.poll() is None


@pytest.mark.parametrize(("name", "number"), [("Xbox pad", 2), ("Sony DualSense", 3)])
def test_linux_drivers_name_the_west_button_differently(device, name, number):
    pad, after = linux_pad(device, name)
    assert after((BUTTON, number, 1)) == PadState(west=True)
    pad.close()


def test_linux_triggers_may_be_buttons(device):
    pad, after = linux_pad(device, axes=(0, 1), buttons=(linux.SOUTH, linux.RIGHT_TRIGGER))
    assert after((BUTTON, 1, 1)) == PadState(right_trigger=1.0)
    pad.close()


def test_an_unplugged_linux_pad_is_gone():
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    pad = LinuxGamepad(reader, name="pad", axes=DEFAULT_AXES, buttons=DEFAULT_BUTTONS)
    os.close(writer)
    assert pad.poll() is None
    pad.close()


def test_linux_opens_the_first_joystick_that_it_may_read(tmp_path):
    assert linux.open_first(tmp_path) is None
    os.mkfifo(tmp_path / "js1")
    (tmp_path / "js0").symlink_to(tmp_path / "none")
    pad = linux.open_first(tmp_path)
    assert pad.name == "js1"
    pad.close()


def xinput(**fields):
    """Returns a function that reports one connected pad, the second."""

    def get_state(number, state):
        for name, value in fields.items():
            setattr(state, name, value)
        return windows.CONNECTED if number == 1 else 1167

    return get_state


def test_windows_pad():
    held = windows.SOUTH | windows.NORTH | windows.LEFT_BUMPER
    pad = windows.open_first(xinput(buttons=held, left_x=-32768, left_y=32767, left_trigger=30, right_trigger=255))
    assert pad.name == "Xbox controller 2"
    assert pad.poll() == PadState(
        stick_x=-1.0, stick_y=1.0, right_trigger=1.0, south=True, north=True, left_bumper=True
    )
    pad.close()


def test_windows_without_a_pad_or_without_xinput():
    assert windows.open_first(lambda _number, _state: 1167) is None
    assert windows.open_first() is None, "this system has no XInput"


def test_other_systems_have_none_and_say_so():
    assert open_gamepad("darwin") is None
    assert support("darwin").code == "gamepads-none"
    assert support("linux").code == "gamepads-linux"
    assert support("win32").code == "gamepads-windows"
