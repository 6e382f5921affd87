"""Decides when the next tick is played: by the clock, in lockstep, or not at all while the match is paused."""

from collections import deque
from enum import Enum, auto
from itertools import islice
from typing import Final

from runtime.arena.commands import LOCKSTEP, DebugCar, Pace, PaceKind, Pause, Resume, SetPace, Step
from runtime.arena.match.lockstep import LockstepBarrier
from runtime.model.game_facts import TICK_S, TICKS_PER_S

CATCH_UP_TICKS: Final = 4
"""Maximum number of ticks behind the schedule that are made up for; the rest is skipped."""
CATCH_UP_S: Final = CATCH_UP_TICKS * TICK_S
"""The same for fast paces, at which four ticks are shorter than a hiccup of the machine."""
_ERRORS_KEPT: Final = 1 << 14
_ERRORS_REPORTED: Final = TICKS_PER_S


class Clock:
    """An absolute schedule of ticks without drift: short hiccups are made up for, long ones are skipped and counted.

    Times are seconds of one monotonic clock, passed by the caller.
    """

    __slots__ = ("_due_s", "_interval_s", "_slack_s", "errors_s", "overruns")

    def __init__(self, factor: float, now_s: float) -> None:
        self._interval_s = TICK_S / factor
        self._slack_s = max(CATCH_UP_TICKS * self._interval_s, CATCH_UP_S)
        self._due_s = now_s
        self.errors_s: deque[float] = deque(maxlen=_ERRORS_KEPT)
        """Lateness of each of the last ticks."""
        self.overruns = 0
        """Ticks skipped because the machine was too slow."""

    @property
    def newest_errors_s(self) -> tuple[float, ...]:
        """Lateness of each tick of about the last second; few enough to be sorted between two ticks."""
        return tuple(islice(reversed(self.errors_s), _ERRORS_REPORTED))

    @property
    def is_fast(self) -> bool:
        """True if ticks are due more often than in real time."""
        return self._interval_s < TICK_S

    @property
    def due_s(self) -> float:
        """Time of the next tick."""
        return self._due_s

    def restart(self, now_s: float) -> None:
        """Lets the next tick begin now; the time of a pause is not made up for."""
        self._due_s = now_s

    def begin(self, now_s: float) -> None:
        """Notes that a tick begins, and schedules the next one."""
        behind_s = now_s - self._due_s
        self.errors_s.append(behind_s)
        self._due_s += self._interval_s
        if behind_s > self._slack_s:
            skipped = int(behind_s / self._interval_s)
            self._due_s += skipped * self._interval_s
            self.overruns += skipped


class Due(Enum):
    """The next step of the loop for a running match."""

    TICK = auto()
    """Play the next tick."""
    POLL = auto()
    """Handle what has arrived, then ask again: no tick is played without reading first."""
    ANSWERS = auto()
    """Wait for the answers to the current tick, up to `barrier.deadline_s`."""
    CLOCK = auto()
    """Wait until `clock.due_s`."""
    TIMEOUT = auto()
    """Go on without the answers that are missing."""
    PAUSED = auto()
    """Nothing until a command comes."""
    HELD = auto()
    """Nothing until the learner grants ticks."""


