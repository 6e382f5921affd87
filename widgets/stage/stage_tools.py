"""The switches beside the scoreboard: what agents draw, and moving things about."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, tinted_icon
from widgets.words import key_text

DRAWINGS_KEYS: Final = "Ctrl+Shift+D"
MOVE_KEYS: Final = "Ctrl+Shift+M"
BUTTON_PX: Final = 26
WIDEST_PX: Final = 160
"""Width of a switch with its name."""


class StageTools(QWidget):
    """Two switches; GUI thread.

    Signals:
        drawings_switched, moving_switched: whether it is wanted now.
        refused: a sentence; why things cannot be moved now.
    """

    drawings_switched = Signal(bool)
    moving_switched = Signal(bool)
    refused = Signal(str)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._reason = ""
        self.drawings_button = self._button(self.tr("Drawings"), self.tr("Show bot drawings"))
        self.move_button = self._button(self.tr("Move"), self.tr("Move cars and ball"))
        self.drawings_button.setToolTip(
            self.tr(
                "Show bot drawings in the arena ({0}). Rocket League shows them on its own screen.\nAllow drawing "
                "for each bot on its card."
            ).format(key_text(DRAWINGS_KEYS))
        )
        self.drawings_button.toggled.connect(self.drawings_switched)
        self.move_button.toggled.connect(self._on_moving_toggled)
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._buttons.setSpacing(2)
        self._buttons.addWidget(self.drawings_button)
        self._buttons.addWidget(self.move_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 4, 0)
        column.addLayout(self._buttons)
        column.addStretch(1)
        self.show_moving(self.tr("No match is running."))
        self.set_looks(looks)

    def set_form(self, *, is_low: bool, is_wide: bool) -> None:
        """Puts the switches beside each other or one above the other, with or without their names."""
        direction = QBoxLayout.Direction.LeftToRight if is_low else QBoxLayout.Direction.TopToBottom
        self._buttons.setDirection(direction)
        style = Qt.ToolButtonStyle
        for button in (self.drawings_button, self.move_button):
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if is_wide else style.ToolButtonIconOnly)
            button.setMinimumWidth(BUTTON_PX)
            button.setMaximumWidth(WIDEST_PX if is_wide else BUTTON_PX)

    def show_drawings(self, *, is_on: bool) -> None:
        """Shows whether drawings are wanted."""
        self.drawings_button.setChecked(is_on)

    def show_moving(self, reason: str) -> None:
        """Lets things be moved unless there is a reason against it, which is told instead."""
        self._reason = reason
        self.move_button.setEnabled(not reason)
        if reason:
            self.move_button.setChecked(False)
        words = self.tr(
            "Move cars and ball ({0}): drag to place one, drag with the right button or Shift to throw "
            "it.\nKeyboard: Tab selects, arrows move, Enter drops, Shift+Enter throws, Escape cancels."
        ).format(key_text(MOVE_KEYS))
        self.move_button.setToolTip(reason or words)
        self._draw()

    @Slot()
    def toggle_moving(self) -> None:
        """Switches moving on or off, or says why it cannot be."""
        if self._reason:
            self.refused.emit(self._reason)
        else:
            self.move_button.toggle()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self._draw()

    @Slot(bool)
    def _on_moving_toggled(self, is_on: bool) -> None:
        self._draw()
        self.moving_switched.emit(is_on)

    def _draw(self) -> None:
        self.drawings_button.setIcon(tinted_icon(Tinted(name="drawings", colour=self._looks.text)))
        colour = self._looks.text if self.move_button.isEnabled() else self._looks.muted
        self.move_button.setIcon(tinted_icon(Tinted(name="move", colour=colour)))

    def _button(self, text: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setCheckable(True)
        button.setProperty("role", "segment")
        button.setFixedHeight(BUTTON_PX)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleName(words)
        return button
