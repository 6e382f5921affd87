"""A part of the match that is shown again: its frames over time and its camera."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign
from typing import Final

from runtime.model.drawings import Point
from runtime.model.values import ArenaView
from widgets.stage.camera import Pose
from widgets.stage.field import FieldShape, inside
from widgets.stage.playback import blended

SLOW: Final = 0.55
"""Speed around the moment of a replay."""
SLOW_BEFORE_S: Final = 0.9
MARGIN_UU: Final = 250.0
"""Distance of the camera from walls."""
BACK_UU: Final = 2300.0
"""Distance of the camera from the goal line, into the field."""
UP_UU: Final = 620.0
FOV: Final = 46.0
LOOK_S: Final = 0.18
"""Time constant with which the camera follows the ball."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """A part of a match, with its frames."""

    frames: Sequence[ArenaView]
    """Oldest first; each may take time to be made, so few are asked for."""
    times_s: Sequence[float]
    """Game time of each frame."""
    moment_s: float
    """The game time that matters, such as that of a goal; the replay is slow from shortly before it to the end."""
    words: str
    """The mark that is painted over the view."""


class Replay:
    """Plays a clip once from its own camera, from the time of the first call; GUI thread."""

    def __init__(self, clip: Clip, shape: FieldShape) -> None:
        if not clip.frames:
            raise ValueError("A replay needs at least one frame.")
        self.clip = clip
        self._shape = shape
        self._game_s = clip.times_s[0]
        self._seen_s: float | None = None
        self._eye = _eye(clip, shape)
        self._target: Point | None = None

    @property
    def is_over(self) -> bool:
        """True when the last frame has been shown."""
        return self._game_s >= self.clip.times_s[-1]

    def at(self, now_s: float) -> tuple[ArenaView, Pose]:
        """Returns the frame and the camera to show at a wall time; the last frame after its end."""
        step_s = 0.0 if self._seen_s is None else max(0.0, now_s - self._seen_s)
        self._seen_s = now_s
        is_slow = self._game_s >= self.clip.moment_s - SLOW_BEFORE_S
        self._game_s = min(self._game_s + step_s * (SLOW if is_slow else 1.0), self.clip.times_s[-1])
        view = self._frame()
        return view, Pose(eye=self._eye, target=self._followed(view, step_s), fov=FOV)

    def _frame(self) -> ArenaView:
        place = max(0, bisect_right(self.clip.times_s, self._game_s) - 1)
        view = self.clip.frames[place]
        if place + 1 == len(self.clip.frames):
            return view
        after = self.clip.frames[place + 1]
        share = self._game_s - self.clip.times_s[place]
        return blended(view, after, view.seconds_elapsed + share)

    def _followed(self, view: ArenaView, step_s: float) -> Point:
        """Returns the point to look at: the ball, a little towards the goal; without a ball, where it was."""
        if view.balls:
            ball = view.balls[0]
            goal_y = copysign(self._shape.back_y, self._eye[1])
            target = (0.88 * ball.x, 0.85 * ball.y + 0.15 * goal_y, 0.8 * ball.z + 60.0)
        else:
            target = self._target or (0.0, copysign(self._shape.back_y, self._eye[1]), 200.0)
        if self._target is None:
            self._target = target
        share = min(1.0, step_s / LOOK_S)
        x, y, z = (old + (new - old) * share for old, new in zip(self._target, target, strict=True))
        self._target = (x, y, z)
        return self._target


def _eye(clip: Clip, shape: FieldShape) -> Point:
    """Returns the place of the camera: above the field before the goal, on the side away from the ball."""
    last = bisect_right(clip.times_s, clip.moment_s) - 1
    with_ball = [clip.frames[place] for place in range(max(0, last - 30), max(1, last + 1), 6)]
    balls = [view.balls[0] for view in with_ball if view.balls]
    x = sum(ball.x for ball in balls) / len(balls) if balls else 0.0
    y = balls[-1].y if balls else 0.0
    side = -copysign(1.0, x) if abs(x) > 1.0 else 1.0
    eye_y = copysign(max(0.0, shape.back_y - BACK_UU), y if abs(y) > 1.0 else 1.0)
    if balls and abs(balls[-1].y - copysign(shape.back_y, eye_y)) > 2.0 * BACK_UU:
        eye_y = balls[-1].y - copysign(0.4 * BACK_UU, eye_y)  # far from the goal: beside the ball
    eye_x, eye_y = inside(shape, side * 0.62 * shape.side_x, eye_y, MARGIN_UU)
    return eye_x, eye_y, UP_UU