class Turn:
    """Pace, pauses, single steps, clock and lockstep of a server's matches; owned by the server's thread.

    Times are seconds of one monotonic clock.
    """

    __slots__ = (
        "_game_speed",
        "_is_polled",
        "barrier",
        "clock",
        "granted",
        "is_lockstep",
        "is_paused",
        "pace",
        "steps_left",
    )

    def __init__(self, pace: Pace, now_s: float) -> None:
        self.barrier = LockstepBarrier()
        self.is_paused = False
        self.steps_left = 0
        """Ticks of a step that remain before the match pauses; 0 without a step."""
        self.granted: int | None = None
        """Ticks that the learner has granted and that are not played yet; None if ticks need no grant."""
        self._game_speed = 1.0
        self._is_polled = False
        self._set_pace(pace, now_s)

    @property
    def current_pace(self) -> Pace:
        """The pace now: lockstep while an agent is being debugged."""
        return LOCKSTEP if self.is_lockstep else self.pace

    def begin_match(self, now_s: float) -> None:
        """Prepares for a new match: not paused, nothing to make up for, no answer owed."""
        self.is_paused = False
        self.steps_left = 0
        self.barrier.reset()
        self.clock = Clock(self.pace.factor * self._game_speed, now_s)

    def end_match(self, now_s: float) -> None:
        """Forgets which agents are being debugged and awaited, because the match is over."""
        self.barrier.debugged.clear()
        self.barrier.awaited.clear()
        self._set_pace(self.pace, now_s)

    def grant(self, ticks: int | None, now_s: float) -> None:
        """Lets this number of ticks be played before the match is held; 0 holds it now, None releases it.

        The wait for the answers to the last tick begins again, and the time of the hold is not made up for.
        """
        if self.granted == 0:
            self.barrier.restart(now_s)
            self.clock.restart(max(now_s, self.clock.due_s))
        self.granted = ticks

    def set_game_speed(self, speed: float, now_s: float) -> None:
        """Follows the speed of the game itself, which multiplies the pace except in lockstep."""
        if speed != self._game_speed:
            self._game_speed = speed
            self.clock = Clock(self.pace.factor * speed, now_s)

    def apply(self, command: Pause | Resume | Step | SetPace | DebugCar, now_s: float) -> None:
        """Carries out a console command."""
        if self.is_paused and not isinstance(command, SetPace | DebugCar):
            self.barrier.restart(now_s)
        match command:
            case SetPace(pace=pace):
                self.barrier.drop()
                self._set_pace(pace, now_s)
            case Pause():
                self.is_paused = True
                self.steps_left = 0
            case Resume():
                self._run(0, now_s)
            case Step(frames=ticks):
                self._run(ticks, now_s)
            case DebugCar(car=car, is_on=is_on):
                self.barrier.debug(car, now_s, is_on=is_on)
                self._set_pace(self.pace, now_s)

    def next(self, now_s: float) -> Due:
        """Returns what to do at `now_s`."""
        if self.is_paused:
            return Due.PAUSED
        if self.granted == 0:
            return Due.HELD
        if self.is_lockstep:
            if self.barrier.owed:
                return Due.ANSWERS if now_s < self.barrier.deadline_s else Due.TIMEOUT
        elif now_s < self.clock.due_s:
            return Due.CLOCK
        return Due.TICK if self._is_polled else Due.POLL

    def note_polled(self) -> None:
        """Notes that messages have been read since the last tick."""
        self._is_polled = True

    def begin_tick(self, now_s: float) -> None:
        """Notes that a tick begins."""
        self._is_polled = False
        if not self.is_lockstep:
            self.clock.begin(now_s)

    def end_tick(self) -> None:
        """Notes that a tick was played; after the last one of a step the match pauses."""
        if self.steps_left:
            self.steps_left -= 1
            self.is_paused = self.steps_left == 0
        if self.granted:
            self.granted -= 1

    def is_tick_near(self, now_s: float, within_s: float) -> bool:
        """Returns whether the clock lets a tick begin within this time."""
        return not (self.is_paused or self.is_lockstep or self.granted == 0) and self.clock.due_s - now_s < within_s

    def _run(self, steps: int, now_s: float) -> None:
        self.is_paused = False
        self.steps_left = steps
        self.clock.restart(now_s)

    def _set_pace(self, pace: Pace, now_s: float) -> None:
        self.pace = pace
        self.is_lockstep = pace.kind is PaceKind.LOCKSTEP or bool(self.barrier.debugged)
        self.barrier.is_used = self.is_lockstep
        self.clock = Clock(pace.factor * self._game_speed, now_s)
