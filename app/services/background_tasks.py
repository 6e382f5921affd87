"""Slow work on worker threads; its results come back to the GUI thread."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

T = TypeVar("T")
JOIN_S = 1.0
"""Default time for which `stop` waits for running tasks."""
_LOG = logging.getLogger(__name__)
_abandoned: "list[Future[Any]]" = []
"""Tasks that were still running when their pool was stopped."""


class BackgroundTasks(QObject):
    """A pool of worker threads that hands results to callbacks; GUI thread.

    An exception in a task is logged, and its callback is not called. A pool with a parent stops when the program ends.
    """

    _finished = Signal(object)

    def __init__(
        self,
        threads: int,
        parent: QObject | None = None,
        *,
        join_s: float = JOIN_S,
        cancel: Callable[[], object] | None = None,
    ) -> None:
        """`cancel` asks running tasks to end, before `stop` waits for them."""
        super().__init__(parent)
        self._cancel = cancel
        self._threads = threads
        self._join_s = join_s
        application = QCoreApplication.instance()
        if parent is not None and application is not None:
            application.aboutToQuit.connect(self.stop)
        self._callbacks: dict[Future[Any], Callable[[Any], None]] = {}
        self._is_stopped = False

    @cached_property
    def _pool(self) -> "ThreadPoolExecutor":
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - loaded after the first paint

        from PySide6.QtCore import Qt  # noqa: PLC0415 - likewise

        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        return ThreadPoolExecutor(self._threads, thread_name_prefix=f"{type(self.parent()).__name__} task")

    @property
    def is_busy(self) -> bool:
        """Returns whether a task is waiting, running or not delivered yet."""
        return bool(self._callbacks)

    def run(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        """Calls `work` on a worker thread and then `done` with its result on this thread; ignored after `stop`."""
        if not self._is_stopped:
            future = self._pool.submit(work)
            self._callbacks[future] = done
            future.add_done_callback(self._on_done)

    @Slot()
    def stop(self, timeout_s: float | None = None) -> bool:
        """Drops waiting tasks and callbacks and waits for running tasks; returns whether all have ended."""
        from concurrent.futures import wait  # noqa: PLC0415 - loaded after the first paint

        self._is_stopped = True
        if self._cancel is not None:
            self._cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        running = [future for future in self._callbacks if not future.done()]
        self._callbacks.clear()
        left = wait(running, self._join_s if timeout_s is None else timeout_s).not_done
        _abandoned.extend(left)
        return not left

    def _on_done(self, future: "Future[Any]") -> None:
        """Called on the worker thread, or on this one for a task that had ended already."""
        if not self._is_stopped:
            with suppress(RuntimeError):  # Qt deleted this object with its parent: nobody waits for the result
                self._finished.emit(future)

    @Slot(object)
    def _deliver(self, future: "Future[Any]") -> None:
        done = self._callbacks.pop(future, None)
        if done is None:
            return
        error = future.exception()
        if error is not None:
            _LOG.error("A background task failed", exc_info=error)
        else:
            done(future.result())


def has_abandoned_tasks() -> bool:
    """Returns whether a stopped pool still runs a task, which would keep the interpreter from exiting."""
    return not all(future.done() for future in _abandoned)
