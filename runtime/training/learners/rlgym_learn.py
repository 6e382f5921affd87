"""The PPO of rlgym-learn (`rlgym-learn-algos`) as a learner of a run.

Its agent controller gets the time steps from the run's workers. They are many times faster than the processes that
rlgym-learn would start, are restarted within a quota, and obey the commands of the run.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.extras import MissingExtraError
from runtime.files import read_file, write_atomically
from runtime.training.learners.learner import LearnerSetup, Session
from runtime.training.learners.policy import Policy, checked_archive

try:
    import torch
    from rlgym_learn import EnvActionType, Timestep
    from rlgym_learn.api import DerivedAgentControllerConfig
    from rlgym_learn_algos import ppo
except ModuleNotFoundError as error:
    raise MissingExtraError("rlgym-learn-algos", "rlgym-learn") from error

_FILE: Final = "rlgym_learn.pt"
_MAX_FILE: Final = 1 << 30
_BUFFERS: Final = ("log_probs", "values", "advantages")


class RLGymLearn:
    """Learns with `rlgym_learn_algos.ppo.PPOAgentController`; for discrete actions."""

    def __init__(
        self,
        setup: LearnerSetup,
        *,
        layers: Sequence[int] = (64, 64),
        steps: int = 8192,
        epochs: int = 4,
        learning_rate: float = 3e-4,
        entropy: float = 0.005,
        gamma: float = 0.99,
        threads: int = 1,
    ) -> None:
        """Creates a network.

        Args:
            setup: the environment.
            layers: widths of the hidden layers, for both the policy and the value function.
            steps: steps of all agents between two updates, and in a batch.
            epochs: passes over the experience in an update.
            learning_rate: of both networks.
            entropy: weight of the entropy in the loss.
            gamma: discount of rewards.
            threads: threads for the updates.
        """
        if len(setup.action_bins) != 1:
            raise ValueError("rlgym-learn's PPO needs discrete actions, such as 'lookup'")
        torch.set_num_threads(threads)
        self._setup, self._layers, self._steps = setup, tuple(layers), steps
        rates = {"lr": learning_rate}
        self._learner_config = ppo.PPOLearnerConfigModel(
            n_epochs=epochs,
            batch_size=steps,
            ent_coef=entropy,
            optimizer_named_parameter_group_kwargs={"actor": rates, "critic": rates},
        )
        self._gamma = gamma
        self._controller = self._new_controller()

    def _new_controller(self) -> Any:
        processor = ppo.GAETrajectoryProcessor()
        controller = ppo.PPOAgentController(self._network, _optimisers, ppo.ExperienceBuffer(processor))
        config = ppo.PPOAgentControllerConfigModel(
            timesteps_per_iteration=self._steps,
            save_every_ts=1 << 62,  # the run saves checkpoints
            random_seed=self._setup.seed,
            learner_config=self._learner_config,
            experience_buffer_config=ppo.ExperienceBufferConfigModel(
                max_size=2 * self._steps,
                trajectory_processor_config=ppo.GAETrajectoryProcessorConfigModel(gamma=self._gamma),
            ),
        )
        space = ("real", self._setup.observation_size), ("discrete", self._setup.action_bins[0])
        controller.set_space_types({0: {"agent": space}})
        rest = SimpleNamespace(random_seed=self._setup.seed), SimpleNamespace(recalculate_agent_id_every_step=False)
        controller.load(DerivedAgentControllerConfig(config, *rest, ""))
        for name in _BUFFERS:
            getattr(controller.experience_buffer, name).pin_memory = False  # pinning fails without CUDA
        return controller

    def _network(self, observations: Any, actions: Any, dtype: Any, device: Any, name: str | None) -> Any:
        actor = ppo.DiscreteFF(observations[1], actions[1], self._layers, dtype, device)
        return ppo.SeparateActorCritic(actor, ppo.BasicCritic(observations[1], self._layers, dtype, device), name)

    def muscle(self) -> None:
        """Returns None: the network acts in this process."""

    def train(self, session: Session) -> None:
        """Collects and learns until the session ends."""
        controller, pool = self._controller, session.pool
        observations = pool.reset()
        fresh = np.ones(len(observations), np.bool_)
        numbers = _Numbers(observations.shape[1])
        collected, episodes = 0, list[Any]()
        while True:
            actions = self._act(observations, fresh, numbers)
            result = pool.step(actions)
            updates = controller.cur_iteration
            steps = numbers.timesteps(observations, actions, result)
            with session.update():
                controller.process_timestep_data(steps)
            ended = result.terminated | result.truncated
            observations, fresh = result.observations, ended
            collected += actions.size
            episodes += result.episodes
            if controller.cur_iteration > updates:
                if not session.iteration(steps=collected, metrics={}, episodes=episodes):
                    return
                collected, episodes = 0, []

    def _act(self, observations: NDArray[np.float32], fresh: NDArray[np.bool_], numbers: "_Numbers") -> NDArray[Any]:
        """Gets the actions of all arenas, (K, A), from the controller; `fresh` arenas have begun an episode."""
        controller = self._controller
        for arena in np.flatnonzero(fresh).tolist():
            trajectories = controller.current_env_trajectories.pop(arena, None)
            if trajectories is not None:
                trajectories.finalize()
                controller.iteration_trajectories += trajectories.get_trajectories()
        seen = {arena: (numbers.agents, list(rows)) for arena, rows in enumerate(observations)}
        _, chosen = controller.get_env_actions(seen, {})
        assert all(action.enum_type == EnvActionType.STEP for action in chosen.values())
        return np.array([np.concatenate(chosen[arena].action_list) for arena in range(len(observations))])

    def policy(self) -> Policy:
        """Returns the current network as a policy that chooses the most probable action."""
        layers = [layer for layer in self._controller.learner.actor_critic.actor.model if hasattr(layer, "weight")]
        parameters = {}
        for number, layer in enumerate(layers):
            parameters[f"w{number}"] = layer.weight.detach().numpy().T
            parameters[f"b{number}"] = layer.bias.detach().numpy()
        bins, interface = self._setup.action_bins, self._setup.interface
        return Policy(parameters, activation="relu", bins=bins, interface=interface)

    def save(self, folder: Path) -> None:
        """Writes networks and optimisers; steps since the last update are lost."""
        file = io.BytesIO()
        learner = self._controller.learner
        optimisers = [optimiser.state_dict() for optimiser in learner.optimizers]
        torch.save({"network": learner.actor_critic.state_dict(), "optimisers": optimisers}, file)
        write_atomically(folder / _FILE, file.getvalue())

    def load(self, folder: Path) -> None:
        """Continues from a folder that `save` wrote; executes nothing in it.

        Raises:
            OSError: The file cannot be read.
            ValueError: It belongs to another network.
        """
        learner = self._controller.learner
        try:
            data = read_file(folder / _FILE, _MAX_FILE)
            checked_archive(data)
            saved = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
            learner.actor_critic.load_state_dict(saved["network"])
            for optimiser, state in zip(learner.optimizers, saved["optimisers"], strict=True):
                optimiser.load_state_dict(state)
        except Exception as error:  # torch raises any type for damaged files
            raise ValueError(f"the checkpoint does not fit this network: {error}") from error


def _optimisers(network: Any, parameters: dict[str, dict[str, Any]], _name: str | None) -> list[Any]:
    groups = [{"params": getattr(network, part).parameters(), **parameters[part]} for part in ("actor", "critic")]
    return [torch.optim.Adam(groups)]


class _Numbers:
    """Numbers the time steps as rlgym-learn requires."""

    def __init__(self, agents: int) -> None:
        self.agents = [f"agent {number}" for number in range(agents)]
        self._next = 0

    def timesteps(self, before: NDArray[np.float32], actions: NDArray[Any], result: Any) -> dict[int, Any]:
        """Returns the time steps of all arenas by their numbers."""
        by_arena = {}
        for arena, rows in enumerate(before):
            steps = []
            for agent, name in enumerate(self.agents):
                self._next += 1
                steps.append(
                    Timestep(
                        arena,
                        self._next,
                        None,
                        name,
                        rows[agent],
                        result.final_observations[arena, agent],
                        np.atleast_1d(actions[arena, agent]),
                        float(result.rewards[arena, agent]),
                        bool(result.terminated[arena]),
                        bool(result.truncated[arena]),
                    )
                )
            by_arena[arena] = (steps, None, None)
        return by_arena
