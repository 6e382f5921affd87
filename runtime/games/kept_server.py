"""A server that Kickabout has started and that several matches use."""

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from runtime.model.messages import Message, message
from runtime.texts import unstyled

if TYPE_CHECKING:
    from runtime.processes import ChildEvent, ChildSpec, SupervisorClient

MAX_LINES: Final = 2000
"""Maximum number of lines that wait for the next match; the newest are kept."""
POLL_S: Final = 0.1
STOP_S: Final = 5.0
"""Time limit for the end of the server, after which the supervisor kills what is left."""


class KeptServer:
    """Runs one server program until it is stopped, or until Kickabout ends; may be used from any thread.

    The program is the only child of a supervisor of its own, so it outlives a match, but never Kickabout. A thread
    polls the supervisor while the program runs.
    """

    def __init__(self, on_changed: Callable[[], None] = lambda: None) -> None:
        """Calls `on_changed` from another thread after each start and end of the program."""
        self._on_changed = on_changed
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._is_wanted = threading.Event()
        self.port = 0
        self._patterns: Mapping[str, re.Pattern[str]] = {}
        self._facts: dict[str, str] = {}
        self._lines: deque[str] = deque(maxlen=MAX_LINES)
        self._is_running = False
        self._pid: int | None = None
        self._end: Message | None = None
        self._survivors: tuple[str, ...] = ()

    @property
    def is_running(self) -> bool:
        """True from `start` until no process of the program is left."""
        return self._is_running

    @property
    def pid(self) -> int | None:
        """Process number of the program; None if it does not run, or not yet."""
        return self._pid

    @property
    def end(self) -> Message | None:
        """The end of the program as a phrase, such as `exited with code 1`; None if it runs or was never started."""
        return self._end

    def start(
        self, spec: "ChildSpec", port: int = 0, facts: Mapping[str, re.Pattern[str]] = MappingProxyType({})
    ) -> None:
        """Starts a program; a failure is reported by `end`.

        Args:
            spec: the program.
            port: the port on which it is to listen, which matches ask for.
            facts: by name, the patterns of lines to remember; see `fact`.

        Raises:
            RuntimeError: a program runs already.
        """
        with self._lock:
            if self.is_running:
                raise RuntimeError("A server runs already.")
            self._end = self._pid = None
            self._survivors = ()
            self._lines.clear()
            self._patterns, self._facts, self.port = facts, {}, port
            self._is_wanted.set()
            self._is_running = True
            self._thread = threading.Thread(target=self._run, args=(spec,), name="server", daemon=True)
            self._thread.start()
        self._on_changed()

    def stop(self) -> None:
        """Asks the program to end and returns at once; does nothing if it does not run."""
        self._is_wanted.clear()

    def close(self, within_s: float = STOP_S + 1.0) -> tuple[str, ...]:
        """Ends the program and waits for it; returns descriptions of the processes that could not be ended."""
        self.stop()
        thread = self._thread
        if thread is not None:
            thread.join(within_s)
        return self._survivors

    def fact(self, name: str) -> str:
        """Returns the first group of the newest line that matches the pattern of this name; empty if none did."""
        return self._facts.get(name, "")

    def take_lines(self) -> tuple[str, ...]:
        """Returns what the program has printed since the last call."""
        return tuple(self._lines.popleft() for _ in range(len(self._lines)))

    def _run(self, spec: "ChildSpec") -> None:
        from runtime.processes import SupervisorClient, SupervisorError  # noqa: PLC0415 - not needed until a start

        supervisor = SupervisorClient()
        try:
            supervisor.start()
            supervisor.launch(spec)
            self._watch(supervisor, spec.key)
        except SupervisorError as error:
            self._end = self._end or error.text
        finally:
            self._survivors = supervisor.close()
            self._pid = None
            self._end = self._end or message("server-stopped", "was stopped")
            self._is_running = False
            self._on_changed()

    def _watch(self, supervisor: "SupervisorClient", key: str) -> None:
        """Polls until the program has ended, by itself or on request."""
        deadline_s: float | None = None
        while self._end is None and (deadline_s is None or time.monotonic() < deadline_s):
            if deadline_s is None and not self._is_wanted.is_set():
                deadline_s = time.monotonic() + STOP_S
                supervisor.stop(key)
            for event in supervisor.poll(POLL_S):
                self._on_event(event)

    def _on_event(self, event: "ChildEvent") -> None:
        from runtime.processes import (  # noqa: PLC0415 - not needed until a start
            ChildEnded,
            ChildFailed,
            ChildOutput,
            ChildStarted,
            SupervisorLost,
        )

        if isinstance(event, ChildOutput):
            self._lines.extend(event.lines)
            for line in map(unstyled, event.lines):
                found = {name: match[1] for name, pattern in self._patterns.items() if (match := pattern.search(line))}
                self._facts |= found
        elif isinstance(event, ChildStarted):
            self._pid = event.pid
            self._on_changed()
        elif isinstance(event, ChildEnded | ChildFailed | SupervisorLost):
            self._end = event.text
