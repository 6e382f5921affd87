"""One child of the supervisor: its state, the steps of stopping it, its output and its usage. Makes no system calls."""

from enum import Enum
from typing import Final

from runtime.model.messages import Message, message
from runtime.processes.census import ProcessRow
from runtime.processes.endings import Ending, stopped_ending
from runtime.processes.output import LineBuffer
from runtime.processes.usage import UsageMeter, memory_excess, memory_of
from runtime.processes.wire import ChildOutput, ChildUsage, Launch
from runtime.transitions import Transitions

KILL_AGAIN_S: Final = 0.02
GIVE_UP_S: Final = 2.0
"""Time in KILLING after which the survivors are reported; killing continues."""
BATCH_S: Final = 0.05
"""Time between two batches of output of one child."""
MAX_BATCH_BYTES: Final = 2 << 20
"""A child that prints more than this between two batches has to wait for the next batch."""
DRAIN_S: Final = 0.1
"""Time for which a pipe is read after the program has ended, while other processes hold it open."""
USAGE_S: Final = 0.9
"""The first census after this time takes a usage sample."""
_NEVER: Final = float("inf")


class ChildState(Enum):
    """States of a child from its start until no process of it is left."""

    RUNNING = "running"
    ASKED = "asked to stop"
    TERMINATING = "terminating"
    KILLING = "killing"
    STOPPED = "stopped"
    EXITED = "exited"


class Trigger(Enum):
    """The events of a child."""

    STOP = "a stop was requested"
    GRACE_OVER = "it did not end by itself in time"
    TERMINATION_OVER = "it did not end on a termination signal in time"
    EMPTIED = "no process of it is left"


class StopStep(Enum):
    """The next step of the supervisor in stopping a child."""

    NOTHING = "nothing"
    TERMINATE = "send the termination signal to the tree"
    KILL = "kill the tree"
    REPORT_SURVIVORS = "kill the tree and report the survivors"


_STOPPING: Final = frozenset({ChildState.ASKED, ChildState.TERMINATING, ChildState.KILLING})
_TRANSITIONS: Final = Transitions(
    "a child",
    (Trigger.STOP, [ChildState.RUNNING], ChildState.ASKED),
    (Trigger.GRACE_OVER, [ChildState.ASKED], ChildState.TERMINATING),
    (Trigger.TERMINATION_OVER, [ChildState.TERMINATING], ChildState.KILLING),
    (Trigger.EMPTIED, [ChildState.RUNNING], ChildState.EXITED),
    (Trigger.EMPTIED, _STOPPING, ChildState.STOPPED),
)


