"""Texts of the library."""

from PySide6.QtCore import QCoreApplication

from runtime.model.entries import EntryKind, LibraryEntry
from runtime.model.problems import Problem
from widgets.library.values import Order, Selection
from widgets.sentences import spoken

translate = QCoreApplication.translate


def kind_name(kind: EntryKind) -> str:
    """Returns the name of a kind."""
    names = {
        EntryKind.BOT: translate("Library", "Bot"),
        EntryKind.HIVEMIND: translate("Library", "Hivemind"),
        EntryKind.SCRIPT: translate("Library", "Script"),
        EntryKind.V4: translate("Library", "RLBot v4"),
    }
    return names[kind]


def kind_word(entry: LibraryEntry) -> str:
    """Returns the kind of an entry, and whether it is broken."""
    word = kind_name(entry.kind)
    return translate("Library", "{kind}, broken").format(kind=word) if entry.is_broken else word


def selection_name(selection: Selection) -> str:
    """Returns the name of a selection."""
    names = {
        Selection.ALL: translate("Library", "All"),
        Selection.FAVOURITES: translate("Library", "Favourites"),
        Selection.RECENT: translate("Library", "Recent"),
    }
    return names[selection]


def selection_hint(selection: Selection) -> str:
    """Returns the tooltip of a selection."""
    hints = {
        Selection.ALL: translate("Library", "All entries of the library"),
        Selection.FAVOURITES: translate("Library", "Only entries marked with a star"),
        Selection.RECENT: translate("Library", "Recently played, latest first"),
    }
    return hints[selection]


def order_name(order: Order) -> str:
    """Returns the name of an order."""
    names = {
        Order.NAME: translate("Library", "by name"),
        Order.DEVELOPER: translate("Library", "by developer"),
        Order.NEWEST: translate("Library", "newest first"),
        Order.FOLDER: translate("Library", "by folder"),
    }
    return names[order]


def second_line(entry: LibraryEntry) -> str:
    """Returns the line below an entry's name: its error, else developer, language and tags."""
    worst = worst_problem(entry)
    if worst is not None and worst.is_error:
        return spoken(worst.message)
    words = (entry.developer, entry.language, *entry.tags)
    return " · ".join(word for word in words if word) or kind_name(entry.kind)


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
    return " ".join(spoken(part) for part in (worst.message, worst.fix) if part)
