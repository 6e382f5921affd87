"""Where each agent of a match stands, from what its process and the server tell."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from runtime.match.last_words import LastWords
from runtime.match.report import AgentReport, GameReport
from runtime.match.roster import Agent
from runtime.states import AgentState
from runtime.values import SCRIPTS, AgentStatus

FEWEST_FRAMES: Final = 60
"""Of an agent that got fewer, nothing is said about how many it answered."""
SILENCE_S: Final = 5.0
"""Who answers nothing for so long at the end of a match is said to have stopped."""
_FRAMES_PER_S: Final = 120
LOST: Final = "The server ended its connection."
_PRESENT: Final = (AgentState.CONNECTED, AgentState.READY, AgentState.PLAYING)


@dataclass(slots=True, kw_only=True)
class _Entry:
    agent: Agent
    status: AgentStatus
    told: AgentStatus
    words: LastWords = field(default_factory=LastWords)
    has_played: bool = False
    answered_at: int = 0
    """Number of the frame by which the newest answer is known to have come."""


class Lineup:
    """The agents' states and figures; knows no process and no socket; owned by the match's thread.

    Facts arrive through the methods named after them; `changes` and `figures` hand out what is new. A fault is final
    unless it was a lost connection: an agent that comes back plays on. In a match that `is_hurried`, played by a clock
    that may be too fast for bots, nobody is blamed for a few answers.
    """

    def __init__(self, agents: Iterable[Agent], *, is_hurried: bool = False) -> None:
        self._entries = {agent.key: _entry(agent) for agent in agents}
        self._is_hurried = is_hurried
        self._is_playing = False
        self._is_stopping = False
        self._is_unreported = False
        self._frame = 0

    @property
    def statuses(self) -> tuple[AgentStatus, ...]:
        """All agents, in the roster's order."""
        return tuple(entry.status for entry in self._entries.values())

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The roster."""
        return tuple(entry.agent for entry in self._entries.values())

    @property
    def faults(self) -> tuple[AgentStatus, ...]:
        """The agents that ended although nobody asked them to."""
        return tuple(status for status in self.statuses if status.state.is_fault)

    @property
    def idlers(self) -> tuple[AgentStatus, ...]:
        """The agents that took part and hardly answered, or not any more; their reason says it in sentences."""
        remarked = [(entry.status, self._remark(entry)) for entry in self._entries.values()]
        return tuple(replace(status, reason=remark) for status, remark in remarked if remark)

    @property
    def is_deserted(self) -> bool:
        """Whether there were agents with cars and none of them takes part any more."""
        drivers = [status for status in self.statuses if status.team != SCRIPTS]
        return bool(drivers) and all(status.state.is_over for status in drivers)

    def changes(self) -> tuple[AgentStatus, ...]:
        """The agents whose state, reason, process or starts changed since the last call of this or of `figures`."""
        return self._news(_outline)

    def figures(self) -> tuple[AgentStatus, ...]:
        """The agents of which anything changed, the counters included, since the last call of this or of `changes`."""
        return self._news(lambda status: status)

    def not_connected(self) -> tuple[str, ...]:
        """Names of the agents that have not reached the server."""
        return self._named(lambda state: state not in _PRESENT)

    def not_ready(self) -> tuple[str, ...]:
        """Names of the agents that have not said that they are ready."""
        return self._named(lambda state: state not in (AgentState.READY, AgentState.PLAYING))

    def overdue(self, names: Iterable[str], text: str) -> tuple[str, ...]:
        """The agents of these names were awaited in vain; `text` says it without a full stop.

        Returns what they said last, each in a sentence.
        """
        awaited = set(names)
        for key, entry in self._entries.items():
            if str(entry.agent) in awaited:
                self._change(key, AgentState.FAILED, " ".join([f"{text}.", *_last_words("Its", entry)]))
        said = [entry for entry in self._entries.values() if str(entry.agent) in awaited and entry.words.text]
        whose = "Its" if len(awaited) == 1 else ""
        return tuple(words for entry in said for words in _last_words(whose or f"{entry.agent.name}'s", entry))

    def left_to_user(self, key: str, how: str) -> None:
        """The user starts this agent; `how` says how."""
        self._change(key, AgentState.MANUAL, how)

    def started(self, key: str, pid: int) -> None:
        """The agent's process runs."""
        entry = self._entries[key]
        entry.words = LastWords()
        self._change(key, self._state_at_start(), pid=pid, starts=entry.status.starts + 1, exit_code=None)

    def not_started(self, key: str, text: str) -> None:
        """The agent's process could not be started; `text` is a sentence."""
        self._change(key, AgentState.FAILED, text)

    def said(self, key: str, lines: Iterable[str]) -> None:
        """The agent's process printed these lines."""
        self._entries[key].words.add(lines)

    def ended(self, key: str, code: int | None, how: str) -> None:
        """The agent's process is gone; `code` is None where a signal ended it, `how` says it without a full stop."""
        entry = self._entries[key]
        if self._is_stopping or entry.status.state is AgentState.STOPPING:
            kept = entry.status.state if entry.status.state.is_fault else AgentState.STOPPED
            self._change(key, kept, entry.status.reason, pid=None, exit_code=code)
            return
        state = AgentState.EXITED if code == 0 else AgentState.CRASHED
        when = "while playing" if entry.has_played else "before it was ready"
        words = f": {entry.words.text}" if entry.words.text else ""
        self._change(key, state, f"Ended {when} ({how}){words}", pid=None, exit_code=code)

    def reported(self, report: GameReport) -> None:
        """The server told what it knows of the agents."""
        unclaimed = list(report.agents)
        self._frame = report.frame
        for key, entry in self._entries.items():
            row = next((row for row in unclaimed if _is_about(row, entry.agent)), None)
            if row is not None:
                if not entry.agent.cars:
                    unclaimed.remove(row)
                self._row(key, row, report.notes)

    def match_runs(self) -> None:
        """The first frame of the match has come: who is ready plays."""
        self._is_playing = True
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.READY:
                self._change(key, AgentState.PLAYING)

    def everybody_plays(self) -> None:
        """The match runs behind a server that tells nothing of its agents: who is not over plays."""
        self._is_playing = self._is_unreported = True
        for key, entry in self._entries.items():
            if not entry.status.state.is_over:
                self._change(key, AgentState.PLAYING)

    def stopping(self) -> None:
        """From now on every agent is meant to end."""
        remarks = {status.key: status.reason for status in self.idlers}
        self._is_stopping = True
        for key, entry in self._entries.items():
            state, remark = entry.status.state, remarks.get(key, "")
            if state is AgentState.STOPPING:
                continue
            if entry.status.pid is not None and not state.is_over:
                self._change(key, AgentState.STOPPING, remark)
            elif state is AgentState.MANUAL:
                self._change(key, AgentState.IDLE)
            elif state in _PRESENT:
                self._change(key, AgentState.STOPPED, remark)

    def everybody_gone(self) -> None:
        """Nothing of the match runs any more."""
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.STOPPING:
                self._change(key, AgentState.STOPPED, entry.status.reason, pid=None)

    def _row(self, key: str, row: AgentReport, notes: Iterable[str]) -> None:
        entry = self._entries[key]
        if row.answers > entry.status.answers:
            entry.answered_at = self._frame
        entry.status = replace(entry.status, packets=row.packets, answers=row.answers, late=row.late)
        was = entry.status.state
        if self._is_stopping or (was.is_over and not (was is AgentState.FAILED and entry.status.pid is not None)):
            return
        now = self._state_of(row)
        if now is not None:
            self._change(key, now)
        elif was in _PRESENT:
            about = [note for note in notes if f"'{entry.agent.name}'" in note]
            self._change(key, AgentState.FAILED, " ".join([LOST, *about[-1:]]))

    def _remark(self, entry: _Entry) -> str:
        """What is to be said of an agent that plays but does not answer; empty where all is well."""
        status, frames = entry.status, entry.status.packets
        if status.state is not AgentState.PLAYING or not entry.agent.cars or frames < FEWEST_FRAMES:
            return ""
        silence_s = (self._frame - entry.answered_at) / _FRAMES_PER_S
        if not status.answers:
            text = "Never answered."
        elif 2 * status.answers < frames and not self._is_hurried:
            text = f"Answered only {status.answers} of {frames} frames."
        elif silence_s >= SILENCE_S:
            text = f"Answered nothing in the last {silence_s:.0f} s."
        else:
            return ""
        return " ".join([text, *_last_words("Its", entry)])

    def _state_at_start(self) -> AgentState:
        if self._is_stopping:
            return AgentState.STOPPING
        return AgentState.PLAYING if self._is_unreported else AgentState.STARTING

    def _state_of(self, row: AgentReport) -> AgentState | None:
        if not row.is_connected:
            return None
        if not row.is_ready:
            return AgentState.CONNECTED
        return AgentState.PLAYING if self._is_playing else AgentState.READY

    def _named(self, is_missing: Callable[[AgentState], bool]) -> tuple[str, ...]:
        return tuple(str(entry.agent) for entry in self._entries.values() if is_missing(entry.status.state))

    def _change(self, key: str, state: AgentState, reason: str = "", **values: int | None) -> None:
        entry = self._entries[key]
        entry.has_played = entry.has_played or state is AgentState.PLAYING
        entry.status = replace(entry.status, state=state, reason=reason, **values)  # type: ignore[arg-type] # counters

    def _news(self, seen: Callable[[AgentStatus], AgentStatus]) -> tuple[AgentStatus, ...]:
        news = [entry for entry in self._entries.values() if seen(entry.status) != seen(entry.told)]
        for entry in news:
            entry.told = entry.status
        return tuple(entry.status for entry in news)


def _entry(agent: Agent) -> _Entry:
    status = AgentStatus(
        key=agent.key,
        name=agent.name,
        agent_id=agent.agent_id,
        team=agent.team,
        cars=agent.cars,
        state=AgentState.IDLE,
    )
    return _Entry(agent=agent, status=status, told=replace(status, starts=-1))


def _last_words(whose: str, entry: _Entry) -> tuple[str, ...]:
    text = entry.words.text.rstrip(".")
    return (f"{whose} last words: {text}.",) if text else ()


def _outline(status: AgentStatus) -> AgentStatus:
    return replace(status, packets=0, answers=0, late=0)


def _is_about(row: AgentReport, agent: Agent) -> bool:
    if agent.cars:
        return row.team == agent.team and not set(row.cars).isdisjoint(agent.cars)
    return row.team == SCRIPTS and row.agent_id == agent.agent_id
