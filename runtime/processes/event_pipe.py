"""Both pipes of a supervisor program as its client sees them, with waits that end."""

import contextlib
import os
import queue
import selectors
import subprocess
import sys
import threading
import time
from typing import IO, Final, Protocol

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
