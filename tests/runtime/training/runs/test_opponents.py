from collections import Counter

import numpy as np
import pytest

from runtime.training.learners import Policy
from runtime.training.runs.opponents import CURRENT, OlderVersion, OpponentSchedule, with_older_versions
from runtime.training.runs.plan import OpponentsPlan
from runtime.training.specification import Component, EnvironmentSpec

PLAN = OpponentsPlan(snapshot_every=100, swap_every=10, window=3, latest_share=0.5)


class Learner:
    """A policy whose only action is the number of its version."""

    version = 0

    def policy(self):
        return Policy({"w0": np.zeros((1, 1)), "b0": np.array([self.version / 100.0])})


@pytest.fixture
def learner():
    return Learner()


def snapshots(folder):
    return [int(path.stem.removeprefix("snapshot-")) for path in sorted(folder.glob("snapshot-*.npz"))]


def test_a_snapshot_each_hundred_steps_of_which_three_stay(tmp_path, learner):
    schedule = OpponentSchedule(PLAN, tmp_path, learner.policy, seed=1, step=0)
    for step in (99, 100, 101, 199, 200, 299, 305, 399):
        schedule.after_steps(step)
    assert snapshots(tmp_path) == [100, 200, 305]


@pytest.mark.parametrize(("step", "count"), [(9, 1), (10, 2), (11, 2)])
def test_another_opponent_each_ten_steps(tmp_path, learner, step, count, monkeypatch):
    swaps = []
    monkeypatch.setattr(OpponentSchedule, "swap", lambda _, step: swaps.append(step))
    OpponentSchedule(PLAN, tmp_path, learner.policy, seed=1, step=0).after_steps(step)
    assert len(swaps) == count


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.5, 60, 140), (1.0, 200, 200)])
def test_the_present_policy_is_chosen_with_its_share_and_snapshots_alike(tmp_path, learner, share, least, most):
    plan = OpponentsPlan(snapshot_every=1, swap_every=1, window=3, latest_share=share)
    schedule = OpponentSchedule(plan, tmp_path, learner.policy, seed=1, step=0)
    for step in range(1, 4):
        schedule.after_steps(step)
    chosen = Counter(schedule.swap(step) for step in range(200))
    assert least <= chosen.pop("", 0) <= most
    assert share == 1.0 or (len(chosen) == 3 and max(chosen.values()) < 2 * min(chosen.values()))


def test_choices_depend_on_the_seed_alone(tmp_path, learner):
    def choices(name, seed):
        schedule = OpponentSchedule(PLAN, tmp_path / name, learner.policy, seed=seed, step=0)
        return [schedule.swap(step) for step in range(50)]

    assert choices("a", 1) == choices("b", 1) != choices("c", 2)


def test_an_opponent_plays_what_is_current(tmp_path, learner):
    plan = OpponentsPlan(snapshot_every=100, swap_every=10, window=3, latest_share=1.0)
    learner.version = 1
    schedule = OpponentSchedule(plan, tmp_path, learner.policy, seed=1, step=0)
    opponent = OlderVersion(folder=str(tmp_path))
    assert opponent.act(np.zeros((2, 1), np.float32)) == pytest.approx(np.full((2, 1), 0.01))
    learner.version = 7
    assert opponent.act(np.zeros((1, 1), np.float32)) == pytest.approx(np.full((1, 1), 0.01))
    schedule.swap(10)
    assert opponent.act(np.zeros((1, 1), np.float32)) == pytest.approx(np.full((1, 1), 0.07))
    (tmp_path / CURRENT).unlink()
    with pytest.raises(FileNotFoundError):
        OlderVersion(folder=str(tmp_path)).act(np.zeros((1, 1), np.float32))


def test_snapshots_after_the_step_of_a_resumed_run_are_removed(tmp_path, learner):
    schedule = OpponentSchedule(PLAN, tmp_path, learner.policy, seed=1, step=0)
    for step in (100, 200):
        schedule.after_steps(step)
    OpponentSchedule(PLAN, tmp_path, learner.policy, seed=1, step=150)
    assert snapshots(tmp_path) == [0, 100]


def test_older_versions_drive_orange_only_where_nothing_else_does(tmp_path):
    alone = EnvironmentSpec(blue=1, orange=1, controlled="blue")
    assert with_older_versions(alone, tmp_path).opponents.parameters == {"folder": str(tmp_path)}
    for other in (
        EnvironmentSpec(),
        EnvironmentSpec(blue=1, orange=0, controlled="blue"),
        EnvironmentSpec(controlled="blue", opponents=Component(name="stand_in")),
    ):
        assert with_older_versions(other, tmp_path) == other
