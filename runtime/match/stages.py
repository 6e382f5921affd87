"""The stages of a match, how long each may take, and what is told about them."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.agents.roster import listed
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, StageState

TIME_STEP_S: Final = 5.0
"""The time left is told in steps of this length, once as much has passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """How long each part of a match may take; the defaults suit a slow machine and a bot that loads a big model."""

    game_s: float = 60.0
    """From the start of the game until it takes a session."""
    agents_s: float = 90.0
    """From then on until every agent has connected."""
    ready_s: float = 90.0
    """From then on until every agent has said that it is ready."""
    manual_s: float = 600.0
    """In place of the two above while an agent that the user starts is awaited."""
    kickoff_s: float = 30.0
    """From all agents ready until the first frame of the match."""
    quiet_s: float = 3.0
    """How long a running match may send nothing at all before that is told."""
    silence_s: float = 30.0
    """How long a running match may send nothing at all before it counts as hung."""
    swap_s: float = 60.0
    """From the start of a new version of an agent until it is ready to take over."""
    final_report_s: float = 3.0
    """How long the last figures are awaited after the end."""
    down_s: float = 5.0
    """After the end: from then on whatever still runs is killed without further ado."""


class Stages:
    """Tells which stage a match is in, and when its time is up; owned by the match's thread.

    `tell` gets an event for every change; `clock` counts seconds, from any start, and never backwards.
    """

    def __init__(self, tell: Callable[[StageChanged], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._states = dict.fromkeys(MatchStage, StageState.PENDING)
        self._text = ""
        self._current: MatchStage | None = None
        self._began = 0.0
        self._deadline: float | None = None

    @property
    def current(self) -> MatchStage | None:
        """The stage that is running."""
        return self._current

    @property
    def is_late(self) -> bool:
        """Whether the running stage has used up its time."""
        return self._deadline is not None and self._clock() >= self._deadline

    def state(self, stage: MatchStage) -> StageState:
        """How far a stage is."""
        return self._states[stage]

    def begin(self, stage: MatchStage, *, within_s: float | None = None) -> None:
        """The next stage runs, for `within_s` seconds at most; the one before is done."""
        self.done()
        self._current = stage
        self._began = self._clock()
        self._deadline = None if within_s is None else self._began + within_s
        self._set(stage, StageState.RUNNING)

    def say(self, text: str) -> None:
        """What the running stage waits for has changed."""
        if self._current is not None and text != self._text:
            self._set(self._current, StageState.RUNNING, text)

    def wait(self, text: str) -> None:
        """Says what the running stage waits for, and after a while how long it still will."""
        left_s = self._left_s()
        if left_s is None:
            self.say(text)
        elif text.endswith("."):
            self.say(f"{text} Time left: {left_s:g} s.")
        else:
            self.say(f"{text}, {left_s:g} s left")

    def done(self, text: str = "") -> None:
        """The running stage has reached its end."""
        self._end(StageState.DONE, text)

    def fail(self, text: str) -> None:
        """The running stage has failed; a match that fails between two stages tells nothing here."""
        self._end(StageState.FAILED, text)

    def stop(self, text: str) -> None:
        """The running stage was broken off on request: play is done, anything before was skipped."""
        self._end(StageState.DONE if self._current is MatchStage.PLAY else StageState.SKIPPED, text)

    def skip(self, stages: Iterable[MatchStage], text: str) -> None:
        """These stages do not take place."""
        for stage in stages:
            self._set(stage, StageState.SKIPPED, text)

    def _left_s(self) -> float | None:
        """Seconds until the deadline, in steps; None without a deadline and before the first step has passed."""
        now = self._clock()
        if self._deadline is None or now - self._began < TIME_STEP_S:
            return None
        return math.ceil(max(0.0, self._deadline - now) / TIME_STEP_S) * TIME_STEP_S

    def _end(self, state: StageState, text: str) -> None:
        if self._current is not None:
            self._set(self._current, state, text)
        self._current = self._deadline = None

    def _set(self, stage: MatchStage, state: StageState, text: str = "") -> None:
        self._states[stage] = state
        self._text = text
        self._tell(StageChanged(stage=stage, state=state, text=text))


def awaited_words(missing: Sequence[str], failed: Sequence[str]) -> str:
    """What a stage waits for: agents that are still missing, and others that failed and that a save restarts."""
    if not failed:
        return f"waiting for {listed(missing)}"
    if len(failed) == 1:
        words = f"{failed[0]} failed to start. Fix and save it, or install packages."
    else:
        words = f"{listed(failed)} failed to start. Fix and save them, or install packages."
    return f"{words} Also waiting for {listed(missing)}" if missing else words
