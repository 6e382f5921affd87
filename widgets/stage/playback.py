"""Frames of a match in the order of game time, and the moment between two of them that the screen shows."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import hypot, pi
from typing import Final

from runtime.model.drawings import Point
from runtime.model.game_facts import MAX_BALL_SPEED
from runtime.model.values import ArenaView, BallView, CarView

KEPT: Final = 240
"""Frames of the buffer: four seconds of a match at sixty frames a second."""
DELAY_S: Final = 0.06
"""The screen is this much behind the newest frame: frames come about every 33 ms, in batches."""
CATCH_UP_PER_S: Final = 4.0
"""Share of the error of the playing time that is removed per second."""
MAX_ERROR_S: Final = 0.3
"""Error in wall time above which the playing time jumps."""
JUMP_UU: Final = 250.0
"""A thing that moves this much more than its top speed allows was placed; it is not moved gradually."""
MAX_TURN: Final = 1.2
"""Turns between two frames above this angle in rad are not blended: near the poles, yaw and roll change at once."""


class Playback:
    """Plays the frames of a running match smoothly; belongs to one view.

    Frames arrive in batches; the playing time follows the wall clock at the measured speed of the game.
    """

    def __init__(self) -> None:
        self._frames: deque[ArenaView] = deque(maxlen=KEPT)
        self._arrived_at = 0.0
        self._speed = 1.0
        self._time_s: float | None = None
        self._asked_at = 0.0

    @property
    def newest(self) -> ArenaView | None:
        """The last frame that arrived."""
        return self._frames[-1] if self._frames else None

    def clear(self) -> None:
        """Forgets all frames."""
        self._frames.clear()
        self._time_s = None
        self._speed = 1.0

    def add(self, views: Sequence[ArenaView], now_s: float) -> None:
        """Takes frames, oldest first, at a wall time."""
        if not views:
            return
        before = self._frames[-1].seconds_elapsed if self._frames else None
        if before is not None and views[0].seconds_elapsed < before:
            self.clear()  # another match, or a game that was set back
            before = None
        self._frames.extend(views)
        newest = views[-1].seconds_elapsed
        if before is not None and now_s > self._arrived_at:
            speed = (newest - before) / (now_s - self._arrived_at)
            self._speed += 0.15 * (min(200.0, speed) - self._speed)
        self._arrived_at = now_s

    def at(self, now_s: float) -> ArenaView | None:
        """Returns the frame to show at a wall time, blended from its neighbours; None before the first."""
        if not self._frames:
            return None
        newest = self._frames[-1].seconds_elapsed
        expected = newest + (now_s - self._arrived_at - DELAY_S) * self._speed
        if self._time_s is None or abs(expected - self._time_s) > MAX_ERROR_S * max(1.0, self._speed):
            self._time_s = expected
        else:
            passed = now_s - self._asked_at
            self._time_s += passed * self._speed
            self._time_s += (expected - self._time_s) * min(1.0, passed * CATCH_UP_PER_S)
        self._asked_at = now_s
        self._time_s = min(self._time_s, newest)
        return moment(self._frames, self._time_s)

    @property
    def is_still(self) -> bool:
        """True if the newest frame is shown, so that another picture would look the same."""
        return not self._frames or self._time_s is None or self._time_s >= self._frames[-1].seconds_elapsed


def moment(frames: Sequence[ArenaView] | deque[ArenaView], time_s: float) -> ArenaView:
    """Returns the frame at a game time, blended from its neighbours; the first or last one outside of their times."""
    later: ArenaView | None = None
    for view in reversed(frames):
        if view.seconds_elapsed <= time_s:
            return view if later is None else blended(view, later, time_s)
        later = view
    return frames[0]


def blended(before: ArenaView, after: ArenaView, time_s: float) -> ArenaView:
    """Returns a frame between two others; placed objects, and everything but positions, are those of the first."""
    span_s = after.seconds_elapsed - before.seconds_elapsed
    share = (time_s - before.seconds_elapsed) / span_s if span_s > 0.0 else 0.0
    if share <= 0.0 or len(before.cars) != len(after.cars) or len(before.balls) != len(after.balls):
        return before
    reach = JUMP_UU + MAX_BALL_SPEED * span_s
    return replace(
        before,
        seconds_elapsed=time_s,
        cars=tuple(_car(a, b, share, reach) for a, b in zip(before.cars, after.cars, strict=True)),
        balls=tuple(_ball(a, b, share, reach) for a, b in zip(before.balls, after.balls, strict=True)),
    )


def _car(a: CarView, b: CarView, share: float, reach: float) -> CarView:
    place = _between(a, b, share, reach)
    if place is None or a.is_demolished is not b.is_demolished:
        return a
    turns = [_turn(getattr(a, name), getattr(b, name)) for name in ("pitch", "yaw", "roll")]
    if max(map(abs, turns)) > MAX_TURN:
        turns = [0.0, 0.0, 0.0] if share < 0.5 else turns
        share_of_turn = 1.0
    else:
        share_of_turn = share
    return replace(
        a,
        x=place[0],
        y=place[1],
        z=place[2],
        pitch=a.pitch + turns[0] * share_of_turn,
        yaw=a.yaw + turns[1] * share_of_turn,
        roll=a.roll + turns[2] * share_of_turn,
    )


def _ball(a: BallView, b: BallView, share: float, reach: float) -> BallView:
    place = _between(a, b, share, reach)
    return a if place is None else replace(a, x=place[0], y=place[1], z=place[2])


def _between(a: CarView | BallView, b: CarView | BallView, share: float, reach: float) -> Point | None:
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    return (a.x + dx * share, a.y + dy * share, a.z + dz * share) if hypot(dx, dy, dz) <= reach else None


def _turn(start: float, end: float) -> float:
    """Returns the shorter way from one angle to another."""
    return (end - start + pi) % (2.0 * pi) - pi
