"""A stand-in's estimate of the ball's path: without cars, in steps of 0.1 or 0.15 s."""

import math
from collections.abc import Iterator
from typing import Final, TypeAlias

import RocketSim

from runtime.arena.stadium.field import Field

Moment: TypeAlias = tuple[float, float, float, float]
"""Seconds from now, and x, y, z of the ball at that time."""

MARGIN_X_UU: Final = 196.0
MARGIN_Y_UU: Final = 150.0
"""Distance from the walls at which the ball turns back; a stand-in drives no closer."""
MOUTH_SHARE: Final = 0.36
"""Half the share of a goal's width through which the ball enters."""
_STEP_S: Final = 0.15
_HOMING_STEP_S: Final = 0.1
_REST_Z: Final = 93.0
_BOUNCE: Final = 0.6
_ROLLS_UU_S: Final = 200.0
"""A ball that meets floor or ceiling slower than this does not bounce."""
_HOMING: Final = RocketSim.RLConst.Heatseeker


class BallPath:
    """Estimates the ball's path on one field; `pull_z` is the ball's gravity in uu/s²."""

    def __init__(self, field: Field, pull_z: float) -> None:
        self._pull_z = pull_z
        self._most_z = field.ceiling_z - _REST_Z
        self._most_x, self._most_y = field.wall_x - MARGIN_X_UU, field.wall_y - MARGIN_Y_UU
        self._mouth_x = MOUTH_SHARE * field.goals[0].width

    def moments(self, ball: RocketSim.BallState, until_s: float) -> Iterator[Moment]:
        """Yields the path up to `until_s`; the path of a ball that seeks a goal ends at the goal's wall."""
        return self._seeking(ball, until_s) if ball.heatseeker_target_dir else self._free(ball, until_s)

    def _free(self, ball: RocketSim.BallState, until_s: float) -> Iterator[Moment]:
        x, y, z = ball.pos.as_tuple()
        vx, vy, vz = ball.vel.as_tuple()
        after_s = 0.0
        while True:
            yield after_s, x, y, z
            if after_s >= until_s:
                return
            after_s += _STEP_S
            x, y, z = x + vx * _STEP_S, y + vy * _STEP_S, z + vz * _STEP_S
            vz += self._pull_z * _STEP_S
            if z < _REST_Z:
                z, vz = _REST_Z, -_BOUNCE * vz if vz < -_ROLLS_UU_S else 0.0
            elif z > self._most_z:
                z, vz = self._most_z, -_BOUNCE * vz if vz > _ROLLS_UU_S else 0.0
            if abs(x) > self._most_x:
                x, vx = math.copysign(self._most_x, x), -_BOUNCE * vx
            if abs(y) > self._most_y and abs(x) > self._mouth_x:
                y, vy = math.copysign(self._most_y, y), -_BOUNCE * vy

    def _seeking(self, ball: RocketSim.BallState, until_s: float) -> Iterator[Moment]:
        """Yields the path of Heatseeker's ball, which turns towards its goal while gravity pulls it."""
        x, y, z = ball.pos.as_tuple()
        vx, vy, vz = ball.vel.as_tuple()
        goal_y, speed = _HOMING.TARGET_Y * ball.heatseeker_target_dir, ball.heatseeker_target_speed
        share = min(1.0, speed / _HOMING.MAX_SPEED * _HOMING_STEP_S)
        after_s = 0.0
        while True:
            yield after_s, x, y, z
            if after_s >= until_s or abs(y) > _HOMING.TARGET_Y:
                return
            after_s += _HOMING_STEP_S
            yaw, pitch = math.atan2(vy, vx), math.atan2(vz, math.hypot(vx, vy))
            turn = math.remainder(math.atan2(goal_y - y, -x) - yaw, math.tau)
            rise = math.atan2(_HOMING.TARGET_Z - z, math.hypot(x, goal_y - y)) - pitch
            yaw += _HOMING.HORIZONTAL_BLEND * share * turn
            pitch += _HOMING.VERTICAL_BLEND * share * rise
            pitch = max(-_HOMING.MAX_TURN_PITCH, min(_HOMING.MAX_TURN_PITCH, pitch))
            level = speed * math.cos(pitch)
            vx, vy = level * math.cos(yaw), level * math.sin(yaw)
            vz = speed * math.sin(pitch) + self._pull_z * _HOMING_STEP_S
            x, y, z = x + vx * _HOMING_STEP_S, y + vy * _HOMING_STEP_S, z + vz * _HOMING_STEP_S
            if z < _REST_Z:
                z, vz = _REST_Z + _BOUNCE * (_REST_Z - z), _BOUNCE * abs(vz)
            elif z > self._most_z:
                z, vz = self._most_z, -_BOUNCE * vz
            if abs(x) > self._most_x:
                x, vx = math.copysign(self._most_x, x), -_BOUNCE * vx
