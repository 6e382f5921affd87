"""The state and the figures of each agent of a match, from what its processes and the server report."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from runtime.agents.output import AgentOutput
from runtime.agents.reasons import (
    TIME_USED_UP,
    explanation,
    hang_reason,
    hung_place,
    last_output,
    last_output_of,
    restart_remark,
    verdict,
)
from runtime.agents.roster import Agent
from runtime.agents.state import ON_THE_WAY, PREPARED, PRESENT, AgentEvent, next_state
from runtime.model.messages import Message, literal, message, sentences
from runtime.model.report import AgentReport, GameReport
from runtime.model.states import AgentEnding, AgentState, SwapMode
from runtime.model.teams import SCRIPTS
from runtime.model.values import AgentStatus, ServiceFigures
from runtime.processes import ChildUsage
from runtime.telemetry import AnswerRate

FRAMES_PER_S: Final = 120
MIN_FRAMES: Final = 60
"""Minimum number of frames for a remark on how many of them an agent answered."""
SILENCE_S: Final = 5.0
"""An agent that answers nothing for this time at the end of a match is said to have stopped."""
EXPLANATION_S: Final = 0.4
"""Time within which the end of a process usually follows the end of its session, and explains it."""
RETURN_S: Final = 30.0
"""Time within which a lost agent may come back, if its process still runs or the user starts it."""
UNREPORTED_HANG_FACTOR: Final = 3
"""Factor for the time until a silent agent counts as hung if the server sends no reports. Signs of life are then only
those visible from outside, and a quick bot whose controls do not change shows few."""
BUSY_SHARE: Final = 0.1
"""Share of a processor from which an agent that is not ready yet counts as loading."""
_FAULT_EVENTS: Final = {
    AgentState.EXITED: AgentEvent.EXITED,
    AgentState.CRASHED: AgentEvent.CRASHED,
    AgentState.HUNG: AgentEvent.HUNG,
    AgentState.FAILED: AgentEvent.NOT_STARTED,
}
_FURTHEST: Final = (AgentState.STARTING, AgentState.CONNECTED, AgentState.READY, AgentState.PLAYING)
_NO_FIGURES: Final[dict[str, Any]] = {
    **dict.fromkeys(("packets", "answers", "late", "errors", "rss_bytes", "peak_rss_bytes", "threads", "handles"), 0),
    **{"cpu_share": 0.0, "mean_cpu_share": 0.0, "answers_per_s": None, "response_ms": None, "service": None},
}


class _Phase(Enum):
    """The course of the match, as far as it matters to agents."""

    WAITING = "agents are awaited"
    PLAYING = "the match runs"
    OVER = "play is over: no agent is restarted any more"
    STOPPING = "every agent is asked to end"


@dataclass(slots=True, kw_only=True)
class _Entry:
    """One agent; only the table changes it."""

    agent: Agent
    status: AgentStatus
    emitted: AgentStatus
    """The status that `changes` or `figures` returned last."""
    rate: AnswerRate = field(default_factory=AnswerRate)
    output: AgentOutput = field(default_factory=AgentOutput)
    reached: AgentState = AgentState.STARTING
    """The furthest state that its present or last process reached, up to `PLAYING`."""
    started_s: float = 0.0
    """Time at which its present or last process was started."""
    row: AgentReport | None = None
    """Its newest row in the server's reports."""
    former_session: int | None = None
    """Number of the agent's session before the present process was launched."""
    unseen: int | None = None
    """Number of its processes that have not taken the cars yet; None while the launcher starts none."""
    takeovers: int = 0
    """Number of times that another process took the cars from a process of the launcher."""
    answered_frame: int = 0
    """Frame of its newest known sign of life, or in which it began to take part, as `frame` counts."""
    answered_s: float = 0.0
    idle_frames: int = 0
    """Frames between reports without a new answer, if it needed one or was not there."""
    usage: ChildUsage | None = None
    """The newest figures of its present process."""
    fault: AgentStatus | None = None
    """Its status when its last process ended unexpectedly, before the decision about a restart."""
    fault_s: float = 0.0

    def frame(self, match_frame: int) -> int:
        """Returns how many frames it has had to answer; the number of the match's frame if no report tells it."""
        return match_frame if self.row is None else self.row.awaited

    @property
    def is_lost(self) -> bool:
        """Returns whether its connection ended but its process may still run, so that it may come back."""
        return self.status.state is AgentState.FAILED and (self.status.pid is not None or self.agent.is_manual)

    @property
    def is_being_killed(self) -> bool:
        """Returns whether its process is being killed because it stopped answering."""
        return self.status.state is AgentState.HUNG and self.status.pid is not None


