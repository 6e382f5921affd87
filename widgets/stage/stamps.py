"""Small pictures that one frame after the other needs, made once for each theme, size and screen."""

from collections.abc import Callable, Hashable
from math import ceil
from typing import Final

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from resources.looks import Looks

MOST: Final = 256
"""When so many are kept, all are made anew: names come and go with the matches."""


class Stamps:
    """Keeps pictures in the colours of one theme by whatever tells them apart; belongs to one widget."""

    def __init__(self, looks: Looks, ratio: float) -> None:
        self.looks = looks
        self._ratio = ratio
        self._kept: dict[Hashable, QPixmap] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def picture(self, key: Hashable, size: Callable[[], QSizeF], draw: Callable[[QPainter], None]) -> QPixmap:
        """The picture of that key; `size` and `draw` are asked when it is needed for the first time."""
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            kept = self._kept[key] = self._made(size(), draw)
        return kept

    def _made(self, size: QSizeF, draw: Callable[[QPainter], None]) -> QPixmap:
        picture = QPixmap(ceil(size.width() * self._ratio), ceil(size.height() * self._ratio))
        picture.setDevicePixelRatio(self._ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
        painter.end()
        return picture
