"""Where the ball will be during the next six seconds if no car touches it, as the packed message that clients get.

A window of 720 rows slides over the ball's future. While the ball is to the last bit where it was predicted, each frame
needs one row more, which an arena without cars appends that stands at the far end, a few at a time; when something
touched the ball, the whole window is predicted anew. Both give the same bits, see `physics.settler`. The message is not
built from 720 objects: the rows have the layout of the wire's structs, and are put between the bytes that the
flatbuffers library once packed around 720 others.
"""

import struct
from array import array
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.physics.engine import LAUNCH_FRAMES, Physics, is_awaiting_launch
from runtime.arena.physics.frames import RATE
from runtime.protocol import pack_core
from runtime.protocol.framing import HEADER_SIZE

SLICES: Final = 720
NUMBERS: Final = 13
"""Of one slice, in wire order: time, location, rotation, velocity, angular velocity; 4 bytes each."""
_ROW: Final = struct.Struct(f"<{NUMBERS}f")
_NO_ROTATION: Final = (0.0, 0.0, 0.0)
_AHEAD: Final = 8
"""Rows appended at a time: what is done eight times in a row takes half as long as what is done once in every frame."""
_CAPACITY: Final = 8 * SLICES
_LOCATION: Final = slice(1, 4)
_VELOCITY: Final = slice(7, 10)
_SPIN: Final = slice(10, 13)


class Prediction:
    """The predicted path of one ball; owned by one thread. RocketSim must have loaded the walls."""

    def __init__(self, physics: Physics) -> None:
        self._head, self._tail = _envelope()
        self._numbers = array("f", bytes(_CAPACITY * _ROW.size))
        """Row by row. Every system that RocketSim is built for has the wire's order of bytes."""
        self._buffer = memoryview(self._numbers).cast("B")
        self._start = 0
        """The window's first row."""
        self._end = 0
        """So many rows are known."""
        self._frame: int | None = None
        """The frame after which the window begins."""
        self._ball: tuple[float, ...] = ()
        """The ball from which it begins."""
        self._waited = 0
        """For so many frames that ball has waited for its launch."""
        self._arena = physics.new_arena()
        self._step = physics.stepper(self._arena)

    def set_physics(self, physics: Physics) -> None:
        """Predicts with other physics from now on."""
        physics.configure(self._arena)
        self._step = physics.stepper(self._arena)
        self.forget()

    def forget(self) -> None:
        """The ball was put somewhere, or turned, which its place does not tell: it is predicted anew."""
        self._frame = None

    def parts(self, ball: RocketSim.BallState, frame: int) -> tuple[bytes | memoryview, ...]:
        """The framed message for the ball as it is at `frame`; slice 0 is one frame later.

        In pieces, of which the rows change with the next frame: they are not copied.
        """
        self.update(ball, frame)
        return self._head, self.rows(), self._tail

    def payload(self, ball: RocketSim.BallState, frame: int) -> bytes:
        """The packed message in one piece, without its frame."""
        return b"".join(self.parts(ball, frame))[HEADER_SIZE:]

    def rows(self) -> memoryview:
        """The bytes of the 720 rows as they were last predicted; they change with the next frame."""
        begin = self._start * _ROW.size
        return self._buffer[begin : begin + SLICES * _ROW.size]

    def update(self, ball: RocketSim.BallState, frame: int) -> bool:
        """Moves the window to `frame`, where the ball is as it says; returns whether it had to be predicted anew."""
        state = (*ball.pos.as_tuple(), *ball.vel.as_tuple(), *ball.ang_vel.as_tuple())
        before, waited = self._waited, _frames_waited(ball)
        self._waited = waited
        is_on_time = waited in (0, before + 1, LAUNCH_FRAMES)
        if self._frame is not None and frame == self._frame + 1 and is_on_time and state == self._next():
            self._slide(frame)
        elif self._frame is not None and waited == before and state == self._ball:
            if frame != self._frame:
                self._set_times(frame)
        else:
            self._rebuild(ball, frame)
            self._ball = state
            return True
        self._ball = state
        return False

    def _next(self) -> tuple[float, ...]:
        """The ball as it was predicted for the frame after this window's."""
        row = _ROW.unpack_from(self._buffer, self._start * _ROW.size)
        return row[_LOCATION] + row[_VELOCITY] + row[_SPIN]

    def _slide(self, frame: int) -> None:
        self._frame = frame
        self._start += 1
        if self._start + SLICES > self._end:
            self._append(_AHEAD)

    def _rebuild(self, ball: RocketSim.BallState, frame: int) -> None:
        """Predicts all of it; RocketSim's own predictor knows neither mutators nor what `settled` does."""
        self._frame = frame
        self._start = self._end = 0
        self._arena.ball.set_state(ball)
        for _ in range(_frames_waited(ball)):
            self._step()
        self._append(SLICES)

    def _append(self, count: int) -> None:
        """Predicts so many rows more."""
        assert self._frame is not None
        step, buffer, write, size = self._step, self._buffer, _ROW.pack_into, _ROW.size
        if self._end + count > _CAPACITY:
            buffer[: (self._end - self._start) * size] = buffer[self._start * size : self._end * size]
            self._start, self._end = 0, self._end - self._start
        first_frame = self._frame + 1 - self._start
        for row in range(self._end, self._end + count):
            ball = step()
            write(
                buffer,
                row * size,
                (first_frame + row) / RATE,
                *ball.pos.as_tuple(),
                *_NO_ROTATION,
                *ball.vel.as_tuple(),
                *ball.ang_vel.as_tuple(),
            )
        self._end += count

    def _set_times(self, frame: int) -> None:
        """Lets the path begin at `frame`: the ball stands still in a pause."""
        self._frame = frame
        frames = range(frame + 1, frame + 1 + self._end - self._start)
        times = array("f", [number / RATE for number in frames])
        self._numbers[self._start * NUMBERS : self._end * NUMBERS : NUMBERS] = times


def _frames_waited(ball: RocketSim.BallState) -> int:
    """For so long a ball has waited for its launch, which setting it forgets; a ball that waits stays where it is."""
    if not is_awaiting_launch(ball) or any((*ball.vel.as_tuple(), *ball.ang_vel.as_tuple())):
        return 0
    return min(int(ball.update_counter), LAUNCH_FRAMES)


def _envelope() -> tuple[bytes, bytes]:
    """The bytes of a framed prediction before and after its 720 structs."""
    marks = [tuple(float(row * NUMBERS + place) for place in range(1, NUMBERS + 1)) for row in range(SLICES)]
    slices = [
        flat.PredictionSlice(
            row[0],
            flat.Physics(
                flat.Vector3(*row[1:4]),
                flat.Rotator(*row[4:7]),
                flat.Vector3(*row[7:10]),
                flat.Vector3(*row[10:13]),
            ),
        )
        for row in marks
    ]
    packed = pack_core(flat.BallPrediction(slices))
    head, found, tail = packed.partition(b"".join(_ROW.pack(*row) for row in marks))
    if not found:
        raise RuntimeError("The flatbuffers library lays a ball prediction out in another way than this program knows.")
    return len(packed).to_bytes(HEADER_SIZE, "big") + head, tail
