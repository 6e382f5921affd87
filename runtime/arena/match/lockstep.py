"""The lockstep barrier: the next tick is played when every agent has answered the current one."""

import math
from collections.abc import Iterable
from typing import Final

from runtime.arena.report.agent_stats import ANSWER_DEADLINE_S
from runtime.model.game_facts import TICK_S, TICKS_PER_S

RETRY_S: Final = 0.1
"""Length of a retry: a short wait for an absent agent."""
RETRY_TICKS: Final = TICKS_PER_S
URGENT_RETRY_TICKS: Final = 8
"""Number of ticks between two retries, and between two urgent retries."""
PATIENT_RETRIES: Final = 20
"""Number of failed retries, two seconds in all, after which the intervals grow."""
MAX_PAUSE_S: Final = 0.9
"""Maximum interval between retries, which limits them to a tenth of the time."""
CREDIT_S: Final = 3.0
"""Total time that lockstep waits in vain for one agent before the agent's deadline becomes shorter."""
EARNED_S: Final = TICK_S / 10.0
"""Credit regained with each answer: all of it within half a minute of game time."""
_MAX_DOUBLINGS: Final = 10


class LockstepBarrier:
    """The cars, by packet index, whose answers to the current tick are missing. The caller passes the time.

    A car that misses the deadline is absent: lockstep waits for it again only after it has answered, except for short
    retries with the next tick and then at intervals. Therefore a bot that leaves out one answer continues with the next
    tick, and a bot that gets ticks faster than it reads them can still catch up. After many failed retries, the
    intervals grow until the car answers.

    A car that repeatedly leaves out answers, but answers in between, uses up its credit. Its deadline is then the
    credit that it has earned since, but at least one tick of real time. After a miss, lockstep still waits for it in
    the next tick, so that a bot that fails in the same ticks always gets the same match. If it misses that tick too, it
    is absent.

    An agent need not answer a frame without a ball, and many libraries do not. In its first such tick, a car has the
    usual time; if it does not answer, it is not late, and lockstep waits for it again when the ball is back. It waits
    in the next such tick only for cars that answered the last one.

    A car whose agent is being debugged has no deadline and is never absent, and lockstep waits for it even while its
    agent is not connected. The same holds for a car in `awaited` from the moment its agent leaves until `back`.
    """

    __slots__ = (
        "_credit_s",
        "_expected",
        "_failed",
        "_is_optional",
        "_retried",
        "_since_s",
        "_skipped",
        "_ticks_without",
        "_timeout_s",
        "_without_ball",
        "absent",
        "awaited",
        "away",
        "deadline_s",
        "debugged",
        "is_used",
        "owed",
    )

    def __init__(self) -> None:
        self.owed: set[int] = set()
        """Cars whose answers to the current tick are awaited."""
        self.absent: set[int] = set()
        """Cars that are not waited for."""
        self.deadline_s = 0.0
        """End of the current wait; monotonic seconds, infinite if only cars in `debugged` owe an answer."""
        self.debugged: set[int] = set()
        """Cars whose agents are being debugged; `debug` changes it."""
        self.awaited: set[int] = set()
        """Cars whose agents come back if they leave."""
        self.away: set[int] = set()
        """Those among them whose agents have left and are not back."""
        self.is_used = False
        """True if the match runs in lockstep."""
        self.reset()

    def reset(self) -> None:
        """Forgets all cars except `debugged` and `awaited`, because a new match begins."""
        self._expected: set[int] = set()
        self.away.clear()
        self.absent.clear()
        self.owed.clear()
        self._retried: set[int] = set()
        """Absent cars that the current wait is for."""
        self._failed: dict[int, tuple[int, float]] = {}
        """By absent car: number of failed retries, and earliest time of the next retry."""
        self._credit_s: dict[int, float] = {}
        """Remaining credit by car; cars that are not listed have all of it."""
        self._skipped: set[int] = set()
        """Cars that missed the last tick for which they had a shortened deadline."""
        self._without_ball: dict[int, bool] = {}
        """By car: whether it answers frames without a ball; cars that are not listed have not got one."""
        self._is_optional = False
        """True if the last frame had no ball."""
        self._ticks_without = 0
        self._since_s = 0.0
        self._timeout_s = ANSWER_DEADLINE_S

    def is_complete(self) -> bool:
        """Returns whether no answer is missing."""
        return not self.owed

    def expect(self, cars: Iterable[int], *, resting: Iterable[int] = ()) -> None:
        """Sets the cars whose agents get ticks from now on; lockstep no longer waits for other cars.

        The cars in `resting` are not waited for even if they are in `debugged`.
        """
        present = self.debugged.difference(resting).union(self.away, cars)
        self.absent &= present
        self.owed &= present
        self._expected = present - self.absent
        self._skipped &= present
        self._failed = {car: failed for car, failed in self._failed.items() if car in present}
        self._credit_s = {car: credit_s for car, credit_s in self._credit_s.items() if car in present}

    def begin(self, now_s: float, *, is_urgent: bool = False, is_optional: bool = False) -> None:
        """Starts to wait for the answers to a tick that was sent.

        `is_urgent` retries absent cars more often; `is_optional` means that the frame had no ball.
        """
        self._is_optional = is_optional
        self.owed = self._expected.copy()
        if is_optional:
            waits = {car for car in self.owed if self._without_ball.get(car, car not in self.debugged)}
            self.owed = waits | self.away
        self._since_s = now_s
        self.deadline_s = now_s + ANSWER_DEADLINE_S
        self._timeout_s = ANSWER_DEADLINE_S
        if self._credit_s or self.debugged or self.away:
            self._set_deadline()
        if self._retried:
            self._retried = set()
        if self.absent and not is_optional:
            self._ticks_without += 1
            if self._ticks_without >= (URGENT_RETRY_TICKS if is_urgent else RETRY_TICKS):
                self._retry(now_s)

    def answer(self, car: int) -> None:
        """Notes an answer."""
        if car not in self.away:  # an answer before the agent is ready
            self.owed.discard(car)
        if self._is_optional:
            self._without_ball[car] = True
        if self._credit_s and car in self._credit_s:
            self._earn(car)
        if self.absent and car in self.absent:
            self.absent.discard(car)
            self._expected.add(car)
            self._failed.pop(car, None)

    def debug(self, car: int, now_s: float, *, is_on: bool) -> None:
        """Notes whether the agent of a car is being debugged; the current wait begins again."""
        (self.debugged.add if is_on else self.debugged.discard)(car)
        if car in self.absent:
            self.answer(car)
        self.restart(now_s)

    def leave(self, cars: Iterable[int]) -> None:
        """Waits without a deadline for the agent of these cars, which has left, if it is awaited."""
        away = self.awaited.intersection(cars)
        self.absent -= away
        self.away |= away
        self._set_deadline()

    def back(self, cars: Iterable[int]) -> None:
        """Waits no longer for the agent of these cars: it is back, or does not come back."""
        self.away.difference_update(cars)
        self.owed.difference_update(cars)
        self._set_deadline()

    def hand_over(self, cars: Iterable[int]) -> None:
        """Notes that another session drives these cars; they owe nothing for this tick and have the full credit."""
        for car in cars:
            self.answer(car)
            self._credit_s.pop(car, None)
            self._skipped.discard(car)

    def await_anew(self, cars: Iterable[int], now_s: float) -> None:
        """Waits for the answers of another session that drives these cars to the current tick, with the full credit."""
        for car in cars:
            self.answer(car)
            self._credit_s.pop(car, None)
            self._skipped.discard(car)
            self.absent.discard(car)
            self._expected.add(car)
            self.owed.add(car)
        self._since_s = now_s
        self._set_deadline()

    def time_out(self) -> frozenset[int]:
        """Ends the wait at the deadline; returns the cars that have missed the full deadline.

        At the end of a retry or of a shortened deadline the result is empty, and the wait for the others continues. It
        is empty too after a frame without a ball.
        """
        if self._is_optional:
            silent = {car for car in self.owed if self._timeout_of(car) <= self._timeout_s}
            self._without_ball.update(dict.fromkeys(silent, False))
            self.owed -= silent
            self._set_deadline()
            return frozenset()
        if self._retried:
            self._postpone_retries(self._retried & self.absent)
            self._retried = set()
            self.owed -= self.absent
            self._set_deadline()
            return frozenset()
        if self._timeout_s < ANSWER_DEADLINE_S:
            self._skip({car for car in self.owed if self._timeout_of(car) <= self._timeout_s})
            self._set_deadline()
            return frozenset()
        missed = frozenset(self.owed - self.debugged - self.away)
        self._charge(missed)
        self.absent |= missed
        self._expected -= missed
        self.owed -= missed
        self._ticks_without = RETRY_TICKS
        self._set_deadline()
        return missed

    def restart(self, now_s: float) -> None:
        """Gives the cars that owe an answer their full time again, because the match was paused."""
        self._since_s = now_s
        self._set_deadline()
        if self._retried:
            self.deadline_s = now_s + RETRY_S

    def drop(self) -> None:
        """Ends the wait without counting anything as missed."""
        self.owed.clear()

    def _retry(self, now_s: float) -> None:
        due = {car for car in self.absent if car not in self._failed or now_s >= self._failed[car][1]}
        if due:
            self.owed |= due
            self._retried = due
            self._ticks_without = 0
            self.deadline_s = now_s + RETRY_S

    def _postpone_retries(self, cars: Iterable[int]) -> None:
        for car in cars:
            count = self._failed.get(car, (0, 0.0))[0] + 1
            over = min(count - PATIENT_RETRIES, _MAX_DOUBLINGS)
            pause_s = min(RETRY_S * 2.0**over, MAX_PAUSE_S) if over >= 0 else 0.0
            self._failed[car] = (count, self.deadline_s + pause_s)

    def _set_deadline(self) -> None:
        """Sets the deadline to the earliest deadline of the cars that owe an answer."""
        self._timeout_s = min(map(self._timeout_of, self.owed), default=ANSWER_DEADLINE_S)
        self.deadline_s = self._since_s + self._timeout_s

    def _timeout_of(self, car: int) -> float:
        if car in self.debugged or car in self.away:
            return math.inf
        return min(ANSWER_DEADLINE_S, max(TICK_S, self._credit_s.get(car, CREDIT_S)))

    def _charge(self, cars: Iterable[int]) -> None:
        for car in cars:
            self._credit_s[car] = max(0.0, self._credit_s.get(car, CREDIT_S) - self._timeout_s)

    def _earn(self, car: int) -> None:
        self._skipped.discard(car)
        credit_s = self._credit_s[car] + EARNED_S
        if credit_s < CREDIT_S:
            self._credit_s[car] = credit_s
        else:
            del self._credit_s[car]

    def _skip(self, cars: set[int]) -> None:
        """Goes on without these cars for this tick; cars that have missed two ticks are absent until they answer."""
        self._charge(cars)
        gone = cars & self._skipped
        self._skipped = (self._skipped | cars) - gone
        if gone:
            self.absent |= gone
            self._expected -= gone
            self._ticks_without = 0
        self.owed -= cars
