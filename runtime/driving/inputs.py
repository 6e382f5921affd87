"""Controls of the human's car from held keys and a gamepad, sampled once per tick."""

import threading
import time
from collections.abc import Callable
from typing import Final

from runtime.driving.gamepad import CENTRED, Gamepad, PadState
from runtime.driving.gamepads import open_gamepad
from runtime.model.driving import DriveAction
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.values import Controls

SEARCH_S: Final = 1.0
"""Interval between searches for a gamepad while there is none."""


class HeldActions:
    """The actions whose keys are held; written by the window's thread, read by the driver's thread.

    Every press and every release takes effect for at least one tick, however short it was. If an action changes twice
    within a tick, the second change takes effect in the next tick. Further changes within the tick cancel out in pairs.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: set[DriveAction] = set()
        self._pending: dict[DriveAction, list[bool]] = {}

    def set(self, action: DriveAction, *, is_held: bool) -> None:
        """Records that the key of an action was pressed or released; ignores repeats."""
        with self._lock:
            pending = self._pending.get(action, [])
            if is_held == (pending[-1] if pending else action in self._held):
                return
            if len(pending) == 2:
                pending.pop()
            else:
                pending.append(is_held)
            self._pending[action] = pending

    def release_all(self) -> None:
        """Releases all actions at once, and drops pending changes."""
        with self._lock:
            self._held.clear()
            self._pending.clear()

    def take(self) -> frozenset[DriveAction]:
        """Returns the actions that are held in the next tick."""
        with self._lock:
            for action, changes in list(self._pending.items()):
                (self._held.add if changes.pop(0) else self._held.discard)(action)
                if not changes:
                    del self._pending[action]
            return frozenset(self._held)


class HumanInputs:
    """Combines keys and gamepad into controls, with the bindings and the feel of Rocket League.

    Forward and reverse are throttle on the ground and pitch in the air. Left and right are steering on the ground and
    yaw in the air, or roll while air roll is held. On the ground, steering with a key takes `ramp_s` of game time from
    the centre to full lock. In the air, inputs take effect at once: a dodge goes in the direction of its key.

    `held` is for the window's thread; `sample` and `close` are for the driver's thread.

    Args:
        find_gamepad: opens a gamepad; returns None if there is none.
    """

    def __init__(
        self,
        *,
        ramp_s: float = 0.0,
        find_gamepad: Callable[[], Gamepad | None] = open_gamepad,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.held = HeldActions()
        self._ramp_ticks = ramp_s * TICKS_PER_S
        self._find_gamepad = find_gamepad
        self._clock = clock
        self._gamepad: Gamepad | None = None
        self._search_s = float("-inf")
        self._steer = 0.0
        self._is_ball_cam_held = False
        self._ball_cam_presses = 0

    @property
    def gamepad_name(self) -> str:
        """Name of the gamepad; empty if there is none."""
        return self._gamepad.name if self._gamepad is not None else ""

    @property
    def ball_cam_presses(self) -> int:
        """Number of times that the gamepad's button for the ball camera was pressed."""
        return self._ball_cam_presses

    def sample(self, ticks: int = 1) -> Controls:
        """See `InputSource`."""
        held = self.held.take()
        pad = self._poll_gamepad()
        drive = _axis(held, DriveAction.FORWARD, DriveAction.REVERSE)
        lateral = _axis(held, DriveAction.RIGHT, DriveAction.LEFT)
        self._steer = self._ramped(lateral, ticks)
        turn = lateral or pad.stick_x
        is_rolling = DriveAction.AIR_ROLL in held or pad.west
        roll = _axis(held, DriveAction.ROLL_RIGHT, DriveAction.ROLL_LEFT) or float(pad.right_bumper - pad.left_bumper)
        return Controls(
            throttle=drive or pad.right_trigger - pad.left_trigger,
            steer=self._steer or pad.stick_x,
            pitch=0.0 - (drive or pad.stick_y),
            yaw=0.0 if is_rolling else turn,
            roll=roll or (turn if is_rolling else 0.0),
            jump=DriveAction.JUMP in held or pad.south,
            boost=DriveAction.BOOST in held or pad.east,
            handbrake=DriveAction.POWERSLIDE in held or pad.west,
        )

    def close(self) -> None:
        """Closes the gamepad; may be called twice."""
        if self._gamepad is not None:
            self._gamepad.close()
            self._gamepad = None

    def _ramped(self, target: float, ticks: int) -> float:
        if self._ramp_ticks <= 0.0 or target == 0.0:
            return target
        start = self._steer if self._steer * target > 0.0 else 0.0
        size = min(1.0, abs(start) + ticks / self._ramp_ticks)
        return size if target > 0.0 else -size

    def _poll_gamepad(self) -> PadState:
        if self._gamepad is None:
            now_s = self._clock()
            if now_s < self._search_s:
                return CENTRED
            self._search_s = now_s + SEARCH_S
            self._gamepad = self._find_gamepad()
            if self._gamepad is None:
                return CENTRED
        state = self._gamepad.poll()
        if state is None:
            self.close()
            return CENTRED
        self._ball_cam_presses += state.north and not self._is_ball_cam_held
        self._is_ball_cam_held = state.north
        return state


def _axis(held: frozenset[DriveAction], plus: DriveAction, minus: DriveAction) -> float:
    return float((plus in held) - (minus in held))
