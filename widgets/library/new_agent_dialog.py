"""The dialog that creates a new bot, hivemind or script."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from runtime.model.entries import EntryKind
from widgets.library.values import NewAgentRequested
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, push_button, vbox
from widgets.shared.dialogs import ask_folder

WIDTH_PX = 460


class NewAgentDialog(QDialog):
    """Stays open until the agent is created, and shows why it cannot be; modeless.

    Signals:
        requested: a `NewAgentRequested`.
    """

    requested = Signal(NewAgentRequested)

    def __init__(
        self, name: str, folder: Path, folder_name: Callable[[str], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._folder_name = folder_name
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("New bot"))
        self.setMinimumWidth(WIDTH_PX)
        self.name = QLineEdit(name)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setMaxLength(60)
        self.kind = ElidingBox(self.tr("Kind"))
        self.kind.addItem(self.tr("Bot: one program for one car"), EntryKind.BOT)
        self.kind.addItem(self.tr("Hivemind: one program for all cars of a team"), EntryKind.HIVEMIND)
        self.kind.addItem(self.tr("Script: a program without a car"), EntryKind.SCRIPT)
        self.folder = QLineEdit(str(folder))
        self.folder.setAccessibleName(self.tr("Folder"))
        self.browse = push_button(self.tr("Choose …"), name=self.tr("Choose the folder"))
        self.place = label(tone="muted", wraps=True)
        self.fault = label(tone="bad", wraps=True, name=self.tr("Why it cannot be created"))
        self.fault.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.create_button = self.buttons.addButton(self.tr("Create"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.name.textChanged.connect(self._show_place)
        self.folder.textChanged.connect(self._show_place)
        self.browse.clicked.connect(self._on_browse_clicked)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        self._arrange()
        self._show_place()
        self.name.setFocus()
        self.name.selectAll()

    def show_fault(self, reason: str) -> None:
        """Shows why the agent cannot be created, and enables the fields again."""
        self.fault.setText(reason)
        self.fault.setVisible(bool(reason))
        self._set_busy(is_busy=False)

    @Slot()
    def _show_place(self) -> None:
        name = self.name.text().strip()
        self.create_button.setEnabled(bool(name and self.folder.text().strip()))
        self.create_button.setDefault(True)
        words = self.tr("Creates {place} from a working example.")
        target = Path(self.folder.text().strip()) / self._folder_name(name)
        self.place.setText(words.format(place=target))

    @Slot()
    def _on_browse_clicked(self) -> None:
        title = self.tr("Choose a folder")
        ask_folder(self, title, lambda path: self.folder.setText(str(path)), place=Path(self.folder.text()))

    @Slot()
    def _on_accepted(self) -> None:
        if not self.create_button.isEnabled():
            return
        self.fault.hide()
        self._set_busy(is_busy=True)
        folder = Path(self.folder.text().strip())
        self.requested.emit(
            NewAgentRequested(kind=EntryKind(self.kind.currentData()), name=self.name.text().strip(), folder=folder)
        )

    def _set_busy(self, *, is_busy: bool) -> None:
        for part in (self.name, self.kind, self.folder, self.browse, self.create_button):
            part.setEnabled(not is_busy)
        if not is_busy:
            self._show_place()

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("&Name"), self.name)
        form.addRow(self.tr("&Kind"), self.kind)
        folder = QLabel(self.tr("&Folder"))
        folder.setBuddy(self.folder)
        form.addRow(folder, hbox((self.folder, 1), self.browse, spacing=6))
        vbox(form, self.place, self.fault, None, self.buttons, spacing=6, margins=9, parent=self)
