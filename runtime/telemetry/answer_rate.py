"""How often an agent answers, by nothing but what the server's reports say: when they are read makes no difference."""

from typing import Final

FRAMES_PER_S: Final = 120
LEAST_FRAMES: Final = 60
"""Answers are counted over at least so many frames: reports may follow each other within a few."""


class AnswerRate:
    """Answers per second of wall time between the last two reports that were far enough apart; owned by one thread."""

    __slots__ = ("_frame", "_per_s", "_since")

    def __init__(self) -> None:
        self._frame = 0
        self._since: tuple[int, int] | None = None
        self._per_s: float | None = None

    @property
    def per_s(self) -> float | None:
        """The newest rate; None before there were enough frames."""
        return self._per_s

    def add(self, frame: int, answers: int, speed: float) -> None:
        """Takes a report: number of the frame, answers so far, and game seconds per second of wall time.

        Counters that went backwards are those of another session or match: counting begins anew.
        """
        before, self._frame = self._frame, frame
        if self._since is None or frame < self._since[0] or answers < self._since[1]:
            self._since = (frame, answers)
            self._per_s = None
            return
        frames = frame - self._since[0]
        if frames >= LEAST_FRAMES:
            self._per_s = (answers - self._since[1]) / frames * FRAMES_PER_S * speed
            self._since = (frame, answers)
        elif frame == before and not speed and self._per_s is not None:
            self._per_s = 0.0
            self._since = (frame, answers)

    def clear(self) -> None:
        """Forgets everything: the agent does not play."""
        self._since = None
        self._per_s = None
