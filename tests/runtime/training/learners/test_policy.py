"""Policies: their outputs, and that they are read from disk as they were written."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.training.learners import Policy, load_policy, save_policy


def network(random, sizes=(5, 7, 3), arenas=None, **options):
    lead = () if arenas is None else (arenas,)
    shapes = {f"w{n}": (*lead, i, o) for n, (i, o) in enumerate(pairwise(sizes))}
    shapes |= {f"b{n}": (*lead, o) for n, o in enumerate(sizes[1:])}
    return Policy({name: random.normal(size=shape) for name, shape in shapes.items()}, **options)


@given(st.integers(0, 2**31), st.sampled_from(["tanh", "relu"]), st.sampled_from([(), (2, 1), (3,)]))
def test_a_saved_policy_answers_as_before(tmp_path_factory, seed, activation, bins):
    random = np.random.default_rng(seed)
    path = tmp_path_factory.mktemp("policy") / "policy.npz"
    policy = network(random, activation=activation, bins=bins, interface={"tick_skip": 8})
    save_policy(policy, path)
    loaded = load_policy(path)
    observations = random.normal(size=(4, 5))
    assert np.array_equal(loaded.act(observations), policy.act(observations))
    assert (loaded.interface, loaded.bins) == ({"tick_skip": 8}, bins)


def test_each_arena_acts_by_its_own_parameters():
    random = np.random.default_rng(1)
    policy = network(random, arenas=3)
    observations = random.normal(size=(6, 5))
    alone = [Policy({name: array[arena] for name, array in policy.parameters.items()}) for arena in range(3)]
    expected = np.concatenate([alone[arena].act(observations[2 * arena : 2 * arena + 2]) for arena in range(3)])
    assert np.allclose(policy.act(observations), expected, atol=1e-6)


def test_continuous_actions_are_clipped_and_discrete_ones_chosen():
    weights = {"w0": np.eye(3), "b0": np.zeros(3)}
    observation = [[-2.0, 0.5, 3.0]]
    assert Policy(weights).act(observation).tolist() == [[-1.0, 0.5, 1.0]]
    assert Policy(weights, bins=(3,)).act(observation).tolist() == [[2.0]]
    assert Policy(weights, bins=(2, 1)).act(observation).tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"w0": np.zeros((2, 2))},
        {"w0": np.zeros((2, 2)), "b0": np.zeros(3)},
        {"w0": np.zeros((2, 2)), "b0": np.full(2, np.nan)},
        {"w0": np.zeros((2, 2)), "b0": np.zeros(2), "w1": np.zeros((3, 1)), "b1": np.zeros(1)},
        {"w0": np.zeros((2, 2)), "b0": np.zeros(2), "w2": np.zeros((2, 1)), "b2": np.zeros(1)},
    ],
)
def test_parameters_that_are_no_network_are_refused(parameters):
    with pytest.raises(ValueError, match=r"parameters|layer"):
        Policy(parameters)


def test_a_file_that_is_no_policy_is_refused(tmp_path):
    (tmp_path / "a.npz").write_bytes(b"nothing")
    np.savez(tmp_path / "b.npz", x=np.zeros(3))
    (tmp_path / "c.npz").write_bytes((tmp_path / "b.npz").read_bytes()[:-9])
    for name in ("a.npz", "b.npz", "c.npz"):
        with pytest.raises(ValueError, match=r"policy|pickle|zip"):
            load_policy(tmp_path / name)
