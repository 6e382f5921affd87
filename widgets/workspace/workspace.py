"""The workspace: the arena, the match, and panels that can be moved, stacked and hidden."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QScreen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QDockWidget,
    QFrame,
    QMainWindow,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

MARGIN_PX: Final = 8
MIN_SIZE: Final = QSize(900, 400)
"""Margin around all panels."""
VERSION: Final = 4
"""Version of saved arrangements; increased when panels are added or removed."""
LIBRARY_SHARE: Final = 0.235
MATCH_SHARE: Final = 0.335
BELOW_SHARE: Final = 0.34
"""Initial shares of width and height, up to the limits below; the arena gets the rest."""
MAX_LIBRARY_PX: Final = 330
MAX_MATCH_PX: Final = 500
MAX_BELOW_PX: Final = 300
ARENA_PX: Final = 330
MIN_BELOW_PX: Final = 140
"""Height that panels below leave to the arena in a low window, and their minimum height."""
MATCH: Final = "match"
"""Key of the match in saved arrangements."""


class Side(Enum):
    """Initial place of a panel."""

    LEFT = "left"
    CENTRE = "in the middle; takes the room that is left, and cannot be moved"
    BELOW = "below the centre, as one of several tabs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A place with a title; exactly one is in the centre."""

    key: str
    """Key in saved arrangements."""
    title: str
    side: Side
    keys: str = ""
    """Shortcut that focuses the panel."""


