"""The window: header, the match between library and stage, and the bar with Start and Stop."""

from typing import Protocol

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QIcon,
)
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QTabWidget, QVBoxLayout, QWidget

from resources.looks import Looks, icon
from runtime.teams import BLUE, ORANGE, SCRIPTS
from widgets.bottom.bottom_bar import BottomBar
from widgets.commands import Commands
from widgets.drops import Classify, DropKind, PathsDropped, wanted_paths
from widgets.header.header_bar import HeaderBar
from widgets.library.library_panel import LibraryPanel
from widgets.log.log_panel import LogPanel
from widgets.notices.notice import Notice
from widgets.notices.notice_history import NoticeHistory
from widgets.notices.notice_strip import NoticeStrip
from widgets.options.option_panel import OptionPanel
from widgets.palette.command_palette import CommandPalette
from widgets.plots.telemetry_plot import TelemetryPlot
from widgets.problems.problem_list import ProblemList
from widgets.stage.stage_panel import StagePanel
from widgets.teams.team_column import TeamColumn
from widgets.workspace.workspace import Panel, Side, Workspace

LEAST_SIZE = QSize(900, 600)
FIRST_SIZE = QSize(1280, 800)


class _Region(Protocol):
    def set_looks(self, looks: Looks) -> None: ...


