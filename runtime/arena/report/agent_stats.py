"""Statistics of one agent: frames sent, answers, late answers, and response times."""

import math
from collections import deque
from collections.abc import Sequence
from typing import Final

from runtime.model.game_facts import TICK_S
from runtime.protocol.report import Percentiles

LATE_S: Final = TICK_S
"""An answer that takes longer than one tick of real time is late, at any pace."""
ANSWER_DEADLINE_S: Final = 1.0
"""Maximum wait for an agent before lockstep goes on without it."""
EARNING_ANSWERS: Final = 1200
"""Number of answers, ten seconds of game time, with which an agent earns its whole budget of time again."""
START_S: Final = 1.0
"""Duration of the start-up of a program that drives, from its first frame on: caches are empty, everything else starts.
No answer is late in it, and its response times do not count later."""
WINDOW: Final = 512
"""Number of last answers that percentiles are taken over."""


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
        "_budget_s",
        "_charged_s",
        "_earned_s",
        "_optional",
        "_sent_s",
        "_start_ends_s",
        "_was_missed",
        "answers",
        "drawings_refused",
        "drops",
        "expired",
        "is_timed",
        "late",
        "left_s",
        "note",
        "optional",
        "packets",
        "times_s",
    )

    def __init__(self, budget_s: float = math.inf) -> None:
        self._budget_s = budget_s
        self._earned_s = budget_s / EARNING_ANSWERS
        self.left_s = budget_s
        """Time that is left for answers in lockstep; below 0, it is used up."""
        self.expired = 0
        """Number of times that it was used up."""
        self.packets = 0
        self.optional = 0
        """Those among them without a ball that it did not answer; they need no answer."""
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
        self._charged_s = 0.0
        """Time of the last frame, or of the last answer to it that cost time."""
        self._optional = -1
        """Number of the last frame without a ball, if it is not answered."""
        self._start_ends_s = 0.0
        """End of the start-up; infinite before the first frame, 0 afterwards."""
        self._was_missed = False

    @property
    def is_answered(self) -> bool:
        """True if every frame that was sent is answered."""
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
        self._charged_s = now_s
        if not self._sent_s:
            self._sent_s = now_s
            if self._start_ends_s == math.inf:
                self._start_ends_s = now_s + START_S

    def sent_optional(self, now_s: float) -> None:
        """Notes that a frame without a ball was sent, which counts only if it is answered; forgets earlier frames."""
        self.packets += 1
        self._charged_s = now_s
        self.optional += 1
        self._optional = self.packets
        self.interrupt()

    def sent_again(self, now_s: float) -> None:
        """Notes that the last frame was sent later than others, or to another session that has taken over."""
        self._sent_s = now_s

    def answered(self, now_s: float, *, is_owed: bool = False) -> None:
        """Notes an input; only the first one after a frame counts as its answer.

        `is_owed` means that lockstep waits for it, which costs the agent time; a hivemind owes an input for each car.
        """
        sent_s = self._sent_s
        if is_owed and self.is_timed:
            took_s = min(now_s - self._charged_s, ANSWER_DEADLINE_S)
            self._charged_s = now_s
            earned_s = self._earned_s if sent_s or self._optional == self.packets else 0.0
            self.left_s = min(self.left_s + earned_s - took_s, self._budget_s)
        if not sent_s:
            if self._optional == self.packets:
                self._optional = -1
                self.optional -= 1
                self.answers += 1
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

    def refill(self, budget_s: float | None = None) -> None:
        """Gives the agent its whole budget of time again, or another one."""
        if budget_s is not None:
            self._budget_s, self._earned_s = budget_s, budget_s / EARNING_ANSWERS
        self.left_s = self._budget_s

    def expire(self) -> None:
        """Notes that the agent has used up its time."""
        self.expired += 1
        self.refill()

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
