"""The rules of a match: phases, clock, goals, overtime and end, counted in frames.

    Paused -> Countdown -> Kickoff -> Active -> GoalScored -> Replay -> Countdown ... -> Ended

In a series another game follows, with its own countdown, while the series is not decided.

Nothing here knows physics or protocol: each frame is told what happened in it and answers what has to be done.
How long a goal, its replay and, in a series, the end of a game are shown is not published; 3 s, 6 s and 5 s are ours.
"""

from enum import Enum, auto
from typing import Final

from runtime.arena.game.match_rules import Terms, Tiebreak
from runtime.arena.physics import RATE
from runtime.model.states import Phase

COUNTDOWN_FRAMES: Final = 3 * RATE
KICKOFF_FRAMES: Final = 2 * RATE
"""Without a touch, play begins this long after the countdown."""
GOAL_FRAMES: Final = 3 * RATE
REPLAY_FRAMES: Final = 6 * RATE
BREAK_FRAMES: Final = 5 * RATE
"""Between two games of a series."""


class Change(Enum):
    """What the world has to do after a frame."""

    NOTHING = auto()
    KICKOFF = auto()
    """Ball, cars and pads go to their places for a kickoff."""
    NEXT_GAME = auto()
    """The same, and the scoreboard begins anew."""
    BALL = auto()
    """Only the ball goes to its place; the cars drive on."""
    GOAL = auto()
    """The ball goes."""
    END = auto()
    """The game is over; `Rules.close_game` tells whether the match is."""
    LAST_GOAL = auto()
    """The ball goes, and the game is over with it: the goal fell in the last frame of a limit."""


NOTHING: Final = Change.NOTHING
"""What nearly every frame brings; to look up the member of an enumeration takes a tenth of a microsecond."""
_ACTIVE: Final = Phase.ACTIVE
_IN_PLAY: Final = (Phase.KICKOFF, Phase.ACTIVE)


class Rules:
    """The course of one match; owned by one thread.

    In the phases that are `is_in_play` goals count; once it `is_over`, nothing more will happen. Whoever is told of the
    end of a game has to call `close_game`.
    """

    __slots__ = (
        "_began_frame",
        "_is_broken_off",
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
        "is_unlimited",
        "phase",
        "phase_frames",
        "score",
        "series",
    )

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.is_unlimited = terms.length_frames is None
        """Whether the match has no length."""
        self._paused: Phase | None = None
        """The phase that a pause has interrupted."""
        self._show(Phase.PAUSED)
        self.phase_frames = 0
        """Frames spent in the phase."""
        self.frames = 0
        """Frames since the start."""
        self.is_over = False
        self._is_broken_off = False
        self.series = terms.series
        """The games that have been played; None where the match is one game."""
        self._set_up(0)

    def _set_up(self, began_frame: int) -> None:
        """Score and clock as they are when a game begins."""
        terms = self._terms
        self._is_decided = False
        self._began_frame = began_frame
        most = None if terms.max_frames is None else began_frame + terms.max_frames
        limits = [limit for limit in (terms.limit_frames, most) if limit is not None]
        self._last_frame = min(limits) if limits else None
        self.clock_frames = terms.length_frames or 0
        """The clock on the screen: down, but up in overtime and with unlimited length."""
        self.is_overtime = False
        self.score = [0, 0]
        self.first_scorer: int | None = None

    @property
    def minds_floor(self) -> bool:
        """Whether a ball on the floor may end play in the next frame, because the clock is at 0:00 then."""
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
            return self._run_out(change)
        return change

    def close_game(self, winner: int | None) -> None:
        """Counts a game that has ended, and who won it; where its series is not decided, a break begins."""
        if self.series is None or self._is_broken_off:
            return
        blue, orange = self.score
        self.series = self.series.after((blue, orange), winner)
        limit = self._last_frame = self._terms.limit_frames
        self.is_over = self.series.is_decided or (limit is not None and self.frames >= limit)

    def match_winner(self, game_winner: int | None) -> int | None:
        """The winning team of a match that is over, by who won its last game; None for a draw.

        A game of a series that a limit broke off counts only where the games before are level.
        """
        if self.series is None:
            return game_winner
        leader = self.series.leader
        return game_winner if leader is None and self._is_broken_off else leader

    def winner(self, shots: tuple[int, int], lot: int) -> int | None:
        """The winning team of a game that has ended; None for a draw.

        Args:
            shots: shots of blue and orange in it.
            lot: the team that a drawn lot favours.
        """
        blue, orange = self.score
        if blue != orange:
            return int(orange > blue)
        if self._is_max_time_up():
            return None if shots[0] == shots[1] else int(shots[1] > shots[0])
        if self._is_overtime_over():
            is_by_score = self._terms.tiebreak is Tiebreak.FIRST_SCORE and self.first_scorer is not None
            return self.first_scorer if is_by_score else lot
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
        """The phases in which the clock stands and only time passes."""
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

    def _next_game(self) -> Change:
        if self._last_frame is not None and self.frames + 1 >= self._last_frame:
            return Change.NOTHING
        self._set_up(self.frames + 1)
        self._begin()
        return Change.NEXT_GAME

    def _run_out(self, change: Change) -> Change:
        """The last frame of a limit; in the break of a series, the game before has been counted."""
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
        most = self._terms.max_frames
        return most is not None and self.frames - self._began_frame >= most

    def _is_time_up(self) -> bool:
        return not self.is_overtime and not self.is_unlimited and self.clock_frames == 0

    def _is_overtime_over(self) -> bool:
        most = self._terms.overtime_frames
        return self.is_overtime and most is not None and self.clock_frames >= most

    def _begin(self) -> None:
        self._enter(Phase.COUNTDOWN if self._terms.has_countdown_at_start else Phase.KICKOFF)

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
