"""The library's entries as a list model: filtered, sorted, with logos."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
    QUrl,
    Signal,
    Slot,
)
from PySide6.QtGui import QPixmap

from runtime.model.entries import LibraryEntry, folded
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection
from widgets.library.words import kind_word, spoken_entry
from widgets.shared.logos import Logos

SortKey = tuple[str, ...] | tuple[float, str, str]


def filtered(
    ordered: Iterable[LibraryEntry],
    choice: LibraryFilter,
    favourites: Collection[Path],
    recent: Mapping[Path, int],
) -> list[LibraryEntry]:
    """Returns the entries that pass the filter; `recent` maps recently used entries to their rank."""
    kept = _selected(ordered, choice.selection, favourites, recent)
    if choice.kind == BROKEN:
        kept = [entry for entry in kept if entry.is_broken]
    elif choice.kind:
        kept = [entry for entry in kept if entry.kind.value == choice.kind]
    if choice.tag:
        tag = folded(choice.tag)
        kept = [entry for entry in kept if any(folded(own) == tag for own in entry.tags)]
    if choice.language:
        language = folded(choice.language)
        kept = [entry for entry in kept if folded(entry.language) == language]
    for word in folded(choice.text).split():
        kept = [entry for entry in kept if word in entry.searchable]
    return kept


def sort_key(order: Order, entry: LibraryEntry) -> SortKey:
    """Returns the unique sort key of an entry."""
    return _KEYS[order](entry, folded(entry.name))


def in_order(words: Iterable[str]) -> tuple[str, ...]:
    """Returns the words in alphabetical order without duplicates, ignoring case."""
    by_fold = {folded(word): word.strip() for word in sorted(words)}
    return tuple(by_fold[fold] for fold in sorted(by_fold) if fold)


def _selected(
    ordered: Iterable[LibraryEntry], selection: Selection, favourites: Collection[Path], recent: Mapping[Path, int]
) -> list[LibraryEntry]:
    if selection is Selection.FAVOURITES:
        return [entry for entry in ordered if entry.path in favourites]
    if selection is Selection.RECENT:
        return sorted((entry for entry in ordered if entry.path in recent), key=lambda entry: recent[entry.path])
    return list(ordered)


def _by_name(entry: LibraryEntry, name: str) -> SortKey:
    return (name, str(entry.path))


def _by_developer(entry: LibraryEntry, name: str) -> SortKey:
    developer = folded(entry.developer)
    return ("1" if not developer else "0", developer, name, str(entry.path))


def _by_newest(entry: LibraryEntry, name: str) -> SortKey:
    return (-(entry.version.changed_s if entry.version is not None else 0.0), name, str(entry.path))


def _by_folder(entry: LibraryEntry, name: str) -> SortKey:
    return (str(entry.root), str(entry.path.parent), name, str(entry.path))


_KEYS: Final[Mapping[Order, Callable[[LibraryEntry, str], SortKey]]] = {
    Order.NAME: _by_name,
    Order.DEVELOPER: _by_developer,
    Order.NEWEST: _by_newest,
    Order.FOLDER: _by_folder,
}


def neighbours(before: Sequence[Path], after: Collection[Path], path: Path) -> Path | None:
    """Returns the remaining path nearest to `path` in the old order: itself, else below, else above."""
    if path in after:
        return path
    if path not in before:
        return None
    place = before.index(path)
    below = next((other for other in before[place + 1 :] if other in after), None)
    return below or next((other for other in reversed(before[:place]) if other in after), None)


AnyIndex = QModelIndex | QPersistentModelIndex


class EntryModel(QStringListModel):
    """Holds all entries and lists those that pass the filter; GUI thread.

    The names are in Qt's own list, so that laying out thousands of rows does not call Python.

    Signals:
        shown_changing, shown_changed: emitted before and after the listed entries or their order change.
    """

    shown_changing = Signal()
    shown_changed = Signal()

    def __init__(self, logos: Logos, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[Path, LibraryEntry] = {}
        self._keys: list[SortKey] = []
        self._ordered: list[LibraryEntry] = []
        self._shown: list[LibraryEntry] = []
        self._rows: dict[Path, int] | None = None
        self._tags: Counter[str] = Counter()
        self._languages: Counter[str] = Counter()
        self._filter = LibraryFilter()
        self._favourites: frozenset[Path] = frozenset()
        self._recent: dict[Path, int] = {}
        self._logos = logos
        logos.arrived.connect(self._on_logo_arrived)

    @property
    def total(self) -> int:
        """Number of all entries."""
        return len(self._entries)

    @property
    def filter(self) -> LibraryFilter:
        """The entries that are shown."""
        return self._filter

    @property
    def shown(self) -> Sequence[LibraryEntry]:
        """The listed entries."""
        return self._shown

    def entry(self, index: AnyIndex) -> LibraryEntry | None:
        """Returns the entry of a row."""
        row = index.row()
        return self._shown[row] if index.isValid() and row < len(self._shown) else None

    def known(self, path: Path) -> LibraryEntry | None:
        """Returns the entry of a document, listed or not."""
        return self._entries.get(path)

    def index_of(self, path: Path) -> QModelIndex:
        """Returns the index of a document's entry; invalid if it is not listed."""
        if self._rows is None:
            self._rows = {entry.path: row for row, entry in enumerate(self._shown)}
        row = self._rows.get(path)
        return self.index(row) if row is not None else QModelIndex()

    def is_favourite(self, path: Path) -> bool:
        """Returns whether an entry is a favourite."""
        return path in self._favourites

    def tags(self) -> tuple[str, ...]:
        """Returns all tags."""
        return in_order(self._tags)

    def languages(self) -> tuple[str, ...]:
        """Returns all languages."""
        return in_order(self._languages)

    def take(self, entries: Iterable[LibraryEntry]) -> None:
        """Adds entries, in place of those with the same document."""
        for entry in entries:
            before = self._remove(entry.path)
            if entry.logo is not None and (before is None or before.version != entry.version):
                self._logos.forget(entry.logo)
            self._add(entry)
        self._apply_filter()

    def drop(self, paths: Iterable[Path]) -> None:
        """Takes entries out."""
        for path in paths:
            self._remove(path)
        self._apply_filter()

    def drop_root(self, root: Path) -> None:
        """Takes out everything that was found under a folder."""
        self.drop([entry.path for entry in self._entries.values() if entry.root == root])

    def set_filter(self, choice: LibraryFilter) -> None:
        """Applies a filter."""
        if choice == self._filter:
            return
        before, self._filter = self._filter, choice
        if choice.order is not before.order:
            pairs = sorted((sort_key(choice.order, entry), entry.path) for entry in self._entries.values())
            self._keys = [key for key, _ in pairs]
            self._ordered = [self._entries[path] for _, path in pairs]
        self._apply_filter()

    def set_marks(self, favourites: Iterable[Path], recent: Iterable[Path]) -> None:
        """Takes the user's favourites, and what was used recently, the latest first."""
        self._favourites = frozenset(favourites)
        self._recent = {path: place for place, path in enumerate(recent)}
        self._apply_filter()
        self._announce_rows()

    @Slot(Path)
    def _on_logo_arrived(self, path: Path) -> None:
        for row, entry in enumerate(self._shown):
            if entry.logo == path:
                index = self.index(row)
                self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])

    def logo(self, entry: LibraryEntry) -> QPixmap | None:
        """Returns the logo of an entry; None before it arrives, or if there is none."""
        return self._logos.get(entry.logo)

    def ask_for_logos(self, rows: Iterable[int]) -> None:
        """Requests the logos of these rows."""
        for row in rows:
            if row < len(self._shown):
                self._logos.ask(self._shown[row].logo)

    def _add(self, entry: LibraryEntry) -> None:
        self._entries[entry.path] = entry
        key = sort_key(self._filter.order, entry)
        place = bisect_left(self._keys, key)
        self._keys.insert(place, key)
        self._ordered.insert(place, entry)
        self._tags.update(entry.tags)
        self._languages[entry.language] += 1

    def _remove(self, path: Path) -> LibraryEntry | None:
        entry = self._entries.pop(path, None)
        if entry is None:
            return None
        place = bisect_left(self._keys, sort_key(self._filter.order, entry))
        del self._keys[place], self._ordered[place]
        self._tags -= Counter(entry.tags)
        self._languages -= Counter((entry.language,))
        return entry

    def _apply_filter(self) -> None:
        shown = filtered(self._ordered, self._filter, self._favourites, self._recent)
        if _are_alike(shown, self._shown):
            self._shown = shown
            self._announce_rows()
            return
        self.shown_changing.emit()
        self._shown = shown
        self._rows = None
        self.setStringList([entry.name for entry in shown])
        self.shown_changed.emit()

    def _announce_rows(self) -> None:
        if self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.entry(index)
        if entry is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.name}\n{kind_word(entry)}\n{entry.path}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_entry(entry, is_favourite=self.is_favourite(entry.path))
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        entry = self.entry(index)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags | Qt.ItemFlag.ItemIsDragEnabled if entry is not None and entry.can_play else flags

    def supportedDragActions(self) -> Qt.DropAction:  # noqa: N802 - Qt's name
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:  # noqa: N802 - Qt's name
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802 - Qt's name
        entries = (self.entry(index) for index in sorted(indexes, key=lambda index: index.row()))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(entry.path)) for entry in entries if entry is not None and entry.can_play])
        return data


def _are_alike(new: Sequence[LibraryEntry], old: Sequence[LibraryEntry]) -> bool:
    """Returns whether two lists have the same documents in the same order."""
    return len(new) == len(old) and all(
        one is other or one.path == other.path for one, other in zip(new, old, strict=True)
    )
