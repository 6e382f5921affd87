"""Reads `PlayerInput`, which every bot sends every tick, mostly without the flatbuffers library.

Two inputs of one sender differ only in the car's index and in the 24 bytes of the controls; everything else, including
the tables of the format, is laid out identically by the sender's library. Therefore the library reads the first input,
and later ones with the same bytes around index and controls need only a comparison.
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, Final, TypeAlias

import rlbot_flatbuffers as flat

from runtime.protocol.framing import HEADER_SIZE, frame
from runtime.protocol.layout import LayoutError, Table

CONTROLS: Final = Struct("<5f4?")
"""`ControllerState`: throttle, steer, pitch, yaw, roll; jump, boost, handbrake, use_item."""
NEUTRAL: Final = bytes(CONTROLS.size)
MAX_SHAPES: Final = 2
"""Maximum number of layouts of one sender: some libraries leave out the index of car 0, which makes a second layout."""

Input: TypeAlias = tuple[int, bytes]
"""Index of a car and its packed controls."""

_CAR_SIZE: Final = 4
_car_and_controls: Final[Callable[[bytes, int], Any]] = Struct(f"<I{CONTROLS.size}s").unpack_from
_MESSAGE_SLOT: Final = 1
_CAR_SLOT: Final = 0
_CONTROLS_SLOT: Final = 1


def pack_controls(controls: flat.ControllerState) -> bytes:
    """Returns the controls as messages carry them: `CONTROLS.size` bytes."""
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


class InputCodec:
    """Reads the inputs of one sender; owned by one thread.

    Most bots hold their controls for many ticks, so the last input is remembered: a caller that receives `last` again
    may use `last_input` without calling `read`.
    """

    __slots__ = ("_shapes", "last", "last_input")

    def __init__(self) -> None:
        self._shapes: tuple[_Shape, ...] = ()
        self.last = b""
        """The framed input that was read last, if it came alone; otherwise empty."""
        self.last_input: Input = (0, b"")

    def learn(self, payload: bytes, message: flat.PlayerInput) -> Input:
        """Learns the layout of an input that the library has unpacked to `message`; returns the input."""
        if len(self._shapes) < MAX_SHAPES and (shape := _Shape.of(payload)) is not None:
            self._shapes = (*self._shapes, shape)
        return message.player_index, pack_controls(message.controller_state)

    def read(self, data: bytes) -> tuple[list[Input], int]:
        """Returns the complete inputs of known layout at the beginning of framed `data`, and their size in bytes."""
        inputs: list[Input] = []
        at, end = 0, len(data)
        self.last = b""
        while at < end:
            for shape in self._shapes:
                input_ = shape.read(data, at)
                if input_ is not None:
                    if shape.size == end:
                        self.last, self.last_input = data, input_
                    inputs.append(input_)
                    at += shape.size
                    break
            else:
                break
        return inputs, at


class _Shape:
    """The bytes around index and controls in one layout, including the frame; immutable."""

    __slots__ = ("_extract", "_head", "_start", "_tail", "_tail_at", "size")

    def __init__(self, message: bytes, start: int, controls: int) -> None:
        end = controls + CONTROLS.size
        self._head = message[:start]
        self._start = start
        self._extract = _car_and_controls if start != controls else _controls_of_car_0
        self._tail_at = end
        self._tail = message[end:]
        self.size = len(message)
        """Bytes of such an input with its frame."""

    @classmethod
    def of(cls, payload: bytes) -> "_Shape | None":
        """Returns the layout of a valid input; None if other bytes lie between index and controls."""
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

    def read(self, data: bytes, at: int) -> Input | None:
        """Returns the input that begins at `at`; None if there is no complete input of this layout."""
        if (
            at + self.size <= len(data)
            and data.startswith(self._head, at)
            and data.startswith(self._tail, at + self._tail_at)
        ):
            found: Input = self._extract(data, at + self._start)
            return found
        return None


def _controls_of_car_0(data: bytes, start: int) -> Input:
    return 0, data[start : start + CONTROLS.size]
