"""Where the ball will be during the next six seconds if no car touches it, as the packed message that clients get.

A window of 720 rows slides over the ball's future. While the ball does what was predicted, each frame takes one step
in an arena without cars, which stands at the window's far end, and appends one row; when something touched the ball,
the whole window is predicted anew. The message is not built from 720 objects: the rows have the layout of the wire's
structs, and are put between the bytes that the flatbuffers library once packed around 720 others.
"""

from typing import Final

import numpy as np
import rlbot_flatbuffers as flat
import RocketSim
from numpy.typing import NDArray

from runtime.arena.play.frames import RATE
from runtime.arena.play.physics import Physics
from runtime.protocol import pack_core
from runtime.protocol.framing import HEADER_SIZE

SLICES: Final = 720
NUMBERS: Final = 13
"""Of one slice, in wire order: time, location, rotation, velocity, angular velocity; 4 bytes each."""
PLACE_TOLERANCE_UU: Final = 0.02
SPEED_TOLERANCE_UU_S: Final = 0.02
SPIN_TOLERANCE_RAD_S: Final = 0.0005
"""A ball that is farther than these from where it should be was moved. A window that began at a touch comes true nearly
to the last bit (see `exact`); one that began between touches does not, because the state it began with was read."""

_CAPACITY: Final = 8 * SLICES
_LOCATION: Final = slice(1, 4)
_VELOCITY: Final = slice(7, 10)
_SPIN: Final = slice(10, 13)


class Prediction:
    """The predicted path of one ball; owned by one thread. RocketSim must have loaded the walls."""

    def __init__(self, physics: Physics) -> None:
        self._head, self._tail = _envelope()
        self._rows = np.zeros((_CAPACITY, NUMBERS), dtype="<f4")
        self._start = 0
        self._frame: int | None = None
        """The frame after which the window begins."""
        self._expected: tuple[float, ...] = ()
        self._arena = physics.new_arena()
        self._step = physics.stepper(self._arena)
        self._is_plain = physics.is_plain_for_the_ball

    def set_physics(self, physics: Physics) -> None:
        """Predicts with other physics from now on."""
        physics.configure(self._arena)
        self._step = physics.stepper(self._arena)
        self._is_plain = physics.is_plain_for_the_ball
        self._frame = None

    def parts(self, ball: RocketSim.BallState, frame: int) -> tuple[bytes | memoryview, ...]:
        """The framed message for the ball as it is at `frame`; slice 0 is one frame later.

        In pieces, of which the rows change with the next frame: they are not copied.
        """
        self.update(ball, frame)
        return self._head, self.window().data.cast("B"), self._tail

    def payload(self, ball: RocketSim.BallState, frame: int) -> bytes:
        """The packed message in one piece, without its frame."""
        return b"".join(self.parts(ball, frame))[HEADER_SIZE:]

    def window(self) -> NDArray[np.float32]:
        """The 720 rows as they were last predicted."""
        return self._rows[self._start : self._start + SLICES]

    def update(self, ball: RocketSim.BallState, frame: int, *, is_touched: bool = False) -> bool:
        """Moves the window to `frame`; returns whether it had to be predicted anew.

        Args:
            ball: the ball as it is.
            frame: when that is.
            is_touched: whether something touched the ball in this frame, however little it moved it.
        """
        state = (*ball.pos.as_tuple(), *ball.vel.as_tuple(), *ball.ang_vel.as_tuple())
        if frame == self._frame and state == self._expected:
            return False
        is_next = self._frame is not None and frame == self._frame + 1
        if is_next and not is_touched and self._is_as_predicted(state):
            self._slide(frame)
            self._expected = state
            return False
        self._rebuild(ball, frame)
        self._expected = state
        return True

    def _is_as_predicted(self, state: tuple[float, ...]) -> bool:
        row: list[float] = self._rows[self._start].tolist()
        x, y, z, vx, vy, vz, wx, wy, wz = state
        return (
            max(abs(row[1] - x), abs(row[2] - y), abs(row[3] - z)) < PLACE_TOLERANCE_UU
            and max(abs(row[7] - vx), abs(row[8] - vy), abs(row[9] - vz)) < SPEED_TOLERANCE_UU_S
            and max(abs(row[10] - wx), abs(row[11] - wy), abs(row[12] - wz)) < SPIN_TOLERANCE_RAD_S
        )

    def _slide(self, frame: int) -> None:
        self._frame = frame
        self._start += 1
        end = self._start + SLICES
        if end > _CAPACITY:
            self._rows[: SLICES - 1] = self._rows[self._start : end - 1]
            self._start = 0
            end = SLICES
        self._step()
        ball = self._arena.ball.get_state()
        self._rows[end - 1] = (
            (frame + SLICES) / RATE,
            *ball.pos.as_tuple(),
            0.0,
            0.0,
            0.0,
            *ball.vel.as_tuple(),
            *ball.ang_vel.as_tuple(),
        )

    def _rebuild(self, ball: RocketSim.BallState, frame: int) -> None:
        self._frame = frame
        self._start = 0
        numbers: list[float] = []
        for state in self._future(ball):
            numbers += state.pos.as_tuple()
            numbers += state.vel.as_tuple()
            numbers += state.ang_vel.as_tuple()
        future = np.array(numbers, dtype="<f4").reshape(SLICES, 9)
        window = self.window()
        window[:, 0] = np.arange(frame + 1, frame + 1 + SLICES) / RATE
        window[:, _LOCATION] = future[:, 0:3]
        window[:, _VELOCITY] = future[:, 3:6]
        window[:, _SPIN] = future[:, 6:9]

    def _future(self, ball: RocketSim.BallState) -> list[RocketSim.BallState]:
        """The next 720 states; leaves the arena at the last of them.

        RocketSim's own predictor is quicker, but knows no mutators.
        """
        arena = self._arena
        arena.ball.set_state(ball)
        if self._is_plain:
            path: list[RocketSim.BallState] = arena.get_ball_prediction(SLICES + 1, 1)
            arena.ball.set_state(path[-1])
            return path[1:]
        future = []
        for _ in range(SLICES):
            self._step()
            future.append(arena.ball.get_state())
        return future


def _envelope() -> tuple[bytes, bytes]:
    """The bytes of a framed prediction before and after its 720 structs."""
    marks = np.arange(1.0, SLICES * NUMBERS + 1.0, dtype="<f4").reshape(SLICES, NUMBERS)
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
        for row in marks.tolist()
    ]
    packed = pack_core(flat.BallPrediction(slices))
    head, found, tail = packed.partition(marks.tobytes())
    if not found:
        raise RuntimeError("The flatbuffers library lays a ball prediction out in another way than this program knows.")
    return len(packed).to_bytes(HEADER_SIZE, "big") + head, tail
