"""What this Kickabout is made of, to read and to copy."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFont, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from resources.looks import icon
from widgets.looks import scaled_font, set_tone


class AboutDialog(QDialog):
    """Shows versions and places; GUI thread."""

    def __init__(self, facts: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Kickabout"))
        self._facts = tuple(facts)
        logo = QLabel()
        logo.setPixmap(QIcon(str(icon("kickabout"))).pixmap(QSize(56, 56)))
        title = QLabel("Kickabout")
        title.setFont(scaled_font(self, 1.5, QFont.Weight.DemiBold))
        line = QLabel(self.tr("Start, watch and measure matches between game bots. MIT licence."))
        line.setWordWrap(True)
        set_tone(line, "muted")
        words = QVBoxLayout()
        words.addWidget(title)
        words.addWidget(line)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(logo)
        head.addLayout(words, 1)
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        for name, value in self._facts:
            label = QLabel(value)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setAccessibleName(f"{name}: {value}")
            form.addRow(name, label)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy all of this, for a report"))
        self.copy_button.setAccessibleName(self.tr("Copy all of this"))
        self.copy_button.clicked.connect(self.copy_facts)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 14)
        column.setSpacing(14)
        column.addLayout(head)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(buttons)

    @Slot()
    def copy_facts(self) -> None:
        """Copies what is shown, a line each."""
        QGuiApplication.clipboard().setText("\n".join(f"{name}: {value}" for name, value in self._facts))
