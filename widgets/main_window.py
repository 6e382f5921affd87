"""The window: header, the match between library and stage, and the bar with Start and Stop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import (
    QByteArray,
    QCoreApplication,
    QEvent,
    QMargins,
    QObject,
    QPoint,
    QRect,
    QSize,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QMainWindow, QWidget
from shiboken6 import isValid

from runtime.model.teams import BLUE, ORANGE, SCRIPTS

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QCloseEvent,
        QDragEnterEvent,
        QDragMoveEvent,
        QDropEvent,
        QKeyEvent,
        QMoveEvent,
        QPaintEvent,
        QShowEvent,
    )
    from PySide6.QtWidgets import QTabWidget

    from resources.looks import Looks
    from widgets.bottom.bottom_bar import BottomBar
    from widgets.commands import Commands
    from widgets.header.header_bar import HeaderBar
    from widgets.library.library_panel import LibraryPanel
    from widgets.log.log_panel import LogPanel
    from widgets.notices.notice import Notice
    from widgets.notices.notice_history import NoticeHistory
    from widgets.notices.notice_strip import NoticeStrip
    from widgets.options.option_panel import OptionPanel
    from widgets.palette.command_palette import CommandPalette
    from widgets.plots.plot_panel import PlotPanel
    from widgets.problems.problem_list import ProblemList
    from widgets.shared.logos import Logos
    from widgets.stage.stage_panel import StagePanel
    from widgets.teams.team_column import TeamColumn
    from widgets.workspace.dock import Dock
    from widgets.workspace.workspace import Workspace

MIN_SIZE = QSize(900, 600)
FIRST_SIZE = QSize(1280, 800)
USUAL_FRAME = QMargins(2, 32, 2, 2)
"""Assumed window frame before the window is shown."""
BARS_PX = (49, 36, 74)
"""Heights of the places of header, notices and bottom bar; the bars themselves follow the font."""
HELD = (
    QEvent.Type.KeyPress,
    QEvent.Type.KeyRelease,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonRelease,
    QEvent.Type.MouseButtonDblClick,
)
"""Input that waits until the window is complete."""
DROPS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
FIT_MS = 300
"""Delay after the last move or screen change before the window is fitted to its screen."""


T = TypeVar("T", bound=QWidget)


@runtime_checkable
class _Region(Protocol):
    def set_looks(self, looks: Looks) -> None: ...


class MainWindow(QMainWindow):
    """Arranges the regions; the application connects them. GUI thread.

    At first the window is empty and needs little of Qt, so that it is painted soon. Then `make_places` fills it with
    empty places, `make_regions` makes the regions, out of sight, and `show_regions` puts them into their places. Keys,
    clicks and a request to close that come earlier take effect when all regions are in their places.

    Signals:
        painted: the empty window was painted for the first time.
        completed: all regions are in their places.
        close_requested: the user closes the window, which stays open until `allow_close`.
        paths_dropped: a `PathsDropped` for files and folders that were dropped anywhere.
        page_changed: another page is shown, or the match again.
    """

    painted = Signal()
    completed = Signal()
    close_requested = Signal()
    paths_dropped = Signal(object)
    page_changed = Signal()

    header: HeaderBar
    bottom: BottomBar
    notices: NoticeStrip
    teams: tuple[TeamColumn, ...]
    options: OptionPanel
    library: LibraryPanel
    stage: StagePanel
    plots: PlotPanel
    log: LogPanel
    problems: ProblemList
    history: NoticeHistory
    pages: QTabWidget
    logos: Logos
    commands: Commands
    palette_box: CommandPalette
    workspace: Workspace

    def __init__(self) -> None:
        super().__init__()
        self._docked: dict[str, QWidget] = {}
        self._regions: list[_Region] = []
        self._early: list[QEvent | tuple[Path, ...]] | None = []
        """Input that came before the window was complete."""
        self._was_painted = False
        self._may_close = False
        self._is_locked = False
        self._shown_page: QWidget | None = None
        self._focus_of_match: QWidget | None = None
        self.setWindowTitle("Kickabout")
        self.setMinimumSize(MIN_SIZE)
        self.resize(FIRST_SIZE)
        self._fit_due = QTimer(self, singleShot=True, interval=FIT_MS)
        self._fit_due.timeout.connect(self.fit_to_screen)
        self._follows_screens = False
        self._is_placed = False
        """True if the place is that of an earlier start."""

    def make_places(self, docks: Mapping[str, Dock]) -> None:
        """Makes an empty place for each entry of `docks`, whose keys name the panels in saved arrangements."""
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QIcon
        from PySide6.QtWidgets import QVBoxLayout

        from resources.looks import icon
        from widgets.shared.controls import scroll_area
        from widgets.workspace.workspace import Panel, Workspace

        self._docks = docks
        self.setAcceptDrops(True)
        self.setWindowIcon(QIcon(str(icon("kickabout"))))
        root = QWidget()
        root.setObjectName("root")
        self._page = QVBoxLayout(root)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.setSpacing(0)
        panels = [
            Panel(key=key, title=self.tr(dock.title), side=dock.side, keys=dock.keys) for key, dock in docks.items()
        ]
        self.workspace = Workspace(panels, root)
        self._bars = tuple(_bar(height, "" if height == min(BARS_PX) else "bar") for height in BARS_PX)
        for bar in self._bars:
            self._page.addWidget(bar)
        self._area = scroll_area(self.workspace)  # on a screen that has no room for its least size
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.workspace.panel_shown.connect(self._area.ensureWidgetVisible)
        self._page.insertWidget(1, self._area, 1)
        self.setCentralWidget(root)
        root.show()  # now, and not when the event loop turns

    def make_regions(self, looks: Looks) -> Iterator[None]:
        """Makes all regions out of sight, in steps."""
        from widgets.bottom.bottom_bar import BottomBar
        from widgets.commands import Commands
        from widgets.header.header_bar import HeaderBar
        from widgets.notices.notice_strip import NoticeStrip
        from widgets.options.option_panel import OptionPanel
        from widgets.palette.command_palette import CommandPalette
        from widgets.shared.logos import Logos
        from widgets.teams.team_column import TeamColumn
        from widgets.workspace.dock import WidgetParts

        self.logos = Logos(self)
        self.header = HeaderBar()
        self.bottom = BottomBar(looks)
        yield
        self.notices = NoticeStrip(looks)
        self.teams = tuple(TeamColumn(team, self.logos) for team in (BLUE, ORANGE, SCRIPTS))
        yield
        self.options = OptionPanel(looks)
        yield
        parts = WidgetParts(looks=looks, logos=self.logos)
        for key, dock in self._docks.items():
            self._docked[key] = dock.make(parts)
            yield
        self._name_panels()
        self._make_pages()
        self.commands = Commands(
            self.header,
            self.bottom,
            self.pages,
            self.workspace,
            tools=self.stage.tools,
            cameras=self.stage.cameras,
            parent=self,
        )
        self.header.show_commands(self.commands.of_menu)
        yield
        self.palette_box = CommandPalette(self)
        self.palette_box.set_actions((*self.commands.all, *self.library.commands))
        self._connect_regions()
        self.header.set_looks(looks)
        for team in self.teams:
            team.set_looks(looks)

    def _connect_regions(self) -> None:
        self.problems.counted.connect(self._on_problems_counted)
        for region in (*self.teams, self.library):
            region.paths_dropped.connect(self.paths_dropped)
        self.commands.palette.triggered.connect(self.palette_box.open)
        self.commands.quit.triggered.connect(self.close)
        for action in self.commands.leading:
            action.triggered.connect(self.show_match)
        self.commands.alone.triggered.connect(self._on_alone_triggered)
        self.workspace.alone_changed.connect(self._on_alone_changed)
        self.commands.apart.triggered.connect(self._on_apart_triggered)
        self.stage.cameras.window_button.clicked.connect(self._on_apart_triggered)
        self.workspace.apart_changed.connect(self.stage.cameras.window_button.setChecked)
        self.workspace.apart_changed.connect(self._on_apart_changed)

    def _make_pages(self) -> None:
        """Makes the pages of the match."""
        from PySide6.QtWidgets import QTabWidget

        regions = (self.header, *self.teams, self.options, self.notices, *self._docked.values(), self.bottom)
        self._regions = [region for region in regions if isinstance(region, _Region)]
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.setAccessibleName(self.tr("The match"))
        self.pages.addTab(self._teams_page(), self.tr("Teams"))
        self.pages.addTab(self.options, self.tr("Match settings"))

    def _name_panels(self) -> None:
        """Makes the docked panels attributes of the window."""
        from widgets.library.library_panel import LibraryPanel
        from widgets.log.log_panel import LogPanel
        from widgets.notices.notice_history import NoticeHistory
        from widgets.plots.plot_panel import PlotPanel
        from widgets.problems.problem_list import ProblemList
        from widgets.stage.stage_panel import StagePanel

        self.library = self.panel(LibraryPanel)
        self.stage = self.panel(StagePanel)
        self.plots = self.panel(PlotPanel)
        self.log = self.panel(LogPanel)
        self.problems = self.panel(ProblemList)
        self.history = self.panel(NoticeHistory)

    def show_regions(self) -> Iterator[None]:
        """Puts the regions into their places, in steps; then takes the input that came earlier."""
        for bar, region in zip(self._bars, (self.header, self.notices, self.bottom), strict=True):
            self._page.replaceWidget(bar, region)
            bar.deleteLater()
            if region is not self.notices:
                region.show()  # now, and not when the event loop turns: an early click needs it
            yield
        self.workspace.fill("match", self.pages)
        yield
        for key, widget in self._docked.items():
            self.workspace.fill(key, widget)
            yield
        self.addActions(self.commands.all)
        self.completed.emit()
        self._take_early_input()

    def _take_early_input(self) -> None:
        early, self._early = self._early, None
        if self.windowHandle() is not None:
            self.windowHandle().removeEventFilter(self)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # a click needs the button in its place
        from PySide6.QtGui import QKeyEvent

        for event in early or ():
            if isinstance(event, tuple):
                self._emit_dropped(event)
            elif isinstance(event, QKeyEvent):
                self._press(event)
            else:
                QCoreApplication.sendEvent(self.windowHandle(), event)

    def _press(self, event: QKeyEvent) -> None:
        """Triggers the command of a key, or sends the key to the focused widget."""
        from PySide6.QtGui import QKeySequence

        pressed = QKeySequence(event.keyCombination())
        action = next((action for action in self.commands.all if pressed in action.shortcuts()), None)
        if action is None:
            QCoreApplication.sendEvent(self.focusWidget() or self, event)
        elif event.type() is QEvent.Type.KeyPress:
            action.trigger()

    def panel(self, kind: type[T]) -> T:
        """Returns the widget of a docked panel."""
        return next(widget for widget in self._docked.values() if isinstance(widget, kind))

    @property
    def shown_page(self) -> QWidget | None:
        """The page in place of the match; None while the match is shown."""
        return self._shown_page

    def add_page(self, page: QWidget) -> None:
        """Adds a page for `show_page`. Parts added to the page later get their style as they are added."""
        if self._page.indexOf(page) < 0:
            page.hide()
            self._page.insertWidget(0, page, 1)

    def show_page(self, page: QWidget | None) -> None:
        """Shows a page in place of header, workspace and bottom bar; None shows the match again."""
        if page is self._shown_page:
            return
        if self._shown_page is None:
            self.workspace.set_alone(is_alone=False)
            self._focus_of_match = self.focusWidget()
        else:
            self._shown_page.hide()
        self._shown_page = page
        for part in (self.header, self._area, self.bottom):
            part.setVisible(page is None)
        self.commands.set_match_shown(is_shown=page is None)
        if page is not None:
            self.add_page(page)
            page.show()
            page.setFocus()
        elif self._focus_of_match is not None and isValid(self._focus_of_match):
            self._focus_of_match.setFocus()
        self.page_changed.emit()

    @Slot()
    def show_match(self) -> None:
        """Shows the match in place of a page."""
        self.show_page(None)

    @property
    def is_locked(self) -> bool:
        """True if the document cannot change, because a match runs."""
        return self._is_locked

    def show_title(self, title: str, *, is_dirty: bool) -> None:
        """Sets the window title."""
        self.setWindowTitle(f"{title}[*] - Kickabout")
        self.setWindowModified(is_dirty)

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables edits of the match while it runs."""
        self._is_locked = is_locked
        self.header.set_locked(is_locked=is_locked)
        self.options.set_locked(is_locked=is_locked)
        self.problems.set_locked(is_locked=is_locked)
        self.library.set_locked(is_locked=is_locked)
        for team in self.teams:
            team.set_locked(is_locked=is_locked)

    def set_chosen(self, key: str) -> None:
        """Marks the card whose log is shown."""
        for team in self.teams:
            team.set_chosen(key)

    def set_looks(self, looks: Looks) -> None:
        """Sets the colours of all regions."""
        for region in self._regions:
            region.set_looks(looks)

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Shows a notice and adds it to the history."""
        self.notices.show_notice(notice)
        self.history.add(notice)

    def restore_place(self, geometry: bytes) -> None:
        """Restores what `saveGeometry` returned, as far as the screen has room; if nothing, the system chooses."""
        self._is_placed = bool(geometry) and self.restoreGeometry(QByteArray(geometry))
        self.fit_to_screen()

    @Slot()
    def fit_to_screen(self) -> None:
        """Fits the window into the available geometry of its screen."""
        frame = self.windowHandle().frameMargins() if self.isVisible() else USUAL_FRAME
        available = self.screen().availableGeometry().marginsRemoved(frame)
        self.setMinimumSize(MIN_SIZE.boundedTo(available.size()))
        if self.isMaximized() or self.isMinimized() or self.isFullScreen():
            return  # the system decides
        geometry = fitted(self.geometry(), available)
        if not self.isVisible() and not self._is_placed:
            self.resize(geometry.size())  # the system chooses the place
        elif geometry != self.geometry():
            self.setGeometry(geometry)

    @Slot(QScreen)
    def _follow_screen(self, screen: QScreen) -> None:
        screen.availableGeometryChanged.connect(self._fit_due.start)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._early is not None:
            self.windowHandle().installEventFilter(self)
        if not self._follows_screens:
            self._follows_screens = True
            for screen in QGuiApplication.screens():
                self._follow_screen(screen)
            application = QGuiApplication.instance()
            if isinstance(application, QGuiApplication):
                application.screenAdded.connect(self._follow_screen)
            self.windowHandle().screenChanged.connect(self._fit_due.start)
        self._fit_due.start()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self._fit_due.isActive():
            self._fit_due.start()

    def allow_close(self) -> None:
        """Closes the window after the current event, because Qt ignores a close within a close."""
        self._may_close = True
        QTimer.singleShot(0, self, self.close)

    @Slot(int)
    def _on_problems_counted(self, count: int) -> None:
        self.workspace.set_title("problems", self.tr("Problems ({0})").format(count) if count else self.tr("Problems"))

    @Slot()
    def _on_alone_triggered(self) -> None:
        self.workspace.set_alone(is_alone=not self.workspace.is_alone)

    @Slot()
    def _on_apart_triggered(self) -> None:
        self.workspace.set_apart(is_apart=not self.workspace.is_apart)

    @Slot(bool)
    def _on_apart_changed(self, is_apart: bool) -> None:
        """Lets all keys and drops work in the arena's own window too."""
        if is_apart:
            window = self.stage.window()
            window.addActions(self.commands.all)
            window.setAcceptDrops(True)
            window.installEventFilter(self)

    @Slot(bool)
    def _on_alone_changed(self, is_alone: bool) -> None:
        """Switches the arena to full screen and back."""
        from PySide6.QtCore import Qt

        for bar in (self.header, self.bottom):
            bar.setVisible(not is_alone)
        self.notices.keep_room(is_kept=not is_alone)
        full = Qt.WindowState.WindowFullScreen
        self.setWindowState(self.windowState() | full if is_alone else self.windowState() & ~full)

    def _teams_page(self) -> QWidget:
        from widgets.shared.controls import hbox, vbox

        blue, orange, scripts = self.teams
        page = QWidget()
        vbox((hbox((blue, 1), (orange, 1), spacing=8), 1), scripts, spacing=8, parent=page)
        return page

    def _offered(self, event: QDropEvent) -> tuple[Path, ...]:
        """Returns the files and folders of a drag, except entries of the library that are still above it."""
        from widgets.shared.drops import local_paths

        source = event.source()
        if isinstance(source, QWidget) and self.library.isAncestorOf(source):
            place = self.library.mapFrom(self, event.position().toPoint())
            return () if self.library.rect().contains(place) else local_paths(event.mimeData())
        return local_paths(event.mimeData())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._offered(event):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.setAccepted(bool(self._offered(event)))

    def dropEvent(self, event: QDropEvent) -> None:
        paths = self._offered(event)
        if paths:
            event.acceptProposedAction()
            self._emit_dropped(paths)

    def _emit_dropped(self, paths: tuple[Path, ...]) -> None:
        if self._early is not None:
            self._early.append(paths)
        else:
            from widgets.shared.drops import PathsDropped

            self.paths_dropped.emit(PathsDropped(paths=paths, team=None))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self, self.painted.emit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Holds early input of the native window, before Qt chooses a widget for it that is replaced soon.

        Takes drops on the arena's own window.
        """
        if self._early is not None and event.type() in HELD:
            self._early.append(event.clone())
            return True
        if event.type() in DROPS and watched is not self.windowHandle():
            return self.event(event)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtCore import Qt

        if event.key() == Qt.Key.Key_Escape and self.workspace.is_alone:
            self.workspace.set_alone(is_alone=False)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802 - Qt's name and argument
        """Skips controls on panels that another tab covers."""
        first: QWidget | None = None
        while super().focusNextPrevChild(is_next):
            reached = self.focusWidget()
            if reached is first or not self.workspace.covers(reached):
                return True
            first = first or reached
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._early is not None:
            super().closeEvent(event)
            return
        if self._may_close:
            self.workspace.set_apart(is_apart=False)
            super().closeEvent(event)
            return
        event.ignore()
        self.close_requested.emit()


def _bar(height: int, role: str) -> QWidget:
    """Returns the empty place of a bar."""
    from PySide6.QtWidgets import QFrame

    bar = QFrame()
    bar.setProperty("role", role)
    bar.setFixedHeight(height)
    return bar


def fitted(window: QRect, available: QRect) -> QRect:
    """Returns the window rectangle, shrunk and moved as little as needed to lie inside `available`."""
    size = window.size().boundedTo(available.size())
    left = max(available.left(), min(window.left(), available.left() + available.width() - size.width()))
    top = max(available.top(), min(window.top(), available.top() + available.height() - size.height()))
    return QRect(QPoint(left, top), size)
