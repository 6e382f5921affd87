"""Non-blocking pipes: bytes from several sources, bytes to one reader. The supervisor and its client use them.

Each of the two reads the other one as source `PEER`; the supervisor also reads the output of its children.
"""

import contextlib
import os
import queue
import selectors
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import IO, Final, Protocol

PEER: Final = 0
"""Source number of the other end: commands for the supervisor, events for its client. Children have higher numbers."""
CHUNK: Final = 1 << 16
_ROOM: Final = 64
"""Chunks that a thread reads ahead."""


class Pipes(Protocol):
    """Bytes in from many sources, bytes out to one reader; used by one thread."""

    def add(self, source: int, stream: IO[bytes]) -> None:
        """Starts reading a source."""

    def remove(self, source: int) -> None:
        """Stops reading a source and closes it; ignores unknown sources."""

    def pause(self, source: int) -> None:
        """Stops reading a source until `resume`, so its writer has to wait."""

    def resume(self, source: int) -> None:
        """Ends `pause`."""

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        """Waits up to `timeout_s` until something happens; returns bytes by source, empty bytes at a source's end."""

    def send(self, data: bytes) -> None:
        """Queues bytes for the reader; never blocks. `wait` sends the rest."""

    def end_output(self) -> None:
        """Closes the pipe to the reader; may be called twice."""

    def close(self) -> None:
        """Closes everything; may be called twice."""

    @property
    def backlog(self) -> int:
        """Number of queued bytes that the reader has not taken."""

    @property
    def is_cut(self) -> bool:
        """True if sending is impossible because the reader is gone or the output was closed."""


def open_pipes(incoming: IO[bytes], outgoing: IO[bytes], *, wakes_on_signals: bool = False) -> Pipes:
    """Returns the pipes of one end; with `wakes_on_signals`, a signal ends a wait if the system supports that."""
    pipes: Pipes = (
        ThreadPipes(outgoing) if sys.platform == "win32" else SelectorPipes(outgoing, wakes_on_signals=wakes_on_signals)
    )
    pipes.add(PEER, incoming)
    return pipes


class SelectorPipes:
    """`Pipes` for systems whose selectors accept pipes (POSIX).

    Args:
        output: is made non-blocking.
        wakes_on_signals: see `open_pipes`; only for the main thread.
    """

    def __init__(self, output: IO[bytes], *, wakes_on_signals: bool = False) -> None:
        self._selector = selectors.PollSelector()
        self._streams: dict[int, IO[bytes]] = {}
        self._paused: set[int] = set()
        self._output = output
        self._pending = bytearray()
        self._waits_to_write = False
        self.is_cut = False
        os.set_blocking(output.fileno(), False)
        if wakes_on_signals:
            self._wake_on_signals()

    @property
    def backlog(self) -> int:
        return len(self._pending)

    def add(self, source: int, stream: IO[bytes]) -> None:
        os.set_blocking(stream.fileno(), False)
        self._streams[source] = stream
        self._selector.register(stream, selectors.EVENT_READ, self._reader(source, stream.fileno()))

    def remove(self, source: int) -> None:
        stream = self._streams.pop(source, None)
        if stream is None:
            return
        if source not in self._paused:
            self._selector.unregister(stream)
        self._paused.discard(source)
        stream.close()

    def pause(self, source: int) -> None:
        if source in self._streams and source not in self._paused:
            self._paused.add(source)
            self._selector.unregister(self._streams[source])

    def resume(self, source: int) -> None:
        if source in self._paused:
            self._paused.discard(source)
            stream = self._streams[source]
            self._selector.register(stream, selectors.EVENT_READ, self._reader(source, stream.fileno()))

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        received: list[tuple[int, bytes]] = []
        for key, _ in self._selector.select(timeout_s):
            handle: Callable[[list[tuple[int, bytes]]], None] = key.data
            handle(received)
        return received

    def send(self, data: bytes) -> None:
        self._pending += data
        if not self._waits_to_write:
            self._write([])

    def end_output(self) -> None:
        self.is_cut = True
        if not self._output.closed:
            self._write([])
            self._output.close()

    def close(self) -> None:
        self.end_output()
        for source in tuple(self._streams):
            self.remove(source)
        self._selector.close()

    def _wake_on_signals(self) -> None:
        wakeup, writer = os.pipe()
        for descriptor in (wakeup, writer):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

        def drain(_: list[tuple[int, bytes]]) -> None:
            with contextlib.suppress(BlockingIOError):
                while os.read(wakeup, CHUNK):
                    pass

        self._selector.register(wakeup, selectors.EVENT_READ, drain)

    def _reader(self, source: int, descriptor: int) -> Callable[[list[tuple[int, bytes]]], None]:
        def read(received: list[tuple[int, bytes]]) -> None:
            try:
                received.append((source, os.read(descriptor, CHUNK)))
            except BlockingIOError:
                return
            except OSError:
                received.append((source, b""))

        return read

    def _write(self, _: list[tuple[int, bytes]]) -> None:
        try:
            while self._pending and not self.is_cut:
                del self._pending[: os.write(self._output.fileno(), self._pending[:CHUNK])]
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


