"""Figures of agents and of the server, from the arena's reports and the launcher's own agent table."""

from dataclasses import dataclass
from math import nan
from typing import Final

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
        "Answers per second",
        "Inputs per second of wall time, between two reports at least half a game second apart. "
        "120 for an agent that answers every tick in real time.",
        lambda agent: agent.answers_per_s,
        source=Source.REPORT,
        unit="1/s",
    ),
    measure(
        "agent.answered_share",
        "Answered packets",
        "Share of the packets since the previous report that the agent has answered. "
        "In real time these are 120, the window of RLBot's performance monitor.",
        lambda agent: agent.answered_share,
        source=Source.REPORT,
        unit="%",
        bounds=PERCENT,
    ),
    measure(
        "agent.late_share",
        "Late answers",
        "Share of the answers since the previous report that took longer than a tick (8.3 ms) or missed lockstep.",
        lambda agent: agent.late_share,
        source=Source.REPORT,
        unit="%",
        bounds=PERCENT,
    ),
    measure(
        "agent.response_p50",
        "Response time, median",
        "Median time from a packet to the agent's answer, over its last 512 answers.",
        lambda agent: agent.response_ms[0],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.response_p95",
        "Response time, 95th percentile",
        "95 % of the last 512 answers took at most this time from packet to answer.",
        lambda agent: agent.response_ms[1],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.response_p99",
        "Response time, 99th percentile",
        "99 % of the last 512 answers took at most this time from packet to answer.",
        lambda agent: agent.response_ms[2],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "agent.cpu",
        "CPU",
        "CPU time of all processes of the agent per second: 100 % is one core kept busy.",
        lambda agent: 100.0 * agent.status.cpu_share,
        source=Source.USAGE,
        unit="%",
    ),
    measure(
        "agent.memory",
        "Memory",
        "Resident memory of all processes of the agent.",
        lambda agent: agent.status.rss_bytes / MB,
        source=Source.USAGE,
        unit="MB",
    ),
    measure(
        "agent.restarts",
        "Restarts",
        "Number of times that the agent was started again because it had ended by itself.",
        lambda agent: float(agent.status.restarts),
        source=Source.LAUNCHER,
        kind=Kind.COUNTER,
    ),
    measure(
        "agent.swaps",
        "Swaps",
        "Number of times that a new version of the agent took over.",
        lambda agent: float(agent.status.swaps),
        source=Source.LAUNCHER,
        kind=Kind.COUNTER,
    ),
)

SERVER_MEASURES: Final[tuple[Measure[ServerFigures], ...]] = (
    measure(
        "server.tick_rate",
        "Tick rate",
        "Ticks of the game per second of wall time: 120 in real time.",
        lambda server: server.tick_rate,
        source=Source.REPORT,
        unit="1/s",
    ),
    measure(
        "server.overruns",
        "Overruns",
        "Ticks that the server has left out because the machine was too slow.",
        lambda server: float(server.overruns),
        source=Source.REPORT,
        kind=Kind.COUNTER,
    ),
    measure(
        "server.lateness_p50",
        "Lateness, median",
        "Median lateness of the newest ticks against the clock. "
        "No value in lockstep, and behind servers that do not report it.",
        lambda server: server.lateness_ms[0],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "server.lateness_p95",
        "Lateness, 95th percentile",
        "95 % of the newest ticks were late by at most this time. "
        "No value in lockstep, and behind servers that do not report it.",
        lambda server: server.lateness_ms[1],
        source=Source.REPORT,
        unit="ms",
    ),
    measure(
        "server.lateness_p99",
        "Lateness, 99th percentile",
        "99 % of the newest ticks were late by at most this time. "
        "No value in lockstep, and behind servers that do not report it.",
        lambda server: server.lateness_ms[2],
        source=Source.REPORT,
        unit="ms",
    ),
)
