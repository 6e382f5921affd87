"""What the process tree of a child uses: processor share, memory, threads."""

from collections.abc import Mapping, Sequence

from runtime.processes.census import ProcessId, ProcessRow
from runtime.processes.wire import ChildUsage


class UsageMeter:
    """Turns successive censuses of one child into samples.

    Processor time counts from the sample before: a process seen for the first time counts from its start, the last
    part of one that ended in between is lost.
    """

    def __init__(self, *, key: str, started_s: float) -> None:
        self._key = key
        self._time_s = started_s
        self._cpu_s: Mapping[ProcessId, float] = {}

    def sample(self, rows: Sequence[ProcessRow], now: float) -> ChildUsage:
        """The usage of `rows` now; `now` in seconds of the clock that `started_s` was read from."""
        elapsed_s = max(now - self._time_s, 1e-6)
        spent_s = sum(max(0.0, row.cpu_s - self._cpu_s.get(row.identity, 0.0)) for row in rows)
        self._time_s = now
        self._cpu_s = {row.identity: row.cpu_s for row in rows}
        return ChildUsage(
            key=self._key,
            cpu_share=round(spent_s / elapsed_s, 3),
            rss_bytes=sum(row.rss_bytes for row in rows),
            threads=sum(row.threads for row in rows),
            processes=len(rows),
        )
