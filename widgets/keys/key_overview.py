"""A window with every command and its keys, to read and to search."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.keys.key_rows import KeyRow
from widgets.looks import scaled_font
from widgets.palette.matching import rank

SIZE = QSize(620, 620)
INDENT_PX = 10
LONGEST_LINE = 32
"""Characters of keys in one line."""


class KeyOverview(QDialog):
    """Shows rows under the places where they hold; GUI thread."""

    def __init__(self, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(SIZE)
        self.typed = QLineEdit()
        self.typed.setPlaceholderText(self.tr("Search"))
        self.typed.setAccessibleName(self.tr("Search shortcuts and commands"))
        self.typed.setClearButtonEnabled(True)
        self.rows = QTreeWidget()
        self.rows.setAccessibleName(self.tr("Commands and their shortcuts"))
        self.rows.setColumnCount(2)
        self.rows.setHeaderLabels([self.tr("Command"), self.tr("Shortcut")])
        self.rows.setRootIsDecorated(False)
        self.rows.setIndentation(INDENT_PX)
        self.rows.setItemsExpandable(False)
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.rows.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.rows.header().setStretchLastSection(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(8)
        column.addWidget(self.typed)
        column.addWidget(self.rows, 1)
        column.addWidget(buttons)
        self._fill(rows)
        self.typed.textChanged.connect(self._sift)
        self.typed.setFocus()

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The commands that are listed now, with their keys."""
        rows = (row for place in self._places() for row in _children(place) if not row.isHidden())
        return tuple((row.text(0), row.text(1).replace("\n", " ")) for row in rows)

    def _fill(self, rows: Sequence[KeyRow]) -> None:
        places: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            if row.place not in places:
                places[row.place] = head = QTreeWidgetItem(self.rows, [row.place])
                head.setFont(0, scaled_font(self, 1.0, QFont.Weight.DemiBold))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFirstColumnSpanned(True)
            item = QTreeWidgetItem(places[row.place], [row.words, _folded(row.keys)])
            item.setToolTip(0, row.words)
        self.rows.expandAll()

    @Slot(str)
    def _sift(self, typed: str) -> None:
        for place in self._places():
            for row in _children(place):
                row.setHidden(rank(f"{row.text(0)} {row.text(1)}", typed) is None)
            place.setHidden(all(row.isHidden() for row in _children(place)))

    def _places(self) -> list[QTreeWidgetItem]:
        return [place for index in range(self.rows.topLevelItemCount()) if (place := self.rows.topLevelItem(index))]


def _folded(keys: str) -> str:
    """Many keys in several lines, which leave room for the words beside them."""
    lines: list[str] = []
    for key in keys.split(", "):
        if lines and len(lines[-1]) + len(f", {key},") <= LONGEST_LINE:
            lines[-1] += f", {key}"
        else:
            lines.append(key)
    return ",\n".join(lines)


def _children(place: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [row for index in range(place.childCount()) if (row := place.child(index))]
