"""Worker processes with arenas, stepped together or one by one, and restarted when they fail."""

from runtime.training.workers.block import Layout
from runtime.training.workers.pool import (
    CloseReport,
    PoolStatistics,
    Restart,
    WorkerPool,
)
from runtime.training.workers.quota import UNLIMITED, RestartCounter, RestartQuota
from runtime.training.workers.remote import ClusterError, check_addresses
from runtime.training.workers.rollouts import Experience, Muscle, Rollout
from runtime.training.workers.timers import TimerNode
from runtime.training.workers.worker import CallError, WorkerError, WorkerFailure, WorkerResult, WorkerTimeoutError

__all__ = [
    "UNLIMITED",
    "CallError",
    "CloseReport",
    "ClusterError",
    "Experience",
    "Layout",
    "Muscle",
    "PoolStatistics",
    "Restart",
    "RestartCounter",
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
