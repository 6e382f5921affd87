"""The output of `play` while a match runs: one live line on a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable
from typing import Final, TextIO

from app.commands.output import LiveLine, terminal_columns
from runtime.agents import swap_text
from runtime.games import GREETING
from runtime.model.events import (
    AgentChanged,
    Event,
    FrameShown,
    LinesLogged,
    MatchNoted,
    PaceMeasured,
    StageChanged,
    SwapChanged,
)
from runtime.model.states import AgentState, MatchStage, StageState, SwapState
from runtime.model.values import GAME_LOG, AgentStatus, ArenaView
from runtime.texts import counted, unstyled

LIVE_PERIOD_S: Final = 0.1
PLAIN_PERIOD_S: Final = 5.0
ERROR_S: Final = 0.5
"""Time for which an error is not printed, because the end of the agent, which names it too, may follow."""
_EARLY: Final = (MatchStage.CHECK, MatchStage.GAME)
"""Stages before those of the agents. Agents start at once, so their events may arrive during these stages."""


class Progress:
    """Turns events into text on one stream; called from the match's thread only.

    With `live`, one line is updated in place; otherwise a line is written for each stage and goal, and every 5 s.
    `advise` returns advice on an event, or an empty text.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        live: bool,
        advise: Callable[[Event], str] = lambda _event: "",
        clock: Callable[[], float] = time.monotonic,
        columns: Callable[[], int] = terminal_columns,
    ) -> None:
        self._line = LiveLine(stream, columns)
        self._live = live
        self._advise = advise
        self._clock = clock
        self._agents: dict[str, AgentStatus] = {}
        self._stage = ""
        self._is_early = True
        self._is_playing = False
        self._held: list[str] = []
        self._failed: set[str] = set()
        self._returns: set[str] = set()
        self._errors: dict[str, float] = {}
        """The agents with an error that is to be printed, and when."""
        self._known_errors: set[tuple[str, int, str, int]] = set()
        self._view: ArenaView | None = None
        self._pace = PaceMeasured(speed=0.0, overruns=0)
        self._next_s = clock()

    def on_event(self, event: Event) -> None:
        """Prints the next event of the match."""
        match event:
            case StageChanged():
                self._on_stage(event)
            case AgentChanged(agent=agent):
                self._on_agent(agent)
            case FrameShown(view=view):
                self._on_view(view)
            case PaceMeasured():
                self._on_pace(event)
            case SwapChanged(record=record):
                self._line.write(f"{record.name} ({record.key}): {swap_text(record)}")
            case LinesLogged():
                self._on_lines(event)
            case MatchNoted(text=text) if text.code == "learner-key":  # which is in no log
                self._line.write(str(text))
            case _:
                pass
        self._write_errors()
        advice = self._advise(event)
        if advice:
            self._hold(advice)

    def finish(self) -> None:
        """Removes the live line, so that other output starts on a line of its own."""
        self._write_held()
        self._line.clear()

    def _on_lines(self, event: LinesLogged) -> None:
        for line in event.lines:
            if line.key == GAME_LOG and not line.text.startswith(GREETING):
                self._line.write(unstyled(line.text))

    def _on_stage(self, event: StageChanged) -> None:
        text = f"{event.stage.value}: {event.text}" if event.text else event.stage.value
        if event.state is StageState.RUNNING:
            self._stage = text
            self._is_playing = event.stage is MatchStage.PLAY
            if not self._live and not self._is_playing:
                self._line.write(f"{text} ...")
        if event.stage not in _EARLY or event.state is StageState.FAILED:
            self._is_early = False
            self._write_held()
        if event.state is StageState.FAILED:
            self._line.write(f"failed: {event.stage.value if self._is_printed(str(event.text)) else text}")
        self._refresh(at_once=True)

    def _on_agent(self, agent: AgentStatus) -> None:
        before = self._agents.get(agent.key)
        self._agents[agent.key] = agent
        if agent.swap_state is SwapState.CHANGED and (before is None or before.swap_text != agent.swap_text):
            self._line.write(f"{title(agent)} changed: {agent.swap_text}.")
        if before is None or before.state is not agent.state:
            self._on_agent_state(agent)
        if agent.errors > (before.errors if before is not None and before.version == agent.version else 0):
            self._errors.setdefault(agent.key, self._clock() + ERROR_S)
        self._refresh()

    def _write_errors(self) -> None:
        """Prints errors of agents that go on: each place once, however often and with whatever words it fails."""
        for key in [key for key, due in self._errors.items() if self._clock() >= due]:
            del self._errors[key]
            agent = self._agents[key]
            if agent.state is not AgentState.PLAYING or agent.traceback is None:
                continue
            frame = next(reversed(agent.traceback.frames), None)
            place = (key, agent.version, *((frame.file, frame.line) if frame else (agent.last_error, 0)))
            if place not in self._known_errors:
                self._known_errors.add(place)
                self._hold(f"{title(agent)} printed an error: {agent.last_error}.")

    def _on_agent_state(self, agent: AgentStatus) -> None:
        reason = f": {agent.reason}" if agent.reason else ""
        if agent.state.is_fault:
            self._failed.add(title(agent))
            self._returns.add(agent.key)
            self._held.append(f"{agent.name}: {agent.state.value}{reason}")
        elif agent.state is AgentState.RESTARTING and not agent.swap_state.is_busy:
            self._returns.add(agent.key)
            self._held.append(f"{agent.name}: restarting{reason}")
        elif agent.state is AgentState.PLAYING and agent.key in self._returns:
            self._returns.discard(agent.key)
            self._held.append(f"{agent.name} plays again.")
        elif agent.state is AgentState.MANUAL:
            self._held.append(f"{agent.name} waits for you. {agent.reason}")
        if not self._is_early:
            self._write_held()

    def _hold(self, text: str) -> None:
        """Writes a line about agents, or holds it back until the stages of the agents."""
        self._held.append(text)
        if not self._is_early:
            self._write_held()

    def _write_held(self) -> None:
        held, self._held = self._held, []
        for line in held:
            self._line.write(line)

    def _is_printed(self, text: str) -> bool:
        """Returns whether the text is about agents whose failures were printed."""
        return any(agent in text for agent in self._failed)

    def _on_view(self, view: ArenaView) -> None:
        before = self._view
        self._view = view
        if before is not None and not self._live:
            if games_text(view) != games_text(before):
                self._line.write(games_text(view))
            if sum(view.score) > sum(before.score):
                self._line.write(f"goal: {score_text(view)} at {view.clock_text}")
        self._refresh()

    def _on_pace(self, pace: PaceMeasured) -> None:
        """Shows at once that the match pauses or resumes, because frames do not show it."""
        before, self._pace = self._pace, pace
        if bool(before.is_paused) is not bool(pace.is_paused):
            self._next_s = self._clock()
            self._refresh()

    def _refresh(self, *, at_once: bool = False) -> None:
        now = self._clock()
        if self._live and (at_once or now >= self._next_s):
            self._next_s = now + LIVE_PERIOD_S
            self._line.show(self._status())
        elif not self._live and now >= self._next_s and self._is_playing and self._view is not None:
            self._next_s = now + PLAIN_PERIOD_S
            self._line.write(self._status())

    def _status(self) -> str:
        if self._view is None or not self._is_playing:
            return self._stage
        agents = " · ".join(agent_text(agent) for agent in self._agents.values())
        standing = "  ".join(filter(None, (games_text(self._view), score_text(self._view))))
        return f"{standing}  {self._view.clock_text}  {pace_text(self._pace)}  {agents}"


