"""K arenas in one process: shapes, episodes, and the same trajectory for the same seed and actions."""

import numpy as np
import pytest

from runtime.training import Component, EnvironmentSpec, RewardTerm
from runtime.training.environment import Environment


def spec(size=1, **fields):
    return EnvironmentSpec(blue=size, orange=size, **fields)


def played(environment, actions):
    return [environment.step(action) for action in actions]


def random_actions(environment, steps, arenas=None, seed=5):
    shape = (steps, arenas or environment.arenas, environment.agents)
    return np.random.default_rng(seed).integers(0, environment.actions.count, shape)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_same_seed_and_actions_give_the_same_trajectory(size):
    many, one = Environment(spec(size), arenas=3, seed=7), Environment(spec(size), seed=9)
    actions = random_actions(many, 60)
    first = [many.reset(), *(result.observations for result in played(many, actions))]
    alone = [one.reset(), *(result.observations for result in played(one, actions[:, 2:]))]
    again = [many.reset(7), *(result.observations for result in played(many, actions))]
    for before, single, after in zip(first, alone, again, strict=True):
        assert before.tobytes() == after.tobytes()
        assert before[2:].tobytes() == single.tobytes()


def test_an_episode_that_ends_is_followed_by_the_next():
    short = spec(truncations=(Component(name="time_limit", parameters={"seconds": 1.0}),))
    environment = Environment(short, arenas=2)
    environment.reset()
    results = played(environment, random_actions(environment, 15))
    assert [result.truncated.tolist() for result in results] == [[False, False]] * 14 + [[True, True]]
    last = results[-1]
    assert [(one.arena, one.steps, one.reasons) for one in last.episodes] == [(n, 15, ("time_limit",)) for n in (0, 1)]
    assert not np.array_equal(last.final_observations, last.observations)
    assert np.array_equal(results[0].final_observations, results[0].observations)


def test_rewards_are_the_sum_of_their_terms():
    terms = (RewardTerm(component=Component(name="step"), weight=0.5), RewardTerm(component=Component(name="speed")))
    environment = Environment(spec(rewards=terms))
    environment.reset()
    result = environment.step([[5, 5]])
    assert environment.term_names == ("step", "speed")
    assert result.reward_terms[0, :, 0].tolist() == [0.5, 0.5]
    assert np.allclose(result.rewards, result.reward_terms.sum(axis=2))


def test_a_specification_has_a_json_form():
    one = spec(2, controlled="one", opponents=Component(name="stand_in"), mutators={"gravity": "Low"})
    assert EnvironmentSpec.from_json(one.as_json()) == one
