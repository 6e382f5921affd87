"""Ctrl+C and a polite kill close the window in the usual way."""

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Final

from PySide6.QtCore import QSocketNotifier

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


@contextlib.contextmanager
def quitting_on_signals(close: Callable[[], None]) -> Iterator[None]:
    """Calls `close` on the GUI thread when a signal asks the program to end, while the block runs.

    Python runs its handlers only between two of its own instructions, and an idle event loop has none: so the
    interpreter writes to a pair of sockets, and Qt wakes up.
    """
    ours, pythons = socket.socketpair()
    ours.setblocking(False)
    pythons.setblocking(False)
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    asked: list[int] = []

    def on_readable(*_: object) -> None:
        _empty(ours)
        if asked:
            asked.clear()
            close()

    notifier.activated.connect(on_readable)
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]

    def handle(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    before_fd = signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)
    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_fd)
        notifier.setEnabled(False)
        ours.close()
        pythons.close()


def _empty(reader: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError, OSError):
        while reader.recv(4096):
            pass
