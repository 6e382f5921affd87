"""The pool with real processes: commands and results, failures and restarts, and its end."""

import logging
import math
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from functools import partial
from types import SimpleNamespace

import numpy as np
import psutil
import pytest

from runtime.model.workers import WorkerState
from runtime.quota import UNLIMITED
from runtime.training.specification import Component, reach_the_ball
from runtime.training.workers import (
    CallError,
    RestartQuota,
    WorkerError,
    WorkerPool,
    WorkerTimeoutError,
    ending,
    group,
    local,
)
from tests.runtime.training.workers.stand_in import LATE_SEED, StandIn, killed_at_first

ARENAS = 3
FIRST, SECOND = 10, 10 + ARENAS
"""First seeds of the two workers."""
PATIENCE_S = 30.0
DOUBLER = Component(name="tests.runtime.training.workers.stand_in:Doubler")


def open_pool(**options):
    return WorkerPool(StandIn, **{"workers": 2, "arenas": ARENAS, "seed": FIRST, "muscle": DOUBLER} | options)


@pytest.fixture(scope="module")
def shared():
    with open_pool(quota=RestartQuota(lifetime=UNLIMITED, per_period=UNLIMITED)) as pool:
        yield pool


@pytest.fixture
def healthy(shared):
    shared.set_parameters({"faults": {}, "at": 1, "gates": {}, "limit": 100.0})
    shared.reset(range(FIRST, FIRST + 2 * ARENAS))
    return shared


@pytest.fixture
def fragile(request):
    with open_pool(**getattr(request, "param", {})) as pool:
        pool.reset()
        yield pool


def name_of(pool, worker):
    """Returns the key of a worker in the parameters of `StandIn`; a restarted worker has another key."""
    return pool.call(worker, lambda environment: environment.first_seed)


def actions(pool, value=1.0):
    return np.full((len(pool.workers) * ARENAS, 2, 2), value)


def first_numbers(observations):
    return observations[:, 0, 0].tolist()


def test_lockstep_gives_the_results_of_one_environment_with_all_arenas(healthy):
    alone = StandIn(2 * ARENAS, FIRST)
    alone.set_parameters({"limit": 19.0})
    healthy.set_parameters({"limit": 19.0})
    assert np.array_equal(healthy.reset(), alone.reset())
    for _ in range(5):
        expected, step = alone.step(actions(healthy)), healthy.step(actions(healthy))
        for name in ("observations", "rewards", "terminated", "truncated", "reward_terms"):
            assert np.array_equal(getattr(step, name), getattr(expected, name)), name
        ended = expected.terminated
        assert np.array_equal(step.final_observations[ended], expected.final_observations[ended])
        assert len(step.episodes) == ended.sum()
    assert np.array_equal(healthy.observations, expected.observations)


def test_a_slow_worker_delays_nobody(healthy, tmp_path):
    gate = tmp_path / "open"
    healthy.set_parameters({"gates": {name_of(healthy, 0): str(gate)}})
    healthy.send(0, actions(healthy)[:ARENAS])
    for _ in range(3):
        healthy.send(1, actions(healthy)[:ARENAS])
        assert [result.worker for result in healthy.collect()] == [1]
    assert healthy.idle == (1,)
    with pytest.raises(ValueError, match="worker 0 is busy"):
        healthy.send(0, actions(healthy)[:ARENAS])
    assert healthy.collect(timeout_s=0.01) == []
    gate.touch()
    assert [result.worker for result in healthy.collect()] == [0]
    assert healthy.collect() == []


def test_results_keep_their_values_when_the_next_step_comes(healthy):
    first = healthy.step(actions(healthy)).observations
    before = first.copy()
    healthy.step(actions(healthy))
    assert np.array_equal(first, before)


def test_a_rollout_returns_experience_and_the_version_of_its_policy(healthy):
    healthy.rollout(1, {"w": np.array([[0.5]])}, version=7, steps=2, seeds=[1, 2, 90])
    (result,) = healthy.collect()
    rollout, experience = result.rollout, result.rollout.experience
    assert rollout.version == 7
    assert rollout.returns[:, 0].tolist() == [1 + 3, 2 + 6, 90 + 90]  # an action triples the number, up to 100
    assert first_numbers(experience.observations[0]) == [1, 2, 90]
    assert first_numbers(experience.last_observations) == first_numbers(result.observations) == [9, 18, 90]
    assert experience.actions[1, :, 0, 0].tolist() == [1.5, 3, 45]
    assert experience.terminated.tolist() == [[False, False, True]] * 2
    assert {place: values[0, 0] for place, values in experience.final_observations.items()} == {
        (0, 2): 270,
        (1, 2): 270,
    }
    assert [episode.arena for episode in rollout.episodes] == [5, 5]  # numbered by the pool
    view = next(view for view in healthy.statistics().workers if view.worker == 1)
    assert (view.policy_version, view.state) == (7, WorkerState.WAITING)


