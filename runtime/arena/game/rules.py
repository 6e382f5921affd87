"""The rules of a match: phases, clock, goals, overtime and end, counted in frames.

    Paused -> Countdown -> Kickoff -> Active -> GoalScored -> Replay -> Countdown ... -> Ended

In a series another game follows, with its own countdown, until the series is decided.

The module knows neither physics nor protocol: `Rules.advance` gets the events of a frame and returns the action that
has to follow. The durations of goal, replay and, in a series, the end of a game are not published; we chose 3 s, 6 s
and 5 s.
"""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from runtime.documents.choices import Mutators
from runtime.documents.model import Match
from runtime.model.game_facts import TICKS_PER_S
from runtime.model.series import Series, series_of
from runtime.model.states import Phase

COUNTDOWN_FRAMES: Final = 3 * TICKS_PER_S
KICKOFF_FRAMES: Final = 2 * TICKS_PER_S
"""Without a touch, play begins this long after the countdown."""
GOAL_FRAMES: Final = 3 * TICKS_PER_S
REPLAY_FRAMES: Final = 6 * TICKS_PER_S
BREAK_FRAMES: Final = 5 * TICKS_PER_S
"""Between two games of a series."""
_MINUTE: Final = 60 * TICKS_PER_S
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
    """Winner if overtime ends level."""

    FIRST_SCORE = "who scored first"
    RANDOM_TEAM = "a random team"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """Length, limits, overtime and series of a match; None is unlimited."""

    length_frames: int | None = 5 * _MINUTE
    max_score: int | None = None
    max_frames: int | None = None
    """From the start of a game, in any phase; more shots decide a level score."""
    overtime_frames: int | None = None
    tiebreak: Tiebreak = Tiebreak.RANDOM_TEAM
    limit_frames: int | None = None
    """From the start of the match, in any phase."""
    series: Series | None = None
    """The series that begins; None if the match is one game."""
    has_countdown_at_start: bool = True
    has_replays: bool = True
    cars_stay: bool = False
    """After a goal there is neither replay nor countdown, and only the ball is reset."""

    @classmethod
    def of(cls, match: Match, *, seconds_limit: float | None = None) -> "MatchRules":
        """Returns the rules of a match that `refusals` does not refuse; freeplay has no clock and no end."""
        mutators = match.mutators
        limit_frames = None if seconds_limit is None else max(0, round(seconds_limit * TICKS_PER_S))
        if match.freeplay:
            return cls(length_frames=None, limit_frames=limit_frames, has_countdown_at_start=False, cars_stay=True)
        return cls(
            length_frames=_minutes(mutators.match_length),
            max_score=_goals(mutators),
            max_frames=_minutes(mutators.max_time),
            overtime_frames=None if mutators.overtime == "Unlimited" else 5 * _MINUTE,
            tiebreak=Tiebreak.FIRST_SCORE if mutators.overtime == "FiveMaxFirstScore" else Tiebreak.RANDOM_TEAM,
            limit_frames=limit_frames,
            series=series_of(mutators.series_length),
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


class Change(Enum):
    """Action required of the world after a frame."""

    NOTHING = auto()
    KICKOFF = auto()
    """Reset ball, cars and pads for a kickoff."""
    NEXT_GAME = auto()
    """The same, and clear the scoreboard."""
    BALL = auto()
    """Reset only the ball."""
    GOAL = auto()
    """Remove the ball."""
    END = auto()
    """The game is over; call `Rules.close_game`."""
    LAST_GOAL = auto()
    """Remove the ball; the game is over too, because the goal was scored in the last frame of a limit."""


NOTHING: Final = Change.NOTHING
"""The usual result; looking up the member of an enumeration takes a tenth of a microsecond."""
_ACTIVE: Final = Phase.ACTIVE
_IN_PLAY: Final = (Phase.KICKOFF, Phase.ACTIVE)


class Rules:
    """Phase, clock and score of one match; for one thread.

    Goals count while `is_in_play`; after `is_over` nothing more happens.
    """

    __slots__ = (
        "_began_frame",
        "_is_broken_off",
        "_is_decided",
        "_last_frame",
        "_paused",
        "_settings",
        "clock_frames",
        "first_scorer",
        "frames",
        "is_in_play",
        "is_over",
        "is_overtime",
        "is_unlimited",
        "phase",
        "phase_frames",
        "score",
        "series",
    )

    def __init__(self, settings: MatchRules) -> None:
        self._settings = settings
        self.is_unlimited = settings.length_frames is None
        """True if the match has no length."""
        self._paused: Phase | None = None
        """The phase that a pause interrupted."""
        self._show(Phase.PAUSED)
        self.phase_frames = 0
        """Frames spent in the phase."""
        self.frames = 0
        """Frames since the start."""
        self.is_over = False
        self._is_broken_off = False
        self.series = settings.series
        """The finished games; None if the match is one game."""
        self._set_up(0)

    def _set_up(self, began_frame: int) -> None:
        """Sets score and clock for the start of a game."""
        settings = self._settings
        self._is_decided = False
        self._began_frame = began_frame
        maximum = None if settings.max_frames is None else began_frame + settings.max_frames
        limits = [limit for limit in (settings.limit_frames, maximum) if limit is not None]
        self._last_frame = min(limits) if limits else None
        self.clock_frames = settings.length_frames or 0
        """The displayed clock: down, but up in overtime and without a length."""
        self.is_overtime = False
        self.score = [0, 0]
        self.first_scorer: int | None = None

    @property
    def minds_floor(self) -> bool:
        """True if a ball on the floor may end play in the next frame, because the clock will be at 0:00."""
        return self.clock_frames <= 1 and not self.is_overtime and not self.is_unlimited

    def start(self) -> Change:
        """Leaves Paused; a second call does nothing."""
        if self.phase is not Phase.PAUSED or self._paused is not None:
            return Change.NOTHING
        if self._last_frame == 0:
            self._is_broken_off = True
            return self._end()
        self._begin()
        return Change.KICKOFF

    def restart(self, *, has_countdown: bool) -> None:
        """Begins the match again, with score and clock, in a new frame. The world has to be reset for a kickoff."""
        self.frames += 1
        self._paused = None
        self.is_over = self._is_broken_off = False
        self.series = self._settings.series
        self._set_up(self.frames)
        self._enter(Phase.COUNTDOWN if has_countdown else Phase.KICKOFF)

    def end_now(self) -> Change:
        """Ends the match at once, with its present score."""
        if self.is_over:
            return Change.NOTHING
        return self._run_out(Change.NOTHING)

    def toggle_pause(self) -> None:
        """Pauses or resumes a match that has begun and is not over. In a pause only `frames` advances."""
        if self._paused is not None:
            self._show(self._paused)
            self._paused = None
        elif self.phase is not Phase.PAUSED and not self.is_over:
            self._paused = self.phase
            self._show(Phase.PAUSED)

    def award(self, team: int, points: int) -> Change:
        """Adds points other than a goal to a team's score; ignored while goals do not count."""
        if not self.is_in_play:
            return Change.NOTHING
        self._count(team, points)
        return self._end() if self._is_decided else Change.NOTHING

    def call_off(self) -> Change:
        """Ends stale play with a kickoff or, at 0:00, like a ball on the floor; ignored outside of Active."""
        if self.phase is not Phase.ACTIVE:
            return Change.NOTHING
        if self._is_time_up():
            return self._settle()
        self._enter(Phase.COUNTDOWN)
        return Change.KICKOFF

    def advance(self, *, scored_by: int | None, is_touched: bool, is_on_floor: bool, points: int = 1) -> Change:
        """Plays one frame.

        Args:
            scored_by: the team for which the ball is in the goal; ignored while goals do not count.
            points: value of a goal in this frame.
            is_touched: whether a car touched the ball in this frame.
            is_on_floor: whether the ball is on the floor at its end; only read if `minds_floor`.
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
            return self._run_out(change)
        return change

    def close_game(self, winner: int | None) -> None:
        """Adds a game that has ended to its series; a break begins if the series is not decided."""
        if self.series is None or self._is_broken_off:
            return
        blue, orange = self.score
        self.series = self.series.after((blue, orange), winner)
        limit = self._last_frame = self._settings.limit_frames
        self.is_over = self.series.is_decided or (limit is not None and self.frames >= limit)

    def match_winner(self, game_winner: int | None) -> int | None:
        """Returns the winner of a match that is over, given the winner of its last game; None for a draw.

        A game of a series that a limit ended early counts only if the games before are level.
        """
        if self.series is None:
            return game_winner
        leader = self.series.leader
        return game_winner if leader is None and self._is_broken_off else leader

    def winner(self, shots: tuple[int, int], random_team: int) -> int | None:
        """Returns the winner of a game that has ended; None for a draw.

        Args:
            shots: shots of blue and orange in it.
            random_team: the winner if overtime ends level.
        """
        blue, orange = self.score
        if blue != orange:
            return int(orange > blue)
        if self._is_max_time_up():
            return None if shots[0] == shots[1] else int(shots[1] > shots[0])
        if self._is_overtime_over():
            is_by_score = self._settings.tiebreak is Tiebreak.FIRST_SCORE and self.first_scorer is not None
            return self.first_scorer if is_by_score else random_team
        return None

    def _play(self, scored_by: int | None, points: int, *, is_touched: bool, is_on_floor: bool) -> Change:
        if self.phase is _ACTIVE:
            if self.is_overtime or self.is_unlimited:
                self.clock_frames += 1
            elif self.clock_frames > 0:
                self.clock_frames -= 1
        elif is_touched or self.phase_frames >= KICKOFF_FRAMES:
            self._enter(Phase.ACTIVE)
        if scored_by is not None:
            return self._goal(scored_by, points)
        if self.is_overtime and self._is_overtime_over():
            return self._end()
        if is_on_floor and self._is_time_up():
            return self._settle()
        return NOTHING

    def _wait(self) -> Change:
        """Advances the phases in which the clock stands."""
        if self.phase is Phase.COUNTDOWN and self.phase_frames >= COUNTDOWN_FRAMES:
            self._enter(Phase.KICKOFF)
        elif self.phase is Phase.GOAL_SCORED and self.phase_frames >= GOAL_FRAMES:
            return self._after_goal()
        elif self.phase is Phase.REPLAY and self.phase_frames >= REPLAY_FRAMES:
            return self._next_kickoff()
        elif self.phase is Phase.ENDED and self.phase_frames >= BREAK_FRAMES:
            return self._next_game()
        return Change.NOTHING

    def _goal(self, team: int, points: int) -> Change:
        self._count(team, points)
        self._enter(Phase.GOAL_SCORED)
        return Change.GOAL

    def _count(self, team: int, points: int) -> None:
        self.score[team] += points
        if points and self.first_scorer is None:
            self.first_scorer = team
        maximum = self._settings.max_score
        is_golden = self.is_overtime and self.score[0] != self.score[1]
        self._is_decided = is_golden or (maximum is not None and self.score[team] >= maximum)

    def _after_goal(self) -> Change:
        is_last = self._is_decided or (self._is_time_up() and self.score[0] != self.score[1])
        if is_last:
            return self._end()
        if self._settings.has_replays and not self._settings.cars_stay:
            self._enter(Phase.REPLAY)
            return Change.NOTHING
        return self._next_kickoff()

    def _settle(self) -> Change:
        return self._end() if self.score[0] != self.score[1] else self._next_kickoff()

    def _next_kickoff(self) -> Change:
        if self._is_time_up():
            self.is_overtime = True
            self.clock_frames = 0
        elif self._settings.cars_stay:
            self._enter(Phase.KICKOFF)
            return Change.BALL
        self._enter(Phase.COUNTDOWN)
        return Change.KICKOFF

    def _next_game(self) -> Change:
        if self._last_frame is not None and self.frames + 1 >= self._last_frame:
            return Change.NOTHING
        self._set_up(self.frames + 1)
        self._begin()
        return Change.NEXT_GAME

    def _run_out(self, change: Change) -> Change:
        """Ends the match at a limit; during a break in a series, the last game has been counted already."""
        if self._is_break():
            self._paused = None
            self._show(Phase.ENDED)
            self.is_over = True
            return Change.NOTHING
        self._is_broken_off = not self._is_max_time_up()
        self._end()
        return Change.LAST_GOAL if change is Change.GOAL else Change.END

    def _is_break(self) -> bool:
        return Phase.ENDED in (self.phase, self._paused)

    def _is_max_time_up(self) -> bool:
        maximum = self._settings.max_frames
        return maximum is not None and self.frames - self._began_frame >= maximum

    def _is_time_up(self) -> bool:
        return not self.is_overtime and not self.is_unlimited and self.clock_frames == 0

    def _is_overtime_over(self) -> bool:
        maximum = self._settings.overtime_frames
        return self.is_overtime and maximum is not None and self.clock_frames >= maximum

    def _begin(self) -> None:
        self._enter(Phase.COUNTDOWN if self._settings.has_countdown_at_start else Phase.KICKOFF)

    def _end(self) -> Change:
        self._paused = None
        self._enter(Phase.ENDED)
        self.is_over = True
        return Change.END

    def _enter(self, phase: Phase) -> None:
        self._show(phase)
        self.phase_frames = 0

    def _show(self, phase: Phase) -> None:
        self.phase = phase
        self.is_in_play = phase in _IN_PLAY