class AgentTable:
    """The agents of a match; knows no process and no socket; owned by the match's thread.

    Each kind of fact has a method that records it; `changes` and `figures` return what is new. A fault is final unless
    the agent is restarted, or had only lost its connection and comes back.

    Args:
        agents: the roster.
        is_hurried: whether the pace may be too fast for bots; agents are then not blamed for few answers.
        clock: seconds from any start, never backwards.
    """

    def __init__(
        self, agents: Iterable[Agent], *, is_hurried: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._entries = {agent.key: _new_entry(agent) for agent in agents}
        self._is_hurried = is_hurried
        self._clock = clock
        self._phase = _Phase.WAITING
        self._is_reported = False
        self._undecided: set[str] = set()
        """Agents that ended unexpectedly, have no process any more, and wait for a decision about a restart."""
        self._expired: list[str] = []
        """Agents that have used up their time since the last call of `take_expired`."""
        self._assumed: dict[str, Message | None] = {}
        """By agent that is only assumed to play: its reason before that assumption."""
        self._frame = 0

    # What is known

    @property
    def statuses(self) -> tuple[AgentStatus, ...]:
        """All agents, in the roster's order."""
        return tuple(entry.status for entry in self._entries.values())

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The roster; each agent has the settings of its last start."""
        return tuple(entry.agent for entry in self._entries.values())

    @property
    def is_playing(self) -> bool:
        """Returns whether the match has begun."""
        return self._phase is not _Phase.WAITING

    @property
    def faults(self) -> tuple[AgentStatus, ...]:
        """The agents that ended although they were not asked to, except those that will be restarted."""
        return tuple(status for status in self.statuses if status.state.is_fault)

    @property
    def undecided(self) -> tuple[AgentStatus, ...]:
        """The agents of `faults` that have no process and wait for a decision about a restart.

        An agent that the user starts is not among them, because the user may start it again.
        """
        return tuple(entry.status for key, entry in self._entries.items() if key in self._undecided)

    @property
    def awaiting_save(self) -> tuple[str, ...]:
        """Titles of the agents that ended and start again as soon as their source is saved."""
        return self._titles(lambda entry: entry.status.state.is_fault and entry.status.swap_mode is SwapMode.AUTO)

    @property
    def takeovers(self) -> Mapping[str, int]:
        """Number of times that another process took the cars from a process of the launcher, by name, without zeros."""
        return {str(entry.agent): entry.takeovers for entry in self._entries.values() if entry.takeovers}

    @property
    def remarked(self) -> tuple[AgentStatus, ...]:
        """The agents that took part but were restarted or hardly answered; their reason says so."""
        remarked = [(entry.status, self._remark(entry)) for entry in self._entries.values()]
        return tuple(replace(status, reason=remark) for status, remark in remarked if remark is not None)

    @property
    def out(self) -> tuple[AgentStatus, ...]:
        """The agents of `faults` that only a command of the user can bring back."""
        return tuple(
            entry.status for entry in self._entries.values() if entry.status.state.is_fault and self._is_out(entry)
        )

    @property
    def is_reported(self) -> bool:
        """Returns whether the server reports on its agents, as the arena does."""
        return self._is_reported

    @property
    def returning(self) -> tuple[AgentStatus, ...]:
        """The agents that take part, and those that have left but are expected back without a command of the user."""
        return tuple(entry.status for key, entry in self._entries.items() if self._is_returning(key, entry))

    @property
    def is_unplayed(self) -> bool:
        """Returns whether no agent with cars took part in more than half of the match, as far as the server reports."""
        drivers = [entry for entry in self._entries.values() if entry.agent.cars]
        is_known = self._is_reported and self._frame >= MIN_FRAMES and bool(drivers)
        return is_known and all(2 * entry.idle_frames > self._frame for entry in drivers)

    @property
    def is_deserted(self) -> bool:
        """Returns whether all agents with cars have ended for good; in a match without cars, all scripts."""
        drivers = [entry for entry in self._entries.values() if entry.status.team != SCRIPTS]
        players = drivers or list(self._entries.values())
        return bool(players) and all(map(self._is_out, players))

    def agent(self, key: str) -> Agent:
        """Returns one agent with the settings of its last start."""
        return self._entries[key].agent

    def output(self, key: str) -> AgentOutput:
        """Returns the output of the process that plays for an agent."""
        return self._entries[key].output

    def status(self, key: str) -> AgentStatus:
        """Returns the status of one agent."""
        return self._entries[key].status

    def changes(self) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed in more than their figures since the last call of `changes` or `figures`."""
        return self._news(lambda status: replace(status, **_NO_FIGURES))

    def figures(self) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed, if only in their figures, since the last call of `changes` or `figures`."""
        return self._news(lambda status: status)

    def not_connected(self) -> tuple[str, ...]:
        """Returns the titles of the agents that have not reached the server."""
        return self._titles(lambda entry: entry.status.state not in PRESENT)

    def not_ready(self) -> tuple[str, ...]:
        """Returns the titles of the agents that have not said that they are ready."""
        return self._titles(lambda entry: entry.status.state not in PREPARED)

    def is_busy(self, titles: Sequence[str]) -> bool:
        """Returns whether one of the agents with these titles uses the processor."""
        entries = self._entries.values()
        return any(entry.status.cpu_share >= BUSY_SHARE for entry in entries if str(entry.agent) in titles)

    def silent(self, frames: int) -> tuple[str, ...]:
        """Returns the keys of the agents with cars that gave no sign of life for `frames` frames of the running match.

        The frames must have taken at least as long as in realtime, so that a pause in a fast match is not a hang. For
        an agent that has lost its connection, which gets no frames, only this time counts.
        """
        frames = self._hang_frames(frames)
        now_s, min_s = self._clock(), frames / FRAMES_PER_S
        return tuple(
            key
            for key, entry in self._entries.items()
            if self._is_expected(entry)
            and (entry.is_lost or entry.frame(self._frame) - entry.answered_frame >= frames)
            and now_s - entry.answered_s >= min_s
        )

    def delayed(self, within_s: float) -> tuple[str, ...]:
        """Returns the keys of the agents that were restarted at least `within_s` ago and are not ready yet."""
        since_s = self._clock() - within_s
        return tuple(
            key
            for key, entry in self._entries.items()
            if entry.status.restarts or (self.is_playing and entry.status.starts > 1)
            if entry.status.state in ON_THE_WAY and entry.started_s <= since_s
            if entry.status.debug_port is None
        )

    def take_expired(self) -> tuple[str, ...]:
        """Returns the keys of the agents that have used up their time for answers since the last call."""
        keys, self._expired = tuple(self._expired), []
        return keys

    # Facts about processes

    def left_to_user(self, key: str, instructions: Message) -> None:
        """Records that the user has to start this agent."""
        self._entries[key].unseen = None
        self._apply(key, AgentEvent.LEFT_TO_USER, instructions)

    def postponed(self, key: str) -> None:
        """Records that the agent starts as soon as the game listens."""
        self._apply(key, AgentEvent.POSTPONED)

    def launched(self, agent: Agent, *, is_restart: bool = False) -> None:
        """Records that a process of the agent is being started, with the settings in `agent`.

        `is_restart` means that it is restarted because it ended unexpectedly; its last error remains known then. Any
        other start is of a source that may have changed, to which former errors do not belong.
        """
        entry = self._entries[agent.key]
        entry.agent = agent
        entry.former_session = entry.row.session if entry.row is not None else None
        entry.unseen = 1
        if not is_restart:
            entry.status = replace(entry.status, traceback=None, errors=0, last_error="")
            self._apply(agent.key, AgentEvent.LAUNCHED)

    def launched_next(self, key: str) -> None:
        """Records that a process of the agent's next version is being started beside the present one."""
        entry = self._entries[key]
        entry.unseen = (entry.unseen or 0) + 1

    def started(self, key: str, pid: int) -> None:
        """Records that the agent's process runs."""
        entry = self._entries[key]
        restarts = entry.status.restarts + (entry.status.state is AgentState.RESTARTING)
        entry.output = AgentOutput()
        entry.started_s = self._clock()
        entry.reached, entry.usage = AgentState.STARTING, None
        starts = entry.status.starts + 1
        self._begin(key, pid=pid, starts=starts, restarts=restarts, exit_code=None, ending=None)

    def not_started(self, key: str, reason: Message) -> None:
        """Records that the agent's process could not be started."""
        self._fail(key, AgentEvent.NOT_STARTED, AgentEnding.NOT_STARTED, reason, pid=None)

    def printed(self, key: str, lines: Iterable[str]) -> None:
        """Records lines that the agent's process printed."""
        entry = self._entries[key]
        before = entry.output.errors
        entry.output.add(lines)
        errors = entry.output.errors - before
        entry.status = replace(
            entry.status,
            traceback=entry.output.traceback or entry.status.traceback,
            errors=entry.status.errors + errors,
            last_error=explanation(entry.output, entry.agent) if errors else entry.status.last_error,
        )
        self._note_activity(entry)

    def used(self, key: str, usage: ChildUsage) -> None:
        """Records the newest figures of the agent's process; the peak covers all its processes so far."""
        entry = self._entries[key]
        entry.usage = usage
        entry.status = replace(
            entry.status,
            cpu_share=usage.cpu_share,
            mean_cpu_share=usage.mean_cpu_share,
            rss_bytes=usage.rss_bytes,
            peak_rss_bytes=max(entry.status.peak_rss_bytes, usage.peak_rss_bytes),
            threads=usage.threads,
            handles=usage.handles,
        )
        if usage.cpu_share > 0.0:
            self._note_activity(entry)

    def ended(self, key: str, code: int | None, how: Message) -> None:
        """Records that the agent's process is gone.

        Args:
            key: key of the agent.
            code: the exit code; None when a signal ended it.
            how: its end in words, without a full stop.
        """
        entry = self._entries[key]
        state, kept = entry.status.state, entry.status.reason
        is_wanted = self._phase is _Phase.STOPPING or state in (AgentState.STOPPING, AgentState.STOPPED)
        event = AgentEvent.EXITED if code == 0 else AgentEvent.CRASHED
        if state is AgentState.HUNG:
            reason = sentences(kept, hung_place(entry.output, entry.agent))
            self._apply(key, event, pid=None, exit_code=code)
            entry.status = replace(entry.status, reason=reason)
            entry.fault = entry.status
        elif is_wanted:
            ending = entry.status.ending or AgentEnding.STOPPED
            self._apply(key, AgentEvent.STOPPED, kept, pid=None, exit_code=code, ending=ending)
        else:
            ending, reason = verdict(entry.agent, entry.output, entry.reached, code, how)
            self._fail(key, event, ending, reason, pid=None, exit_code=code)

    def taken_over(
        self, agent: Agent, pid: int | None, output: AgentOutput, *, is_ready: bool, is_back: bool = False
    ) -> None:
        """Records that another process plays for the agent; `output` follows its output.

        `pid` is None if the start of the process has not been reported yet; a call of `started` follows then. `is_back`
        means that the process has played before.
        """
        entry = self._entries[agent.key]
        entry.agent, entry.output = agent, output
        values: dict[str, Any] = {
            "pid": pid,
            "starts": entry.status.starts + (pid is not None and not is_back),
            "exit_code": None,
            "ending": None,
            "traceback": output.traceback,
            "errors": output.errors,
            "last_error": explanation(output, agent) if output.errors else "",
        }
        if is_ready and entry.status.state in PRESENT:
            self._apply(agent.key, AgentEvent.TAKEN_OVER, **values)
        else:
            entry.started_s = self._clock()
            entry.reached = AgentState.STARTING
            self._begin(agent.key, **values)
        self._note_life(entry)

    # Decisions

    def overdue(self, titles: Collection[str], reason: Message) -> tuple[Message, ...]:
        """Records that the agents with these titles did not come in time; returns their last lines of output."""
        awaited = [entry for entry in self._entries.values() if str(entry.agent) in titles]
        for entry in awaited:
            text = sentences(reason, last_output(entry.output, entry.agent))
            self._apply(entry.agent.key, AgentEvent.OVERDUE, text)
        words = last_output_of if len(awaited) > 1 else last_output
        return tuple(filter(None, (words(entry.output, entry.agent) for entry in awaited)))

    def hung(self, key: str, frames: int) -> None:
        """Records that the agent gave no sign of life for `frames` frames, so that its process is killed."""
        entry = self._entries[key]
        text = hang_reason(self._hang_frames(frames), is_lost=entry.is_lost, is_reported=self._is_reported)
        reason = sentences(text, last_output(entry.output, entry.agent))
        self._fail(key, AgentEvent.HUNG, AgentEnding.HANG, reason)

    def came_late(self, key: str, within_s: float) -> None:
        """Records that the restarted agent was not ready in time, so that its process is killed."""
        entry = self._entries[key]
        text = message(
            "restart-too-slow",
            "Was not ready within {seconds:g} s of its restart, so it was killed.",
            seconds=within_s,
        )
        reason = sentences(text, last_output(entry.output, entry.agent))
        self._fail(key, AgentEvent.HUNG, AgentEnding.HANG, reason)

    def recalled(self, key: str) -> None:
        """Records that the agent's process is being ended so that it can start again on request."""
        self._apply(key, AgentEvent.RECALLED)

    def restarts(self, key: str, decision: Message) -> None:
        """Records that the agent, which has ended, will be restarted; `decision` says when."""
        self._undecided.discard(key)
        self._apply(key, AgentEvent.RESTARTING, sentences(self._entries[key].status.reason, decision))

    def stays_out(self, key: str, reason: Message | None = None) -> None:
        """Records that the agent, which has ended, will not be restarted; `reason` says why."""
        self._undecided.discard(key)
        entry = self._entries[key]
        if reason is not None:
            entry.status = replace(entry.status, reason=sentences(entry.status.reason, reason))

    def leaves(self, key: str) -> None:
        """Records that the agent is asked to end while the match goes on."""
        status = self._entries[key].status
        if status.pid is not None:
            self._apply(key, AgentEvent.STOPPING)
        elif status.state.is_fault:
            self._undecided.discard(key)
        else:
            self._apply(key, AgentEvent.WITHDRAWN)

    def served(self, figures: Mapping[str, ServiceFigures]) -> None:
        """Records the newest figures of the services by agent; no service plays the other agents."""
        for key, entry in self._entries.items():
            if entry.status.service != figures.get(key):
                entry.status = replace(entry.status, service=figures.get(key))

    def versions(self, key: str, **values: Any) -> None:
        """Sets values of the agent's status, such as the state of its swap."""
        entry = self._entries[key]
        entry.status = replace(entry.status, **values)

    def may_draw(self, keys: Iterable[str], *, is_allowed: bool) -> None:
        """Records whether these agents may draw."""
        for key in keys:
            self.versions(key, can_draw=is_allowed)

    # Facts about the match

    def reported(self, report: GameReport) -> None:
        """Records a report of the server."""
        unclaimed = list(report.agents)
        self._is_reported = True
        frames, self._frame = report.frame - self._frame, report.frame
        for key, entry in self._entries.items():
            row = next((row for row in unclaimed if is_about(row, entry.agent)), None)
            if row is not None:
                if not entry.agent.cars:
                    unclaimed.remove(row)
                self._correct(key, row)
                self._note_idleness(entry, row, frames)
                self._take_row(key, row)
                self._rate(entry, report)
        self._assumed.clear()

    def seen(self, frame: int, cars: Collection[int]) -> None:
        """Records the cars whose input changed in a frame, for a server that sends no reports."""
        self._frame = frame
        for entry in self._entries.values():
            if not frozenset(cars).isdisjoint(entry.agent.cars):
                self._note_activity(entry)

    def kickoff(self) -> None:
        """Records the first frame of the match: agents that are ready play."""
        self._phase = _Phase.PLAYING
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.READY:
                self._apply(key, AgentEvent.PLAYS)

    def kickoff_for_all(self, *, is_certain: bool = True) -> None:
        """Records the first frame of a match that waits for no agent any more: all agents that have not ended play.

        If `is_certain` is false, the first report shows which agents are missing.
        """
        self._phase = _Phase.PLAYING
        for key, entry in self._entries.items():
            state = entry.status.state
            if state in (AgentState.IDLE, AgentState.MANUAL, *ON_THE_WAY, *PREPARED):
                if not is_certain:
                    self._assumed[key] = entry.status.reason
                self._apply(key, AgentEvent.PLAYS)

    def play_ended(self) -> None:
        """Records that no agent is restarted any more: agents that waited for a restart have ended for good."""
        self._undecided.clear()
        self._phase = max(self._phase, _Phase.OVER, key=[*_Phase].index)
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.RESTARTING and entry.fault is not None:
                self._apply(key, _FAULT_EVENTS[entry.fault.state], entry.fault.reason)

    def stopping(self) -> None:
        """Records that every agent is asked to end."""
        self.play_ended()
        remarks = {status.key: status.reason for status in self.remarked}
        self._phase = _Phase.STOPPING
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.STOPPING or entry.status.state.is_over:
                continue
            event = AgentEvent.MATCH_ENDED if entry.status.pid is None else AgentEvent.STOPPING
            self._apply(key, event, remarks.get(key))

    def all_gone(self) -> None:
        """Records that no process of the match runs any more."""
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.STOPPING:
                reason = entry.status.reason
                self._apply(key, AgentEvent.STOPPED, reason, pid=None, ending=AgentEnding.STOPPED)

    # Details

    def _apply(self, key: str, event: AgentEvent, reason: Message | None = None, **values: Any) -> None:
        """Changes the state of an agent; no other method does.

        An event without meaning in the present state changes neither state nor reason, only the other values.
        """
        entry = self._entries[key]
        before = entry.status
        state = next_state(before.state, event)
        if state is None:
            state, reason = before.state, before.reason
        elif state is before.state and reason is None and not values:
            return
        if state is AgentState.PLAYING and before.state is not AgentState.PLAYING:
            self._note_life(entry)
        if state in _FURTHEST and _FURTHEST.index(state) > _FURTHEST.index(entry.reached):
            entry.reached = state
        was_gone = before.state.is_fault and before.pid is None
        entry.status = replace(before, state=state, reason=reason, **values)
        if entry.status.pid is None:
            entry.status = replace(entry.status, cpu_share=0.0, rss_bytes=0, threads=0, handles=0)
        if not state.is_fault or entry.status.pid is not None:
            self._undecided.discard(key)
        elif not was_gone and not entry.agent.is_manual and self._phase in (_Phase.WAITING, _Phase.PLAYING):
            self._undecided.add(key)

    def _begin(self, key: str, **values: Any) -> None:
        """Records the start of a process; if the server sends no reports, an agent started during the match plays."""
        self._apply(key, AgentEvent.STARTED, **values)
        if self._phase is _Phase.STOPPING:
            self._apply(key, AgentEvent.STOPPING)
        elif self.is_playing and not self._is_reported:
            self._apply(key, AgentEvent.PLAYS)

    def _fail(self, key: str, event: AgentEvent, ending: AgentEnding, reason: Message, **values: Any) -> None:
        """Records a fault: the agent ended unexpectedly or has to be killed."""
        self._apply(key, event, reason, ending=ending, **values)
        entry = self._entries[key]
        entry.fault, entry.fault_s = entry.status, self._clock()

    def _correct(self, key: str, row: AgentReport) -> None:
        """Withdraws the assumption that an agent plays if the server reports that it is not connected."""
        entry = self._entries[key]
        if key in self._assumed and entry.status.state is AgentState.PLAYING and not row.is_connected:
            event = AgentEvent.LEFT_TO_USER if entry.agent.is_manual else AgentEvent.STARTED
            self._apply(key, event, self._assumed[key])
            entry.reached = AgentState.STARTING

    def _note_idleness(self, entry: _Entry, row: AgentReport, frames: int) -> None:
        if row.answers <= entry.status.answers:
            awaited = row.awaited - (entry.row.awaited if entry.row is not None else 0)
            entry.idle_frames += min(awaited, frames) if row.is_ready else frames

    def _take_row(self, key: str, row: AgentReport) -> None:
        entry = self._entries[key]
        is_expired = row.expired > (entry.row.expired if entry.row is not None else 0)
        _follow_session(entry, row)
        entry.row = row
        if row.answers > entry.status.answers:
            self._note_life(entry)
        entry.status = replace(
            entry.status,
            packets=row.packets,
            answers=row.answers,
            late=row.late,
            response_ms=row.answer_ms.times if row.answer_ms is not None and row.answers else None,
            is_drawing_refused=row.is_drawing_refused,
        )
        if is_expired and self._phase is _Phase.PLAYING:
            event = AgentEvent.LOST if entry.agent.is_manual else AgentEvent.HUNG
            self._fail(key, event, AgentEnding.TOO_SLOW, TIME_USED_UP)
            self._expired.append(key)
            return
        state = entry.status.state
        is_former = row.session is not None and row.session == entry.former_session
        if self._phase is _Phase.STOPPING or is_former or (state is AgentState.FAILED and not entry.is_lost):
            return
        if row.is_connected:
            event = AgentEvent.PLAYS if self.is_playing else AgentEvent.READY
            self._apply(key, event if row.is_ready else AgentEvent.CONNECTED)
        elif state in PRESENT:
            why = literal(row.note) if row.note else last_output(entry.output, entry.agent)
            text = message("connection-ended", "Its connection to the server ended.")
            self._apply(key, AgentEvent.LOST, sentences(text, why))
            self._note_life(entry)
            entry.fault_s = entry.answered_s

    def _rate(self, entry: _Entry, report: GameReport) -> None:
        """Measures how often the agent answers, as long as it plays and the match does not wait for a learner."""
        if entry.status.state is AgentState.PLAYING and not report.is_held:
            entry.rate.add(report.frame, entry.status.answers, report.speed)
        else:
            entry.rate.clear()
        entry.status = replace(entry.status, answers_per_s=entry.rate.per_s)

    def _note_activity(self, entry: _Entry) -> None:
        """Counts activity that is visible from outside as a sign of life, unless the server reports answers."""
        if not self._is_reported:
            self._note_life(entry)

    def _note_life(self, entry: _Entry) -> None:
        entry.answered_frame = entry.frame(self._frame)
        entry.answered_s = self._clock()

    def _hang_frames(self, frames: int) -> int:
        """Returns the number of frames without a sign of life after which an agent of this match hangs."""
        return frames if self._is_reported else UNREPORTED_HANG_FACTOR * frames

    def _is_expected(self, entry: _Entry) -> bool:
        """Returns whether the running match waits for answers of this agent's process."""
        is_visible = self.is_playing and (self._is_reported or entry.usage is not None)
        is_debugged = entry.status.debug_port is not None
        if not is_visible or not entry.agent.cars or entry.status.pid is None or is_debugged:
            return False
        return entry.status.state is AgentState.PLAYING or entry.is_lost

    def _remark(self, entry: _Entry) -> Message | None:
        status = entry.status
        restarted = None
        if status.restarts and entry.fault is not None and entry.fault.reason is not None and not status.state.is_fault:
            restarted = restart_remark(status.restarts, entry.fault.reason)
        silence = self._silence(entry)
        return sentences(restarted, silence) if restarted or silence else None

    def _silence(self, entry: _Entry) -> Message | None:
        """Returns a remark on an agent that plays but hardly answers; None for others."""
        status, frames = entry.status, entry.frame(0)
        if status.state is not AgentState.PLAYING or not entry.agent.cars or frames < MIN_FRAMES:
            return None
        silence_s = (entry.frame(self._frame) - entry.answered_frame) / FRAMES_PER_S
        if not status.answers:
            text = message("never-answered", "Never answered.")
        elif 2 * status.answers < frames and not self._is_hurried and not status.restarts:
            text = message(
                "answered-few",
                "Answered only {answers} of {frames} frames.",
                answers=status.answers,
                frames=frames,
            )
        elif silence_s >= SILENCE_S:
            text = message(
                "stopped-answering",
                "Answered nothing in the last {seconds:.0f} s.",
                seconds=silence_s,
            )
        else:
            return None
        return sentences(text, last_output(entry.output, entry.agent))

    def _titles(self, is_meant: Callable[[_Entry], bool]) -> tuple[str, ...]:
        return tuple(str(entry.agent) for entry in self._entries.values() if is_meant(entry))

    def _news(self, seen: Callable[[AgentStatus], AgentStatus]) -> tuple[AgentStatus, ...]:
        """Returns the agents that changed; a fault is held back until it is explained and a restart is decided on."""
        now_s = self._clock()
        news = [
            entry
            for key, entry in self._entries.items()
            if seen(entry.status) != seen(entry.emitted)
            and (self._phase is _Phase.STOPPING or (key not in self._undecided and not self._is_passing(entry, now_s)))
        ]
        for entry in news:
            entry.emitted = entry.status
        return tuple(entry.status for entry in news)

    def _is_returning(self, key: str, entry: _Entry) -> bool:
        state = entry.status.state
        if not state.is_over or key in self._undecided or entry.is_being_killed:
            return state is not AgentState.STOPPING
        return entry.is_lost and self._clock() - entry.fault_s < RETURN_S

    def _is_out(self, entry: _Entry) -> bool:
        """Returns whether the agent has ended and is not expected to reconnect, start again or be swapped on a save."""
        if not entry.status.state.is_over or entry.is_being_killed or entry.status.swap_mode is SwapMode.AUTO:
            return False
        return not entry.is_lost or self._clock() - entry.fault_s >= RETURN_S

    def _is_passing(self, entry: _Entry, now_s: float) -> bool:
        """Returns whether a fault is so recent that the end of the agent's process is likely to follow."""
        return (entry.is_lost or entry.is_being_killed) and now_s - entry.fault_s < EXPLANATION_S


def is_about(row: AgentReport, agent: Agent) -> bool:
    """Returns whether a row of the server's report is about this agent."""
    if agent.cars:
        return row.team == agent.team and not set(row.cars).isdisjoint(agent.cars)
    return row.team == SCRIPTS and row.agent_id == agent.agent_id


def _new_entry(agent: Agent) -> _Entry:
    status = AgentStatus(
        key=agent.key,
        name=agent.name,
        agent_id=agent.agent_id,
        team=agent.team,
        cars=agent.cars,
        state=AgentState.IDLE,
    )
    return _Entry(agent=agent, status=status, emitted=replace(status, starts=-1))


def _follow_session(entry: _Entry, row: AgentReport) -> None:
    """Notes that another session drives the agent: one of a process of ours, or one that replaced it uninvited."""
    before = entry.row
    if entry.unseen is None or row.session is None or (before is not None and row.session == before.session):
        return
    if entry.unseen:
        entry.unseen -= 1
    elif before is not None and row.swaps > before.swaps:
        entry.takeovers += 1
