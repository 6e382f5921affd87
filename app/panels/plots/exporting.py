"""Saves what the plots show as a file, in the background."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Slot

from app.panels.cast import Cast
from app.panels.context import WindowContext
from app.services.background_tasks import BackgroundTasks
from runtime.model.messages import Text
from widgets.messages import rendered
from widgets.notices.notice import BAD, GOOD, Notice
from widgets.plots.plot_panel import PlotPanel
from widgets.shared.dialogs import ask_place

if TYPE_CHECKING:
    from widgets.plots.plot_spec import AxisSpec

NAME: Final = "kickabout-plots"
JOIN_S: Final = 4.0
"""Time to write a large file when the program ends."""


class ExportController(QObject):
    """Asks for a file and writes a picture, a drawing or a table into it; GUI thread."""

    def __init__(
        self, context: WindowContext, panel: PlotPanel, cast: Cast, specs: "Callable[[], list[tuple[str, AxisSpec]]]"
    ) -> None:
        """`specs` returns key and axis of every cell that is shown."""
        super().__init__(panel)
        self._session = context.session
        self._panel = panel
        self._cast = cast
        self._specs = specs
        self._notifications = context.notifications
        self._folder = Path.home()
        self._tasks = BackgroundTasks(1, self, join_s=JOIN_S)

    @Slot(str)
    def ask(self, kind: str) -> None:
        """Asks where to save; `kind` is png, svg or csv."""
        if self._session.history is None or self._panel.canvas.picture is None:
            self._notifications.refuse(self.tr("There are no curves yet. Start a match first."))
            return
        names = {"png": self.tr("Picture"), "svg": self.tr("Drawing"), "csv": self.tr("Table")}
        suffixes, place = {f"{names[kind]} (*.{kind})": kind}, self._folder / f"{NAME}.{kind}"
        ask_place(self._panel, self.tr("Save the plots"), lambda path: self.save(path, kind), place, suffixes)

    def save(self, path: Path, kind: str) -> None:
        """Copies what is shown and writes it in the background; a notice tells the result."""
        from app.panels.plots.export import write  # noqa: PLC0415 - brings numpy, which first paint does not wait for

        self._folder = path.parent
        make = self._table() if kind == "csv" else self._picture(kind)
        if make is not None:
            self._tasks.run(lambda: write(path, make()), lambda trouble: self._report(path, trouble))

    def _picture(self, kind: str) -> Callable[[], bytes] | None:
        from app.panels.plots.export import Drawing, png_of, svg_of  # noqa: PLC0415 - brings numpy
        from widgets.plots.painting import PlotPainter  # noqa: PLC0415 - brings numpy

        canvas = self._panel.canvas
        picture = canvas.picture
        if picture is None:
            return None
        painter = PlotPainter(self._panel.looks, canvas.painter.font)
        drawing = Drawing(
            painter=painter,
            picture=picture,
            layout=canvas.layout_for(len(picture.cells)),
            width=canvas.width(),
            legend=self._panel.legend.entries,
        )
        return (lambda: png_of(drawing)) if kind == "png" else (lambda: svg_of(drawing))

    def _table(self) -> Callable[[], bytes] | None:
        """Copies every sample that is kept of the channels that are shown."""
        from app.panels.plots.cells import subjects_of  # noqa: PLC0415 - brings numpy
        from app.panels.plots.export import Column, csv_of  # noqa: PLC0415 - brings numpy
        from runtime.telemetry import CHANNELS  # noqa: PLC0415 - loaded after the first paint
        from runtime.telemetry.history import Axis  # noqa: PLC0415 - brings numpy

        history, cast = self._session.history, self._cast
        if history is None:
            return None
        columns = []
        for name in dict.fromkeys(name for _, axis in self._specs() for name in axis.channels):
            channel = CHANNELS[name]
            for subject in subjects_of(channel, history, cast):
                unit = f" [{channel.unit}]" if channel.unit else ""
                game, wall = (history.curve(name, subject, axis=axis) for axis in (Axis.GAME, Axis.WALL))
                columns.append(
                    Column(
                        title=f"{name}{unit} {cast.name(subject)}".strip(),
                        game_s=game.times_s.copy(),
                        wall_s=wall.times_s.copy(),
                        values=game.values.copy(),
                    )
                )
        return lambda: csv_of(columns)

    def _report(self, path: Path, trouble: Text) -> None:
        if trouble:
            text = self.tr("{path} could not be saved: {reason}.").format(path=path, reason=rendered(trouble))
            self._notifications.show(Notice(text=text, tone=BAD))
        else:
            self._notifications.show(Notice(text=self.tr("Saved: {0}").format(path), tone=GOOD))
