"""Schedule of the reports, measured speed, and the notes on what went wrong, which are logged too."""

import logging
import time
from typing import Final

from runtime.arena.report.agent_stats import AgentStats
from runtime.arena.report.notes import Notes, one_line
from runtime.model.game_facts import TICK_S
from runtime.model.messages import Message
from runtime.model.series import Series

log = logging.getLogger(__name__)

PERIOD_S: Final = 1.0
MAX_REASON: Final = 2000
"""Maximum number of characters of a refusal."""
MIN_MEASURE_S: Final = 0.5
"""Minimum time that speed is measured over."""
MAX_LOGGED: Final = 20
"""Maximum number of lines logged within `PERIOD_S`, so that no session can flood the log."""


class Reporter:
    """The notes and the schedule of the reports on one match after the other; owned by the server's thread."""

    def __init__(self) -> None:
        self._logged = 0
        self._logged_since_s = 0.0
        self._next_s = 0.0
        self._was_paused = False
        self._series: Series | None = None
        self.begin()

    def begin(self) -> None:
        """Forgets the previous match."""
        self._notes = Notes()
        self._is_finished = False
        self._is_due = True
        self.is_urgent = False
        self._since_frame = 0
        self._since_s = 0.0
        self._speed = 0.0

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences since the match began, oldest first."""
        return self._notes.all

    def note(self, text: Message, about: AgentStats | None = None) -> None:
        """Adds a sentence to the following reports and logs it; `about` is the agent that it concerns, if any."""
        line = one_line(str(text))
        if about is not None:
            about.note = line
        if self._notes.add(line):
            self._log(line)

    def refusal(self, reason: Message) -> str:
        """Logs a refusal, and returns it as reports write it."""
        line = one_line(str(reason), MAX_REASON)
        self._log(line)
        return line

    def expedite(self, *, is_urgent: bool = False) -> None:
        """Makes a report due now: an agent has connected, left or become ready.

        With `is_urgent`, the loop does not even wait for its next chores.
        """
        self._is_due = True
        self.is_urgent |= is_urgent

    def is_due(self, now_s: float, *, is_paused: bool, series: Series | None) -> bool:
        """Returns whether a report is due: the last one is a second old, or something has happened."""
        has_changed = is_paused is not self._was_paused or series is not self._series
        return not self._is_finished and (self._is_due or now_s >= self._next_s or has_changed)

    def note_sent(self, now_s: float, *, is_paused: bool, series: Series | None) -> None:
        """Notes that a report with these values is sent."""
        self._next_s = now_s + PERIOD_S
        self._is_due = self.is_urgent = False
        self._was_paused = is_paused
        self._series = series

    def finish(self) -> bool:
        """Notes that the final report is sent; returns false if it has been sent before."""
        is_first, self._is_finished = not self._is_finished, True
        return is_first

    def measure(self, frame_num: int, now_s: float) -> float:
        """Returns game seconds per second of wall time since the last measurement."""
        took_s = now_s - self._since_s
        if took_s >= MIN_MEASURE_S:
            if self._since_s:
                self._speed = max(0, frame_num - self._since_frame) * TICK_S / took_s
            self._since_s = now_s
            self._since_frame = frame_num
        return self._speed

    def _log(self, text: str) -> None:
        now_s = time.perf_counter()
        if now_s - self._logged_since_s >= PERIOD_S:
            self._logged_since_s, self._logged = now_s, 0
        self._logged += 1
        if self._logged <= MAX_LOGGED:
            log.warning("%s", text)
        elif self._logged == MAX_LOGGED + 1:
            log.warning("More went wrong in this second than is logged.")
