"""Records the telemetry of a running match: turns packets, reports and events into samples and marks."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import nan
from typing import Final

import rlbot_flatbuffers as flat

from runtime.model.events import AgentChanged, Event, SwapChanged, TelemetryRecorded
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.states import AgentEnding, AgentState, SwapOutcome
from runtime.model.telemetry import KeptPacket, Mark, MarkKind, Sample, Scope, Subject
from runtime.model.values import AgentStatus
from runtime.protocol.report import GameReport
from runtime.telemetry.agent_stats import AGENT_MEASURES, NO_TIMES, SERVER_MEASURES, AgentFigures, ServerFigures
from runtime.telemetry.car_stats import CAR_MEASURES
from runtime.telemetry.game_tally import GameTally
from runtime.telemetry.match_stats import MATCH_MEASURES
from runtime.telemetry.measures import Measure, T, percent
from runtime.telemetry.rates import MIN_FRAMES, Rate

SAMPLE_TICKS: Final = 4
"""Cars and match are sampled 30 times per second of game time."""
KEPT_TICKS: Final = 2
"""Minimum distance between packets for the instant replay: 60 per second of game time."""
EMIT_S: Final = 1 / 30
FIGURES_S: Final = 1.0
"""Time between samples of agents and server if the server sends no reports."""
BURST_LATE: Final = 5
BURST_PERCENT: Final = 10.0
"""A burst has at least `BURST_LATE` late answers between two reports, and at least this percentage of all answers."""


BEFORE: Final = (flat.MatchPhase.Inactive, flat.MatchPhase.Paused, flat.MatchPhase.Ended)


class TelemetryRecorder:
    """Takes every packet, report and event of a match; emits at most 30 times a second; owned by the match's thread.

    Args:
        emit: takes what has been recorded, and the events that pass through `on_event`.
        clock: seconds from any start, never backwards; wall time begins when the recorder is made.
    """

    def __init__(self, emit: Callable[[Event], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._emit = emit
        self._clock = clock
        self._origin_s = self._emitted_s = self._figures_s = clock()
        self._game = GameTally()
        self._frame = 0
        self._game_s = 0.0
        self._offset_s = 0.0
        """Added to the packets' own time, which starts again when the server starts a new match."""
        self._has_packet = False
        self._sampled_frame = self._kept_frame = 0
        self._rate = Rate(window_s=FIGURES_S)
        self._is_reported = False
        self._agents: dict[str, AgentStatus] = {}
        """The newest event of each agent."""
        self._reported: dict[str, AgentStatus] = {}
        """Each agent in the previous report."""
        self._late: set[str] = set()
        """Agents in a burst of late answers."""
        self._samples: list[Sample] = []
        self._marks: list[Mark] = []
        self._packets: list[KeptPacket] = []

    def field(self, field: flat.FieldInfo) -> None:
        """Takes the boost pads and goals of the field."""
        self._game.field(field)

    def packet(self, packet: flat.GamePacket, payload: bytes) -> None:
        """Counts a packet; pass every packet that arrives, in order.

        Recording begins with the match itself: earlier packets may belong to a previous match.
        """
        info = packet.match_info
        if not self._has_packet and info.match_phase in BEFORE:
            return
        ticks = info.frame_num - self._frame if self._has_packet else 1
        if ticks < 0:
            self._offset_s = self._game_s - info.seconds_elapsed
        is_first, self._has_packet = not self._has_packet or ticks < 0, True
        self._frame, self._game_s = info.frame_num, max(self._game_s, self._offset_s + info.seconds_elapsed)
        self._rate.add(self._clock(), self._frame)
        for event in self._game.take(packet, max(1, ticks) if is_first else ticks, self._game_s):
            self._mark(event.kind, event.subject, event.by, event.team)
        if is_first or self._frame // SAMPLE_TICKS != self._sampled_frame // SAMPLE_TICKS:
            self._sample_game()
        if is_first or self._frame - self._kept_frame >= KEPT_TICKS:
            self._kept_frame = self._frame
            self._packets.append(KeptPacket(self._game_s, payload, self._game.pads))

    def report(self, report: GameReport, statuses: Sequence[AgentStatus]) -> None:
        """Takes a report of the server, and the agents' statuses that it has updated."""
        self._is_reported = True
        self._sample_server(ServerFigures(report.speed * TICKS_PER_S, report.overruns, report.lateness_ms or NO_TIMES))
        for status in statuses:
            self._sample_agent(status)

    def on_event(self, event: Event) -> None:
        """Passes an event on, and marks crashes and swaps."""
        match event:
            case AgentChanged(agent=agent):
                before = self._agents.get(agent.key)
                self._agents[agent.key] = agent
                if _has_crashed(agent) and not (before is not None and _has_crashed(before)):
                    self._mark(MarkKind.CRASH, agent.key, team=agent.team)
            case SwapChanged(record=record) if record.outcome in (SwapOutcome.SWAPPED, SwapOutcome.RETURNED):
                status = self._agents.get(record.key)
                self._mark(MarkKind.SWAP, record.key, team=status.team if status is not None else None)
        self._emit(event)

    def flush(self, statuses: Sequence[AgentStatus], *, at_once: bool = False) -> None:
        """Emits the recorded telemetry if it is time, or always with `at_once`, which adds a last sample.

        If the server sends no reports, the figures of agents that the launcher knows are sampled once a second.
        """
        now_s = self._clock()
        if at_once and self._frame != self._sampled_frame:
            self._sample_game()
        if not self._is_reported and self._has_packet and now_s - self._figures_s >= FIGURES_S:
            self._figures_s = now_s
            self._sample_server(ServerFigures(self._rate.per_second))
            for status in statuses:
                self._sample_agent(status)
        if (now_s - self._emitted_s >= EMIT_S or at_once) and (self._samples or self._marks or self._packets):
            self._emitted_s = now_s
            news = TelemetryRecorded(
                samples=tuple(self._samples), marks=tuple(self._marks), packets=tuple(self._packets)
            )
            self._samples.clear()
            self._marks.clear()
            self._packets.clear()
            self._emit(news)

    def _sample_game(self) -> None:
        self._sampled_frame = self._frame
        self._sample(Scope.MATCH, None, MATCH_MEASURES, self._game.match)
        for index, car in enumerate(self._game.cars):
            self._sample(Scope.CAR, index, CAR_MEASURES, car)

    def _sample_server(self, server: ServerFigures) -> None:
        self._sample(Scope.SERVER, None, SERVER_MEASURES, server)

    def _sample_agent(self, status: AgentStatus) -> None:
        """Samples an agent, and marks the beginning of a burst of late answers."""
        before = self._reported.get(status.key)
        self._reported[status.key] = status
        late_share = answered_share = nan
        is_silent = status.state is not AgentState.PLAYING
        if self._is_reported and before is not None and before.answers <= status.answers and before.late <= status.late:
            answers, late = status.answers - before.answers, status.late - before.late
            packets = status.packets - before.packets
            is_silent = is_silent or (not answers and packets >= MIN_FRAMES)
            late_share = nan if is_silent and not late else percent(late, max(answers, late))
            answered_share = min(100.0, percent(answers, packets)) if packets > 0 else nan
            is_burst = late >= BURST_LATE and late_share >= BURST_PERCENT
            if is_burst and status.key not in self._late:
                self._mark(MarkKind.LATE_BURST, status.key, team=status.team)
            (self._late.add if is_burst else self._late.discard)(status.key)
        shown = replace(status, response_ms=None) if is_silent else status
        figures = AgentFigures(status=shown, answered_share=answered_share, late_share=late_share)
        self._sample(Scope.AGENT, status.key, AGENT_MEASURES, figures)

    def _sample(self, scope: Scope, subject: Subject, measures: Sequence[Measure[T]], tally: T) -> None:
        values = tuple(measure.read(tally) for measure in measures)
        self._samples.append(Sample(scope, subject, self._game_s, self._clock() - self._origin_s, values))

    def _mark(self, kind: MarkKind, subject: Subject, by: Subject = None, team: int | None = None) -> None:
        self._marks.append(
            Mark(
                kind=kind,
                frame=self._frame,
                game_s=self._game_s,
                wall_s=self._clock() - self._origin_s,
                subject=subject,
                by=by,
                team=team,
            )
        )


def _has_crashed(agent: AgentStatus) -> bool:
    return agent.ending is not None and agent.ending is not AgentEnding.STOPPED
