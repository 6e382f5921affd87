"""The stages of a match: their states, their time limits, and their events."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from runtime.model.events import StageChanged
from runtime.model.messages import Message, message
from runtime.model.states import MatchStage, StageState

TIME_STEP_S: Final = 5.0
"""The remaining time is shown in steps of this length, after the first such step has passed."""


class Stages:
    """Keeps the running stage of a match and its deadline; owned by the match's thread.

    `emit` gets an event for every change; `clock` counts seconds from any start, never backwards.
    """

    def __init__(self, emit: Callable[[StageChanged], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._emit = emit
        self._clock = clock
        self._states = dict.fromkeys(MatchStage, StageState.PENDING)
        self._text: Message | None = None
        self._current: MatchStage | None = None
        self._began = 0.0
        self._deadline: float | None = None

    @property
    def current(self) -> MatchStage | None:
        """The stage that is running."""
        return self._current

    @property
    def is_late(self) -> bool:
        """True if the running stage has used up its time."""
        return self._deadline is not None and self._clock() >= self._deadline

    def state(self, stage: MatchStage) -> StageState:
        """Returns the state of a stage."""
        return self._states[stage]

    def begin(self, stage: MatchStage, *, within_s: float | None = None) -> None:
        """Begins a stage, which may take `within_s` seconds, and marks the one before as done."""
        self.done()
        self._current = stage
        self._began = self._clock()
        self._deadline = None if within_s is None else self._began + within_s
        self._set(stage, StageState.RUNNING)

    def restart(self, within_s: float | None = None) -> None:
        """Gives the running stage all of its time again, or `within_s` seconds; not if it has no limit."""
        if self._deadline is not None:
            now = self._clock()
            self._began, self._deadline = now, now + (within_s or self._deadline - self._began)

    def say(self, text: Message) -> None:
        """Emits a changed text of the running stage."""
        if self._current is not None and text != self._text:
            self._set(self._current, StageState.RUNNING, text)

    def wait(self, text: Message, *, is_sentence: bool = False, is_busy: bool = False) -> None:
        """Emits what the running stage waits for and, after a while, the time that is left.

        If it is busy, the time that has passed is emitted instead.
        """
        left_s = self._left_s()
        if left_s is None or self._deadline is None:
            self.say(text)
        elif is_busy and not is_sentence:
            limit_s = self._deadline - self._began
            passed_s = (self._clock() - self._began) // TIME_STEP_S * TIME_STEP_S
            loading = message(
                "still-loading",
                "{what}, still loading: {seconds:g} of {limit:g} s, CPU busy",
                what=text,
                seconds=passed_s,
                limit=limit_s,
            )
            self.say(loading)
        elif is_sentence:
            self.say(message("time-left", "{what} Time left: {seconds:g} s.", what=text, seconds=left_s))
        else:
            self.say(message("time-left", "{what}, {seconds:g} s left", what=text, seconds=left_s))

    def done(self, text: Message | None = None) -> None:
        """Marks the running stage as done."""
        self._end(StageState.DONE, text)

    def fail(self, text: Message) -> None:
        """Marks the running stage as failed; has no effect between two stages."""
        self._end(StageState.FAILED, text)

    def stop(self, text: Message) -> None:
        """Ends the running stage on request: play counts as done, an earlier stage as skipped."""
        self._end(StageState.DONE if self._current is MatchStage.PLAY else StageState.SKIPPED, text)

    def skip(self, stages: Iterable[MatchStage], text: Message) -> None:
        """Marks stages as skipped."""
        for stage in stages:
            self._set(stage, StageState.SKIPPED, text)

    def _left_s(self) -> float | None:
        """Returns the seconds until the deadline, in steps; None without a deadline or during the first step."""
        now = self._clock()
        if self._deadline is None or now - self._began < TIME_STEP_S:
            return None
        return math.ceil(max(0.0, self._deadline - now) / TIME_STEP_S) * TIME_STEP_S

    def _end(self, state: StageState, text: Message | None) -> None:
        if self._current is not None:
            self._set(self._current, state, text)
        self._current = self._deadline = None

    def _set(self, stage: MatchStage, state: StageState, text: Message | None = None) -> None:
        self._states[stage] = state
        self._text = text
        self._emit(StageChanged(stage=stage, state=state, text=text))


def awaited(missing: Sequence[str], failed: Sequence[str]) -> Message:
    """Returns what a stage waits for: missing agents, and failed agents that restart when their source is saved."""
    waiting = message("waiting-for", "waiting for {what}", what=tuple(missing))
    if not failed:
        return waiting
    if len(failed) == 1:
        text = message(
            "fix-and-save", "{agents} failed to start. Fix and save it, or install packages.", agents=tuple(failed)
        )
    else:
        text = message(
            "fix-and-save", "{agents} failed to start. Fix and save them, or install packages.", agents=tuple(failed)
        )
    return message("also-waiting-for", "{failed} Also {waiting}", failed=text, waiting=waiting) if missing else text