class Workspace(QMainWindow):
    """The arena, the match at its left, and panels around both; GUI thread. A part of the window, not a window itself.

    All places are empty until `fill`.
    Docks at the left keep the width that the user has set; until then, all shares follow the size of
    the window. The arena gets the room of panels that are hidden or float.

    Signals:
        alone_changed: whether the arena is shown alone.
        apart_changed: whether the arena is in its own window.
        panel_shown: the widget of a panel that was brought to the front.
    """

    alone_changed = Signal(bool)
    panel_shown = Signal(QWidget)
    apart_changed = Signal(bool)

    def __init__(self, panels: Iterable[Panel], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("workspace")
        self.setContentsMargins(MARGIN_PX, 0, MARGIN_PX, MARGIN_PX)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        options = QMainWindow.DockOption
        self.setDockOptions(options.AllowNestedDocks | options.AllowTabbedDocks | options.GroupedDragging)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.TopLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.TopRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self._panels = {panel.key: panel for panel in panels}
        centre = next(panel for panel in self._panels.values() if panel.side is Side.CENTRE)
        self._centre: QWidget = _empty_panel()
        self._middle = QWidget()
        self._column = QVBoxLayout(self._middle)
        self._column.setContentsMargins(0, MARGIN_PX, 0, 0)  # as high as the titles of other panels
        self._column.addWidget(self._centre)
        self._title = centre.title
        self._own_window: OwnWindow | None = None
        self._way_home: QPushButton | None = None
        """Takes the arena's place while the arena is in its own window."""
        self.setCentralWidget(self._middle)
        self._docks = {key: _dock(panel, self) for key, panel in self._panels.items() if panel is not centre}
        self._match = _fixed_dock(self)
        self._widths: dict[QDockWidget, int] = {}
        """Widths of the docks at the left that the user chose."""
        self._widths_of_px = 0
        """Width of the workspace at that time; the widths shrink with it."""
        self._alone: tuple[QByteArray, QWidget | None] | None = None
        """Arrangement and focus before the full-screen arena."""
        self._way_back: tuple[str, Callable[[], None]] | None = None
        """The panel that a shortcut opened, and the way back."""
        self._going = {key: self._going_to(panel) for key, panel in self._panels.items()}
        self._titles_due = QTimer(self, singleShot=True, interval=0)
        self._titles_due.timeout.connect(self._title_docks)
        self._widths_due = QTimer(self, singleShot=True, interval=0)
        self._widths_due.timeout.connect(self._share_out)
        for dock in self._docks.values():
            for moved in (dock.topLevelChanged, dock.visibilityChanged, dock.dockLocationChanged):
                moved.connect(self._titles_due.start)
                moved.connect(self._widths_due.start)
            dock.topLevelChanged.connect(partial(_label_buttons, dock))
        self._is_chosen = False
        """True if the user chose the widths, or they were restored."""
        self.arrange()

    @property
    def actions_of_panels(self) -> tuple[QAction, ...]:
        """One action per panel that shows or hides it."""
        return tuple(dock.toggleViewAction() for dock in self._docks.values())

    @property
    def actions_going(self) -> tuple[QAction, ...]:
        """One action per panel that shows and focuses it; a second press returns."""
        return tuple(self._going.values())

    def fill(self, key: str, widget: QWidget) -> None:
        """Puts a widget into the place of a panel, or of the match."""
        if key == MATCH or key in self._docks:
            dock = self._match if key == MATCH else self._docks[key]
            before = dock.widget()
            dock.setWidget(widget)
        else:
            before, self._centre = self._centre, widget
            self._column.replaceWidget(before, widget)
        before.deleteLater()
        widget.show()
        self._widths_due.start()

    def is_shown(self, key: str) -> bool:
        """Returns whether a panel is visible, not hidden or covered by another tab."""
        return self._is_in_front(self._place_of(key))

    def covers(self, widget: QWidget | None) -> bool:
        """Returns whether a widget is on a panel that another tab covers."""
        docks = (dock for dock in self._docks.values() if widget is not None and dock.isAncestorOf(widget))
        return not all(map(self._is_in_front, docks))

    def _is_in_front(self, place: QWidget) -> bool:
        """Returns whether a place is visible, perhaps by scrolling; Qt moves docks that others cover out of sight."""
        is_docked = isinstance(place, QDockWidget) and not place.isFloating()
        return place.isVisible() and (not is_docked or self.rect().intersects(place.geometry()))

    def show_panel(self, key: str) -> None:
        """Shows a panel in front of other tabs."""
        self.set_alone(is_alone=self._alone is not None and key not in self._docks)
        if key in self._docks:
            self._docks[key].show()
            self._docks[key].raise_()
            self.panel_shown.emit(self._docks[key])

    def minimumSizeHint(self) -> QSize:
        """Returns a size in which no panel covers another one; the arena alone needs none."""
        return QSize() if self.is_alone else super().minimumSizeHint().expandedTo(MIN_SIZE)

    def set_title(self, key: str, title: str) -> None:
        """Gives a panel another title."""
        self._docks[key].setWindowTitle(title)

    @property
    def is_alone(self) -> bool:
        """True while the arena is shown alone."""
        return self._alone is not None

    def set_alone(self, *, is_alone: bool) -> None:
        """Shows the arena alone, or restores the arrangement."""
        if is_alone and self._own_window is not None:
            self._own_window.toggle_full_screen()
        if is_alone is self.is_alone or self.is_apart:
            return
        if is_alone:
            self._alone = (self.saveState(VERSION), self.window().focusWidget())
            for dock in (*self._docks.values(), self._match):
                dock.hide()
            _focus_within(self._middle)
        elif self._alone is not None:
            (arrangement, focused), self._alone = self._alone, None
            self.restoreState(arrangement, VERSION)
            _focus_again(focused)
        self.alone_changed.emit(is_alone)

    @property
    def is_apart(self) -> bool:
        """True while the arena is in its own window."""
        return self._own_window is not None

    def set_apart(self, *, is_apart: bool) -> None:
        """Moves the arena into its own window, on another screen if there is one, or back."""
        if is_apart is self.is_apart:
            return
        if is_apart:
            self.set_alone(is_alone=False)
            self._own_window = window = OwnWindow(self._centre, self._title, self.window())
            window.closed.connect(partial(self.set_apart, is_apart=False))
            words = QCoreApplication.translate("Workspace", "Bring the arena back")
            self._way_home = way_home = QPushButton(words)
            way_home.clicked.connect(lambda _checked=False: self.set_apart(is_apart=False))
            self._column.addWidget(way_home, 0, Qt.AlignmentFlag.AlignCenter)
            window.open(other_screen(self.screen()))
        elif self._own_window is not None and self._way_home is not None:
            window, self._own_window = self._own_window, None
            self._column.removeWidget(self._way_home)
            self._way_home.deleteLater()
            self._column.addWidget(self._centre)
            window.hide()
            window.deleteLater()
        self.apart_changed.emit(is_apart)

    def arrangement(self) -> bytes:
        """Returns the arrangement for `restore`."""
        state = self.saveState(VERSION) if self._alone is None else self._alone[0]
        return bytes(state.data())

    def restore(self, arrangement: bytes) -> bool:
        """Restores an arrangement; returns False if it is invalid."""
        is_restored = bool(arrangement) and self.restoreState(QByteArray(arrangement), VERSION)
        if is_restored:
            self._is_chosen, self._widths = True, {}
        return is_restored

    @Slot()
    def arrange(self) -> None:
        """Restores the initial arrangement."""
        self.set_alone(is_alone=False)
        for dock in (*self._docks.values(), self._match):
            if dock.isFloating() or self.dockWidgetArea(dock) is not Qt.DockWidgetArea.NoDockWidgetArea:
                dock.setFloating(False)
                self.removeDockWidget(dock)
        left, below = self._placed(Side.LEFT), self._placed(Side.BELOW)
        for dock in (*left, self._match):
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        for dock in left:
            self.splitDockWidget(dock, self._match, Qt.Orientation.Horizontal)
        for dock in below[:1]:
            self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
        for before, after in pairwise(below):
            self.tabifyDockWidget(before, after)
        for dock in (*self._docks.values(), self._match):
            dock.show()
        if below:
            below[0].raise_()
        self._is_chosen = False
        self._widths_due.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._widths_due.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._widths_due.start()

    def event(self, event: QEvent) -> bool:
        """Notes the widths when the user drags a separator."""
        is_press = event.type() is QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent)
        if is_press and self.isSeparator(event.position().toPoint()):  # type: ignore[attr-defined]
            self._is_chosen = True
        is_done = super().event(event)
        if event.type() is QEvent.Type.MouseButtonRelease and self._is_chosen:
            self._note_widths()
        return is_done

    def _going_to(self, panel: Panel) -> QAction:
        words = QCoreApplication.translate("Workspace", "Go to: {0}").format(panel.title)
        action = QAction(words, self)
        if panel.keys:
            action.setShortcut(panel.keys)
        action.triggered.connect(partial(self._go_to, panel.key))
        return action

    def _go_to(self, key: str, _is_checked: bool = False) -> None:
        place = self._place_of(key)
        focused = self.window().focusWidget()
        way_back, self._way_back = self._way_back, None
        if focused is not None and (focused is place or place.isAncestorOf(focused)) and self.is_shown(key):
            if way_back is not None and way_back[0] == key:
                way_back[1]()
            return
        self._way_back = key, partial(self._return, key, self._front_beside(key), place.isHidden(), focused)
        self.show_panel(key)
        _focus_within(self._content_of(key))

    def _return(self, key: str, front: str, was_hidden: bool, focused: QWidget | None) -> None:
        if was_hidden:
            self._place_of(key).hide()
        if front:
            self._docks[front].raise_()
        _focus_again(focused)

    def _front_beside(self, key: str) -> str:
        """Returns the panel that covers another one as a tab; empty if none does."""
        beside = self.tabifiedDockWidgets(self._docks[key]) if key in self._docks else []
        return next((dock.objectName() for dock in beside if self.is_shown(dock.objectName())), "")

    @Slot()
    def _title_docks(self) -> None:
        """Removes title bars of tabbed panels. Deferred, because Qt crashes if it happens while panels move."""
        for dock in self._docks.values():
            is_tab = not dock.isFloating() and bool(self.tabifiedDockWidgets(dock))
            if is_tab is (dock.titleBarWidget() is None):
                dock.setTitleBarWidget(QWidget() if is_tab else None)  # type: ignore[arg-type] # None restores Qt's own

    @Slot()
    def _share_out(self) -> None:
        """Sets the initial shares, or the widths that the user chose."""
        if self.is_alone or not self.isVisible():
            return
        if not self._is_chosen:
            self._take_first_shares()
        elif not self._widths:
            self._note_widths()
        share = min(1.0, self.width() / self._widths_of_px) if self._widths_of_px else 1.0
        widths = {dock: round(self._widths[dock] * share) for dock in self._at_left() if dock in self._widths}
        if any(dock.width() != width for dock, width in widths.items()):
            self.resizeDocks(list(widths), list(widths.values()), Qt.Orientation.Horizontal)

    def _take_first_shares(self) -> None:
        width, height = self.width(), self.height()
        library = min(round(width * LIBRARY_SHARE), MAX_LIBRARY_PX)
        match = min(round(width * MATCH_SHARE), MAX_MATCH_PX)
        below = min(round(height * BELOW_SHARE), MAX_BELOW_PX, max(MIN_BELOW_PX, height - ARENA_PX))
        self._widths = dict.fromkeys(self._placed(Side.LEFT), library) | {self._match: match}
        self._widths_of_px = width
        self.resizeDocks(self._placed(Side.BELOW)[:1], [below], Qt.Orientation.Vertical)

    @Slot()
    def _note_widths(self) -> None:
        if not self.is_alone:
            self._widths |= {dock: dock.width() for dock in self._at_left()}
            self._widths_of_px = self.width()

    def _at_left(self) -> list[QDockWidget]:
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        docks = (dock for dock in (*self._docks.values(), self._match) if self.dockWidgetArea(dock) is left)
        return [dock for dock in docks if not dock.isFloating() and not dock.isHidden() and dock.geometry().right() > 0]

    def _place_of(self, key: str) -> QWidget:
        return self._docks.get(key) or self._middle

    def _content_of(self, key: str) -> QWidget:
        return self._docks[key].widget() if key in self._docks else self._centre

    def _placed(self, side: Side) -> list[QDockWidget]:
        return [self._docks[key] for key, panel in self._panels.items() if panel.side is side]


