"""One child of the supervisor: the table of its states, the steps of its stop, its output and its usage."""

from enum import Enum
from typing import Final

from runtime.model.states import ChildState
from runtime.processes.census import ProcessRow
from runtime.processes.endings import Ending
from runtime.processes.output import LineBuffer
from runtime.processes.usage import CeilingWatch, UsageMeter, memory_of
from runtime.processes.wire import ChildOutput, ChildUsage, Launch


class LifeEvent(Enum):
    """What can happen to a child, as far as its state is concerned."""

    SPAWNED = "the system started it"
    REFUSED = "the system could not start it"
    STOP_ASKED = "somebody wants it to stop"
    GRACE_OVER = "it did not leave by itself in time"
    PATIENCE_OVER = "it did not end on a termination signal in time"
    EMPTIED = "no process of it is left"


class IllegalArrowError(ValueError):
    """An event came in a state in which it cannot happen: a fault of the caller."""


_ARROWS: Final = {
    (ChildState.STARTING, LifeEvent.SPAWNED): ChildState.RUNNING,
    (ChildState.STARTING, LifeEvent.REFUSED): ChildState.FAILED,
    (ChildState.RUNNING, LifeEvent.STOP_ASKED): ChildState.ASKED,
    (ChildState.RUNNING, LifeEvent.EMPTIED): ChildState.EXITED,
    (ChildState.ASKED, LifeEvent.GRACE_OVER): ChildState.TERMINATING,
    (ChildState.ASKED, LifeEvent.EMPTIED): ChildState.STOPPED,
    (ChildState.TERMINATING, LifeEvent.PATIENCE_OVER): ChildState.KILLING,
    (ChildState.TERMINATING, LifeEvent.EMPTIED): ChildState.STOPPED,
    (ChildState.KILLING, LifeEvent.EMPTIED): ChildState.STOPPED,
}


def advance(state: ChildState, event: LifeEvent) -> ChildState:
    """The state after `event`.

    Raises:
        IllegalArrowError: `event` cannot happen in `state`.
    """
    try:
        return _ARROWS[state, event]
    except KeyError:
        raise IllegalArrowError(f"{event.name} cannot happen to a child that is {state.name}.") from None


KILL_AGAIN_S: Final = 0.02
GIVE_UP_S: Final = 2.0
"""After this long in KILLING the survivors are named; killing goes on."""

CLIMBING: Final = frozenset({ChildState.ASKED, ChildState.TERMINATING, ChildState.KILLING})


class Step(Enum):
    """What the caller has to do now."""

    NOTHING = "nothing"
    TERMINATE = "send the termination signal to the tree"
    KILL = "kill the tree"
    NAME_SURVIVORS = "kill the tree and say who survived so far"


class Ladder:
    """The state of one child and the deadline of its present rung; `now` is any monotonic clock in seconds.

    Args:
        grace_s: how long a child that was asked may take to leave by itself.
        terminate_s: how long it may take after the termination signal.
    """

    def __init__(self, *, grace_s: float, terminate_s: float) -> None:
        self.state = ChildState.STARTING
        self._grace_s = grace_s
        self._terminate_s = terminate_s
        self._deadline = float("inf")
        self._give_up = float("inf")

    @property
    def is_climbing(self) -> bool:
        """Whether somebody wants the child to stop and something of it is left."""
        return self.state in CLIMBING

    @property
    def deadline(self) -> float:
        """When `tick` has something to do at the latest; infinity when only an event can change anything."""
        return self._deadline

    def spawned(self) -> None:
        """The program runs."""
        self.state = advance(self.state, LifeEvent.SPAWNED)

    def refused(self) -> None:
        """The program could not be started."""
        self.state = advance(self.state, LifeEvent.REFUSED)

    def stop(self, now: float, grace_s: float | None = None) -> None:
        """Begins to climb; while already asked, a shorter grace counts; otherwise without effect."""
        grace_s = self._grace_s if grace_s is None else grace_s
        if self.state is ChildState.RUNNING:
            self.state = advance(self.state, LifeEvent.STOP_ASKED)
            self._deadline = now + grace_s
        elif self.state is ChildState.ASKED:
            self._deadline = min(self._deadline, now + grace_s)

    def leader_left(self, now: float) -> None:
        """The program itself ended: what it left behind gets no more grace if the program had been asked."""
        if self.state is ChildState.ASKED:
            self._deadline = now

    def emptied(self) -> None:
        """No process of the child is left."""
        self.state = advance(self.state, LifeEvent.EMPTIED)
        self._deadline = float("inf")

    def tick(self, now: float) -> Step:
        """Climbs a rung when the deadline of the present one is reached."""
        if now < self._deadline:
            return Step.NOTHING
        if self.state is ChildState.ASKED:
            self.state = advance(self.state, LifeEvent.GRACE_OVER)
            self._deadline = now + self._terminate_s
            return Step.TERMINATE
        if self.state is ChildState.TERMINATING:
            self.state = advance(self.state, LifeEvent.PATIENCE_OVER)
            self._give_up = now + GIVE_UP_S
        self._deadline = now + KILL_AGAIN_S
        if now >= self._give_up:
            self._give_up = float("inf")
            return Step.NAME_SURVIVORS
        return Step.KILL


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
