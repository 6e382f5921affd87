"""A phase as its learner sees it: iterations, pauses, commands, checkpoints and end conditions."""

import math
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, Final, Protocol

from runtime.model.messages import Message, MessageError, message
from runtime.model.training import (
    AddWorker,
    ContinueRun,
    EndReason,
    MetricPoint,
    MetricsRecorded,
    PauseRun,
    RemoveWorker,
    ResetArenas,
    RestartPhase,
    RunChanged,
    RunCommand,
    RunEvent,
    RunNoted,
    SaveCheckpoint,
    SetParameter,
    StopPhase,
    StopRun,
    WatchArena,
)
from runtime.training.runs.conditions import OBJECTIVE, EndCheck, PhaseEnd
from runtime.training.runs.metrics import episode_metrics
from runtime.training.runs.objectives import Objective
from runtime.training.runs.record import RunRecord
from runtime.training.runs.state import RunTrigger
from runtime.training.workers import WorkerError

SHOW_S: Final = 0.25
"""Minimum time between two `RunChanged` in the same state."""
NO_WAIT_S: Final = 0.0
CANCELLED: Final = message("run-cancelled", "It was stopped.")
BY_LEARNER: Final = message("phase-ended-by-learner", "The learner ended the phase.")
EVALUATED: Final = message("phase-evaluated", "All games were played.")
NOT_EVALUATED: Final = message("phase-not-evaluated", "No game was played.")
PHASE_CANCELLED: Final = message("phase-cancelled", "The phase was stopped.")


class TooManyFailuresError(MessageError, RuntimeError):
    """More learning steps in a row have failed than the run allows; `text` describes the last error."""


class Inbox(Protocol):
    """Commands from the front end."""

    @property
    def is_stop_wanted(self) -> bool:
        """True if a command to stop the phase or the run is waiting."""

    def take(self, timeout_s: float | None) -> list[RunCommand]:
        """Returns commands, after waiting up to `timeout_s` for the first; `StopRun` if the front end is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The games of one evaluation."""

    values: Mapping[str, float] = field(default_factory=dict)
    """Metrics."""
    games: int = 0
    """Number of games that count."""
    planned: int = 0

    @property
    def text(self) -> Message:
        """A sentence about the number of games."""
        if not self.games:
            return NOT_EVALUATED
        if self.games >= self.planned:
            return EVALUATED
        return message("phase-evaluated-in-part", "{n} of {planned} games count.", n=self.games, planned=self.planned)


def do_nothing(_number: int) -> None:
    """Default for services that a session does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionServices:
    """Functions of the process that a session uses."""

    inbox: Inbox
    emit: Callable[[RunEvent], None]
    record_metrics: Callable[[Sequence[MetricPoint]], None]
    save: Callable[[float | None], None]
    """Saves a checkpoint; the argument is the mean of the objective since the last one."""
    watch: Callable[[WatchArena], None]
    refresh: Callable[[int], None] = do_nothing
    """Called after each iteration with the policy's version, for the live view."""
    after_steps: Callable[[int], None] = do_nothing
    """Called after each iteration with the run's steps, for opponents."""
    evaluate: Callable[[], Played] = Played
    """Plays against the gallery."""
    terms: Sequence[str] = ()
    """Names of the terms of the reward."""
    has_opponents: bool = False
    """True if the agents have opponents."""
    clock: Callable[[], float] = time.monotonic


