"""Ctrl+C and polite kills, from the first line of the program to its last."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self

from app.commands.exit_codes import ExitCode
from app.start import leave

INTERRUPTED: Final = "Interrupted."
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextmanager
def leaving_at_once() -> Iterator[None]:
    """While the block runs, which starts and writes nothing, Ctrl+C ends the program at once with a sentence."""
    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def tell_interrupted() -> ExitCode:
    """Says that a command was broken off; returns its exit code."""
    sys.stderr.write(f"{INTERRUPTED}\n")
    return ExitCode.INTERRUPTED


class Interrupts:
    """Notes, while its block runs, that somebody wants the end of a command; owned by the main thread.

    Nothing is raised: whoever can bring the end about is told by `to`.
    """

    def __init__(self) -> None:
        self._act: Callable[[], None] | None = None
        self._before: dict[int, signal.Handlers | Callable[[int, FrameType | None], object] | int | None] = {}
        self.is_wanted = False
        """Whether the end was asked for."""

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
        """While the block runs, each wish for the end calls `act`; so does one that came before, at once."""
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
    """Whether whoever started us wants the program to outlive its terminal, as `nohup` does."""
    return signal.Signals(number).name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN
