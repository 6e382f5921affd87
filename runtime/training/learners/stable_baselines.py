"""Proximal policy optimisation by stable-baselines3 (extra `ppo`), with the workers of a run as its environment."""

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.extras import MissingExtraError
from runtime.files import read_file, write_atomically
from runtime.training.learners.learner import LearnerSetup, Session
from runtime.training.learners.policy import Policy, checked_archive

try:
    import stable_baselines3
    import torch
    from gymnasium import spaces
    from stable_baselines3.common.logger import Logger
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise MissingExtraError("stable-baselines3", "ppo") from error

_FILE: Final = "ppo.pt"
_MAX_FILE: Final = 1 << 30
_BATCH: Final = 64
"""The default of stable-baselines3."""
_ACTIVATIONS: Final = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}
_SHOWN: Final = ("loss", "policy_gradient_loss", "value_loss", "entropy_loss", "approx_kl", "clip_fraction")
"""Values that stable-baselines3 logs for an update and that the run reports."""


def spaces_of(setup: LearnerSetup) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """Returns the spaces of one agent's observations and actions."""
    observations = spaces.Box(-np.inf, np.inf, (setup.observation_size,), np.float32)
    bins = setup.action_bins
    if not bins:
        return observations, spaces.Box(-1.0, 1.0, (setup.action_size,), np.float32)
    return observations, spaces.Discrete(bins[0]) if len(bins) == 1 else spaces.MultiDiscrete(list(bins))


