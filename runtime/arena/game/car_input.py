"""The last input of one car: as it came, as clients are told of it, and as the physics want it."""

from typing import Final

import RocketSim

from runtime.protocol import CONTROLS, NEUTRAL

_FLAGS: Final = CONTROLS.size - 4
"""Where the buttons begin; each is one byte."""


class CarInput:
    """What a car is driven with; owned by one thread."""

    __slots__ = ("_received", "physical", "told")

    def __init__(self) -> None:
        self._received = NEUTRAL
        self.told = NEUTRAL
        """Packed, as clients see it in the car's `last_input`."""
        self.physical = RocketSim.CarControls()

    def take(self, controls: bytes) -> bool:
        """Takes packed controls, and tells whether they differ from the last ones.

        Values out of range are clamped, what is no number becomes 0, and the arena has no items to use.
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
            self.told = controls
        else:
            throttle, steer, pitch, yaw, roll = map(_axis, (throttle, steer, pitch, yaw, roll))
            self.told = CONTROLS.pack(throttle, steer, pitch, yaw, roll, jump, boost, handbrake, False)
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
