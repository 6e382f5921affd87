"""Readiness of sockets, on top of the standard library's selectors."""

import select
import selectors
import time
from typing import Any, Final, Protocol, TypeAlias

_COARSE_WAIT_S: Final = 0.0015
"""Without a precise wait for sockets, the last part of a wait is a sleep of this length."""


class Source(Protocol):
    """An object with a handle of the operating system."""

    def fileno(self) -> int:
        """Returns the handle."""


Ready: TypeAlias = tuple[selectors.SelectorKey, int]
"""A key whose `data` is the target of the source, and `READ`, `WRITE` or both."""
READ: Final = selectors.EVENT_READ
WRITE: Final = selectors.EVENT_WRITE


class Poller:
    """Watches sources; owned by one thread."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._has_handle = hasattr(self._selector, "fileno")

    def watch(self, source: Source, target: Any, *, for_reading: bool, for_writing: bool) -> None:
        """Watches a source for these events and no others from now on; `wait` returns `target` for it."""
        mask = (READ if for_reading else 0) | (WRITE if for_writing else 0)
        if not mask:
            self.forget(source)
        elif source.fileno() in self._selector.get_map():
            self._selector.modify(source, mask, target)
        else:
            self._selector.register(source, mask, target)

    def forget(self, source: Source) -> None:
        """Stops watching a source; one that is not watched is ignored."""
        if source.fileno() in self._selector.get_map():
            self._selector.unregister(source)

    def wait(self, timeout_s: float) -> list[Ready]:
        """Returns what is ready; waits up to `timeout_s`, to about a millisecond."""
        return self._selector.select(timeout_s)

    def wait_precisely(self, timeout_s: float) -> bool:
        """Waits up to `timeout_s`, to about 0.1 ms; returns whether `wait` may find anything ready.

        The selectors of Linux round their timeouts up to milliseconds, `select` does not.
        """
        if self._has_handle:
            return bool(select.select((self._selector,), (), (), timeout_s)[0])
        if timeout_s > _COARSE_WAIT_S:
            return bool(self._selector.select(timeout_s - _COARSE_WAIT_S))
        time.sleep(max(0.0, timeout_s))  # there is no precise wait for sockets here
        return True

    def close(self) -> None:
        """Releases the selector."""
        self._selector.close()
