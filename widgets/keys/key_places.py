"""Which keys hold in single parts of the window, besides the commands that hold everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from widgets.log.log_panel import SEARCH_KEYS as LOG_SEARCH_KEYS
from widgets.options.option_panel import SEARCH_KEYS as OPTION_SEARCH_KEYS
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class PartKeys:
    """What a key, or one of several, does in one part of the window."""

    place: str
    words: str
    keys: tuple[str, ...]
    """As `QKeySequence` reads them."""


def keys_of_parts() -> Iterable[PartKeys]:
    """All of them, part by part."""
    yield PartKeys(
        place=translate("KeyOverview", "Everywhere"),
        words=translate("KeyOverview", "Close what is open; leave the full-screen arena"),
        keys=("Esc",),
    )
    yield from _of_cards()
    yield from _of_library()
    yield from _of_folders()
    yield from _of_options()
    yield from _of_lists()
    yield from _of_log()
    yield from _of_palette()
    yield from _of_arena()


def library_place() -> str:
    """What the library's list is called here."""
    return translate("KeyOverview", "In the library")


def _of_cards() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "On a card")
    for action, keys in KEYS.items():
        more = ("Enter", "Space") if action is CardAction.LOG else ()
        yield PartKeys(place=place, words=action_words(action), keys=(keys, *more))
    yield PartKeys(place=place, words=action_words(CardAction.OTHER_TEAM), keys=("Ctrl+Left",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Go to the next card"), keys=("Up", "Down"))
    yield PartKeys(place=place, words=_everything(), keys=("Menu",))


def _of_library() -> Iterable[PartKeys]:
    place = library_place()
    yield PartKeys(place=place, words=translate("KeyOverview", "Add to blue"), keys=("Return", "Enter"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Add to orange"), keys=("Shift+Return", "Shift+Enter"))
    yield PartKeys(place=place, words=_everything(), keys=("Menu",))
    search = translate("KeyOverview", "In the library's search")
    yield PartKeys(place=search, words=translate("KeyOverview", "Go to the list"), keys=("Down", "Return", "Enter"))
    yield PartKeys(place=search, words=_empty(), keys=("Esc",))


def _of_folders() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the folders of the library")
    yield PartKeys(place=place, words=translate("KeyOverview", "Show or hide a folder"), keys=("Space",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Remove the folder from the library"), keys=("Del",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Back to the bots"), keys=("Esc",))


def _of_options() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the match settings")
    yield PartKeys(place=place, words=translate("KeyOverview", "Search"), keys=(OPTION_SEARCH_KEYS,))
    yield PartKeys(place=place, words=translate("KeyOverview", "Clear the search"), keys=("Esc",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Reset a setting"), keys=("Del",))
    scripts = translate("KeyOverview", "On a script")
    yield PartKeys(place=scripts, words=action_words(CardAction.REMOVE), keys=("Del",))
    name = translate("KeyOverview", "In the name of a preset")
    yield PartKeys(place=name, words=translate("KeyOverview", "Save the preset"), keys=("Return",))
    yield PartKeys(place=name, words=translate("KeyOverview", "Cancel"), keys=("Esc",))


def _of_lists() -> Iterable[PartKeys]:
    problems = translate("KeyOverview", "In the problems")
    yield PartKeys(place=problems, words=translate("KeyOverview", "Open a problem's location"), keys=("Return",))
    notices = translate("KeyOverview", "In the notices")
    yield PartKeys(place=notices, words=translate("KeyOverview", "Run the notice's action"), keys=("Return",))


def _of_log() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the log")
    found = translate("KeyOverview", "Next and previous match")
    yield PartKeys(place=place, words=translate("KeyOverview", "Search"), keys=(LOG_SEARCH_KEYS,))
    yield PartKeys(place=place, words=found, keys=("Return", "Shift+Return"))
    yield PartKeys(place=place, words=_empty(), keys=("Esc",))
    line = translate("KeyOverview", "In the game console")
    yield PartKeys(place=line, words=translate("KeyOverview", "Send the command"), keys=("Return", "Enter"))
    yield PartKeys(place=line, words=translate("KeyOverview", "Previous and next command"), keys=("Up", "Down"))
    yield PartKeys(place=line, words=translate("KeyOverview", "Clear the line"), keys=("Esc",))


def _of_palette() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the command palette")
    yield PartKeys(place=place, words=translate("KeyOverview", "Move through the list"), keys=("Up", "Down"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Move a page"), keys=("PgUp", "PgDown"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Run"), keys=("Return", "Enter"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Close"), keys=("Esc",))


def _everything() -> str:
    return translate("KeyOverview", "All actions")


def _empty() -> str:
    return translate("KeyOverview", "Clear the search")


def _of_arena() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the arena, while moving cars and ball")
    rows = (
        (translate("KeyOverview", "Select the next or previous car or ball"), ("Tab", "Shift+Tab")),
        (translate("KeyOverview", "Move it"), ("Up", "Down", "Left", "Right")),
        (
            translate("KeyOverview", "Move it in small steps"),
            ("Shift+Up", "Shift+Down", "Shift+Left", "Shift+Right"),
        ),
        (translate("KeyOverview", "Drop it"), ("Return", "Enter")),
        (translate("KeyOverview", "Throw it"), ("Shift+Return", "Shift+Enter")),
        (translate("KeyOverview", "Cancel the move"), ("Esc",)),
    )
    for words, keys in rows:
        yield PartKeys(place=place, words=words, keys=keys)