class PhaseSession:
    """One phase as its learner sees it; owned by the main thread of the learner process."""

    def __init__(
        self,
        record: RunRecord,
        pool: Any,
        objective: Objective,
        services: SessionServices,
        *,
        saved_value: float | None = None,
    ) -> None:
        """Continues the current phase of `record`; `saved_value` is the objective in its checkpoint of this step."""
        self._record = record
        self._phase = record.phase
        self._pool = pool
        self._objective = objective
        self._services = services
        self._check = EndCheck(
            self._phase.plan.end, self._phase.progress, is_higher_better=self._objective.is_higher_better
        )
        self._values_since_save: list[float] = []
        self._saved_value = saved_value
        self._mark_s = self._saved_s = services.clock()
        self._saved_step = self._phase.progress.steps
        self._shown_s = -math.inf
        self._next_evaluation = self._after(self._phase.plan.evaluate_every, self._phase.progress.steps)
        self._is_paused = False
        self._failures = 0
        self._is_updating = False
        self._has_updates = False
        self.end: PhaseEnd | None = None
        """Set when the phase is over."""
        self.is_run_over = False
        """True if the whole run has to end."""
        self.is_restart_wanted = False
        """True if the phase has to begin again."""
        self._is_pool_changed = False

    @property
    def pool(self) -> Any:
        """The workers. When their number changes, `Learner.train` has to return; it is called again."""
        return self._pool

    @property
    def is_over(self) -> bool:
        """True if the learner has to stop."""
        return self.end is not None or self.is_restart_wanted

    @property
    def is_consistent(self) -> bool:
        """True if the learner is certainly between two updates and can be saved at any time."""
        return self._has_updates and not self._is_updating

    def begin(self) -> None:
        """Called before each call of `Learner.train`."""
        self._is_pool_changed = False

    def end_by_learner(self) -> None:
        """Called after `Learner.train`; if it has ended by itself, the phase is over."""
        if not self.is_over and not self._is_pool_changed:
            self.end = PhaseEnd(reason=EndReason.MAXIMUM, text=BY_LEARNER)

    def end_evaluation(self, played: Played) -> None:
        """Ends a phase that consists of one evaluation."""
        values = played.values
        self._write(values)
        self._execute(self._services.inbox.take(NO_WAIT_S))
        self.end = self._check.end_of(values) or self.end or PhaseEnd(reason=EndReason.MAXIMUM, text=played.text)

    @contextmanager
    def update(self) -> Iterator[None]:
        """Wraps a learning step; an exception in it is logged and counted, and training continues without the update.

        Raises:
            TooManyFailuresError: Too many have failed in a row.
        """
        self._has_updates = self._is_updating = True
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a learner may raise anything
            traceback.print_exc()
            self._fail(error)
        else:
            self._failures = 0
        finally:
            self._is_updating = False

    def iteration(self, *, steps: int, metrics: Mapping[str, float], episodes: Sequence[Any] = ()) -> bool:
        """Reports one iteration of `steps` steps of agents; returns False if the learner has to leave `train`."""
        progress, now_s = self._phase.progress, self._services.clock()
        duration_s, self._mark_s = now_s - self._mark_s, now_s
        progress.wall_s += duration_s
        progress.steps += int(steps)
        progress.episodes += len(episodes)
        progress.iterations += 1
        self._record.policy_version += 1
        self._record.steps_per_s = steps / duration_s if duration_s > 0.0 else 0.0
        values = self._measured(metrics, episodes)
        self._write(values)
        self.end = self._check.end_of(values)
        self._services.after_steps(self._record.steps)
        self._services.refresh(self._record.policy_version)
        if self.end is None:
            self._evaluate_if_due()
        self._execute(self._services.inbox.take(NO_WAIT_S))
        self._save_if_due()
        self.show()
        return not self.is_over and not self._is_pool_changed

    def show(self, *, at_once: bool = False) -> None:
        """Emits the state of the run, at most once per `SHOW_S`."""
        now_s = self._services.clock()
        if at_once or self.is_over or now_s - self._shown_s >= SHOW_S:
            self._shown_s = now_s
            statistics = self._pool.statistics()
            view = self._record.view(
                workers=statistics.workers,
                discarded_steps=statistics.discarded_steps,
                arenas=sum(len(worker.arenas) for worker in statistics.workers),
                timers=tuple(view for name, node in statistics.timers.children.items() for view in node.views(name)),
            )
            self._services.emit(RunChanged(view=view))

    def save(self) -> None:
        """Saves a checkpoint now."""
        steps = self._phase.progress.steps
        if self._values_since_save or steps != self._saved_step:
            self._saved_value = fmean(self._values_since_save) if self._values_since_save else None
        self._services.save(self._saved_value)  # the same value again if a checkpoint of the same step is replaced
        self._values_since_save.clear()
        self._saved_s, self._saved_step = self._services.clock(), steps
        self.show(at_once=True)

    def _measured(self, metrics: Mapping[str, float], episodes: Sequence[Any]) -> dict[str, float]:
        """Returns all finite metrics of an iteration by their full names."""
        values = {f"learner/{name}": float(value) for name, value in metrics.items()}
        services = self._services
        values |= episode_metrics(episodes, services.terms, has_opponents=services.has_opponents)
        values["steps_per_s"] = self._record.steps_per_s
        objective = self._objective(episodes, values)
        if objective is not None and math.isfinite(objective):
            values[OBJECTIVE] = objective = float(objective)
            self._values_since_save.append(objective)
            best, sign = self._phase.progress.best_value, 1.0 if self._objective.is_higher_better else -1.0
            if best is None or sign * (objective - best) > 0.0:
                self._phase.progress.best_value = objective
        return {name: value for name, value in values.items() if math.isfinite(value)}

    def _write(self, values: Mapping[str, float]) -> None:
        record = self._record
        self._phase.values |= values
        points = tuple(
            MetricPoint(name=name, step=record.steps, wall_s=record.wall_s, value=value, phase=record.present)
            for name, value in values.items()
        )
        self._services.record_metrics(points)
        self._services.emit(MetricsRecorded(points=points))

    def _evaluate_if_due(self) -> None:
        progress, every = self._phase.progress, self._phase.plan.evaluate_every
        if self._next_evaluation is None or progress.steps < self._next_evaluation:
            return
        self._next_evaluation = self._after(every, progress.steps)
        values = self._services.evaluate().values
        self._write(values)
        self.end = self._check.end_of(values)
        self._mark_s = self._services.clock()

    def _save_if_due(self) -> None:
        plan, steps = self._record.plan.checkpoints, self._phase.progress.steps
        is_due = plan.every_s is not None and self._services.clock() - self._saved_s >= plan.every_s
        is_due |= plan.every_steps is not None and steps - self._saved_step >= plan.every_steps
        if is_due and not self.is_over:
            self.save()

    def _execute(self, commands: Sequence[RunCommand]) -> None:
        """Executes commands; a pause lasts until the run continues or the phase is over."""
        self._apply(commands)
        if not self._is_waiting():
            return
        paused_s = self._services.clock()
        self._change(RunTrigger.PAUSE)
        while self._is_waiting():
            self.show(at_once=True)
            self._apply(self._services.inbox.take(None))
        self._is_paused = False
        self._change(RunTrigger.CONTINUE)
        self._mark_s = self._services.clock()
        self._saved_s += min(self._mark_s - paused_s, self._mark_s - self._saved_s)
        self.show(at_once=True)

    def _is_waiting(self) -> bool:
        return self._is_paused and not self.is_over

    def _apply(self, commands: Sequence[RunCommand]) -> None:
        for command in commands:
            self._handle(command)

    def _change(self, trigger: RunTrigger) -> None:
        self._record.change(trigger)
        self._phase.change(trigger)

    def _handle(self, command: RunCommand) -> None:
        match command:
            case PauseRun() | ContinueRun():
                self._is_paused = isinstance(command, PauseRun)
            case StopRun():
                self.end = self.end or PhaseEnd(reason=EndReason.CANCELLED, text=CANCELLED)
                self.is_run_over = True
            case StopPhase():
                self.end = self.end or PhaseEnd(reason=EndReason.CANCELLED, text=PHASE_CANCELLED)
            case RestartPhase():
                self.is_restart_wanted = True
            case SaveCheckpoint():
                self.save()
            case SetParameter(name=name, value=value):
                self._set_parameter(name, value)
            case WatchArena():
                self._record.watched_arena = command.arena
                self._services.watch(command)
            case ResetArenas():
                self._pool.reset()
            case AddWorker() | RemoveWorker():
                self._change_pool(command)

    def _set_parameter(self, name: str, value: float) -> None:
        if name not in self._record.parameters:
            text = message("parameter-unknown", 'The run has no parameter "{name}".', name=name)
            self._services.emit(RunNoted(text=text, is_warning=True))
            return
        self._record.parameters[name] = value
        self._pool.set_parameters({name: value})

    def _change_pool(self, command: AddWorker | RemoveWorker) -> None:
        workers = [view.worker for view in self._pool.statistics().workers]
        if isinstance(command, AddWorker):
            try:
                self._pool.add_worker()
            except WorkerError as error:  # the existing workers keep working
                self._services.emit(RunNoted(text=error.text, is_warning=True))
                return
        elif len(workers) == 1:
            text = message("last-worker", "The last worker stays: a run needs one.")
            self._services.emit(RunNoted(text=text, is_warning=True))
            return
        elif command.worker is None or command.worker in workers:
            self._pool.remove_worker(max(workers) if command.worker is None else command.worker)
        else:
            text = message("no-such-worker", "There is no worker {n}.", n=command.worker + 1)
            self._services.emit(RunNoted(text=text, is_warning=True))
            return
        self._is_pool_changed = True

    def _fail(self, error: Exception) -> None:
        self._failures += 1
        self._record.failed_updates += 1
        text = message(
            "update-failed",
            "A learning step failed and was left out: {error}.",
            error=f"{type(error).__name__}: {error}".rstrip("."),
        )
        if self._failures > self._record.plan.failed_updates:
            reason = message(
                "updates-failed",
                "{n} learning steps in a row failed, the last with {error}.",
                n=self._failures,
                error=f"{type(error).__name__}: {error}".rstrip("."),
            )
            raise TooManyFailuresError(reason) from error
        self._services.emit(RunNoted(text=text, is_warning=True))

    @staticmethod
    def _after(every: int | None, steps: int) -> int | None:
        return None if every is None else (steps // every + 1) * every
