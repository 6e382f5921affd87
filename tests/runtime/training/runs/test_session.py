import json

import numpy as np
import pytest

from runtime.model.messages import literal
from runtime.model.training import (
    AddWorker,
    ContinueRun,
    EndReason,
    MetricsRecorded,
    PauseRun,
    RemoveWorker,
    ResetArenas,
    RestartPhase,
    RunChanged,
    RunNoted,
    RunState,
    SaveCheckpoint,
    SetParameter,
    StopPhase,
    StopRun,
    WatchArena,
)
from runtime.model.workers import WorkerState, WorkerView
from runtime.training.runs.objectives import MetricObjective
from runtime.training.runs.record import RunRecord
from runtime.training.runs.session import SHOW_S, PhaseSession, Played, SessionServices, TooManyFailuresError
from runtime.training.runs.state import RunTrigger
from runtime.training.workers import PoolStatistics, TimerNode, WorkerError


class Pool:
    """Counts its calls; a real pool would start processes."""

    def __init__(self):
        self.numbers, self.resets, self.parameters = [0, 1], 0, {}

    def statistics(self):
        views = tuple(WorkerView(worker=number, state=WorkerState.WAITING, arenas=(0,)) for number in self.numbers)
        return PoolStatistics(workers=views, restarts=(), discarded_steps=0, timers=TimerNode())

    def add_worker(self):
        self.numbers.append(max(self.numbers) + 1)

    def remove_worker(self, number):
        self.numbers.remove(number)

    def reset(self):
        self.resets += 1

    def set_parameters(self, parameters):
        self.parameters |= parameters


class Inbox:
    def __init__(self):
        self.waiting = []

    def take(self, timeout_s):
        if timeout_s is None and not self.waiting:
            raise AssertionError("the session would wait for ever")
        taken, self.waiting = (self.waiting[0] if self.waiting else []), self.waiting[1:]
        return taken


class Bench:
    """A session with everything around it."""

    def __init__(self, plan, clock):
        self.clock, self.pool, self.inbox = clock, Pool(), Inbox()
        self.events, self.saved, self.watched, self.points, self.evaluations = [], [], [], [], []
        self.record = RunRecord(plan)
        for change in (self.record, self.record.phase):
            change.change(RunTrigger.START)
        services = SessionServices(
            inbox=self.inbox,
            emit=self.events.append,
            record_metrics=self.points.extend,
            save=self.saved.append,
            watch=self.watched.append,
            evaluate=self.evaluate,
            clock=clock,
        )
        self.session = PhaseSession(self.record, self.pool, MetricObjective(metric="learner/value"), services)

    def evaluate(self):
        self.evaluations.append(self.record.steps)
        self.clock.now += 50.0
        return Played(values={"rating": float(len(self.evaluations))})

    def iterate(self, *commands, seconds=1.0, steps=10, value=0.0):
        self.inbox.waiting += [[command] for command in commands] or [[]]
        self.clock.now += seconds
        return self.session.iteration(steps=steps, metrics={"value": value})

    def views(self):
        return [event.view for event in self.events if isinstance(event, RunChanged)]

    def notes(self):
        return [str(event.text) for event in self.events if isinstance(event, RunNoted)]


@pytest.fixture
def bench_of(plan_of, clock):
    return lambda rest, **options: Bench(plan_of(rest, **options), clock)


PHASE = "[[phases]]\nsteps = 1000\n"


def test_an_iteration_is_counted_measured_and_recorded(bench_of):
    bench = bench_of(PHASE)
    assert bench.iterate(steps=30, seconds=0.5, value=2.0)
    points = {point.name: point for point in bench.points}
    assert points["learner/value"].value == points["objective"].value == 2.0
    assert points["steps_per_s"].value == 60.0
    assert (points["objective"].step, points["objective"].wall_s, points["objective"].phase) == (30, 0.5, 0)
    assert [event.points for event in bench.events if isinstance(event, MetricsRecorded)] == [tuple(bench.points)]
    assert bench.record.policy_version == 1


