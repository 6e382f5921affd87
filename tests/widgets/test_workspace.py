"""The panels around the match are shown, hidden, moved and restored."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QPlainTextEdit, QPushButton

from widgets.workspace.workspace import MATCH, MAX_LIBRARY_PX, MAX_MATCH_PX, Panel, Side, Workspace


@pytest.fixture
def make_workspace(qtbot):
    def make():
        panels = (
            Panel(key="library", title="Library", side=Side.LEFT, keys="Ctrl+0"),
            Panel(key="stage", title="Arena", side=Side.CENTRE, keys="Ctrl+1"),
            Panel(key="plots", title="Plots", side=Side.BELOW, keys="Ctrl+2"),
            Panel(key="log", title="Log", side=Side.BELOW, keys="Ctrl+3"),
        )
        workspace = Workspace(panels)
        qtbot.addWidget(workspace)
        workspace.addActions(workspace.actions_going)
        workspace.resize(1200, 700)
        workspace.show()
        qtbot.waitExposed(workspace)
        for key in (*KEYS, MATCH):
            workspace.fill(key, QPlainTextEdit(key))
        workspace.activateWindow()
        QTest.qWait(1)
        return workspace

    return make


KEYS = ("library", "stage", "plots", "log")


def shown(workspace):
    return {key for key in KEYS if workspace.is_shown(key)}


def panel(workspace, key):
    """Returns the widget of a panel or of the match, which has its key as its text."""
    return next(part for part in workspace.findChildren(QPlainTextEdit) if part.toPlainText() == key)


def dock(workspace, key):
    return workspace.findChild(QDockWidget, key)


def left_of(widget):
    return widget.mapTo(widget.window(), widget.rect().topLeft()).x()


def widths(workspace):
    return tuple(panel(workspace, key).width() for key in ("library", "match", "stage"))


def test_at_first_library_match_arena_and_the_first_tab_can_be_seen(make_workspace, qtbot):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "plots"})
    places = [left_of(panel(workspace, key)) for key in ("library", "match", "stage")]
    assert places == sorted(places)
    qtbot.waitUntil(lambda: widths(workspace)[2] >= 480)


@pytest.mark.parametrize(("width", "library", "match"), [(1200, 282, 402), (2560, MAX_LIBRARY_PX, MAX_MATCH_PX)])
def test_a_wide_window_gives_its_room_to_the_arena(make_workspace, qtbot, width, library, match):
    workspace = make_workspace()
    workspace.resize(width, 1000)
    qtbot.waitUntil(lambda: widths(workspace)[:2] == (library, match))
    assert widths(workspace)[2] > 0.4 * width


@pytest.mark.parametrize("action", ["hidden", "floating"])
def test_the_room_of_a_panel_that_goes_is_the_arenas(make_workspace, qtbot, action):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: widths(workspace)[1] == 402)
    before = widths(workspace)
    library = dock(workspace, "library")
    library.setFloating(True) if action == "floating" else library.hide()
    qtbot.waitUntil(lambda: widths(workspace)[2] >= before[2] + before[0])
    qtbot.waitUntil(lambda: widths(workspace)[1] == before[1])
    library.setFloating(False)
    library.show()
    qtbot.waitUntil(lambda: widths(workspace) == before)


def drag_edge(qtbot, workspace, by):
    """Moves the edge between match and arena to the left."""
    edge = dock(workspace, "match").geometry().topRight() + QPoint(3, 300)
    QTest.mousePress(workspace, Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseMove(workspace, edge - QPoint(by, 0))
    qtbot.waitUntil(lambda: left_of(panel(workspace, "stage")) == edge.x() - by + 4)
    QTest.mouseRelease(workspace, Qt.MouseButton.LeftButton, pos=edge - QPoint(by, 0))


def test_widths_that_the_user_chose_stay(make_workspace, qtbot):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: widths(workspace)[1] == 402)
    drag_edge(qtbot, workspace, 100)
    chosen, below = widths(workspace), panel(workspace, "plots").height()
    assert chosen[1] < 402
    workspace.resize(1900, 1000)
    qtbot.waitUntil(lambda: widths(workspace) == (*chosen[:2], chosen[2] + 700))
    assert panel(workspace, "plots").height() == below
    dock(workspace, "library").hide()
    qtbot.waitUntil(lambda: widths(workspace)[2] > chosen[2] + 700)
    qtbot.waitUntil(lambda: widths(workspace)[1] == chosen[1])
    dock(workspace, "library").show()
    workspace.resize(700, 700)
    qtbot.waitUntil(lambda: widths(workspace)[2] > 0.4 * 700)
    workspace.resize(1200, 700)
    qtbot.waitUntil(lambda: widths(workspace) == chosen)


@pytest.mark.parametrize(("height", "arena"), [(470, 290), (600, 360), (1400, 1050)])
def test_the_arena_keeps_its_height_in_a_low_window(make_workspace, qtbot, height, arena):
    workspace = make_workspace()
    workspace.resize(1200, height)
    qtbot.waitUntil(lambda: panel(workspace, "stage").height() >= arena)


def test_the_arena_is_shown_alone_and_all_comes_back_with_the_focus(make_workspace, qtbot):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: widths(workspace)[1] == 402)
    before, kept = widths(workspace), workspace.arrangement()
    panel(workspace, "library").setFocus()
    workspace.set_alone(is_alone=True)
    assert workspace.arrangement() == kept, "closing the window now forgets nothing"
    qtbot.waitUntil(lambda: shown(workspace) == {"stage"})
    qtbot.waitUntil(lambda: panel(workspace, "stage").width() > 1150)
    assert not panel(workspace, "match").isVisible()
    workspace.set_alone(is_alone=False)
    qtbot.waitUntil(lambda: widths(workspace) == before)
    assert panel(workspace, "library").hasFocus()


def test_a_panel_that_is_wanted_ends_being_alone(make_workspace, qtbot):
    workspace = make_workspace()
    workspace.set_alone(is_alone=True)
    workspace.show_panel("stage")
    assert workspace.is_alone
    workspace.show_panel("log")
    assert not workspace.is_alone
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "log"})


def press(qtbot, workspace, key):
    qtbot.keyClick(workspace, Qt.Key(Qt.Key.Key_0 + KEYS.index(key)), Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_goes_to_a_panel_and_a_second_press_returns(make_workspace, qtbot, key):
    workspace = make_workspace()
    panel(workspace, "match").setFocus()
    before = shown(workspace)
    press(qtbot, workspace, key)
    qtbot.waitUntil(panel(workspace, key).hasFocus)
    assert key in shown(workspace)
    press(qtbot, workspace, key)
    qtbot.waitUntil(panel(workspace, "match").hasFocus)
    assert shown(workspace) == before, "a tab that was in front is in front again"


def test_a_key_shows_a_hidden_panel_and_hides_it_again(make_workspace, qtbot):
    workspace = make_workspace()
    panel(workspace, "match").setFocus()
    dock(workspace, "library").hide()
    press(qtbot, workspace, "library")
    qtbot.waitUntil(panel(workspace, "library").hasFocus)
    press(qtbot, workspace, "library")
    qtbot.waitUntil(lambda: dock(workspace, "library").isHidden())
    assert panel(workspace, "match").hasFocus()


def test_a_key_pressed_on_a_panel_that_was_clicked_leaves_it_there(make_workspace, qtbot):
    workspace = make_workspace()
    panel(workspace, "library").setFocus()
    press(qtbot, workspace, "library")
    assert dock(workspace, "library").isVisible()
    assert panel(workspace, "library").hasFocus()


def test_a_key_returns_although_the_place_before_is_gone(make_workspace, qtbot):
    workspace = make_workspace()
    gone = QPlainTextEdit(workspace)
    gone.show()
    gone.setFocus()
    press(qtbot, workspace, "log")
    qtbot.waitUntil(panel(workspace, "log").hasFocus)
    gone.deleteLater()
    QTest.qWait(1)
    press(qtbot, workspace, "log")
    qtbot.waitUntil(lambda: "plots" in shown(workspace))


def test_the_buttons_of_a_title_have_tooltips(make_workspace, qtbot):
    workspace = make_workspace()
    tips = {button.toolTip() for button in dock(workspace, "library").findChildren(QAbstractButton)}
    assert tips == {"Undock into its own window", "Hide this panel"}
    dock(workspace, "library").setFloating(True)
    tips = {button.toolTip() for button in dock(workspace, "library").findChildren(QAbstractButton)}
    assert tips == {"Dock in the window", "Hide this panel"}
    dock(workspace, "library").setFloating(False)


def test_a_panel_comes_to_the_front(make_workspace, qtbot):
    workspace = make_workspace()
    workspace.show_panel("log")
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "log"})


def test_a_hidden_panel_comes_back(make_workspace, qtbot):
    workspace = make_workspace()
    action = workspace.actions_of_panels[0]
    action.trigger()
    qtbot.waitUntil(lambda: "library" not in shown(workspace))
    workspace.show_panel("library")
    qtbot.waitUntil(lambda: "library" in shown(workspace))
    assert action.isChecked()


def test_an_arrangement_is_restored(make_workspace, qtbot):
    first = make_workspace()
    first.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock(first, "log"))
    dock(first, "library").hide()
    kept = first.arrangement()
    second = make_workspace()
    assert second.restore(kept)
    assert second.dockWidgetArea(dock(second, "log")) == Qt.DockWidgetArea.RightDockWidgetArea
    qtbot.waitUntil(lambda: "library" not in shown(second))
    second.arrange()
    assert second.dockWidgetArea(dock(second, "log")) == Qt.DockWidgetArea.BottomDockWidgetArea
    qtbot.waitUntil(lambda: shown(second) == {"library", "stage", "plots"})


@pytest.mark.parametrize("damaged", [b"", b"nonsense", bytes(64)])
def test_a_damaged_arrangement_changes_nothing(make_workspace, qtbot, damaged):
    workspace = make_workspace()
    assert not workspace.restore(damaged)
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "plots"})


def test_only_panels_that_are_no_tabs_have_a_title(make_workspace, qtbot):
    workspace = make_workspace()
    assert dock(workspace, "library").titleBarWidget() is None
    plots = dock(workspace, "plots")
    qtbot.waitUntil(lambda: plots.titleBarWidget() is not None)
    plots.setFloating(True)
    qtbot.waitUntil(lambda: plots.titleBarWidget() is None)
    plots.setFloating(False)


def test_a_title_changes(make_workspace):
    workspace = make_workspace()
    workspace.set_title("log", "Log (3)")
    assert dock(workspace, "log").windowTitle() == "Log (3)"
    assert dock(workspace, "log").toggleViewAction().text() == "Log (3)"


def test_the_actions_name_what_they_do(make_workspace):
    workspace = make_workspace()
    assert [action.text() for action in workspace.actions_of_panels] == ["Library", "Plots", "Log"]
    assert workspace.actions_of_panels[1].toolTip() == "Show or hide: Plots"
    going = workspace.actions_going
    assert [action.text() for action in going] == ["Go to: Library", "Go to: Arena", "Go to: Plots", "Go to: Log"]
    assert [action.shortcut().toString() for action in going] == ["Ctrl+0", "Ctrl+1", "Ctrl+2", "Ctrl+3"]


def test_the_arena_has_its_own_window_and_comes_back(make_workspace, qtbot):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: widths(workspace)[1] == 402)
    before, kept = widths(workspace), workspace.arrangement()
    told = []
    workspace.apart_changed.connect(told.append)
    workspace.set_apart(is_apart=True)
    arena = panel_anywhere("stage")
    window = arena.window()
    assert window is not workspace.window()
    assert window.isVisible()
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    workspace.set_alone(is_alone=True)
    assert window.isFullScreen(), "the arena fills the screen on which it is"
    assert not workspace.is_alone
    window.close()
    qtbot.waitUntil(lambda: not workspace.is_apart)
    assert arena.window() is workspace.window()
    qtbot.waitUntil(lambda: widths(workspace) == before)
    assert workspace.arrangement() == kept
    workspace.set_apart(is_apart=True)
    workspace.findChild(QPushButton).click()
    assert arena.window() is workspace.window()
    assert told == [True, False, True, False]


def panel_anywhere(key):
    parts = (part for top in QApplication.topLevelWidgets() for part in top.findChildren(QPlainTextEdit))
    return next(part for part in parts if part.toPlainText() == key)
