"""Learns the first task with PPO and prints the result as JSON; runs where stable-baselines3 is installed.

Workers import this module too, so it imports torch only in functions that they do not call.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bench.learning import Watched
from runtime.training.environment import make
from runtime.training.learners import LearnerSetup
from runtime.training.specification import Component, reach_the_ball
from runtime.training.workers import WorkerPool

PARAMETERS = {
    "steps": 16,
    "layers": [64, 64],
    "n_epochs": 6,
    "batch_size": 1024,
    "learning_rate": 1e-3,
    "gamma": 0.98,
    "ent_coef": 0.003,
}


def check_the_vector_environment(pool: WorkerPool, setup: LearnerSetup) -> bool:
    """Returns whether rows, endings and infos are those that stable-baselines3 expects."""
    from runtime.training.learners.stable_baselines import PoolEnvironment

    environment = PoolEnvironment(pool, setup, pool.layout.agents)
    rows = environment.num_envs
    is_good = environment.reset().shape == (rows, setup.observation_size)
    cut = 0
    for _ in range(130):  # longer than an episode
        actions = np.stack([environment.action_space.sample() for _ in range(rows)])
        observations, rewards, dones, infos = environment.step(actions)
        is_good &= observations.dtype == rewards.dtype == np.float32
        is_good &= dones.shape == rewards.shape == (rows,)
        for row in np.flatnonzero(dones):
            is_good &= infos[row]["terminal_observation"].shape == (setup.observation_size,)
            cut += infos[row]["TimeLimit.truncated"]
    return bool(is_good and cut and not any(environment.env_is_wrapped(object)))


def main(steps: int) -> None:
    """Prints the curve, and whether exported and loaded networks act like the trained one."""
    from runtime.training.learners.stable_baselines import PPO

    began_s = time.monotonic()
    spec = reach_the_ball(seconds=8.0, actions=Component(name="lookup"))
    space, size = make("actions", spec.actions), make("observation", spec.observation).size(spec.teams, 34)
    setup = LearnerSetup(
        interface=spec.as_json(), observation_size=size, action_bins=(space.count,), action_size=1, seed=1
    )
    learner = PPO(setup, **PARAMETERS)
    with WorkerPool(spec, workers=2, arenas=128, seed=5) as pool:
        is_good = check_the_vector_environment(pool, setup)
        session = Watched(pool, learner, spec, steps)
        learner.train(session)
    loaded = PPO(setup, **PARAMETERS)
    with tempfile.TemporaryDirectory() as folder:
        learner.save(Path(folder))
        loaded.load(Path(folder))
    numbers = np.random.default_rng(1).normal(size=(50, size)).astype(np.float32)
    chosen, _ = learner._model.predict(numbers, deterministic=True)
    is_same = [np.array_equal(one.policy().act(numbers)[:, 0], chosen) for one in (learner, loaded)]
    wall_s = time.monotonic() - began_s
    print(json.dumps({"curve": session.curve, "wall_s": wall_s, "is_good": is_good, "is_same": is_same}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
