"""Which keys there are, by the place where they hold."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from widgets.log.log_panel import SEARCH_KEYS
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """What one key, or one of several, does."""

    place: str
    words: str
    keys: str
    """As the user's system writes them; several are separated by commas; empty for a command without keys."""


def key_rows(commands: Iterable[QAction]) -> tuple[KeyRow, ...]:
    """The commands, which hold everywhere, then what holds in single parts of the window."""
    everywhere = translate("KeyOverview", "Everywhere")
    card = translate("KeyOverview", "On a card")
    log = translate("KeyOverview", "In the log")
    return (
        *(_of_command(everywhere, action) for action in commands if action.text()),
        *(KeyRow(place=card, words=action_words(action), keys=_native([keys])) for action, keys in KEYS.items()),
        KeyRow(place=card, words=action_words(CardAction.OTHER_TEAM), keys=_native(["Ctrl+Left"])),
        KeyRow(place=card, words=translate("KeyOverview", "Go to the next card"), keys=_native(["Up", "Down"])),
        KeyRow(place=card, words=translate("KeyOverview", "Everything that it offers"), keys=_native(["Menu"])),
        KeyRow(place=log, words=translate("KeyOverview", "Search"), keys=_native([SEARCH_KEYS])),
        KeyRow(
            place=log,
            words=translate("KeyOverview", "Next and last place found"),
            keys=_native(["Return", "Shift+Return"]),
        ),
    )


def _of_command(place: str, action: QAction) -> KeyRow:
    shortcuts = [keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()]
    return KeyRow(
        place=place, words=action.text().replace("&", ""), keys=", ".join(dict.fromkeys(filter(None, shortcuts)))
    )


def _native(keys: Iterable[str]) -> str:
    return ", ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
