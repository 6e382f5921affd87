"""The inputs of bots, read without the library: the one message that every bot sends every frame.

Two inputs of one sender differ in the car's number and in the 24 bytes of the controls; everything else, the tables of
the format among it, stays as the sender's library lays it out. So the first one is read by the library, and those that
are like it around these bytes need no more than a comparison.
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

import rlbot_flatbuffers as flat

from runtime.protocol.framing import HEADER_SIZE, frame
from runtime.protocol.layout import LayoutError, Table

CONTROLS: Final = Struct("<5f4?")
"""`ControllerState`: throttle, steer, pitch, yaw, roll; jump, boost, handbrake, use_item."""
NEUTRAL: Final = bytes(CONTROLS.size)

_CAR_SIZE: Final = 4
_car_and_controls: Final[Callable[[bytes, int], Any]] = Struct(f"<I{CONTROLS.size}s").unpack_from
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
    """What surrounds car and controls in a sender's inputs, the frame included; immutable."""

    __slots__ = ("_given", "_head", "_start", "_tail", "_tail_at", "size")

    def __init__(self, message: bytes, start: int, controls: int) -> None:
        end = controls + CONTROLS.size
        self._head = message[:start]
        self._start = start
        self._given = _car_and_controls if start != controls else _controls_of_car_0
        self._tail_at = end
        self._tail = message[end:]
        self.size = len(message)
        """Bytes of such an input, with its frame."""

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
        if controls - start not in (0, _CAR_SIZE):
            return None
        return cls(frame(payload), HEADER_SIZE + start, HEADER_SIZE + controls)

    def read(self, data: bytes, at: int = 0) -> tuple[int, bytes] | None:
        """Car and packed controls of the message that begins at `at`; None where it is no whole input of this shape."""
        if (
            at + self.size <= len(data)
            and data.startswith(self._head, at)
            and data.startswith(self._tail, at + self._tail_at)
        ):
            return self._given(data, at + self._start)
        return None


def _controls_of_car_0(data: bytes, start: int) -> tuple[int, bytes]:
    return 0, data[start : start + CONTROLS.size]
