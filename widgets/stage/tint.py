"""A gradient without visible bands: colours between two levels of the screen are mixed from both in a fine pattern."""

from array import array
from itertools import cycle
from typing import Final

from PySide6.QtGui import QColor, QImage, QPixmap

_BAYER: Final = (
    (0, 32, 8, 40, 2, 34, 10, 42),
    (48, 16, 56, 24, 50, 18, 58, 26),
    (12, 44, 4, 36, 14, 46, 6, 38),
    (60, 28, 52, 20, 62, 30, 54, 22),
    (3, 35, 11, 43, 1, 33, 9, 41),
    (51, 19, 59, 27, 49, 17, 57, 25),
    (15, 47, 7, 39, 13, 45, 5, 37),
    (63, 31, 55, 23, 61, 29, 53, 21),
)
"""Ordered dithering: of 64 neighbours, so many get the upper level as the colour needs."""
PERIOD: Final = len(_BAYER)
_MORE: Final = tuple(tuple((upper + 0.5) / 64.0 for upper in row) for row in _BAYER)


def tint(start: QColor, end: QColor, length: int, ratio: float) -> QPixmap:
    """A strip from one colour at its left to the other at its right; `length` in pixels of the screen.

    It is as high as the pattern and made to be tiled downwards.
    """
    width = max(1, length)
    shares = [x / max(1, length - 1) for x in range(width)]
    reds, greens, blues = (
        [first + (last - first) * share for share in shares]
        for first, last in zip(_levels(start), _levels(end), strict=True)
    )
    pixels = array("I")
    for more in _MORE:
        mixes = zip(reds, greens, blues, cycle(more), strict=False)
        pixels.extend(
            0xFF000000 | int(red + up) << 16 | int(green + up) << 8 | int(blue + up) for red, green, blue, up in mixes
        )
    strip = QImage(pixels.tobytes(), width, PERIOD, width * pixels.itemsize, QImage.Format.Format_RGB32)
    made = QPixmap.fromImage(strip)
    made.setDevicePixelRatio(ratio)
    return made


def mixed(ground: QColor, over: QColor, share: float) -> QColor:
    """So much of one colour over another."""
    pairs = zip(_levels(ground), _levels(over), strict=True)
    return QColor(*(round(below + (above - below) * share) for below, above in pairs))


def _levels(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()
