"""Splits a child's output into lines of text in bounded batches."""

from collections import deque
from dataclasses import dataclass
from typing import Final

MAX_LINE_BYTES: Final = 8192
HEAD_LINES: Final = 50
TAIL_LINES: Final = 150
HALF_BYTES: Final = 24 * 1024
"""Approximate maximum size of each half of a batch, which has at least one line."""
CUT_MARK: Final = " [line cut]"
_STACK: Final = b"(most recent call first):"
"""End of the first line of a stack that Python prints on request, which must not be lost in a flood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Consecutive lines; `dropped` lines that came before them are lost."""

    lines: tuple[str, ...]
    dropped: int


class LineBuffer:
    """Collects the output between two batches; keeps the first and the last lines and counts the others."""

    def __init__(self) -> None:
        self._partial = bytearray()
        self._head: list[bytes] = []
        self._head_bytes = 0
        self._tail: deque[bytes] = deque()
        self._tail_bytes = 0
        self._dropped = 0
        self._earlier: tuple[Batch, ...] = ()
        """The output before a stack, which begins its own batch; at most once between two calls of `take`."""

    @property
    def is_empty(self) -> bool:
        """True if there is no complete line."""
        return not self._head and not self._earlier

    def feed(self, data: bytes) -> None:
        """Adds bytes; the cost hardly depends on the number of lines, because dropped lines are not decoded."""
        if not self._earlier and (place := data.find(_STACK)) >= 0:
            start = data.rfind(b"\n", 0, place) + 1
            self._feed(data[:start])
            self._earlier = self._close()
            data = data[start:]
        self._feed(data)

    def _feed(self, data: bytes) -> None:
        first, newline, rest = data.partition(b"\n")
        self._extend_partial(first)
        if not newline:
            return
        self._end_partial()
        *lines, last = rest.split(b"\n")
        self._add(lines)
        self._extend_partial(last)

    def finish(self) -> None:
        """Counts an unfinished last line as complete."""
        if self._partial:
            self._end_partial()

    def take(self) -> tuple[Batch, ...]:
        """Returns the lines since the last call: no batch, one, or two with dropped lines between them.

        If there is a stack in them, there may be up to two more.
        """
        batches, self._earlier = (*self._earlier, *self._close()), ()
        return batches

    def _close(self) -> tuple[Batch, ...]:
        if not self._head:
            return ()
        head = Batch(lines=tuple(map(_text, self._head)), dropped=0)
        tail = Batch(lines=tuple(map(_text, self._tail)), dropped=self._dropped)
        self._head, self._head_bytes = [], 0
        self._tail.clear()
        self._tail_bytes, self._dropped = 0, 0
        if not tail.lines:
            return (head,)
        if not tail.dropped:
            return (Batch(lines=head.lines + tail.lines, dropped=0),)
        return head, tail

    def _extend_partial(self, data: bytes) -> None:
        self._partial += data[: MAX_LINE_BYTES + 1 - len(self._partial)]

    def _end_partial(self) -> None:
        line = bytes(self._partial)
        self._partial.clear()
        self._add([line])

    def _add(self, lines: list[bytes]) -> None:
        start = 0
        while start < len(lines) and self._head_has_room():
            self._head.append(_cut(lines[start]))
            self._head_bytes += len(self._head[-1])
            start += 1
        late = len(lines) - start
        skipped = max(0, late - TAIL_LINES)
        if skipped:
            self._dropped += skipped + len(self._tail)
            self._tail.clear()
            self._tail_bytes = 0
        for line in lines[start + skipped :]:
            self._push_tail(_cut(line))

    def _head_has_room(self) -> bool:
        return not self._tail and not self._dropped and len(self._head) < HEAD_LINES and self._head_bytes < HALF_BYTES

    def _push_tail(self, line: bytes) -> None:
        self._tail.append(line)
        self._tail_bytes += len(line)
        while len(self._tail) > TAIL_LINES or (self._tail_bytes > HALF_BYTES and len(self._tail) > 1):
            self._tail_bytes -= len(self._tail.popleft())
            self._dropped += 1


def _cut(line: bytes) -> bytes:
    return line[: MAX_LINE_BYTES + 1]


def _text(line: bytes) -> str:
    line = line.removesuffix(b"\r")
    if len(line) <= MAX_LINE_BYTES:
        return line.decode("utf-8", "replace")
    end = MAX_LINE_BYTES
    while end > MAX_LINE_BYTES - 4 and line[end] & 0xC0 == 0x80:
        end -= 1
    return line[:end].decode("utf-8", "replace") + CUT_MARK
