"""The running training run and the last one, as a front end sees them; next to the match, and independent of it."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot

from app.session.bridge import DRAIN_MS, LineBatch, taken
from runtime.model.events import LinesLogged
from runtime.model.messages import message
from runtime.model.training import (
    ArenaShown,
    EndReason,
    MetricPoint,
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
from runtime.model.values import LogLine

translate = QCoreApplication.translate
THREAD_NAME: Final = "training"
MAX_POINTS: Final = 100_000
"""Values of curves that may wait; older ones are dropped, and are still in the run's folder."""
POINTS_AT_ONCE: Final = 5_000
MAX_FRAMES: Final = 240
MAX_LINES: Final = 4_000
LINES_AT_ONCE: Final = 250
_LOG = logging.getLogger(__name__)


class Runner(Protocol):
    """Conducts a training run; `runtime.training.runs.TrainingRun` in the window."""

    def run(self, emit: Callable[[RunEvent], None]) -> object:
        """Conducts it and returns when nothing of it runs any more; the last event is `RunEnded`."""

    def post(self, command: RunCommand) -> None:
        """Takes a command; for any thread, never blocks."""


MakeRunner = Callable[[], Runner]
"""Called on the run's thread, so it may be slow."""


class TrainingSession(QObject):
    """Starts, observes and controls one training run at a time; GUI thread, nothing blocks.

    State changes are signals at once; curves, frames and log lines are bounded buffers that one timer drains.

    Signals:
        started: a run begins; its events follow.
        changed: any property of this object may be different.
        points_arrived: the `MetricPoint`s since the last drain, as a tuple, at most once every 33 ms.
        frames_arrived: the `ArenaShown` events since the last drain, as a tuple, likewise.
        lines_arrived: a `LineBatch`, likewise.
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
    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: RunView | None = None
        """The running or last run; None before the first."""
        self._runner: _RunThread | None = None
        self._points: deque[MetricPoint] = deque(maxlen=MAX_POINTS)
        self._frames: deque[ArenaShown] = deque(maxlen=MAX_FRAMES)
        self._lines: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._received = self._taken = 0
        self._timer = QTimer(self, interval=DRAIN_MS)
        self._timer.timeout.connect(self._drain)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        """Returns whether anything of a run may still run."""
        return self._runner is not None

    @property
    def is_stopping(self) -> bool:
        """Returns whether the run was asked to end."""
        return self._runner is not None and self._runner.is_stopping

    @property
    def is_paused(self) -> bool:
        """Returns whether the run stands still."""
        return self.is_running and self.view is not None and self.view.state is RunState.PAUSED

    def start(self, make_runner: MakeRunner, view: RunView) -> None:
        """Starts a run unless one is running; `view` is shown until its first event."""
        if self._runner is not None:
            return
        self._points.clear()
        self._frames.clear()
        self._lines.clear()
        self._received = self._taken = 0
        self.view = view
        self._runner = _RunThread(make_runner, view, self._post)
        self._runner.start()
        self._timer.start()
        self.started.emit()
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Asks the run to end with a checkpoint; further calls change nothing."""
        if not self.is_stopping:
            self.post(StopRun())

    def post(self, command: RunCommand) -> None:
        """Passes a command to the run; ignored without one."""
        if self._runner is not None:
            self._runner.post(command)
            if isinstance(command, StopRun):
                self.changed.emit()

    def _post(self, event: RunEvent) -> None:
        """Takes an event; for any thread, never blocks."""
        if isinstance(event, MetricsRecorded):
            self._points.extend(event.points)
        elif isinstance(event, ArenaShown):
            self._frames.append(event)
        elif isinstance(event, LinesLogged):
            self._lines.extend(event.lines)
            self._received += len(event.lines)
        else:
            self._posted.emit(event)

    @Slot(object)
    def _on_posted(self, event: RunChanged | RunNoted | RunEnded) -> None:
        match event:
            case RunChanged(view=view):
                self.view = view
                self.changed.emit()
            case RunNoted():
                self.noted.emit(event)
            case RunEnded(result=result):
                self._timer.stop()
                self._drain_all(MAX_POINTS, MAX_LINES)
                self._runner = None
                self.view = result.view
                self.ended.emit(event)
                self.changed.emit()

    @Slot()
    def _drain(self) -> None:
        self._drain_all(POINTS_AT_ONCE, LINES_AT_ONCE)

    def _drain_all(self, most_points: int, most_lines: int) -> None:
        points = taken(self._points, most_points)
        if points:
            self.points_arrived.emit(points)
        frames = taken(self._frames, MAX_FRAMES)
        if frames:
            self.frames_arrived.emit(frames)
        lines = taken(self._lines, most_lines)
        if lines:
            dropped = max(0, self._received - self._taken - len(lines) - len(self._lines))
            self._taken += len(lines) + dropped
            self.lines_arrived.emit(LineBatch(lines=lines, dropped=dropped))


class _RunThread:
    """One run on its thread; the thread is a daemon, because closing must not wait for a run that hangs."""

    def __init__(self, make_runner: MakeRunner, view: RunView, post: Callable[[RunEvent], None]) -> None:
        self._make_runner = make_runner
        self._view = view
        self._post = post
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._waiting: list[RunCommand] = []
        """Commands that came before the runner existed."""
        self._runner: Runner | None = None
        self._has_ended = False
        self._thread = threading.Thread(target=self._main, name=THREAD_NAME, daemon=True)

    @property
    def is_stopping(self) -> bool:
        """Returns whether the end was requested."""
        return self._stop.is_set()

    def start(self) -> None:
        """Begins; events follow from the new thread."""
        self._thread.start()

    def post(self, command: RunCommand) -> None:
        """Passes a command on."""
        with self._lock:
            if isinstance(command, StopRun):
                self._stop.set()
            if self._runner is None:
                self._waiting.append(command)
            else:
                self._runner.post(command)

    def _main(self) -> None:
        try:
            runner = self._make_runner()
            with self._lock:
                self._runner = runner
                for command in self._waiting:
                    runner.post(command)
            runner.run(self._emit)
        except Exception as error:  # noqa: BLE001 - top of a thread: the window must learn that the run is over
            _LOG.exception("The training run ended by an internal error")
            if not self._has_ended:
                self._post(RunEnded(result=RunResult(view=_faulty(self._view, error))))

    def _emit(self, event: RunEvent) -> None:
        if isinstance(event, RunChanged):
            self._view = event.view
        self._has_ended = self._has_ended or isinstance(event, RunEnded)
        self._post(event)


def _faulty(view: RunView, error: Exception) -> RunView:
    said = message("internal-error", "Internal error: {error}", error=str(error))
    return replace(view, state=RunState.ERROR, end=EndReason.FAILED, text=said)