OWN_SIZE: Final = QSize(1120, 680)


class OwnWindow(QWidget):
    """A window for one panel: F11 fills the screen, Escape ends that; GUI thread.

    Signals:
        closed: the user has closed it.
    """

    closed = Signal()

    def __init__(self, panel: QWidget, title: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(f"{title} - Kickabout")
        self.resize(OWN_SIZE)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(panel)

    def open(self, screen: QScreen | None) -> None:
        """Shows the window, large on another screen."""
        if screen is not None:
            self.setGeometry(screen.availableGeometry())
            self.showMaximized()
        else:
            self.show()

    def toggle_full_screen(self) -> None:
        """Fills the screen, or not."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier  # Shift+F11 brings the panel back
        if is_plain and (event.key() == Qt.Key.Key_F11 or (event.key() == Qt.Key.Key_Escape and self.isFullScreen())):
            self.toggle_full_screen()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.closed.emit()


def other_screen(screen: QScreen) -> QScreen | None:
    """Returns a screen beside the given one."""
    return next((other for other in QGuiApplication.screens() if other is not screen), None)


def _dock(panel: Panel, workspace: Workspace) -> QDockWidget:
    dock = QDockWidget(panel.title, workspace)
    dock.setObjectName(panel.key)
    dock.setWidget(_empty_panel())
    dock.setFeatures(
        QDockWidget.DockWidgetFeature.DockWidgetMovable
        | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        | QDockWidget.DockWidgetFeature.DockWidgetClosable
    )
    dock.toggleViewAction().setToolTip(QCoreApplication.translate("Workspace", "Show or hide: {0}").format(panel.title))
    _label_buttons(dock)
    return dock


def _empty_panel() -> QFrame:
    """Returns what a place shows before it is filled."""
    panel = QFrame()
    panel.setProperty("role", "panel")
    panel.setMinimumSize(MIN_BELOW_PX, MIN_BELOW_PX)  # Qt leaves out a dock whose content has no size
    return panel


def _fixed_dock(workspace: Workspace) -> QDockWidget:
    """Returns a dock without a title that cannot move."""
    dock = QDockWidget(workspace)
    dock.setObjectName(MATCH)
    dock.setWidget(_empty_panel())
    dock.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
    dock.setTitleBarWidget(QWidget())
    return dock


def _label_buttons(dock: QDockWidget, _is_floating: bool = False) -> None:
    """Sets tooltips and names of the title bar buttons."""
    translate = QCoreApplication.translate
    words = {
        "qt_dockwidget_floatbutton": translate("Workspace", "Dock in the window")
        if dock.isFloating()
        else translate("Workspace", "Undock into its own window"),
        "qt_dockwidget_closebutton": translate("Workspace", "Hide this panel"),
    }
    for name, tip in words.items():
        button = dock.findChild(QAbstractButton, name, Qt.FindChildOption.FindDirectChildrenOnly)
        if button is not None:
            button.setToolTip(tip)
            button.setAccessibleName(tip)


def _focus_within(widget: QWidget) -> None:
    """Focuses the last focused control of a panel, else its first control, else the panel."""
    last = widget.focusWidget()
    controls = (last, *widget.findChildren(QWidget)) if last is not None else widget.findChildren(QWidget)
    for control in controls:
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus and control.isEnabled() and control.isVisibleTo(widget):
            control.setFocus()
            return
    widget.setFocus()


def _focus_again(widget: QWidget | None) -> None:
    """Focuses a widget unless it was deleted."""
    if widget is not None and isValid(widget):
        widget.setFocus()
