"""Values of worker processes, which load no others of the model, because they start often in a long run."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.model.messages import Message


class WorkerState(Enum):
    """The state of one worker process."""

    STARTING = "starting"
    WAITING = "waiting"
    """It is idle: its last result was taken, or no actions have arrived."""
    STEPPING = "stepping"
    RESTARTING = "restarting"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartBudget:
    """Used and allowed restarts; None means unlimited."""

    used: int = 0
    allowed: int | None = None
    used_in_period: int = 0
    allowed_in_period: int | None = None
    period_s: float = 60.0
    next_slot_s: float = 0.0
    """Seconds until the period allows another restart; 0 if one is allowed now."""


NO_RESTARTS: Final = RestartBudget()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerView:
    """One worker process."""

    worker: int
    """Number of the worker, which stays the same across restarts."""
    state: WorkerState
    pid: int | None = None
    machine: str = ""
    """Name of the machine that it runs on; empty for this one."""
    arenas: tuple[int, ...] = ()
    """Numbers of its arenas, as `WatchArena` takes them."""
    steps: int = 0
    steps_per_s: float = 0.0
    restarts: RestartBudget = NO_RESTARTS
    policy_version: int = 0
    """Version of the policy with which it last acted."""
    reason: Message | None = None
    """Reason for its last restart or its end; None if there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerView:
    """One block of a tree of timers, in the tree's order."""

    name: str
    depth: int
    total_s: float
    count: int
    is_parallel: bool = False
    """True if several processes ran it; then its time may exceed the time of the enclosing block."""
