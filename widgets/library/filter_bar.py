"""The filters of the library: search words, favourites and recent entries, kind, tag, language and order."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFrame, QSizePolicy, QWidget

from resources.looks import Looks
from runtime.model.entries import EntryKind
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection
from widgets.library.words import name_of, selection_hint
from widgets.looks import set_property
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, set_icons, tool_button, vbox
from widgets.shared.search_line import SearchLine

TYPING_MS: Final = 60
"""Delay between the last key and the search."""


class SearchField(SearchLine):
    """A search line; Down and Enter move on to the list.

    Signals:
        left: the focus moves to the list.
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
        left: the focus moves to the list.
    """

    filter_changed = Signal(LibraryFilter)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = LibraryFilter()
        hint = self.tr("Search in names, developers, tags and descriptions (Ctrl+L)")
        self.search = SearchField(self.tr("Search"), self.tr("Search the library"), hint)
        self.search.left.connect(self.left)
        self.selections = QButtonGroup(self)
        self.more = tool_button(
            hint=self.tr("Filter by kind, tag and language, and sort"),
            name=self.tr("Filter and sort"),
            icon_px=14,
            is_checkable=True,
        )
        self.kind = _choice(self.tr("Kind"), self.tr("Kind of entries to show"))
        self.tag = _choice(self.tr("Tag"), self.tr("Only entries with this tag"))
        self.language = _choice(self.tr("Language"), self.tr("Only entries written in this language"))
        self.order = _choice(self.tr("Sort by"), self.tr("Sort order"))
        self._fill()
        self._delay = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._delay.timeout.connect(self._apply)
        self.search.textChanged.connect(self._delay.start)
        for choice in (self.kind, self.tag, self.language, self.order):
            choice.activated.connect(self._apply)
        self._arrange()

    @property
    def filter(self) -> LibraryFilter:
        """The filter that is set."""
        return self._filter

    def set_order(self, order: Order) -> None:
        """Selects an order."""
        self.order.setCurrentIndex(max(0, self.order.findData(order.value)))
        self._apply()

    def offer(self, tags: Iterable[str], languages: Iterable[str]) -> None:
        """Offers these tags and languages; the selected ones stay selected."""
        _offer(self.tag, tags)
        _offer(self.language, languages)

    def clear(self) -> None:
        """Clears all filters."""
        self.search.clear()
        for choice in (self.kind, self.tag, self.language):
            choice.setCurrentIndex(0)
        self.selections.buttons()[0].setChecked(True)
        self._apply()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        set_icons(looks.text, [(self.more, "filter")])

    @Slot()
    def _apply(self) -> None:
        self._delay.stop()
        choice = LibraryFilter(
            text=self.search.text(),
            selection=list(Selection)[max(0, self.selections.checkedId())],
            kind=self.kind.currentData() or "",
            tag=self.tag.currentData() or "",
            language=self.language.currentData() or "",
            order=Order(self.order.currentData()),
        )
        set_property(self.more, "active", bool(choice.kind or choice.tag or choice.language))
        if choice != self._filter:
            self._filter = choice
            self.filter_changed.emit(choice)

    def _fill(self) -> None:
        self.kind.addItem(self.tr("All kinds"), "")
        for kind in EntryKind:
            self.kind.addItem(name_of(kind), kind.value)
        self.kind.addItem(self.tr("Broken"), BROKEN)
        self.tag.addItem(self.tr("All tags"), "")
        self.language.addItem(self.tr("All languages"), "")
        for order in Order:
            self.order.addItem(name_of(order), order.value)

    def _arrange(self) -> None:
        buttons = []
        for place, selection in enumerate(Selection):
            name = self.tr("Filter: {selection}").format(selection=name_of(selection))
            button = tool_button(
                name_of(selection), selection_hint(selection), name=name, role="segment", is_checkable=True
            )
            button.setChecked(place == 0)
            button.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)
            self.selections.addButton(button, place)
            buttons.append(button)
        self.selections.idClicked.connect(self._apply)
        choices = QFrame()
        vbox(hbox((self.kind, 1), (self.tag, 1)), self.language, self.order, parent=choices)
        choices.hide()
        self.more.toggled.connect(choices.setVisible)
        vbox(self.search, hbox(*buttons, self.more), choices, spacing=5, parent=self)


def _choice(name: str, hint: str) -> QComboBox:
    return ElidingBox(name, hint, min_characters=6)


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
