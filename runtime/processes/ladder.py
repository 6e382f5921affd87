"""The stop ladder of one child: ask, terminate, kill the tree, kill again; deadlines and a tick, no system calls."""

from enum import Enum
from typing import Final

from runtime.model.states import ChildState
from runtime.processes.life_cycle import LifeEvent, advance

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
