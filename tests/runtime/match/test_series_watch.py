"""Whose end a packet shows: that of a game, or that of the match."""

import pytest

from runtime.match.spectator import SeriesProgress
from runtime.model.series import Series
from runtime.model.states import Phase


def seen(watch, *ends):
    """Games end so, one after the other."""
    for score in ends:
        watch.see(Phase.ACTIVE, (0, 0))
        watch.see(Phase.ENDED, score)
        watch.see(Phase.ENDED, score)


def test_a_single_game_is_the_match():
    watch = SeriesProgress(None)
    seen(watch, (1, 0))
    assert (watch.is_over, watch.series) == (True, None)


@pytest.mark.parametrize(
    ("ends", "won", "is_over"),
    [
        ([], (0, 0), False),
        ([(1, 0)], (1, 0), False),
        ([(1, 0), (0, 3)], (1, 1), False),
        ([(1, 0), (2, 0)], (2, 0), True),
        ([(1, 0), (1, 1), (0, 1)], (1, 1), True),
        ([(1, 0), (2, 0), (0, 7)], (2, 0), True),
    ],
)
def test_without_reports_the_ends_are_counted(ends, won, is_over):
    watch = SeriesProgress(Series(length=3))
    seen(watch, *ends)
    assert (watch.series.won, watch.is_over) == (won, is_over)


def test_a_report_knows_better():
    watch = SeriesProgress(Series(length=3))
    seen(watch, (1, 0))
    played = Series(length=3).after((1, 0), 0).after((2, 2), 0)
    watch.tell(played, is_final=False)
    seen(watch, (4, 0))
    assert (watch.series, watch.is_over) == (played, False)
    watch.tell(played, is_final=True)
    assert watch.is_over


def test_a_server_that_goes_on_with_its_own_single_game_says_so():
    watch = SeriesProgress(Series(length=3))
    watch.tell(None, is_final=False)
    assert watch.is_over
