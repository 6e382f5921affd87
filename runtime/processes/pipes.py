"""The pipes of the supervisor and of its client; threads stand in where pipes cannot be waited for (Windows)."""

import contextlib
import os
import queue
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import IO, Final, Protocol

COMMANDS: Final = 0
"""Source number of the client's commands; children have numbers above it."""
CHUNK: Final = 1 << 16


class Channels(Protocol):
    """Bytes in from many sources, bytes out to one reader."""

    def add(self, source: int, stream: IO[bytes]) -> None:
        """Begins to read a source."""

    def remove(self, source: int) -> None:
        """Ends reading it and closes it; without effect when it is unknown."""

    def pause(self, source: int) -> None:
        """Reads no more of it until `resume`: whoever writes it has to wait."""

    def resume(self, source: int) -> None:
        """Ends `pause`."""

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        """Waits for anything to happen, at most `timeout_s`; what came from which source, no bytes meaning its end."""

    def send(self, data: bytes) -> None:
        """Queues bytes for the reader; never blocks."""

    @property
    def backlog(self) -> int:
        """Bytes that the reader did not take yet."""

    @property
    def is_cut(self) -> bool:
        """Whether the reader is gone."""


class SelectorChannels:
    """`Channels` over file descriptors; a signal also ends a wait.

    Args:
        output: descriptor that the client reads; becomes non-blocking.
    """

    def __init__(self, output: int) -> None:
        self._selector = selectors.PollSelector()
        self._streams: dict[int, IO[bytes]] = {}
        self._paused: set[int] = set()
        self._output = output
        self._pending = bytearray()
        self._waits_to_write = False
        self.is_cut = False
        os.set_blocking(output, False)
        self._wakeup, writer = os.pipe()
        for descriptor in (self._wakeup, writer):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        self._selector.register(self._wakeup, selectors.EVENT_READ, self._drain_wakeup)

    @property
    def backlog(self) -> int:
        """See `Channels`."""
        return len(self._pending)

    def add(self, source: int, stream: IO[bytes]) -> None:
        """See `Channels`."""
        os.set_blocking(stream.fileno(), False)
        self._streams[source] = stream
        self._selector.register(stream, selectors.EVENT_READ, self._reader(source, stream.fileno()))

    def remove(self, source: int) -> None:
        """See `Channels`."""
        stream = self._streams.pop(source, None)
        if stream is None:
            return
        if source not in self._paused:
            self._selector.unregister(stream)
        self._paused.discard(source)
        stream.close()

    def pause(self, source: int) -> None:
        """See `Channels`."""
        if source in self._streams and source not in self._paused:
            self._paused.add(source)
            self._selector.unregister(self._streams[source])

    def resume(self, source: int) -> None:
        """See `Channels`."""
        if source in self._paused:
            self._paused.discard(source)
            stream = self._streams[source]
            self._selector.register(stream, selectors.EVENT_READ, self._reader(source, stream.fileno()))

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        """See `Channels`."""
        received: list[tuple[int, bytes]] = []
        for key, _ in self._selector.select(timeout_s):
            handle: Callable[[list[tuple[int, bytes]]], None] = key.data
            handle(received)
        return received

    def send(self, data: bytes) -> None:
        """See `Channels`."""
        self._pending += data
        if not self._waits_to_write:
            self._write([])

    def _reader(self, source: int, descriptor: int) -> Callable[[list[tuple[int, bytes]]], None]:
        def read(received: list[tuple[int, bytes]]) -> None:
            try:
                received.append((source, os.read(descriptor, CHUNK)))
            except BlockingIOError:
                return
            except OSError:
                received.append((source, b""))

        return read

    def _drain_wakeup(self, _: list[tuple[int, bytes]]) -> None:
        try:
            while os.read(self._wakeup, CHUNK):
                pass
        except BlockingIOError:
            return

    def _write(self, _: list[tuple[int, bytes]]) -> None:
        try:
            while self._pending and not self.is_cut:
                del self._pending[: os.write(self._output, self._pending[:CHUNK])]
        except BlockingIOError:
            pass
        except OSError:
            self.is_cut = True
        if self.is_cut:
            self._pending.clear()
        self._set_waiting(bool(self._pending))

    def _set_waiting(self, waits: bool) -> None:
        if waits and not self._waits_to_write:
            self._selector.register(self._output, selectors.EVENT_WRITE, self._write)
        elif self._waits_to_write and not waits:
            self._selector.unregister(self._output)
        self._waits_to_write = waits


POLL_S: Final = 0.02
"""Endings of processes make no sound here, so no wait is longer than this."""
_ROOM: Final = 64


