"""What to do when the list is short: add a folder, or let more entries pass."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QVBoxLayout, QWidget

from widgets.looks import set_tone


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
