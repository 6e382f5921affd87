"""Which sockets can be read or written: the standard library's selectors, and epoll itself where there is one.

A frame in lockstep asks several times; epoll without the general wrapper answers in a third of the time.
"""

import select
import selectors
import sys
import time
from typing import Any, Final, Protocol, TypeAlias

COARSE_WAIT_S: Final = 0.0015
"""Where a wait is only exact to milliseconds, its last part is slept."""


class Source(Protocol):
    """Anything with a handle of the operating system."""

    def fileno(self) -> int:
        """The handle."""


Ready: TypeAlias = tuple[Any, bool, bool]
"""What was named for a source, whether it can be read, whether it can be written."""


class Readiness(Protocol):
    """Watches sources; owned by one thread."""

    def watch(self, source: Source, target: Any, *, for_reading: bool, for_writing: bool) -> None:
        """Watches a source from now on for this, and no longer for anything else; `target` is what `wait` returns."""

    def forget(self, source: Source) -> None:
        """No longer watches a source; one that is not watched is ignored."""

    def wait(self, timeout_s: float) -> list[Ready]:
        """Waits up to `timeout_s`, about a millisecond exact."""

    def wait_exactly(self, timeout_s: float) -> bool:
        """Waits up to `timeout_s`, about 0.1 ms exact; whether something is ready, which `wait` then tells."""

    def close(self) -> None:
        """Lets go of the operating system's part."""


def readiness() -> Readiness:
    """The quickest one of this system."""
    return Epoll() if sys.platform == "linux" else Selector()


class Selector:
    """By the standard library's selectors, on every system; see `Readiness`."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def watch(self, source: Source, target: Any, *, for_reading: bool, for_writing: bool) -> None:
        """See `Readiness`."""
        mask = (selectors.EVENT_READ if for_reading else 0) | (selectors.EVENT_WRITE if for_writing else 0)
        if not mask:
            self.forget(source)
        elif source.fileno() in self._selector.get_map():
            self._selector.modify(source, mask, target)
        else:
            self._selector.register(source, mask, target)

    def forget(self, source: Source) -> None:
        """See `Readiness`."""
        if source.fileno() in self._selector.get_map():
            self._selector.unregister(source)

    def wait(self, timeout_s: float) -> list[Ready]:
        """See `Readiness`."""
        events = self._selector.select(timeout_s)
        return [
            (key.data, bool(mask & selectors.EVENT_READ), bool(mask & selectors.EVENT_WRITE)) for key, mask in events
        ]

    def wait_exactly(self, timeout_s: float) -> bool:
        """See `Readiness`."""
        if timeout_s > COARSE_WAIT_S:
            return bool(self._selector.select(timeout_s - COARSE_WAIT_S))
        time.sleep(max(0.0, timeout_s))
        return True

    def close(self) -> None:
        """See `Readiness`."""
        self._selector.close()


if sys.platform == "linux":

    class Epoll:
        """By epoll; see `Readiness`."""

        def __init__(self) -> None:
            self._epoll = select.epoll()
            self._targets: dict[int, Any] = {}

        def watch(self, source: Source, target: Any, *, for_reading: bool, for_writing: bool) -> None:
            """See `Readiness`."""
            handle = source.fileno()
            mask = (select.EPOLLIN if for_reading else 0) | (select.EPOLLOUT if for_writing else 0)
            if not mask:
                self.forget(source)
            elif handle in self._targets:
                self._epoll.modify(handle, mask)
                self._targets[handle] = target
            else:
                self._epoll.register(handle, mask)
                self._targets[handle] = target

        def forget(self, source: Source) -> None:
            """See `Readiness`."""
            if self._targets.pop(source.fileno(), None) is not None:
                self._epoll.unregister(source.fileno())

        def wait(self, timeout_s: float) -> list[Ready]:
            """See `Readiness`."""
            targets = self._targets
            events = self._epoll.poll(timeout_s)
            return [
                (targets[handle], event & ~select.EPOLLOUT != 0, event & select.EPOLLOUT != 0)
                for handle, event in events
            ]

        def wait_exactly(self, timeout_s: float) -> bool:
            """See `Readiness`."""
            return bool(select.select((self._epoll,), (), (), timeout_s)[0])

        def close(self) -> None:
            """See `Readiness`."""
            self._epoll.close()
