"""What the supervisor knows about one child."""

from typing import Final

from runtime.processes.ceiling import CeilingWatch
from runtime.processes.census import ProcessRow
from runtime.processes.endings import Ending
from runtime.processes.ladder import Ladder
from runtime.processes.lines import LineBuffer
from runtime.processes.usage import UsageMeter, memory_of
from runtime.processes.wire import ChildOutput, ChildUsage, Launch

BATCH_S: Final = 0.05
"""Lines of one child are passed on together this often."""
MAX_BATCH_BYTES: Final = 2 << 20
"""A child that prints more than this between two batches has to wait for the next."""
DRAIN_S: Final = 0.1
"""How long after the program's end its pipe is read although others hold it open."""
USAGE_S: Final = 0.9
"""Usage is sampled with the first census after this long."""

_NEVER: Final = float("inf")


class Child:
    """One launched program and its tree: state, output on its way, figures. Times are the supervisor's clock."""

    def __init__(self, *, serial: int, command: Launch, now: float) -> None:
        self.serial = serial
        self.key = command.key
        self.argv = command.argv
        self.cores = command.cores
        self.log = command.log
        self.ladder = Ladder(grace_s=command.grace_s, terminate_s=command.terminate_s)
        self.leader_ending: Ending | None = None
        self.was_asked = False
        self.is_reported = False
        """Whether `ChildEnded` was sent."""
        self.is_superseded = False
        """Whether its key belongs to a newer launch, so that nothing more is told about this one."""
        self.rows: tuple[ProcessRow, ...] = ()
        self.batch_at = _NEVER
        """When the next batch of lines is due; infinity while there is none."""
        self._lines = LineBuffer()
        self._batch_bytes = 0
        self._next_batch_at = now
        """A child that was silent is heard at once, one that goes on printing every `BATCH_S`."""
        self._is_at_end = False
        self._drained_at = _NEVER
        self._meter = UsageMeter(key=self.key, started_s=now)
        self._usage_at = now + USAGE_S
        self._ceiling = CeilingWatch(command.memory_limit_bytes)
        self._is_limit_deadly = command.is_limit_deadly
        self._excess = ""

    @property
    def is_empty(self) -> bool:
        """Whether no process of it was alive at the last census."""
        return self.leader_ending is not None and not self.rows

    @property
    def deadline(self) -> float:
        """When the loop has to look at this child at the latest."""
        drained_at = self._drained_at if self.is_empty or self._is_report_due else _NEVER
        rung_at = self.ladder.deadline if self.ladder.is_climbing and not self.is_empty else _NEVER
        return min(rung_at, self.batch_at, drained_at)

    @property
    def _is_report_due(self) -> bool:
        return self.leader_ending is not None and not self.is_reported and not self.ladder.is_climbing

    def leader_left(self, how: Ending, now: float) -> None:
        """The program itself ended."""
        self.leader_ending = how
        self.was_asked = self.ladder.is_climbing and not self._excess
        self.ladder.leader_left(now)
        self._drained_at = now + DRAIN_S

    def take_census(self, rows: tuple[ProcessRow, ...], now: float) -> None:
        """Its living processes; when the last one is gone, the rest of what they printed is still to be read."""
        was_empty = self.is_empty
        self.rows = rows
        if self.is_empty and not was_empty:
            self._drained_at = now + DRAIN_S

    def is_drained(self, now: float) -> bool:
        """Whether what the program, or the last of its processes, printed has been read as far as it can be known."""
        return self._is_at_end or now >= self._drained_at

    def receive(self, data: bytes, now: float) -> bool:
        """Takes what it printed, nothing meaning the end of its pipe; true when it should wait before printing more."""
        if data:
            self._lines.feed(data)
        else:
            self._is_at_end = True
            self._lines.finish()
        self._batch_bytes += len(data)
        if self.batch_at == _NEVER:
            self.batch_at = max(now, self._next_batch_at)
            self._next_batch_at = self.batch_at + BATCH_S
        return self._batch_bytes >= MAX_BATCH_BYTES

    def take_output(self, *, is_last: bool = False) -> tuple[ChildOutput, ...]:
        """The lines since the last call; with `is_last` an unfinished line too."""
        if is_last:
            self._lines.finish()
        self.batch_at = _NEVER
        self._batch_bytes = 0
        return tuple(
            ChildOutput(key=self.key, lines=batch.lines, dropped=batch.dropped) for batch in self._lines.take()
        )

    def is_usage_due(self, now: float) -> bool:
        """Whether it is time for a sample, and there is something to take it from."""
        return now >= self._usage_at and bool(self.rows)

    def usage(self, now: float, *, handles: int) -> ChildUsage:
        """A sample from the last census."""
        self._usage_at = now + USAGE_S
        return self._meter.sample(self.rows, now, handles=handles)

    def excess(self, now: float) -> str:
        """What to say when the last census found it above its memory limit, once; empty otherwise.

        A deadly limit ends it from now on, and its ending says why. Who is being stopped already may use what it likes.
        """
        if self.ladder.is_climbing:
            return ""
        excess = self._ceiling.judge(memory_of(self.rows))
        if excess and self._is_limit_deadly:
            self._excess = excess
            self.ladder.stop(now, 0.0)
            return ""
        return excess

    @property
    def ending_text(self) -> str:
        """How it ended, in words; a limit that ended it says more than the signal by which that was done."""
        if self._excess:
            return f"killed above its memory limit: {self._excess}"
        return self.leader_ending.text if self.leader_ending is not None else ""

    @property
    def is_ended_by_limit(self) -> bool:
        """Whether it went above a deadly limit."""
        return bool(self._excess)
