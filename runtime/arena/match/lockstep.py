"""When the next frame is played in lockstep: when every agent has answered; the caller brings the time."""

from collections.abc import Iterable
from typing import Final

from runtime.arena.match.pace import FRAME_S

ANSWER_DEADLINE_S: Final = 1.0
"""So long lockstep waits for an agent before it goes on without it."""
RECALL_S: Final = 0.1
"""So long it waits now and then for one that it goes on without."""
RECALL_FRAMES: Final = 120
URGENT_RECALL_FRAMES: Final = 8
"""So many frames are between two such waits, and where they are urgent."""
PATIENT_RECALLS: Final = 20
"""After so many such waits in vain, two seconds in all, it leaves that one alone for longer and longer."""
LONGEST_REST_S: Final = 0.9
"""But not for longer than this: such waits take a tenth of the time then."""
CREDIT_S: Final = 3.0
"""So long lockstep waits in vain for one agent with its whole patience."""
EARNED_S: Final = FRAME_S / 10.0
"""So much of that an agent gets back with each answer: all of it in half a minute of game time."""
_MOST_DOUBLINGS: Final = 10


class RollCall:
    """Which cars' answers the current frame still lacks, by packet index.

    A car whose answer misses the deadline is not waited for again until it answers, but for a moment, with the next
    frame and now and then: a bot that left out one answer goes on with the next, and one that is sent frames faster
    than it reads them would never get to answer one. When many of these moments have passed in vain, they come at ever
    longer intervals, until it answers.

    A car that leaves out an answer again and again, and answers in between, has used up its credit soon. Then it is
    given no more than a frame of real time, or what it has earned since. It is called for the next frame all the same,
    so that a bot that fails in the same frames always gets the same match; if it lets that one pass too, it is absent.
    """

    __slots__ = (
        "_called",
        "_credit_s",
        "_frames_without",
        "_recalled",
        "_since_s",
        "_slipped",
        "_time_s",
        "_vain",
        "absent",
        "begun_s",
        "deadline_s",
        "owed",
    )

    def __init__(self) -> None:
        self._called: set[int] = set()
        self.absent: set[int] = set()
        """The cars that it goes on without."""
        self.owed: set[int] = set()
        """The cars whose answers to the current frame are still waited for."""
        self._recalled: set[int] = set()
        """The absent cars that the present wait is for."""
        self._vain: dict[int, tuple[int, float]] = {}
        """By absent car: how many such waits were in vain, and until when it is left alone."""
        self._credit_s: dict[int, float] = {}
        """What is left of it, by car; those that are not here have it all."""
        self._slipped: set[int] = set()
        """The cars that let the last frame pass for which they had less than the whole time."""
        self._frames_without = 0
        self._since_s = 0.0
        self._time_s = ANSWER_DEADLINE_S
        """So long the present wait takes, from when on."""
        self.begun_s = 0.0
        """When the current frame was sent; monotonic seconds."""
        self.deadline_s = 0.0
        """When it is given up on."""

    def expect(self, cars: Iterable[int]) -> None:
        """Says which cars' agents are sent the frames from now on; nobody waits for others any more."""
        present = set(cars)
        self.absent &= present
        self.owed &= present
        self._called = present - self.absent
        self._slipped &= present
        self._vain = {car: vain for car, vain in self._vain.items() if car in present}
        self._credit_s = {car: credit_s for car, credit_s in self._credit_s.items() if car in present}

    def begin(self, now_s: float, *, is_urgent: bool = False) -> None:
        """Starts the call for a frame that was sent; `is_urgent` calls those that are absent sooner than otherwise."""
        self.owed = self._called.copy()
        self.begun_s = self._since_s = now_s
        self.deadline_s = now_s + ANSWER_DEADLINE_S
        self._time_s = ANSWER_DEADLINE_S
        if self._credit_s:
            self._set_deadline()
        if self._recalled:
            self._recalled = set()
        if self.absent:
            self._frames_without += 1
            if self._frames_without >= (URGENT_RECALL_FRAMES if is_urgent else RECALL_FRAMES):
                self._recall(now_s)

    def answer(self, car: int) -> None:
        """Notes an answer."""
        self.owed.discard(car)
        if self._credit_s and car in self._credit_s:
            self._earn(car)
        if self.absent and car in self.absent:
            self.absent.discard(car)
            self._called.add(car)
            self._vain.pop(car, None)

    def hand_over(self, cars: Iterable[int]) -> None:
        """Somebody else drives these from now on, who owes nothing for the present frame and has the whole credit."""
        for car in cars:
            self.answer(car)
            self._credit_s.pop(car, None)
            self._slipped.discard(car)

    def give_up(self) -> frozenset[int]:
        """Ends the wait at the deadline and returns the cars that owed an answer for their whole time.

        At the end of a moment's wait for those that were absent, and of the shorter time of those without credit, it
        returns none, and waits on for the others.
        """
        if self._recalled:
            self._rest(self._recalled & self.absent)
            self._recalled = set()
            self.owed -= self.absent
            self._set_deadline()
            return frozenset()
        if self._time_s < ANSWER_DEADLINE_S:
            self._pass_over({car for car in self.owed if self._time_of(car) <= self._time_s})
            self._set_deadline()
            return frozenset()
        missed = frozenset(self.owed)
        self._charge(missed)
        self.absent |= missed
        self._called -= missed
        self.owed.clear()
        self._frames_without = RECALL_FRAMES
        return missed

    def wait_anew(self, now_s: float) -> None:
        """Gives those that still owe an answer their whole time once more: the match stood still meanwhile."""
        self._since_s = now_s
        self._set_deadline()
        if self._recalled:
            self.deadline_s = now_s + RECALL_S

    def drop(self) -> None:
        """Ends the wait without anyone being blamed."""
        self.owed.clear()

    def _recall(self, now_s: float) -> None:
        due = {car for car in self.absent if car not in self._vain or now_s >= self._vain[car][1]}
        if due:
            self.owed |= due
            self._recalled = due
            self._frames_without = 0
            self.deadline_s = self.begun_s + RECALL_S

    def _rest(self, cars: Iterable[int]) -> None:
        """These let a wait pass."""
        for car in cars:
            count = self._vain.get(car, (0, 0.0))[0] + 1
            over = min(count - PATIENT_RECALLS, _MOST_DOUBLINGS)
            rest_s = min(RECALL_S * 2.0**over, LONGEST_REST_S) if over >= 0 else 0.0
            self._vain[car] = (count, self.deadline_s + rest_s)

    def _set_deadline(self) -> None:
        """To when the time is over of those who owe an answer and have the least of it."""
        self._time_s = min(map(self._time_of, self.owed), default=ANSWER_DEADLINE_S)
        self.deadline_s = self._since_s + self._time_s

    def _time_of(self, car: int) -> float:
        return min(ANSWER_DEADLINE_S, max(FRAME_S, self._credit_s.get(car, CREDIT_S)))

    def _charge(self, cars: Iterable[int]) -> None:
        """These have been waited for in vain."""
        for car in cars:
            self._credit_s[car] = max(0.0, self._credit_s.get(car, CREDIT_S) - self._time_s)

    def _earn(self, car: int) -> None:
        self._slipped.discard(car)
        credit_s = self._credit_s[car] + EARNED_S
        if credit_s < CREDIT_S:
            self._credit_s[car] = credit_s
        else:
            del self._credit_s[car]

    def _pass_over(self, cars: set[int]) -> None:
        """The match goes on without these, for this frame or, where they let two pass, until they answer."""
        self._charge(cars)
        gone = cars & self._slipped
        self._slipped = (self._slipped | cars) - gone
        if gone:
            self.absent |= gone
            self._called -= gone
            self._frames_without = 0
        self.owed -= cars
