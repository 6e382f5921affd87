"""The free flight of a ball: where it will be frame by frame while nothing touches it.

A match asks for it in every frame and is nearly always told what was expected, so some frames are computed at a time:
what is done eight times in a row takes half as long as what is done once in every frame.
"""

from typing import Final

import RocketSim

from runtime.arena.physics.engine import Physics

MOST_AHEAD: Final = 8
"""Frames computed at a time; after a touch it begins with one, and doubles."""


class Flight:
    """The flight of one ball under some physics, in an arena of its own that remembers nothing; owned by one thread."""

    __slots__ = ("_ahead", "_ball", "_coming", "_put", "_step")

    def __init__(self, physics: Physics) -> None:
        arena = physics.new_arena()
        self._put = arena.ball.set_state
        self._step = physics.stepper(arena)
        self._ball: RocketSim.BallState | None = None
        """The state that was returned last."""
        self._coming: list[RocketSim.BallState] = []
        """Those after it, the next one at the end."""
        self._ahead = 1

    def after(self, ball: RocketSim.BallState) -> RocketSim.BallState:
        """The ball one frame after `ball`, settled; neither may be changed, as more frames may follow from them."""
        if ball is not self._ball:
            self._look_ahead(ball, 1)
        elif not self._coming:
            self._look_ahead(ball, min(2 * self._ahead, MOST_AHEAD))
        self._ball = self._coming.pop()
        return self._ball

    def _look_ahead(self, ball: RocketSim.BallState, frames: int) -> None:
        self._ahead = frames
        self._put(ball)
        step = self._step
        self._coming = [step() for _ in range(frames)]
        self._coming.reverse()
