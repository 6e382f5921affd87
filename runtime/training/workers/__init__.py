"""Worker processes with arenas, stepped together or one by one, and restarted when they fail.

A module is loaded when one of its names is first used; worker processes need only the module `program`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from runtime.model.quota import RestartQuota
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

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(name)
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        found = globals()[name] = next(getattr(module, name) for module in modules if hasattr(module, name))
        return found