class Child:
    """One started program and its tree; `now` is the supervisor's monotonic clock in seconds."""

    def __init__(self, *, serial: int, command: Launch, now: float) -> None:
        self.serial = serial
        self.command = command
        self.key = command.key
        self.state = ChildState.RUNNING
        self.leader_ending: Ending | None = None
        self.was_asked = False
        """True if a stop was requested before the program ended."""
        self.is_reported = False
        """True if `ChildEnded` was sent."""
        self.is_superseded = False
        """True if its key belongs to a newer launch, so that no more events are sent about it."""
        self.excess: Message | None = None
        """The amount by which the tree exceeded its memory limit; None if it has not."""
        self.stop_reason: Message | None = None
        """The reason of the first stop, as a sentence."""
        self.rows: tuple[ProcessRow, ...] = ()
        self.batch_at = _NEVER
        """Time at which the next batch of lines is due; infinity if there is none."""
        self._stop_at = _NEVER
        self._give_up_at = _NEVER
        self._lines = LineBuffer()
        self._batch_bytes = 0
        self._next_batch_at = now
        self._is_at_end = False
        self._drained_at = _NEVER
        self._meter = UsageMeter(key=self.key, started_s=now)
        self._usage_at = now + USAGE_S

    @property
    def is_stopping(self) -> bool:
        """Returns whether a stop was requested and a process is left."""
        return self.state in _STOPPING

    @property
    def is_empty(self) -> bool:
        """Returns whether no process was alive at the last census."""
        return self.leader_ending is not None and not self.rows

    @property
    def is_killed_by_limit(self) -> bool:
        """Returns whether the tree is killed because it exceeded its memory limit."""
        return self.excess is not None and self.command.is_limit_deadly

    @property
    def deadline(self) -> float:
        """Time by which the supervisor has to handle this child."""
        is_report_due = self.leader_ending is not None and not self.is_reported and not self.is_stopping
        drained_at = self._drained_at if self.is_empty or is_report_due else _NEVER
        stop_at = self._stop_at if self.is_stopping and not self.is_empty else _NEVER
        return min(stop_at, self.batch_at, drained_at)

    @property
    def ending_text(self) -> Message:
        """The end of the program in words, with the reason for which it was stopped.

        A memory limit is named instead of the signal that enforced it.
        """
        if self.is_killed_by_limit and self.excess is not None:
            return message("memory-limit", "killed above its memory limit: {excess}", excess=self.excess)
        if self.leader_ending is None:
            raise ValueError("The program has not ended.")
        how = self.leader_ending.text
        return how if self.stop_reason is None or not self.was_asked else stopped_ending(how, self.stop_reason)

    def stop(self, now: float, grace_s: float | None = None, reason: Message | None = None) -> None:
        """Begins to stop the child; if a stop is under way, only shortens the remaining grace."""
        stop_at = now + (self.command.grace_s if grace_s is None else grace_s)
        if self.state is ChildState.RUNNING:
            self._advance(Trigger.STOP)
            self._stop_at = stop_at
            self.stop_reason = reason
        elif self.state is ChildState.ASKED:
            self._stop_at = min(self._stop_at, stop_at)

    def stop_step(self, now: float) -> StopStep:
        """Returns what to do now; enters the next state when its time has come."""
        if not self.is_stopping or self.is_empty or now < self._stop_at:
            return StopStep.NOTHING
        if self.state is ChildState.ASKED:
            self._advance(Trigger.GRACE_OVER)
            self._stop_at = now + self.command.terminate_s
            return StopStep.TERMINATE
        if self.state is ChildState.TERMINATING:
            self._advance(Trigger.TERMINATION_OVER)
            self._give_up_at = now + GIVE_UP_S
        self._stop_at = now + KILL_AGAIN_S
        if now >= self._give_up_at:
            self._give_up_at = _NEVER
            return StopStep.REPORT_SURVIVORS
        return StopStep.KILL

    def end_leader(self, ending: Ending, now: float) -> None:
        """The program itself has ended. If a stop was requested, its remaining processes get no more grace."""
        self.leader_ending = ending
        self.was_asked = self.is_stopping and not self.is_killed_by_limit
        if self.state is ChildState.ASKED:
            self._stop_at = now
        self._drained_at = now + DRAIN_S

    def close(self) -> None:
        """Called when no process of the child is left."""
        self._advance(Trigger.EMPTIED)

    def take_census(self, rows: tuple[ProcessRow, ...], now: float) -> None:
        """Updates the living processes; after the last one has ended, the remaining output is still read."""
        was_empty = self.is_empty
        self.rows = rows
        if self.is_empty and not was_empty:
            self._drained_at = now + DRAIN_S

    def is_drained(self, now: float) -> bool:
        """Returns whether the output has been read, or the time for reading it is over."""
        return self._is_at_end or now >= self._drained_at

    def receive(self, data: bytes, now: float) -> bool:
        """Takes output; empty at the end of the pipe. Returns whether the child has to wait before it prints more.

        The first output after a silence is passed on at once, further output every `BATCH_S`.
        """
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
        """Returns the lines since the last call; with `is_last`, also an unfinished line."""
        if is_last:
            self._lines.finish()
        self.batch_at = _NEVER
        self._batch_bytes = 0
        return tuple(
            ChildOutput(key=self.key, lines=batch.lines, dropped=batch.dropped) for batch in self._lines.take()
        )

    def is_usage_due(self, now: float) -> bool:
        """Returns whether a sample is due and there are processes to sample."""
        return now >= self._usage_at and bool(self.rows)

    def usage(self, now: float, *, handles: int) -> ChildUsage:
        """Returns a sample from the last census."""
        self._usage_at = now + USAGE_S
        return self._meter.sample(self.rows, now, handles=handles)

    def check_memory(self, now: float) -> bool:
        """Returns True once, when the last census shows more memory than the limit allows.

        A deadly limit also begins to stop the child, without grace. While a child is being stopped, nothing is checked.
        """
        limit_bytes = self.command.memory_limit_bytes
        if limit_bytes is None or self.excess is not None or self.is_stopping:
            return False
        used_bytes = memory_of(self.rows)
        if used_bytes <= limit_bytes:
            return False
        self.excess = memory_excess(used_bytes, limit_bytes)
        if self.command.is_limit_deadly:
            self.stop(now, 0.0)
        return True

    def _advance(self, trigger: Trigger) -> None:
        self.state = _TRANSITIONS.after(self.state, trigger)
