"""Versions and paths of this installation."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from resources.looks import icon
from widgets.shared.controls import hbox, heading, label, push_button, vbox


class AboutDialog(QDialog):
    """Shows facts as names and values; GUI thread."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Kickabout"))
        self._facts = tuple(facts)
        logo = QLabel()
        logo.setPixmap(QIcon(str(icon("kickabout"))).pixmap(QSize(56, 56)))
        line = label(self.tr("Start, watch and measure matches between game bots. MIT licence."), "muted", wraps=True)
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        for name, value in self._facts:
            shown = label(value, is_selectable=True, name=f"{name}: {value}")
            form.addRow(name, shown)
        self.copy_button = push_button(
            self.tr("Copy"), self.tr("Copy all of this, for a report"), name=self.tr("Copy all of this")
        )
        self.copy_button.clicked.connect(self.copy_facts)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        words = vbox(heading(self, "Kickabout", 1.5), line)
        vbox(
            hbox(logo, (words, 1), spacing=14),
            form,
            None,
            buttons,
            spacing=14,
            margins=(18, 16, 18, 14),
            parent=self,
        )

    @Slot()
    def copy_facts(self) -> None:
        """Copies the facts, one per line."""
        QGuiApplication.clipboard().setText("\n".join(f"{name}: {value}" for name, value in self._facts))
