"""The inputs of bots, read without the library: the one message that every bot sends every frame.

Two inputs of one sender differ in the car's number and in the 24 bytes of the controls; everything else, the tables of
the format among it, stays as the sender's library lays it out. So the first one is read by the library, and those that
are like it around these bytes need no more than a comparison.
"""

from struct import Struct
from typing import Final

import rlbot_flatbuffers as flat

from runtime.protocol.layout import LayoutError, Table

CONTROLS: Final = Struct("<5f4?")
"""`ControllerState`: throttle, steer, pitch, yaw, roll; jump, boost, handbrake, use_item."""
NEUTRAL: Final = bytes(CONTROLS.size)

_CAR: Final = Struct("<I")
_MESSAGE_SLOT: Final = 1
_CAR_SLOT: Final = 0
_CONTROLS_SLOT: Final = 1


def pack_controls(controls: flat.ControllerState) -> bytes:
    """The controls as messages carry them: `CONTROLS.size` bytes."""
    return CONTROLS.pack(
        controls.throttle,
        controls.steer,
        controls.pitch,
        controls.yaw,
        controls.roll,
        controls.jump,
        controls.boost,
        controls.handbrake,
        controls.use_item,
    )


class InputShape:
    """What surrounds car and controls in a sender's inputs; immutable."""

    __slots__ = ("_controls", "_has_car", "_head", "_size", "_start", "_tail")

    def __init__(self, payload: bytes, start: int, controls: int) -> None:
        self._size = len(payload)
        self._head = payload[:start]
        self._start = start
        self._has_car = start != controls
        self._controls = controls
        self._tail = payload[controls + CONTROLS.size :]

    @classmethod
    def of(cls, payload: bytes) -> "InputShape | None":
        """The shape of a `PlayerInput` that the library has read; None where car and controls lie apart.

        A car of number 0 is left out by some libraries, which makes another shape.
        """
        message = Table.root(payload).table(_MESSAGE_SLOT)
        try:
            controls = message.offset(_CONTROLS_SLOT)
        except LayoutError:
            return None
        try:
            start = message.offset(_CAR_SLOT)
        except LayoutError:
            start = controls
        return cls(payload, start, controls) if controls - start in (0, _CAR.size) else None

    def read(self, payload: bytes) -> tuple[int, bytes] | None:
        """Car and packed controls of an input of this shape; None for any other message."""
        if len(payload) != self._size or not payload.startswith(self._head) or not payload.endswith(self._tail):
            return None
        controls = self._controls
        car = _CAR.unpack_from(payload, self._start)[0] if self._has_car else 0
        return car, payload[controls : controls + CONTROLS.size]
