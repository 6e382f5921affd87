"""Where each agent of a match stands, from what its process and the server tell."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from runtime.agents.entry import (
    Entry,
    delay_text,
    hang_text,
    is_about,
    last_words,
    verdict,
)
from runtime.agents.output import LastWords
from runtime.agents.queries import PRESENT, Roll
from runtime.agents.roster import Agent
from runtime.agents.usage import at_rest, with_usage
from runtime.model.states import AgentEnding, AgentState
from runtime.processes import ChildUsage
from runtime.telemetry.report import AgentReport, GameReport

LOST: Final = "The server ended its connection."


class Lineup(Roll):
    """The agents' states and figures; knows no process and no socket; owned by the match's thread.

    Facts arrive through the methods named after them; `changes` and `figures` hand out what is new. A fault is final
    unless it was a lost connection, after which an agent that comes back plays on, or the agent is restarted.
    """

    def overdue(self, names: Iterable[str], text: str) -> tuple[str, ...]:
        """The agents of these names were awaited in vain; `text` says it without a full stop.

        Returns what they said last, each in a sentence.
        """
        awaited = set(names)
        for key, entry in self._entries.items():
            if str(entry.agent) in awaited:
                self._change(key, AgentState.FAILED, " ".join([f"{text}.", *last_words(entry)]))
        said = [entry for entry in self._entries.values() if str(entry.agent) in awaited and entry.words.text]
        return tuple(
            words for entry in said for words in last_words(entry, entry.agent.name if len(awaited) > 1 else "")
        )

    def left_to_user(self, key: str, how: str) -> None:
        """The user starts this agent; `how` says how."""
        self._change(key, AgentState.MANUAL, how)

    def awaits_start(self, key: str) -> None:
        """The agent starts as soon as the game listens."""
        self._change(key, AgentState.IDLE)

    def started(self, key: str, pid: int) -> None:
        """The agent's process runs."""
        entry = self._entries[key]
        restarts = entry.status.restarts + entry.is_recovering
        entry.words = LastWords()
        entry.started_s = self._clock()
        entry.has_been_ready = entry.has_played = entry.is_decided = entry.is_recovering = entry.is_metered = False
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
        self._entries[key].is_recovering = False
        self._fall(key, AgentState.FAILED, AgentEnding.NOT_STARTED, text, pid=None)

    def said(self, key: str, lines: Iterable[str]) -> None:
        """The agent's process printed these lines."""
        entry = self._entries[key]
        before = entry.words.errors
        entry.words.add(lines)
        entry.status = replace(
            entry.status,
            traceback=entry.words.traceback or entry.status.traceback,
            errors=entry.status.errors + entry.words.errors - before,
        )
        self._show_life(entry)

    def used(self, key: str, usage: ChildUsage) -> None:
        """The agent's processes use so much now."""
        entry = self._entries[key]
        entry.status = with_usage(entry.status, usage)
        entry.is_metered = True
        if usage.cpu_share > 0.0:
            self._show_life(entry)

    def seen(self, frame: int, cars: Collection[int]) -> None:
        """A server that sends no reports told of a frame; these cars have got another input than before."""
        self._frame = frame
        for entry in self._entries.values():
            if not frozenset(cars).isdisjoint(entry.agent.cars):
                self._show_life(entry)

    def hung(self, key: str, frames: int) -> None:
        """The agent gave no sign of life for so many frames; its process is killed for it."""
        text = hang_text(self._entries[key], self._patience(frames), is_reported=self._is_reported)
        self._fall(key, AgentState.HUNG, AgentEnding.HANG, text)

    def came_late(self, key: str, within_s: float) -> None:
        """The agent was restarted and was not ready in time; its process is killed for it."""
        self._fall(key, AgentState.HUNG, AgentEnding.HANG, delay_text(self._entries[key], within_s))

    def ended(self, key: str, code: int | None, how: str) -> None:
        """The agent's process is gone; `code` is None where a signal ended it, `how` says it without a full stop."""
        entry = self._entries[key]
        if entry.status.state is AgentState.HUNG:
            self._change(key, AgentState.HUNG, str(entry.status.reason), pid=None, exit_code=code)
        elif self._is_stopping or entry.status.state is AgentState.STOPPING:
            kept = entry.status.state if entry.status.state.is_fault else AgentState.STOPPED
            ending = entry.status.ending or AgentEnding.STOPPED
            self._change(key, kept, str(entry.status.reason), pid=None, exit_code=code, ending=ending)
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
        self._change(key, AgentState.RESTARTING, f"{str(entry.status.reason).rstrip('.')}. {text}.")

    def recovers(self, key: str) -> None:
        """The process that starts next is the restart of the agent, which had ended unasked."""
        self._entries[key].is_recovering = True

    def stays_out(self, key: str, text: str = "") -> None:
        """The agent, which has ended, will not be started again; `text` is a sentence that says why."""
        entry = self._entries[key]
        entry.is_decided = True
        if text:
            self._change(key, entry.status.state, f"{str(entry.status.reason).rstrip('.')}. {text}")

    def leaving(self, key: str) -> None:
        """The agent is meant to end, while the match goes on."""
        entry = self._entries[key]
        if entry.status.pid is not None:
            self._change(key, AgentState.STOPPING)
        elif not entry.status.state.is_fault:
            self._change(key, AgentState.STOPPED)

    def launched(self, agent: Agent) -> None:
        """The agent is being started, like this from now on: a session that stands by now is none of this process."""
        entry = self._entries[agent.key]
        entry.agent = agent
        entry.former_session = entry.row.session if entry.row is not None else None

    def taken_over(self, agent: Agent, pid: int | None, words: LastWords, *, is_ready: bool) -> None:
        """Another process plays for the agent from now on; `words` follows what it says.

        `pid` is None where its start has not been told yet; `started` follows then.
        """
        entry = self._entries[agent.key]
        entry.agent, entry.words, entry.is_recovering = agent, words, False
        state = entry.status.state if is_ready else self._state_at_start()
        self._change(
            agent.key,
            state,
            pid=pid,
            starts=entry.status.starts + (pid is not None),
            exit_code=None,
            ending=None,
            traceback=words.traceback,
            errors=words.errors,
        )
        self._sign_of_life(entry)

    def versions(self, key: str, **values: Any) -> None:
        """Takes the values of the agent's status that tell how far its next version is."""
        entry = self._entries[key]
        entry.status = replace(entry.status, **values)

    def may_draw(self, keys: Iterable[str], *, is_allowed: bool) -> None:
        """These agents may draw from now on, or no longer."""
        for key in keys:
            entry = self._entries[key]
            entry.status = replace(entry.status, can_draw=is_allowed)

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
                self._rate(entry, report)
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
                self._change(key, entry.fault.state, str(entry.fault.reason))

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
                self._change(key, AgentState.STOPPING, str(remark))
            elif state is AgentState.MANUAL:
                self._change(key, AgentState.IDLE)
            elif state in PRESENT:
                self._change(key, AgentState.STOPPED, str(remark))

    def everybody_gone(self) -> None:
        """Nothing of the match runs any more."""
        for key, entry in self._entries.items():
            if entry.status.state is AgentState.STOPPING:
                ending = AgentEnding.STOPPED
                self._change(key, AgentState.STOPPED, str(entry.status.reason), pid=None, ending=ending)

    def _correct(self, key: str, row: AgentReport) -> None:
        """Who was only assumed to play and has not reached the server stands where it stood."""
        entry, before = self._entries[key], self._assumed.get(key)
        if before is not None and entry.status.state is AgentState.PLAYING and not row.is_connected:
            self._change(key, before.state, str(before.reason))
            entry.has_been_ready = entry.has_played = False

    def _row(self, key: str, row: AgentReport, notes: Iterable[str]) -> None:
        entry = self._entries[key]
        if row.answers > entry.status.answers:
            self._sign_of_life(entry)
        entry.row = row
        entry.status = replace(
            entry.status,
            packets=row.packets,
            answers=row.answers,
            late=row.late,
            is_drawing_refused=row.is_drawing_refused,
        )
        was = entry.status.state
        if (
            self._is_stopping
            or was in (AgentState.RESTARTING, AgentState.STOPPING)
            or (was.is_over and not entry.is_lost)
        ):
            return
        now = self._state_of(row)
        if entry.is_of_former(row):
            return
        if now is not None:
            self._change(key, now)
        elif was in PRESENT:
            about = [note for note in notes if f"'{entry.agent.name}'" in note]
            why = about[-1:] or last_words(entry)
            self._change(key, AgentState.FAILED, " ".join([LOST, *why]))
            self._sign_of_life(entry)
            entry.fell_s = entry.answered_s

    def _rate(self, entry: Entry, report: GameReport) -> None:
        """How often the agent answers, as long as it plays."""
        if entry.status.state is AgentState.PLAYING:
            entry.rate.add(report.frame, entry.status.answers, report.speed)
        else:
            entry.rate.clear()
        entry.status = replace(entry.status, answers_per_s=entry.rate.per_s)

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

    def _fall(self, key: str, state: AgentState, ending: AgentEnding, reason: str, **values: Any) -> None:
        """The agent ended, or has to end, although nobody asked it to."""
        self._change(key, state, reason, ending=ending, **values)
        entry = self._entries[key]
        entry.fault = entry.status
        entry.fell_s = self._clock()
        entry.is_decided = False

    def _show_life(self, entry: Entry) -> None:
        """Something of the agent could be seen from outside, which counts where no report tells of it."""
        if not self._is_reported:
            self._sign_of_life(entry)

    def _sign_of_life(self, entry: Entry) -> None:
        entry.answered_at = self._frame
        entry.answered_s = self._clock()

    def _change(self, key: str, state: AgentState, reason: str = "", **values: Any) -> None:
        entry = self._entries[key]
        if state is AgentState.PLAYING and entry.status.state is not AgentState.PLAYING:
            self._sign_of_life(entry)
        entry.has_played = entry.has_played or state is AgentState.PLAYING
        entry.has_been_ready = entry.has_been_ready or state in (AgentState.READY, AgentState.PLAYING)
        output = entry.words.explained(Path(entry.agent.root_dir)).rstrip(".")
        entry.status = replace(
            entry.status, state=state, reason=reason, output=output if output in reason else "", **values
        )
        if entry.status.pid is None:
            entry.status = at_rest(entry.status)
