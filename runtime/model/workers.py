"""Values of worker processes: all of the model that such a process loads, as it starts many times in a long run."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from runtime.model.messages import Message


class WorkerState(Enum):
    """The state of one worker process."""

    STARTING = "starting"
    WAITING = "waiting"
    """It has nothing to do: its last result was taken, or no actions have come."""
    STEPPING = "stepping"
    RESTARTING = "restarting"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartBudget:
    """The restarts that are used and allowed; None means unlimited."""

    used: int = 0
    allowed: int | None = None
    used_in_period: int = 0
    allowed_in_period: int | None = None
    period_s: float = 60.0
    next_slot_s: float = 0.0
    """Seconds until the period allows another restart; 0 if it does now."""


NO_RESTARTS: Final = RestartBudget()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerView:
    """One worker process."""

    worker: int
    """Number of the worker; it keeps it across restarts."""
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
    """The version of the policy that it acted with last."""
    reason: Message | None = None
    """Cause of its last restart or of its end; None if there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerView:
    """One block of a tree of times, in the order of the tree."""

    name: str
    depth: int
    total_s: float
    count: int
    is_parallel: bool = False
    """Several processes ran it: its time may exceed that of the block around it."""
