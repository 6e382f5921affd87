"""Evolution strategies: a car learns to reach the ball, and the same seed learns the same."""

from contextlib import nullcontext

import numpy as np
import pytest

from runtime.training.environment import Environment
from runtime.training.learners import LearnerSetup
from runtime.training.learners.evolution import EvolutionStrategies, centred_ranks
from runtime.training.specification import Component, reach_the_ball
from runtime.training.workers import WorkerPool

SIZE = 26
WHOLE = {"steps": 150, "noise": 0.1, "learning_rate": 0.05}


class Session:
    """Counts iterations and ends after a number of them or of steps of agents."""

    def __init__(self, pool, iterations=10**9, steps=10**9):
        self.pool = pool
        self.iterations, self.most_steps = iterations, steps
        self.steps, self.metrics, self.episodes = 0, [], []

    update = staticmethod(nullcontext)

    def iteration(self, *, steps, metrics, episodes=()):
        self.steps += steps
        self.metrics.append(metrics)
        self.episodes += episodes
        return len(self.metrics) < self.iterations and self.steps < self.most_steps


def seconds_to_touch(policy, spec, games=48, seed=10_000_000, limit=None):
    """Mean time to the first touch over starts that no training has seen; the time limit where there is none."""
    environment, found = Environment(spec, arenas=games, seed=seed), {}
    observations = environment.reset()
    while len(found) < games:
        result = environment.step(policy.act(observations[:, 0])[:, None])
        observations = result.observations
        for episode in result.episodes:
            touch = episode.first_touch_s
            found.setdefault(episode.arena, episode.seconds if touch is None else touch)
    return float(np.mean(list(found.values())))


def learner(seed=1, **parameters):
    return EvolutionStrategies(LearnerSetup(interface={}, observation_size=SIZE, seed=seed), **parameters)


def test_a_car_learns_to_reach_the_ball():
    turns = Component(name="table", parameters={"table": [[1, -1, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0]]})
    near = {"distance": 1500.0, "ball_speed": 0.0, "ball_height": 0.0, "car_speed": 800.0}
    spec = reach_the_ball(seconds=4.0, actions=turns, start=Component(name="random", parameters=near))
    setup = LearnerSetup(interface={}, observation_size=SIZE, action_bins=(2,), seed=3)
    learning = EvolutionStrategies(setup, steps=40, noise=0.3, learning_rate=0.2)
    before = seconds_to_touch(learning.policy(), spec)
    with WorkerPool(spec, workers=1, arenas=32, muscle=learning.muscle()) as pool:
        session = Session(pool, iterations=16)
        learning.train(session)
    assert session.steps == 16 * 40 * 32
    assert session.episodes
    assert set(session.metrics[0]) == {"return", "gradient", "parameters"}
    assert seconds_to_touch(learning.policy(), spec) < 0.75 * before


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_time_to_the_ball_falls_to_a_third(seed, capsys):
    spec, learning = reach_the_ball(), learner(seed, **WHOLE)
    before = seconds_to_touch(learning.policy(), spec)
    with WorkerPool(spec, workers=2, arenas=32, muscle=learning.muscle()) as pool:
        session = Session(pool, steps=1_500_000)
        learning.train(session)
    after = seconds_to_touch(learning.policy(), spec)
    with capsys.disabled():
        print(f"\nseed {seed}: {before:.2f} s before, {after:.2f} s after {session.steps} steps")
    assert after < before / 3.0


def test_a_saved_learner_goes_on_as_if_nothing_had_happened(tmp_path):
    spec = reach_the_ball(seconds=2.0)
    parameters = {"steps": 5, "rounds": 2}
    whole, half, rest = (learner(**parameters) for _ in range(3))
    with WorkerPool(spec, workers=2, arenas=3, muscle=whole.muscle()) as pool:
        whole.train(Session(pool, iterations=4))
        half.train(Session(pool, iterations=2))
        half.save(tmp_path)
        rest.load(tmp_path)
        rest.train(Session(pool, iterations=2))
    assert np.array_equal(whole.policy().parameters["w0"], rest.policy().parameters["w0"])
    assert not np.array_equal(whole.policy().parameters["w0"], half.policy().parameters["w0"])
    other = EvolutionStrategies(LearnerSetup(interface={}, observation_size=SIZE + 1))
    with pytest.raises(ValueError, match="27"):
        other.load(tmp_path)


def test_ranks_are_centred_and_shared_by_equals():
    assert centred_ranks(np.array([3.0, -1.0, 100.0])).tolist() == [0.0, -0.5, 0.5]
    assert centred_ranks(np.array([1.0, 1.0, 0.0, 2.0])).tolist() == pytest.approx([0.0, 0.0, -0.5, 0.5])
    assert centred_ranks(np.array([7.0])).tolist() == [0.0]


@pytest.mark.parametrize("name", ["noise", "learning_rate", "steps", "rounds"])
def test_parameters_have_to_be_positive(name):
    with pytest.raises(ValueError, match="positive"):
        learner(**{name: 0})