def test_a_population_acts_with_one_policy_per_arena(healthy):
    weights = np.array([0.5, 0.0, 1.0]).reshape(ARENAS, 1, 1)
    healthy.rollout(0, {"w": weights}, version=8, steps=2, seeds=[1, 2, 3], with_experience=False)
    healthy.rollout(1, {"w": 2 * weights}, version=9, steps=1, seeds=[1, 2, 3], with_experience=False)
    results = []
    while len(results) < 2:
        results += healthy.collect()
    first, second = sorted(results, key=lambda result: result.worker)
    assert first.rollout.returns[:, 1].tolist() == [1 + 3, 0, 6 + 30]
    assert second.rollout.returns[:, 1].tolist() == [2, 0, 12]
    assert first.rollout.experience is None


def test_rollouts_of_all_workers_are_played_again_after_a_failure(healthy):
    healthy.set_parameters({"faults": {name_of(healthy, 1): "die"}, "at": 2})
    before = healthy.statistics()
    results = healthy.rollouts(
        lambda arenas: {"w": np.array([0.5 * (arena == 4) for arena in arenas]).reshape(-1, 1, 1)},
        version=3,
        steps=2,
        seeds=lambda arenas: [7 + arena for arena in arenas],
    )
    returns = np.concatenate([result.rollout.returns[:, 0] for result in results])
    assert returns.tolist() == [0, 0, 0, 0, 11 + 33, 0]
    after = healthy.statistics()
    assert [restart.worker for restart in after.restarts[len(before.restarts) :]] == [1]
    assert after.discarded_steps == before.discarded_steps + 3 * ARENAS


def test_calls_run_in_the_worker_and_keep_results_for_later(healthy):
    healthy.send(1, actions(healthy)[:ARENAS])
    assert healthy.call(1, lambda environment: environment.seeds.tolist()) == [13, 14, 15]
    assert [result.worker for result in healthy.collect()] == [1]
    with pytest.raises(CallError, match="AttributeError"):
        healthy.call(0, lambda environment: environment.missing)
    healthy.set_log_level(0, logging.DEBUG)
    assert healthy.call(0, lambda _: logging.getLogger().level) == logging.DEBUG


def test_times_and_steps_of_all_workers_are_merged(healthy):
    before = sum(view.steps for view in healthy.statistics().workers)
    healthy.step(actions(healthy))
    deadline = time.monotonic() + 30
    while "step" not in (times := healthy.statistics().timers.child("workers")).children:
        healthy.step(actions(healthy))
        assert time.monotonic() < deadline
    assert times.is_parallel
    assert times.children["step"].count > 1
    assert sum(view.steps for view in healthy.statistics().workers) > before


def test_workers_are_added_and_removed_while_others_work(healthy):
    before = healthy.statistics().discarded_steps
    healthy.set_parameters({"limit": 12.0})
    healthy.send(0, actions(healthy)[:ARENAS])
    added = healthy.add_worker()
    try:
        assert healthy.call(added, lambda environment: environment.parameters["limit"]) == 12.0
        assert first_numbers(healthy.call(added, lambda environment: environment._observations())) == [
            FIRST + added * ARENAS + arena for arena in range(ARENAS)
        ]
        healthy.collect()
        assert len(healthy.step(actions(healthy)).terminated) == 3 * ARENAS
        healthy.send(added, actions(healthy)[:ARENAS])
    finally:
        report = healthy.remove_worker(added)
    assert report.survivors == report.killed == report.terminated == ()
    assert len(healthy.step(actions(healthy)).terminated) == 2 * ARENAS
    assert healthy.statistics().discarded_steps == before + ARENAS


