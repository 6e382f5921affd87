"""Learns a little with PPO of rlgym-learn and prints the result as JSON; needs an interpreter with rlgym-learn."""

import json
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from runtime.training.learners import LearnerSetup
from runtime.training.specification import Component, reach_the_ball
from runtime.training.workers import WorkerPool

SIZE = 26


class Session:
    update = staticmethod(nullcontext)

    def __init__(self, pool, steps):
        self.pool, self.most, self.steps, self.episodes = pool, steps, [], 0

    def iteration(self, *, steps, metrics, episodes=()):
        self.steps.append(steps)
        self.episodes += len(episodes)
        return sum(self.steps) < self.most


def main(steps):
    import torch

    from runtime.training.learners.rlgym_learn import RLGymLearn

    spec = reach_the_ball(seconds=2.0, actions=Component(name="lookup"))
    setup = LearnerSetup(interface=spec.as_json(), observation_size=SIZE, action_bins=(90,), action_size=1, seed=1)
    learner, loaded = RLGymLearn(setup, steps=512), RLGymLearn(setup, steps=512)
    before = learner.policy().parameters["w0"]
    with WorkerPool(spec, workers=1, arenas=16, seed=5) as pool:
        session = Session(pool, steps)
        learner.train(session)
    with tempfile.TemporaryDirectory() as folder:
        learner.save(Path(folder))
        loaded.load(Path(folder))
    numbers = np.random.default_rng(1).normal(size=(50, SIZE)).astype(np.float32)
    with torch.no_grad():
        network = learner._controller.learner.actor_critic.actor
        chosen, _ = network.get_actions(["agent"] * 50, list(numbers), deterministic=True)
    is_same = [bool((one.policy().act(numbers)[:, 0] == chosen).all()) for one in (learner, loaded)]
    has_learned = not np.array_equal(before, learner.policy().parameters["w0"])
    print(json.dumps({"steps": session.steps, "episodes": session.episodes, "same": is_same, "learned": has_learned}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
