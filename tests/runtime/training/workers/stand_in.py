"""A small environment with a predictable course that fails on command.

The parameter `faults` maps the first seed of an environment to its failure at step `at`, counted from when the
parameters were set. A restarted worker has another seed, so it fails again only under the key `all`. A step waits until
the files in `gates` exist. The module imports little, because every worker loads it.
"""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from runtime.model.messages import literal
from runtime.training import SpecificationError

LATE_SEED = 99


class StandIn:
    """The only number of an observation grows by the action; an episode ends at `limit`."""

    agents = 2
    observation_size = 3
    actions = SimpleNamespace(count=None, size=2)
    term_names = ("sum", "one")

    def __init__(self, arenas, seed):
        self.seeds = seed + np.arange(arenas)
        self.values = np.zeros(arenas)
        self.first_seed = seed
        self.parameters = {"limit": 100.0}
        self.steps = 0
        if seed < 0:
            raise LookupError("no arena")
        if seed == LATE_SEED:
            time.sleep(600)

    def reset(self, seeds=None):
        if seeds is not None:
            self.seeds = np.array(seeds)
        self.values = self.seeds.astype(float)
        return self._observations()

    def _observations(self):
        shape = (len(self.values), self.agents, self.observation_size)
        return np.broadcast_to(self.values[:, None, None], shape).astype(np.float32)

    def set_parameters(self, parameters):
        self.parameters |= parameters
        self.steps = 0
        if self.parameters.get("is_stubborn"):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def step(self, actions):
        self.steps += 1
        faults = self.parameters.get("faults", {})
        if self.steps == self.parameters.get("at", 1):
            self._misbehave(faults.get(self.first_seed) or faults.get("all"))
        time.sleep(self.parameters.get("slow_s", {}).get(self.first_seed, 0.0))
        while gate := self.parameters.get("gates", {}).get(self.first_seed):
            if Path(gate).exists():
                break
            time.sleep(0.01)
        self.values = self.values + actions.sum((1, 2))
        rewards = actions.sum(2).astype(np.float32)
        observations = final = self._observations()
        terminated = self.values >= self.parameters["limit"]
        self.values = np.where(terminated, self.seeds, self.values)
        return SimpleNamespace(
            observations=self._observations() if terminated.any() else observations,
            rewards=rewards,
            terminated=terminated,
            truncated=np.zeros_like(terminated),
            final_observations=final,
            reward_terms=np.stack([rewards, np.ones_like(rewards)], 2),
            episodes=[Episode(arena=int(arena)) for arena in np.flatnonzero(terminated)],
        )

    def _misbehave(self, fault):
        if fault == "raise":
            raise ValueError("no ball")
        if fault == "import":
            import no_such_package  # noqa: F401
        if fault == "specify":
            raise SpecificationError("parameters.no", literal("unknown"))
        if fault == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if fault == "hang":
            time.sleep(3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    arena: int


class Doubler:
    """Acts with the first observation times a weight."""

    def __init__(self, *, weight=0.0):
        self.weight = np.full((1, 1), weight)

    def load(self, parameters):
        self.weight = parameters["w"].reshape(-1, 1)

    def act(self, observations):
        rows = observations[:, :1].reshape(len(self.weight), -1)
        return np.repeat((rows * self.weight).reshape(-1, 1), 2, axis=1)


def killed_at_first(marker, arenas, seed):
    """Kills its process at the first call; builds the environment at later ones."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return StandIn(arenas, seed)
