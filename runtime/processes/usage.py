"""What the process tree of a child uses: processor share, memory, threads, handles."""

from collections.abc import Mapping, Sequence

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
