"""Evolution strategies: a car learns to reach the ball, and the same seed learns the same."""

from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from bench import learning
from bench.learning import outcome
from runtime.training.learners import LearnerSetup
from runtime.training.learners.evolution import EvolutionStrategies, centred_ranks
from runtime.training.runs import read_run
from runtime.training.specification import Component, reach_the_ball
from runtime.training.workers import WorkerPool

SIZE = 26


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


def learner(seed=1, **parameters):
    return EvolutionStrategies(LearnerSetup(interface={}, observation_size=SIZE, seed=seed), **parameters)


@pytest.mark.timeout(900)
def test_a_car_learns_to_reach_the_ball():
    turns = Component(name="table", parameters={"table": [[1, -1, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0]]})
    near = {"distance": 1500.0, "ball_speed": 0.0, "ball_height": 0.0, "car_speed": 800.0}
    spec = reach_the_ball(seconds=4.0, actions=turns, start=Component(name="random", parameters=near))
    setup = LearnerSetup(interface={}, observation_size=SIZE, action_bins=(2,), seed=3)
    pupil = EvolutionStrategies(setup, steps=40, noise=0.3, learning_rate=0.2)
    before, _ = outcome(pupil.policy(), spec, games=24)
    with WorkerPool(spec, workers=1, arenas=32, muscle=pupil.muscle()) as pool:
        session = Session(pool, iterations=10)
        pupil.train(session)
    assert session.steps == 10 * 40 * 32
    assert session.episodes
    assert set(session.metrics[0]) == {"return", "gradient", "parameters"}
    assert outcome(pupil.policy(), spec, games=24)[0] < 0.75 * before


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", learning.SEEDS)
def test_the_time_to_the_ball_falls_to_a_third(seed, capsys):
    run = learning.evolve(seed)
    with capsys.disabled():
        print(f"\nseed {seed}: {run}")
    assert run["curve"][-1][1] < run["curve"][0][1] / 3.0
    assert run["cpu_s"] < 600.0  # takes five minutes on two cores


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


def test_the_example_of_the_documentation_is_the_first_task():
    path = Path(__file__).parents[4] / "docs" / "examples" / "reach_the_ball" / "run.toml"
    reading = read_run(path)
    assert not reading.problems
    assert reading.value.phases[0].environment == reach_the_ball()
    assert dict(reading.value.learner.parameters) == learning.PARAMETERS
    assert reading.value.learner.name == "evolution"
    assert (reading.value.workers.count, reading.value.workers.arenas) == (2, 32)
