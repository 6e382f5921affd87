"""Feeds the live plot: frames go into a bounded series, and the series into the plot while it can be seen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.session.bridge import FrameBatch
from runtime.model.values import ArenaView, MatchOverview
from widgets.plots.telemetry_plot import SPAN_S, CurveName, Curves, TelemetryPlot

if TYPE_CHECKING:
    from runtime.telemetry import Series

CAPACITY: Final = 1000
"""More points than the plot has pixels, and few enough to draw many cars thirty times a second."""
LEAST_STEP_S: Final = SPAN_S / CAPACITY
"""Frames closer than this are skipped, so that the series always spans the whole axis."""


class PlotController(QObject):
    """Owns the series of a match, over game time; GUI thread."""

    def __init__(self, plot: TelemetryPlot, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._plot = plot
        self._document: Path | None = None
        self._names: tuple[CurveName, ...] = ()
        self._series: Series | None = None
        self._newest_s = float("-inf")

    @Slot()
    def clear(self) -> None:
        """Removes the curves of the last match."""
        self._names = ()
        self._series = None
        self._newest_s = float("-inf")
        self._plot.show_names(())

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Removes the curves when another document is opened; an edit keeps them."""
        if overview.path != self._document:
            self._document = overview.path
            self.clear()

    @Slot(FrameBatch)
    def take(self, batch: FrameBatch) -> None:
        """Adds the speed and boost of every car, and draws them."""
        for view in _thinned(batch.views):
            self._keep(view)
        if self._plot.isVisible():
            self._draw()

    @Slot()
    def redraw(self) -> None:
        """Draws the series."""
        self._draw()

    def _keep(self, view: ArenaView) -> None:
        names = tuple(CurveName(name=car.name, team=car.team) for car in view.cars)
        if names and names != self._names:
            self._restart(names)
        if self._series is None or view.seconds_elapsed - self._newest_s < LEAST_STEP_S:
            return
        self._newest_s = view.seconds_elapsed
        row = [car.speed for car in view.cars] + [car.boost for car in view.cars]
        if len(row) == self._series.channels:
            self._series.append(view.seconds_elapsed, row)

    def _restart(self, names: tuple[CurveName, ...]) -> None:
        from runtime.telemetry import Series  # noqa: PLC0415 - brings numpy, which first paint does not wait for

        self._names = names
        self._series = Series(channels=2 * len(names), capacity=CAPACITY)
        self._newest_s = float("-inf")
        self._plot.show_names(names)

    def _draw(self) -> None:
        if self._series is None or not len(self._series):
            return
        times = self._series.times_s()
        first = int(times.searchsorted(self._newest_s - SPAN_S))
        values = self._series.values()[:, first:]
        cars = len(self._names)
        self._plot.show_curves(
            Curves(times_s=times[first:] - self._newest_s, speeds=values[:cars], boosts=values[cars:])
        )


def _thinned(views: Sequence[ArenaView]) -> list[ArenaView]:
    """Returns the newest view and those that are far enough from the next one, oldest first."""
    kept: list[ArenaView] = []
    for view in reversed(views):
        if not kept or kept[-1].seconds_elapsed - view.seconds_elapsed >= LEAST_STEP_S:
            kept.append(view)
    return kept[::-1]


def create(context: WindowContext) -> PlotController:
    """Creates the controller; the plot itself is built when its libraries are loaded."""
    controller = PlotController(context.window.plot, context.window)
    context.session.started.connect(controller.clear)
    context.session.bridge.frames_arrived.connect(controller.take)
    context.document.overview_changed.connect(controller.show_overview)
    context.preload.loaded.connect(context.window.plot.build)
    context.preload.loaded.connect(controller.redraw)
    return controller
