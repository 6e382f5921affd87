"""The curves of a training run, over steps or time."""

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from widgets.plots.legend import VALUE, Legend, LegendEntry
from widgets.plots.plot_canvas import PlotCanvas
from widgets.plots.plot_spec import Along
from widgets.shared.controls import hbox, label, scroll_area, tool_button, vbox
from widgets.words import number

NARROW_BELOW_PX: Final = 560
NARROW_NAME_PX, NAME_PX = 80, 132
"""Width of names in the legend."""
VALUE_MARGIN_PX: Final = 12
if TYPE_CHECKING:
    from widgets.plots.picture import CellPicture

STEPS: Final = Along(is_time=False, minimum=10.0, maximum=1e15, stale=float("inf"))
WALL: Final = Along(minimum=1.0, maximum=1e9, stale=float("inf"))


class CurvePanel(QWidget):
    """The plots with their horizontal axis and legend; GUI thread.

    Signals:
        along_chosen: True for time, False for steps.
        whole_requested: the whole run should be shown, also while it goes on.
    """

    along_chosen = Signal(bool)
    whole_requested = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.looks = looks
        self.canvas = PlotCanvas(looks, STEPS)
        self.canvas.setAccessibleName(self.tr("Curves of the training run"))
        self.legend = Legend(looks)
        self._value_px = self.legend.fontMetrics().horizontalAdvance("-0.00000") + VALUE_MARGIN_PX
        self.legend.header().resizeSection(VALUE, self._value_px)
        self.hint = label(tone="muted", wraps=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.steps_button = tool_button(
            self.tr("Steps"), self.tr("Show the curves over steps"), role="segment", is_checkable=True
        )
        self.time_button = tool_button(
            self.tr("Time"),
            self.tr("Show the curves over the time that the run has taken, without pauses"),
            role="segment",
            is_checkable=True,
        )
        self.whole_button = tool_button(
            self.tr("Whole run"),
            self.tr("Show the whole run; drag a plot or use Ctrl+wheel to look at a part of it"),
            role="segment",
            is_checkable=True,
        )
        self.steps_button.clicked.connect(lambda _checked=False: self.along_chosen.emit(False))
        self.time_button.clicked.connect(lambda _checked=False: self.along_chosen.emit(True))
        self.whole_button.clicked.connect(lambda _checked=False: self.whole_requested.emit())
        self.area = scroll_area(self.canvas)
        self.title = label(self.tr("Curves"))
        head = hbox(self.title, None, self.steps_button, self.time_button, self.whole_button)
        body = hbox((self.hint, 1), (self.area, 1), self.legend, spacing=6)
        vbox(head, (body, 1), spacing=4, margins=(8, 6, 8, 4), parent=self)
        self.show_axis(is_time=False, is_whole=True)
        self.show_hint(self.tr("Rewards, episode lengths, losses and speed appear here when the run is started."))

    def show_hint(self, text: str) -> None:
        """Shows a sentence in place of the curves; empty for the curves."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self.area.setVisible(not text)
        self.legend.setVisible(not text)

    def show_axis(self, *, is_time: bool, is_whole: bool) -> None:
        """Shows what runs along the horizontal axis, and whether all of it is shown."""
        self.canvas.along = WALL if is_time else STEPS
        self.time_button.setChecked(is_time)
        self.steps_button.setChecked(not is_time)
        self.whole_button.setChecked(is_whole)

    def show_entries(self, cells: "Sequence[CellPicture]", isolated: str) -> None:
        """Shows the curves of all cells in the legend, with their values at the cursor or the newest ones."""
        entries = [
            LegendEntry(
                subject=trace.subject,
                name=trace.label,
                colour=trace.colour,
                value=number(trace.at_cursor, shown.cell.decimals) if isfinite(trace.at_cursor) else "",
            )
            for shown in cells
            for trace in shown.traces
        ]
        self.legend.show_entries(entries, isolated)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme; the curves have to be shown again."""
        self.looks = looks
        self.canvas.set_looks(looks)
        self.legend.set_looks(looks)

    @Slot(QResizeEvent)
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        name_px = NARROW_NAME_PX if self.width() < NARROW_BELOW_PX else NAME_PX
        self.legend.setFixedWidth(name_px + self._value_px)
