"""Which game of a series is on, and whether the end that a packet shows is that of the match."""

from runtime.model.series import Series
from runtime.model.states import Phase


class SeriesWatch:
    """Goes by the server's reports, or else counts the ends that packets show; owned by the match's thread.

    Without reports the score tells who won a game, and one that is level is drawn.
    """

    def __init__(self, series: Series | None) -> None:
        self.series = series
        """The games that have been played; None where the match is one game."""
        self._is_told = False
        self._is_final = False
        self._phase = Phase.INACTIVE

    @property
    def is_over(self) -> bool:
        """Whether no game follows the one that ended."""
        return self.series is None or (self._is_final if self._is_told else self.series.is_decided)

    def tell(self, series: Series | None, *, is_final: bool) -> None:
        """The server reported."""
        self._is_told = True
        self.series = series
        self._is_final = is_final

    def see(self, phase: Phase, score: tuple[int, int]) -> None:
        """A frame of the match was looked at."""
        is_end = phase is Phase.ENDED and self._phase is not Phase.ENDED
        self._phase = phase
        if is_end and not self._is_told and self.series is not None and not self.series.is_decided:
            blue, orange = score
            self.series = self.series.after(score, None if blue == orange else int(orange > blue))