def title(agent: AgentStatus) -> str:
    """Returns the name of an agent in sentences: `Chaser (blue-1)`."""
    return f"{agent.name} ({agent.key})"


def score_text(view: ArenaView) -> str:
    """Returns the score as `blue 1:0 orange`."""
    return f"blue {view.score[0]}:{view.score[1]} orange"


def games_text(view: ArenaView) -> str:
    """Returns the games won in a series as `games 1:0 of 3`; empty for a single game."""
    if view.series is None:
        return ""
    blue, orange = view.series.won
    return f"games {blue}:{orange} of {view.series.length}"


def pace_text(pace: PaceMeasured) -> str:
    """Returns the speed of the match, or that it is paused."""
    return "paused" if pace.is_paused else f"{pace.speed:.1f}x"


def agent_text(agent: AgentStatus) -> str:
    """Returns an agent's name, with its state or its late answers where they matter."""
    if agent.state is not AgentState.PLAYING:
        return f"{agent.name} {agent.state.value}"
    late = 100 * agent.late / agent.answers if agent.answers else 0.0
    remarks = [f"{late:.0f} % late"] if late >= 0.5 else []
    if agent.errors:
        remarks.append(counted(agent.errors, "error"))
    return " ".join((agent.name, ", ".join(remarks))).rstrip()
