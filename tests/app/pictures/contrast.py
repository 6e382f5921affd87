"""Contrast rule: texts reach the level AA of the Web Content Accessibility Guidelines 2.2, measured in a picture."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLabel, QLineEdit, QRadioButton, QWidget

from tests.app.pictures.comparison import Pixels, pixels_of
from tests.app.pictures.layout import label_of

AA_TEXT: Final = 4.5
ANTIALIASING: Final = 0.95
"""Share of the contrast that thin strokes between two pixels reach."""


def pale_texts(window: QWidget) -> list[str]:
    """A sentence for each enabled text of a window whose contrast is too low."""
    picture = window.grab().toImage()
    pixels, ratio = pixels_of(picture), picture.devicePixelRatio()
    found = []
    for widget in _texts(window):
        place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).intersected(window.rect())
        part = pixels[
            round(place.top() * ratio) : round((place.bottom() + 1) * ratio),
            round(place.left() * ratio) : round((place.right() + 1) * ratio),
        ]
        reached = contrast(part)
        if reached is not None and reached < AA_TEXT * ANTIALIASING:
            found.append(f"{label_of(widget)} has a contrast of {reached:.2f}")
    return found


def contrast(pixels: Pixels) -> float | None:
    """The highest contrast ratio of any colour to the most frequent one; None for a picture of a single colour."""
    red, green, blue = (pixels[:, :, part].astype(np.uint32) for part in range(3))
    packed, counts = np.unique(red << 16 | green << 8 | blue, return_counts=True)
    if len(packed) < 2:
        return None
    colours = np.stack((packed >> 16, packed >> 8 & 255, packed & 255), axis=1).astype(np.uint8)
    luminances = luminance(colours)
    background = luminances[counts.argmax()]
    return float(np.max((np.maximum(luminances, background) + 0.05) / (np.minimum(luminances, background) + 0.05)))


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance of sRGB colours (N x 3 levels), from 0 to 1."""
    parts = colours / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _texts(window: QWidget) -> Iterator[QWidget]:
    """The enabled widgets of a window that show a text."""
    for widget in window.findChildren(QWidget):
        if not widget.isEnabled() or widget.window() is not window or not _is_in_front(widget, window):
            continue
        if isinstance(widget, QLabel | QAbstractButton) and not isinstance(widget, QCheckBox | QRadioButton):
            if widget.text().strip(" ●-:"):
                yield widget
        elif isinstance(widget, QComboBox | QLineEdit):
            yield widget


def _is_in_front(widget: QWidget, window: QWidget) -> bool:
    """True if the middle of a widget is visible: neither scrolled out of view nor covered."""
    if not widget.visibleRegion().contains(widget.rect().center()):
        return False
    hit = window.childAt(widget.mapTo(window, widget.rect().center()))
    return hit is not None and (hit is widget or widget.isAncestorOf(hit) or hit.isAncestorOf(widget))
