"""The head of the library panel, and the note and hint below its list."""

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QWidget

from resources.looks import Looks
from widgets.looks import set_property, set_tone
from widgets.shared.controls import hbox, label, set_icons, tool_button, vbox
from widgets.shared.labels import ElidedLabel

NEW_KEYS: Final = "Ctrl+Shift+N"
FOLDERS_KEYS: Final = "Ctrl+Shift+L"
RESCAN_KEYS: Final = "F5"
_ICON_PX: Final = 15


class LibraryHead(QWidget):
    """Shows the number of entries; its buttons create bots, open the folders page and scan again.

    Signals:
        new_requested: a new bot.
        folders_requested: the folders page, or the way back from it.
        rescan_requested: another scan of the folders.
    """

    new_requested = Signal()
    folders_requested = Signal()
    rescan_requested = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count = label(tone="muted")
        self.new_button = tool_button(hint=self.tr("New bot"), keys=NEW_KEYS, icon_px=_ICON_PX)
        self.folders_button = tool_button(hint=self.tr("Library folders"), keys=FOLDERS_KEYS, icon_px=_ICON_PX)
        self.rescan_button = tool_button(hint=self.tr("Refresh"), keys=RESCAN_KEYS, icon_px=_ICON_PX)
        self.new_button.clicked.connect(self.new_requested)
        self.folders_button.clicked.connect(self.folders_requested)
        self.rescan_button.clicked.connect(self.rescan_requested)
        hbox(self.count, None, self.new_button, self.folders_button, self.rescan_button, parent=self)
        self.set_looks(looks)

    def show_count(self, shown: int, total: int) -> None:
        """Shows how many of the entries are listed."""
        words = self.tr("Entries: {total}") if shown == total else self.tr("Entries: {shown} of {total}")
        self.count.setText(words.format(shown=shown, total=total))

    def show_faults(self, *, has_faults: bool) -> None:
        """Highlights the folders button while a folder could not be read completely."""
        set_property(self.folders_button, "active", has_faults)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        icons = ((self.new_button, "add"), (self.folders_button, "folders"), (self.rescan_button, "rescan"))
        set_icons(looks.text, icons, _ICON_PX)


class ScanNote(QWidget):
    """Says that the folders are being scanned.

    Signals:
        cancelled: the user stops the scan.
    """

    cancelled = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = ElidedLabel(self.tr("Scanning folders …"))
        set_tone(words, "muted")
        self.button = tool_button(hint=self.tr("Stop scanning"), icon_px=_ICON_PX)
        self.button.clicked.connect(self.cancelled)
        hbox((words, 1), self.button, parent=self)
        self.set_looks(looks)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icon in the colours of the theme."""
        set_icons(looks.text, [(self.button, "remove")], _ICON_PX)


class HintBox(QFrame):
    """One sentence about a short or empty list, and a button that helps; hidden while the list needs none.

    Signals:
        folder_wanted: the user adds a folder.
        everything_wanted: the user clears the filters.
        folders_wanted: the user opens the folders page.
    """

    folder_wanted = Signal()
    everything_wanted = Signal()
    folders_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action = self.folder_wanted
        self.label = label(tone="muted", wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = tool_button()
        self.button.clicked.connect(self._on_clicked)
        vbox(self.label, (self.button, Qt.AlignmentFlag.AlignHCenter), spacing=6, margins=6, parent=self)
        self.hide()

    def show_state(self, *, is_narrow: bool, is_empty: bool, has_folders: bool, has_hidden: bool = False) -> None:
        """Chooses the sentence.

        Args:
            is_narrow: a filter leaves entries out.
            is_empty: no entry is listed.
            has_folders: the user has added a folder.
            has_hidden: a folder is hidden.
        """
        if is_narrow:
            nothing, unseen = self.tr("No matching entries"), self.tr("Hidden folders are not searched.")
            words, button = f"{nothing} {unseen}" if has_hidden else nothing, self.tr("Clear filters")
            self._action = self.everything_wanted
        elif is_empty and has_hidden:
            words, button = self.tr("The visible folders contain no bots."), self.tr("Show the folders")
            self._action = self.folders_wanted
        else:
            words = self.tr("Drop your bots folder here, or choose it. Nothing in it is executed.")
            button, self._action = self.tr("Add a folder …"), self.folder_wanted
        self.label.setText(words)
        self.button.setText(button)
        self.button.setToolTip(button)
        self.button.setAccessibleName(button)
        self.setVisible(is_empty if is_narrow else not has_folders or (is_empty and has_hidden))

    @Slot()
    def _on_clicked(self) -> None:
        self._action.emit()
