"""Rollouts: a policy acts inside a worker for many steps, without communication between the processes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from runtime.training.workers.timers import Timers


class Muscle(Protocol):
    """A policy that acts in a worker; its constructor takes keyword parameters."""

    def load(self, parameters: Mapping[str, NDArray[Any]]) -> None:
        """Replaces the parameters of the policy.

        Each parameter may have a leading axis of arenas; each arena then has its own parameters.
        """

    def act(self, observations: NDArray[np.float32]) -> NDArray[Any]:
        """Returns actions (m, d) for observations (m, n), whose rows are grouped by arena."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutRequest:
    """The order for one rollout."""

    parameters: Mapping[str, NDArray[Any]] | None
    """For the muscle; with None, it keeps its parameters."""
    version: int
    """Version of the policy, shown with the worker."""
    steps: int
    seeds: Sequence[int] | None
    """Seeds for a reset of the worker's arenas before the first step; None continues their episodes."""
    with_experience: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """Every step of a rollout, with T steps, K arenas and A agents per arena."""

    observations: NDArray[np.float32]
    """Before each action: (T, K, A, n)."""
    actions: NDArray[Any]
    """(T, K, A) or (T, K, A, d)."""
    rewards: NDArray[np.float32]
    """(T, K, A)."""
    terminated: NDArray[np.bool_]
    """(T, K)."""
    truncated: NDArray[np.bool_]
    """(T, K)."""
    final_observations: Mapping[tuple[int, int], NDArray[np.float32]]
    """Observations (A, n) at the end of each episode, by step and arena."""
    last_observations: NDArray[np.float32]
    """After the last step: (K, A, n)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """The result of one rollout."""

    version: int
    steps: int
    """Steps of each arena."""
    returns: NDArray[np.float64]
    """Sum of the rewards of each agent: (K, A)."""
    episodes: Sequence[Any]
    """Statistics of the episodes that ended."""
    experience: Experience | None


class _Recorder:
    """Collects the experience of a rollout while it runs."""

    def __init__(self, observations: NDArray[np.float32], actions: NDArray[Any], steps: int) -> None:
        """Allocates the memory; the arrays have the shapes of one step."""
        rows = observations.shape[:2]
        self._observations = np.empty((steps, *observations.shape), np.float32)
        self._actions = np.empty((steps, *actions.shape), actions.dtype)
        self._rewards = np.empty((steps, *rows), np.float32)
        self._ends = np.empty((2, steps, rows[0]), np.bool_)
        self._finals: dict[tuple[int, int], NDArray[np.float32]] = {}

    def add(self, step: int, observations: NDArray[np.float32], actions: NDArray[Any], result: Any) -> None:
        """Records a step: the observations before it, the actions, and the result."""
        self._observations[step] = observations
        self._actions[step] = actions
        self._rewards[step] = result.rewards
        self._ends[0, step] = result.terminated
        self._ends[1, step] = result.truncated
        for arena in np.flatnonzero(self._ends[:, step].any(0)):
            self._finals[step, int(arena)] = np.array(result.final_observations[arena], np.float32)

    def experience(self, steps: int, last: NDArray[np.float32]) -> Experience:
        """Returns the first `steps` steps."""
        return Experience(
            observations=self._observations[:steps],
            actions=self._actions[:steps],
            rewards=self._rewards[:steps],
            terminated=self._ends[0, :steps],
            truncated=self._ends[1, :steps],
            final_observations=self._finals,
            last_observations=np.array(last, np.float32),
        )


def run_rollout(
    request: RolloutRequest,
    *,
    muscle: Muscle,
    step: Callable[[NDArray[Any]], Any],
    observations: NDArray[np.float32],
    actions: NDArray[Any],
    timers: Timers,
) -> tuple[Rollout, NDArray[np.float32]]:
    """Lets the muscle act; returns the rollout and the last observations.

    Args:
        request: the order.
        muscle: acts on all arenas at once.
        step: steps the environment with the actions of all arenas.
        observations: the current ones, (K, A, n).
        actions: an array with the shape and the type of the environment's actions; it is overwritten.
        timers: get the blocks "muscle" and those of `step`.
    """
    if request.parameters is not None:
        muscle.load(request.parameters)
    recorder = _Recorder(observations, actions, request.steps) if request.with_experience else None
    returns = np.zeros(observations.shape[:2], np.float64)
    episodes: list[Any] = []
    for number in range(request.steps):
        with timers.block("muscle"):
            rows = observations.reshape(-1, observations.shape[-1])
            actions[...] = np.asarray(muscle.act(rows)).reshape(actions.shape)
        result = step(actions)
        if recorder is not None:
            recorder.add(number, observations, actions, result)
        returns += result.rewards
        episodes += result.episodes
        observations = result.observations
    experience = recorder.experience(request.steps, observations) if recorder is not None else None
    rollout = Rollout(
        version=request.version, steps=request.steps, returns=returns, episodes=episodes, experience=experience
    )
    return rollout, observations
