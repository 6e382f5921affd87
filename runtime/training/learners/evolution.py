"""Evolution strategies on a linear policy, with numpy alone.

Salimans et al. 2017, "Evolution Strategies as a Scalable Alternative to Reinforcement Learning": each arena plays with
its own parameters, a random perturbation of the current ones. Arenas come in pairs with opposite perturbations and the
same starts (mirrored sampling), returns are replaced by their ranks, and Adam (Kingma and Ba 2015) follows the
estimated gradient. All randomness derives from the seed and the number of the iteration.
"""

import io
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from runtime.files import read_file, write_atomically
from runtime.training.learners.learner import LearnerSetup, Session
from runtime.training.learners.policy import Policy, read_arrays
from runtime.training.specification import Component

Vector = NDArray[np.float64]

_FILE: Final = "evolution.npz"
_MAX_FILE: Final = 1 << 26
_BETA: Final = (0.9, 0.999)
_EPSILON: Final = 1e-8


def centred_ranks(returns: Vector) -> Vector:
    """Returns the ranks of the returns, scaled to -0.5..0.5; equal returns share their mean rank."""
    if len(returns) < 2:
        return np.zeros(len(returns))
    ordered = np.sort(returns)
    below = np.searchsorted(ordered, returns, "left")
    upto = np.searchsorted(ordered, returns, "right")
    return np.asarray((below + upto - 1.0) / 2.0 / (len(returns) - 1.0) - 0.5, np.float64)


class EvolutionStrategies:
    """Learns a linear policy from the returns of whole rollouts."""

    def __init__(
        self,
        setup: LearnerSetup,
        *,
        noise: float = 0.5,
        learning_rate: float = 0.1,
        steps: int = 100,
        rounds: int = 1,
    ) -> None:
        """Starts with all parameters at zero.

        Args:
            setup: the environment.
            noise: standard deviation of the perturbations.
            learning_rate: step size of an update of each parameter.
            steps: steps of each arena in one rollout.
            rounds: number of rollouts before an update, each with different perturbations.
        """
        if not (noise > 0.0 and learning_rate > 0.0 and steps >= 1 and rounds >= 1):
            raise ValueError("noise, learning_rate, steps and rounds must be positive")
        self._setup = setup
        self._noise = noise
        self._learning_rate = learning_rate
        self._steps = steps
        self._rounds = rounds
        self._shape = (setup.observation_size + 1, setup.outputs)
        """The last row is the bias."""
        self._mean = np.zeros(self._shape)
        self._first = np.zeros(self._shape)
        self._second = np.zeros(self._shape)
        self._iterations = 0

    def muscle(self) -> Component:
        """Returns the policy, which has different parameters in each arena."""
        bins = list(self._setup.action_bins)
        return Component(name=f"{Policy.__module__}:{Policy.__name__}", parameters={"bins": bins} if bins else {})

    def train(self, session: Session) -> None:
        """Updates the parameters until the session ends."""
        while True:
            directions, returns, episodes = self._play(session.pool)
            gradient = np.zeros(self._shape)
            with session.update():
                gradient = np.tensordot(centred_ranks(returns), directions, 1) / (len(returns) * self._noise)
                self._update(gradient)
            self._iterations += 1
            metrics = {
                "return": float(returns.mean()),
                "gradient": float(np.sqrt(np.mean(gradient**2))),
                "parameters": float(np.sqrt(np.mean(self._mean**2))),
            }
            steps = self._steps * len(returns) * session.pool.layout.agents
            if not session.iteration(steps=steps, metrics=metrics, episodes=episodes):
                return

    def _play(self, pool: Any) -> tuple[Vector, Vector, list[Any]]:
        """Plays `rounds` rollouts in every arena; returns directions, returns, and the episodes that ended."""
        pairs, arenas = (pool.arenas + 1) // 2, pool.arenas
        directions, returns, episodes = [], [], []
        for number in range(self._rounds):
            random = np.random.default_rng([self._setup.seed, self._iterations, number])
            half = random.standard_normal((pairs, *self._shape))
            mirrored = np.stack([half, -half], axis=1).reshape(-1, *self._shape)[:arenas]
            seeds = np.repeat(random.integers(1 << 31, size=pairs), 2)
            results = pool.rollouts(
                lambda some, mirrored=mirrored: _split(self._mean + self._noise * mirrored[some.start : some.stop]),
                version=self._iterations,
                steps=self._steps,
                seeds=lambda some, seeds=seeds: seeds[some.start : some.stop].tolist(),
                with_experience=False,
            )
            directions.append(mirrored)
            returns += [result.rollout.returns.mean(axis=1) for result in results]
            episodes += [episode for result in results for episode in result.rollout.episodes]
        return np.concatenate(directions), np.concatenate(returns), episodes

    def _update(self, gradient: Vector) -> None:
        first, second = _BETA
        self._first = first * self._first + (1.0 - first) * gradient
        self._second = second * self._second + (1.0 - second) * gradient**2
        count = self._iterations + 1
        step = (self._first / (1.0 - first**count)) / (np.sqrt(self._second / (1.0 - second**count)) + _EPSILON)
        self._mean = self._mean + self._learning_rate * step

    def policy(self) -> Policy:
        """Returns the current policy, without perturbation."""
        weights = {name: value[0] for name, value in _split(self._mean[None]).items()}
        return Policy(weights, bins=self._setup.action_bins, interface=self._setup.interface)

    def save(self, folder: Path) -> None:
        """Writes parameters, moments and the number of iterations."""
        file = io.BytesIO()
        np.savez(file, mean=self._mean, first=self._first, second=self._second, iterations=np.int64(self._iterations))
        write_atomically(folder / _FILE, file.getvalue())

    def load(self, folder: Path) -> None:
        """Continues from a folder that `save` wrote.

        Raises:
            OSError: A file cannot be read.
            ValueError: The parameters belong to another environment.
        """
        arrays = read_arrays(read_file(folder / _FILE, _MAX_FILE))
        shapes = [arrays[name].shape if name in arrays else None for name in ("mean", "first", "second", "iterations")]
        if shapes != [self._shape] * 3 + [()] or any(array.dtype.kind not in "iuf" for array in arrays.values()):
            raise ValueError(f"the checkpoint has parameters {shapes[0]}, this environment {self._shape}")
        if not all(np.isfinite(array).all() for array in arrays.values()):
            raise ValueError("the parameters are not finite")
        self._mean, self._first, self._second = arrays["mean"], arrays["first"], arrays["second"]
        self._iterations = int(arrays["iterations"])


def _split(parameters: Vector) -> dict[str, NDArray[np.float32]]:
    """Returns weights and biases of linear policies, with the arenas first."""
    numbers = parameters.astype(np.float32)
    return {"w0": numbers[:, :-1], "b0": numbers[:, -1]}
