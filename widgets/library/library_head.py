"""The top of the library, and the notes and hints below its list."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, set_property, set_tone, tinted_icon
from widgets.shared.labels import ElidedLabel
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


class HintBox(QFrame):
    """One sentence and the button that helps; hidden while there is nothing to say.

    Signals:
        folder_wanted: the user wants to add a folder.
        everything_wanted: the user wants to see all entries.
        folders_wanted: the user wants to see the folders that there are.
    """

    folder_wanted = Signal()
    everything_wanted = Signal()
    folders_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._deed = self.folder_wanted
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        set_tone(self.label, "muted")
        self.button = QToolButton()
        self.button.setProperty("role", "small")
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        column.addWidget(self.label)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    def show_state(self, *, is_narrow: bool, is_empty: bool, has_folders: bool, has_hidden: bool = False) -> None:
        """Says what fits.

        `is_narrow` where a filter leaves entries out, `has_folders` where the user added one, `has_hidden` where one
        of all the folders is hidden.
        """
        if is_narrow:
            self._deed = self.everything_wanted
            nothing, unseen = (
                self.tr("No matching entries"),
                self.tr("Hidden folders are not searched."),
            )
            self._say(f"{nothing} {unseen}" if has_hidden else nothing, self.tr("Clear filters"))
        elif is_empty and has_hidden:
            self._deed = self.folders_wanted
            self._say(self.tr("The visible folders contain no bots."), self.tr("Show the folders"))
        else:
            self._deed = self.folder_wanted
            words = self.tr("Drop your bots folder here, or choose it. Nothing in it is executed.")
            self._say(words, self.tr("Add a folder …"))
        self.setVisible(is_empty if is_narrow else not has_folders or (is_empty and has_hidden))

    def _say(self, words: str, deed: str) -> None:
        self.label.setText(words)
        self.button.setText(deed)
        self.button.setToolTip(deed)
        self.button.setAccessibleName(deed)

    @Slot()
    def _on_clicked(self) -> None:
        self._deed.emit()
