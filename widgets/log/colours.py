"""Terminal colours that are readable in each theme."""

from typing import Final

from PySide6.QtGui import QColor, QFont, QTextCharFormat

from resources.looks import Looks, Theme
from widgets.log.log_lines import Style

_TABLES: Final = {
    Theme.DARK: (
        ("#8795a4", "#ff8a80", "#5bcb7c", "#e8b93f", "#5aa9ff", "#d59bf6", "#4fc9d8", "#d5dee7"),
        ("#a3b3c4", "#ffaaa2", "#86e0a0", "#ffd76a", "#8cc4ff", "#e6bcff", "#86e3ee", "#ffffff"),
    ),
    Theme.LIGHT: (
        ("#3b4650", "#bf2720", "#1a7438", "#855b00", "#0b5fc4", "#7c3aa8", "#0b6e7c", "#52616f"),
        ("#52616f", "#a31f19", "#14602d", "#704c00", "#094e9f", "#66308a", "#085a66", "#17202a"),
    ),
}
"""Black, red, green, yellow, blue, magenta, cyan, white, and the bright ones; each with a contrast above 4.5."""
LEAST_CONTRAST: Final = 4.5
"""WCAG 2.1, level AA."""
_STEPS: Final = 10


class LogColours:
    """Text formats of one theme, cached; GUI thread."""

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self._formats: dict[Style, QTextCharFormat] = {}

    def format_of(self, style: Style) -> QTextCharFormat:
        """Returns the text format of a style."""
        known = self._formats.get(style)
        if known is None:
            known = self._formats[style] = self._made(style)
        return known

    def _made(self, style: Style) -> QTextCharFormat:
        made = QTextCharFormat()
        made.setForeground(QColor(self._colour(style.colour)))
        if style.is_bold:
            made.setFontWeight(QFont.Weight.Bold)
        made.setFontItalic(style.is_italic)
        made.setFontUnderline(style.is_underlined)
        return made

    def _colour(self, colour: int | str | None) -> str:
        if colour is None:
            return self._looks.text
        if isinstance(colour, int):
            return [*_TABLES[self._looks.theme][0], *_TABLES[self._looks.theme][1]][colour]
        return readable(colour, self._looks.text, self._looks.surface)


def readable(colour: str, text: str, ground: str) -> str:
    """Returns the colour, mixed with the text colour until it is readable on `ground`."""
    for step in range(_STEPS + 1):
        mixed = _mixed(colour, text, step / _STEPS)
        if contrast(mixed, ground) >= LEAST_CONTRAST:
            return mixed
    return text


def contrast(one: str, other: str) -> float:
    """Returns the contrast of two colours, 1 to 21 (WCAG 2.1)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = QColor(colour)
    red, green, blue = (_linear(value) for value in (parts.redF(), parts.greenF(), parts.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.03928 else float(((value + 0.055) / 1.055) ** 2.4)


def _mixed(one: str, other: str, share: float) -> str:
    first, second = QColor(one), QColor(other)
    pairs = (
        (first.red(), second.red()),
        (first.green(), second.green()),
        (first.blue(), second.blue()),
    )
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
