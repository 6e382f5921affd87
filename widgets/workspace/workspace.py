"""The panels around the match: they can be moved, stacked and hidden, and their arrangement can be kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from widgets.words import key_text

MARGIN_PX: Final = 8
"""Around all panels."""
VERSION: Final = 2
"""Arrangements of another version are not restored; raised when panels come or go."""
LIBRARY_SHARE: Final = 0.235
STAGE_SHARE: Final = 0.42
ROW_SHARES: Final = (0.58, 0.42)
"""Height of the stage, and of what is below it."""


class Side(Enum):
    """Where a panel stands at first."""

    LEFT = "left"
    STAGE = "right, on top"
    BELOW = "right, below, as one of several tabs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A widget with a title that can be moved."""

    key: str
    """Names it in a kept arrangement."""
    title: str
    widget: QWidget
    side: Side
    keys: str = ""
    """Shortcut that shows it."""


class Workspace(QMainWindow):
    """The match in the middle, panels around it; GUI thread. A part of the window, not a window itself."""

    def __init__(self, middle: QWidget, panels: Iterable[Panel], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("workspace")
        self.setContentsMargins(MARGIN_PX, 0, MARGIN_PX, MARGIN_PX)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        options = QMainWindow.DockOption
        self.setDockOptions(options.AllowNestedDocks | options.AllowTabbedDocks | options.GroupedDragging)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.TopRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self._panels = {panel.key: panel for panel in panels}
        self.setCentralWidget(middle)
        self._docks = {panel.key: _dock(panel, self) for panel in self._panels.values()}
        self._titles_due = QTimer(self, singleShot=True, interval=0)
        self._titles_due.timeout.connect(self._title_docks)
        for dock in self._docks.values():
            dock.topLevelChanged.connect(self._titles_due.start)
            dock.visibilityChanged.connect(self._titles_due.start)
        self._is_restored = False
        self._was_shown = False
        self.arrange()

    @property
    def actions_of_panels(self) -> tuple[QAction, ...]:
        """One action for each panel that shows or hides it."""
        return tuple(dock.toggleViewAction() for dock in self._docks.values())

    def is_shown(self, key: str) -> bool:
        """Whether a panel can be seen: it is not hidden and no other tab covers it."""
        return not self._docks[key].visibleRegion().isEmpty()

    def covers(self, widget: QWidget | None) -> bool:
        """Whether a widget is on a panel that another tab covers."""
        docks = (dock for dock in self._docks.values() if widget is not None and dock.isAncestorOf(widget))
        return any(dock.visibleRegion().isEmpty() for dock in docks)

    def show_panel(self, key: str) -> None:
        """Shows a panel, in front of those that share its place."""
        dock = self._docks[key]
        dock.show()
        dock.raise_()

    def set_title(self, key: str, title: str) -> None:
        """Gives a panel another title."""
        self._docks[key].setWindowTitle(title)

    def arrangement(self) -> bytes:
        """Where every panel stands, for `restore`."""
        return bytes(self.saveState(VERSION).data())

    def restore(self, arrangement: bytes) -> bool:
        """Puts the panels where they were; false, and nothing is moved, when the arrangement is not one of ours."""
        self._is_restored = bool(arrangement) and self.restoreState(QByteArray(arrangement), VERSION)
        return self._is_restored

    def arrange(self) -> None:
        """Puts every panel where it stands at first."""
        for dock in self._docks.values():
            if dock.isFloating() or self.dockWidgetArea(dock) is not Qt.DockWidgetArea.NoDockWidgetArea:
                dock.setFloating(False)
                self.removeDockWidget(dock)
        left, stage, below = (self._place(side) for side in Side)
        for dock in left:
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        for dock in (*stage, *below[:1]):
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for before, after in pairwise(below):
            self.tabifyDockWidget(before, after)
        for dock in self._docks.values():
            dock.show()
        if below:
            below[0].raise_()
        self._share_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._was_shown and not self._is_restored:
            QTimer.singleShot(0, self, self._share_out)
        self._was_shown = True

    @Slot()
    def _title_docks(self) -> None:
        """Takes the titles away that tabs show already; not while Qt moves the panels, which it does not survive."""
        for dock in self._docks.values():
            is_tab = not dock.isFloating() and bool(self.tabifiedDockWidgets(dock))
            if is_tab is (dock.titleBarWidget() is None):
                dock.setTitleBarWidget(QWidget() if is_tab else None)  # type: ignore[arg-type] # None restores Qt's own

    @Slot()
    def _share_out(self) -> None:
        """Shares the room out, once its size is known."""
        left, stage, below = (self._place(side)[:1] for side in Side)
        columns, rows = [*left, *stage], [*stage, *below]
        wide = [LIBRARY_SHARE] * len(left) + [STAGE_SHARE] * len(stage)
        self.resizeDocks(columns, [round(self.width() * share) for share in wide], Qt.Orientation.Horizontal)
        self.resizeDocks(
            rows, [round(self.height() * share) for share in ROW_SHARES[: len(rows)]], Qt.Orientation.Vertical
        )

    def _place(self, side: Side) -> list[QDockWidget]:
        return [self._docks[key] for key, panel in self._panels.items() if panel.side is side]


def _dock(panel: Panel, workspace: Workspace) -> QDockWidget:
    dock = QDockWidget(panel.title, workspace)
    dock.setObjectName(panel.key)
    dock.setWidget(panel.widget)
    dock.setFeatures(
        QDockWidget.DockWidgetFeature.DockWidgetMovable
        | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        | QDockWidget.DockWidgetFeature.DockWidgetClosable
    )
    action = dock.toggleViewAction()
    words = QCoreApplication.translate("Workspace", "Show or hide: {0}").format(panel.title)
    action.setToolTip(f"{words} ({key_text(panel.keys)})" if panel.keys else words)
    if panel.keys:
        action.setShortcut(panel.keys)
    return dock
