"""Ctrl+C and termination signals of the commands."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self

from app.exit_codes import ExitCode
from app.start import leave

INTERRUPTED: Final = "Interrupted."
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """Lets Ctrl+C end the program at once with a message; the block must not start or write anything."""
    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def print_interrupted() -> ExitCode:
    """Prints that a command was interrupted; returns its exit code."""
    sys.stderr.write(f"{INTERRUPTED}\n")
    return ExitCode.INTERRUPTED


class Interrupts:
    """Records termination signals while its block runs; owned by the main thread.

    Signals raise no exception; `to` sets the function that ends the command.
    """

    def __init__(self) -> None:
        self._act: Callable[[], None] | None = None
        self._before: dict[int, signal.Handlers | Callable[[int, FrameType | None], object] | int | None] = {}
        self.is_wanted = False
        """True after a signal has arrived."""

    def __enter__(self) -> Self:
        numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
        self._before = {number: signal.signal(number, self._note) for number in numbers if not _is_outlived(number)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def to(self, act: Callable[[], None]) -> Iterator[None]:
        """Calls `act` for each signal while the block runs, and at once for one that arrived before."""
        before, self._act = self._act, act
        try:
            if self.is_wanted:
                act()
            yield
        finally:
            self._act = before

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.is_wanted = True
        if self._act is not None:
            self._act()


def _is_outlived(number: int) -> bool:
    """Returns whether the program is meant to outlive its terminal, as under `nohup`."""
    return signal.Signals(number).name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN
