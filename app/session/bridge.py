"""Turns events of the runtime into Qt signals; the only place that does.

State changes become signals at once. Streams (frames, drawings, log lines) go through bounded buffers that one timer
drains, so that a fast match or a chatty bot cannot flood the event loop.
"""

from collections import deque
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot

from runtime.model.events import (
    AgentChanged,
    CommsReceived,
    DrawingsShown,
    Event,
    FrameShown,
    LinesLogged,
    MatchEnded,
    MatchNoted,
    NoteWithdrawn,
    PaceMeasured,
    PackagesWanted,
    PathPredicted,
    StageChanged,
    SwapChanged,
    TelemetryRecorded,
)
from runtime.model.values import ArenaView, LogLine

DRAIN_MS: Final = 33
MAX_FRAMES: Final = 240
MAX_COMMS: Final = 8
"""Batches of chat that may wait; older ones are dropped."""
MAX_RECORDS: Final = 300
"""Emissions of telemetry that may wait: ten seconds of them."""
RECORDS_AT_ONCE: Final = 10
"""Emissions of telemetry that the history can take in one drain without a stall, after one that lasted long."""
MAX_LINES: Final = 4_000
"""Lines that may wait; older ones are dropped and counted."""
LINES_AT_ONCE: Final = 125
"""Lines that the log can show in one drain without a stall."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameBatch:
    """The frames since the last drain, oldest first."""

    views: tuple[ArenaView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineBatch:
    """The log lines since the last drain."""

    lines: tuple[LogLine, ...]
    dropped: int
    """Number of older lines that were dropped because the buffer was full."""


class Bridge(QObject):
    """Takes events from any thread with `post`, and emits on the GUI thread.

    Signals:
        stage_changed, agent_changed, pace_measured, swap_changed, noted, note_withdrawn, path_predicted,
            packages_wanted: the event, as it happened.
        frames_arrived: a `FrameBatch`, at most once every 33 ms.
        telemetry_arrived: a `TelemetryRecorded` with what has come since the last one, at most once every 33 ms.
        drawings_shown: the newest `DrawingsShown`, at most once every 33 ms.
        lines_arrived: a `LineBatch`, at most once every 33 ms, with as many lines as the log can show.
        comms_arrived: a `CommsReceived` with the newest chat, at most once every 33 ms.
        match_ended: the event; all frames and lines before it have been emitted.
    """

    stage_changed = Signal(StageChanged)
    agent_changed = Signal(AgentChanged)
    pace_measured = Signal(PaceMeasured)
    frames_arrived = Signal(FrameBatch)
    drawings_shown = Signal(DrawingsShown)
    lines_arrived = Signal(LineBatch)
    comms_arrived = Signal(CommsReceived)
    telemetry_arrived = Signal(TelemetryRecorded)
    swap_changed = Signal(SwapChanged)
    noted = Signal(MatchNoted)
    note_withdrawn = Signal(NoteWithdrawn)
    packages_wanted = Signal(PackagesWanted)
    match_ended = Signal(MatchEnded)
    path_predicted = Signal(PathPredicted)
    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._frames: deque[ArenaView] = deque(maxlen=MAX_FRAMES)
        self._lines: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._drawings: deque[DrawingsShown] = deque(maxlen=1)
        self._comms: deque[CommsReceived] = deque(maxlen=MAX_COMMS)
        self._telemetry: deque[TelemetryRecorded] = deque(maxlen=MAX_RECORDS)
        self._received = 0
        self._taken = 0
        self._timer = QTimer(self)
        self._timer.setInterval(DRAIN_MS)
        self._timer.timeout.connect(self._drain)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Forgets the events of the last match; the next one is about to post its own."""
        self._frames.clear()
        self._lines.clear()
        self._drawings.clear()
        self._comms.clear()
        self._telemetry.clear()
        self._received = self._taken = 0
        self._timer.start()

    def post(self, event: Event) -> None:
        """Takes an event; for any thread, never blocks."""
        if isinstance(event, FrameShown):
            self._frames.append(event.view)
        elif isinstance(event, DrawingsShown):
            self._drawings.append(event)
        elif isinstance(event, TelemetryRecorded):
            self._telemetry.append(event)
        elif isinstance(event, CommsReceived):
            self._comms.append(event)
        elif isinstance(event, LinesLogged):
            self._lines.extend(event.lines)
            self._received += len(event.lines)
        else:
            self._posted.emit(event)

    @Slot(object)
    def _on_posted(self, event: Event) -> None:
        match event:
            case StageChanged():
                self.stage_changed.emit(event)
            case AgentChanged():
                self.agent_changed.emit(event)
            case PaceMeasured():
                self.pace_measured.emit(event)
            case SwapChanged():
                self.swap_changed.emit(event)
            case MatchNoted():
                self.noted.emit(event)
            case NoteWithdrawn():
                self.note_withdrawn.emit(event)
            case PathPredicted():
                self.path_predicted.emit(event)
            case PackagesWanted():
                self.packages_wanted.emit(event)
            case MatchEnded():
                self._timer.stop()
                self._drain()
                self._drain_telemetry(MAX_RECORDS)
                self._drain_lines(MAX_LINES)
                self.match_ended.emit(event)

    @Slot()
    def _drain(self) -> None:
        views = taken(self._frames, MAX_FRAMES)
        if views:
            self.frames_arrived.emit(FrameBatch(views=tuple(map(named, views))))
        self._drain_telemetry(RECORDS_AT_ONCE)
        for drawings in taken(self._drawings, 1):
            self.drawings_shown.emit(drawings)
        for comms in taken(self._comms, MAX_COMMS):
            self.comms_arrived.emit(comms)
        self._drain_lines(LINES_AT_ONCE)

    def _drain_telemetry(self, most: int) -> None:
        recorded = taken(self._telemetry, most)
        if recorded:
            self.telemetry_arrived.emit(_joined(recorded))

    def _drain_lines(self, most: int) -> None:
        lines = taken(self._lines, most)
        if lines:
            dropped = max(0, self._received - self._taken - len(lines) - len(self._lines))
            self._taken += len(lines) + dropped
            self.lines_arrived.emit(LineBatch(lines=lines, dropped=dropped))


def taken(buffer: deque[T], most: int) -> tuple[T, ...]:
    """Removes and returns the oldest entries of a buffer that another thread may be filling."""
    taken: list[T] = []
    try:
        while len(taken) < most:
            taken.append(buffer.popleft())
    except IndexError:
        pass
    return tuple(taken)


def _joined(recorded: tuple[TelemetryRecorded, ...]) -> TelemetryRecorded:
    """Joins the records of several events into one event."""
    return TelemetryRecorded(
        samples=tuple(chain.from_iterable(event.samples for event in recorded)),
        marks=tuple(chain.from_iterable(event.marks for event in recorded)),
        packets=tuple(chain.from_iterable(event.packets for event in recorded)),
    )


def named(view: ArenaView) -> ArenaView:
    """Returns the view with a name for each car; the arena has none for a human's car."""
    if all(car.name for car in view.cars):
        return view
    words = QCoreApplication.translate("Overview", "You")
    return replace(view, cars=tuple(car if car.name else replace(car, name=words) for car in view.cars))
