"""The top of the library: how many entries there are, and the buttons that bring more."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from resources.looks import Looks
from widgets.elided_label import ElidedLabel
from widgets.looks import Tinted, set_property, set_tone, tinted_icon
from widgets.words import key_text

NEW_KEYS: Final = "Ctrl+Shift+N"
FOLDERS_KEYS: Final = "Ctrl+Shift+L"
RESCAN_KEYS: Final = "F5"
_ICON_PX: Final = 15


class LibraryHead(QWidget):
    """Signals:
    new_requested: the user wants to make a new agent.
    folders_requested: the user wants to see the folders, or is done with them.
    rescan_requested: the folders are to be looked through again.
    """

    new_requested = Signal()
    folders_requested = Signal()
    rescan_requested = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = QLabel()
        set_tone(self.count, "muted")
        self.new_button = tool_button(self.tr("New bot"), NEW_KEYS)
        self.folders_button = tool_button(self.tr("Library folders"), FOLDERS_KEYS)
        self.rescan_button = tool_button(self.tr("Refresh"), RESCAN_KEYS)
        self.new_button.clicked.connect(self.new_requested)
        self.folders_button.clicked.connect(self.folders_requested)
        self.rescan_button.clicked.connect(self.rescan_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.count)
        row.addStretch(1)
        for button in (self.new_button, self.folders_button, self.rescan_button):
            row.addWidget(button)
        self.set_looks(looks)

    def show_count(self, shown: int, total: int) -> None:
        """Shows how many of the entries are listed."""
        words = self.tr("Entries: {total}") if shown == total else self.tr("Entries: {shown} of {total}")
        self.count.setText(words.format(shown=shown, total=total))

    def show_faults(self, *, has_faults: bool) -> None:
        """Marks the way to the folders while one of them could not be read whole."""
        set_property(self.folders_button, "active", has_faults)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        icons = ((self.new_button, "add"), (self.folders_button, "folders"), (self.rescan_button, "rescan"))
        for button, name in icons:
            button.setIcon(tinted_icon(Tinted(name=name, colour=looks.text), _ICON_PX))


class ScanNote(QWidget):
    """Says that the folders are being looked through, and offers to give up.

    Signals:
        cancelled: the user does not want to wait.
    """

    cancelled = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = ElidedLabel(self.tr("Scanning folders …"))
        set_tone(words, "muted")
        self.button = tool_button(self.tr("Stop scanning"), "")
        self.button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(words, 1)
        row.addWidget(self.button)
        self.set_looks(looks)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icon in the colours of the theme."""
        self.button.setIcon(tinted_icon(Tinted(name="remove", colour=looks.text), _ICON_PX))


def tool_button(hint: str, keys: str) -> QToolButton:
    """A small button with an icon, whose tooltip tells its keys."""
    button = QToolButton()
    shortcut = key_text(keys)
    button.setToolTip(f"{hint} ({shortcut})" if shortcut else hint)
    button.setAccessibleName(hint)
    button.setIconSize(QSize(_ICON_PX, _ICON_PX))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setProperty("role", "small")
    return button
