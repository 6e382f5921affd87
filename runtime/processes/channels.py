"""The supervisor's ways in and out where pipes can be waited for together (POSIX): one selector, nothing blocks."""

import os
import selectors
import signal
from collections.abc import Callable
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
