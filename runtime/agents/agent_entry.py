"""The state and the figures of one agent of a match, from the reports of its processes and of the server."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, Self

from runtime.agents.output import AgentOutput
from runtime.agents.reasons import (
    TIME_USED_UP,
    explanation,
    hang_reason,
    hung_place,
    last_output,
    restart_remark,
    verdict,
)
from runtime.agents.roster import Agent
from runtime.agents.state import ON_THE_WAY, PRESENT, TRANSITIONS, AgentEvent
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.messages import Message, literal, message, sentences
from runtime.model.states import AgentEnding, AgentState, SwapMode
from runtime.model.values import AgentStatus
from runtime.processes import ChildUsage
from runtime.protocol.report import AgentReport, GameReport
from runtime.telemetry import AnswerRate

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
FAULT_EVENTS: Final = {
    AgentState.EXITED: AgentEvent.EXITED,
    AgentState.CRASHED: AgentEvent.CRASHED,
    AgentState.HUNG: AgentEvent.HUNG,
    AgentState.FAILED: AgentEvent.NOT_STARTED,
}
_FURTHEST: Final = (AgentState.STARTING, AgentState.CONNECTED, AgentState.READY, AgentState.PLAYING)


class Play(Enum):
    """The course of the match, as far as it matters to agents."""

    WAITING = "agents are awaited"
    RUNNING = "the match runs"
    OVER = "play is over: no agent is restarted any more"
    STOPPING = "every agent is asked to end"


@dataclass(slots=True, kw_only=True)
class MatchFacts:
    """The facts about a match that its agents share."""

    clock: Callable[[], float]
    is_fast_paced: bool
    play: Play = Play.WAITING
    is_reported: bool = False
    frame: int = 0

    @property
    def is_playing(self) -> bool:
        """True if the match has begun."""
        return self.play is not Play.WAITING

    def hang_frames(self, frames: int) -> int:
        """Returns the number of frames without a sign of life after which an agent of this match hangs."""
        return frames if self.is_reported else UNREPORTED_HANG_FACTOR * frames


@dataclass(slots=True, kw_only=True)
class AgentEntry:
    """One agent of a match; owned by the match's thread. Each kind of fact has a method that records it."""

    match: MatchFacts
    agent: Agent
    """The agent with the settings of its last start."""
    status: AgentStatus
    emitted: AgentStatus
    """The status that was returned last as a change."""
    output: AgentOutput = field(default_factory=AgentOutput)
    """The output of the process that plays."""
    row: AgentReport | None = None
    """Its newest row in the server's reports."""
    takeovers: int = 0
    """Number of times that another process took the cars from a process of the launcher."""
    idle_frames: int = 0
    """Frames between reports without a new answer, if it needed one or was not there."""
    is_undecided: bool = False
    """True if it ended unexpectedly, has no process any more, and waits for a decision about a restart."""
    is_expired: bool = False
    """True if it has just used up its time for answers."""
    _rate: AnswerRate = field(default_factory=AnswerRate)
    _reached: AgentState = AgentState.STARTING
    """The furthest state that its present or last process reached, up to `PLAYING`."""
    _started_s: float = 0.0
    """Time at which its present or last process was started."""
    _former_session: int | None = None
    """Number of its session before the present process was launched."""
    _unseen: int | None = None
    """Number of its processes that have not taken the cars yet; None while the launcher starts none."""
    _answered_frame: int = 0
    """Frame of its newest known sign of life, or in which it began to take part, as `_frame` counts."""
    _answered_s: float = 0.0
    _has_usage: bool = False
    """True if figures of its present process are known."""
    fault: AgentStatus | None = None
    """Its status when its last process ended unexpectedly, before the decision about a restart."""
    _fault_s: float = 0.0
    before_assumption: AgentStatus | None = None
    """Its status before it was only assumed to play; None otherwise."""

    @classmethod
    def of(cls, agent: Agent, match: MatchFacts) -> Self:
        """Returns the entry of an agent that nothing has happened to yet."""
        status = AgentStatus(
            key=agent.key,
            name=agent.name,
            agent_id=agent.agent_id,
            team=agent.team,
            cars=agent.cars,
            state=AgentState.IDLE,
        )
        return cls(match=match, agent=agent, status=status, emitted=replace(status, starts=-1))

    # What is known

    @property
    def is_lost(self) -> bool:
        """True if its connection ended but its process may still run, so that it may come back."""
        return self.status.state is AgentState.FAILED and (self.status.pid is not None or self.agent.is_manual)

    @property
    def is_out(self) -> bool:
        """True if it has ended and is not expected to reconnect, start again or be swapped on a save."""
        if not self.status.state.is_over or self._is_being_killed or self.status.swap_mode is SwapMode.AUTO:
            return False
        return not self.is_lost or self.match.clock() - self._fault_s >= RETURN_S

    @property
    def is_returning(self) -> bool:
        """True if it takes part, or has left but is expected back without a command of the user."""
        state = self.status.state
        if not state.is_over or self.is_undecided or self._is_being_killed:
            return state is not AgentState.STOPPING
        return self.is_lost and self.match.clock() - self._fault_s < RETURN_S

    @property
    def is_settled(self) -> bool:
        """True unless it has a fault that is not explained yet, or waits for a decision about a restart."""
        is_passing = self.is_lost or self._is_being_killed
        is_explained = not is_passing or self.match.clock() - self._fault_s >= EXPLANATION_S
        return self.match.play is Play.STOPPING or (is_explained and not self.is_undecided)

    @property
    def remark(self) -> Message | None:
        """A remark on an agent that took part but was restarted or hardly answered; None for others."""
        status, fault = self.status, self.fault
        restarted = None
        if status.restarts and fault is not None and fault.reason is not None and not status.state.is_fault:
            restarted = restart_remark(status.restarts, fault.reason)
        silence = self._silence()
        return sentences(restarted, silence) if restarted or silence else None

    def is_silent(self, frames: int) -> bool:
        """Returns whether it has cars and gave no sign of life for `frames` frames of the running match.

        The frames must have taken at least as long as in realtime, so that a pause in a fast match is not a hang. If it
        has lost its connection and gets no frames, only this time counts.
        """
        frames = self.match.hang_frames(frames)
        is_late = self.is_lost or self._frame(self.match.frame) - self._answered_frame >= frames
        return self._is_expected and is_late and self.match.clock() - self._answered_s >= frames / TICKS_PER_S

    def is_delayed(self, within_s: float) -> bool:
        """Returns whether it was restarted at least `within_s` ago and is not ready yet."""
        status = self.status
        is_restart = status.restarts > 0 or (self.match.is_playing and status.starts > 1)
        is_waiting = status.state in ON_THE_WAY and status.debug_port is None
        return is_restart and is_waiting and self._started_s <= self.match.clock() - within_s

    def with_output(self, text: Message) -> Message:
        """Returns a sentence and its last output."""
        return sentences(text, last_output(self.output, self.agent))

    # Facts about processes

    def left_to_user(self, instructions: Message) -> None:
        """Records that the user has to start it."""
        self._unseen = None
        self.apply(AgentEvent.LEFT_TO_USER, instructions)

    def launched(self, agent: Agent, *, is_restart: bool = False) -> None:
        """Records that a process is being started, with the settings in `agent`.

        `is_restart` means that it is restarted because it ended unexpectedly; its last error remains known then. Any
        other start is of a source that may have changed, to which former errors do not belong.
        """
        self.agent = agent
        self._former_session = self.row.session if self.row is not None else None
        self._unseen = 1
        if not is_restart:
            self.update(traceback=None, errors=0, last_error="")
            self.apply(AgentEvent.LAUNCHED)

    def launched_next(self) -> None:
        """Records that a process of its next version is being started beside the present one."""
        self._unseen = (self._unseen or 0) + 1

    def started(self, pid: int) -> None:
        """Records that its process runs."""
        restarts = self.status.restarts + (self.status.state is AgentState.RESTARTING)
        self.output = AgentOutput()
        self._begin(pid=pid, starts=self.status.starts + 1, restarts=restarts, exit_code=None, ending=None)

    def not_started(self, reason: Message) -> None:
        """Records that its process could not be started."""
        self._fail(AgentEvent.NOT_STARTED, AgentEnding.NOT_STARTED, reason, pid=None)

    def printed(self, lines: Iterable[str]) -> None:
        """Records lines that its process printed."""
        before = self.output.errors
        self.output.add(lines)
        errors = self.output.errors - before
        self.update(
            traceback=self.output.traceback or self.status.traceback,
            errors=self.status.errors + errors,
            last_error=explanation(self.output, self.agent) if errors else self.status.last_error,
        )
        self.note_activity()

    def used(self, usage: ChildUsage) -> None:
        """Records the newest figures of its process; the peak covers all its processes so far."""
        self._has_usage = True
        self.update(
            cpu_share=usage.cpu_share,
            mean_cpu_share=usage.mean_cpu_share,
            rss_bytes=usage.rss_bytes,
            peak_rss_bytes=max(self.status.peak_rss_bytes, usage.peak_rss_bytes),
            threads=usage.threads,
            handles=usage.handles,
        )
        if usage.cpu_share > 0.0:
            self.note_activity()

    def ended(self, code: int | None, how: Message) -> None:
        """Records that its process is gone.

        Args:
            code: the exit code; None when a signal ended it.
            how: its end in words, without a full stop.
        """
        state, reason = self.status.state, self.status.reason
        event = AgentEvent.EXITED if code == 0 else AgentEvent.CRASHED
        if state is AgentState.HUNG:
            self.apply(event, pid=None, exit_code=code)
            self.update(reason=sentences(reason, hung_place(self.output, self.agent)))
            self.fault = self.status
        elif self.match.play is Play.STOPPING or state in (AgentState.STOPPING, AgentState.STOPPED):
            ending = self.status.ending or AgentEnding.STOPPED
            self.apply(AgentEvent.STOPPED, reason, pid=None, exit_code=code, ending=ending)
        else:
            ending, reason = verdict(self.agent, self.output, self._reached, code, how)
            self._fail(event, ending, reason, pid=None, exit_code=code)

    def taken_over(
        self, agent: Agent, pid: int | None, output: AgentOutput, *, is_ready: bool, is_back: bool = False
    ) -> None:
        """Records that another process plays; `output` follows its output.

        `pid` is None if the start of the process has not been reported yet; a call of `started` follows then. `is_back`
        means that the process has played before.
        """
        self.agent, self.output = agent, output
        values: dict[str, Any] = {
            "pid": pid,
            "starts": self.status.starts + (pid is not None and not is_back),
            "exit_code": None,
            "ending": None,
            "traceback": output.traceback,
            "errors": output.errors,
            "last_error": explanation(output, agent) if output.errors else "",
        }
        if is_ready and self.status.state in PRESENT:
            self.apply(AgentEvent.TAKEN_OVER, **values)
        else:
            self._begin(**values)
        self._note_life()

    # Decisions

    def hung(self, frames: int) -> None:
        """Records that it gave no sign of life for `frames` frames, so that its process is killed."""
        frames = self.match.hang_frames(frames)
        self.killed(hang_reason(frames, is_lost=self.is_lost, is_reported=self.match.is_reported))

    def killed(self, reason: Message) -> None:
        """Records that its process is killed, because it does not answer or does not become ready."""
        self._fail(AgentEvent.HUNG, AgentEnding.HANG, self.with_output(reason))

    def restarts(self, decision: Message) -> None:
        """Records that it has ended and will be restarted; `decision` says when."""
        self.apply(AgentEvent.RESTARTING, sentences(self.status.reason, decision))

    def stays_out(self, reason: Message | None = None) -> None:
        """Records that it has ended and will not be restarted; `reason` says why."""
        self.is_undecided = False
        if reason is not None:
            self.update(reason=sentences(self.status.reason, reason))

    def leaves(self) -> None:
        """Records that it is asked to end while the match goes on."""
        if self.status.pid is not None:
            self.apply(AgentEvent.STOPPING)
        elif self.status.state.is_fault:
            self.is_undecided = False
        else:
            self.apply(AgentEvent.WITHDRAWN)

    def apply(self, event: AgentEvent, reason: Message | None = None, **values: Any) -> None:
        """Changes its state; no other method does.

        An event without meaning in the present state changes neither state nor reason, only the other values.
        """
        before = self.status
        state = TRANSITIONS.get(before.state, event)
        if state is None:
            state, reason = before.state, before.reason
        elif state is before.state and reason is None and not values:
            return
        if state is AgentState.PLAYING and before.state is not AgentState.PLAYING:
            self._note_life()
        if state in _FURTHEST and _FURTHEST.index(state) > _FURTHEST.index(self._reached):
            self._reached = state
        was_gone = before.state.is_fault and before.pid is None
        self.update(state=state, reason=reason, **values)
        if self.status.pid is None:
            self.update(cpu_share=0.0, rss_bytes=0, threads=0, handles=0)
        if not state.is_fault or self.status.pid is not None:
            self.is_undecided = False
        elif not was_gone and not self.agent.is_manual and self.match.play in (Play.WAITING, Play.RUNNING):
            self.is_undecided = True

    def update(self, **values: Any) -> None:
        """Sets values of its status, such as the state of its swap."""
        self.status = replace(self.status, **values)

    # Facts about the match

    def reported(self, report: GameReport, row: AgentReport, frames: int) -> None:
        """Records its row of a report, which came `frames` frames after the previous one."""
        self._correct(row)
        self._note_idleness(row, frames)
        self._take_row(row)
        if self.status.state is AgentState.PLAYING and not report.is_held:
            self._rate.add(report.frame, self.status.answers, report.speed)
        else:
            self._rate.clear()  # the match waits for a learner, or it does not play
        self.update(answers_per_s=self._rate.per_s)

    def note_activity(self) -> None:
        """Records activity that is visible from outside: a sign of life, unless the server reports answers."""
        if not self.match.is_reported:
            self._note_life()

    # Details

    @property
    def _is_being_killed(self) -> bool:
        """True if its process is being killed because it stopped answering."""
        return self.status.state is AgentState.HUNG and self.status.pid is not None

    @property
    def _is_expected(self) -> bool:
        """True if the running match waits for answers of its process."""
        is_visible = self.match.is_playing and (self.match.is_reported or self._has_usage)
        is_debugged = self.status.debug_port is not None
        if not is_visible or not self.agent.cars or self.status.pid is None or is_debugged:
            return False
        return self.status.state is AgentState.PLAYING or self.is_lost

    def _frame(self, match_frame: int) -> int:
        """Returns how many frames it has had to answer; the number of the match's frame if no report tells it."""
        return match_frame if self.row is None else self.row.awaited

    def _begin(self, **values: Any) -> None:
        """Records the start of a process; if the server sends no reports, an agent started during the match plays."""
        self._started_s = self.match.clock()
        self._reached, self._has_usage = AgentState.STARTING, False
        self.apply(AgentEvent.STARTED, **values)
        if self.match.play is Play.STOPPING:
            self.apply(AgentEvent.STOPPING)
        elif self.match.is_playing and not self.match.is_reported:
            self.apply(AgentEvent.PLAYS)

    def _fail(self, event: AgentEvent, ending: AgentEnding, reason: Message, **values: Any) -> None:
        """Records a fault: it ended unexpectedly or has to be killed."""
        self.apply(event, reason, ending=ending, **values)
        self.fault, self._fault_s = self.status, self.match.clock()

    def _correct(self, row: AgentReport) -> None:
        """Withdraws the assumption that it plays if the server reports that it is not connected."""
        before = self.before_assumption
        if before is not None and self.status.state is AgentState.PLAYING and not row.is_connected:
            event = AgentEvent.LEFT_TO_USER if self.agent.is_manual else AgentEvent.STARTED
            self.apply(event, before.reason)
            self._reached = AgentState.STARTING

    def _note_idleness(self, row: AgentReport, frames: int) -> None:
        if row.answers <= self.status.answers:
            awaited = row.awaited - (self.row.awaited if self.row is not None else 0)
            self.idle_frames += min(awaited, frames) if row.is_ready else frames

    def _take_row(self, row: AgentReport) -> None:
        is_expired = row.expired > (self.row.expired if self.row is not None else 0)
        self._follow_session(row)
        self.row = row
        if row.answers > self.status.answers:
            self._note_life()
        self.update(
            packets=row.packets,
            answers=row.answers,
            late=row.late,
            response_ms=row.answer_ms,
            is_drawing_refused=row.is_drawing_refused,
        )
        if is_expired and self.match.play is Play.RUNNING:
            event = AgentEvent.LOST if self.agent.is_manual else AgentEvent.HUNG
            self._fail(event, AgentEnding.TOO_SLOW, TIME_USED_UP)
            self.is_expired = True
            return
        state = self.status.state
        is_former = row.session is not None and row.session == self._former_session
        if self.match.play is Play.STOPPING or is_former or (state is AgentState.FAILED and not self.is_lost):
            return
        if row.is_connected:
            event = AgentEvent.PLAYS if self.match.is_playing else AgentEvent.READY
            self.apply(event if row.is_ready else AgentEvent.CONNECTED)
        elif state in PRESENT:
            why = literal(row.note) if row.note else last_output(self.output, self.agent)
            text = message("connection-ended", "Its connection to the server ended.")
            self.apply(AgentEvent.LOST, sentences(text, why))
            self._note_life()
            self._fault_s = self._answered_s

    def _follow_session(self, row: AgentReport) -> None:
        """Notes that another session drives it: one of a process of ours, or one that replaced it uninvited."""
        before = self.row
        if self._unseen is None or row.session is None or (before is not None and row.session == before.session):
            return
        if self._unseen:
            self._unseen -= 1
        elif before is not None and row.swaps > before.swaps:
            self.takeovers += 1

    def _note_life(self) -> None:
        self._answered_frame = self._frame(self.match.frame)
        self._answered_s = self.match.clock()

    def _silence(self) -> Message | None:
        """Returns a remark if it plays but hardly answers; None otherwise."""
        status, frames = self.status, self._frame(0)
        if status.state is not AgentState.PLAYING or not self.agent.cars or frames < MIN_FRAMES:
            return None
        silence_s = (self._frame(self.match.frame) - self._answered_frame) / TICKS_PER_S
        if not status.answers:
            text = message("never-answered", "Never answered.")
        elif 2 * status.answers < frames and not self.match.is_fast_paced and not status.restarts:
            text = message(
                "answered-few", "Answered only {answers} of {frames} frames.", answers=status.answers, frames=frames
            )
        elif silence_s >= SILENCE_S:
            text = message("stopped-answering", "Answered nothing in the last {seconds:.0f} s.", seconds=silence_s)
        else:
            return None
        return self.with_output(text)
