"""What the library shows: words to search for, favourites and recent ones, kind, tag, language and order."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from resources.looks import Looks
from runtime.model.entries import EntryKind
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection
from widgets.library.words import kind_name, order_name, selection_hint, selection_name
from widgets.looks import Tinted, set_property, tinted_icon
from widgets.shared.boxes import ElidingBox
from widgets.shared.search_line import SearchLine

TYPING_MS: Final = 60
"""A search begins this long after the last key."""


class SearchField(SearchLine):
    """A line to type into; Escape empties it, the arrow down leaves it for the list.

    Signals:
        left: the user goes on to the list.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FilterBar(QWidget):
    """Edits a `LibraryFilter`; GUI thread.

    Signals:
        filter_changed: the new `LibraryFilter`.
        left: the user goes on to the list by key.
    """

    filter_changed = Signal(LibraryFilter)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = LibraryFilter()
        self.search = SearchField()
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setToolTip(self.tr("Search in names, developers, tags and descriptions (Ctrl+L)"))
        self.search.setAccessibleName(self.tr("Search the library"))
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))
        self.search.left.connect(self.left)
        self.selections = QButtonGroup(self)
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.setIconSize(QSize(14, 14))
        self.more.setProperty("role", "small")
        self.more.setToolTip(self.tr("Filter by kind, tag and language, and sort"))
        self.more.setAccessibleName(self.tr("Filter and sort"))
        self.kind = self._choice(self.tr("Kind"), self.tr("Kind of entries to show"))
        self.tag = self._choice(self.tr("Tag"), self.tr("Only entries with this tag"))
        self.language = self._choice(self.tr("Language"), self.tr("Only entries written in this language"))
        self.order = self._choice(self.tr("Sort by"), self.tr("Sort order"))
        self._fill()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(TYPING_MS)
        self._delay.timeout.connect(self._apply)
        self.search.textChanged.connect(self._delay.start)
        for choice in (self.kind, self.tag, self.language, self.order):
            choice.activated.connect(self._apply)
        self.more.toggled.connect(self._on_more_toggled)
        self._arrange()

    @property
    def filter(self) -> LibraryFilter:
        """What is asked for."""
        return self._filter

    def set_order(self, order: Order) -> None:
        """Chooses an order, as the settings remember it."""
        self.order.setCurrentIndex(max(0, self.order.findData(order.value)))
        self._apply()

    def offer(self, tags: Iterable[str], languages: Iterable[str]) -> None:
        """Offers these tags and languages; what is chosen stays chosen."""
        _offer(self.tag, tags)
        _offer(self.language, languages)

    def clear(self) -> None:
        """Lets everything pass."""
        self.search.clear()
        for choice in (self.kind, self.tag, self.language):
            choice.setCurrentIndex(0)
        self.selections.buttons()[0].setChecked(True)
        self._apply()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self.more.setIcon(tinted_icon(Tinted(name="filter", colour=looks.text)))

    @Slot()
    def _apply(self) -> None:
        self._delay.stop()
        wanted = LibraryFilter(
            text=self.search.text(),
            selection=list(Selection)[max(0, self.selections.checkedId())],
            kind=self.kind.currentData() or "",
            tag=self.tag.currentData() or "",
            language=self.language.currentData() or "",
            order=Order(self.order.currentData()),
        )
        set_property(self.more, "active", bool(wanted.kind or wanted.tag or wanted.language))
        if wanted != self._filter:
            self._filter = wanted
            self.filter_changed.emit(wanted)

    @Slot(bool)
    def _on_more_toggled(self, is_on: bool) -> None:
        self._grid.setVisible(is_on)

    def _fill(self) -> None:
        self.kind.addItem(self.tr("All kinds"), "")
        for kind in EntryKind:
            self.kind.addItem(kind_name(kind), kind.value)
        self.kind.addItem(self.tr("Broken"), BROKEN)
        self.tag.addItem(self.tr("All tags"), "")
        self.language.addItem(self.tr("All languages"), "")
        for order in Order:
            self.order.addItem(order_name(order), order.value)

    def _choice(self, name: str, hint: str) -> QComboBox:
        choice = ElidingBox()
        choice.setAccessibleName(name)
        choice.setToolTip(hint)
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(6)
        return choice

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        for place, selection in enumerate(Selection):
            button = QToolButton()
            button.setText(selection_name(selection))
            button.setProperty("role", "segment")
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setToolTip(selection_hint(selection))
            button.setAccessibleName(self.tr("Filter: {selection}").format(selection=selection_name(selection)))
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            self.selections.addButton(button, place)
            row.addWidget(button)
        self.selections.idClicked.connect(self._apply)
        row.addWidget(self.more)
        self._grid = QFrame()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        grid.addWidget(self.kind, 0, 0)
        grid.addWidget(self.tag, 0, 1)
        grid.addWidget(self.language, 1, 0, 1, 2)
        grid.addWidget(self.order, 2, 0, 1, 2)
        self._grid.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addWidget(self.search)
        column.addLayout(row)
        column.addWidget(self._grid)


def _offer(choice: QComboBox, words: Iterable[str]) -> None:
    wanted = list(words)
    if [choice.itemData(place) for place in range(1, choice.count())] == wanted:
        return
    blocker = QSignalBlocker(choice)
    chosen = choice.currentData() or ""
    while choice.count() > 1:
        choice.removeItem(1)
    for word in wanted + ([chosen] if chosen and chosen not in wanted else []):
        choice.addItem(word, word)
    choice.setCurrentIndex(max(0, choice.findData(chosen)))
    blocker.unblock()
