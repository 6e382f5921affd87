"""Which entries pass a filter, and in which order; no Qt, quick enough for every key that is typed."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from runtime.entries import LibraryEntry, folded
from widgets.library.values import BROKEN, LibraryFilter, Order, Selection

SortKey = tuple[str, ...] | tuple[float, str, str] | tuple[int, str]


def sifted(
    entries: Iterable[LibraryEntry],
    wanted: LibraryFilter,
    favourites: Collection[Path],
    recent: Mapping[Path, int],
    names: Mapping[Path, str],
) -> list[LibraryEntry]:
    """The entries that pass, in order; `recent` gives the place of those recently used, `names` the folded names."""
    words = folded(wanted.text).split()
    kept = [
        entry
        for entry in entries
        if _is_selected(entry, wanted.selection, favourites, recent)
        and _passes(entry, wanted)
        and all(word in entry.searchable for word in words)
    ]
    if wanted.selection is Selection.RECENT:
        kept.sort(key=lambda entry: recent[entry.path])
    else:
        key = _KEYS[wanted.order]
        kept.sort(key=lambda entry: key(entry, names[entry.path]))
    return kept


def tags_of(entries: Iterable[LibraryEntry]) -> tuple[str, ...]:
    """Every tag, each once, in alphabetical order."""
    return tuple(sorted({tag for entry in entries for tag in entry.tags}, key=folded))


def languages_of(entries: Iterable[LibraryEntry]) -> tuple[str, ...]:
    """Every language, each once whatever its case, in alphabetical order."""
    by_fold: dict[str, str] = {}
    for entry in entries:
        if entry.language.strip():
            by_fold.setdefault(folded(entry.language), entry.language.strip())
    return tuple(by_fold[fold] for fold in sorted(by_fold))


def _is_selected(
    entry: LibraryEntry, selection: Selection, favourites: Collection[Path], recent: Mapping[Path, int]
) -> bool:
    if selection is Selection.FAVOURITES:
        return entry.path in favourites
    return selection is Selection.ALL or entry.path in recent


def _passes(entry: LibraryEntry, wanted: LibraryFilter) -> bool:
    if wanted.kind == BROKEN and not entry.is_broken:
        return False
    if wanted.kind not in ("", BROKEN) and entry.kind.value != wanted.kind:
        return False
    if wanted.tag and wanted.tag not in entry.tags:
        return False
    return not wanted.language or folded(entry.language) == folded(wanted.language)


def _by_name(entry: LibraryEntry, name: str) -> SortKey:
    return (name, str(entry.path))


def _by_developer(entry: LibraryEntry, name: str) -> SortKey:
    developer = folded(entry.developer)
    return ("1" if not developer else "0", developer, name, str(entry.path))


def _by_newest(entry: LibraryEntry, name: str) -> SortKey:
    return (-(entry.version.changed_s if entry.version is not None else 0.0), name, str(entry.path))


def _by_folder(entry: LibraryEntry, name: str) -> SortKey:
    return (str(entry.root), str(entry.path.parent), name)


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
