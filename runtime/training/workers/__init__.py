"""Worker processes with arenas, stepped together or one by one, and restarted when they fail.

A module is loaded when one of its names is first used; worker processes need only the module `program`.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.quota import RestartQuota
    from runtime.training.workers.block import Layout
    from runtime.training.workers.ending import CloseReport
    from runtime.training.workers.group import Restart
    from runtime.training.workers.pool import PoolStatistics, WorkerPool
    from runtime.training.workers.remote import NO_BOTS_IN_CLUSTERS, ClusterError, check_addresses
    from runtime.training.workers.rollouts import Experience, Muscle, Rollout
    from runtime.training.workers.timers import TimerNode
    from runtime.training.workers.worker import CallError, WorkerError, WorkerFailure, WorkerResult, WorkerTimeoutError

__all__ = [
    "NO_BOTS_IN_CLUSTERS",
    "CallError",
    "CloseReport",
    "ClusterError",
    "Experience",
    "Layout",
    "Muscle",
    "PoolStatistics",
    "Restart",
    "RestartQuota",
    "Rollout",
    "TimerNode",
    "WorkerError",
    "WorkerFailure",
    "WorkerPool",
    "WorkerResult",
    "WorkerTimeoutError",
    "check_addresses",
]

_MODULES: Final = ("rollouts", "timers", "block", "worker", "remote", "ending", "group", "pool")
"""Modules in which a name is searched, the fastest to load first."""

if not TYPE_CHECKING:  # type checkers should only know the names from above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
