"""The future of a ball that no car touches: frame by frame for the world, six seconds at a time for clients.

Frames are computed several at a time, because a loop of eight steps takes half as long as eight single calls.
"""

import struct
from array import array
from typing import Final

import rlbot_flatbuffers as flat
import RocketSim

from runtime.arena.physics.engine import LAUNCH_FRAMES, Physics, is_awaiting_launch
from runtime.model.game_facts import TICKS_PER_S
from runtime.protocol import HEADER_SIZE, pack_core

MAX_AHEAD: Final = 8
"""Maximum number of frames computed at a time; after a touch it starts with one and doubles."""
SLICES: Final = 720
NUMBERS: Final = 13
"""Numbers of a slice in wire order: time, location, rotation, velocity, angular velocity; 4 bytes each."""
_ROW: Final = struct.Struct(f"<{NUMBERS}f")
_NO_ROTATION: Final = (0.0, 0.0, 0.0)
_AHEAD: Final = 8
"""Number of rows appended at a time."""
_CAPACITY: Final = 8 * SLICES
_LOCATION: Final = slice(1, 4)
_VELOCITY: Final = slice(7, 10)
_SPIN: Final = slice(10, 13)


class BallFlight:
    """Computes the next frame of a ball in an arena of its own, which remembers nothing; for one thread."""

    __slots__ = ("_ahead", "_ball", "_coming", "_put", "_step")

    def __init__(self, physics: Physics) -> None:
        arena = physics.new_arena()
        self._put = arena.ball.set_state
        self._step = physics.stepper(arena)
        self._ball: RocketSim.BallState | None = None
        """The state returned last."""
        self._coming: list[RocketSim.BallState] = []
        """The states after it, in reverse order."""
        self._ahead = 1

    def after(self, ball: RocketSim.BallState) -> RocketSim.BallState:
        """Returns the settled ball one frame after `ball`; neither may be changed, as later frames use them."""
        if ball is not self._ball:
            self._look_ahead(ball, 1)
        elif not self._coming:
            self._look_ahead(ball, min(2 * self._ahead, MAX_AHEAD))
        self._ball = self._coming.pop()
        return self._ball

    def _look_ahead(self, ball: RocketSim.BallState, frames: int) -> None:
        self._ahead = frames
        self._put(ball)
        step = self._step
        self._coming = [step() for _ in range(frames)]
        self._coming.reverse()


class BallPrediction:
    """The predicted path of one ball as a packed message; for one thread. RocketSim must have loaded the walls.

    A window of 720 rows slides over the ball's future. While the ball is exactly where it was predicted, each frame
    needs one more row, which an arena without cars appends at the far end; after a touch the whole window is predicted
    again. Both give the same bits, see `engine.settler`. The rows have the layout of the wire's structs. They are sent
    between the bytes that the flatbuffers library once packed around 720 other structs, so no objects are built.
    """

    def __init__(self, physics: Physics) -> None:
        self._head, self._tail = _envelope()
        self._numbers = array("f", bytes(_CAPACITY * _ROW.size))
        """Row by row. Every platform of RocketSim has the wire's byte order."""
        self._buffer = memoryview(self._numbers).cast("B")
        self._start = 0
        """Index of the window's first row."""
        self._end = 0
        """Number of known rows."""
        self._frame: int | None = None
        """Number of the frame before the first row."""
        self._ball: tuple[float, ...] = ()
        """State of the ball in that frame."""
        self._waited = 0
        """Number of frames for which that ball has waited for its launch."""
        self._arena = physics.new_arena()
        self._step = physics.stepper(self._arena)

    def set_physics(self, physics: Physics) -> None:
        """Uses other physics from now on."""
        physics.configure(self._arena)
        self._step = physics.stepper(self._arena)
        self.forget()

    def forget(self) -> None:
        """Discards the prediction; needed after the ball was set, because it may have only turned in its place."""
        self._frame = None

    def parts(self, ball: RocketSim.BallState, frame: int) -> tuple[bytes | memoryview, ...]:
        """Returns the framed message for the ball's state at `frame`; slice 0 is one frame later.

        The pieces are not copied: the next frame changes them.
        """
        self.update(ball, frame)
        return self._head, self.rows(), self._tail

    def payload(self, ball: RocketSim.BallState, frame: int) -> bytes:
        """Returns the packed message in one piece, without its frame."""
        return b"".join(self.parts(ball, frame))[HEADER_SIZE:]

    def rows(self) -> memoryview:
        """Returns the bytes of the 720 rows; the next frame changes them."""
        begin = self._start * _ROW.size
        return self._buffer[begin : begin + SLICES * _ROW.size]

    def update(self, ball: RocketSim.BallState, frame: int) -> bool:
        """Moves the window to `frame` with the ball's state then; returns whether it had to be predicted again."""
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
        """Returns the ball that was predicted for the next frame."""
        row = _ROW.unpack_from(self._buffer, self._start * _ROW.size)
        return row[_LOCATION] + row[_VELOCITY] + row[_SPIN]

    def _slide(self, frame: int) -> None:
        self._frame = frame
        self._start += 1
        if self._start + SLICES > self._end:
            self._append(_AHEAD)

    def _rebuild(self, ball: RocketSim.BallState, frame: int) -> None:
        """Predicts all rows; RocketSim's own predictor knows neither mutators nor settling."""
        self._frame = frame
        self._start = self._end = 0
        self._arena.ball.set_state(ball)
        for _ in range(_frames_waited(ball)):
            self._step()
        self._append(SLICES)

    def _append(self, count: int) -> None:
        """Predicts `count` more rows."""
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
                (first_frame + row) / TICKS_PER_S,
                *ball.pos.as_tuple(),
                *_NO_ROTATION,
                *ball.vel.as_tuple(),
                *ball.ang_vel.as_tuple(),
            )
        self._end += count

    def _set_times(self, frame: int) -> None:
        """Lets the path begin at `frame`, because the ball does not move in a pause."""
        self._frame = frame
        frames = range(frame + 1, frame + 1 + self._end - self._start)
        times = array("f", [number / TICKS_PER_S for number in frames])
        self._numbers[self._start * NUMBERS : self._end * NUMBERS : NUMBERS] = times


def _frames_waited(ball: RocketSim.BallState) -> int:
    """Returns the frames for which a ball has waited for its launch; setting a ball resets this."""
    if not is_awaiting_launch(ball) or any((*ball.vel.as_tuple(), *ball.ang_vel.as_tuple())):
        return 0
    return min(int(ball.update_counter), LAUNCH_FRAMES)


def _envelope() -> tuple[bytes, bytes]:
    """Returns the bytes of a framed prediction before and after its 720 structs."""
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
