"""A custom learner beside the document of a run: random search for a linear policy."""

import json
import threading
import time
from pathlib import Path

import numpy as np

from runtime.training.learners import Policy


class Divided:
    """A reward that fails."""

    def __init__(self, *, by=0):
        self._by = by

    def __call__(self, state):
        return np.full(state.car_position.shape[:2], 1 // self._by, np.float32)


class RandomSearch:
    def __init__(self, setup, *, noise=0.1, steps=4, pause_s=0.0, raises_at=(), stuck_at=0, lingers=False, saves=True):
        Path("started").touch()
        if lingers:
            threading.Thread(target=threading.Event().wait).start()
        self._setup = setup
        self._noise, self._steps, self._pause_s = noise, steps, pause_s
        self._raises_at, self._stuck_at, self._saves = raises_at, stuck_at, saves
        self._best = np.zeros((setup.observation_size + 1, setup.outputs), np.float32)
        self._value = -np.inf
        self.iterations = 0

    def train(self, session):
        pool = session.pool
        observations = pool.reset()
        while True:
            random = np.random.default_rng([self._setup.seed, self.iterations])
            candidate = self._best + self._noise * random.standard_normal(self._best.shape).astype(np.float32)
            policy, total, episodes, steps = self._policy(candidate), 0.0, [], 0
            for _ in range(self._steps):
                arenas, agents, size = observations.shape
                actions = np.asarray(policy.act(observations.reshape(-1, size)))
                result = pool.step(actions.reshape(arenas, agents, *pool.layout.action_shape))
                observations = result.observations
                total += float(result.rewards.mean())
                episodes += result.episodes
                steps += arenas * agents
            self.iterations += 1
            time.sleep(self._pause_s)
            with session.update():
                if total > self._value:
                    self._best, self._value = candidate, total
            if self.iterations in self._raises_at:
                raise RuntimeError("the learner is broken")
            while 0 < self._stuck_at <= self.iterations:
                Path("stuck").touch()
                time.sleep(0.1)
            if not session.iteration(steps=steps, metrics={"value": self._value}, episodes=episodes):
                return

    def policy(self):
        return self._policy(self._best)

    def _policy(self, weights):
        parameters = {"w0": weights[:-1], "b0": weights[-1]}
        return Policy(parameters, bins=self._setup.action_bins, interface=self._setup.interface)

    def muscle(self):
        return None

    def save(self, folder: Path):
        if not self._saves:
            raise OSError("there is no room")
        np.save(folder / "best.npy", self._best)
        (folder / "search.json").write_text(json.dumps({"value": self._value, "iterations": self.iterations}))

    def load(self, folder: Path):
        best = np.load(folder / "best.npy", allow_pickle=False)
        if best.shape != self._best.shape:
            raise ValueError("the weights have another shape")
        content = json.loads((folder / "search.json").read_text())
        self._best, self._value, self.iterations = best, content["value"], content["iterations"]
