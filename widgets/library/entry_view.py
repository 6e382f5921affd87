"""The list view of entries; keys, double clicks and drags add them to teams."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from resources.looks import Looks
from runtime.model.entries import LibraryEntry
from runtime.model.game_facts import BLUE, ORANGE
from widgets.library.entry_delegate import EntryDelegate
from widgets.library.entry_model import EntryModel, neighbours
from widgets.shared.drops import PathsDropped

LOGOS_MS: Final = 40
"""Delay after scrolling before logos are requested."""
_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EntryView(QListView):
    """Lists an `EntryModel`; keeps selection and scroll position when entries change.

    Signals:
        add_requested: a `PathsDropped` with the documents to add to a team.
        current_changed: the current `LibraryEntry`, or None.
        menu_requested: the place on the screen where the menu of the selected entries is to open.
    """

    add_requested = Signal(PathsDropped)
    current_changed = Signal(object)
    menu_requested = Signal(QPoint)

    def __init__(self, model: EntryModel, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._before: list[Path] = []
        self._current: Path | None = None
        self._selected: set[Path] = set()
        self._scroll = 0
        self._is_restoring = False
        self.delegate = EntryDelegate(model, looks, self)
        self._logos_due = QTimer(self, singleShot=True, interval=LOGOS_MS)
        self._logos_due.timeout.connect(self._ask_for_logos)
        self.setModel(model)
        self.setItemDelegate(self.delegate)
        self.setObjectName("entry_view")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(self.tr("Bots, hiveminds and scripts"))
        self.setAccessibleDescription(self.tr("Enter adds to blue, Shift+Enter to orange"))
        model.shown_changing.connect(self._on_shown_changing)
        model.shown_changed.connect(self._on_shown_changed)
        model.dataChanged.connect(self._on_data_changed)
        self.verticalScrollBar().valueChanged.connect(self._logos_due.start)

    @property
    def current(self) -> LibraryEntry | None:
        """The current entry."""
        return self._model.entry(self.currentIndex())

    def selected(self) -> tuple[LibraryEntry, ...]:
        """Returns the selected entries from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        entries = (self._model.entry(self._model.index(row)) for row in rows)
        return tuple(entry for entry in entries if entry is not None)

    def show_entry(self, path: Path) -> bool:
        """Selects an entry and scrolls to it; returns whether it is listed."""
        index = self._model.index_of(path)
        if index.isValid():
            self._choose(index)
            self.scrollTo(index)
        return index.isValid()

    def show_first(self) -> None:
        """Selects the first entry if none is selected."""
        if self.current is None and self._model.shown:
            self._choose(self._model.index(0))

    def add_selected(self, team: int) -> None:
        """Requests to add the selected entries to a team."""
        paths = tuple(entry.path for entry in self.selected() if entry.can_play)
        if paths:
            self.add_requested.emit(PathsDropped(paths=paths, team=team))

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self.delegate.set_looks(looks)
        if self.isVisible():
            self.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        """Selects only this entry."""
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    @Slot()
    def _on_shown_changing(self) -> None:
        current = self.current
        self._before = [entry.path for entry in self._model.shown]
        self._current = current.path if current is not None else self._current
        self._selected = {entry.path for entry in self.selected()}
        self._scroll = self.verticalScrollBar().value()
        self._is_restoring = True

    @Slot()
    def _on_shown_changed(self) -> None:
        shown = {entry.path for entry in self._model.shown}
        keep = neighbours(self._before, shown, self._current) if self._current is not None else None
        if keep is not None:
            flags = QItemSelectionModel.SelectionFlag
            index = self._model.index_of(keep)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect)
            for path in self._selected & shown:
                self.selectionModel().select(self._model.index_of(path), flags.Select)
        self._is_restoring = False
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(self._scroll)
        self.current_changed.emit(self.current)
        self._logos_due.start()

    @Slot()
    def _ask_for_logos(self) -> None:
        first, last = self.indexAt(QPoint(4, 4)).row(), self.indexAt(QPoint(4, self.viewport().height() - 4)).row()
        if first >= 0:
            self._model.ask_for_logos(range(first, (last if last >= 0 else len(self._model.shown) - 1) + 1))

    @Slot()
    def _on_data_changed(self) -> None:
        if self.current is not None:
            self.current_changed.emit(self.current)
        self._logos_due.start()

    def currentChanged(self, current: object, previous: object) -> None:  # noqa: N802 - Qt's name
        super().currentChanged(current, previous)  # type: ignore[arg-type]
        if not self._is_restoring:
            self.current_changed.emit(self.current)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Selects the current entry if the keyboard leads here: Qt makes the first one current, and no more."""
        super().focusInEvent(event)
        if self.currentIndex().isValid() and not self.selectionModel().hasSelection():
            self._choose(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            is_orange = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.add_selected(ORANGE if is_orange else BLUE)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() is not Qt.MouseButton.LeftButton or not index.isValid():
            super().mouseDoubleClickEvent(event)
            return
        is_orange = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._choose(index)
        self.add_selected(ORANGE if is_orange else BLUE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row = self.visualRect(self.currentIndex())
        if self.currentIndex().isValid() and 0 <= row.top() < event.oldSize().height():
            self.scrollTo(self.currentIndex())
        self._logos_due.start()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.current is None:
            return
        place = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        self.menu_requested.emit(place)