class ThreadPipes:
    """`Pipes` over blocking streams, with a thread for each (Windows).

    The queue of received chunks is short, so a source that writes too much has to wait.
    """

    def __init__(self, output: IO[bytes]) -> None:
        self._received: queue.Queue[tuple[int, bytes]] = queue.Queue(maxsize=_ROOM)
        self._gates: dict[int, threading.Event] = {}
        self._readers: list[threading.Thread] = []
        self._output = output
        self._outgoing: deque[bytes] = deque()
        self._has_outgoing = threading.Event()
        self._lock = threading.Lock()
        self._is_ending = False
        self.backlog = 0
        self.is_cut = False
        self._writer = threading.Thread(target=self._write, name="pipe writer", daemon=True)
        self._writer.start()

    def add(self, source: int, stream: IO[bytes]) -> None:
        gate = self._gates[source] = threading.Event()
        gate.set()
        thread = threading.Thread(target=self._read, args=(source, stream, gate), name="pipe reader", daemon=True)
        self._readers = [*filter(threading.Thread.is_alive, self._readers), thread]
        thread.start()

    def remove(self, source: int) -> None:
        """See `Pipes`; the thread closes the stream, because closing it here would wait for the thread."""
        gate = self._gates.pop(source, None)
        if gate is not None:
            gate.set()

    def pause(self, source: int) -> None:
        if source in self._gates:
            self._gates[source].clear()

    def resume(self, source: int) -> None:
        if source in self._gates:
            self._gates[source].set()

    def wait(self, timeout_s: float) -> list[tuple[int, bytes]]:
        try:
            first = self._received.get(timeout=max(timeout_s, 0.001))
        except queue.Empty:
            return []
        return [first, *self._more()]

    def send(self, data: bytes) -> None:
        with self._lock:
            self._outgoing.append(data)
            self.backlog += len(data)
        self._has_outgoing.set()

    def end_output(self) -> None:
        self._is_ending = True
        self._has_outgoing.set()

    def close(self) -> None:
        """See `Pipes`; waits for the threads, so the sources must have ended and the reader must not block."""
        self.end_output()
        for source in tuple(self._gates):
            self.remove(source)
        for thread in (*self._readers, self._writer):
            while thread.is_alive():
                thread.join(0.005)
                [*self._more()]  # makes room for the readers' last chunks

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
                rest = memoryview(data)
                while rest:
                    rest = rest[self._output.write(rest) :]
                self._output.flush()
            except OSError:
                self.is_cut = True
            self.is_cut |= self._is_ending
            with self._lock:
                self.backlog = 0 if self.is_cut else self.backlog - len(data)
        with contextlib.suppress(OSError):
            self._output.close()