class MainWindow(QMainWindow):
    """Arranges the regions; whoever builds it connects them. GUI thread.

    Signals:
        close_requested: the user wants to close; nothing closes before `allow_close`.
        paths_dropped: a `PathsDropped` without team: a match or a pack was dropped beside the teams.
    """

    close_requested = Signal()
    paths_dropped = Signal(PathsDropped)

    def __init__(self, looks: Looks, classify: Classify) -> None:
        super().__init__()
        self._classify = classify
        self._may_close = False
        self._is_locked = False
        self.setWindowTitle("Kickabout")
        self.setWindowIcon(QIcon(str(icon("kickabout"))))
        self.setMinimumSize(LEAST_SIZE)
        self.resize(FIRST_SIZE)
        self.setAcceptDrops(True)
        self.header = HeaderBar()
        self.teams = tuple(TeamColumn(team, classify) for team in (BLUE, ORANGE, SCRIPTS))
        self.library = LibraryPanel(looks, classify)
        self.options = OptionPanel(looks)
        self.notices = NoticeStrip(looks)
        self.stage = StagePanel(looks)
        self.plot = TelemetryPlot(looks)
        self.log = LogPanel(looks)
        self.problems = ProblemList(looks)
        self.history = NoticeHistory(looks)
        self.bottom = BottomBar(looks)
        self._regions: tuple[_Region, ...] = (
            self.header,
            self.library,
            *self.teams,
            self.options,
            self.notices,
            self.stage,
            self.plot,
            self.problems,
            self.history,
            self.bottom,
        )
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.setAccessibleName(self.tr("The match"))
        self.pages.addTab(self._teams_page(), self.tr("Teams"))
        self.pages.addTab(self.options, self.tr("Match settings"))
        self.workspace = self._arranged()
        self.problems.counted.connect(self._on_problems_counted)
        self.commands = Commands(
            self.header, self.bottom, self.pages, self.workspace, tools=self.stage.tools, parent=self
        )
        self.addActions(self.commands.all)
        self.header.show_commands(self.commands.of_menu)
        self.palette_box = CommandPalette(self)
        self.palette_box.set_actions((*self.commands.all, *self.library.commands))
        self.commands.palette.triggered.connect(self.palette_box.open)
        self.commands.quit.triggered.connect(self.close)
        self._set_first_looks(looks)

    @property
    def is_locked(self) -> bool:
        """Whether the document is kept as it is, because a match runs."""
        return self._is_locked

    def show_title(self, title: str, *, is_dirty: bool) -> None:
        """Names the document in the frame of the window."""
        self.setWindowTitle(f"{title}[*] - Kickabout")
        self.setWindowModified(is_dirty)

    def set_locked(self, *, is_locked: bool) -> None:
        """Refuses drops and changes of the teams while a match runs."""
        self._is_locked = is_locked
        self.header.set_locked(is_locked=is_locked)
        self.options.set_locked(is_locked=is_locked)
        self.library.set_locked(is_locked=is_locked)
        for team in self.teams:
            team.set_locked(is_locked=is_locked)

    def set_chosen(self, key: str) -> None:
        """Marks the card whose log is shown."""
        for team in self.teams:
            team.set_chosen(key)

    def set_looks(self, looks: Looks) -> None:
        """Hands the colours of the theme to every region."""
        for region in self._regions:
            region.set_looks(looks)

    def _set_first_looks(self, looks: Looks) -> None:
        """Of the regions that are not made with them."""
        self.header.set_looks(looks)
        for team in self.teams:
            team.set_looks(looks)

    @Slot(Notice)
    def show_notice(self, notice: Notice) -> None:
        """Says something, and keeps it in the history."""
        self.notices.show_notice(notice)
        self.history.add(notice)

    def allow_close(self) -> None:
        """Closes the window, once the events that led here are dealt with: Qt ignores a close within a close."""
        self._may_close = True
        QTimer.singleShot(0, self, self.close)

    @Slot(int)
    def _on_problems_counted(self, count: int) -> None:
        self.workspace.set_title("problems", self.tr("Problems ({0})").format(count) if count else self.tr("Problems"))

    def _arranged(self) -> Workspace:
        """Puts the regions into the window from the outside in: Qt looks through all that is in a part which moves."""
        root = QWidget()
        root.setObjectName("root")
        self.setCentralWidget(root)
        page = QVBoxLayout(root)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self.header)
        workspace = Workspace(self.pages, self._panels(), root)
        page.addWidget(workspace, 1)
        page.addWidget(self.notices)
        page.addWidget(self.bottom)
        return workspace

    def _panels(self) -> tuple[Panel, ...]:
        return (
            Panel(key="library", title=self.tr("Library"), widget=self.library, side=Side.LEFT, keys="Ctrl+0"),
            Panel(key="stage", title=self.tr("Arena"), widget=self.stage, side=Side.STAGE, keys="Ctrl+1"),
            Panel(key="plots", title=self.tr("Plots"), widget=self.plot, side=Side.BELOW, keys="Ctrl+2"),
            Panel(key="log", title=self.tr("Log"), widget=self.log, side=Side.BELOW, keys="Ctrl+3"),
            Panel(key="problems", title=self.tr("Problems"), widget=self.problems, side=Side.BELOW, keys="Ctrl+4"),
            Panel(key="notices", title=self.tr("Notices"), widget=self.history, side=Side.BELOW, keys="Ctrl+5"),
        )

    def _teams_page(self) -> QWidget:
        blue, orange, scripts = self.teams
        teams = QHBoxLayout()
        teams.setSpacing(8)
        teams.addWidget(blue, 1)
        teams.addWidget(orange, 1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(teams, 1)
        column.addWidget(scripts)
        return page

    def _wanted(self, event: QDropEvent) -> PathsDropped | None:
        paths = wanted_paths(event.mimeData(), self._classify, (DropKind.MATCH, DropKind.PACK))
        return PathsDropped(paths=paths, team=None) if paths and not self._is_locked else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._wanted(event) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._wanted(event) is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        wanted = self._wanted(event)
        if wanted is not None:
            event.acceptProposedAction()
            self.paths_dropped.emit(wanted)

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802 - Qt's name and argument
        """Passes by what cannot be seen: Qt stops at every control of panels that another tab covers, too."""
        first: QWidget | None = None
        while super().focusNextPrevChild(is_next):
            reached = self.focusWidget()
            if reached is first or not self.workspace.covers(reached):
                return True
            first = first or reached
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            super().closeEvent(event)
            return
        event.ignore()
        self.close_requested.emit()
