"""The folders of the library: which they are, what was found in them, what could not be read; add, hide, remove."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from resources.looks import Looks
from widgets.library.values import FolderHidingRequested, FolderRemovalRequested, FolderState
from widgets.looks import Tinted, scaled_font, set_tone, tinted_icon
from widgets.sentences import spoken

SHOWN_NOTICES: Final = 20


class FolderPage(QWidget):
    """Shows `FolderState`s, each with a mark that hides it when it is taken away; GUI thread.

    Signals:
        add_requested: the user wants to choose a folder.
        packs_requested: the user wants to see the packs of bots, or to add one.
        removal_requested: a `FolderRemovalRequested`.
        hiding_requested: a `FolderHidingRequested`.
        left: the user has seen enough.
    """

    add_requested = Signal()
    packs_requested = Signal()
    removal_requested = Signal(object)
    hiding_requested = Signal(object)
    left = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._folders: tuple[FolderState, ...] = ()
        self.rows = QListWidget()
        self.rows.setWordWrap(True)
        self.rows.setIconSize(QSize(16, 16))
        self.rows.setAccessibleName(self.tr("Library folders"))
        self.rows.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.notices = QLabel()
        self.notices.setWordWrap(True)
        self.notices.setTextFormat(Qt.TextFormat.PlainText)
        self.notices.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_tone(self.notices, "warning")
        self.add_button = self._button(self.tr("Add a folder …"), self.tr("Choose a folder that contains bots"))
        self.packs_button = self._button(self.tr("Bot packs …"), self.tr("Download and update bot packs"))
        self.remove_button = self._button(
            self.tr("Remove"), self.tr("Remove the folder from the library; its files are kept (Del)")
        )
        self.done_button = self._button(self.tr("Done"), self.tr("Back to the bots (Esc)"))
        self.add_button.clicked.connect(self.add_requested)
        self.packs_button.clicked.connect(self.packs_requested)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.done_button.clicked.connect(self.left)
        self.rows.currentRowChanged.connect(self._show_current)
        self.rows.itemChanged.connect(self._on_item_changed)
        self._arrange()

    def show_folders(self, folders: tuple[FolderState, ...]) -> None:
        """Shows these folders; the current one stays the current one."""
        if folders == self._folders:
            return
        current = self.current
        places = [folder.root for folder in folders]
        is_same_list = places == [folder.root for folder in self._folders]
        self._folders = folders
        with QSignalBlocker(self.rows):
            if not is_same_list:
                self.rows.clear()
                self.rows.addItems([""] * len(folders))
                self.rows.setCurrentRow(places.index(current.root) if current and current.root in places else 0)
            for row, folder in enumerate(folders):
                self._fill(self.rows.item(row), folder)
        self._show_current()

    @property
    def current(self) -> FolderState | None:
        """The folder that the keyboard is on."""
        row = self.rows.currentRow()
        return self._folders[row] if 0 <= row < len(self._folders) else None

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        with QSignalBlocker(self.rows):
            for row, folder in enumerate(self._folders):
                self._fill(self.rows.item(row), folder)

    @Slot()
    def _show_current(self) -> None:
        folder = self.current
        self.remove_button.setEnabled(folder is not None and folder.is_removable)
        notices = folder.notices if folder is not None else ()
        lines = [f"{notice.path}\n{spoken(notice.message)}" for notice in notices[:SHOWN_NOTICES]]
        if len(notices) > SHOWN_NOTICES:
            lines.append(self.tr("and {count} more").format(count=len(notices) - SHOWN_NOTICES))
        self.notices.setText("\n\n".join(lines))
        self.notices.setVisible(bool(lines))

    @Slot()
    def _on_remove_clicked(self) -> None:
        folder = self.current
        if folder is not None and folder.is_removable:
            self.removal_requested.emit(FolderRemovalRequested(root=folder.root))

    @Slot(QListWidgetItem)
    def _on_item_changed(self, item: QListWidgetItem) -> None:
        folder = self._folders[self.rows.row(item)]
        is_hidden = item.checkState() is not Qt.CheckState.Checked
        if is_hidden != folder.is_hidden:
            self.hiding_requested.emit(FolderHidingRequested(root=folder.root, is_hidden=is_hidden))

    def _fill(self, item: QListWidgetItem, folder: FolderState) -> None:
        about = self._about(folder)
        item.setText(f"{folder.title}\n{about}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{folder.title}, {about}")
        item.setCheckState(Qt.CheckState.Unchecked if folder.is_hidden else Qt.CheckState.Checked)
        name = "warning" if folder.notices else "folders"
        colour = self._looks.warning if folder.notices else self._looks.muted
        item.setIcon(tinted_icon(Tinted(name=name, colour=colour)))
        turn = self.tr("Press Space to show it again.") if folder.is_hidden else self.tr("Press Space to hide it.")
        item.setToolTip(f"{folder.root}\n{turn}")

    def _about(self, folder: FolderState) -> str:
        if folder.is_hidden:
            return self.tr("hidden, not scanned")
        found = self.tr("entries: {count}").format(count=folder.total)
        words = [self.tr("scanning …") if folder.is_scanning else "", found]
        if folder.notices:
            words.append(self.tr("warnings: {count}").format(count=len(folder.notices)))
        return " · ".join(word for word in words if word)

    def _button(self, text: str, hint: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(hint)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setProperty("role", "small")
        return button

    def _arrange(self) -> None:
        title = QLabel(self.tr("Folders"))
        title.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        hint = QLabel(self.tr("These folders and their subfolders are searched for bots, hiveminds and scripts."))
        hint.setWordWrap(True)
        set_tone(hint, "muted")
        hiding = QLabel(self.tr("Unticked folders are hidden"))
        hiding.setWordWrap(True)
        set_tone(hiding, "muted")
        for button in (self.add_button, self.packs_button):
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.remove_button)
        buttons.addStretch(1)
        buttons.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(title)
        column.addWidget(hint)
        column.addWidget(hiding)
        column.addWidget(self.rows, 1)
        column.addWidget(self.notices)
        column.addWidget(self.add_button)
        column.addWidget(self.packs_button)
        column.addLayout(buttons)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self._on_remove_clicked()
        else:
            super().keyPressEvent(event)
