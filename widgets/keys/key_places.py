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
        words=translate("KeyOverview", "Close what is open; back from the arena alone"),
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
    yield PartKeys(place=place, words=translate("KeyOverview", "Hide a folder, or show it again"), keys=("Space",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Take the folder out"), keys=("Del",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Back to the bots"), keys=("Esc",))


def _of_options() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the match settings")
    yield PartKeys(place=place, words=translate("KeyOverview", "Search"), keys=(OPTION_SEARCH_KEYS,))
    yield PartKeys(place=place, words=translate("KeyOverview", "Empty the search"), keys=("Esc",))
    yield PartKeys(place=place, words=translate("KeyOverview", "Reset a setting"), keys=("Del",))
    scripts = translate("KeyOverview", "On a script of the match")
    yield PartKeys(place=scripts, words=action_words(CardAction.REMOVE), keys=("Del",))
    name = translate("KeyOverview", "In the name of a preset")
    yield PartKeys(place=name, words=translate("KeyOverview", "Keep the preset"), keys=("Return",))
    yield PartKeys(place=name, words=translate("KeyOverview", "Keep nothing"), keys=("Esc",))


def _of_lists() -> Iterable[PartKeys]:
    problems = translate("KeyOverview", "In the problems")
    yield PartKeys(place=problems, words=translate("KeyOverview", "Go to the place of a problem"), keys=("Return",))
    notices = translate("KeyOverview", "In the notices")
    yield PartKeys(place=notices, words=translate("KeyOverview", "Do what a notice offers"), keys=("Return",))


def _of_log() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the log")
    found = translate("KeyOverview", "Next and last place found")
    yield PartKeys(place=place, words=translate("KeyOverview", "Search"), keys=(LOG_SEARCH_KEYS,))
    yield PartKeys(place=place, words=found, keys=("Return", "Shift+Return"))
    yield PartKeys(place=place, words=_empty(), keys=("Esc",))
    line = translate("KeyOverview", "In the line for commands to the game")
    yield PartKeys(place=line, words=translate("KeyOverview", "Send the command"), keys=("Return", "Enter"))
    yield PartKeys(place=line, words=translate("KeyOverview", "Older and newer commands"), keys=("Up", "Down"))
    yield PartKeys(place=line, words=translate("KeyOverview", "Empty the line"), keys=("Esc",))


def _of_palette() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the list of commands")
    yield PartKeys(place=place, words=translate("KeyOverview", "Go through the list"), keys=("Up", "Down"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Leap through the list"), keys=("PgUp", "PgDown"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Carry out"), keys=("Return", "Enter"))
    yield PartKeys(place=place, words=translate("KeyOverview", "Close"), keys=("Esc",))


def _everything() -> str:
    return translate("KeyOverview", "Everything that it offers")


def _empty() -> str:
    return translate("KeyOverview", "Empty the search")


def _of_arena() -> Iterable[PartKeys]:
    place = translate("KeyOverview", "In the arena, while things are moved")
    rows = (
        (translate("KeyOverview", "Choose the next car or ball, or the one before"), ("Tab", "Shift+Tab")),
        (translate("KeyOverview", "Lead it elsewhere"), ("Up", "Down", "Left", "Right")),
        (
            translate("KeyOverview", "Lead it elsewhere in small steps"),
            ("Shift+Up", "Shift+Down", "Shift+Left", "Shift+Right"),
        ),
        (translate("KeyOverview", "Put it there"), ("Return", "Enter")),
        (translate("KeyOverview", "Throw it there"), ("Shift+Return", "Shift+Enter")),
        (translate("KeyOverview", "Leave it where it is; end moving"), ("Esc",)),
    )
    for words, keys in rows:
        yield PartKeys(place=place, words=words, keys=keys)
