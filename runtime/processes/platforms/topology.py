"""Which cores this machine lets us use."""

import os
import sys
from pathlib import Path
from typing import Final

from runtime.processes.cores import Core

_CPUS: Final = Path("/sys/devices/system/cpu")


def usable_cores() -> tuple[Core, ...]:
    """The cores that this process may use, in the system's order; none where the system ties nothing to cores."""
    is_linux = sys.platform.startswith("linux")
    if is_linux:
        return linux_cores(os.sched_getaffinity(0), _CPUS)
    if sys.platform == "win32":
        return windows_cores()
    return ()


def linux_cores(processors: set[int], cpus: Path) -> tuple[Core, ...]:
    """Processors that share a core, by sysfs; each is a core of its own where sysfs tells nothing."""
    cores = {tuple(sorted(_siblings(number, cpus) & processors | {number})) for number in processors}
    return tuple(sorted(cores))


def windows_cores() -> tuple[Core, ...]:
    """Windows numbers the threads of a core one after the other."""
    import psutil  # noqa: PLC0415 - slow to load, and only needed here

    processors = sorted(psutil.Process().cpu_affinity() or ())
    logical, physical = psutil.cpu_count() or 1, psutil.cpu_count(logical=False) or 0
    if physical * 2 != logical:
        return tuple((number,) for number in processors)
    return tuple(sorted({tuple(n for n in processors if n // 2 == number // 2) for number in processors}))


def _siblings(number: int, cpus: Path) -> set[int]:
    try:
        text = (cpus / f"cpu{number}" / "topology" / "thread_siblings_list").read_text(encoding="ascii")
        return parsed(text)
    except (OSError, ValueError):
        return set()


def parsed(text: str) -> set[int]:
    """A list of processors as the kernel writes it: `0-3,8`.

    Raises:
        ValueError: it is none.
    """
    numbers: set[int] = set()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers
