"""Positions of values in a packed message, so that a value can be replaced without packing the message again.

The format is FlatBuffers. A table begins with the signed distance back to its vtable. The vtable lists the distance of
each field from the start of the table, or 0 for a field that was left out because it has its default value. References
are unsigned distances from where they are stored. All numbers are little-endian.
"""

import struct
from dataclasses import dataclass
from typing import Final

_VTABLE_HEADER: Final = 4
_ENTRY: Final = 2


class LayoutError(Exception):
    """The message has no such part; the library packs it differently from what the caller expects."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table inside a packed message; fields are numbered by slot as in the schema (a union takes two)."""

    data: bytes
    start: int

    @classmethod
    def root(cls, data: bytes, begin: int = 0) -> "Table":
        """Returns the outermost table of the message that begins at `begin`."""
        return cls(data, begin + struct.unpack_from("<I", data, begin)[0])

    def offset(self, slot: int) -> int:
        """Returns the position of a number or struct, or of the reference to anything else.

        Raises:
            LayoutError: the field was left out.
        """
        vtable = self.start - struct.unpack_from("<i", self.data, self.start)[0]
        size = struct.unpack_from("<H", self.data, vtable)[0]
        entry = _VTABLE_HEADER + _ENTRY * slot
        distance = struct.unpack_from("<H", self.data, vtable + entry)[0] if entry < size else 0
        if not distance:
            raise LayoutError(f"Slot {slot} is not in the message.")
        return int(self.start + distance)

    def table(self, slot: int) -> "Table":
        """Returns the table that a field refers to."""
        return Table(self.data, self._target(self.offset(slot)))

    def vector(self, slot: int) -> tuple[int, int]:
        """Returns the position of the first element of a vector, and the number of elements."""
        start = self._target(self.offset(slot))
        return start + 4, int(struct.unpack_from("<I", self.data, start)[0])

    def tables(self, slot: int, *, at_most: int = 1 << 32) -> list["Table"]:
        """Returns the tables of a vector of tables, at most `at_most`."""
        first, count = self.vector(slot)
        return [Table(self.data, self._target(first + 4 * index)) for index in range(min(count, at_most))]

    def text(self, slot: int) -> str:
        """Returns a text; bytes that are not UTF-8 become question marks."""
        first, size = self.vector(slot)
        return self.data[first : first + size].decode("utf-8", "replace")

    def _target(self, reference: int) -> int:
        return int(reference + struct.unpack_from("<I", self.data, reference)[0])
