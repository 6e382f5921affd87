"""Speed and boost of every car over the last seconds.

pyqtgraph is loaded by `build`: loading it takes as long as the rest of the window.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGraphicsItem, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import scaled_font, set_tone
from widgets.words import number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

if TYPE_CHECKING:
    from widgets.plots.curve_bundle import CurveBundle


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveName:
    """Name and team of a curve."""

    name: str
    team: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """Samples of all cars, oldest first; the arrays may change after the call."""

    times_s: "NDArray[np.float64]"
    """Seconds before now, so all of them are 0 or less; shape (n,)."""
    speeds: "NDArray[np.float64]"
    """uu/s; shape (cars, n)."""
    boosts: "NDArray[np.float64]"
    """0 to 100; shape (cars, n)."""


def curve_colours(names: tuple[CurveName, ...], looks: Looks) -> tuple[QColor, ...]:
    """Returns one colour per curve; they repeat from the fifth car of a team on."""
    places: dict[int, int] = {}
    colours = []
    for name in names:
        place = places.get(name.team, 0)
        places[name.team] = place + 1
        shades = looks.orange_curves if name.team == 1 else looks.blue_curves
        colours.append(QColor(shades[place % len(shades)]))
    return tuple(colours)


SWATCH_PX = 14
GAP_PX = 16


class Legend(QWidget):
    """Names with a swatch, as many as fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[str, QColor], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: tuple[tuple[str, QColor], ...]) -> None:
        """Sets names and colours."""
        self._entries = entries
        names = ", ".join(name for name, _ in entries)
        self.setAccessibleName(self.tr("Curves of {0}").format(names) if entries else self.tr("No curves"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        metrics = self.fontMetrics()
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        left, more = 0.0, GAP_PX + metrics.horizontalAdvance("…")
        for place, (name, colour) in enumerate(self._entries, start=1):
            width = SWATCH_PX + 5 + metrics.horizontalAdvance(name)
            if left + width + (more if place < len(self._entries) else 0) > self.width():
                painter.setPen(self.palette().windowText().color())
                painter.drawText(QPointF(left, baseline), "…")
                return
            painter.setPen(QPen(colour, 2.0))
            painter.drawLine(QPointF(left, self.height() / 2), QPointF(left + SWATCH_PX, self.height() / 2))
            painter.setPen(self.palette().windowText().color())
            painter.drawText(QPointF(left + SWATCH_PX + 5, baseline), name)
            left += width + GAP_PX


SPAN_S: Final = 20.0
TOP_SPEED: Final = 2300.0
"""Maximum speed of a car in uu/s."""
TOP_BOOST: Final = 100.0
_AXES: Final = (
    (str(QT_TRANSLATE_NOOP("TelemetryPlot", "speed")), TOP_SPEED, (0, 1000, 2000)),
    (str(QT_TRANSLATE_NOOP("TelemetryPlot", "boost")), TOP_BOOST, (0, 50, 100)),
)
_TIMES_S: Final = (-20, -15, -10, -5, 0)


class TelemetryPlot(QFrame):
    """Plots `Curves` in the colours of the teams; GUI thread."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Speed and boost of the cars"))
        self._looks = looks
        self._names: tuple[CurveName, ...] = ()
        self._plots: tuple[Any, ...] = ()
        self._bundles: tuple[CurveBundle, ...] = ()
        self._hint = QLabel(self.tr("Speed and boost of every car appear here during a match."))
        self._hint.setWordWrap(True)
        set_tone(self._hint, "muted")
        self.legend = Legend()
        self._column = QVBoxLayout(self)
        self._arrange()

    @property
    def is_built(self) -> bool:
        """True if the axes exist."""
        return bool(self._plots)

    def build(self) -> None:
        """Creates the axes once."""
        if self._plots:
            return
        import pyqtgraph as pg  # noqa: PLC0415 - half of the start time of the window; loaded when the window is on the screen

        from widgets.plots.curve_bundle import CurveBundle  # noqa: PLC0415 - brings pyqtgraph

        self._plots = tuple(self._axes(pg, title, top, marks) for title, top, marks in _AXES)
        self._bundles = tuple(CurveBundle(_room(top)) for _, top, _ in _AXES)
        for plot, bundle in zip(self._plots, self._bundles, strict=True):
            plot.addItem(bundle, ignoreBounds=True)
        self._plots[1].setXLink(self._plots[0])
        self._hint.hide()
        for plot in self._plots:
            self._column.addWidget(plot, 1)
        self._recolour()

    def show_names(self, names: tuple[CurveName, ...]) -> None:
        """Starts with these cars and without samples."""
        self._names = names
        self._show_legend()
        for bundle in self._bundles:
            bundle.set_colours(curve_colours(names, self._looks))
            bundle.clear()

    def show_curves(self, curves: Curves) -> None:
        """Draws the samples; the number of rows is that of the names. Does nothing before `build`."""
        for bundle, rows in zip(self._bundles, (curves.speeds, curves.boosts), strict=False):
            bundle.set_samples(curves.times_s, rows)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        self._show_legend()
        self._recolour()

    def _show_legend(self) -> None:
        colours = curve_colours(self._names, self._looks)
        self.legend.show_entries(tuple((name.name, colour) for name, colour in zip(self._names, colours, strict=True)))

    def _axes(self, pg: Any, title: str, top: float, marks: tuple[int, ...]) -> Any:
        plot = pg.PlotWidget()
        for part in (plot, plot.viewport()):
            part.setAccessibleName(self.tr(title))
        item = plot.getPlotItem()
        item.setMenuEnabled(False)
        item.hideButtons()
        item.disableAutoRange()
        item.setMouseEnabled(x=False, y=False)
        room = _room(top)
        item.setXRange(room.left(), room.right(), padding=0)
        item.setYRange(room.top(), room.bottom(), padding=0)
        item.getAxis("left").setWidth(50)
        item.getAxis("left").setTicks([[(mark, number(mark)) for mark in marks]])
        item.getAxis("bottom").setTicks([[(mark, f"{mark} s" if mark else self.tr("now")) for mark in _TIMES_S]])
        item.getAxis("bottom").setStyle(showValues=title == _AXES[-1][0])
        item.getAxis("bottom").setHeight(20 if title == _AXES[-1][0] else 4)
        item.setContentsMargins(0, 2, 16, 0)
        item.showGrid(x=True, y=True, alpha=0.14)
        for side in ("left", "bottom"):
            item.getAxis(side).setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        plot.setFrameShape(QFrame.Shape.NoFrame)
        return plot

    def _recolour(self) -> None:
        for bundle in self._bundles:
            bundle.set_colours(curve_colours(self._names, self._looks))
        for plot, (title, _, _) in zip(self._plots, _AXES, strict=False):
            plot.setBackground(self._looks.surface)
            for side in ("left", "bottom"):
                axis = plot.getPlotItem().getAxis(side)
                axis.setPen(self._looks.border)
                axis.setTextPen(self._looks.muted)
                axis.setStyle(tickFont=scaled_font(self, 0.82), tickLength=-3, hideOverlappingLabels=False)
            plot.getPlotItem().setTitle(None)
            plot.getPlotItem().getAxis("left").setLabel(self.tr(title), color=self._looks.muted, **{"font-size": "8pt"})

    def _arrange(self) -> None:
        title = QLabel(self.tr("Speed (uu/s) and boost"))
        title.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(title)
        head.addWidget(self.legend, 1)
        self._column.setContentsMargins(10, 8, 8, 6)
        self._column.setSpacing(2)
        self._column.addLayout(head)
        self._column.addWidget(self._hint, 1)


def _room(top: float) -> QRectF:
    """Returns the visible range of an axis with this maximum."""
    return QRectF(-1.05 * SPAN_S, -0.16 * top, 1.09 * SPAN_S, 1.32 * top)