def test_unusable_requests_are_refused(healthy):
    with pytest.raises(ValueError, match="no worker 9"):
        healthy.send(9, actions(healthy))
    with pytest.raises(ValueError, match="5 seeds for 6 arenas"):
        healthy.reset(range(5))
    with pytest.raises(ValueError, match="needs a worker"):
        open_pool(workers=0)
    with open_pool(workers=1, muscle=None) as pool:
        with pytest.raises(ValueError, match="only worker"):
            pool.remove_worker(0)
        with pytest.raises(ValueError, match="without a muscle"):
            pool.rollout(0)


@pytest.mark.parametrize("wrong", [(1, 2, 2), (7, 2, 2), (2, 6, 2), ()])
def test_actions_of_another_shape_are_refused_by_the_pool_itself(healthy, wrong):
    restarts = healthy.statistics().restarts
    with pytest.raises(ValueError, match=r"\(6, 2, 2\) is expected"):
        healthy.step(np.ones(wrong))
    with pytest.raises(ValueError, match=r"\(3, 2, 2\) is expected"):
        healthy.send(healthy.workers[0], np.ones(wrong))
    with pytest.raises(ValueError, match="NaN"):
        healthy.step(np.full((6, 2, 2), math.nan))
    healthy.step(np.ones((12, 2)))
    assert healthy.statistics().restarts == restarts


@pytest.mark.parametrize(("wrong", "is_refused"), [(-1, True), (0, False), (89, False), (90, True), (2**40, True)])
def test_a_discrete_action_that_does_not_exist_is_refused_by_the_pool_itself(wrong, is_refused):
    spec = reach_the_ball(seconds=2.0, actions=Component(name="lookup"))
    with WorkerPool(spec, workers=1, arenas=2, seed=1) as pool:
        pool.reset()
        right = np.zeros((2, pool.layout.agents), np.int64)
        given = right.copy()
        given[1, -1] = wrong
        for step in (pool.step, partial(pool.send, pool.workers[0])) if is_refused else ():
            with pytest.raises(ValueError, match=f"There is no action {wrong}; they are 0 to 89"):
                step(given)
        pool.step(right if is_refused else given)
        assert pool.statistics().restarts == ()


def test_a_pool_steps_after_a_reset_and_before_its_end():
    pool = open_pool(workers=1)
    with pytest.raises(RuntimeError, match="with block"):
        pool.reset()
    with pool:
        with pytest.raises(RuntimeError, match="reset"):
            pool.step(actions(pool))
        pool.reset()
        pool.step(actions(pool))
    with pytest.raises(RuntimeError, match="with block"):
        pool.step(np.ones((ARENAS, 2, 2)))


@pytest.mark.parametrize(
    ("fault", "cause"),
    [("raise", r"Worker 2 stopped because of an error: ValueError: no ball\."), ("die", "signal 9, SIGKILL")],
)
def test_a_failed_worker_is_restarted_and_all_episodes_are_cut(healthy, fault, cause):
    healthy.set_parameters({"faults": {name_of(healthy, 1): fault}, "at": 2})
    earlier, before = healthy.statistics(), healthy.step(actions(healthy))
    cut = healthy.step(actions(healthy))
    assert cut.truncated.all()
    assert not cut.terminated.any()
    assert not cut.rewards.any()
    assert np.array_equal(cut.final_observations, before.observations)
    seeds = [seed for worker in (0, 1) for seed in healthy.call(worker, lambda environment: environment.seeds)]
    assert first_numbers(cut.observations) == np.float32(seeds).tolist()
    assert len(set(seeds)) == 2 * ARENAS
    statistics = healthy.statistics()
    (restart,) = statistics.restarts[len(earlier.restarts) :]
    assert restart.worker == 1
    assert restart.cause == statistics.workers[1].reason
    assert re.search(cause, str(restart.cause))
    assert restart.at_s > 0
    assert statistics.discarded_steps == earlier.discarded_steps + ARENAS
    assert healthy.call(1, lambda environment: environment.parameters["at"]) == 2
    used = [view.restarts.used for view in statistics.workers]
    assert used == [view.restarts.used + (view.worker == 1) for view in earlier.workers]
    assert not healthy.step(actions(healthy)).truncated.any()


