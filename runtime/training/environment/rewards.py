"""Rewards; each computes one term of every car's reward, without unit unless it says otherwise.

A class with a memory may have the methods `reset` and `kick_off`, as for observations.
"""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np

from runtime.model.game_facts import BALL_RADIUS, MAX_BALL_SPEED, MAX_CAR_SPEED

from .state import NO_TEAM, ArenaState, Floats


class Reward(Protocol):
    """One term of the reward; symmetric for both teams, with the field rotated by half a turn for orange."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns each car's reward for the step that led to `state`, (K, cars); None means zeros."""


class GoalReward:
    """1 for a car whose team scored, -1 for a car whose team conceded.

    Args:
        concede: penalty for a conceded goal.
    """

    def __init__(self, *, concede: float = 1.0) -> None:
        self._values = np.array([1.0, -concede], np.float32)

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        if not state.has_goal:
            return None
        goal = state.goal[:, None]
        reward: Floats = np.where(goal == NO_TEAM, np.float32(0.0), self._values[(goal != state.teams).astype(np.intp)])
        return reward


class EventReward:
    """The number of a car's events of one kind in the step.

    Args:
        event: goals, own_goals, assists, shots, saves, demolitions, demolished, bumps, small_pads or big_pads.
    """

    def __init__(self, *, event: str) -> None:
        if event not in COUNTED:
            raise ValueError(f"There is no event {event!r}. Known events: {', '.join(COUNTED)}.")
        self._event = event

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        if not state.has_events:
            return None
        counts: Floats = getattr(state, self._event).astype(np.float32)
        return counts


class TouchReward:
    """1 for a car that touched the ball in the step."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        return (state.touches > 0).astype(np.float32) if state.has_events else None


class VelocityToBallReward:
    """The speed of a car towards the ball, as a fraction of the car's maximum speed: from -1 to 1."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        way = state.ball_position[:, None] - state.car_position
        speed = np.einsum("kcd,kcd->kc", way, state.car_velocity)
        distance = np.sqrt(np.einsum("kcd,kcd->kc", way, way))
        reward: Floats = speed / (np.maximum(distance, np.float32(1.0)) * np.float32(MAX_CAR_SPEED))
        return reward


class BallToGoalReward:
    """The ball's speed towards the goal that a car attacks, as a fraction of the ball's maximum speed: from -1 to 1.

    Args:
        goal: position of orange's goal in uu; the default is the back of the net, or the ring in Hoops.
    """

    def __init__(self, *, goal: Sequence[float] = (0.0, 6000.0, 321.0)) -> None:
        x, y, z = goal
        self._goals = np.array([[x, y, z], [-x, -y, z]], np.float32)

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        way = self._goals - state.ball_position[:, None]
        speed = np.einsum("ktd,kd->kt", way, state.ball_velocity)
        share = speed / (np.sqrt(np.einsum("ktd,ktd->kt", way, way)) * np.float32(MAX_BALL_SPEED))
        reward: Floats = share[:, state.teams]
        return reward


class SpeedReward:
    """The speed of a car as a fraction of its maximum speed."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        velocity = state.car_velocity
        reward: Floats = np.sqrt(np.einsum("kcd,kcd->kc", velocity, velocity)) / np.float32(MAX_CAR_SPEED)
        return reward


class DistanceToBallReward:
    """exp(-distance / scale), with the distance from the car's centre to the ball's surface.

    Args:
        scale: distance in uu at which the reward is 1/e.
    """

    def __init__(self, *, scale: float = 1410.0) -> None:
        self._scale = np.float32(-1.0 / scale)

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        way = state.ball_position[:, None] - state.car_position
        distance = np.sqrt(np.einsum("kcd,kcd->kc", way, way)) - np.float32(BALL_RADIUS)
        reward: Floats = np.exp(distance * self._scale)
        return reward


class FaceBallReward:
    """Cosine of the angle between a car's nose and the direction to the ball."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        way = state.ball_position[:, None] - state.car_position
        along = np.einsum("kcd,kcd->kc", way, state.car_forward)
        reward: Floats = along / np.maximum(np.sqrt(np.einsum("kcd,kcd->kc", way, way)), np.float32(1.0))
        return reward


class BoostReward:
    """A car's boost: the square root of the fraction of a full tank, so the first half counts more.

    Args:
        gain: whether only the change since the last step counts.
    """

    def __init__(self, *, gain: bool = False) -> None:
        self._gain = gain
        self._before: Floats = np.zeros((0, 0), np.float32)

    def reset(self, state: ArenaState) -> None:
        """Remembers the boost at the beginning of an episode."""
        needed = int(state.arenas.max()) + 1
        if needed > len(self._before):
            grown = np.zeros((needed, state.layout.cars), np.float32)
            if self._before.size:
                grown[: len(self._before)] = self._before
            self._before = grown
        self._before[state.arenas] = _tank(state)

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        tank = _tank(state)
        if not self._gain:
            return tank
        gained: Floats = tank - self._before[state.arenas]
        self._before[state.arenas] = tank
        return gained


class AirReward:
    """1 for a car without a wheel on a surface."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        return np.float32(1.0) - state.car_on_ground


class StepReward:
    """1 in every step; with a negative weight, a penalty for time."""

    def __call__(self, state: ArenaState) -> Floats | None:
        """Returns the reward of each car; see `Reward`."""
        return np.ones(state.car_boost.shape, np.float32)


COUNTED: Final = (
    *("goals", "own_goals", "assists", "shots", "saves", "demolitions", "demolished", "bumps"),
    *("small_pads", "big_pads"),
)

REWARDS: Final[dict[str, Callable[..., Reward]]] = {
    "goal": GoalReward,
    "event": EventReward,
    "touch": TouchReward,
    "velocity_to_ball": VelocityToBallReward,
    "ball_to_goal": BallToGoalReward,
    "speed": SpeedReward,
    "distance_to_ball": DistanceToBallReward,
    "face_ball": FaceBallReward,
    "boost": BoostReward,
    "air": AirReward,
    "step": StepReward,
}


def _tank(state: ArenaState) -> Floats:
    share: Floats = np.sqrt(state.car_boost * np.float32(0.01))
    return share
