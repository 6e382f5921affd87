"""Figures of agents and of the server, from the arena's reports and the launcher's own agent table."""

from dataclasses import dataclass
from math import nan
from typing import Final

from runtime.model.messages import message
from runtime.model.telemetry import Kind, Source
from runtime.model.values import AgentStatus, Times
from runtime.telemetry.measures import PERCENT, Measure, measure

MB: Final = 1_000_000
NO_TIMES: Final[Times] = (nan, nan, nan)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFigures:
    """One agent at the time of a report; NaN for values that the server does not report."""

    status: AgentStatus
    answered_share: float = nan
    late_share: float = nan

    @property
    def response_ms(self) -> Times:
        """50th, 95th and 99th percentile in the newest report."""
        return self.status.response_ms or NO_TIMES

    @property
    def answers_per_s(self) -> float:
        """The rate according to the newest reports."""
        rate = self.status.answers_per_s
        return nan if rate is None else rate


@dataclass(frozen=True, slots=True)
class ServerFigures:
    """The server at the time of a report; NaN for values that it does not report."""

    tick_rate: float
    overruns: int = 0
    lateness_ms: Times = NO_TIMES


AGENT_MEASURES: Final[tuple[Measure[AgentFigures], ...]] = (
    measure(
        "agent.answers_per_s",
        message("channel-agent-answers-per-s", "Answers per second"),
        message(
            "channel-agent-answers-per-s-text",
            "Inputs per second of wall time, between two reports at least half a game second apart. "
            "120 for an agent that answers every tick in real time.",
        ),
        lambda agent: agent.answers_per_s,
        source=Source.REPORT,
        unit="1/s",
    ),
    measure(
        "agent.answered_share",
        message("channel-agent-answered-share", "Answered packets"),
        message(
            "channel-agent-answered-share-text",
            "Share of the packets since the previous report that the agent has answered. "
            "In real time these are 120, the window of RLBot's performance monitor.",
        ),
        lambda agent: agent.answered_share,
        source=Source.REPORT,
        unit="%",
        bounds=PERCENT,
    ),
    measure(
        "agent.late_share",
        message("channel-agent-late-share", "Late answers"),
        message(
            "channel-agent-late-share-text",
            "Share of the answers since the previous report that took longer than a tick (8.3 ms) or missed lockstep.",
        ),
        lambda agent: agent.late_share,
        source=Source.REPORT,
        unit="%",
        bounds=PERCENT,
    ),
    measure(
        "agent.response_p50",
        message("channel-agent-response-p50", "Response time, median"),
        message(
            "channel-agent-response-p50-text",
            "Median time from a packet to the agent's answer, over its last 512 answers.",
        ),
        lambda agent: agent.response_ms[0],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.response_p95",
        message("channel-agent-response-p95", "Response time, 95th percentile"),
        message(
            "channel-agent-response-p95-text",
            "95 % of the last 512 answers took at most this time from packet to answer.",
        ),
        lambda agent: agent.response_ms[1],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.response_p99",
        message("channel-agent-response-p99", "Response time, 99th percentile"),
        message(
            "channel-agent-response-p99-text",
            "99 % of the last 512 answers took at most this time from packet to answer.",
        ),
        lambda agent: agent.response_ms[2],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.cpu",
        message("channel-agent-cpu", "CPU"),
        message(
            "channel-agent-cpu-text",
            "CPU time of all processes of the agent per second: 100 % is one core kept busy.",
        ),
        lambda agent: 100.0 * agent.status.cpu_share,
        source=Source.USAGE,
        unit="%",
    ),
    measure(
        "agent.memory",
        message("channel-agent-memory", "Memory"),
        message("channel-agent-memory-text", "Resident memory of all processes of the agent."),
        lambda agent: agent.status.rss_bytes / MB,
        source=Source.USAGE,
        unit="MB",
    ),
    measure(
        "agent.restarts",
        message("channel-agent-restarts", "Restarts"),
        message(
            "channel-agent-restarts-text",
            "Number of times that the agent was started again because it had ended by itself.",
        ),
        lambda agent: float(agent.status.restarts),
        source=Source.LAUNCHER,
        kind=Kind.COUNTER,
    ),
    measure(
        "agent.swaps",
        message("channel-agent-swaps", "Swaps"),
        message("channel-agent-swaps-text", "Number of times that a new version of the agent took over."),
        lambda agent: float(agent.status.swaps),
        source=Source.LAUNCHER,
        kind=Kind.COUNTER,
    ),
)

SERVER_MEASURES: Final[tuple[Measure[ServerFigures], ...]] = (
    measure(
        "server.tick_rate",
        message("channel-server-tick-rate", "Tick rate"),
        message("channel-server-tick-rate-text", "Ticks of the game per second of wall time: 120 in real time."),
        lambda server: server.tick_rate,
        source=Source.REPORT,
        unit="1/s",
    ),
    measure(
        "server.overruns",
        message("channel-server-overruns", "Overruns"),
        message("channel-server-overruns-text", "Ticks that the server has left out because the machine was too slow."),
        lambda server: float(server.overruns),
        source=Source.REPORT,
        kind=Kind.COUNTER,
    ),
    measure(
        "server.lateness_p50",
        message("channel-server-lateness-p50", "Lateness, median"),
        message(
            "channel-server-lateness-p50-text",
            "Median lateness of the newest ticks against the clock. "
            "No value in lockstep, and behind servers that do not report it.",
        ),
        lambda server: server.lateness_ms[0],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "server.lateness_p95",
        message("channel-server-lateness-p95", "Lateness, 95th percentile"),
        message(
            "channel-server-lateness-p95-text",
            "95 % of the newest ticks were late by at most this time. "
            "No value in lockstep, and behind servers that do not report it.",
        ),
        lambda server: server.lateness_ms[1],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "server.lateness_p99",
        message("channel-server-lateness-p99", "Lateness, 99th percentile"),
        message(
            "channel-server-lateness-p99-text",
            "99 % of the newest ticks were late by at most this time. "
            "No value in lockstep, and behind servers that do not report it.",
        ),
        lambda server: server.lateness_ms[2],
        source=Source.REPORT,
        unit="ms",
    ),
)
