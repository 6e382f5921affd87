"""What other threads want of a running match."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Filled from any thread, heeded by the match's own."""

    stop: threading.Event
    console: "SimpleQueue[str]"

    def commands(self) -> Iterator[str]:
        """The console commands that wait, each once."""
        while True:
            try:
                yield self.console.get_nowait()
            except Empty:
                return
