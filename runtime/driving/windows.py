"""Gamepads on Windows: XInput, which every version since Windows 8 has."""

import ctypes
from collections.abc import Callable
from typing import Final

from runtime.driving.gamepad import Gamepad, PadState, past_deadzone

LIBRARIES: Final = ("xinput1_4", "xinput9_1_0", "xinput1_3")
PADS: Final = 4
CONNECTED: Final = 0
LEFT_BUMPER: Final = 0x0100
RIGHT_BUMPER: Final = 0x0200
SOUTH: Final = 0x1000
EAST: Final = 0x2000
WEST: Final = 0x4000
NORTH: Final = 0x8000
FULL_STICK: Final = 32767.0
FULL_TRIGGER: Final = 255.0
TRIGGER_REST: Final = 30
"""Values up to this one count as released (`XINPUT_GAMEPAD_TRIGGER_THRESHOLD`)."""


class XInputState(ctypes.Structure):
    """`XINPUT_STATE`, 16 bytes."""

    _fields_ = (
        ("packet", ctypes.c_uint32),
        ("buttons", ctypes.c_uint16),
        ("left_trigger", ctypes.c_uint8),
        ("right_trigger", ctypes.c_uint8),
        ("left_x", ctypes.c_int16),
        ("left_y", ctypes.c_int16),
        ("right_x", ctypes.c_int16),
        ("right_y", ctypes.c_int16),
    )


GetState = Callable[[int, XInputState], int]
"""Takes the number of a pad and fills in its state; returns `CONNECTED` or an error."""


class XInputGamepad:
    """One of up to four pads."""

    def __init__(self, number: int, get_state: GetState) -> None:
        self.name = f"Xbox controller {number + 1}"
        self._number = number
        self._get_state = get_state

    def poll(self) -> PadState | None:
        """See `Gamepad`."""
        state = XInputState()
        if self._get_state(self._number, state) != CONNECTED:
            return None
        held = state.buttons
        return PadState(
            stick_x=past_deadzone(state.left_x / FULL_STICK),
            stick_y=past_deadzone(state.left_y / FULL_STICK),
            left_trigger=_pulled(state.left_trigger),
            right_trigger=_pulled(state.right_trigger),
            south=bool(held & SOUTH),
            east=bool(held & EAST),
            west=bool(held & WEST),
            north=bool(held & NORTH),
            left_bumper=bool(held & LEFT_BUMPER),
            right_bumper=bool(held & RIGHT_BUMPER),
        )

    def close(self) -> None:
        """See `Gamepad`."""


def open_first(get_state: GetState | None = None) -> Gamepad | None:
    """Returns the first connected pad; None if there is none, or no XInput."""
    get_state = get_state or _system_get_state()
    if get_state is None:
        return None
    pads = (XInputGamepad(number, get_state) for number in range(PADS))
    return next((pad for pad in pads if pad.poll() is not None), None)


def _system_get_state() -> GetState | None:
    for name in LIBRARIES:
        try:
            call = ctypes.WinDLL(name).XInputGetState  # type: ignore[attr-defined]  # exists on Windows only
        except (AttributeError, OSError):
            continue
        return _called(call)
    return None


def _called(call: Callable[..., int]) -> GetState:
    return lambda number, state: call(number, ctypes.byref(state))


def _pulled(value: int) -> float:
    return max(0.0, (value - TRIGGER_REST) / (FULL_TRIGGER - TRIGGER_REST))
