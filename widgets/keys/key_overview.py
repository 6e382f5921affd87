"""A window that lists every command and its keys, with a search."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QSize, Qt, Slot
from PySide6.QtGui import QAction, QFont, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from widgets.log.log_panel import SEARCH_KEYS as LOG_SEARCH_KEYS
from widgets.looks import scaled_font
from widgets.options.option_panel import SEARCH_KEYS as OPTION_SEARCH_KEYS
from widgets.shared.controls import vbox
from widgets.shared.matching import rank
from widgets.shared.screen_dialog import ScreenDialog
from widgets.stage.camera_tool import CAMERA_KEYS
from widgets.stage.hud.replay import SKIP_KEY
from widgets.stage.stage_panel import camera_word
from widgets.teams.card_value import CardAction
from widgets.teams.card_words import KEYS, action_words
from widgets.words import key_text

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """One row of the list."""

    place: str
    words: str
    keys: str
    """Displayed shortcuts, separated by commas; empty if there are none."""


_Row = tuple[str, tuple[str, ...]]
_ENTER: Final = ("Return", "Enter")
_SHIFT_ENTER: Final = ("Shift+Return", "Shift+Enter")


def keys_of_parts() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    """Yields the headings of all parts of the window, each with texts and `QKeySequence` shortcuts."""
    yield from _keys_of_teams_and_library()
    yield from _keys_of_settings_and_notices()
    yield from _keys_of_log_and_palette()
    yield from _keys_of_plots_and_feed()
    yield from _keys_of_arena()


def _keys_of_teams_and_library() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    everything = translate("KeyOverview", "All actions")
    clear = translate("KeyOverview", "Clear the search")
    close = translate("KeyOverview", "Close what is open; leave the full-screen arena")
    yield translate("KeyOverview", "Everywhere"), ((close, ("Esc",)),)
    yield (
        translate("KeyOverview", "On a card"),
        (
            *(
                (action_words(action), (keys, "Enter", "Space") if action is CardAction.LOG else (keys,))
                for action, keys in KEYS.items()
            ),
            (action_words(CardAction.OTHER_TEAM), ("Ctrl+Left",)),
            (translate("KeyOverview", "Go to the next card"), ("Up", "Down")),
            (everything, ("Menu",)),
        ),
    )
    yield (
        library_place(),
        (
            (translate("KeyOverview", "Add to blue"), _ENTER),
            (translate("KeyOverview", "Add to orange"), _SHIFT_ENTER),
            (everything, ("Menu",)),
        ),
    )
    yield (
        translate("KeyOverview", "In the library's search"),
        ((translate("KeyOverview", "Go to the list"), ("Down", *_ENTER)), (clear, ("Esc",))),
    )
    yield (
        translate("KeyOverview", "In the folders of the library"),
        (
            (translate("KeyOverview", "Show or hide a folder"), ("Space",)),
            (translate("KeyOverview", "Remove the folder from the library"), ("Del",)),
            (translate("KeyOverview", "Back to the bots"), ("Esc",)),
        ),
    )


def _keys_of_settings_and_notices() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    yield (
        translate("KeyOverview", "In the match settings"),
        (
            (translate("KeyOverview", "Search"), (OPTION_SEARCH_KEYS,)),
            (translate("KeyOverview", "Clear the search"), ("Esc",)),
            (translate("KeyOverview", "Reset a setting"), ("Del",)),
        ),
    )
    yield translate("KeyOverview", "On a script"), ((action_words(CardAction.REMOVE), ("Del",)),)
    yield (
        translate("KeyOverview", "In the name of a preset"),
        (
            (translate("KeyOverview", "Save the preset"), ("Return",)),
            (translate("KeyOverview", "Cancel"), ("Esc",)),
        ),
    )
    opening = translate("KeyOverview", "Open a problem's location")
    yield translate("KeyOverview", "In the problems"), ((opening, ("Return",)),)
    running = translate("KeyOverview", "Run the notice's action")
    yield translate("KeyOverview", "In the notices"), ((running, ("Return",)),)


def _keys_of_log_and_palette() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    yield (
        translate("KeyOverview", "In the log"),
        (
            (translate("KeyOverview", "Search"), (LOG_SEARCH_KEYS,)),
            (translate("KeyOverview", "Next and previous match"), ("Return", "Shift+Return")),
            (translate("KeyOverview", "Clear the search"), ("Esc",)),
        ),
    )
    yield (
        translate("KeyOverview", "In the game console"),
        (
            (translate("KeyOverview", "Send the command"), _ENTER),
            (translate("KeyOverview", "Previous and next command"), ("Up", "Down")),
            (translate("KeyOverview", "Clear the line"), ("Esc",)),
        ),
    )
    yield (
        translate("KeyOverview", "In the command palette"),
        (
            (translate("KeyOverview", "Move through the list"), ("Up", "Down")),
            (translate("KeyOverview", "Move a page"), ("PgUp", "PgDown")),
            (translate("KeyOverview", "Run"), _ENTER),
            (translate("KeyOverview", "Close"), ("Esc",)),
        ),
    )


def _keys_of_plots_and_feed() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    yield (
        translate("KeyOverview", "In the plots"),
        (
            (translate("KeyOverview", "Move the cursor"), ("Left", "Right")),
            (translate("KeyOverview", "Go to the previous or next event"), ("Ctrl+Left", "Ctrl+Right")),
            (translate("KeyOverview", "Show the values of another axis"), ("Up", "Down")),
            (translate("KeyOverview", "Show the moment at the cursor in log and arena"), (*_ENTER, "Space")),
            (translate("KeyOverview", "Move along the time axis"), ("PgUp", "PgDown", "Home")),
            (translate("KeyOverview", "Zoom in and out"), ("+", "=", "-")),
            (translate("KeyOverview", "Show the newest values"), ("End",)),
        ),
    )
    isolating = translate("KeyOverview", "Show only these curves, or all again")
    yield translate("KeyOverview", "In the legend of the plots"), ((isolating, ("Return",)),)
    yield (
        translate("KeyOverview", "In the feed"),
        (
            (translate("KeyOverview", "Show the moment in log and arena"), ("Return",)),
            (translate("KeyOverview", "Copy the selected entries"), ("Ctrl+C",)),
        ),
    )


def _keys_of_arena() -> Iterable[tuple[str, tuple[_Row, ...]]]:
    arrows = ("Up", "Down", "Left", "Right")
    yield (
        translate("KeyOverview", "In the arena"),
        (
            *(
                (translate("KeyOverview", "Camera: {0}").format(camera_word(k)), (keys,))
                for k, keys in CAMERA_KEYS.items()
            ),
            (translate("KeyOverview", "Follow the next car"), ("PgDown", ".")),
            (translate("KeyOverview", "Follow the previous car"), ("PgUp", ",")),
            (translate("KeyOverview", "Camera closer or farther away"), ("+", "-")),
            (translate("KeyOverview", "Turn the free camera"), arrows),
            (translate("KeyOverview", "Move the free camera"), tuple(f"Shift+{key}" for key in arrows)),
            (translate("KeyOverview", "Skip a replay"), (SKIP_KEY,)),
            (translate("KeyOverview", "Close the result of the match"), ("Esc",)),
        ),
    )
    yield (
        translate("KeyOverview", "In the arena, while moving cars and ball"),
        (
            (translate("KeyOverview", "Select the next or previous car or ball"), ("Tab", "Shift+Tab")),
            (translate("KeyOverview", "Move it"), arrows),
            (translate("KeyOverview", "Move it in small steps"), tuple(f"Shift+{arrow}" for arrow in arrows)),
            (translate("KeyOverview", "Turn a car"), ("Ctrl+Left", "Ctrl+Right")),
            (translate("KeyOverview", "Drop it"), _ENTER),
            (translate("KeyOverview", "Throw it"), _SHIFT_ENTER),
            (translate("KeyOverview", "Cancel the move"), ("Esc",)),
        ),
    )
    setting = translate("KeyOverview", "Load the chosen situation into the match")
    yield translate("KeyOverview", "In the sandbox"), ((setting, ("Return",)),)
    yield (
        translate("KeyOverview", "In the arena, while driving; the settings list the other keys"),
        ((translate("KeyOverview", "Stop driving"), ("Esc",)),),
    )


def library_place() -> str:
    """Returns the heading of the library's shortcuts."""
    return translate("KeyOverview", "In the library")


