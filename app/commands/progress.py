"""What `play` says while a match runs: one live line on a terminal, plain lines elsewhere."""

import shutil
import time
from collections.abc import Callable
from typing import Final, TextIO

from runtime.games.arena import GREETING
from runtime.match import swap_text
from runtime.model.events import AgentChanged, Event, FrameShown, LinesLogged, PaceMeasured, StageChanged, SwapChanged
from runtime.model.states import AgentState, MatchStage, StageState, SwapState
from runtime.model.values import GAME_LOG, AgentStatus, ArenaView
from runtime.texts import printable

LIVE_PERIOD_S: Final = 0.1
PLAIN_PERIOD_S: Final = 5.0
_CLEAR: Final = "\r\x1b[K"
_EARLY: Final = (MatchStage.CHECK, MatchStage.GAME)
"""Stages before the one that is about the agents; all programs start at once, so news of agents may come in these."""


class Progress:
    """Turns events into text on one stream; called from the match's thread only.

    `live` keeps one line up to date; otherwise a line is written for each stage and goal, and every 5 s. `advise` says
    what helps after an event; empty mostly.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        live: bool,
        advise: Callable[[Event], str] = lambda _event: "",
        clock: Callable[[], float] = time.monotonic,
        columns: Callable[[], int] = lambda: shutil.get_terminal_size().columns,
    ) -> None:
        self._stream = stream
        self._live = live
        self._advise = advise
        self._clock = clock
        self._columns = columns
        self._agents: dict[str, AgentStatus] = {}
        self._stage = ""
        self._is_early = True
        self._is_playing = False
        self._held: list[str] = []
        self._told: set[str] = set()
        self._returns: set[str] = set()
        self._view: ArenaView | None = None
        self._pace = PaceMeasured(speed=0.0, overruns=0)
        self._next_s = clock()
        self._is_line_open = False

    def tell(self, event: Event) -> None:
        """Takes the next event of the match."""
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
                self._write(f"{record.name} ({record.key}): {swap_text(record)}")
            case LinesLogged(lines=lines):
                for line in lines:
                    if line.key == GAME_LOG and not line.text.startswith(GREETING):
                        self._write(line.text)
            case _:
                pass
        advice = self._advise(event)
        if advice:
            self._say(advice)

    def finish(self) -> None:
        """Takes the live line away, so that what follows begins on a line of its own."""
        self._tell_held()
        if self._is_line_open:
            self._stream.write(_CLEAR)
            self._stream.flush()
            self._is_line_open = False

    def _on_stage(self, event: StageChanged) -> None:
        text = f"{event.stage.value}: {event.text}" if event.text else event.stage.value
        if event.state is StageState.RUNNING:
            self._stage = text
            self._is_playing = event.stage is MatchStage.PLAY
            if not self._live and not self._is_playing:
                self._write(f"{text} ...")
        if event.stage not in _EARLY or event.state is StageState.FAILED:
            self._is_early = False
            self._tell_held()
        if event.state is StageState.FAILED:
            self._write(f"failed: {event.stage.value if self._is_told(str(event.text)) else text}")
        self._refresh(at_once=True)

    def _on_agent(self, agent: AgentStatus) -> None:
        before = self._agents.get(agent.key)
        self._agents[agent.key] = agent
        if agent.swap_state is SwapState.CHANGED and (before is None or before.swap_text != agent.swap_text):
            self._write(f"{title(agent)} changed: {agent.swap_text}.")
        if before is None or before.state is not agent.state:
            self._on_agent_state(agent)
        self._refresh()

    def _on_agent_state(self, agent: AgentStatus) -> None:
        reason = f": {agent.reason}" if agent.reason else ""
        if agent.state.is_fault:
            self._told.add(title(agent))
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
            self._tell_held()

    def _say(self, text: str) -> None:
        """Writes a line about agents, behind those that are held back until the stages about agents."""
        self._held.append(text)
        if not self._is_early:
            self._tell_held()

    def _tell_held(self) -> None:
        held, self._held = self._held, []
        for line in held:
            self._write(line)

    def _is_told(self, text: str) -> bool:
        """Whether the text is about agents whose faults have been told."""
        return any(agent in text for agent in self._told)

    def _on_view(self, view: ArenaView) -> None:
        before = self._view
        self._view = view
        if before is not None and not self._live:
            if games_text(view) != games_text(before):
                self._write(games_text(view))
            if sum(view.score) > sum(before.score):
                self._write(f"goal: {score_text(view)} at {view.clock_text}")
        self._refresh()

    def _on_pace(self, pace: PaceMeasured) -> None:
        """Says at once that the match stands still, or goes on: no frame would."""
        before, self._pace = self._pace, pace
        if bool(before.is_paused) is not bool(pace.is_paused):
            self._next_s = self._clock()
            self._refresh()

    def _refresh(self, *, at_once: bool = False) -> None:
        now = self._clock()
        if self._live and (at_once or now >= self._next_s):
            self._next_s = now + LIVE_PERIOD_S
            self._stream.write(_CLEAR + shortened(printable(self._status()), self._columns() - 1))
            self._stream.flush()
            self._is_line_open = True
        elif not self._live and now >= self._next_s and self._is_playing and self._view is not None:
            self._next_s = now + PLAIN_PERIOD_S
            self._write(self._status())

    def _status(self) -> str:
        if self._view is None or not self._is_playing:
            return self._stage
        agents = " · ".join(agent_text(agent) for agent in self._agents.values())
        standing = "  ".join(filter(None, (games_text(self._view), score_text(self._view))))
        return f"{standing}  {self._view.clock_text}  {pace_text(self._pace)}  {agents}"

    def _write(self, text: str) -> None:
        self._stream.write((_CLEAR if self._is_line_open else "") + printable(text) + "\n")
        self._stream.flush()
        self._is_line_open = False


def title(agent: AgentStatus) -> str:
    """What sentences about a match call an agent: `Chaser (blue-1)`."""
    return f"{agent.name} ({agent.key})"


def shortened(text: str, columns: int) -> str:
    """The text, cut to that many columns with an ellipsis at its end."""
    return text if len(text) <= columns else f"{text[: max(0, columns - 1)]}…"


def score_text(view: ArenaView) -> str:
    """The score as `blue 1:0 orange`."""
    return f"blue {view.score[0]}:{view.score[1]} orange"


def games_text(view: ArenaView) -> str:
    """The games that have been won in a series, as `games 1:0 of 3`; empty where the match is one game."""
    if view.series is None:
        return ""
    blue, orange = view.series.won
    return f"games {blue}:{orange} of {view.series.length}"


def pace_text(pace: PaceMeasured) -> str:
    """How fast the match runs, or that it stands still."""
    return "paused" if pace.is_paused else f"{pace.speed:.1f}x"


def agent_text(agent: AgentStatus) -> str:
    """An agent's name with what is remarkable about it."""
    if agent.state is not AgentState.PLAYING:
        return f"{agent.name} {agent.state.value}"
    late = 100 * agent.late / agent.answers if agent.answers else 0.0
    return f"{agent.name} {late:.0f} % late" if late >= 0.5 else agent.name
