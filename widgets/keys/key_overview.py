"""A window that lists every command and its keys, with a search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QAction, QFont, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.log.log_panel import SEARCH_KEYS as LOG_SEARCH_KEYS
from widgets.looks import scaled_font
from widgets.options.option_panel import SEARCH_KEYS as OPTION_SEARCH_KEYS
from widgets.shared.matching import rank
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words
from widgets.words import key_text

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class PartKeys:
    """A shortcut of one part of the window."""

    place: str
    words: str
    keys: tuple[str, ...]
    """In the syntax of `QKeySequence`."""


def keys_of_parts() -> Iterable[PartKeys]:
    """Yields the shortcuts of all parts of the window."""
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
    """Returns the heading of the library's shortcuts."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """One row of the list."""

    place: str
    words: str
    keys: str
    """Displayed shortcuts, separated by commas; empty if there are none."""


def key_rows(commands: Iterable[QAction], of_entries: Iterable[QAction] = ()) -> tuple[KeyRow, ...]:
    """Returns the rows of commands, library entries and parts of the window.

    Actions of library entries are listed under the library.
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


SIZE = QSize(620, 620)
INDENT_PX = 10
LONGEST_LINE = 32
"""Maximum number of characters of shortcuts per line."""


class KeyOverview(QDialog):
    """Lists shortcuts by part of the window; GUI thread."""

    def __init__(self, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(SIZE)
        self.typed = QLineEdit()
        self.typed.setPlaceholderText(self.tr("Search"))
        self.typed.setAccessibleName(self.tr("Search shortcuts and commands"))
        self.typed.setClearButtonEnabled(True)
        self.rows = QTreeWidget()
        self.rows.setAccessibleName(self.tr("Commands and their shortcuts"))
        self.rows.setColumnCount(2)
        self.rows.setHeaderLabels([self.tr("Command"), self.tr("Shortcut")])
        self.rows.setRootIsDecorated(False)
        self.rows.setIndentation(INDENT_PX)
        self.rows.setItemsExpandable(False)
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.rows.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.rows.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.rows.header().setStretchLastSection(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(8)
        column.addWidget(self.typed)
        column.addWidget(self.rows, 1)
        column.addWidget(buttons)
        self._fill(rows)
        self.typed.textChanged.connect(self._apply_filter)
        self.typed.setFocus()

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The visible commands with their shortcuts."""
        rows = (row for place in self._places() for row in _children(place) if not row.isHidden())
        return tuple((row.text(0), row.text(1).replace("\n", " ")) for row in rows)

    def _fill(self, rows: Sequence[KeyRow]) -> None:
        places: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            if row.place not in places:
                places[row.place] = head = QTreeWidgetItem(self.rows, [row.place])
                head.setFont(0, scaled_font(self, 1.0, QFont.Weight.DemiBold))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setFirstColumnSpanned(True)
            item = QTreeWidgetItem(places[row.place], [row.words, _folded(row.keys)])
            item.setToolTip(0, row.words)
        self.rows.expandAll()

    @Slot(str)
    def _apply_filter(self, typed: str) -> None:
        for place in self._places():
            for row in _children(place):
                row.setHidden(rank(f"{row.text(0)} {row.text(1)}", typed) is None)
            place.setHidden(all(row.isHidden() for row in _children(place)))

    def _places(self) -> list[QTreeWidgetItem]:
        return [place for index in range(self.rows.topLevelItemCount()) if (place := self.rows.topLevelItem(index))]


def _folded(keys: str) -> str:
    """Returns many keys in several lines."""
    lines: list[str] = []
    for key in keys.split(", "):
        if lines and len(lines[-1]) + len(f", {key},") <= LONGEST_LINE:
            lines[-1] += f", {key}"
        else:
            lines.append(key)
    return ",\n".join(lines)


def _children(place: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [row for index in range(place.childCount()) if (row := place.child(index))]
