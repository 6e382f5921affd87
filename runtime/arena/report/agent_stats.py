"""Statistics of one agent: frames sent, answers, late answers, and response times."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

TICK_S: Final = 1.0 / 120.0
"""Game time of one tick."""
LATE_S: Final = TICK_S
"""An answer that takes longer than one tick of real time is late, at any pace."""
START_S: Final = 1.0
"""Duration of the start-up of a program that drives, from its first frame on: caches are empty, everything else starts.
No answer is late in it, and its response times do not count later."""
WINDOW: Final = 512
"""Number of last answers that percentiles are taken over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentiles:
    """Nearest-rank percentiles of a set of times, in milliseconds; 0 without any."""

    p50_ms: float = 0.0
    p95_ms: float = 0.0
    p99_ms: float = 0.0


def percentiles(times_s: Sequence[float]) -> Percentiles:
    """Returns the nearest-rank percentiles of times in seconds, in any order."""
    if not times_s:
        return Percentiles()
    ordered = sorted(times_s)
    last = len(ordered) - 1
    p50, p95, p99 = (round(1000.0 * ordered[min(last, int(share * len(ordered)))], 3) for share in (0.5, 0.95, 0.99))
    return Percentiles(p50_ms=p50, p95_ms=p95, p99_ms=p99)


class AgentStats:
    """Counters of one agent; they continue when another session takes the agent over.

    A bot that is behind answers only the newest of the frames it was sent, so the time of an answer begins with the
    oldest frame since the last answer.
    """

    __slots__ = (
        "_sent_s",
        "_start_ends_s",
        "_was_missed",
        "answers",
        "drawings_refused",
        "drops",
        "is_timed",
        "late",
        "note",
        "packets",
        "times_s",
    )

    def __init__(self) -> None:
        self.packets = 0
        self.answers = 0
        self.late = 0
        self.drops = 0
        """Frames that were replaced by newer ones because the agent had not answered or read an older one."""
        self.drawings_refused = False
        """True if the agent has drawn without permission in a match that could give it."""
        self.note = ""
        """The newest sentence on what went wrong with a session that drove it."""
        self.is_timed = True
        """False while the agent is being debugged: its answers are never late, and their times do not count."""
        self.times_s: deque[float] = deque(maxlen=WINDOW)
        self._sent_s = 0.0
        self._start_ends_s = 0.0
        """End of the start-up; infinite before the first frame, 0 afterwards."""
        self._was_missed = False

    @property
    def is_answered(self) -> bool:
        """Returns whether every frame that was sent is answered."""
        return not self._sent_s

    def unanswered_s(self, now_s: float) -> float:
        """Returns how long the oldest frame without an answer has waited; 0 without one."""
        return now_s - self._sent_s if self._sent_s else 0.0

    def begin(self) -> None:
        """Notes that a session takes the agent over, which begins its start-up."""
        self.interrupt()
        self._start_ends_s = math.inf

    def sent(self, now_s: float) -> None:
        """Notes that a frame was sent at `now_s`, on a clock that never reads 0."""
        self.packets += 1
        if not self._sent_s:
            self._sent_s = now_s
            if self._start_ends_s == math.inf:
                self._start_ends_s = now_s + START_S

    def sent_again(self, now_s: float) -> None:
        """Notes that the last frame was sent later than others, or to another session that has taken over."""
        self._sent_s = now_s

    def answered(self, now_s: float) -> None:
        """Notes an input; only the first one after a frame counts as its answer."""
        sent_s = self._sent_s
        if not sent_s:
            return
        self._sent_s = 0.0
        self.answers += 1
        took_s = now_s - sent_s
        if self._start_ends_s and now_s >= self._start_ends_s:
            self._start_ends_s = 0.0
            self.times_s.clear()
        if self.is_timed:
            self.times_s.append(took_s)
            if took_s > LATE_S and not self._was_missed and not self._start_ends_s:
                self.late += 1
        self._was_missed = False

    def acted(self, took_s: float) -> None:
        """Notes an action of a learner in step mode, `took_s` after its last answer; such an action is never late."""
        self.packets += 1
        self.answers += 1
        self.times_s.append(took_s)

    def missed(self) -> None:
        """Notes that lockstep went on without the answer, which is late from now on."""
        if not self._was_missed:
            self.late += 1
            self._was_missed = True

    def interrupt(self) -> None:
        """Forgets the unanswered frame: the session that got it is gone, or the match is paused."""
        self._sent_s = 0.0
        self._was_missed = False
