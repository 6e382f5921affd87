"""Files of plots: pictures, drawings and tables of values; all functions run on a worker thread."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from runtime.files import reason_of, write_atomically
from runtime.model.messages import Text
from widgets.plots.legend import LegendEntry
from widgets.plots.painting import Layout, PlotPainter
from widgets.plots.picture import Picture

SCALE = 2
"""Pixels of a picture per pixel on the screen."""
SWATCH_PX = 10.0
GAP_PX = 14.0
MARGIN_PX = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Everything that a picture of the plots needs."""

    painter: PlotPainter
    picture: Picture
    layout: Layout
    width: float
    legend: tuple[LegendEntry, ...]

    @property
    def size(self) -> QSize:
        """Size with legend and margins, in device-independent pixels."""
        height = self.layout.height + self._legend_height() + 2 * MARGIN_PX
        return QSize(round(self.width + 2 * MARGIN_PX), round(height))

    def paint(self, painter: QPainter) -> None:
        """Paints background, plots and, below them, the legend."""
        size = self.size
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(self.painter.looks.surface))
        painter.translate(MARGIN_PX, MARGIN_PX)
        self.painter.paint(painter, self.picture, self.layout)
        painter.setFont(self.painter.font)
        for entry, left, top in self._legend_places():
            painter.fillRect(QRectF(left, self.layout.height + top + 3, SWATCH_PX, SWATCH_PX), QColor(entry.colour))
            painter.setPen(QColor(entry.ink or self.painter.looks.text))
            room = QRectF(left + SWATCH_PX + 4, self.layout.height + top, self.width, self.painter.text_px)
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, entry.name)

    def _legend_places(self) -> list[tuple[LegendEntry, float, float]]:
        left, top, places = 0.0, 0.0, []
        for entry in self.legend:
            wide = SWATCH_PX + 4 + self.painter.width_of(entry.name)
            if left and left + wide > self.width:
                left, top = 0.0, top + self.painter.text_px + 2
            places.append((entry, left, top))
            left += wide + GAP_PX
        return places

    def _legend_height(self) -> float:
        places = self._legend_places()
        return places[-1][2] + self.painter.text_px if places else 0.0


def png_of(drawing: Drawing) -> bytes:
    """Returns the plots as a PNG picture."""
    image = QImage(drawing.size * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    painter = QPainter(image)
    drawing.paint(painter)
    painter.end()
    return _written(lambda buffer: image.save(buffer, "PNG"))  # type: ignore[call-overload] # the stub asks for bytes, Qt takes text


def svg_of(drawing: Drawing) -> bytes:
    """Returns the plots as an SVG drawing."""

    def write(buffer: QBuffer) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(drawing.size)
        generator.setViewBox(QRectF(0, 0, drawing.size.width(), drawing.size.height()))
        generator.setTitle("Kickabout")
        painter = QPainter(generator)
        drawing.paint(painter)
        painter.end()

    return _written(write)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """All samples of one curve, in their own memory."""

    title: str
    game_s: NDArray[np.float64]
    wall_s: NDArray[np.float64]
    values: NDArray[np.float32]


def csv_of(columns: Sequence[Column]) -> bytes:
    """Returns a table with one row per time and one column per curve; a cell without a sample is empty."""
    times = np.unique(np.concatenate([column.game_s for column in columns])) if columns else np.zeros(0)
    walls = np.full(len(times), np.nan)
    table = np.full((len(times), len(columns)), np.nan)
    for number, column in enumerate(columns):
        rows = times.searchsorted(column.game_s)
        walls[rows] = column.wall_s
        table[rows, number] = column.values
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["game_s", "wall_s", *(column.title for column in columns)])
    for time_s, wall_s, row in zip(times.tolist(), walls.tolist(), table.tolist(), strict=True):
        values = (f"{value:.7g}" if isfinite(value) else "" for value in row)
        writer.writerow([f"{time_s:.4f}", f"{wall_s:.4f}", *values])
    return text.getvalue().encode("utf-8", "replace")


def write(path: Path, content: bytes) -> Text:
    """Writes a file as a whole; returns why that failed, or an empty text."""
    try:
        write_atomically(path, content)
    except OSError as error:
        return reason_of(error)
    return ""


def _written(save: Callable[[QBuffer], object]) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    save(buffer)
    buffer.close()
    return bytes(data.data())
