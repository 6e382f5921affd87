"""Where each agent of a match stands, from what its process and the server tell."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from runtime.match.consumption import at_rest, with_usage
from runtime.match.entry import (
    FRAMES_PER_S,
    Entry,
    hang_text,
    is_about,
    last_words,
    new_entry,
    outline,
    restart_remark,
    silence_remark,
    verdict,
)
from runtime.match.last_words import LastWords
from runtime.match.report import AgentReport, GameReport
from runtime.match.roster import Agent
from runtime.processes.wire import ChildUsage
from runtime.states import AgentEnding, AgentState, SwapMode, SwapState
from runtime.values import SCRIPTS, AgentStatus

LOST: Final = "The server ended its connection."
_PRESENT: Final = (AgentState.CONNECTED, AgentState.READY, AgentState.PLAYING)


class Lineup:
    """The agents' states and figures; knows no process and no socket; owned by the match's thread.

    Facts arrive through the methods named after them; `changes` and `figures` hand out what is new. A fault is final
    unless it was a lost connection, after which an agent that comes back plays on, or the agent is restarted. In a
    match that `is_hurried`, played by a clock that may be too fast for bots, nobody is blamed for a few answers.
    `clock` counts seconds, from any start, and never backwards.
    """

    def __init__(
        self, agents: Iterable[Agent], *, is_hurried: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._entries = {agent.key: new_entry(agent) for agent in agents}
        self._is_hurried = is_hurried
        self._clock = clock
        self._is_playing = False
        self._is_stopping = False
        self._is_reported = False
        self._assumed: dict[str, AgentStatus] = {}
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
    def is_playing(self) -> bool:
        """Whether the match runs, as far as the agents were told."""
        return self._is_playing

    @property
    def faults(self) -> tuple[AgentStatus, ...]:
        """The agents that ended although nobody asked them to, without those that will be restarted."""
        return tuple(status for status in self.statuses if status.state.is_fault)

    @property
    def fallen(self) -> tuple[AgentStatus, ...]:
        """Those of `faults` that have no process any more and of which nothing has been decided yet.

        An agent that the user starts is not among them: the user may start it again.
        """
        return tuple(entry.status for entry in self._entries.values() if entry.is_fallen)

    @property
    def remarked(self) -> tuple[AgentStatus, ...]:
        """The agents that took part but were restarted or hardly answered; their reason says it in sentences."""
        remarked = [(entry.status, self._remark(entry)) for entry in self._entries.values()]
        return tuple(replace(status, reason=remark) for status, remark in remarked if remark)

    @property
    def is_deserted(self) -> bool:
        """Whether there were agents with cars and none of them takes part any more, nor will again."""
        drivers = [entry for entry in self._entries.values() if entry.status.team != SCRIPTS]
        return bool(drivers) and all(entry.status.state.is_over and not entry.has_hung for entry in drivers)

    def status(self, key: str) -> AgentStatus:
        """One agent."""
        return self._entries[key].status

    def changes(self) -> tuple[AgentStatus, ...]:
        """The agents whose state, reason, process or starts changed since the last call of this or of `figures`."""
        return self._news(outline)

    def figures(self) -> tuple[AgentStatus, ...]:
        """The agents of which anything changed, the counters included, since the last call of this or of `changes`."""
        return self._news(lambda status: status)

    def not_connected(self) -> tuple[str, ...]:
        """Names of the agents that have not reached the server."""
        return self._named(lambda state: state not in _PRESENT)

    def not_ready(self) -> tuple[str, ...]:
        """Names of the agents that have not said that they are ready."""
        return self._named(lambda state: state not in (AgentState.READY, AgentState.PLAYING))

    def silent(self, frames: int) -> tuple[str, ...]:
        """Keys of the agents with cars that gave no sign of life for so many frames of the running match.

        That many frames must have taken as long as they do in realtime: a match in a hurry blames nobody for a pause.
        """
        now_s, least_s = self._clock(), frames / FRAMES_PER_S
        return tuple(
            key
            for key, entry in self._entries.items()
            if self._is_expected(entry)
            and self._frame - entry.answered_at >= frames
            and now_s - entry.answered_s >= least_s
        )

    def overdue(self, names: Iterable[str], text: str) -> tuple[str, ...]:
        """The agents of these names were awaited in vain; `text` says it without a full stop.

        Returns what they said last, each in a sentence.
        """
        awaited = set(names)
        for key, entry in self._entries.items():
            if str(entry.agent) in awaited:
                self._change(key, AgentState.FAILED, " ".join([f"{text}.", *last_words("Its", entry)]))
        said = [entry for entry in self._entries.values() if str(entry.agent) in awaited and entry.words.text]
        whose = "Its" if len(awaited) == 1 else ""
        return tuple(words for entry in said for words in last_words(whose or f"{entry.agent.name}'s", entry))

    def left_to_user(self, key: str, how: str) -> None:
        """The user starts this agent; `how` says how."""
        self._change(key, AgentState.MANUAL, how)

    def started(self, key: str, pid: int) -> None:
        """The agent's process runs."""
        entry = self._entries[key]
        restarts = entry.status.restarts + entry.is_recovering
        entry.words = LastWords()
        entry.has_been_ready = entry.has_played = entry.is_decided = entry.is_recovering = False
        self._change(
            key,
            self._state_at_start(),
            pid=pid,
            starts=entry.status.starts + 1,
            restarts=restarts,
            exit_code=None,
            ending=None,
        )

    def not_started(self, key: str, text: str) -> None:
        """The agent's process could not be started; `text` is a sentence."""
        self._fall(key, AgentState.FAILED, AgentEnding.NOT_STARTED, text, pid=None)

    def said(self, key: str, lines: Iterable[str]) -> None:
        """The agent's process printed these lines."""
        entry = self._entries[key]
        entry.words.add(lines)
        entry.status = replace(entry.status, traceback=entry.words.traceback or entry.status.traceback)

    def used(self, key: str, usage: ChildUsage) -> None:
        """The agent's processes use so much now."""
        self._entries[key].status = with_usage(self._entries[key].status, usage)

    def hung(self, key: str, frames: int) -> None:
        """The agent gave no sign of life for so many frames; its process is killed for it."""
        self._fall(key, AgentState.HUNG, AgentEnding.HANG, hang_text(self._entries[key], frames))

    def ended(self, key: str, code: int | None, how: str) -> None:
        """The agent's process is gone; `code` is None where a signal ended it, `how` says it without a full stop."""
        entry = self._entries[key]
        if entry.status.state is AgentState.HUNG:
            self._change(key, AgentState.HUNG, entry.status.reason, pid=None, exit_code=code)
        elif self._is_stopping or entry.status.state is AgentState.STOPPING:
            kept = entry.status.state if entry.status.state.is_fault else AgentState.STOPPED
            ending = entry.status.ending or AgentEnding.STOPPED
            self._change(key, kept, entry.status.reason, pid=None, exit_code=code, ending=ending)
        else:
            state, ending, reason = verdict(entry, code, how)
            self._fall(key, state, ending, reason, pid=None, exit_code=code)

    def returning(self, key: str) -> None:
        """The agent's process is being ended to be started again, because somebody wants it."""
        self._change(key, AgentState.RESTARTING)

    def restarts(self, key: str, text: str) -> None:
        """The agent, which has ended, will be started again; `text` says when, without a full stop."""
        entry = self._entries[key]
        entry.is_decided = True
        self._change(key, AgentState.RESTARTING, f"{entry.status.reason.rstrip('.')}. {text}.")

    def recovers(self, key: str) -> None:
        """The process that starts next is the restart of the agent, which had ended unasked."""
        self._entries[key].is_recovering = True

    def stays_out(self, key: str, text: str = "") -> None:
        """The agent, which has ended, will not be started again; `text` is a sentence that says why."""
        entry = self._entries[key]
        entry.is_decided = True
        if text:
            self._change(key, entry.status.state, f"{entry.status.reason.rstrip('.')}. {text}")

    def leaving(self, key: str) -> None:
        """The agent is meant to end, while the match goes on."""
        entry = self._entries[key]
        if entry.status.pid is not None:
            self._change(key, AgentState.STOPPING)
        elif not entry.status.state.is_fault:
            self._change(key, AgentState.STOPPED)

    def recast(self, agent: Agent) -> None:
        """The agent is started like this from now on."""
        self._entries[agent.key].agent = agent

    def taken_over(self, agent: Agent, pid: int | None, words: LastWords, *, is_ready: bool) -> None:
        """Another process plays for the agent from now on; `words` follows what it says."""
        entry = self._entries[agent.key]
        entry.agent, entry.words = agent, words
        state = entry.status.state if is_ready else self._state_at_start()
        self._change(
            agent.key,
            state,
            pid=pid,
            starts=entry.status.starts + 1,
            exit_code=None,
            ending=None,
            traceback=words.traceback,
        )
        self._sign_of_life(entry)

    def versions(self, key: str, *, mode: SwapMode, state: SwapState, text: str, version: int, swaps: int) -> None:
        """How far the agent's next version is."""
        entry = self._entries[key]
        entry.status = replace(
            entry.status, swap_mode=mode, swap_state=state, swap_text=text, version=version, swaps=swaps
        )

    def reported(self, report: GameReport) -> None:
        """The server told what it knows of the agents."""
        unclaimed = list(report.agents)
        self._is_reported = True
        self._frame = report.frame
        for key, entry in self._entries.items():
            row = next((row for row in unclaimed if is_about(row, entry.agent)), None)
            if row is not None:
                if not entry.agent.cars:
                    unclaimed.remove(row)
                self._correct(key, row)
                self._row(key, row, report.notes)
        self._assumed.clear()

    def match_runs(self) -> None:
        """The first frame of the match has come: who is ready plays."""
        self._is_playing = True
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.READY:
                self._change(key, AgentState.PLAYING)

    def everybody_plays(self, *, is_certain: bool = True) -> None:
        """The match runs, and nobody could be waited for any more, whatever the server told: who is not over plays.

        Where it is not certain, the first report shows who has not even come.
        """
        self._is_playing = True
        for key, entry in self._entries.items():
            if not entry.status.state.is_over and entry.status.state is not AgentState.RESTARTING:
                if not is_certain:
                    self._assumed[key] = entry.status
                self._change(key, AgentState.PLAYING)

    def play_is_over(self) -> None:
        """Nobody is restarted any more: who was to be has ended for good."""
        for key, entry in self._entries.items():
            entry.is_decided = True
            if entry.status.state is AgentState.RESTARTING and entry.fault is not None:
                self._change(key, entry.fault.state, entry.fault.reason)

    def stopping(self) -> None:
        """From now on every agent is meant to end."""
        self.play_is_over()
        remarks = {status.key: status.reason for status in self.remarked}
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
                ending = AgentEnding.STOPPED
                self._change(key, AgentState.STOPPED, entry.status.reason, pid=None, ending=ending)

    def _correct(self, key: str, row: AgentReport) -> None:
        """Who was only assumed to play and has not reached the server stands where it stood."""
        entry, before = self._entries[key], self._assumed.get(key)
        if before is not None and entry.status.state is AgentState.PLAYING and not row.is_connected:
            self._change(key, before.state, before.reason)
            entry.has_been_ready = entry.has_played = False

    def _row(self, key: str, row: AgentReport, notes: Iterable[str]) -> None:
        entry = self._entries[key]
        if row.answers > entry.status.answers:
            self._sign_of_life(entry)
        entry.status = replace(entry.status, packets=row.packets, answers=row.answers, late=row.late)
        was = entry.status.state
        if (
            self._is_stopping
            or was in (AgentState.RESTARTING, AgentState.STOPPING)
            or (was.is_over and not entry.is_lost)
        ):
            return
        now = self._state_of(row)
        if now is not None:
            self._change(key, now)
        elif was in _PRESENT:
            about = [note for note in notes if f"'{entry.agent.name}'" in note]
            self._change(key, AgentState.FAILED, " ".join([LOST, *about[-1:]]))
            self._sign_of_life(entry)

    def _remark(self, entry: Entry) -> str:
        remarks = restart_remark(entry), silence_remark(entry, self._frame, is_hurried=self._is_hurried)
        return " ".join(filter(None, remarks))

    def _is_expected(self, entry: Entry) -> bool:
        """Whether the running match waits for answers of this agent's process."""
        is_told = self._is_playing and self._is_reported
        if not is_told or not entry.agent.cars or entry.status.pid is None:
            return False
        return entry.status.state is AgentState.PLAYING or entry.is_lost

    def _state_at_start(self) -> AgentState:
        if self._is_stopping:
            return AgentState.STOPPING
        return AgentState.PLAYING if self._is_playing and not self._is_reported else AgentState.STARTING

    def _state_of(self, row: AgentReport) -> AgentState | None:
        if not row.is_connected:
            return None
        if not row.is_ready:
            return AgentState.CONNECTED
        return AgentState.PLAYING if self._is_playing else AgentState.READY

    def _named(self, is_missing: Callable[[AgentState], bool]) -> tuple[str, ...]:
        return tuple(str(entry.agent) for entry in self._entries.values() if is_missing(entry.status.state))

    def _fall(self, key: str, state: AgentState, ending: AgentEnding, reason: str, **values: Any) -> None:
        """The agent ended, or has to end, although nobody asked it to."""
        self._change(key, state, reason, ending=ending, **values)
        entry = self._entries[key]
        entry.fault = entry.status
        entry.is_decided = False

    def _sign_of_life(self, entry: Entry) -> None:
        entry.answered_at = self._frame
        entry.answered_s = self._clock()

    def _change(self, key: str, state: AgentState, reason: str = "", **values: Any) -> None:
        entry = self._entries[key]
        if state is AgentState.PLAYING and entry.status.state is not AgentState.PLAYING:
            self._sign_of_life(entry)
        entry.has_played = entry.has_played or state is AgentState.PLAYING
        entry.has_been_ready = entry.has_been_ready or state in (AgentState.READY, AgentState.PLAYING)
        entry.status = replace(entry.status, state=state, reason=reason, **values)
        if entry.status.pid is None:
            entry.status = at_rest(entry.status)

    def _news(self, seen: Callable[[AgentStatus], AgentStatus]) -> tuple[AgentStatus, ...]:
        """News of those of whom something changed; a fault waits for its explanation, or what is decided about it."""
        now_s = self._clock()
        news = [
            entry
            for entry in self._entries.values()
            if seen(entry.status) != seen(entry.told) and (self._is_stopping or entry.is_clear(now_s))
        ]
        for entry in news:
            entry.told = entry.status
        return tuple(entry.status for entry in news)