def test_numbers_that_are_none_are_left_out(bench_of):
    bench = bench_of(PHASE)
    bench.iterate(value=float("nan"))
    assert [point.name for point in bench.points] == ["steps_per_s"]


@pytest.mark.parametrize(("interval", "table"), [(300.0, ""), (7.5, "[checkpoints]\nevery_s = 7.5\n")])
@pytest.mark.parametrize(("early_s", "count"), [(0.25, 0), (0.0, 1), (-0.25, 1)])
def test_checkpoints_by_time(bench_of, interval, table, early_s, count):
    bench = bench_of(table + PHASE)
    bench.iterate(seconds=interval - early_s)
    assert len(bench.saved) == count
    bench.iterate(seconds=0.2)
    assert len(bench.saved) == count


@pytest.mark.parametrize(("steps", "count"), [(99, 0), (100, 1), (101, 1)])
def test_checkpoints_by_steps_have_the_mean_since_the_last_one(bench_of, steps, count):
    bench = bench_of("[checkpoints]\nevery_steps = 100\n" + PHASE)
    bench.iterate(steps=50, value=1.0)
    bench.iterate(steps=steps - 50, value=2.0)
    assert bench.saved == [1.5] * count


def test_a_checkpoint_that_replaces_one_of_the_same_step_has_its_value(bench_of):
    bench = bench_of(PHASE)
    bench.iterate(value=2.0)
    bench.session.save()
    bench.session.save()
    bench.iterate(value=float("nan"))
    bench.session.save()
    assert bench.saved == [2.0, 2.0, None]


@pytest.mark.parametrize(("later_s", "count"), [(SHOW_S - 0.01, 1), (SHOW_S, 2), (SHOW_S + 0.01, 2)])
def test_the_state_is_shown_four_times_a_second_at_most(bench_of, later_s, count):
    bench = bench_of(PHASE)
    bench.iterate()
    bench.iterate(seconds=later_s)
    assert len(bench.views()) == count


def test_a_pause_lasts_until_the_run_is_continued_and_does_not_count(bench_of):
    bench = bench_of(PHASE)
    later = iter([SaveCheckpoint(), ContinueRun()])
    take = bench.inbox.take

    def taken(timeout_s):
        if timeout_s is None:
            bench.clock.now += 1000.0
            return [next(later)]
        return take(timeout_s)

    bench.inbox.take = taken
    assert bench.iterate(PauseRun())
    assert [view.state for view in bench.views()] == [RunState.PAUSED] * 3 + [RunState.RUNNING]
    assert bench.saved == [0.0]
    bench.iterate(seconds=2.0)
    assert bench.record.wall_s == 3.0


def test_a_paused_run_can_be_stopped(bench_of):
    bench = bench_of(PHASE)
    assert not bench.iterate(PauseRun(), StopRun())
    assert (bench.session.end.reason, bench.session.is_run_over) == (EndReason.CANCELLED, True)


def test_stopping_the_phase_or_beginning_it_again(bench_of):
    bench = bench_of(PHASE)
    assert not bench.iterate(StopPhase())
    assert (bench.session.end.reason, bench.session.is_run_over) == (EndReason.CANCELLED, False)
    again = bench_of(PHASE)
    assert not again.iterate(RestartPhase())
    assert again.session.is_restart_wanted
    assert again.session.end is None


def test_the_learner_is_left_when_workers_come_or_go(bench_of):
    bench = bench_of(PHASE)
    assert not bench.iterate(AddWorker())
    assert not bench.session.is_over
    bench.session.begin()
    assert bench.iterate()
    assert not bench.iterate(RemoveWorker(worker=1))
    assert bench.pool.numbers == [0, 2]
    bench.session.begin()
    assert not bench.iterate(RemoveWorker())
    bench.session.begin()
    assert bench.iterate(RemoveWorker())
    assert bench.iterate(RemoveWorker(worker=7))
    assert bench.pool.numbers == [0]
    assert bench.notes() == ["The last worker stays: a run needs one."] * 2
    bench.session.begin()
    bench.iterate(AddWorker())
    bench.session.begin()
    assert bench.iterate(RemoveWorker(worker=7))
    assert bench.notes()[2] == "There is no worker 8."


