"""Logos of bots: a cache for all panels, and painting with a fallback."""

from collections import OrderedDict
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap

from resources.looks import Looks

MAX_LOGOS: Final = 600
"""Maximum number of cached pictures; the least recently used ones are dropped."""
_RADIUS: Final = 6.0 / 32.0
"""Corner radius of the fallback, as a share of its height."""


class Logos(QObject):
    """Cache of pictures that are read on other threads; GUI thread.

    Signals:
        wanted: the `Path` of a picture that is not here yet; emitted once for each.
        arrived: the `Path` of a picture that is here now.
    """

    wanted = Signal(Path)
    arrived = Signal(Path)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures: OrderedDict[Path, QPixmap | None] = OrderedDict()

    def get(self, path: Path | None) -> QPixmap | None:
        """Returns the picture; None before it arrives, or if it cannot be read."""
        return self._pictures.get(path) if path is not None else None

    def ask(self, path: Path | None) -> None:
        """Requests a picture once."""
        if path is None:
            return
        if path in self._pictures:
            self._pictures.move_to_end(path)
        else:
            self._pictures[path] = None
            self.wanted.emit(path)

    def take(self, path: Path, image: QImage) -> None:
        """Stores a requested picture; a null image means that it cannot be read."""
        self._pictures[path] = None if image.isNull() else QPixmap.fromImage(image)
        while len(self._pictures) > MAX_LOGOS:
            self._pictures.popitem(last=False)
        self.arrived.emit(path)

    def forget(self, path: Path) -> None:
        """Drops a picture that may have changed, so that it is requested again."""
        self._pictures.pop(path, None)


def paint_logo(painter: QPainter, place: QRect, picture: QPixmap | None, name: str, looks: Looks) -> None:
    """Draws the picture with its aspect ratio, or the initial of the name in a colour derived from the name."""
    if picture is not None:
        target = QRect(place.topLeft(), picture.size().scaled(place.size(), Qt.AspectRatioMode.KeepAspectRatio))
        target.moveCenter(place.center())
        painter.drawPixmap(target, picture)
        return
    tones = (looks.accent, looks.script, looks.good, looks.orange, looks.warning)
    radius = _RADIUS * place.height()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tones[sum(name.encode("utf-8")) % len(tones)]))
    painter.drawRoundedRect(QRectF(place), radius, radius)
    big = QFont(painter.font())
    big.setPixelSize(max(8, round(place.height() * 0.5)))
    big.setWeight(QFont.Weight.DemiBold)
    painter.setFont(big)
    painter.setPen(QColor(looks.window))
    painter.drawText(QRectF(place), Qt.AlignmentFlag.AlignCenter, name[:1].upper())