def end_process(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_restarted_worker_gets_the_policy_again(healthy):
    healthy.rollout(1, {"w": np.array([[0.5]])}, version=1, steps=1)
    healthy.collect()
    assert healthy.call(1, end_process) is None
    assert [result.is_cut for result in healthy.collect()] == [True, True]
    for _ in range(2):
        healthy.rollout(1, None, version=1, steps=1, seeds=[1, 2, 3])
        assert healthy.collect()[0].rollout.returns[:, 0].tolist() == [1, 2, 3]


def test_a_reset_keeps_its_seeds_if_a_worker_has_to_be_restarted(healthy):
    healthy.set_parameters({"faults": {name_of(healthy, 1): "die"}})
    healthy.send(1, actions(healthy)[:ARENAS])
    assert first_numbers(healthy.reset(range(6))) == [0, 1, 2, 3, 4, 5]
    assert healthy.idle == (0, 1)


def test_numpy_has_one_thread_in_workers(healthy):
    assert healthy.call(0, lambda _: os.environ["OPENBLAS_NUM_THREADS"]) == os.environ.get("OPENBLAS_NUM_THREADS", "1")


def test_failures_at_the_same_time_are_found_together(healthy):
    healthy.set_parameters({"faults": {name_of(healthy, 0): "die", name_of(healthy, 1): "raise"}})
    for worker in healthy.workers:
        healthy.send(worker, actions(healthy)[:ARENAS])
    results = healthy.collect()
    assert [(result.worker, result.is_cut) for result in results] == [(0, True), (1, True)]
    assert {restart.worker for restart in healthy.statistics().restarts[-2:]} == {0, 1}


def test_the_second_failure_within_a_minute_ends_the_pool_with_its_cause(fragile):
    fragile.set_parameters({"faults": {"all": "raise"}, "at": 2})
    fragile.step(actions(fragile))
    fragile.step(actions(fragile))
    fragile.step(actions(fragile))
    with pytest.raises(
        WorkerError, match=r"Worker 1 stopped .* no ball.*No restart is left; the limit is 1 within 60 s"
    ) as caught:
        fragile.step(actions(fragile))
    assert 'raise ValueError("no ball")' in caught.value.__notes__[0]
    assert {failure.worker for failure in caught.value.failures} == {0, 1}


@pytest.mark.parametrize(("fault", "cause"), [("import", "no_such_package"), ("specify", "parameters.no: unknown")])
def test_an_error_that_comes_again_ends_the_pool_at_once(fragile, fault, cause):
    fragile.set_parameters({"faults": {FIRST: fault}})
    with pytest.raises(WorkerError, match=rf"{cause}.*restart would not help"):
        fragile.step(actions(fragile))
    assert fragile.statistics().restarts == ()


def test_an_environment_that_cannot_be_built_is_reported_with_its_cause():
    with pytest.raises(WorkerError, match="LookupError: no arena"), open_pool(seed=-100):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("lifetime", [0, 1])
def test_a_worker_that_is_killed_while_it_starts_is_restarted_within_its_quota(tmp_path, lifetime):
    factory = partial(killed_at_first, str(tmp_path / "tried"))
    pool = WorkerPool(factory, workers=1, arenas=ARENAS, quota=RestartQuota(lifetime=lifetime))
    with pool if lifetime else pytest.raises(WorkerError, match=r"SIGKILL.* No restart is left; the limit is 0"):
        if not lifetime:
            pool.start()
        assert pool.reset().shape == (ARENAS, 2, 3)
        (worker,) = pool.statistics().workers
        assert (worker.restarts.used, "SIGKILL" in str(worker.reason)) == (1, True)


def test_an_environment_that_is_not_ready_in_time_is_reported(monkeypatch):
    monkeypatch.setattr(group, "START_S", 0.5)
    with pytest.raises(WorkerError, match=r"Worker 1 did not start in time\."):
        open_pool(workers=1, seed=LATE_SEED).start()


@pytest.mark.parametrize("lacking", ["SharedBlock", "run_worker"])
def test_a_system_without_memory_or_processes_is_named(lacking, monkeypatch):
    def refuse(*_):
        raise OSError("nothing left")

    monkeypatch.setattr(local, lacking, refuse if lacking == "SharedBlock" else Unsendable())
    with pytest.raises(WorkerError, match=r"Worker 1 cannot be started: nothing left\."):
        open_pool(workers=1).start()


class Unsendable:
    """Raises when it is pickled, like a process that the system cannot start."""

    def __reduce__(self):
        raise OSError("nothing left")


@pytest.mark.parametrize(("seconds", "is_stuck"), [(59.9, False), (60.0, True), (60.1, True)])
def test_a_worker_is_stuck_after_a_minute_without_a_step(seconds, is_stuck):
    worker = SimpleNamespace(setup=SimpleNamespace(shown_number=5), stalled_s=lambda _: seconds)
    with pytest.raises(WorkerTimeoutError, match="these workers: 5") if is_stuck else nullcontext():
        group.check_progress([worker], group.STUCK_S)


class Leaver:
    """A worker that ends some time after a request or after SIGTERM; `join` advances the clock."""

    is_dead = False

    def __init__(self, asked_s, terminated_s, clock):
        self._limits = {"ask": asked_s, "terminate": terminated_s}
        self._clock = clock
        self._leaves_s = math.inf
        self.description = "worker 0"

    def started(self):
        return []

    def ask_to_end(self):
        self._leaves_s = self._clock.now_s + self._limits["ask"]

    def terminate(self):
        self._leaves_s = min(self._leaves_s, self._clock.now_s + self._limits["terminate"])

    def join(self, timeout_s):
        self._clock.now_s += min(timeout_s, self._leaves_s - self._clock.now_s)
        self.is_dead = self._clock.now_s >= self._leaves_s

    def release(self):
        self.is_dead = True


@pytest.mark.parametrize(
    ("asked_s", "terminated_s", "stages"),
    [(4.9, 0.0, 0), (5.0, 0.0, 0), (5.1, 0.0, 1), (60, 2.9, 1), (60, 3.0, 1), (60, 3.1, 2)],
)
def test_a_worker_has_five_seconds_to_leave_and_three_more_after_the_signal(asked_s, terminated_s, stages, monkeypatch):
    clock = SimpleNamespace(now_s=1000.0)
    monkeypatch.setattr(ending.time, "monotonic", lambda: clock.now_s)
    report = ending.end_workers([Leaver(asked_s, terminated_s, clock)])
    assert (len(report.terminated), len(report.killed), report.survivors) == (stages > 0, stages > 1, ())


@pytest.mark.parametrize("fragile", [{"stuck_s": 2.0}], indirect=True)
def test_stuck_workers_are_named_and_ended_in_stages(fragile, monkeypatch):
    fragile.set_parameters({"faults": {SECOND: "hang"}, "is_stubborn": True})
    with pytest.raises(WorkerTimeoutError, match=r"No step for 2 s by these workers: 2"):
        fragile.step(actions(fragile))
    monkeypatch.setattr(ending, "ASK_S", 3.0)
    monkeypatch.setattr(ending, "TERMINATE_S", 0.3)
    pid = fragile.statistics().workers[1].pid
    report = fragile.close()
    assert f"worker 2 (pid {pid})" in report.terminated
    assert f"worker 2 (pid {pid})" in report.killed
    assert report.survivors == ()
    assert not psutil.pid_exists(pid)


@pytest.mark.parametrize("fragile", [{"stuck_s": 2.0}], indirect=True)
def test_results_of_one_worker_do_not_hide_that_another_died_or_is_stuck(fragile, monkeypatch):
    def go_on(*, fault):
        fragile.set_parameters({"faults": {name_of(fragile, 1): fault}})
        fragile.send(1, actions(fragile)[:ARENAS])
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            if 0 in fragile.idle:
                fragile.send(0, actions(fragile)[:ARENAS])
            results = fragile.collect()
            if results[0].is_cut:
                return [result.worker for result in results]
        return []

    assert go_on(fault="die") == [0, 1]
    monkeypatch.setattr(ending, "ASK_S", 0.3)
    with pytest.raises(WorkerTimeoutError, match=r"No step for 2 s by these workers: 2"):
        go_on(fault="hang")


def test_a_rollout_that_advances_is_not_stuck():
    with open_pool(workers=1, stuck_s=3.0) as pool:
        pool.set_parameters({"slow_s": {FIRST: 0.4}})
        pool.rollout(0, steps=9)
        assert pool.collect()[0].rollout.steps == 9


def test_processes_that_a_worker_started_end_with_it():
    with open_pool(workers=1) as pool:
        child = pool.call(0, _start_a_sleeper)
        report = pool.close()
    assert [text.split()[-1] for text in report.killed] == [f"{child})"]
    assert not psutil.pid_exists(child)


def _start_a_sleeper(_):
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid
