"""The environment as gymnasium's `Env` and `VectorEnv`."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as Vector
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from runtime.training.environment import Actions, Environment, EpisodeStats
from runtime.training.interfaces.pictures import RGB, checked_mode, picture
from runtime.training.specification import EnvironmentSpec

Numbers = NDArray[np.float32]
_SEEDS = 2**31
FRAME_RATE = 15
"""Pictures per second at the game's speed, with one picture per step of eight ticks."""


def specified(spec: EnvironmentSpec | Mapping[str, Any] | None, changes: Mapping[str, Any]) -> EnvironmentSpec:
    """Returns a specification with changes to some fields; both may be in JSON form.

    Raises:
        SpecificationError: it cannot be used.
    """
    table = {} if spec is None else spec.as_json() if isinstance(spec, EnvironmentSpec) else dict(spec)
    return EnvironmentSpec.from_json({**table, **changes})


def observation_space(size: int) -> spaces.Space[Any]:
    """Returns the space of an agent's observations, without limits except those of the type."""
    limit = float(np.finfo(np.float32).max)
    return spaces.Box(-limit, limit, (size,), np.float32)


def action_space(actions: Actions) -> spaces.Space[Any]:
    """Returns the space of an agent's actions."""
    if actions.count is not None:
        return spaces.Discrete(actions.count)
    return spaces.Box(-1.0, 1.0, (actions.size,), np.float32)


def episode_info(episode: EpisodeStats, terms: Sequence[str], agent: int = 0) -> dict[str, Any]:
    """Returns an agent's info for the last step of an episode."""
    return {
        "reasons": episode.reasons,
        "seconds": episode.seconds,
        "score": episode.score,
        "touches": int(episode.touches[agent]),
        "reward_terms": dict(zip(terms, episode.reward_terms[agent].tolist(), strict=True)),
    }


class GymnasiumEnv(gymnasium.Env[Numbers, Any]):
    """One arena with one agent.

    Args:
        spec: the specification of the arena; None for the default with one agent.
        render_mode: `rgb_array` for pictures of the field from above.
        changes: changed fields of the specification, in JSON form.
    """

    metadata: dict[str, Any] = {"render_modes": [RGB], "render_fps": FRAME_RATE}

    def __init__(
        self,
        spec: EnvironmentSpec | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        self.environment = Environment(specified(spec, changes))
        """The environment behind this interface."""
        if self.environment.agents != 1:
            raise ValueError(
                f"An Env of gymnasium has one agent, not {self.environment.agents}: set controlled to 'one', or use "
                "VectorEnv or ParallelEnv."
            )
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space(self.environment.observation_size)
        self.action_space = action_space(self.environment.actions)
        self._next: Numbers | None = None
        """The first observation of the next episode, if the environment has already begun it."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins an episode; see `gymnasium.Env`."""
        is_first = self._np_random is None
        seed = None if seed is None else int(seed)  # gymnasium rejects numpy integers
        super().reset(seed=seed, options=options)
        if seed is None and is_first:
            seed = int(self.np_random.integers(_SEEDS))
        begun, self._next = self._next, None
        if seed is None and begun is not None:
            return begun, {}
        return self.environment.reset(None if seed is None else [seed])[0, 0], {}

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Plays a step; see `gymnasium.Env`."""
        result = self.environment.step(action)
        self._next = result.observations[0, 0] if result.episodes else None
        info: dict[str, Any] = {}
        if result.episodes:
            info = episode_info(result.episodes[0], self.environment.term_names)
        observation = result.final_observations[0, 0]
        return observation, float(result.rewards[0, 0]), bool(result.terminated[0]), bool(result.truncated[0]), info

    def render(self) -> Any:
        """Returns a picture, or None without a render mode."""
        return picture(self.environment.snapshot()) if self.render_mode == RGB else None


class VectorEnv(Vector[Numbers, Any, Any]):
    """Arenas that are stepped together. Each agent is one of its environments, so it also fits self-play.

    When an episode ends, the next one begins in the same step; `infos["final_obs"]` has the last observation.

    Args:
        num_envs: number of agents in all arenas.
        spec: the specification of the arenas; None for the default.
        changes: changed fields of the specification, in JSON form.
    """

    metadata: dict[str, Any] = {
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [RGB],
        "render_fps": FRAME_RATE,
    }

    def __init__(
        self,
        num_envs: int = 1,
        spec: EnvironmentSpec | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **changes: Any,
    ) -> None:
        specification = specified(spec, changes)
        if num_envs < 1 or num_envs % specification.agents:
            raise ValueError(f"num_envs must be a multiple of the {specification.agents} agents of an arena.")
        self.environment = Environment(specification, arenas=num_envs // specification.agents)
        """The environment behind this interface."""
        self.num_envs = num_envs
        self.render_mode = checked_mode(render_mode)
        self.single_observation_space = observation_space(self.environment.observation_size)
        self.single_action_space = action_space(self.environment.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begins an episode in all arenas; see gymnasium's `VectorEnv`.

        Args:
            seed: a seed for each agent, or that of the first one; an arena has the seed of its first agent.
            options: not used.

        Returns:
            The observations, (num_envs, observation_size), and an empty info.

        Raises:
            ValueError: there is not one seed for each agent, or `options` has a `reset_mask`.
        """
        if options and "reset_mask" in options:
            raise ValueError(
                "All arenas are reset together: reset_mask is for environments that do not reset themselves."
            )
        is_first = self._np_random is None
        agents = self.environment.agents
        if isinstance(seed, int | np.integer):
            seed = [seed + index for index in range(self.num_envs)]
        elif seed is not None:
            seed = list(seed)
        if seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"There are {self.num_envs} environments, but {len(seed)} seeds.")
        if seed is not None and seed[0] is not None:
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(int(seed[0]))
        elif seed is None and is_first:
            first = int(self.np_random.integers(_SEEDS))
            seed = [first + index for index in range(self.num_envs)]
        observations = self.environment.reset(None if seed is None else list(seed[::agents]))
        return observations.reshape(self.num_envs, -1), {}

    def step(
        self, actions: Any
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays a step of all arenas with one action per agent, (num_envs,) or (num_envs, size).

        Returns:
            Observations (num_envs, observation_size), rewards, terminated and truncated (num_envs,), and infos.

        Raises:
            RuntimeError: `reset` was not called before.
            ValueError: the shape is wrong, an action does not exist, or a number is NaN.
        """
        environment, count = self.environment, self.num_envs
        result = environment.step(actions)
        infos: dict[str, Any] = {}
        agents = environment.agents
        if result.episodes:
            finals = result.final_observations.reshape(count, -1)
            for episode in result.episodes:
                for agent in range(agents):
                    info = episode_info(episode, environment.term_names, agent)
                    index = episode.arena * agents + agent
                    infos = self._add_info(infos, {"final_obs": finals[index], "final_info": info}, index)
        return (
            result.observations.reshape(count, -1),
            result.rewards.reshape(count).astype(np.float64),
            np.repeat(result.terminated, agents),
            np.repeat(result.truncated, agents),
            infos,
        )

    def render(self) -> Any:
        """Returns a picture of each arena, or None without a render mode."""
        if self.render_mode != RGB:
            return None
        return tuple(picture(self.environment.snapshot(arena)) for arena in range(self.environment.arenas))
