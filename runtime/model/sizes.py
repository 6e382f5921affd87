"""Numbers of bytes in readable units: powers of 1000, as in the file managers of macOS and GNOME."""

from dataclasses import dataclass
from typing import Final

UNITS: Final = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3), ("B", 1))
"""Units with their number of bytes, the largest first."""
_ROOM: Final = 1000
"""Factor between two units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A number of bytes with few digits."""

    value: float
    unit: str
    decimals: int
    """Number of decimals to show."""

    def __str__(self) -> str:
        return f"{self.value:.{self.decimals}f} {self.unit}"


def size_of(size_bytes: int) -> Size:
    """Returns a size in the unit that keeps it below 1000, with one decimal below 10; bytes have no decimals."""
    units = [(unit, factor) for unit, factor in UNITS if size_bytes >= factor] or [UNITS[-1]]
    unit, factor = units[0]
    if round(size_bytes / factor) >= _ROOM and factor != UNITS[0][1]:
        unit, factor = UNITS[UNITS.index((unit, factor)) - 1]
    value = size_bytes / factor
    return Size(value=value, unit=unit, decimals=int(factor > 1 and round(value, 1) < 10))


def size_text(size_bytes: int) -> str:
    """Returns a size as English text: `512 B`, `1.2 GB`, `340 MB`."""
    return str(size_of(size_bytes))
