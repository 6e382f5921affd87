"""The running training run and the last one, as a front end sees them; next to the match, and independent of it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from app.session.bridge import EventDrain, LineBatch, Stream, line_stream, whole
from app.session.runner_thread import Runner, RunnerThread
from runtime.model.events import LinesLogged
from runtime.model.messages import message
from runtime.model.training import (
    ArenaShown,
    EndReason,
    MetricsRecorded,
    RunChanged,
    RunCommand,
    RunEnded,
    RunEvent,
    RunNoted,
    RunResult,
    RunState,
    RunView,
    StopRun,
)

MAX_POINTS: Final = 100_000
"""Values of curves that may wait; older ones are dropped, and are still in the run's folder."""
POINTS_AT_ONCE: Final = 5_000
MAX_FRAMES: Final = 240
LINES_AT_ONCE: Final = 250


MakeRunner = Callable[[], Runner[RunCommand, RunEvent]]
"""Called on the run's thread, so it may be slow."""


class RunSession(QObject):
    """Starts, observes and controls one training run at a time; GUI thread, nothing blocks.

    State changes are signals at once; curves, frames and log lines are bounded buffers that one timer drains.

    Signals:
        started: a run begins; its events follow.
        changed: any property of this object may be different.
        points_arrived: the `MetricPoint`s since the last drain, as a tuple, at most once every 33 ms.
        frames_arrived: the `ArenaShown` events since the last drain, as a tuple, at most once every 33 ms.
        lines_arrived: a `LineBatch`, at most once every 33 ms.
        noted: a `RunNoted`.
        ended: the `RunEnded`; all of the above have been emitted, and nothing of the run runs any more.
    """

    started = Signal()
    changed = Signal()
    points_arrived = Signal(tuple)
    frames_arrived = Signal(tuple)
    lines_arrived = Signal(LineBatch)
    noted = Signal(RunNoted)
    ended = Signal(RunEnded)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: RunView | None = None
        """The running or last run; None before the first."""
        self._thread: RunnerThread | None = None
        streams: dict[type, Stream[Any]] = {
            MetricsRecorded: Stream(
                lambda event: event.points,
                lambda points, _: self.points_arrived.emit(points),
                capacity=MAX_POINTS,
                at_once=POINTS_AT_ONCE,
            ),
            ArenaShown: Stream(whole, lambda events, _: self.frames_arrived.emit(events), capacity=MAX_FRAMES),
            LinesLogged: line_stream(self.lines_arrived.emit, at_once=LINES_AT_ONCE),
        }
        self._drain = EventDrain(streams, self._on_event, end=(RunEnded, Exception), parent=self)

    @property
    def is_running(self) -> bool:
        """True if anything of a run may still run."""
        return self._thread is not None

    @property
    def is_stopping(self) -> bool:
        """True if the run was asked to end."""
        return self._thread is not None and self._thread.is_stopping

    @property
    def is_paused(self) -> bool:
        """True if the run stands still."""
        return self.is_running and self.view is not None and self.view.state is RunState.PAUSED

    def start(self, make_runner: MakeRunner, view: RunView) -> None:
        """Starts a run unless one is running; `view` is shown until its first event."""
        if self._thread is not None:
            return
        self.view = view
        self._drain.begin()
        self._thread = RunnerThread(
            "training", make_runner, self._drain.post, stop=StopRun, end=RunEnded, fault=lambda error: error
        )
        self._thread.start()
        self.started.emit()
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Asks the run to end with a checkpoint; further calls change nothing."""
        if not self.is_stopping:
            self.post(StopRun())

    def post(self, command: RunCommand) -> None:
        """Passes a command to the run; ignored without one."""
        if self._thread is not None:
            self._thread.post(command)
            if isinstance(command, StopRun):
                self.changed.emit()

    def _on_event(self, event: RunChanged | RunNoted | RunEnded | Exception) -> None:
        match event:
            case RunChanged(view=view):
                self.view = view
                self.changed.emit()
            case RunNoted():
                self.noted.emit(event)
            case RunEnded():
                self._thread = None
                self.view = event.result.view
                self.ended.emit(event)
                self.changed.emit()
            case Exception() if self.view is not None:
                text = message("internal-error", "Internal error: {error}", error=str(event))
                view = replace(self.view, state=RunState.ERROR, end=EndReason.FAILED, text=text)
                self._on_event(RunEnded(result=RunResult(view=view)))