def key_rows(commands: Iterable[QAction], of_entries: Iterable[QAction] = ()) -> tuple[KeyRow, ...]:
    """Returns the rows of commands, library entries and parts of the window.

    Actions of library entries are listed under the library.
    """
    everywhere = translate("KeyOverview", "Everywhere")
    return (
        *(_of_command(everywhere, action) for action in commands if action.text()),
        *(_of_command(library_place(), action) for action in of_entries if action.text()),
        *(
            KeyRow(place=place, words=words, keys=_listed(keys))
            for place, rows in keys_of_parts()
            for words, keys in rows
        ),
    )


def _of_command(place: str, action: QAction) -> KeyRow:
    return KeyRow(place=place, words=action.text().replace("&", ""), keys=_listed(action.shortcuts()))


def _listed(keys: Iterable[QKeySequence | str]) -> str:
    return ", ".join(dict.fromkeys(filter(None, map(key_text, keys))))


SIZE = QSize(620, 620)
INDENT_PX = 10
MAX_LINE_LENGTH = 32
"""Maximum number of characters of shortcuts per line."""


class KeyOverview(ScreenDialog):
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
        head = self.rows.header()
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        self.help_button = buttons.addButton(self.tr("How to debug a bot"), QDialogButtonBox.ButtonRole.HelpRole)
        vbox(self.typed, (self.rows, 1), buttons, spacing=8, margins=(14, 14, 14, 12), parent=self)
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
    def _apply_filter(self, text: str) -> None:
        for place in self._places():
            for row in _children(place):
                row.setHidden(rank(f"{row.text(0)} {row.text(1)}", text) is None)
            place.setHidden(all(row.isHidden() for row in _children(place)))

    def _places(self) -> list[QTreeWidgetItem]:
        return [place for index in range(self.rows.topLevelItemCount()) if (place := self.rows.topLevelItem(index))]


def _folded(keys: str) -> str:
    """Returns many keys in several lines."""
    lines: list[str] = []
    for key in keys.split(", "):
        if lines and len(lines[-1]) + len(f", {key},") <= MAX_LINE_LENGTH:
            lines[-1] += f", {key}"
        else:
            lines.append(key)
    return ",\n".join(lines)


def _children(place: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [row for index in range(place.childCount()) if (row := place.child(index))]
