"""Life cycle of the matches on a server: requested, opened, begun, closed; and the reports on them."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol, TypeAlias

from runtime.arena.game.game import Game
from runtime.arena.match.continuation import continued, continues, has_same_cars, kept_cars
from runtime.arena.match.effects import Answer, End, Publish, SessionEffect, ShowState, Shutdown
from runtime.arena.match.gate import MAX_IDLE_AGENTS, Gate
from runtime.arena.match.running_match import RunningMatch
from runtime.arena.match.session import Session
from runtime.arena.match.slots import SlotTable
from runtime.arena.match.turn import Turn
from runtime.arena.report.agent_stats import percentiles
from runtime.arena.report.reporter import Reporter
from runtime.documents import Match, Reading, validate
from runtime.documents.agent_keys import AgentKeys
from runtime.model.interference import WRONG_ID
from runtime.model.messages import Message, literal, message
from runtime.protocol import ProtocolError
from runtime.protocol.report import GameReport, LearnerReport

ENDED_S: Final = 0.1
"""Time that sessions have to handle the last packet of a match; the official library drops a packet that it has not
handled when `DisconnectSignal` arrives."""
_clock: Final = time.perf_counter
_NO_SLOTS: Final = SlotTable()


class StartsAgents(Protocol):
    """Starts agents for match managers that leave this to the server; every call returns at once."""

    def accepts(self, peer: tuple[str, int], own: tuple[str, int]) -> bool:
        """Returns whether a connection, given by the addresses and ports of its ends, may have agents started."""

    def begin(self, match: Match) -> None:
        """Starts the agents of a validated match, in place of the previous match's agents."""

    def end(self) -> None:
        """Ends the agents that it started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """Options of a server for its matches."""

    open_game: Callable[[Match], Game]
    """Makes the game of a match."""
    refusal: Callable[[Match], Message | None]
    """Returns why a match cannot be played, or None."""
    wait_s: float
    """Time that a match waits for its agents."""
    seed: int
    """Seed of everything that validation chooses at random."""
    starter: StartsAgents | None = None
    """Starts the agents of matches that ask for it; None if the server starts no agents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseMatch:
    """Take all sessions out of the match; `is_over` sends its final report, otherwise another match continues it."""

    is_over: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMatch:
    """Make this the current match, requested by `requester`, and let the sessions join it."""

    match: RunningMatch
    requester: Session


Effect: TypeAlias = SessionEffect | Publish | Answer | ShowState | CloseMatch | OpenMatch | Shutdown


