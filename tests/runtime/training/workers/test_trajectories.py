"""Workers with real arenas have the trajectories of a single process, and report errors of custom classes."""

import re
import sys

import numpy as np
import pytest

from runtime.training import Component, EnvironmentSpec, RewardTerm
from runtime.training.environment import Environment
from runtime.training.interfaces.gymnasium import VectorEnv
from runtime.training.workers import WorkerError, WorkerPool

SHORT = Component(name="time_limit", parameters={"seconds": 2.0})
STEPS = 60
SEED = 11


def test_same_seed_and_actions_give_the_same_trajectory_in_process_in_workers_and_in_a_vector():
    spec = EnvironmentSpec(
        start=Component(name="random"),
        truncations=(SHORT,),
        parameters={"physics.gravity_z": {"uniform": [-700, -600]}},
    )
    arenas = 4
    actions = np.random.default_rng(SEED).integers(0, 90, (STEPS, arenas, spec.agents))
    together = Environment(spec, arenas=arenas, seed=SEED)
    first = together.reset()
    expected = [together.step(chosen) for chosen in actions]

    with WorkerPool(spec, workers=2, arenas=2, seed=SEED) as pool:
        assert pool.reset().tobytes() == first.tobytes()
        assert not pool.call(0, lambda _: "runtime.training.workers.pool" in sys.modules), "it takes long to load"
        for number, chosen in enumerate(actions):
            got, want = pool.step(chosen), expected[number]
            for name in got._fields[:-1]:
                assert getattr(got, name).tobytes() == getattr(want, name).tobytes(), (number, name)
            assert [(one.arena, one.seed, one.episode, one.seconds) for one in got.episodes] == [
                (one.arena, one.seed, one.episode, one.seconds) for one in want.episodes
            ]

    vector = VectorEnv(arenas * spec.agents, spec)
    seeds = [SEED + arena for arena in range(arenas) for _ in range(spec.agents)]
    observations = [vector.reset(seed=seeds)[0], *(vector.step(chosen.reshape(-1))[0] for chosen in actions)]
    for got, want in zip(observations, [first, *(step.observations for step in expected)], strict=True):
        assert got.tobytes() == want.tobytes()

    for arena in range(arenas):
        alone = Environment(spec, seed=SEED + arena)
        alone.reset()
        for chosen, want in zip(actions, expected, strict=True):
            assert alone.step(chosen[arena : arena + 1]).observations.tobytes() == want.observations[arena].tobytes()


class FaultyReward:
    """Raises after some steps."""

    def __init__(self):
        self.calls = 0

    def __call__(self, state):
        self.calls += 1
        if self.calls == 3:
            raise KeyError("boost")
        return np.zeros(state.car_boost.shape, np.float32)


def step_on(pool, steps):
    for _ in range(steps):
        pool.step(np.zeros((1, 2), np.int64))


def test_an_exception_of_a_users_reward_arrives_with_file_line_and_traceback():
    reward = RewardTerm(component=Component(name=f"{__name__}:FaultyReward"))
    with WorkerPool(EnvironmentSpec(rewards=(reward,)), workers=1, arenas=1) as pool:
        pool.reset()
        with pytest.raises(WorkerError, match="stopped because of an error: KeyError: 'boost'") as caught:
            step_on(pool, 6)
        assert re.search(r'test_trajectories\.py", line 6\d, in __call__\n +raise KeyError', caught.value.__notes__[0])
        assert len(pool.statistics().restarts) == 1
