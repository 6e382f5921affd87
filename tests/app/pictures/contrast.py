"""How well texts can be read, measured on the picture of a window: ink against ground."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLabel, QLineEdit, QRadioButton, QWidget

from tests.app.pictures.layout import label_of

AA_TEXT: Final = 4.5
BLUR: Final = 0.95
"""Thin strokes between two pixels are a little paler than their ink."""


def pale_texts(window: QWidget) -> list[str]:
    """Every text of a window that cannot be read well, in sentences; what cannot be used now is exempt."""
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.width(), 4)[:, :, 2::-1]
    ratio = picture.devicePixelRatio()
    found = []
    for widget in _texts(window):
        place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).intersected(window.rect())
        part = pixels[
            round(place.top() * ratio) : round((place.bottom() + 1) * ratio),
            round(place.left() * ratio) : round((place.right() + 1) * ratio),
        ]
        reached = contrast(part)
        if reached is not None and reached < AA_TEXT * BLUR:
            found.append(f"{label_of(widget)} has a contrast of {reached:.2f}")
    return found


def contrast(pixels: NDArray[np.uint8]) -> float | None:
    """The contrast between the commonest colour and the one that stands out most; None where there is one colour."""
    red, green, blue = (pixels[:, :, part].astype(np.uint32) for part in range(3))
    packed, counts = np.unique(red << 16 | green << 8 | blue, return_counts=True)
    if len(packed) < 2:
        return None
    colours = np.stack((packed >> 16, packed >> 8 & 255, packed & 255), axis=1).astype(np.uint8)
    light = luminance(colours)
    ground = light[counts.argmax()]
    return float(np.max((np.maximum(light, ground) + 0.05) / (np.minimum(light, ground) + 0.05)))


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance of sRGB colours, by the rules of the Web Content Accessibility Guidelines 2.2."""
    parts = colours / 255.0
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _texts(window: QWidget) -> Iterator[QWidget]:
    for widget in window.findChildren(QWidget):
        if not widget.isEnabled() or widget.window() is not window or not _is_in_front(widget, window):
            continue
        if isinstance(widget, QLabel | QAbstractButton) and not isinstance(widget, QCheckBox | QRadioButton):
            if widget.text().strip(" ●-:"):
                yield widget
        elif isinstance(widget, QComboBox | QLineEdit):
            yield widget


def _is_in_front(widget: QWidget, window: QWidget) -> bool:
    """Whether the middle of a widget is not scrolled away, and nothing lies above it."""
    if not widget.visibleRegion().contains(widget.rect().center()):
        return False
    hit = window.childAt(widget.mapTo(window, widget.rect().center()))
    return hit is not None and (hit is widget or widget.isAncestorOf(hit) or hit.isAncestorOf(widget))
