"""The last input of one car: as received, as reported to clients, and as the physics use it."""

from typing import Final

import RocketSim

from runtime.protocol import CONTROLS, NEUTRAL

_FLAGS: Final = CONTROLS.size - 4
"""Offset of the buttons; each is one byte."""


class CarInput:
    """The controls of a car; owned by one thread."""

    __slots__ = ("_received", "physical", "reported")

    def __init__(self) -> None:
        self._received = NEUTRAL
        self.reported = NEUTRAL
        """Packed, as clients see it in the car's `last_input`."""
        self.physical = RocketSim.CarControls()

    def update(self, controls: bytes) -> bool:
        """Sets packed controls and returns whether they differ from the last ones.

        Values out of range are clamped, NaN becomes 0, and `use_item` is cleared because the arena has no items.
        """
        if controls == self._received:
            return False
        self._received = controls
        throttle, steer, pitch, yaw, roll, jump, boost, handbrake, use_item = CONTROLS.unpack(controls)
        if (
            -1.0 <= throttle <= 1.0
            and -1.0 <= steer <= 1.0
            and -1.0 <= pitch <= 1.0
            and -1.0 <= yaw <= 1.0
            and -1.0 <= roll <= 1.0
            and not use_item
            and max(controls[_FLAGS:]) <= 1
        ):
            self.reported = controls
        else:
            throttle, steer, pitch, yaw, roll = map(_axis, (throttle, steer, pitch, yaw, roll))
            self.reported = CONTROLS.pack(throttle, steer, pitch, yaw, roll, jump, boost, handbrake, False)
        physical = self.physical
        physical.throttle = throttle
        physical.steer = steer
        physical.pitch = pitch
        physical.yaw = yaw
        physical.roll = roll
        physical.jump = jump
        physical.boost = boost
        physical.handbrake = handbrake
        return True


def _axis(value: float) -> float:
    if -1.0 <= value <= 1.0:
        return value
    return 1.0 if value > 1.0 else -1.0 if value < -1.0 else 0.0
