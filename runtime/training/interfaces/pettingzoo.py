"""The environment as PettingZoo's parallel environment: each car that agents control is a named agent."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces

from runtime.extras import require
from runtime.training.environment import Environment
from runtime.training.interfaces.gymnasium import (
    FRAME_RATE,
    Numbers,
    action_space,
    episode_info,
    observation_space,
    specified,
)
from runtime.training.interfaces.pictures import RGB, checked_mode, picture
from runtime.training.specification import EnvironmentSpec

_SEEDS = 2**31


_Parallel: Any = require("pettingzoo.utils.env", "train").ParallelEnv


class ParallelEnv(_Parallel):
    """One arena with any number of agents, which begin and end their episodes together.

    Args:
        spec: the specification of the arena; None for the default, 1v1 in self-play.
        render_mode: `rgb_array` for pictures of the field from above.
        changes: changed fields of the specification, in JSON form.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kickabout_v0",
        "render_modes": [RGB],
        "render_fps": FRAME_RATE,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        spec: EnvironmentSpec | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        self.environment = Environment(specified(spec, changes))
        """The environment behind this interface."""
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = self.environment.spec.agent_names
        self.agents: list[str] = []
        size = self.environment.observation_size
        self.observation_spaces = {agent: observation_space(size) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.environment.actions) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self._is_seeded = False
        self._next: Numbers | None = None
        """The first observations of the next episode, if the environment has already begun it."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent, the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Numbers], dict[str, dict[str, Any]]]:
        """Begins an episode; see PettingZoo's `ParallelEnv`."""
        del options
        if seed is None and not self._is_seeded:
            seed = int(self._random.integers(_SEEDS))
        self._is_seeded = True
        self.agents = list(self.possible_agents)
        begun, self._next = self._next, None
        if seed is not None or begun is None:
            begun = self.environment.reset(None if seed is None else [seed])[0]
        return dict(zip(self.agents, begun, strict=True)), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays a step with an action of each agent in `agents`: a number, or (size,) numbers from -1 to 1.

        Returns:
            Observations (observation_size,), rewards, terminated, truncated and infos by the name of the agent. Where
            the episode ended, the observations are its last ones, and `agents` is empty until the next `reset`.

        Raises:
            RuntimeError: there is no episode.
            KeyError: an agent has no action.
            ValueError: an action has the wrong shape, does not exist, or is NaN.
        """
        if not self.agents:
            raise RuntimeError("reset() must be called before the first step(), and after the end of an episode.")
        acting = self.agents
        result = self.environment.step([[actions[agent] for agent in acting]])
        self._next = result.observations[0] if result.episodes else None
        terminated, truncated = bool(result.terminated[0]), bool(result.truncated[0])
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in acting}
        if result.episodes:
            terms = self.environment.term_names
            infos = {name: episode_info(result.episodes[0], terms, index) for index, name in enumerate(acting)}
            self.agents = []
        return (
            dict(zip(acting, result.final_observations[0], strict=True)),
            dict(zip(acting, result.rewards[0].tolist(), strict=True)),
            dict.fromkeys(acting, terminated),
            dict.fromkeys(acting, truncated),
            infos,
        )

    def render(self) -> Any:
        """Returns a picture, or None without a render mode."""
        return picture(self.environment.snapshot()) if self.render_mode == RGB else None

    def state(self) -> Numbers:
        """Returns all numbers of the arena as one vector."""
        state: Numbers = self.environment.state.block[0].copy()
        return state