class ThreadChannels:
    """`Channels` over blocking streams; the queue is short, so that whoever prints too much has to wait."""

    def __init__(self, output: IO[bytes]) -> None:
        self._received: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=_ROOM)
        self._gates: dict[int, threading.Event] = {}
        self._output = output
        self._outgoing: deque[bytes] = deque()
        self._has_outgoing = threading.Event()
        self._backlog = 0
        self._lock = threading.Lock()
        self.is_cut = False
        self._spawn(self._write, "events")

    @property
    def backlog(self) -> int:
        """See `Channels`."""
        return self._backlog

    def add(self, source: int, stream: IO[bytes]) -> None:
        """See `Channels`."""
        gate = threading.Event()
        gate.set()
        self._gates[source] = gate
        self._spawn(lambda: self._read(source, stream, gate), f"source {source}")

    def remove(self, source: int) -> None:
        """See `Channels`; the stream is closed by its thread, since closing it here would wait for that thread."""
        gate = self._gates.pop(source, None)
        if gate is not None:
            gate.set()

    def pause(self, source: int) -> None:
        """See `Channels`."""
        if source in self._gates:
            self._gates[source].clear()

    def resume(self, source: int) -> None:
        """See `Channels`."""
        if source in self._gates:
            self._gates[source].set()

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        """See `Channels`."""
        try:
            first = self._received.get(timeout=min(max(timeout_s, 0.001), POLL_S))
        except queue.Empty:
            return []
        return [first, *self._more()]

    def send(self, data: bytes) -> None:
        """See `Channels`."""
        with self._lock:
            self._outgoing.append(data)
            self._backlog += len(data)
        self._has_outgoing.set()

    def end(self) -> None:
        """Lets the writing thread end."""
        self.is_cut = True
        self._has_outgoing.set()

    def _more(self) -> Iterator[tuple[int, bytes]]:
        with contextlib.suppress(queue.Empty):
            for _ in range(_ROOM):
                yield self._received.get_nowait()

    def _read(self, source: int, stream: IO[bytes], gate: threading.Event) -> None:
        data = b"more"
        while data:
            gate.wait()
            try:
                data = os.read(stream.fileno(), CHUNK)
            except OSError:
                data = b""
            self._received.put((source, data))
        stream.close()

    def _write(self) -> None:
        while not self.is_cut:
            self._has_outgoing.wait()
            self._has_outgoing.clear()
            with self._lock:
                data = b"".join(self._outgoing)
                self._outgoing.clear()
            try:
                self._output.write(data)
                self._output.flush()
            except OSError:
                self.is_cut = True
            with self._lock:
                self._backlog = 0 if self.is_cut else self._backlog - len(data)

    @staticmethod
    def _spawn(work: Callable[[], None], name: str) -> None:
        threading.Thread(target=work, name=f"supervisor {name}", daemon=True).start()


SEND_TIMEOUT_S: Final = 5.0
_CHUNK: Final = 1 << 16


class EventPipe(Protocol):
    """Commands out, events in; used by one thread."""

    def send(self, data: bytes) -> None:
        """Sends everything; raises OSError when the supervisor is gone or takes nothing for 5 s."""

    def receive(self, timeout_s: float) -> bytes | None:
        """The next bytes; None when none came in time, empty when no more will come."""

    def end_commands(self) -> None:
        """Closes the way out, which tells the supervisor to end; may be called twice."""

    def close(self) -> None:
        """Closes both ways; may be called twice."""


class SelectorPipe:
    """`EventPipe` where pipes can be waited for (POSIX)."""

    def __init__(self, commands: IO[bytes], events: IO[bytes]) -> None:
        self._commands = commands
        self._events = events
        os.set_blocking(commands.fileno(), False)
        self._reading = selectors.DefaultSelector()
        self._reading.register(events, selectors.EVENT_READ)

    def send(self, data: bytes) -> None:
        """See `EventPipe`."""
        if self._commands.closed:
            raise BrokenPipeError("the commands were closed")
        deadline = time.monotonic() + SEND_TIMEOUT_S
        with selectors.DefaultSelector() as writing:
            writing.register(self._commands, selectors.EVENT_WRITE)
            while data:
                if not writing.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError("it took nothing for 5 s")
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self._commands.fileno(), data) :]

    def receive(self, timeout_s: float) -> bytes | None:
        """See `EventPipe`."""
        if not self._reading.select(max(0.0, timeout_s)):
            return None
        try:
            return os.read(self._events.fileno(), _CHUNK)
        except OSError:
            return b""

    def end_commands(self) -> None:
        """See `EventPipe`."""
        self._commands.close()

    def close(self) -> None:
        """See `EventPipe`."""
        self._commands.close()
        self._reading.close()
        self._events.close()


class ThreadPipe:
    """`EventPipe` where pipes cannot be waited for (Windows): one thread reads."""

    def __init__(self, commands: IO[bytes], events: IO[bytes]) -> None:
        self._commands = commands
        self._events = events
        self._received: queue.Queue[bytes] = queue.Queue(maxsize=64)
        self._thread = threading.Thread(target=self._pump, name="supervisor events", daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        """See `EventPipe`; the time limit does not hold here."""
        if self._commands.closed:
            raise BrokenPipeError("the commands were closed")
        while data:
            data = data[os.write(self._commands.fileno(), data) :]

    def receive(self, timeout_s: float) -> bytes | None:
        """See `EventPipe`."""
        try:
            return self._received.get(timeout=max(0.001, timeout_s))
        except queue.Empty:
            return None

    def end_commands(self) -> None:
        """See `EventPipe`."""
        self._commands.close()

    def close(self) -> None:
        """See `EventPipe`; the thread ends with the supervisor."""
        self._commands.close()
        while self._thread.is_alive():
            with contextlib.suppress(queue.Empty):
                self._received.get(timeout=0.01)
        self._events.close()

    def _pump(self) -> None:
        data = b"more"
        while data:
            try:
                data = os.read(self._events.fileno(), _CHUNK)
            except OSError:
                data = b""
            self._received.put(data)


def open_event_pipe(process: "subprocess.Popen[bytes]") -> EventPipe:
    """The pipes of a supervisor that was started with both."""
    if process.stdin is None or process.stdout is None:
        raise OSError("the supervisor has no pipes")
    if sys.platform == "win32":
        return ThreadPipe(process.stdin, process.stdout)
    return SelectorPipe(process.stdin, process.stdout)
