"""The thread on which a match or a training run is played."""

import logging
import threading
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

Command_contra = TypeVar("Command_contra", contravariant=True)
Event_co = TypeVar("Event_co", covariant=True)
_LOG: Final = logging.getLogger(__name__)


class Runner(Protocol[Command_contra, Event_co]):
    """Plays a match or conducts a training run."""

    def run(self, emit: Callable[[Event_co], None]) -> object:
        """Returns when nothing of it runs any more; the last event is its end."""

    def post(self, command: Command_contra) -> None:
        """Takes a command from any thread, and never blocks."""


class RunnerThread:
    """Makes a runner and runs it on a thread; a daemon, because closing must not wait for a runner that hangs."""

    def __init__(
        self,
        name: str,
        make_runner: Callable[[], Runner[Any, Any]],
        emit: Callable[[Any], None],
        *,
        stop: type,
        end: type,
        fault: Callable[[Exception], object],
    ) -> None:
        """Takes the types of the command that stops the runner and of its last event.

        `fault` returns the last event of a runner that raises before it has emitted its own.
        """
        self._make_runner = make_runner
        self._emit = emit
        self._stop = stop
        self._end = end
        self._fault = fault
        self._lock = threading.Lock()
        self._runner: Runner[Any, Any] | None = None
        self._early: list[object] = []
        """Commands that came before the runner existed."""
        self._has_ended = False
        self.is_stopping = False
        """True if the runner was asked to end."""
        self._thread = threading.Thread(target=self._main, name=name, daemon=True)

    def start(self) -> None:
        """Begins; events follow from the new thread."""
        self._thread.start()

    def post(self, command: object) -> None:
        """Passes a command to the runner, as soon as it exists."""
        with self._lock:
            self.is_stopping = self.is_stopping or isinstance(command, self._stop)
            if self._runner is None:
                self._early.append(command)
            else:
                self._runner.post(command)

    def _main(self) -> None:
        try:
            runner = self._make_runner()
            with self._lock:
                self._runner = runner
                for command in self._early:
                    runner.post(command)
            runner.run(self._on_event)
        except Exception as error:  # noqa: BLE001 - top of a thread: the window must learn that the match is over
            _LOG.exception("The %s ended by an internal error", self._thread.name)
            if not self._has_ended:
                self._emit(self._fault(error))

    def _on_event(self, event: object) -> None:
        self._has_ended = self._has_ended or isinstance(event, self._end)
        self._emit(event)
