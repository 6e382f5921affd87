"""The rules of a match: phases, clock, goals, overtime and end, counted in frames.

    Paused -> Countdown -> Kickoff -> Active -> GoalScored -> Replay -> Countdown ... -> Ended

Nothing here knows physics or protocol: each frame is told what happened in it and answers what has to be done.
How long the game shows a goal and its replay is not published; 3 s and 6 s are ours.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from runtime.arena.play.frames import RATE
from runtime.config.model import Match, Mutators
from runtime.states import Phase

COUNTDOWN_FRAMES: Final = 3 * RATE
KICKOFF_FRAMES: Final = 2 * RATE
"""Without a touch, play begins this long after the countdown."""
GOAL_FRAMES: Final = 3 * RATE
REPLAY_FRAMES: Final = 6 * RATE

_MINUTE: Final = 60 * RATE
_NUMBERS: Final = {
    "One": 1,
    "Two": 2,
    "Three": 3,
    "Four": 4,
    "Five": 5,
    "Six": 6,
    "Seven": 7,
    "Eight": 8,
    "Nine": 9,
    "Ten": 10,
    "Eleven": 11,
    "Twelve": 12,
    "Thirteen": 13,
    "Fourteen": 14,
    "Fifteen": 15,
    "Twenty": 20,
    "Thirty": 30,
    "Forty": 40,
    "Fifty": 50,
    "Sixty": 60,
    "Seventy": 70,
    "Eighty": 80,
    "Ninety": 90,
    "Hundred": 100,
    "OneHundredFiftyOne": 151,
}


class Tiebreak(Enum):
    """Who wins when overtime runs out level."""

    FIRST_SCORE = "who scored first"
    RANDOM_TEAM = "the lot"


class Change(Enum):
    """What the world has to do after a frame."""

    NOTHING = auto()
    KICKOFF = auto()
    """Ball, cars and pads go to their places for a kickoff."""
    BALL = auto()
    """Only the ball goes to its place; the cars drive on."""
    GOAL = auto()
    """The ball goes."""
    END = auto()
    LAST_GOAL = auto()
    """The ball goes, and the match is over with it: the goal fell in the last frame of a limit."""


NOTHING: Final = Change.NOTHING
"""What nearly every frame brings; to look up the member of an enumeration takes a tenth of a microsecond."""
_ACTIVE: Final = Phase.ACTIVE
_IN_PLAY: Final = (Phase.KICKOFF, Phase.ACTIVE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What two matches may differ in; None is unlimited."""

    length_frames: int | None = 5 * _MINUTE
    max_score: int | None = None
    max_frames: int | None = None
    """From the start, whatever the phase; more shots decide a level score."""
    overtime_frames: int | None = None
    tiebreak: Tiebreak = Tiebreak.RANDOM_TEAM
    limit_frames: int | None = None
    """From the start, whatever the phase and the score."""
    has_countdown_at_start: bool = True
    has_replays: bool = True
    cars_stay: bool = False
    """After a goal there is neither replay nor countdown, and only the ball goes to its place."""

    @classmethod
    def of(cls, match: Match, *, seconds_limit: float | None = None) -> "Terms":
        """Reads the terms of a match that `refusal` lets pass; freeplay has no clock and no end."""
        mutators = match.mutators
        limit_frames = None if seconds_limit is None else max(0, round(seconds_limit * RATE))
        if match.freeplay:
            return cls(length_frames=None, limit_frames=limit_frames, has_countdown_at_start=False, cars_stay=True)
        return cls(
            length_frames=_minutes(mutators.match_length),
            max_score=_goals(mutators),
            max_frames=_minutes(mutators.max_time),
            overtime_frames=None if mutators.overtime == "Unlimited" else 5 * _MINUTE,
            tiebreak=Tiebreak.FIRST_SCORE if mutators.overtime == "FiveMaxFirstScore" else Tiebreak.RANDOM_TEAM,
            limit_frames=limit_frames,
            has_countdown_at_start=not match.instant_start,
            has_replays=not match.skip_replays,
            cars_stay=mutators.respawn_time == "DisableGoalReset",
        )


