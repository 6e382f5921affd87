"""Work that takes a while, done on other threads; its results come back to the window's thread."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, QTimer, Slot

POLL_MS: Final = 15
LINGER_S: Final = 1.0
"""A thread without work ends after this long: to start one anew costs the window more than to keep it a while."""
T = TypeVar("T")
_Errand = tuple[Callable[[], Any], Callable[[Any], None]]
_LOG = logging.getLogger(__name__)


class Errands(QObject):
    """Runs functions on a few threads, the newest first, and hands what they return to callbacks; GUI thread.

    A function that raises is logged, and its callback is never called.
    """

    def __init__(self, threads: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._most = threads
        self._lock = threading.Condition()
        self._waiting: list[_Errand] = []
        self._done: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._unfinished = 0
        self._is_stopped = False
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._deliver)

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be done or delivered."""
        with self._lock:
            return bool(self._unfinished or self._done)

    def run(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        """Does `work` on another thread, then calls `done` with what it returned, on this one."""
        with self._lock:
            if self._is_stopped:
                return
            self._waiting.append((work, done))
            self._unfinished += 1
            if len(self._waiting) <= self._idle:
                self._lock.notify()
            elif len(self._threads) < self._most:
                thread = threading.Thread(target=self._work, name="errands", daemon=True)
                self._threads.append(thread)
                thread.start()
        self._timer.start()

    def stop(self, timeout_s: float) -> bool:
        """Forgets what has not begun and waits for the rest; tells whether nothing is left. Nothing runs afterwards."""
        self._timer.stop()
        with self._lock:
            self._is_stopped = True
            self._unfinished -= len(self._waiting)
            self._waiting.clear()
            self._lock.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join(timeout_s)
        self._done.clear()
        return not any(thread.is_alive() for thread in threads)

    def _work(self) -> None:
        while (errand := self._next()) is not None:
            work, done = errand
            try:
                self._done.append((done, work()))
            except Exception:  # noqa: BLE001 - the top of a thread; what failed is logged
                _LOG.exception("Something could not be done in the background")
            with self._lock:
                self._unfinished -= 1

    def _next(self) -> _Errand | None:
        """The newest errand; None when this thread is to end."""
        with self._lock:
            if not self._waiting and not self._is_stopped:
                self._idle += 1
                self._lock.wait(LINGER_S)
                self._idle -= 1
            if self._waiting:
                return self._waiting.pop()
            self._threads.remove(threading.current_thread())
            return None

    @Slot()
    def _deliver(self) -> None:
        with self._lock:
            is_last = not self._unfinished
        while self._done:
            done, result = self._done.popleft()
            done(result)
        if is_last and not self.is_busy:
            self._timer.stop()
