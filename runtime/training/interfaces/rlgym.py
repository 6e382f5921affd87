"""The environment as an `RLGym`, for libraries such as rlgym-learn.

Only the interface is RLGym's. Observations, rewards and endings come from the specification, and Kickabout computes
them. Agents are named as in PettingZoo. RLGym's own components cannot be used here, and `state` is Kickabout's.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from runtime.extras import require
from runtime.training.environment import ArenaState, Environment
from runtime.training.interfaces.gymnasium import Numbers, specified
from runtime.training.specification import EnvironmentSpec

Space = tuple[str, int]
"""`discrete` with a number of actions, or `real` with a number of values."""


_RLGym: Any = require("rlgym.api", "train").RLGym


class RLGymEnvironment(_RLGym):
    """One arena behind the interface of RLGym; created by `rlgym_environment`."""

    def __init__(self, spec: EnvironmentSpec, seed: int) -> None:
        # RLGym's own constructor only keeps its components, of which there are none here
        self.environment = Environment(spec, seed=seed)
        """The environment behind this interface."""
        self.shared_info: dict[str, Any] = {}
        self._names = spec.agent_names
        self._next: Numbers | None = None
        """The first observations of the next episode, if the environment has already begun it."""

    @property
    def agents(self) -> list[str]:
        """The names of the agents."""
        return list(self._names)

    @property
    def state(self) -> ArenaState:
        """The state of the arena, in row 0."""
        return self.environment.state

    def action_space(self, agent: str) -> Space:
        """Returns `("discrete", count)` or `("real", size)`."""
        del agent
        actions = self.environment.actions
        return ("real", actions.size) if actions.count is None else ("discrete", actions.count)

    def observation_space(self, agent: str) -> Space:
        """Returns `("real", size)`."""
        del agent
        return "real", self.environment.observation_size

    def set_state(self, desired_state: ArenaState) -> dict[str, Numbers]:
        """Always raises; the start state of the specification sets up the arena.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError("The arena is set by the start state of its specification.")

    def reset(self) -> dict[str, Numbers]:
        """Begins an episode and returns the observations."""
        begun, self._next = self._next, None
        if begun is None:
            begun = self.environment.reset()[0]
        return dict(zip(self._names, begun, strict=True))

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool]]:
        """Plays a step and returns observations, rewards, terminations and truncations.

        Args:
            actions: for each agent, the number of an action as an array of shape (1,), or controls (size,).
        """
        names = self._names
        result = self.environment.step(np.array([[np.asarray(actions[name]).reshape(-1) for name in names]]))
        self._next = result.observations[0] if result.episodes else None
        return (
            dict(zip(names, result.final_observations[0], strict=True)),
            dict(zip(names, result.rewards[0].tolist(), strict=True)),
            dict.fromkeys(names, bool(result.terminated[0])),
            dict.fromkeys(names, bool(result.truncated[0])),
        )

    def render(self) -> Any:
        """Returns a spectator's view of the arena, as values."""
        return self.environment.snapshot()

    def close(self) -> None:
        """Does nothing; the arena only uses memory."""


def rlgym_environment(
    spec: EnvironmentSpec | Mapping[str, Any] | None = None, *, seed: int = 0, **changes: Any
) -> RLGymEnvironment:
    """Returns an environment for libraries that step an RLGym.

    Args:
        spec: the specification of the arena; None for the default, 1v1 in self-play.
        seed: seed of the arena; processes that run at the same time need different ones.
        changes: changed fields of the specification, in JSON form.
    """
    return RLGymEnvironment(specified(spec, changes), seed)
