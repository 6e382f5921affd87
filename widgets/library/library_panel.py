"""The library panel: filters, list of entries, details, and the page with the folders."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QDropEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from resources.looks import Looks
from runtime.model.entries import EntryDetails, EntryKind, LibraryEntry
from runtime.model.teams import BLUE, ORANGE
from widgets.library.details_pane import PLAY_KEYS, DetailsPane
from widgets.library.entry_model import EntryModel
from widgets.library.entry_view import EntryView
from widgets.library.filter_bar import FilterBar
from widgets.library.folder_page import FolderPage
from widgets.library.library_head import FOLDERS_KEYS, NEW_KEYS, RESCAN_KEYS, HintBox, LibraryHead, ScanNote
from widgets.library.values import (
    FavouriteChanged,
    FileAction,
    FileActionRequested,
    FolderState,
    LibraryFilter,
    ScanCancelRequested,
)
from widgets.shared.controls import DropFrame, tool_button, vbox, widen
from widgets.shared.drops import PathsDropped, local_paths
from widgets.shared.logos import Logos

SEARCH_KEYS: Final = "Ctrl+L"
RECOMMENDED_KEYS: Final = "Ctrl+Shift+T"
PACKS_KEYS: Final = "Ctrl+Shift+B"
MIN_WIDTH_PX: Final = 216


class EntryActions(QObject):
    """The commands of the panel, whose keys work everywhere, and the actions of the selected entry. GUI thread."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._commands: list[QAction] = []
        self._adding: list[QAction] = []
        self._playing: list[QAction] = []
        self._of_entry: list[QAction] = []

    @property
    def commands(self) -> tuple[QAction, ...]:
        """The commands that are available everywhere in the window."""
        return tuple(self._commands)

    @property
    def of_entry(self) -> tuple[QAction, ...]:
        """The actions of the selected entry that have shortcuts."""
        return tuple(action for action in self._of_entry if action not in self._adding)

    def add_command(self, text: str, keys: str, run: Callable[[], object]) -> None:
        """Adds a command for the whole window."""
        action = self._action(text, keys, run)
        self._panel.addAction(action)
        self._commands.append(action)

    def add(self, text: str, keys: str, run: Callable[[], object], *, needs_teams: bool = False) -> None:
        """Adds an action of the selected entry, whose keys work while the library has the focus.

        With `needs_teams`, it is not offered while a match runs, nor for an entry that cannot play.
        """
        action = self._action(text, keys, run)
        if needs_teams:
            self._playing.append(action)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._panel.addAction(action)
        self._of_entry.append(action)

    def add_adding(self, text: str, keys: str, run: Callable[[], object]) -> None:
        """Adds an action that puts the selected entry into a team; the list itself takes its keys."""
        action = self._action(text, keys, run)
        self._of_entry.append(action)
        self._adding.append(action)

    def menu(self, *, has_entry: bool, may_add: bool) -> QMenu:
        """Returns a menu of the actions; those that are unavailable now are disabled."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self._of_entry:
            offered = menu.addAction(action.text(), action.shortcut(), action.trigger)
            offered.setEnabled(has_entry and (may_add or action not in (*self._adding, *self._playing)))
        return menu

    def _action(self, text: str, keys: str, run: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(run)
        return action


class LibraryPanel(DropFrame):
    """Shows entries and folders; GUI thread.

    Signals:
        add_requested: a `PathsDropped`: documents for a team.
        folder_wanted: another folder, to be chosen.
        recommended_requested: the dialog with recommended teams.
        rescan_requested: another scan of the folders.
        new_requested: a new agent.
        packs_requested: the dialog with bot packs.
        play_requested: the `Path` of a bot's document, for a match of the user against it.
        entry_shown: the selected `LibraryEntry`, whose details are needed.
        other_requested: a `FavouriteChanged`, `FileActionRequested`, `FolderHidingRequested`,
            `FolderRemovalRequested`, `LibraryFilter` or `ScanCancelRequested`, or the address of a link as text.
    """

    add_requested = Signal(PathsDropped)
    folder_wanted = Signal()
    recommended_requested = Signal()
    rescan_requested = Signal()
    new_requested = Signal()
    packs_requested = Signal()
    play_requested = Signal(Path)
    entry_shown = Signal(LibraryEntry)
    other_requested = Signal(object)

    def __init__(self, looks: Looks, logos: Logos, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._is_locked = False
        self._is_scanning = False
        self._has_folders = True
        self._has_hidden = False
        self.setObjectName("library")
        self.setProperty("role", "panel")
        self.setAcceptDrops(True)
        self.setMinimumWidth(MIN_WIDTH_PX)
        self.setAccessibleName(self.tr("Library"))
        self.logos = logos
        self.model = EntryModel(logos, self)
        self.view = EntryView(self.model, looks)
        self.filters = FilterBar()
        self.details = DetailsPane(looks)
        self.folders = FolderPage(looks)
        self.head = LibraryHead(looks)
        self.note = ScanNote(looks)
        self.hint = HintBox()
        self.recommended_button = tool_button(
            self.tr("Recommended teams …"), self.tr("Teams recommended by bot packs"), keys=RECOMMENDED_KEYS
        )
        widen(self.recommended_button)
        self.recommended_button.hide()
        self.actions_of_entry = EntryActions(self)
        self._arrange()
        self._connect()
        self._add_actions()
        self.filters.set_looks(looks)
        self._show_count()

    @property
    def commands(self) -> tuple[QAction, ...]:
        """The commands of the library that are available everywhere in the window."""
        return self.actions_of_entry.commands

    @property
    def is_locked(self) -> bool:
        """True if the teams cannot change, because a match runs."""
        return self._is_locked

    def take_entries(self, entries: Iterable[LibraryEntry]) -> None:
        """Adds entries; entries with the same document are replaced."""
        self.model.take(entries)
        self._show_all()

    def drop_entries(self, paths: Iterable[Path]) -> None:
        """Removes entries."""
        self.model.drop(paths)
        self._show_all()

    def drop_root(self, root: Path) -> None:
        """Removes all entries of a folder."""
        self.model.drop_root(root)
        self._show_all()

    def show_marks(self, favourites: Iterable[Path], recent: Iterable[Path]) -> None:
        """Takes the user's favourites and the recently used documents, latest first."""
        self.model.set_marks(favourites, recent)
        self._show_current()
        self._show_count()

    def show_folders(self, folders: tuple[FolderState, ...]) -> None:
        """Shows the folders, and whether they are being scanned."""
        self.folders.show_folders(folders)
        self._is_scanning = any(folder.is_scanning for folder in folders)
        faults = sum(len(folder.notices) for folder in folders)
        self.head.show_faults(has_faults=faults > 0)
        self._has_folders = any(folder.is_removable for folder in folders)
        self._has_hidden = any(folder.is_hidden for folder in folders)
        self._show_count()

    def show_recommended(self, *, has_any: bool) -> None:
        """Shows the button for recommended teams if there are any."""
        self.recommended_button.setVisible(has_any)

    def show_entry(self, path: Path) -> bool:
        """Selects an entry, clearing the filters if necessary; returns whether it exists."""
        if self.model.known(path) is None:
            return False
        if not self.view.show_entry(path):
            self.filters.clear()
        return self.view.show_entry(path)

    def show_details(self, details: EntryDetails) -> None:
        """Shows what was read of the selected entry."""
        self.details.show_details(details)

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables changes of the teams while a match runs."""
        self._is_locked = is_locked
        self.details.set_locked(is_locked=is_locked)
        self.view.setDragEnabled(not is_locked)

    def set_looks(self, looks: Looks) -> None:
        """Draws everything in the colours of the theme."""
        self._looks = looks
        self.view.set_looks(looks)
        self.filters.set_looks(looks)
        self.details.set_looks(looks)
        self.folders.set_looks(looks)
        self.head.set_looks(looks)
        self.note.set_looks(looks)

    @Slot(PathsDropped)
    def _on_add_requested(self, drop: PathsDropped) -> None:
        if not self._is_locked:
            self.add_requested.emit(drop)

    @Slot(object)
    def _on_current_changed(self, entry: LibraryEntry | None) -> None:
        is_new = entry is not None and entry != self.details.entry
        self._show_current()
        if is_new:
            self.entry_shown.emit(entry)

    @Slot()
    def _show_current(self) -> None:
        entry = self.view.current
        is_favourite = entry is not None and self.model.is_favourite(entry.path)
        self.details.show_entry(entry, is_favourite=is_favourite)

    @Slot(LibraryFilter)
    def _on_filter_changed(self, choice: LibraryFilter) -> None:
        self.model.set_filter(choice)
        self._show_count()
        self.other_requested.emit(choice)

    @Slot()
    def _on_filters_left(self) -> None:
        self.view.show_first()
        self.view.setFocus()

    @Slot()
    def _on_play_requested(self) -> None:
        entry = self.view.current
        if entry is not None and entry.can_play and entry.kind is not EntryKind.SCRIPT and not self._is_locked:
            self.play_requested.emit(entry.path)

    @Slot(bool)
    def _on_favourite_toggled(self, is_on: bool) -> None:
        paths = tuple(entry.path for entry in self.view.selected())
        if paths:
            self.other_requested.emit(FavouriteChanged(paths=paths, is_favourite=is_on))

    @Slot()
    def _on_favourite_pressed(self) -> None:
        entry = self.view.current
        if entry is not None:
            self._on_favourite_toggled(not self.model.is_favourite(entry.path))

    @Slot(FileAction)
    def _on_file_action(self, action: FileAction) -> None:
        entry = self.view.current
        if entry is not None:
            self.other_requested.emit(FileActionRequested(path=entry.path, action=action))

    @Slot()
    def _on_folders_pressed(self) -> None:
        is_list = self.pages.currentWidget() is self.parts
        self.pages.setCurrentWidget(self.folders if is_list else self.parts)
        (self.folders.rows if is_list else self.view).setFocus()

    @Slot()
    def _on_search_pressed(self) -> None:
        self.pages.setCurrentWidget(self.parts)
        self.filters.search.setFocus()
        self.filters.search.selectAll()

    @Slot(QPoint)
    def _on_menu_requested(self, place: QPoint) -> None:
        entry = self.view.current
        may_add = entry is not None and entry.can_play and not self._is_locked
        self.actions_of_entry.menu(has_entry=entry is not None, may_add=may_add).popup(place)

    def _show_all(self) -> None:
        self.filters.offer(self.model.tags(), self.model.languages())
        self._show_count()

    def _show_count(self) -> None:
        shown, total = len(self.model.shown), self.model.total
        self.head.show_count(shown, total)
        self.note.setVisible(self._is_scanning)
        is_narrow = self.model.filter.is_narrow
        self.hint.show_state(
            is_narrow=is_narrow, is_empty=not shown, has_folders=self._has_folders, has_hidden=self._has_hidden
        )

    def _connect(self) -> None:
        self.view.add_requested.connect(self._on_add_requested)
        self.view.current_changed.connect(self._on_current_changed)
        self.view.menu_requested.connect(self._on_menu_requested)
        self.filters.filter_changed.connect(self._on_filter_changed)
        self.filters.left.connect(self._on_filters_left)
        self.details.add_requested.connect(self.view.add_selected)
        self.details.play_requested.connect(self._on_play_requested)
        self.details.favourite_toggled.connect(self._on_favourite_toggled)
        self.details.file_action_requested.connect(self._on_file_action)
        self.details.link_activated.connect(self.other_requested)
        self.details.entry_wanted.connect(self.show_entry)
        self.folders.add_requested.connect(self.folder_wanted)
        self.folders.packs_requested.connect(self.packs_requested)
        self.folders.removal_requested.connect(self.other_requested)
        self.folders.hiding_requested.connect(self.other_requested)
        self.note.cancelled.connect(lambda: self.other_requested.emit(ScanCancelRequested()))
        self.recommended_button.clicked.connect(self.recommended_requested)
        self.folders.left.connect(self._on_folders_pressed)
        self.hint.folder_wanted.connect(self.folder_wanted)
        self.hint.everything_wanted.connect(self.filters.clear)
        self.hint.folders_wanted.connect(self._on_folders_pressed)
        self.head.new_requested.connect(self.new_requested)
        self.head.folders_requested.connect(self._on_folders_pressed)
        self.head.rescan_requested.connect(self.rescan_requested)

    def _add_actions(self) -> None:
        offered = self.actions_of_entry
        offered.add_command(self.tr("Search the library"), SEARCH_KEYS, self._on_search_pressed)
        offered.add_command(self.tr("New bot"), NEW_KEYS, self.new_requested.emit)
        offered.add_command(self.tr("Library folders"), FOLDERS_KEYS, self._on_folders_pressed)
        offered.add_command(self.tr("Bot packs"), PACKS_KEYS, self.packs_requested.emit)
        offered.add_command(self.tr("Recommended teams"), RECOMMENDED_KEYS, self.recommended_requested.emit)
        offered.add_command(self.tr("Refresh the library"), RESCAN_KEYS, self.rescan_requested.emit)
        offered.add_adding(self.tr("Add to blue"), "Enter", lambda: self.view.add_selected(BLUE))
        offered.add_adding(self.tr("Add to orange"), "Shift+Enter", lambda: self.view.add_selected(ORANGE))
        offered.add(self.tr("Play against it"), PLAY_KEYS, self._on_play_requested, needs_teams=True)
        offered.add(self.tr("Favourite"), "Ctrl+D", self._on_favourite_pressed)
        offered.add(self.tr("Open folder"), "Ctrl+Shift+F", lambda: self._on_file_action(FileAction.OPEN_FOLDER))
        offered.add(self.tr("Open in editor"), "Ctrl+E", lambda: self._on_file_action(FileAction.EDIT))
        offered.add(
            self.tr("Open configuration file"), "Ctrl+Shift+E", lambda: self._on_file_action(FileAction.CONFIGURE)
        )
        offered.add(self.tr("Copy path"), "Ctrl+Shift+C", lambda: self._on_file_action(FileAction.COPY_PATH))

    def _arrange(self) -> None:
        """Builds from the outside in, because Qt traverses everything inside a part that gets another parent."""
        outer = vbox(self.head, spacing=6, margins=(10, 8, 8, 8), parent=self)
        self.pages = QStackedWidget()
        outer.addWidget(self.pages, 1)
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.pages.addWidget(self.parts)
        above = QWidget()
        self.parts.addWidget(above)
        vbox(self.filters, (self.view, 1), self.hint, self.recommended_button, self.note, spacing=5, parent=above)
        self.parts.addWidget(self.details)
        self.parts.setStretchFactor(0, 3)
        self.parts.setStretchFactor(1, 2)
        self.parts.setSizes([300, 200])
        self.parts.setCollapsible(0, False)
        self.parts.setHandleWidth(6)
        self.pages.addWidget(self.folders)

    def may_drop(self, event: QDropEvent) -> bool:
        """Accepts all files and folders but its own entries."""
        return event.source() is not self.view and bool(local_paths(event.mimeData()))

    def on_drop(self, event: QDropEvent) -> None:
        """Asks to add the dropped folders to the library."""
        paths = local_paths(event.mimeData())
        self.paths_dropped.emit(PathsDropped(paths=paths, team=None, is_for_library=True))
