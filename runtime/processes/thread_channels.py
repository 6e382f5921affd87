"""The supervisor's pipes where none can be waited for (Windows): one thread for each, joined by a queue."""

import contextlib
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import IO, Final

from runtime.processes.channels import CHUNK

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
