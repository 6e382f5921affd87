"""The legend: all cars and agents with colours and values on the chosen axis; the key of the events' symbols."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from resources.looks import Looks
from widgets.looks import SWATCH_PX, scaled_font, swatch

WIDTH_PX: Final = 172
NARROW_PX: Final = 128
"""Width in a narrow panel."""
KEY_SYMBOL_PX: Final = 14
"""Width of a symbol in the key of events."""
KEY_GAP_PX: Final = 6
VALUE: Final = 1
SUBJECT_ROLE: Final = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True, kw_only=True)
class LegendEntry:
    """One car, agent, team or quantity."""

    subject: str
    name: str
    colour: str
    """Of its curves."""
    ink: str = ""
    """Colour of its team, in which its name is written; empty for the usual one."""
    value: str = ""
    """On the chosen axis, at the cursor or now; empty if unknown."""
    tone: Literal["", "warning", "bad"] = ""
    """`warning` if the value is above the axis's limit, `bad` if the agent is also slow."""


class Legend(QTreeWidget):
    """Lists all entries; a click or Enter isolates one, and again restores all. GUI thread.

    Signals:
        isolated: key of the subject, or an empty text for all.
    """

    isolated = Signal(str)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._entries: tuple[LegendEntry, ...] = ()
        self._isolated = ""
        self.setObjectName("legend")
        self.setAccessibleName(self.tr("Legend"))
        self.setToolTip(self.tr("Click a name to show only its curves; click it again to show all"))
        self.setFont(scaled_font(self, 0.88))
        self.setColumnCount(2)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(SWATCH_PX, SWATCH_PX))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # keeps the number of a name
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHeaderLabels([self.tr("Curve"), ""])
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(VALUE, QHeaderView.ResizeMode.Fixed)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setFont(self.font())
        self.headerItem().setTextAlignment(VALUE, Qt.AlignmentFlag.AlignRight)
        header.resizeSection(VALUE, QFontMetrics(self.font()).horizontalAdvance("88,888") + 6)
        self.itemClicked.connect(self._on_activated)
        self.itemActivated.connect(self._on_activated)

    def show_entries(self, entries: Sequence[LegendEntry], isolated: str = "", unit: str = "") -> None:
        """Shows entries; `unit` heads their values."""
        known = tuple((entry.subject, entry.name, entry.colour, entry.ink) for entry in self._entries)
        rows = tuple((entry.subject, entry.name, entry.colour, entry.ink) for entry in entries)
        before, self._entries = self._entries, tuple(entries)
        if known != rows:
            self.clear()
            before = ()
            self.addTopLevelItems([self._item(entry) for entry in entries])
        if isolated != self._isolated or not before:
            self._isolated = isolated
            self._show_isolated()
        if self.headerItem().text(VALUE) != unit:
            self.headerItem().setText(VALUE, unit)
        for row, entry in enumerate(entries):
            if not before or (entry.value, entry.tone) != (before[row].value, before[row].tone):
                self._show_value(self.topLevelItem(row), entry)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme; the entries have to be shown again by the caller."""
        self._looks = looks
        self._entries = ()

    @property
    def entries(self) -> tuple[LegendEntry, ...]:
        """The entries that are shown."""
        return self._entries

    def sizeHint(self) -> QSize:
        return QSize(WIDTH_PX, 60)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW_PX, 30)

    def _item(self, entry: LegendEntry) -> QTreeWidgetItem:
        item = QTreeWidgetItem([entry.name, ""])
        item.setIcon(0, swatch(entry.colour))
        item.setToolTip(0, entry.name)
        item.setData(0, SUBJECT_ROLE, entry.subject)
        item.setTextAlignment(VALUE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def _show_value(self, item: QTreeWidgetItem | None, entry: LegendEntry) -> None:
        if item is not None:
            item.setText(VALUE, entry.value)
            inks = {"": self._looks.text, "warning": self._looks.warning, "bad": self._looks.bad}
            item.setForeground(VALUE, QColor(inks[entry.tone]))

    def _show_isolated(self) -> None:
        for row, entry in enumerate(self._entries):
            item = self.topLevelItem(row)
            if item is None:
                continue
            is_back = self._isolated not in ("", entry.subject)
            item.setForeground(0, QColor(self._looks.muted if is_back else entry.ink or self._looks.text))
            item.setSelected(self._isolated == entry.subject)

    @Slot(QTreeWidgetItem)
    def _on_activated(self, item: QTreeWidgetItem) -> None:
        subject = item.data(0, SUBJECT_ROLE)
        self.isolated.emit("" if subject == self._isolated else subject)


class MarkKey(QWidget):
    """Explains the symbols of events in one line; those without room are left out from the end. GUI thread."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self.setFont(scaled_font(self, 0.82))
        self.setFixedHeight(self.fontMetrics().height() + 1)
        self._entries = (
            ("goal", self.tr("Goal")),
            ("demolition", self.tr("Demolition")),
            ("swap", self.tr("Swap")),
            ("crash", self.tr("Crash")),
            ("late_burst", self.tr("Late answers")),
            ("touch", self.tr("Touch")),
        )
        self.setAccessibleName(", ".join(words for _, words in self._entries))
        self.setToolTip(self.tr("Events above the plots; the mouse over one says what happened"))

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        self.update()

    @property
    def shown(self) -> tuple[tuple[int, str, str], ...]:
        """Left edge in pixels, kind and words of the entries that have room."""
        found, left = [], 0
        for kind, words in self._entries:
            right = left + KEY_SYMBOL_PX + self.fontMetrics().horizontalAdvance(words)
            if right > self.width():
                break
            found.append((left, kind, words))
            left = right + KEY_GAP_PX
        return tuple(found)

    def paintEvent(self, _event: QPaintEvent) -> None:
        from widgets.plots.painting import paint_symbol  # noqa: PLC0415 - brings numpy

        painter, middle = QPainter(self), self.height() / 2
        painter.setPen(QColor(self._looks.muted))
        for left, kind, words in self.shown:
            centre = QPointF(left + KEY_SYMBOL_PX / 2, middle - (3.0 if kind == "touch" else 0.0))
            paint_symbol(painter, kind, centre, QColor(self._looks.muted))
            room = QRectF(left + KEY_SYMBOL_PX, 0, self.width(), self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
