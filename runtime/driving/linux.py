"""Gamepads on Linux: the joystick interface of the kernel (`linux/joystick.h`), /dev/input/js0 and higher numbers.

An event is 8 bytes: time in ms (u32), value (i16), type (u8: 1 button, 2 axis, 0x80 initial state) and number (u8). Two
requests map these numbers to the codes of `linux/input-event-codes.h`.
"""

import array
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import Final

from runtime.driving.gamepad import Gamepad, PadState, past_deadzone

DEVICES: Final = Path("/dev/input")
EVENT: Final = Struct("<IhBB")
BUTTON: Final = 0x01
AXIS: Final = 0x02
INITIAL: Final = 0x80
FULL: Final = 32767.0
MAX_EVENTS: Final = 64
"""Maximum number of events per read."""

ABS_X: Final = 0
ABS_Y: Final = 1
ABS_Z: Final = 2
ABS_RZ: Final = 5
SOUTH: Final = 0x130
EAST: Final = 0x131
NORTH: Final = 0x133
WEST: Final = 0x134
LEFT_BUMPER: Final = 0x136
RIGHT_BUMPER: Final = 0x137
LEFT_TRIGGER: Final = 0x138
RIGHT_TRIGGER: Final = 0x139
"""Pads report the last two as buttons if their triggers are not axes."""

DEFAULT_AXES: Final = (0, 1, 2, 3, 4, 5, 16, 17)
DEFAULT_BUTTONS: Final = (SOUTH, EAST, NORTH, WEST, LEFT_BUMPER, RIGHT_BUMPER, 0x13A, 0x13B, 0x13C, 0x13D, 0x13E)
"""Codes by number on an Xbox pad, for devices that do not report them."""
_AXES_REQUEST: Final = 0x80406A32  # JSIOCGAXMAP: 64 bytes
_BUTTONS_REQUEST: Final = 0x84006A34  # JSIOCGBTNMAP: 512 codes of 2 bytes
_NAME_REQUEST: Final = 0x80806A13  # JSIOCGNAME: 128 bytes
_SONY: Final = ("sony", "playstation", "dualsense", "dualshock")


class LinuxGamepad:
    """A joystick device, open for reading without waiting.

    `axes` and `buttons` are the codes by number. Drivers for Xbox pads swap NORTH and WEST, because they go by the
    letters X and Y. Drivers for PlayStation pads go by the position.
    """

    def __init__(self, device: int, *, name: str, axes: Sequence[int], buttons: Sequence[int]) -> None:
        self.name = name
        self._device: int | None = device
        self._axes, self._buttons = axes, buttons
        self._values: dict[int, float] = {}
        self._held: set[int] = set()
        goes_by_places = any(word in name.lower() for word in _SONY)
        self._west, self._north = (WEST, NORTH) if goes_by_places else (NORTH, WEST)

    def poll(self) -> PadState | None:
        """See `Gamepad`."""
        if self._device is None:
            return None
        try:
            while data := os.read(self._device, MAX_EVENTS * EVENT.size):
                for _, value, kind, number in EVENT.iter_unpack(data[: len(data) // EVENT.size * EVENT.size]):
                    self._take(kind & ~INITIAL, number, value)
        except BlockingIOError:
            return self._state()
        except OSError:
            pass
        return None  # the device is gone

    def close(self) -> None:
        """See `Gamepad`."""
        if self._device is not None:
            os.close(self._device)
            self._device = None

    def _take(self, kind: int, number: int, value: int) -> None:
        if kind == AXIS and number < len(self._axes):
            self._values[self._axes[number]] = value / FULL
        elif kind == BUTTON and number < len(self._buttons):
            (self._held.add if value else self._held.discard)(self._buttons[number])

    def _state(self) -> PadState:
        held = self._held
        return PadState(
            stick_x=past_deadzone(self._values.get(ABS_X, 0.0)),
            stick_y=past_deadzone(-self._values.get(ABS_Y, 0.0)),
            left_trigger=self._trigger(ABS_Z, LEFT_TRIGGER),
            right_trigger=self._trigger(ABS_RZ, RIGHT_TRIGGER),
            south=SOUTH in held,
            east=EAST in held,
            west=self._west in held,
            north=self._north in held,
            left_bumper=LEFT_BUMPER in held,
            right_bumper=RIGHT_BUMPER in held,
        )

    def _trigger(self, axis: int, button: int) -> float:
        """Returns how far a trigger is pulled; its axis rests at -1."""
        if axis in self._values:
            return min(1.0, max(0.0, (self._values[axis] + 1.0) / 2.0))
        return float(button in self._held)


def open_first(folder: Path = DEVICES) -> Gamepad | None:
    """Opens the first readable joystick of a folder; None if there is none."""
    for path in sorted(folder.glob("js*")):
        try:
            device = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        name, axes, buttons = path.name, list(DEFAULT_AXES), list(DEFAULT_BUTTONS)
        with suppress(OSError):
            name = _asked(device, _NAME_REQUEST, 128).split(b"\0")[0].decode("utf-8", "replace") or name
            axes = list(_asked(device, _AXES_REQUEST, 64))
            buttons = list(array.array("H", _asked(device, _BUTTONS_REQUEST, 1024)))
        return LinuxGamepad(device, name=name, axes=axes, buttons=buttons)
    return None


def _asked(device: int, request: int, size: int) -> bytes:
    from fcntl import ioctl  # noqa: PLC0415 - does not exist on Windows, where this module is loaded by tests

    return ioctl(device, request, bytes(size))
