"""The library's words: kinds, orders, and what an entry says of itself."""

from PySide6.QtCore import QCoreApplication

from runtime.model.entries import EntryKind, LibraryEntry
from runtime.model.problems import Problem
from widgets.library.values import Order, Selection
from widgets.sentences import spoken

translate = QCoreApplication.translate


def kind_name(kind: EntryKind) -> str:
    """What one entry of a kind is called."""
    names = {
        EntryKind.BOT: translate("Library", "Bot"),
        EntryKind.HIVEMIND: translate("Library", "Hivemind"),
        EntryKind.SCRIPT: translate("Library", "Script"),
        EntryKind.V4: translate("Library", "RLBot v4"),
    }
    return names[kind]


def kind_word(entry: LibraryEntry) -> str:
    """The kind of an entry, with the word that it is broken where it is."""
    word = kind_name(entry.kind)
    return translate("Library", "{kind}, broken").format(kind=word) if entry.is_broken else word


def selection_name(selection: Selection) -> str:
    """The words on the button that offers a selection."""
    names = {
        Selection.ALL: translate("Library", "All"),
        Selection.FAVOURITES: translate("Library", "Favourites"),
        Selection.RECENT: translate("Library", "Recent"),
    }
    return names[selection]


def selection_hint(selection: Selection) -> str:
    """What a selection shows, in a sentence."""
    hints = {
        Selection.ALL: translate("Library", "All entries of the library"),
        Selection.FAVOURITES: translate("Library", "Only entries marked with a star"),
        Selection.RECENT: translate("Library", "Recently played, latest first"),
    }
    return hints[selection]


def order_name(order: Order) -> str:
    """The words by which an order is chosen."""
    names = {
        Order.NAME: translate("Library", "by name"),
        Order.DEVELOPER: translate("Library", "by developer"),
        Order.NEWEST: translate("Library", "newest first"),
        Order.FOLDER: translate("Library", "by folder"),
    }
    return names[order]


def second_line(entry: LibraryEntry) -> str:
    """What stands below an entry's name: what is wrong with it, else who made it, in what, for what."""
    worst = worst_problem(entry)
    if worst is not None and worst.is_error:
        return spoken(worst.message)
    words = (entry.developer, entry.language, *entry.tags)
    return " · ".join(word for word in words if word) or kind_name(entry.kind)


def worst_problem(entry: LibraryEntry) -> Problem | None:
    """The first error, else the first warning, else nothing."""
    return next((problem for problem in entry.problems if problem.is_error), next(iter(entry.problems), None))


def spoken_entry(entry: LibraryEntry, *, is_favourite: bool) -> str:
    """An entry as a screen reader says it."""
    words = [entry.name, kind_word(entry), second_line(entry)]
    if is_favourite:
        words.append(translate("Library", "favourite"))
    return ", ".join(words)


def why_not(entry: LibraryEntry) -> str:
    """Why a match does not take an entry, with what mends it; empty when it does."""
    if entry.can_play:
        return ""
    worst = worst_problem(entry)
    if worst is None:
        return translate("Library", "Matches do not support this kind yet.")
    return " ".join(spoken(part) for part in (worst.message, worst.fix) if part)
