"""Colours of drawings as they can be seen on the field of the theme; agents choose theirs for a dark one; pure."""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from runtime.model.drawings import Colour

LEAST_DISTANCE: Final = 0.3
"""So far apart are the lightnesses of a line and of the field it lies on, each from 0 to 1."""


@lru_cache(maxsize=1024)
def seen_on(field: str, colour: Colour) -> QColor:
    """The colour itself, or one of the same hue that is as much darker or lighter as it takes."""
    made = QColor(*colour)
    ground, lightness = QColor(field).lightnessF(), made.lightnessF()
    if abs(lightness - ground) >= LEAST_DISTANCE:
        return made
    wanted = ground - LEAST_DISTANCE if ground > 0.5 else ground + LEAST_DISTANCE
    return QColor.fromHslF(max(0.0, made.hslHueF()), made.hslSaturationF(), wanted, made.alphaF())


@lru_cache(maxsize=2048)
def pen_on(field: str, width_px: float, colour: Colour) -> QPen:
    """What lines of a colour are drawn with; it is shared, so leave it as it is."""
    pen = QPen(seen_on(field, colour), width_px)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen
