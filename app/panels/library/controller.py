"""The library: scans folders, shows entries, and carries out requests about them."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from app.document.opening import source_of
from app.panels.context import WindowContext
from app.panels.drive import DriveController
from app.panels.library.new_agents import NewAgents
from app.panels.library.recommendations import RecommendationController
from app.panels.teams.controller import TeamController
from app.services.background_tasks import BackgroundTasks
from app.services.file_opener import open_folder, open_in_editor, open_page
from app.services.notifications import Notifications
from app.services.pictures import PictureReader
from app.services.settings import SettingsStore
from resources.examples import example_bots
from runtime.library import LibraryScanner, RecommendationBook, RelationBook, read_details, topmost, version_of_folder
from runtime.model.entries import EntriesFound, FolderScanned, LibraryEntry, ScanEvent, SourceVersion
from runtime.model.values import AgentStatus, MatchOverview
from widgets.library.library_panel import LibraryPanel
from widgets.library.values import (
    FavouriteChanged,
    FileAction,
    FileActionRequested,
    FolderHidingRequested,
    FolderRemovalRequested,
    FolderState,
    LibraryFilter,
    Order,
    ScanCancelRequested,
)
from widgets.notices.notice import GOOD, Notice
from widgets.shared.dialogs import ask_folder
from widgets.shared.drops import PathsDropped

NEW_BOTS: Final = "Kickabout bots"
"""Name of the folder in the user's documents that is offered for new bots."""
DRAIN_MS: Final = 50
PER_DRAIN: Final = 2
"""Batches that are shown at once; the others wait, so that the GUI thread is not blocked."""
FIRST_SCAN_MS: Final = 60
"""Delay after the window was shown; the first paint comes first."""
CALM_S: Final = 3.0
"""Minimum time between scans when the window comes to the front."""
TASK_THREADS: Final = 2
MAX_RECENT: Final = 30
JOIN_S: Final = 1.0


class LibraryController(QObject):
    """Joins the panel with scanner, settings and disk; GUI thread.

    Signals:
        add_requested: a `PathsDropped` with documents for a team.
        relations_changed: the relations between entries may have changed.
    """

    add_requested = Signal(PathsDropped)
    relations_changed = Signal()

    def __init__(
        self,
        panel: LibraryPanel,
        settings: SettingsStore,
        notifications: Notifications,
        parent: QObject | None = None,
        *,
        examples: Callable[[], Path] = example_bots,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._settings = settings
        self._refuse, self._show = notifications.refuse, notifications.show
        self._examples = examples()
        self._events: deque[ScanEvent] = deque()
        self._scanner = LibraryScanner(self._events.append)
        self._scanned: dict[Path, FolderScanned] = {}
        self._single_bots: set[Path] = set()
        """The documents that are directly in a folder of the library, which is the folder of one bot then."""
        self._names: Mapping[Path, str] = {}
        self.relations = RelationBook()
        self.recommendations = RecommendationBook()
        self._ended_at = 0.0
        self._wanted_entry: Path | None = None
        self._sources: tuple[Path, ...] = ()
        self._tasks = BackgroundTasks(TASK_THREADS, self, cancel=self._cancel)
        self._pictures = PictureReader()
        self._new_agents = NewAgents(panel, self._tasks, self._examples, self)
        self._new_agents.made.connect(self._on_made)
        self._drain_timer = QTimer(self)
        self._drain_timer.setInterval(DRAIN_MS)
        self._drain_timer.timeout.connect(self._drain)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(FIRST_SCAN_MS)
        self._delay.timeout.connect(self.rescan)
        self._connect()
        panel.filters.set_order(_order(settings.settings.library_order))
        self._show_marks()
        self._show_folders()

    @property
    def is_scanning(self) -> bool:
        """True if entries may still arrive."""
        return self._scanner.is_running or bool(self._events)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that the user added."""
        return tuple(Path(folder) for folder in self._settings.settings.library_folders)

    @property
    def hidden(self) -> frozenset[Path]:
        """The folders, perhaps the examples', that the user hides."""
        return frozenset(Path(folder) for folder in self._settings.settings.hidden_folders)

    @property
    def shown_folders(self) -> tuple[Path, ...]:
        """The folders that are scanned, the examples' first."""
        hidden = self.hidden
        return tuple(folder for folder in (self._examples, *self.folders) if folder not in hidden)

    def start(self) -> None:
        """Scans soon after the window was painted."""
        self._delay.start()

    @Slot()
    def stop(self) -> None:
        """Ends everything in the background; the program ends."""
        self._tasks.stop()
        self._scanner.join(JOIN_S)

    def _cancel(self) -> None:
        self._delay.stop()
        self._drain_timer.stop()
        self._scanner.cancel()
        self._pictures.close()

    @Slot()
    def rescan(self) -> None:
        """Scans all folders; only changed files are read."""
        self._scanner.rescan(self.shown_folders, self.hidden)
        self._drain_timer.start()
        self._show_folders()

    @Slot()
    def on_return(self) -> None:
        """Scans again when the user comes back, perhaps from an editor; soon if the last scan has just ended."""
        if self._ended_at:
            began_s = time.monotonic() if self.is_scanning else self._ended_at
            self._delay.start(max(0, round(1000 * (began_s + CALM_S - time.monotonic()))))

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes the bots that the open match would use."""
        sources = [*(car.source for car in overview.cars), *(script.source for script in overview.scripts)]
        self._sources = tuple(source for source in sources if source is not None)

    @Slot()
    def on_started(self) -> None:
        """Marks the bots of the match that begins as recently used."""
        self._note_used(self._sources)

    @Slot(AgentStatus, object)
    def on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        """Reads the versions of the match's bots again when the source of one has changed."""
        if before is None or agent.swap_state.is_busy:
            return
        seen = (before.swap_state, before.swap_text, before.version)
        if seen != (agent.swap_state, agent.swap_text, agent.version):
            sources = dict.fromkeys(self._sources)
            self._tasks.run(
                lambda: {source: version_of_folder(source.parent) for source in sources}, self._show_versions
            )

    def _show_versions(self, versions: Mapping[Path, SourceVersion | None]) -> None:
        known = ((self._panel.model.known(source), version) for source, version in versions.items())
        changed = ((entry, version) for entry, version in known if entry is not None and entry.version != version)
        self._panel.take_entries(tuple(replace(entry, version=version) for entry, version in changed))

    def add_folder(self, path: Path) -> None:
        """Adds a folder, or the folder of a file, and scans it; the disk is read on another thread."""
        self._tasks.run(lambda: _folder_of(path), lambda folder: self._add(path, folder))

    def _add(self, path: Path, folder: Path | None) -> None:
        known = self.shown_folders
        if folder is None:
            self._refuse(self.tr("{path} is not a folder.").format(path=path))
        elif folder in self.hidden:
            self.hide_folder(folder, is_hidden=False)
        elif folder in known or any(other in folder.parents for other in known):
            self._refuse(self.tr("{path} is already in the library.").format(path=folder))
        else:
            self._list_folder(folder)
            self._show(Notice(text=self.tr("Added to the library: {path}").format(path=folder), tone=GOOD))

    def _list_folder(self, folder: Path) -> None:
        self._settings.change(library_folders=tuple(str(path) for path in (*self.folders, folder)))
        self.rescan()

    def name_folders(self, names: Mapping[Path, str]) -> None:
        """Sets the titles of folders in the list."""
        self._names = dict(names)
        self._show_folders()

    def take_folder(self, folder: Path) -> None:
        """Adds an existing folder, or scans again where it is part of the library already."""
        known = (self._examples, *self.folders)
        if any(other in (folder, *folder.parents) for other in known):
            self.rescan()
        else:
            self._list_folder(folder)

    def remove_folder(self, folder: Path) -> None:
        """Removes a folder from the library; its files stay."""
        self._settings.change(
            library_folders=tuple(str(path) for path in self.folders if path != folder),
            hidden_folders=tuple(str(path) for path in sorted(self.hidden - {folder})),
        )
        self._drop_folder(folder)
        self.rescan()

    def hide_folder(self, folder: Path, *, is_hidden: bool) -> None:
        """Hides a folder, or shows it again; it stays in the list."""
        hidden = self.hidden | {folder} if is_hidden else self.hidden - {folder}
        self._settings.change(hidden_folders=tuple(str(path) for path in sorted(hidden)))
        if is_hidden:
            self._drop_folder(folder)
        self.rescan()

    def _drop_folder(self, folder: Path) -> None:
        self._scanned.pop(folder, None)
        self._panel.drop_root(folder)
        self.relations.drop_root(folder)
        self.recommendations.drop_root(folder)
        self._show_relations()

    def _connect(self) -> None:
        panel = self._panel
        panel.add_requested.connect(self._on_add_requested)
        panel.folder_wanted.connect(self._on_folder_wanted)
        panel.rescan_requested.connect(self.rescan)
        panel.new_requested.connect(self._on_new_requested)
        panel.entry_shown.connect(self._on_entry_shown)
        panel.logos.wanted.connect(self._on_logo_wanted)
        panel.other_requested.connect(self._on_other_requested)

    @Slot()
    def _drain(self) -> None:
        is_over = not self._scanner.is_running
        for _ in range(PER_DRAIN):
            if not self._events:
                break
            self._take(self._events.popleft())
        if is_over and not self._events:
            self._drain_timer.stop()
            self._ended_at = time.monotonic()
            self._show_folders()
            self._show_relations()

    def _take(self, event: ScanEvent) -> None:
        if event.root not in topmost(self.shown_folders):
            return
        if isinstance(event, EntriesFound):
            self._panel.take_entries(event.entries)
            self._single_bots.update(entry.path for entry in event.entries if entry.path.parent == event.root)
            self.relations.take(event.entries)
            self.recommendations.take(event.entries)
            self._show_wanted()
        else:
            self._scanned[event.root] = event
            self._panel.drop_entries(event.gone)
            self._single_bots.difference_update(event.gone)
            self.relations.drop(event.gone)
            self.recommendations.end_scan(event)
            self._show_folders()

    def _show_relations(self) -> None:
        entry = self._panel.details.entry
        if entry is not None:
            self._panel.details.show_relations(self.relations.relations(entry))
        self.relations_changed.emit()

    def _show_wanted(self) -> None:
        if self._wanted_entry is not None and self._panel.show_entry(self._wanted_entry):
            self._wanted_entry = None

    def _show_folders(self) -> None:
        running, hidden = set(self._scanner.running), self.hidden
        states = []
        for root in (self._examples, *self.folders):
            scanned = self._scanned.get(root)
            is_example = root == self._examples
            state = FolderState(
                root=root,
                title=self.tr("Examples") if is_example else self._names.get(root, str(root)),
                total=scanned.total if scanned is not None else 0,
                is_scanning=root in running and root not in hidden,
                is_removable=not is_example,
                is_hidden=root in hidden,
                notices=scanned.notices if scanned is not None else (),
            )
            states.append(state)
        self._panel.show_folders(tuple(states))

    def _show_marks(self) -> None:
        settings = self._settings.settings
        self._panel.show_marks(map(Path, settings.favourites), map(Path, settings.recent_bots))

    def _note_used(self, paths: tuple[Path, ...]) -> None:
        used = tuple(dict.fromkeys(str(path) for path in paths))
        before = (path for path in self._settings.settings.recent_bots if path not in used)
        self._settings.change(recent_bots=(*used, *before)[:MAX_RECENT])
        self._show_marks()

    @Slot(PathsDropped)
    def _on_add_requested(self, drop: PathsDropped) -> None:
        self.add_requested.emit(drop)
        self._note_used(drop.paths)

    @Slot(Path)
    def _on_logo_wanted(self, path: Path) -> None:
        self._tasks.run(lambda: self._pictures.read(path), lambda image: self._panel.logos.take(path, image))

    @Slot(LibraryEntry)
    def _on_entry_shown(self, entry: LibraryEntry) -> None:
        self._panel.details.show_relations(self.relations.relations(entry))
        self._tasks.run(lambda: read_details(entry), self._panel.show_details)

    @Slot(object)
    def _on_other_requested(self, request: object) -> None:
        if isinstance(request, FavouriteChanged):
            self._change_favourites(request)
        elif isinstance(request, FileActionRequested):
            self._refuse(self._act(request))
        elif isinstance(request, FolderRemovalRequested):
            self.remove_folder(request.root)
        elif isinstance(request, FolderHidingRequested):
            self.hide_folder(request.root, is_hidden=request.is_hidden)
        elif isinstance(request, ScanCancelRequested):
            self._scanner.cancel()
        elif isinstance(request, LibraryFilter):
            self._settings.change(library_order=request.order.value)
        elif isinstance(request, str):
            self._refuse(open_page(request))

    def _change_favourites(self, change: FavouriteChanged) -> None:
        paths = [str(path) for path in change.paths]
        others = [path for path in self._settings.settings.favourites if path not in paths]
        self._settings.change(favourites=tuple(others + (paths if change.is_favourite else [])))
        self._show_marks()

    def _act(self, request: FileActionRequested) -> str:
        if request.action is FileAction.COPY_PATH:
            QGuiApplication.clipboard().setText(str(request.path))
            return ""
        if request.action is FileAction.OPEN_FOLDER:
            return open_folder(request.path.parent)
        editor, document = self._settings.settings.editor, request.path
        if request.action is FileAction.CONFIGURE:
            return open_in_editor(document, editor)
        self.open_source(document)
        return ""

    @Slot(Path)
    def open_source(self, document: Path) -> None:
        """Opens the main file of an agent in the editor; its document if no file of its source is known."""
        editor = self._settings.settings.editor
        self._tasks.run(
            lambda: source_of(document), lambda file: self._refuse(open_in_editor(file, editor, document.parent))
        )

    @Slot()
    def _on_folder_wanted(self) -> None:
        ask_folder(self._panel, self.tr("Add a bots folder"), self.add_folder, place=self._usual_folder())

    @Slot()
    def _on_new_requested(self) -> None:
        self._new_agents.ask(self._usual_folder())

    @Slot(Path)
    def _on_made(self, made: Path) -> None:
        self._wanted_entry = made
        if any(folder in made.parents for folder in self.shown_folders):
            self.rescan()
        else:
            folder = made.parent.parent
            self.add_folder(folder if folder == _documents_folder() else made.parent)

    def _usual_folder(self) -> Path:
        """Returns the folder for new bots: the first of the library, else one in the user's documents.

        If the first is the folder of one bot, new bots go beside it.
        """
        first = next(iter(self.folders), None)
        if first is None:
            return _documents_folder()
        return first.parent if any(bot.parent == first for bot in self._single_bots) else first


def _documents_folder() -> Path:
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / NEW_BOTS


def _order(name: str) -> Order:
    return next((order for order in Order if order.value == name), Order.NAME)


def _folder_of(path: Path) -> Path | None:
    """Returns a folder, or that of a file; None if neither exists."""
    path = path.expanduser().absolute()
    if path.is_file():
        return path.parent
    return path if path.is_dir() else None


def create(context: WindowContext, teams: TeamController, drive: DriveController) -> LibraryController:
    """Creates the controllers of the library and of its recommended teams."""
    controller = LibraryController(context.window.library, context.settings, context.notifications, context.window)
    context.window.library.play_requested.connect(drive.play_against)
    context.window.completed.connect(controller.start)
    controller.add_requested.connect(context.incoming.take_bots)
    context.incoming.library_wanted.connect(controller.add_folder)
    teams.source_wanted.connect(controller.open_source)
    context.document.overview_changed.connect(controller.show_overview)
    context.session.started.connect(controller.on_started)
    context.session.agent_changed.connect(controller.on_agent_changed)
    context.navigator.returned.connect(controller.on_return)
    context.navigator.leaving.connect(controller.stop)
    recommendations = RecommendationController(context, controller.recommendations, controller)
    controller.relations_changed.connect(recommendations.refresh)
    return controller