def _minutes(name: str) -> int | None:
    word = name.removesuffix("s").removesuffix("Minute")
    return None if name == "Unlimited" else _NUMBERS[word] * _MINUTE


def _goals(mutators: Mutators) -> int | None:
    word = mutators.max_score.removesuffix("s").removesuffix("Goal")
    return None if mutators.max_score == "Unlimited" else _NUMBERS[word]


class Rules:
    """The course of one match; owned by one thread.

    In the phases that are `is_in_play` goals count; once it `is_over`, nothing more will happen.
    """

    __slots__ = (
        "_is_decided",
        "_last_frame",
        "_paused",
        "_terms",
        "clock_frames",
        "first_scorer",
        "frames",
        "is_in_play",
        "is_over",
        "is_overtime",
        "phase",
        "phase_frames",
        "score",
    )

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._is_decided = False
        self._paused: Phase | None = None
        """The phase that a pause has interrupted."""
        limits = [limit for limit in (terms.limit_frames, terms.max_frames) if limit is not None]
        self._last_frame = min(limits) if limits else None
        self._show(Phase.PAUSED)
        self.phase_frames = 0
        """Frames spent in the phase."""
        self.frames = 0
        """Frames since the start."""
        self.clock_frames = terms.length_frames or 0
        """The clock on the screen: down, but up in overtime and with unlimited length."""
        self.is_overtime = False
        self.score = [0, 0]
        self.first_scorer: int | None = None

    @property
    def is_unlimited(self) -> bool:
        """Whether the match has no length."""
        return self._terms.length_frames is None

    @property
    def minds_floor(self) -> bool:
        """Whether a ball on the floor may end play in the next frame, because the clock is at 0:00 then."""
        return self.clock_frames <= 1 and not self.is_overtime and not self.is_unlimited

    def start(self) -> Change:
        """Leaves Paused; a second call does nothing."""
        if self.phase is not Phase.PAUSED or self._paused is not None:
            return Change.NOTHING
        if self._terms.limit_frames == 0 or self._terms.max_frames == 0:
            return self._end()
        self._enter(Phase.COUNTDOWN if self._terms.has_countdown_at_start else Phase.KICKOFF)
        return Change.KICKOFF

    def toggle_pause(self) -> None:
        """Interrupts the match, or lets it go on; one that has not begun or is over stays as it is.

        Frames are counted in a pause too, but nothing else.
        """
        if self._paused is not None:
            self._show(self._paused)
            self._paused = None
        elif self.phase is not Phase.PAUSED and not self.is_over:
            self._paused = self.phase
            self._show(Phase.PAUSED)

    def award(self, team: int, points: int) -> Change:
        """Counts for a team what is no goal; ignored while no goal can count."""
        if not self.is_in_play:
            return Change.NOTHING
        self._count(team, points)
        return self._end() if self._is_decided else Change.NOTHING

    def call_off(self) -> Change:
        """Play goes nowhere: a kickoff, or what the clock at 0:00 brings; ignored out of play."""
        if self.phase is not Phase.ACTIVE:
            return Change.NOTHING
        if self._is_time_up():
            return self._settle()
        self._enter(Phase.COUNTDOWN)
        return Change.KICKOFF

    def advance(self, *, scored_by: int | None, is_touched: bool, is_on_floor: bool, points: int = 1) -> Change:
        """One frame.

        Args:
            scored_by: the team for which the ball is in the goal; ignored while no goal can count.
            points: what a goal in this frame counts.
            is_touched: whether a car touched the ball in this frame.
            is_on_floor: whether the ball is on the floor at its end; without meaning unless `minds_floor`.
        """
        change = NOTHING
        if self.is_in_play:
            self.phase_frames += 1
            change = self._play(scored_by, points, is_touched=is_touched, is_on_floor=is_on_floor)
        elif self._paused is None:
            if self.is_over or self.phase is Phase.PAUSED:
                return NOTHING
            self.phase_frames += 1
            change = self._wait()
        self.frames += 1
        if self._last_frame is not None and self.frames >= self._last_frame and change is not Change.END:
            self._end()
            return Change.LAST_GOAL if change is Change.GOAL else Change.END
        return change

    def winner(self, shots: tuple[int, int], lot: int) -> int | None:
        """The winning team of an ended match; None for a draw.

        Args:
            shots: shots of blue and orange.
            lot: the team that a drawn lot favours.
        """
        blue, orange = self.score
        if blue != orange:
            return int(orange > blue)
        if self._terms.max_frames is not None and self.frames >= self._terms.max_frames:
            return None if shots[0] == shots[1] else int(shots[1] > shots[0])
        if self._is_overtime_over():
            is_by_score = self._terms.tiebreak is Tiebreak.FIRST_SCORE and self.first_scorer is not None
            return self.first_scorer if is_by_score else lot
        return None

    def _play(self, scored_by: int | None, points: int, *, is_touched: bool, is_on_floor: bool) -> Change:
        if self.phase is _ACTIVE:
            self._tick()
        elif is_touched or self.phase_frames >= KICKOFF_FRAMES:
            self._enter(Phase.ACTIVE)
        if scored_by is not None:
            return self._goal(scored_by, points)
        if self._is_overtime_over():
            return self._end()
        if self._is_time_up() and is_on_floor:
            return self._settle()
        return NOTHING

    def _tick(self) -> None:
        if self.is_overtime or self.is_unlimited:
            self.clock_frames += 1
        elif self.clock_frames > 0:
            self.clock_frames -= 1

    def _wait(self) -> Change:
        """The phases in which the clock stands and only time passes."""
        if self.phase is Phase.COUNTDOWN and self.phase_frames >= COUNTDOWN_FRAMES:
            self._enter(Phase.KICKOFF)
        elif self.phase is Phase.GOAL_SCORED and self.phase_frames >= GOAL_FRAMES:
            return self._after_goal()
        elif self.phase is Phase.REPLAY and self.phase_frames >= REPLAY_FRAMES:
            return self._next_kickoff()
        return Change.NOTHING

    def _goal(self, team: int, points: int) -> Change:
        self._count(team, points)
        self._enter(Phase.GOAL_SCORED)
        return Change.GOAL

    def _count(self, team: int, points: int) -> None:
        self.score[team] += points
        if points and self.first_scorer is None:
            self.first_scorer = team
        most = self._terms.max_score
        is_golden = self.is_overtime and self.score[0] != self.score[1]
        self._is_decided = is_golden or (most is not None and self.score[team] >= most)

    def _after_goal(self) -> Change:
        is_last = self._is_decided or (self._is_time_up() and self.score[0] != self.score[1])
        if is_last:
            return self._end()
        if self._terms.has_replays and not self._terms.cars_stay:
            self._enter(Phase.REPLAY)
            return Change.NOTHING
        return self._next_kickoff()

    def _settle(self) -> Change:
        return self._end() if self.score[0] != self.score[1] else self._next_kickoff()

    def _next_kickoff(self) -> Change:
        if self._is_time_up():
            self.is_overtime = True
            self.clock_frames = 0
        elif self._terms.cars_stay:
            self._enter(Phase.KICKOFF)
            return Change.BALL
        self._enter(Phase.COUNTDOWN)
        return Change.KICKOFF

    def _is_time_up(self) -> bool:
        return not self.is_overtime and not self.is_unlimited and self.clock_frames == 0

    def _is_overtime_over(self) -> bool:
        most = self._terms.overtime_frames
        return self.is_overtime and most is not None and self.clock_frames >= most

    def _end(self) -> Change:
        self._paused = None
        self._enter(Phase.ENDED)
        return Change.END

    def _enter(self, phase: Phase) -> None:
        self._show(phase)
        self.phase_frames = 0

    def _show(self, phase: Phase) -> None:
        self.phase = phase
        self.is_in_play = phase in _IN_PLAY
        self.is_over = phase is Phase.ENDED
