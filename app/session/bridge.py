"""Turns events of the runtime into Qt signals; the only place that does.

State changes become signals at once. Streams (frames, drawings, log lines) go through bounded buffers that one timer
drains, so that a fast match or a chatty bot cannot flood the event loop.
"""

from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, SignalInstance, Slot

from runtime.model.events import (
    AgentChanged,
    CommsReceived,
    DrawingsShown,
    FrameShown,
    LinesLogged,
    MatchEnded,
    MatchNoted,
    NoteWithdrawn,
    PaceMeasured,
    PackagesWanted,
    PathPredicted,
    ServerChanged,
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


class Stream(Generic[T]):
    """A bounded buffer that the thread of a match fills and the GUI thread drains; the oldest entries are dropped."""

    def __init__(
        self,
        entries: Callable[[Any], Collection[T]],
        deliver: Callable[[tuple[T, ...], int], object],
        *,
        capacity: int,
        at_once: int | None = None,
    ) -> None:
        """Takes the entries of each event; delivers at most `at_once` in one drain, with the number of dropped ones."""
        self._entries = entries
        self._deliver = deliver
        self._buffer: deque[T] = deque(maxlen=capacity)
        self._at_once = at_once or capacity
        self._received = self._taken = 0

    def clear(self) -> None:
        """Forgets the entries that wait."""
        self._buffer.clear()
        self._received = self._taken = 0

    def put(self, event: object) -> None:
        """Takes an event from any thread, and never blocks."""
        entries = self._entries(event)
        self._buffer.extend(entries)
        self._received += len(entries)

    def drain(self, *, is_last: bool = False) -> None:
        """Delivers the entries that wait, all of them if it `is_last`."""
        count = len(self._buffer) if is_last else self._at_once
        entries: list[T] = []
        try:
            while len(entries) < count:
                entries.append(self._buffer.popleft())
        except IndexError:
            pass
        if entries:
            dropped = max(0, self._received - self._taken - len(entries) - len(self._buffer))
            self._taken += len(entries) + dropped
            self._deliver(tuple(entries), dropped)


class EventDrain(QObject):
    """Takes events from any thread with `post`, and passes them on in the GUI thread.

    Each stream is drained every 33 ms. All other events are handled as they happen; before the last one, the streams
    are drained completely.
    """

    _posted = Signal(object)

    def __init__(
        self,
        streams: Mapping[type, Stream[Any]],
        handle: Callable[[Any], None],
        *,
        end: type | tuple[type, ...],
        parent: QObject | None = None,
    ) -> None:
        """Takes the streams by the types of their events, and the types of the last event."""
        super().__init__(parent)
        self._streams = streams
        self._handle = handle
        self._end = end
        self._timer = QTimer(self, interval=DRAIN_MS)
        self._timer.timeout.connect(self._drain)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Forgets the events of the last match or run; the next one is about to post its own."""
        for stream in self._streams.values():
            stream.clear()
        self._timer.start()

    def post(self, event: object) -> None:
        """Takes an event from any thread, and never blocks."""
        stream = self._streams.get(type(event))
        if stream is not None:
            stream.put(event)
        else:
            self._posted.emit(event)

    @Slot(object)
    def _on_posted(self, event: object) -> None:
        if isinstance(event, self._end):
            self._timer.stop()
            self._drain(is_last=True)
        self._handle(event)

    @Slot()
    def _drain(self, *, is_last: bool = False) -> None:
        for stream in self._streams.values():
            stream.drain(is_last=is_last)


def line_stream(emit: Callable[[LineBatch], None], *, at_once: int) -> Stream[LogLine]:
    """Returns the stream of log lines, which are emitted as batches."""
    return Stream(
        lambda event: event.lines,
        lambda lines, dropped: emit(LineBatch(lines=lines, dropped=dropped)),
        capacity=MAX_LINES,
        at_once=at_once,
    )


def whole(event: T) -> tuple[T]:
    """Returns the event as the only entry of a stream."""
    return (event,)


class Bridge(EventDrain):
    """The events of a match as Qt signals.

    Signals:
        stage_changed, agent_changed, pace_measured, swap_changed, noted, note_withdrawn, path_predicted,
            packages_wanted, server_changed: the event, as it happened.
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
    server_changed = Signal(ServerChanged)

    def __init__(self, parent: QObject | None = None) -> None:
        streams: dict[type, Stream[Any]] = {
            FrameShown: Stream(lambda event: (event.view,), self._emit_frames, capacity=MAX_FRAMES),
            TelemetryRecorded: Stream(whole, self._emit_telemetry, capacity=MAX_RECORDS, at_once=RECORDS_AT_ONCE),
            DrawingsShown: Stream(whole, lambda events, _: self.drawings_shown.emit(*events), capacity=1),
            CommsReceived: Stream(whole, self._emit_comms, capacity=MAX_COMMS),
            LinesLogged: line_stream(self._emit_lines, at_once=LINES_AT_ONCE),
        }
        super().__init__(streams, lambda event: self._signals[type(event)].emit(event), end=MatchEnded, parent=parent)
        self._signals: dict[type, SignalInstance] = {
            StageChanged: self.stage_changed,
            AgentChanged: self.agent_changed,
            PaceMeasured: self.pace_measured,
            SwapChanged: self.swap_changed,
            MatchNoted: self.noted,
            NoteWithdrawn: self.note_withdrawn,
            PathPredicted: self.path_predicted,
            ServerChanged: self.server_changed,
            PackagesWanted: self.packages_wanted,
            MatchEnded: self.match_ended,
        }

    def _emit_frames(self, views: tuple[ArenaView, ...], _dropped: int) -> None:
        self.frames_arrived.emit(FrameBatch(views=tuple(map(named, views))))

    def _emit_telemetry(self, events: tuple[TelemetryRecorded, ...], _dropped: int) -> None:
        """Emits the records of several events as one event."""
        self.telemetry_arrived.emit(
            TelemetryRecorded(
                samples=tuple(chain.from_iterable(event.samples for event in events)),
                marks=tuple(chain.from_iterable(event.marks for event in events)),
                packets=tuple(chain.from_iterable(event.packets for event in events)),
            )
        )

    def _emit_comms(self, events: tuple[CommsReceived, ...], _dropped: int) -> None:
        for event in events:
            self.comms_arrived.emit(event)

    def _emit_lines(self, batch: LineBatch) -> None:
        self.lines_arrived.emit(batch)


def named(view: ArenaView) -> ArenaView:
    """Returns the view with a name for each car; the arena has none for a human's car."""
    if all(car.name for car in view.cars):
        return view
    words = QCoreApplication.translate("Overview", "You")
    return replace(view, cars=tuple(car if car.name else replace(car, name=words) for car in view.cars))
