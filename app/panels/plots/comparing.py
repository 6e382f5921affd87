"""Compares a car and its agent before and after a swap or crash, in numbers."""

from math import nan
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.panels.cast import Cast
from app.session.match_session import MatchSession
from runtime.model.telemetry import Kind, Mark, MarkKind, Subject
from widgets.messages import rendered
from widgets.plots.comparison import ComparisonDialog, ComparisonRow, ComparisonValue
from widgets.plots.plot_spec import MAX_SPAN_S, PlotMark
from widgets.words import number

if TYPE_CHECKING:
    from runtime.telemetry.history import Comparison, Interval, Statistics

KINDS: Final = (MarkKind.SWAP, MarkKind.CRASH)


class ComparisonController(QObject):
    """Fills the dialog with the values before and after an event; GUI thread."""

    def __init__(self, session: MatchSession, cast: Cast, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._cast = cast
        self._window = window
        self._dialog: ComparisonDialog | None = None
        self._marks: tuple[Mark, ...] = ()
        """The events that can be chosen, newest first."""
        self._chosen: Mark | None = None
        self._length_s = 0.0

    @property
    def dialog(self) -> ComparisonDialog:
        """The dialog, made when it is first needed."""
        if self._dialog is None:
            self._dialog = ComparisonDialog(self._window)
            self._dialog.event_chosen.connect(self._on_event_chosen)
            self._dialog.length_chosen.connect(self._on_length_chosen)
            self._dialog.refresh_requested.connect(self.show)
        return self._dialog

    @Slot()
    def open(self, mark: PlotMark | None = None) -> None:
        """Opens the dialog for an event, by default the newest swap or crash."""
        self._chosen = None
        self._take_marks()
        if mark is not None:
            same = (other for other in self._marks if (other.kind.value, other.game_s) == (mark.kind, mark.time_s))
            self._chosen = next(same, None)
        self.show()
        self.dialog.show()
        self.dialog.raise_()

    @Slot()
    def show(self) -> None:
        """Shows the current values."""
        self._take_marks()
        chosen = self._chosen if self._chosen in self._marks else next(iter(self._marks), None)
        self._chosen = chosen
        if chosen is None:
            about = self.tr("No bot has been reloaded or has crashed in this match yet.")
            self.dialog.show_value(ComparisonValue(events=(), chosen=-1, about=about, rows=()))
            return
        cast = self._cast
        before, after, rows = self._compared(chosen)
        about = self.tr("{name}: {0} to {1} ({2} s) compared with {1} to {3} ({4} s) of game time.").format(
            cast.clock(before.first_s),
            cast.clock(before.last_s),
            number(before.last_s - before.first_s),
            cast.clock(after.last_s),
            number(after.last_s - after.first_s),
            name=cast.name(chosen.subject),
        )
        events = tuple(f"{cast.clock(mark.game_s)}  {cast.describe(mark)}" for mark in self._marks)
        value = ComparisonValue(events=events, chosen=self._marks.index(chosen), about=about, rows=rows)
        self.dialog.show_value(value)

    def _take_marks(self) -> None:
        history = self._session.history
        marks = [mark for mark in history.marks if mark.kind in KINDS] if history is not None else []
        self._marks = tuple(reversed(marks))

    def _compared(self, mark: Mark) -> "tuple[Interval, Interval, tuple[ComparisonRow, ...]]":
        history = self._session.history
        assert history is not None  # there is a mark
        before, after = history.around(mark, self._length_s or MAX_SPAN_S)
        agent = self._cast.agents.get(str(mark.subject))
        subjects: tuple[Subject, ...] = (mark.subject, *(agent.cars if agent is not None else ()))
        several = len(subjects) > 2
        comparisons = history.compare(before, after, subjects)
        return before, after, tuple(self._row(comparison, names_car=several) for comparison in comparisons)

    def _row(self, comparison: "Comparison", *, names_car: bool) -> ComparisonRow:
        from app.panels.plots.cells import decimals_of  # noqa: PLC0415 - brings numpy

        channel = comparison.channel
        title = rendered(channel.title) + (f" ({channel.unit})" if channel.unit else "")
        if channel.kind is Kind.COUNTER:
            title = self.tr("{0} per minute").format(title)
        if names_car and isinstance(comparison.subject, int):
            title = f"{self._cast.name(comparison.subject)}: {title}"
        return ComparisonRow(
            title=title,
            hint=rendered(channel.definition),
            before=_figures(comparison.before, channel.kind),
            after=_figures(comparison.after, channel.kind),
            decimals=1 if channel.kind is Kind.COUNTER else decimals_of(channel),
        )

    @Slot(int)
    def _on_event_chosen(self, place: int) -> None:
        self._chosen = self._marks[place]
        self.show()

    @Slot(float)
    def _on_length_chosen(self, length_s: float) -> None:
        self._length_s = length_s
        self.show()


def _figures(statistics: "Statistics", kind: Kind) -> tuple[float, ...]:
    """Returns mean, median, minimum and maximum; for counters only the rate, for shares only the mean."""
    if kind is Kind.STATE:
        return statistics.mean, statistics.median, statistics.minimum, statistics.maximum
    return (statistics.per_minute if kind is Kind.COUNTER else statistics.mean, nan, nan, nan)
