"""Texts of the library."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.model.entries import EntryKind, LibraryEntry
from runtime.model.problems import Problem
from widgets.library.values import Order, Selection
from widgets.messages import rendered

translate = QCoreApplication.translate


_NAMES: Final[Mapping[EntryKind | Selection | Order, object]] = MappingProxyType(
    {
        EntryKind.BOT: QT_TRANSLATE_NOOP("Library", "Bot"),
        EntryKind.HIVEMIND: QT_TRANSLATE_NOOP("Library", "Hivemind"),
        EntryKind.SCRIPT: QT_TRANSLATE_NOOP("Library", "Script"),
        Selection.ALL: QT_TRANSLATE_NOOP("Library", "All"),
        Selection.FAVOURITES: QT_TRANSLATE_NOOP("Library", "Favourites"),
        Selection.RECENT: QT_TRANSLATE_NOOP("Library", "Recent"),
        Order.NAME: QT_TRANSLATE_NOOP("Library", "by name"),
        Order.DEVELOPER: QT_TRANSLATE_NOOP("Library", "by developer"),
        Order.NEWEST: QT_TRANSLATE_NOOP("Library", "newest first"),
        Order.FOLDER: QT_TRANSLATE_NOOP("Library", "by folder"),
    }
)
_HINTS: Final[Mapping[Selection, object]] = MappingProxyType(
    {
        Selection.ALL: QT_TRANSLATE_NOOP("Library", "All entries of the library"),
        Selection.FAVOURITES: QT_TRANSLATE_NOOP("Library", "Only entries marked with a star"),
        Selection.RECENT: QT_TRANSLATE_NOOP("Library", "Recently played, latest first"),
    }
)


def name_of(value: EntryKind | Selection | Order) -> str:
    """Returns the name of a kind, selection or order."""
    return translate("Library", str(_NAMES[value]))


def selection_hint(selection: Selection) -> str:
    """Returns the tooltip of a selection."""
    return translate("Library", str(_HINTS[selection]))


def kind_word(entry: LibraryEntry) -> str:
    """Returns the kind of an entry, and whether it is broken."""
    word = f"{name_of(entry.kind)} (RLBot v4)" if entry.is_v4 else name_of(entry.kind)
    return translate("Library", "{kind}, broken").format(kind=word) if entry.is_broken else word


def second_line(entry: LibraryEntry) -> str:
    """Returns the line below an entry's name: its error, else developer, language and tags."""
    worst = worst_problem(entry)
    if worst is not None and worst.is_error:
        return rendered(worst.message)
    words = (entry.developer, entry.language, *entry.tags)
    return " · ".join(word for word in words if word) or name_of(entry.kind)


def worst_problem(entry: LibraryEntry) -> Problem | None:
    """Returns the first error, else the first warning, else None."""
    return next((problem for problem in entry.problems if problem.is_error), next(iter(entry.problems), None))


def spoken_entry(entry: LibraryEntry, *, is_favourite: bool) -> str:
    """Returns an entry as a screen reader reads it."""
    words = [entry.name, kind_word(entry), second_line(entry)]
    if is_favourite:
        words.append(translate("Library", "favourite"))
    return ", ".join(words)


def why_not(entry: LibraryEntry) -> str:
    """Returns why an entry cannot play and how to fix it; empty if it can."""
    if entry.can_play:
        return ""
    worst = worst_problem(entry)
    if worst is None:
        return translate("Library", "Matches do not support this kind yet.")
    return " ".join(rendered(part) for part in (worst.message, worst.fix) if part)
