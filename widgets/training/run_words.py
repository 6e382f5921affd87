"""Words and tones of the states of training runs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.model.training import EndReason, PhaseMode, RunState, RunView
from runtime.model.workers import RestartBudget, WorkerState
from widgets.words import amount, number

translate = QCoreApplication.translate
_WORDS: Final[Mapping[object, object]] = MappingProxyType(
    {
        RunState.SCHEDULED: QT_TRANSLATE_NOOP("Training", "scheduled"),
        RunState.RUNNING: QT_TRANSLATE_NOOP("Training", "running"),
        RunState.PAUSED: QT_TRANSLATE_NOOP("Training", "paused"),
        RunState.FINISHED: QT_TRANSLATE_NOOP("Training", "finished"),
        RunState.ERROR: QT_TRANSLATE_NOOP("Training", "failed"),
        EndReason.SUCCESS: QT_TRANSLATE_NOOP("Training", "success"),
        EndReason.PLATEAU: QT_TRANSLATE_NOOP("Training", "no more progress"),
        EndReason.MAXIMUM: QT_TRANSLATE_NOOP("Training", "maximum reached"),
        EndReason.CANCELLED: QT_TRANSLATE_NOOP("Training", "stopped"),
        EndReason.FAILED: QT_TRANSLATE_NOOP("Training", "failed"),
        PhaseMode.TRAIN: QT_TRANSLATE_NOOP("Training", "train"),
        PhaseMode.TEST: QT_TRANSLATE_NOOP("Training", "test"),
        PhaseMode.EVALUATE: QT_TRANSLATE_NOOP("Training", "evaluate"),
        WorkerState.STARTING: QT_TRANSLATE_NOOP("Training", "starting"),
        WorkerState.WAITING: QT_TRANSLATE_NOOP("Training", "waiting"),
        WorkerState.STEPPING: QT_TRANSLATE_NOOP("Training", "stepping"),
        WorkerState.RESTARTING: QT_TRANSLATE_NOOP("Training", "restarting"),
        WorkerState.CLOSED: QT_TRANSLATE_NOOP("Training", "closed"),
    }
)
RUN_TONES: Final = {
    RunState.SCHEDULED: "muted",
    RunState.RUNNING: "accent",
    RunState.PAUSED: "warning",
    RunState.FINISHED: "good",
    RunState.ERROR: "bad",
}
WORKER_TONES: Final = {
    WorkerState.STARTING: "accent",
    WorkerState.WAITING: "muted",
    WorkerState.STEPPING: "good",
    WorkerState.RESTARTING: "warning",
    WorkerState.CLOSED: "bad",
}


def training_word(value: RunState | EndReason | PhaseMode | WorkerState) -> str:
    """Returns the name of a state, reason or mode."""
    return translate("Training", str(_WORDS[value]))


def duration(seconds: float) -> str:
    """Returns a duration as `0:07:31`."""
    minutes, rest = divmod(int(max(0.0, seconds)), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def state_line(view: RunView) -> str:
    """Returns steps, speed, time and policy of a run in one line."""
    parts = (
        translate("Training", "{0} steps").format(amount(view.steps)),
        translate("Training", "{0} steps/s").format(number(view.steps_per_s)) if view.steps_per_s else "",
        duration(view.wall_s),
        translate("Training", "policy {0}").format(view.policy_version) if view.policy_version else "",
    )
    return " · ".join(filter(None, parts))


def budget_text(budget: RestartBudget) -> str:
    """Returns used and allowed restarts as `1 / 10`."""
    return str(budget.used) if budget.allowed is None else f"{budget.used} / {budget.allowed}"


def budget_hint(budget: RestartBudget) -> str:
    """Returns a sentence on the restarts that are left."""
    allowed = (
        translate("Training", "Restarts: {used} used, any number allowed.").format(used=budget.used)
        if budget.allowed is None
        else translate("Training", "Restarts: {used} of {allowed} used.").format(
            used=budget.used, allowed=budget.allowed
        )
    )
    if budget.allowed_in_period is None:
        return allowed
    return (
        allowed
        + " "
        + translate("Training", "In the last {seconds} s: {used} of {allowed}.").format(
            seconds=number(budget.period_s), used=budget.used_in_period, allowed=budget.allowed_in_period
        )
    )
