"""What the process tree of a child uses, and how much memory it may use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.model.sizes import UNITS
from runtime.processes.census import ProcessId, ProcessRow
from runtime.processes.wire import ChildUsage


class UsageMeter:
    """Turns successive censuses of one child into samples.

    Processor time counts from the sample before: a process seen for the first time counts from its start, the last
    part of one that ended in between is lost. Memory that processes share counts for each of them.
    """

    def __init__(self, *, key: str, started_s: float) -> None:
        self._key = key
        self._started_s = started_s
        self._time_s = started_s
        self._cpu_s: Mapping[ProcessId, float] = {}
        self._spent_s = 0.0
        self._peak_bytes = 0

    def sample(self, rows: Sequence[ProcessRow], now: float, *, handles: int = 0) -> ChildUsage:
        """The usage of `rows` now; `now` in seconds of the clock that `started_s` was read from."""
        spent_s = sum(max(0.0, row.cpu_s - self._cpu_s.get(row.identity, 0.0)) for row in rows)
        elapsed_s = max(now - self._time_s, 1e-6)
        rss_bytes = memory_of(rows)
        self._time_s = now
        self._cpu_s = {row.identity: row.cpu_s for row in rows}
        self._spent_s += spent_s
        self._peak_bytes = max(self._peak_bytes, rss_bytes)
        return ChildUsage(
            key=self._key,
            cpu_share=round(spent_s / elapsed_s, 3),
            mean_cpu_share=round(self._spent_s / max(now - self._started_s, 1e-6), 3),
            rss_bytes=rss_bytes,
            peak_rss_bytes=self._peak_bytes,
            threads=sum(row.threads for row in rows),
            handles=handles,
            processes=len(rows),
        )


def memory_of(rows: Sequence[ProcessRow]) -> int:
    """Bytes of memory that these processes occupy."""
    return sum(row.rss_bytes for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCeiling:
    """The memory of a child and all it started, looked at once a second; exactly the limit is still allowed."""

    limit_bytes: int
    is_deadly: bool = True
    """Whether a child above the limit is ended; otherwise it is only told, once."""


class CeilingWatch:
    """Notices when one child goes above its ceiling; owned by the supervisor's loop."""

    def __init__(self, limit_bytes: int | None) -> None:
        self._limit_bytes = limit_bytes
        self._is_told = False

    def judge(self, rss_bytes: int) -> str:
        """What to say of a child that uses so much now: `used 2.1 GB, limit 2 GB`, once; otherwise nothing."""
        if self._limit_bytes is None or rss_bytes <= self._limit_bytes or self._is_told:
            return ""
        self._is_told = True
        return excess_text(rss_bytes, self._limit_bytes)


def excess_text(used_bytes: int, limit_bytes: int) -> str:
    """Both sizes in one unit, with as many decimals as it takes to tell them apart, at most three."""
    unit, size = next(((unit, size) for unit, size in UNITS if limit_bytes >= size), UNITS[-1])
    limit = f"{limit_bytes / size:.3f}".rstrip("0").rstrip(".")
    texts = (f"{used_bytes / size:.{decimals}f}" for decimals in (1, 2, 3))
    used = next((text for text in texts if float(text) > limit_bytes / size), f"{used_bytes / size:.3f}")
    return f"used {used} {unit}, limit {limit} {unit}"
