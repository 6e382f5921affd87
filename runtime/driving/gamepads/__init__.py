"""Gamepads without a dependency: one interface, one module per platform."""

import sys
from dataclasses import dataclass
from typing import Final, Protocol

from runtime.model.messages import Message, message

DEADZONE: Final = 0.3
"""Part of a stick's range that counts as centred; the default of Rocket League."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PadState:
    """Sticks, triggers and buttons; `south` is A on an Xbox pad and the cross on a PlayStation pad.

    Sticks go from -1 to 1, with the dead zone already removed; right and up are positive. Triggers go from 0 to 1.
    """

    stick_x: float = 0.0
    stick_y: float = 0.0
    left_trigger: float = 0.0
    right_trigger: float = 0.0
    south: bool = False
    east: bool = False
    west: bool = False
    north: bool = False
    left_bumper: bool = False
    right_bumper: bool = False


CENTRED: Final = PadState()


class Gamepad(Protocol):
    """An open gamepad; owned by one thread, never blocks."""

    @property
    def name(self) -> str:
        """The name that the system reports."""

    def poll(self) -> PadState | None:
        """Returns the current state; None after the gamepad was unplugged."""

    def close(self) -> None:
        """Closes the device; may be called twice."""


def past_deadzone(value: float) -> float:
    """Returns a stick's position from -1 to 1, with the dead zone removed."""
    size = min(1.0, max(0.0, (abs(value) - DEADZONE) / (1.0 - DEADZONE)))
    return size if value > 0.0 else 0.0 - size


def open_gamepad(platform: str = sys.platform) -> Gamepad | None:
    """Opens the first gamepad of this system; None if there is none."""
    if platform.startswith("linux"):
        from runtime.driving.gamepads import linux  # noqa: PLC0415 - for this platform only

        return linux.open_first()
    if platform == "win32":
        from runtime.driving.gamepads import windows  # noqa: PLC0415 - for this platform only

        return windows.open_first()
    return None


def support(platform: str = sys.platform) -> Message:
    """Returns which gamepads can be used on a platform."""
    if platform.startswith("linux"):
        return message(
            "gamepads-linux", "A gamepad that Linux offers as /dev/input/js0 is used as soon as it is plugged in."
        )
    if platform == "win32":
        return message(
            "gamepads-windows",
            "A gamepad that Windows knows as an Xbox controller is used as soon as it is plugged in.",
        )
    return message("gamepads-none", "Gamepads cannot be used on this system; drive with the keyboard.")
