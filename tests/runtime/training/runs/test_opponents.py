import os
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from runtime.training.environment import Environment
from runtime.training.learners import Policy
from runtime.training.runs.opponents import PARAMETER, OpponentSchedule, with_older_versions
from runtime.training.runs.plan import OpponentsPlan
from runtime.training.specification import Component, EnvironmentSpec, SpecificationError

PLAN = OpponentsPlan(snapshot_every=100, swap_every=10, window=3, latest_share=0.5)


class Learner:
    """A policy whose only output is the number of its version."""

    version = 0

    def policy(self):
        return Policy({"w0": np.zeros((1, 1)), "b0": np.array([self.version / 100.0])})


@pytest.fixture
def learner():
    return Learner()


def do_nothing(_policy):
    """For tests that check only the choices."""


def snapshots(folder):
    return [int(path.stem.removeprefix("snapshot-")) for path in sorted(folder.glob("snapshot-*.npz"))]


def test_a_snapshot_each_hundred_steps_of_which_three_stay(tmp_path, learner):
    schedule = OpponentSchedule(PLAN, tmp_path, learner.policy, do_nothing, seed=1, step=0)
    for step in (99, 100, 101, 199, 200, 299, 305, 399):
        schedule.after_steps(step)
    assert snapshots(tmp_path) == [100, 200, 305]


@pytest.mark.parametrize(("step", "count"), [(9, 1), (10, 2), (11, 2)])
def test_another_opponent_each_ten_steps(tmp_path, learner, step, count, monkeypatch):
    swaps = []
    monkeypatch.setattr(OpponentSchedule, "swap", lambda _, step: swaps.append(step))
    OpponentSchedule(PLAN, tmp_path, learner.policy, do_nothing, seed=1, step=0).after_steps(step)
    assert len(swaps) == count


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.5, 60, 140), (1.0, 200, 200)])
def test_the_present_policy_is_chosen_with_its_share_and_snapshots_alike(tmp_path, learner, share, least, most):
    plan = OpponentsPlan(snapshot_every=1, swap_every=1, window=3, latest_share=share)
    schedule = OpponentSchedule(plan, tmp_path, learner.policy, do_nothing, seed=1, step=0)
    for step in range(1, 4):
        schedule.after_steps(step)
    chosen = Counter(schedule.swap(step) for step in range(200))
    assert least <= chosen.pop("", 0) <= most
    assert share == 1.0 or (len(chosen) == 3 and max(chosen.values()) < 2 * min(chosen.values()))


def test_choices_depend_on_the_seed_alone(tmp_path, learner):
    def choices(name, seed):
        schedule = OpponentSchedule(PLAN, tmp_path / name, learner.policy, do_nothing, seed=seed, step=0)
        return [schedule.swap(step) for step in range(50)]

    assert choices("a", 1) == choices("b", 1) != choices("c", 2)


@pytest.fixture
def against():
    """An environment in which an older version drives orange, and the parameters that set its policy."""
    spec = EnvironmentSpec(
        blue=1,
        orange=1,
        controlled="blue",
        observation=Component(name="ball"),
        actions=Component(name="continuous"),
        terminations=(),
    )
    environment = Environment(with_older_versions(spec))

    def throttle(value):
        size = environment.observation_size
        return {"w0": np.zeros((size, 8)), "b0": np.array([value, *[0.0] * 7])}

    return environment, throttle


def test_an_opponent_plays_the_policy_that_was_chosen_last(tmp_path, against):
    environment, throttle = against
    plan = OpponentsPlan(snapshot_every=100, swap_every=10, window=3, latest_share=1.0)
    present = {"policy": Policy(throttle(1.0))}
    schedule = OpponentSchedule(
        plan,
        tmp_path,
        lambda: present["policy"],
        lambda policy: environment.set_parameters({PARAMETER: policy}),
        seed=1,
        step=0,
    )
    environment.reset(seeds=3)

    def speed_of_orange():
        for _ in range(4):
            environment.step(np.zeros((1, 1, 8)))
        return float(np.linalg.norm(environment.state.car_velocity[0, 1, :2]))

    driving = speed_of_orange()
    assert driving > 100.0
    present["policy"] = Policy(throttle(-1.0))
    assert speed_of_orange() > driving
    schedule.swap(10)
    assert speed_of_orange() < driving


def test_an_opponent_needs_a_policy_that_can_be_read(against):
    environment, _ = against
    environment.reset(seeds=3)
    with pytest.raises(AssertionError, match="needs a policy"):
        environment.step(np.zeros((1, 1, 8)))
    with pytest.raises(SpecificationError, match=r"parameters\.opponents\.policy.*refuses this"):
        environment.set_parameters({PARAMETER: b"garbage"})
    standing = Environment(replace(environment.spec, opponents=None))
    with pytest.raises(SpecificationError, match="no method set_parameters"):
        standing.set_parameters({PARAMETER: b""})


def test_snapshots_after_the_step_of_a_resumed_run_are_removed(tmp_path, learner):
    schedule = OpponentSchedule(PLAN, tmp_path, learner.policy, do_nothing, seed=1, step=0)
    for step in (100, 200):
        schedule.after_steps(step)
    OpponentSchedule(PLAN, tmp_path, learner.policy, do_nothing, seed=1, step=150)
    assert snapshots(tmp_path) == [0, 100]


def test_older_versions_drive_orange_only_where_nothing_else_does():
    assert "OlderVersion" in with_older_versions(EnvironmentSpec(controlled="blue")).opponents.name
    for other in (
        EnvironmentSpec(),
        EnvironmentSpec(blue=1, orange=0, controlled="blue"),
        EnvironmentSpec(controlled="blue", opponents=Component(name="stand_in")),
    ):
        assert with_older_versions(other) == other


@pytest.mark.parametrize("content", [b"", b"garbage", None])
def test_the_current_policy_plays_instead_of_a_snapshot_that_cannot_be_used(tmp_path, learner, capsys, content):
    schedule = OpponentSchedule(replace(PLAN, latest_share=0.0), tmp_path, learner.policy, do_nothing, seed=1, step=0)
    file = next(tmp_path.glob("snapshot-*"))
    file.unlink()
    if content is None:
        os.mkfifo(file)
    else:
        file.write_bytes(content)
    assert schedule.swap(1) == ""
    assert f"instead of {file.name}, which cannot be used" in capsys.readouterr().err