class PoolEnvironment(VecEnv):
    """All agents of all arenas of a pool as one vectorised environment of stable-baselines3.

    Rows are the agents of the first arena, then those of the second, and so on. `episodes` collects finished episodes.
    """

    render_mode = None

    def __init__(self, pool: Any, setup: LearnerSetup, agents: int) -> None:
        self._pool = pool
        self._agents = agents
        self._actions: NDArray[Any] = np.zeros(0)
        self.episodes: list[Any] = []
        super().__init__(pool.arenas * agents, *spaces_of(setup))

    def reset(self) -> NDArray[np.float32]:
        """Resets every arena."""
        return self._rows(self._pool.reset())

    def step_async(self, actions: NDArray[Any]) -> None:
        """Stores the actions; `step_wait` plays them."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Returns observations, rewards, ends of episodes, and the info for each end."""
        actions = self._actions.reshape(-1, self._agents, *self._actions.shape[1:])
        result = self._pool.step(actions)
        ended = result.terminated | result.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for arena in np.flatnonzero(ended):
            for agent in range(self._agents):
                infos[arena * self._agents + agent] = {
                    "terminal_observation": np.array(result.final_observations[arena, agent], np.float32),
                    "TimeLimit.truncated": bool(result.truncated[arena] and not result.terminated[arena]),
                }
        self.episodes += result.episodes
        rewards = np.array(result.rewards, np.float32).reshape(-1)
        return self._rows(result.observations), rewards, np.repeat(ended, self._agents), infos

    def _rows(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.array(observations, np.float32).reshape(self.num_envs, -1)

    def close(self) -> None:
        """Does nothing, because the pool belongs to the run."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute, which is the same for all rows."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Always raises; rows have no attributes.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(attr_name)

    def env_method(self, method_name: str, *_args: Any, indices: Any = None, **_kwargs: Any) -> list[Any]:
        """Always raises; rows have no methods.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(method_name)

    def env_is_wrapped(self, _wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Returns False for each row."""
        return [False for _ in self._get_indices(indices)]


class _Model(stable_baselines3.PPO):
    """Puts updates under the session's supervision, but not the collection of experience."""

    around_update: Callable[[], AbstractContextManager[None]] = nullcontext

    def train(self) -> None:
        """Updates the networks from the collected experience."""
        with self.around_update():
            super().train()


class PPO:
    """Learns with `stable_baselines3.PPO`; passes other parameters on to it."""

    def __init__(
        self,
        setup: LearnerSetup,
        *,
        layers: Sequence[int] = (64, 64),
        activation: str = "tanh",
        steps: int = 128,
        threads: int = 1,
        **parameters: Any,
    ) -> None:
        """Creates a network.

        Args:
            setup: the environment.
            layers: widths of the hidden layers, for both the policy and the value function.
            activation: `tanh` or `relu`.
            steps: steps of each agent between two updates.
            threads: threads for the updates.
            parameters: `learning_rate`, `gamma`, `ent_coef`, and so on.
        """
        if activation not in _ACTIVATIONS:
            raise ValueError(f"unknown activation {activation!r}; known: {', '.join(_ACTIVATIONS)}")
        torch.set_num_threads(threads)
        self._setup = setup
        self._activation = activation
        self._parameters = {
            "n_steps": steps,
            "device": "cpu",
            "policy_kwargs": {"net_arch": list(layers), "activation_fn": _ACTIVATIONS[activation]},
            **parameters,
        }
        batch = parameters.get("batch_size", _BATCH)
        self._model = self._new_model(_Spaces(1, *spaces_of(setup)), setup.seed, n_steps=batch)
        self._timesteps = 0

    def _new_model(self, environment: Any, seed: int, **changes: Any) -> Any:
        model = _Model("MlpPolicy", environment, seed=seed, **(self._parameters | changes))
        model.set_logger(Logger(folder=None, output_formats=[]))
        return model

    def muscle(self) -> None:
        """Returns None: the network acts in this process, for all workers at once."""

    def train(self, session: Session) -> None:
        """Collects and learns until the session ends."""
        pool = session.pool
        environment = PoolEnvironment(pool, self._setup, pool.layout.agents)
        model = self._new_model(environment, self._setup.seed + self._timesteps)
        model.set_parameters(self._model.get_parameters())
        self._model, model.around_update = model, session.update
        size = model.n_steps * environment.num_envs
        while True:
            model.learn(size, log_interval=None, reset_num_timesteps=False)
            self._timesteps += size
            episodes, environment.episodes = environment.episodes, []
            logged = model.logger.name_to_value
            metrics = {name: float(logged[f"train/{name}"]) for name in _SHOWN if f"train/{name}" in logged}
            if not session.iteration(steps=size, metrics=metrics, episodes=episodes):
                return

    def policy(self) -> Policy:
        """Returns the mean of the current policy as a numpy network, without the value function."""
        state = {name: value.detach().cpu().numpy() for name, value in self._model.policy.state_dict().items()}
        return Policy(
            policy_parameters(state),
            activation=self._activation,
            bins=self._setup.action_bins,
            interface=self._setup.interface,
        )

    def save(self, folder: Path) -> None:
        """Writes networks and optimiser; does not save the state of the random generator."""
        file = io.BytesIO()
        torch.save({"parameters": self._model.get_parameters(), "timesteps": self._timesteps}, file)
        write_atomically(folder / _FILE, file.getvalue())

    def load(self, folder: Path) -> None:
        """Continues from a folder that `save` wrote; executes nothing in it.

        Raises:
            OSError: The file cannot be read.
            ValueError: It belongs to another network.
        """
        data = read_file(folder / _FILE, _MAX_FILE)
        try:
            checked_archive(data)
            saved = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
            self._model.set_parameters(saved["parameters"])
            self._timesteps = int(saved["timesteps"])
        except Exception as error:  # torch raises any type for damaged files
            raise ValueError(f"the checkpoint does not fit this network: {error}") from error


class _Spaces(PoolEnvironment):
    """Only the spaces of an environment, for a network that is not learning yet."""

    def __init__(self, rows: int, *both: spaces.Space[Any]) -> None:
        VecEnv.__init__(self, rows, *both)


def policy_parameters(state: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Returns the parameters of stable-baselines3's `MlpPolicy` as those of a `Policy`.

    torch has weights of the shape (outputs, inputs); they are transposed to (inputs, outputs).

    Raises:
        KeyError: there is no such network in `state`.
    """
    prefix = "mlp_extractor.policy_net."
    hidden = sorted({int(name.removeprefix(prefix).partition(".")[0]) for name in state if name.startswith(prefix)})
    layers = [f"{prefix}{layer}" for layer in hidden] + ["action_net"]
    parameters: dict[str, NDArray[Any]] = {}
    for number, layer in enumerate(layers):
        parameters[f"w{number}"] = state[f"{layer}.weight"].T
        parameters[f"b{number}"] = state[f"{layer}.bias"]
    return parameters
