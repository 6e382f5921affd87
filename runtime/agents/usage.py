"""What an agent's processes use, as its status tells it."""

from dataclasses import replace
from typing import Any, Final

from runtime.model.values import AgentStatus
from runtime.processes import ChildUsage

NOTHING: Final[dict[str, Any]] = {
    "cpu_share": 0.0,
    "mean_cpu_share": 0.0,
    "rss_bytes": 0,
    "peak_rss_bytes": 0,
    "threads": 0,
    "handles": 0,
}
"""The figures of an agent of which none are known."""


def with_usage(status: AgentStatus, usage: ChildUsage) -> AgentStatus:
    """The status with the newest figures; the peak is that of all the agent's processes so far."""
    return replace(
        status,
        cpu_share=usage.cpu_share,
        mean_cpu_share=usage.mean_cpu_share,
        rss_bytes=usage.rss_bytes,
        peak_rss_bytes=max(status.peak_rss_bytes, usage.peak_rss_bytes),
        threads=usage.threads,
        handles=usage.handles,
    )


def at_rest(status: AgentStatus) -> AgentStatus:
    """The status of an agent whose process is gone: what it used at most and on average stays."""
    return replace(status, cpu_share=0.0, rss_bytes=0, threads=0, handles=0)
