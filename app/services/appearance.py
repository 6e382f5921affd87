"""Applies a theme to the application, and follows the system's choice of light or dark."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from resources.looks import Looks, Theme, looks, style

if TYPE_CHECKING:
    from PySide6.QtCore import Qt

SYSTEM: Final = "system"
HALF: Final = 128
"""Lightness of 255 below which the system's palette counts as dark, where it names no scheme."""


class Appearance(QObject):
    """Owns the application's style; the choice is `system`, `light` or `dark`. GUI thread.

    Before `dress`, there is no style sheet, and the system's choice is guessed from its palette: both would delay the
    first paint of the window.

    Signals:
        looks_changed: the `Looks` of the new theme, after palette and style sheet were changed.
    """

    looks_changed = Signal(Looks)

    def __init__(
        self,
        application: QApplication,
        choice: str,
        system_scheme: "Callable[[], Qt.ColorScheme] | None" = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._application = application
        self._system_scheme = system_scheme or application.styleHints().colorScheme
        self._choice = choice
        self._applied: Theme | None = None
        self._is_dressed = False
        application.setStyleSheet("")
        self._was_dark = application.palette().color(QPalette.ColorRole.Window).lightness() < HALF
        self._apply()

    @property
    def choice(self) -> str:
        """The user's choice."""
        return self._choice

    @property
    def looks(self) -> Looks:
        """The looks in use."""
        return looks(self._theme())

    def dress(self) -> None:
        """Applies the style sheet and follows the system from now on; later themes apply theirs at once."""
        self._is_dressed = True
        self._applied = None
        self._application.styleHints().colorSchemeChanged.connect(self._on_system_scheme_changed)
        self._apply()

    @Slot(str)
    def choose(self, choice: str) -> None:
        """Applies the user's choice."""
        self._choice = choice
        self._apply()

    @Slot()
    def _on_system_scheme_changed(self) -> None:
        self._apply()

    def _theme(self) -> Theme:
        if self._choice in (Theme.LIGHT.value, Theme.DARK.value):
            return Theme(self._choice)
        guessed = Theme.DARK if self._was_dark else Theme.LIGHT
        if not self._is_dressed:
            return guessed
        from PySide6.QtCore import Qt  # noqa: PLC0415 - loaded after the first paint

        scheme = self._system_scheme()
        if scheme is Qt.ColorScheme.Unknown:
            return guessed
        return Theme.DARK if scheme is Qt.ColorScheme.Dark else Theme.LIGHT

    def _apply(self) -> None:
        theme = self._theme()
        if theme is self._applied:
            return
        self._applied = theme
        self._application.setPalette(palette(looks(theme)))
        if self._is_dressed:
            self._application.setStyleSheet(style(theme))
        self.looks_changed.emit(looks(theme))


def palette(looks_: Looks) -> QPalette:
    """Returns the palette of the Fusion style in the colours of a theme."""
    colours = QPalette()
    roles = {
        QPalette.ColorRole.Window: looks_.window,
        QPalette.ColorRole.WindowText: looks_.text,
        QPalette.ColorRole.Base: looks_.surface,
        QPalette.ColorRole.AlternateBase: looks_.raised,
        QPalette.ColorRole.Text: looks_.text,
        QPalette.ColorRole.PlaceholderText: looks_.muted,
        QPalette.ColorRole.Button: looks_.raised,
        QPalette.ColorRole.ButtonText: looks_.text,
        QPalette.ColorRole.BrightText: looks_.bad,
        QPalette.ColorRole.ToolTipBase: looks_.raised,
        QPalette.ColorRole.ToolTipText: looks_.text,
        QPalette.ColorRole.Highlight: looks_.selected,
        QPalette.ColorRole.HighlightedText: looks_.text,
        QPalette.ColorRole.Link: looks_.accent,
        QPalette.ColorRole.Accent: looks_.accent,
    }
    for role, colour in roles.items():
        colours.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, role, QColor(looks_.muted))
    return colours
