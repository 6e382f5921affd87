"""Which keys there are, by the place where they hold."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from widgets.keys.key_places import keys_of_parts, library_place
from widgets.words import key_text

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """What one key, or one of several, does."""

    place: str
    words: str
    keys: str
    """As the user's system writes them; several are separated by commas; empty for a command without keys."""


def key_rows(commands: Iterable[QAction], of_entries: Iterable[QAction] = ()) -> tuple[KeyRow, ...]:
    """The commands, which hold everywhere, then what holds in single parts of the window.

    What can be done with an entry of the library holds while the keyboard is there.
    """
    everywhere = translate("KeyOverview", "Everywhere")
    return (
        *(_of_command(everywhere, action) for action in commands if action.text()),
        *(_of_command(library_place(), action) for action in of_entries if action.text()),
        *(KeyRow(place=part.place, words=part.words, keys=_listed(part.keys)) for part in keys_of_parts()),
    )


def _of_command(place: str, action: QAction) -> KeyRow:
    return KeyRow(place=place, words=action.text().replace("&", ""), keys=_listed(action.shortcuts()))


def _listed(keys: Iterable[QKeySequence | str]) -> str:
    return ", ".join(dict.fromkeys(filter(None, map(key_text, keys))))
