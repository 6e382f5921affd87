"""How a match runs on: its pace, pauses and single steps."""

from runtime.arena.match.commands import Pace, PaceKind, Pause, Resume, SetPace, Step
from runtime.arena.match.pace import Clock


class Tempo:
    """Pace and pauses of a server's matches; owned by the server's thread. Times are seconds of one monotonic clock."""

    __slots__ = ("_game_speed", "_steps", "clock", "is_lockstep", "is_paused", "pace")

    def __init__(self, pace: Pace, now_s: float) -> None:
        self._steps = 0
        self._game_speed = 1.0
        self.is_paused = False
        self.set_pace(pace, now_s)

    @property
    def steps_left(self) -> int:
        """Frames of a step that are still to be played before the match stands still; 0 without one."""
        return self._steps

    def set_pace(self, pace: Pace, now_s: float) -> None:
        """Goes on at another pace from now."""
        self.pace = pace
        self.is_lockstep = pace.kind is PaceKind.LOCKSTEP
        self.clock = Clock(pace.factor * self._game_speed, now_s)

    def set_game_speed(self, speed: float, now_s: float) -> None:
        """Follows the game's own speed, which counts on top of the pace; lockstep knows none."""
        if speed != self._game_speed:
            self._game_speed = speed
            self.clock = Clock(self.pace.factor * speed, now_s)

    def restart(self, now_s: float) -> None:
        """A new match begins: nothing is paused, nothing is to be made up for."""
        self.is_paused = False
        self._steps = 0
        self.clock = Clock(self.pace.factor * self._game_speed, now_s)

    def apply(self, command: Pause | Resume | Step | SetPace, now_s: float) -> None:
        """Carries out a console command."""
        match command:
            case Pause():
                self.is_paused = True
                self._steps = 0
            case Resume():
                self.is_paused = False
                self._steps = 0
                self.clock.restart(now_s)
            case Step(frames=frames):
                self.is_paused = False
                self._steps = frames
                self.clock.restart(now_s)
            case SetPace(pace=pace):
                self.set_pace(pace, now_s)

    def count_frame(self) -> None:
        """Notes that a frame was played; after the last one of a step the match stands still."""
        if self._steps:
            self._steps -= 1
            self.is_paused = self._steps == 0
