"""Which entries pass a filter, and in which order; no Qt, quick enough for every key that is typed."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from runtime.model.entries import LibraryEntry, folded
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection

SortKey = tuple[str, ...] | tuple[float, str, str]


def sifted(
    ordered: Iterable[LibraryEntry],
    wanted: LibraryFilter,
    favourites: Collection[Path],
    recent: Mapping[Path, int],
) -> list[LibraryEntry]:
    """The entries that pass, in the order in which they come; `recent` gives the place of those recently used."""
    kept = _selected(ordered, wanted.selection, favourites, recent)
    if wanted.kind == BROKEN:
        kept = [entry for entry in kept if entry.is_broken]
    elif wanted.kind:
        kept = [entry for entry in kept if entry.kind.value == wanted.kind]
    if wanted.tag:
        tag = folded(wanted.tag)
        kept = [entry for entry in kept if any(folded(own) == tag for own in entry.tags)]
    if wanted.language:
        language = folded(wanted.language)
        kept = [entry for entry in kept if folded(entry.language) == language]
    for word in folded(wanted.text).split():
        kept = [entry for entry in kept if word in entry.searchable]
    return kept


def sort_key(order: Order, entry: LibraryEntry) -> SortKey:
    """What tells an entry's place in an order; no two documents have the same."""
    return _KEYS[order](entry, folded(entry.name))


def in_order(words: Iterable[str]) -> tuple[str, ...]:
    """Words for a list of choices: each once whatever its case, in alphabetical order."""
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
    """What stands nearest to `path` in the old order and is still there: itself, else one below, else one above."""
    if path in after:
        return path
    if path not in before:
        return None
    place = before.index(path)
    below = next((other for other in before[place + 1 :] if other in after), None)
    return below or next((other for other in reversed(before[:place]) if other in after), None)