class MatchLifecycle:
    """Knows the current match, and opens, begins and closes it; owned by the server's thread.

    `sessions` are all sessions of the server by number, oldest first.
    """

    def __init__(
        self, options: MatchOptions, *, sessions: Mapping[int, Session], turn: Turn, gate: Gate, reporter: Reporter
    ) -> None:
        self._options = options
        self.sessions = sessions
        self._turn = turn
        self._gate = gate
        self._reporter = reporter
        self._waits_until_s = 0.0
        self.current: RunningMatch | None = None
        self.learner: Callable[[], LearnerReport] | None = None
        """Returns the figures of the learner; None in a server without step mode."""

    @property
    def slots(self) -> SlotTable:
        """The slots of the current match; none without a match."""
        return _NO_SLOTS if self.current is None else self.current.slots

    def request(self, requester: Session, order: str, requested: Match, keys: AgentKeys) -> list[Effect]:
        """Replaces or continues the current match with the requested one, unless that cannot be played.

        `order` is the name of the message that requests it.
        """
        reading = validate(requested, random=Random(self._options.seed))
        match = reading.value
        if match is None:
            reason = message("match-invalid", "The match is not valid. {problem}", problem=first_problem(reading))
            return self.refuse(requester, order, reason)
        if refusal := self._options.refusal(match) or self._starting_refusal(match, requester):
            return self.refuse(requester, order, refusal)
        running = self.current
        is_over = running is None or running.has_ended or not continues(running.match, match)
        try:
            if running is None or is_over:
                game = self._options.open_game(match)
            else:
                match, game = _continue(running, match)
            candidate = RunningMatch(match, game, sessions=self.sessions, barrier=self._turn.barrier, keys=keys)
        except ProtocolError as error:
            reason = message("match-too-large", "The match cannot be sent to its agents. {error}", error=error.text)
            return self.refuse(requester, order, reason)
        if self._gate.has_started(requester) is False:
            self._gate.count(order, requester, was_refused=False)
        return [CloseMatch(is_over=is_over), OpenMatch(match=candidate, requester=requester)]

    def _starting_refusal(self, match: Match, requester: Session) -> Message | None:
        """Returns why a session may not have the agents of a match started; None if it may, or none are to start."""
        starter, ends = self._options.starter, requester.ends
        if starter is None or not match.auto_start_agents or not _has_programs(match):
            return None
        if ends is not None and starter.accepts(*ends):
            return None
        return message("agents-of-others", "This arena starts agents only for programs of the user who runs it.")

    def refuse(self, requester: Session, order: str, reason: Message) -> list[Effect]:
        """Reports why no match starts; during the match of another session, only to the requester."""
        only_to = None
        if self._gate.has_started(requester) is False:
            only_to = requester
            self._gate.count(order, requester)
            self._reporter.note(
                message(
                    "request-refused",
                    "{session} asked for another match, which was refused. {reason}",
                    session=requester.label,
                    reason=reason,
                )
            )
        return [Publish(report=self.refusal_report(reason), only_to=only_to)]

    def open(self, match: RunningMatch, requester: Session) -> list[Effect]:
        """Makes a match the current one and lets all introduced sessions join it."""
        self._reporter.begin()
        self._gate.begin(requester)
        if match.match.auto_start_agents and _has_programs(match.match):
            if self._options.starter is not None:
                self._options.starter.begin(match.match)
            else:
                self._reporter.note(
                    message(
                        "agents-not-started",
                        "The agents of this match are not started automatically: start them yourself, "
                        "or run the arena with --start-agents.",
                    )
                )
        now_s = _clock()
        self.current = match
        self._waits_until_s = now_s + self._options.wait_s
        self._turn.begin_match(now_s)
        effects: list[Effect] = []
        for session in list(self.sessions.values()):
            if session.is_introduced:
                effects += self.admit(session)
        self.begin_if_ready()
        return effects

    def close(self, *, is_over: bool = True) -> list[Effect]:
        """Takes the sessions out of the current match, and ends those that asked to be closed between matches."""
        match = self.current
        if match is None:
            return []
        effects: list[Effect] = self.finish(match) if is_over and match.has_begun else []
        if is_over:
            self._turn.end_match(_clock())
        self.current = None
        if self._options.starter is not None:
            self._options.starter.end()
        self._gate.end()
        for session in list(self.sessions.values()):
            has_had_use = session.is_manager or match.slots.has_use_for(session.number) or session.is_initialised
            session.render_groups.clear()
            if session.has_joined and session.closes_between_matches and has_had_use:
                effects.append(End(session=session, after_s=ENDED_S if match.has_ended else 0.0))
            session.has_joined = False
        return effects

    def finish(self, match: RunningMatch) -> list[Effect]:
        """Returns the one final report of a match."""
        return [Publish(report=self.report(match, _clock(), is_final=True))] if self._reporter.finish() else []

    def admit(self, session: Session) -> list[Effect]:
        """Lets an introduced session join the current match; ends a session with a wrong agent id or one too many."""
        match = self.current
        if match is None:
            return []
        self._reporter.expedite()
        if self._gate.is_owned and session.agent_id and match.agent_id_of(session) is None:
            self._gate.count(WRONG_ID, session)
            fault = message("fault-wrong-agent-id", "did not present the agent id that Kickabout gave to the agent")
            return [End(session=session, fault=fault)]
        effects: list[Effect] = [*match.join(session)]
        if session.agent_id and not match.slots.has_use_for(session.number):
            if self.count_agents_without_slot() > MAX_IDLE_AGENTS:
                self._gate.count("agent without a place", session)
                fault = message("fault-too-many-idle", "was one of too many agents without a place in the match")
                effects.append(End(session=session, fault=fault))
            else:
                self._reporter.note(
                    message(
                        "agent-without-slot",
                        "{session} is not an agent of this match, or one too many; it drives nothing.",
                        session=session.label,
                    )
                )
        self.begin_if_ready()
        return effects

    def count_agents_without_slot(self) -> int:
        """Returns the number of agents that wait for a match, or that the current match has no slot for."""
        has_match = self.current is not None
        return sum(
            bool(session.agent_id) and session.has_joined is has_match and not self.slots.has_use_for(session.number)
            for session in self.sessions.values()
        )

    def mark_ready(self, session: Session) -> list[Effect]:
        """Notes that a session has finished its preparations."""
        session.is_initialised = True
        match = self.current
        if match is None:
            return []
        effects: list[Effect] = [*match.mark_ready(session)]
        if match.slots.held_by(session.number) is not None:
            self._reporter.expedite()
            self.begin_if_ready()
        return effects

    def on_ended(self, session: Session) -> list[Effect]:
        """Gives the slot of an ended session to its standby."""
        match = self.current
        if match is None:
            return []
        if session.agent_id:
            self._reporter.expedite()
        effects: list[Effect] = [*match.leave(session)]
        self.begin_if_ready()
        return effects

    def begin_if_ready(self) -> None:
        """Starts to play the current match if it waits for no agent."""
        match = self.current
        if match is not None and not match.has_begun and match.is_startable:
            match.begin()
            self.follow_game_speed()
            self._turn.begin_match(_clock())
            match.update_receivers()
            self._reporter.expedite()

    def follow_game_speed(self) -> None:
        """Lets the clock follow the speed of the game, which the match or state setting may have changed."""
        if self.current is not None:
            self._turn.set_game_speed(self.current.game.game_speed, _clock())

    def swap(self, match: RunningMatch, *, is_answered: bool = False) -> list[Effect]:
        """Carries out the swaps that are due, and reports them soon; see `RunningMatch.swap`."""
        effects: list[Effect] = [*match.swap(is_answered=is_answered)]
        if not match.slots.has_ready_standby:
            self._reporter.expedite()
        return effects

    def poll(self, now_s: float) -> list[Effect]:
        """Carries out swaps while the match is paused, and gives up a match whose agents have not come in time.

        The time begins again when no agent is being debugged any more.
        """
        match = self.current
        if match is None:
            return []
        effects: list[Effect] = []
        if self._turn.is_paused and match.slots.has_ready_standby:
            effects += self.swap(match)
        if self._turn.barrier.debugged:
            self._waits_until_s = now_s + self._options.wait_s
        if match.is_running and (ends := match.expire()):
            effects += [Publish(report=self.report(match, now_s)), *ends]  # so that launchers know why they end
        if not match.has_begun and now_s >= self._waits_until_s:
            reason = message("match-not-started", "The match could not start: {missing}", missing=match.slots.missing())
            effects += [Publish(report=self.refusal_report(reason, match)), CloseMatch()]
        return effects

    def report(self, match: RunningMatch, now_s: float, *, is_final: bool = False) -> GameReport:
        """Returns the report on the state of a match."""
        game, turn, clock = match.game, self._turn, self._turn.clock
        self._reporter.note_sent(now_s, is_paused=turn.is_paused, series=game.series)
        return GameReport(
            frame=game.frame_num,
            phase=game.phase.value,
            series=game.series,
            winner=game.winner,
            pace=str(turn.current_pace),
            speed=round(self._reporter.measure(game.frame_num, now_s), 4),
            is_paused=turn.is_paused,
            steps_left=turn.steps_left,
            is_final=is_final,
            state_hash=game.state_hash() if is_final else None,
            overruns=clock.overruns,
            tick_error=percentiles(clock.errors_s if is_final else clock.newest_errors_s) if clock.errors_s else None,
            agents=match.figures(),
            learner=self.learner() if self.learner is not None else None,
            interference=self._gate.interference,
            key=self._gate.manager_key,
            notes=self._reporter.notes,
        )

    def refusal_report(self, reason: Message, match: RunningMatch | None = None) -> GameReport:
        """Returns the report on a match that does not start or was stopped, with its agents if it was open."""
        return GameReport(
            pace=str(self._turn.pace),
            is_paused=False,
            agents=match.figures() if match is not None else (),
            refused=self._reporter.refusal(reason),
            interference=self._gate.interference,
            key=self._gate.manager_key,
            notes=self._reporter.notes,
        )


def first_problem(reading: Reading[Match]) -> Message:
    """Returns the first error of a document, and the number of further ones."""
    problem, more = str(reading.errors[0]), len(reading.errors) - 1
    if not more:
        return literal(problem)
    return message("problem-and-more", "{problem} ({count} more)", problem=problem, count=more)


def _continue(running: RunningMatch, requested: Match) -> tuple[Match, Game]:
    match = continued(running.match, requested)
    if has_same_cars(running.match, requested):
        return match, running.game
    return match, running.game.recast(match, kept_cars(running.match, requested))


def _has_programs(match: Match) -> bool:
    return any(car.run_command for car in match.cars) or any(script.run_command for script in match.scripts)
