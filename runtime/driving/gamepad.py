"""The interface of gamepads; each platform has a module that implements it."""

from dataclasses import dataclass
from typing import Final, Protocol

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
