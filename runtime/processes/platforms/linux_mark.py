"""A second mark of children on Linux, for those that take off their environment.

The limit of file locks has had no effect since Linux 2.4.25 (getrlimit(2)). Whatever a child starts inherits it,
through every fork, session and program, and it can be read from outside: so it carries the run and the launch number.
"""

import contextlib
import resource
import zlib
from typing import Final

_LOCKS: Final = 10
"""RLIMIT_LOCKS of asm-generic/resource.h."""
_SERIAL_BITS: Final = 20
_OURS: Final = 1 << 55
"""Tells our values from limits that somebody else may have set, and from no limit."""
_LINE: Final = b"Max file locks"


def wear(run_id: str, serial: int) -> None:
    """Puts the mark on this process; a system that refuses goes without."""
    _, hard = resource.getrlimit(_LOCKS)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(_LOCKS, (_value(run_id, serial), hard))


def worn_serial(run_id: str, limits: bytes) -> int | None:
    """The launch number in the limits of a process, as /proc/PID/limits lists them, if that run started it."""
    _, _, rest = limits.partition(_LINE)
    words = rest.split(maxsplit=1)
    if not words or not words[0].isdigit():
        return None
    serial = int(words[0]) - _value(run_id, 0)
    return serial if 0 < serial < 1 << _SERIAL_BITS else None


def _value(run_id: str, serial: int) -> int:
    return _OURS | zlib.crc32(run_id.encode()) << _SERIAL_BITS | serial