def test_a_worker_that_cannot_be_added_is_a_warning(bench_of):
    bench = bench_of(PHASE)

    def refuse():
        raise WorkerError(literal("No memory is left."), ())

    bench.pool.add_worker = refuse
    assert bench.iterate(AddWorker())
    assert bench.notes() == ["No memory is left."]


def test_a_learner_may_count_with_numbers_of_numpy(bench_of):
    bench = bench_of(PHASE)
    assert bench.iterate(steps=np.int64(7), value=np.float32(0.5))
    bench.session.save()
    assert json.dumps([bench.record.as_json(), *(point.value for point in bench.points), *bench.saved])


def test_parameters_reach_the_workers_and_the_view(bench_of):
    bench = bench_of("[[parameters]]\nname = 'speed'\nvalue = 1\nmost = 5\n" + PHASE)
    bench.iterate(SetParameter(name="speed", value=3.0))
    assert bench.pool.parameters == {"speed": 3.0}
    bench.iterate(SetParameter(name="sped", value=3.0))
    assert "sped" in bench.notes()[0]
    bench.session.show(at_once=True)
    assert [(one.name, one.value, one.most) for one in bench.views()[-1].parameters] == [("speed", 3.0, 5.0)]


def test_other_commands_are_carried_out(bench_of):
    bench = bench_of(PHASE)
    bench.iterate(ResetArenas())
    bench.iterate(WatchArena(arena=1))
    assert bench.pool.resets == 1
    assert bench.watched == [WatchArena(arena=1)]


def test_a_learning_step_that_fails_is_counted_and_left_out(bench_of, capsys):
    bench = bench_of(PHASE)
    with bench.session.update():
        raise ArithmeticError("diverged")
    assert "diverged" in bench.notes()[0]
    assert "ArithmeticError" in capsys.readouterr().err
    assert bench.record.failed_updates == 1
    assert bench.session.is_consistent


@pytest.mark.parametrize(("limit", "count"), [(0, 1), (2, 3)])
def test_more_failures_in_a_row_than_allowed_end_the_run(bench_of, limit, count):
    bench = bench_of(PHASE, run=f"failed_updates = {limit}")
    failures = 0

    def fail():
        nonlocal failures
        with bench.session.update():
            failures += 1
            raise ArithmeticError("diverged")

    for _ in range(limit):
        fail()
    with bench.session.update():
        pass
    for _ in range(limit):
        fail()
    with pytest.raises(TooManyFailuresError, match="diverged"):
        fail()
    assert failures == limit + count


def test_evaluations_in_between_do_not_count_as_training_time(bench_of):
    bench = bench_of("[[phases]]\nsteps = 1000\nevaluate_every = 100\nsuccess = { metric = 'rating', at_least = 2 }\n")
    results = [bench.iterate(steps=50) for _ in range(4)]
    assert bench.evaluations == [100, 200]
    assert results == [True, True, True, False]
    assert bench.session.end.reason is EndReason.SUCCESS
    assert bench.record.wall_s == 4.0
    assert [point.value for point in bench.points if point.name == "rating"] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("games", "planned", "text"),
    [
        (0, 0, "No game was played."),
        (0, 10, "No game was played."),
        (9, 10, "9 of 10 games count."),
        (10, 10, "All games were played."),
    ],
)
def test_an_evaluation_says_how_many_games_were_played(bench_of, games, planned, text):
    bench = bench_of("[[phases]]\nmode = 'evaluate'\n")
    bench.session.end_evaluation(Played(games=games, planned=planned))
    assert str(bench.session.end.text) == text


def test_a_learner_that_ends_by_itself_ends_the_phase(bench_of):
    bench = bench_of(PHASE)
    bench.iterate()
    bench.session.end_by_learner()
    assert bench.session.end.reason is EndReason.MAXIMUM
