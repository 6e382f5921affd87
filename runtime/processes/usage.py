"""Resources that the process tree of a child uses: processors, memory, threads, handles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runtime.model.messages import Message, message
from runtime.model.sizes import UNITS, Size
from runtime.processes.census import ProcessId, ProcessRow
from runtime.processes.wire import ChildUsage


class UsageMeter:
    """Turns successive censuses of one child into samples.

    Processor time counts since the last sample; for a new process, since its start. The last part of a process that
    ended in between is missing. Memory that processes share counts for each of them.
    """

    def __init__(self, *, key: str, started_s: float) -> None:
        self._key = key
        self._started_s = started_s
        self._time_s = started_s
        self._cpu_s: Mapping[ProcessId, float] = {}
        self._spent_s = 0.0
        self._peak_bytes = 0

    def sample(self, rows: Sequence[ProcessRow], now: float, *, handles: int = 0) -> ChildUsage:
        """Returns the usage of `rows`; `now` is in seconds of the same clock as `started_s`."""
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
    """Returns the memory of these processes in bytes."""
    return sum(row.rss_bytes for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCeiling:
    """Limits the memory of a child and its descendants; checked once a second."""

    limit_bytes: int
    """A tree may use exactly this much."""
    is_deadly: bool = True
    """True if a child above the limit is killed; otherwise one notice reports it."""


def memory_excess(used_bytes: int, limit_bytes: int) -> Message:
    """Returns `used 2.1 GB, limit 2 GB`: in one unit, with up to three decimals to show the difference."""
    unit, factor = next(((unit, factor) for unit, factor in UNITS if limit_bytes >= factor), UNITS[-1])
    used, limit = used_bytes / factor, limit_bytes / factor
    limit_decimals = next((decimals for decimals in (0, 1, 2) if round(limit, decimals) == round(limit, 3)), 3)
    used_decimals = next((decimals for decimals in (1, 2) if float(f"{used:.{decimals}f}") > limit), 3)
    return message(
        "memory-limit-exceeded",
        "used {used}, limit {limit}",
        used=Size(value=used, unit=unit, decimals=used_decimals),
        limit=Size(value=limit, unit=unit, decimals=limit_decimals),
    )
