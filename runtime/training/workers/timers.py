"""Trees of timed blocks: time and number of calls by name, merged over processes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from runtime.model.workers import TimerView


@dataclass(slots=True)
class TimerNode:
    """One block and the blocks within it."""

    total_s: float = 0.0
    count: int = 0
    is_parallel: bool = False
    """Other processes ran it: its time may exceed that of the block around it."""
    children: "dict[str, TimerNode]" = field(default_factory=dict)

    def child(self, name: str) -> "TimerNode":
        """Returns the block `name` in this block; adds it if necessary."""
        node = self.children.get(name)
        if node is None:
            node = self.children[name] = TimerNode()
        return node

    def add(self, seconds: float, count: int = 1) -> None:
        """Adds the time of `count` calls."""
        self.total_s += seconds
        self.count += count

    def merge(self, other: "TimerNode", *, is_parallel: bool = False) -> None:
        """Adds the times and counts of another tree; blocks that are missing here are added as children."""
        self.add(other.total_s, other.count)
        self.is_parallel = self.is_parallel or is_parallel
        for name, node in other.children.items():
            self.child(name).merge(node, is_parallel=node.is_parallel)

    def views(self, name: str, depth: int = 0) -> Iterator[TimerView]:
        """Yields this block and those within it for display."""
        yield TimerView(name=name, depth=depth, total_s=self.total_s, count=self.count, is_parallel=self.is_parallel)
        for child, node in self.children.items():
            yield from node.views(child, depth + 1)

    def lines(self, name: str = "root", depth: int = 0) -> Iterator[str]:
        """Yields one line of text per block: name, seconds, calls."""
        yield f"{'  ' * depth}{name} {self.total_s:.3f} s, {self.count}{' (parallel)' if self.is_parallel else ''}"
        for child, node in self.children.items():
            yield from node.lines(child, depth + 1)


class Timers:
    """The tree of one process, filled by `block`."""

    def __init__(self) -> None:
        self.root = TimerNode()
        self._present = self.root

    @contextmanager
    def block(self, name: str) -> Iterator[None]:
        """Times the code within it, as a child of the enclosing block."""
        outer = self._present
        node = self._present = outer.child(name)
        begin = time.perf_counter()
        try:
            yield
        finally:
            node.add(time.perf_counter() - begin)
            self._present = outer

    def take(self) -> TimerNode:
        """Returns the tree so far and starts a new one; only outside of all blocks."""
        taken, self.root = self.root, TimerNode()
        self._present = self.root
        return taken
