"""Tones, fonts, tinted icons and colours of widgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from resources.looks import Looks, icon_svg
from runtime.model.states import AgentState

_SCALES: Final = (1, 2, 3)
SWATCH_PX: Final = 9
OFF_OPACITY: Final = 0.4
"""Opacity of the icons of disabled buttons."""

AGENT_TONES: Final = {
    AgentState.IDLE: "muted",
    AgentState.MANUAL: "warning",
    AgentState.STARTING: "accent",
    AgentState.CONNECTED: "accent",
    AgentState.READY: "good",
    AgentState.PLAYING: "good",
    AgentState.RESTARTING: "warning",
    AgentState.STOPPING: "warning",
    AgentState.STOPPED: "muted",
    AgentState.EXITED: "bad",
    AgentState.CRASHED: "bad",
    AgentState.HUNG: "bad",
    AgentState.FAILED: "bad",
}
TEAM_TONES: Final = ("blue", "orange", "script")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tinted:
    """An icon in one colour."""

    name: str
    colour: str


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Sets a property that the style sheet uses, and restyles the widget if it changes."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def set_tone(widget: QWidget, tone: str) -> None:
    """Sets one of the tones of the style sheet; an empty tone is plain text."""
    set_property(widget, "tone", tone)


def scaled_font(widget: QWidget, factor: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Returns the widget's font, `factor` times as large."""
    font = QFont(widget.font())
    font.setPointSizeF(max(6.0, widget.fontInfo().pointSizeF() * factor))
    font.setWeight(weight)
    return font


def tinted_pixmap(tinted: Tinted, size_px: int, ratio: float) -> QPixmap:
    """Returns an icon as a square pixmap of `size_px` device-independent pixels."""
    return _pixmaps(tinted, size_px, (ratio,))[0]


def strong_icon(name: str, looks: Looks) -> QIcon:
    """Returns the icon of a button on a strong ground, such as Start."""
    result = QIcon()
    for scale in _SCALES:
        result.addPixmap(tinted_pixmap(Tinted(name=name, colour=looks.on_strong), 16, scale))
        result.addPixmap(tinted_pixmap(Tinted(name=name, colour=looks.muted), 16, scale), QIcon.Mode.Disabled)
    return result


def swatch(colour: str) -> QIcon:
    """Returns a square in one colour, of `SWATCH_PX`."""
    square = QPixmap(SWATCH_PX, SWATCH_PX)
    square.fill(QColor(colour))
    return QIcon(square)


def tinted_icon(tinted: Tinted, size_px: int = 16) -> QIcon:
    """Returns an icon that is sharp at every screen scale, and faded if disabled."""
    result = QIcon()
    for pixmap in _pixmaps(tinted, size_px, _SCALES):
        result.addPixmap(pixmap)
    for pixmap in _pixmaps(tinted, size_px, _SCALES, opacity=OFF_OPACITY):
        result.addPixmap(pixmap, QIcon.Mode.Disabled)
    return result


def _pixmaps(tinted: Tinted, size_px: int, ratios: Sequence[float], *, opacity: float = 1.0) -> list[QPixmap]:
    sides_px = tuple(round(size_px * ratio) for ratio in ratios)
    images = _drawn(tinted, sides_px) if opacity == 1.0 else _faded(tinted, sides_px, opacity)
    pixmaps = []
    for image, ratio in zip(images, ratios, strict=True):
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(ratio)
        pixmaps.append(pixmap)
    return pixmaps


@lru_cache(maxsize=512)
def _faded(tinted: Tinted, sides_px: tuple[int, ...], opacity: float) -> tuple[QImage, ...]:
    images = []
    for image in _drawn(tinted, sides_px):
        faded = QImage(image.size(), image.format())
        faded.fill(Qt.GlobalColor.transparent)
        painter = QPainter(faded)
        painter.setOpacity(opacity)
        painter.drawImage(0, 0, image)
        painter.end()
        images.append(faded)
    return tuple(images)


@lru_cache(maxsize=512)
def _drawn(tinted: Tinted, sides_px: tuple[int, ...]) -> tuple[QImage, ...]:
    """Renders an icon in several sizes in screen pixels; cached."""
    renderer = QSvgRenderer(QByteArray(icon_svg(tinted.name, tinted.colour)))
    images = []
    for side_px in sides_px:
        image = QImage(QSize(side_px, side_px), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter, QRectF(image.rect()))
        painter.end()
        images.append(image)
    return tuple(images)


def faded(colour: str, alpha: float) -> QColor:
    """Returns a colour with an opacity from 0 to 1."""
    shade = QColor(colour)
    shade.setAlphaF(alpha)
    return shade


def mixed(one: str, other: str, share: float) -> str:
    """Returns a colour between two; `share` is that of the second, from 0 to 1."""
    first, second = QColor(one), QColor(other)
    pairs = (
        (first.red(), second.red()),
        (first.green(), second.green()),
        (first.blue(), second.blue()),
    )
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
