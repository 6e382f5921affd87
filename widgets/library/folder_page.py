"""The page with the folders of the library: what each contains, hiding and removing."""

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QWidget

from resources.looks import Looks
from widgets.library.values import FolderHidingRequested, FolderRemovalRequested, FolderState
from widgets.looks import Tinted, tinted_icon
from widgets.messages import rendered
from widgets.shared.controls import hbox, heading, label, list_widget, tool_button, vbox, widen

SHOWN_NOTICES: Final = 20


class FolderPage(QWidget):
    """Shows `FolderState`s; a folder without its tick is hidden. GUI thread.

    Signals:
        add_requested: another folder.
        packs_requested: the dialog with the bot packs.
        removal_requested: a `FolderRemovalRequested`.
        hiding_requested: a `FolderHidingRequested`.
        left: the way back to the list.
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
        self.rows = list_widget(self.tr("Library folders"), icon_px=16)
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.notices = label(tone="warning", wraps=True, is_selectable=True)
        self.add_button = tool_button(self.tr("Add a folder …"), self.tr("Choose a folder that contains bots"))
        self.packs_button = tool_button(self.tr("Bot packs …"), self.tr("Download and update bot packs"))
        self.remove_button = tool_button(
            self.tr("Remove"), self.tr("Remove the folder from the library; its files are kept (Del)")
        )
        self.done_button = tool_button(self.tr("Done"), self.tr("Back to the bots (Esc)"))
        self.add_button.clicked.connect(self.add_requested)
        self.packs_button.clicked.connect(self.packs_requested)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.done_button.clicked.connect(self.left)
        self.rows.currentRowChanged.connect(self._show_current)
        self.rows.itemChanged.connect(self._on_item_changed)
        hint = self.tr("These folders and their subfolders are searched for bots, hiveminds and scripts.")
        widen(self.add_button, self.packs_button)
        vbox(
            heading(self, self.tr("Folders")),
            label(hint, "muted", wraps=True),
            label(self.tr("Unticked folders are hidden"), "muted", wraps=True),
            (self.rows, 1),
            self.notices,
            self.add_button,
            self.packs_button,
            hbox(self.remove_button, None, self.done_button),
            spacing=6,
            parent=self,
        )

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
        """The selected folder."""
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
        lines = [f"{notice.path}\n{rendered(notice.message)}" for notice in notices[:SHOWN_NOTICES]]
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self._on_remove_clicked()
        else:
            super().keyPressEvent(event)
