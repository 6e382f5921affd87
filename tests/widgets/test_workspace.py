"""The panels around the match: shown, hidden, moved, and put back where they were."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from widgets.workspace.workspace import Panel, Side, Workspace


@pytest.fixture
def make_workspace(qtbot):
    def make():
        panels = (
            Panel(key="library", title="Library", widget=QLabel("library"), side=Side.LEFT),
            Panel(key="stage", title="Arena", widget=QLabel("stage"), side=Side.STAGE),
            Panel(key="plots", title="Plots", widget=QLabel("plots"), side=Side.BELOW, keys="Ctrl+2"),
            Panel(key="log", title="Log", widget=QLabel("log"), side=Side.BELOW),
        )
        workspace = Workspace(QLabel("match"), panels)
        qtbot.addWidget(workspace)
        workspace.resize(1200, 700)
        workspace.show()
        qtbot.waitExposed(workspace)
        return workspace

    return make


def shown(workspace):
    return {key for key in ("library", "stage", "plots", "log") if workspace.is_shown(key)}


def test_at_first_library_stage_and_the_first_tab_can_be_seen(make_workspace, qtbot):
    workspace = make_workspace()
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "plots"})
    library, stage = workspace._docks["library"], workspace._docks["stage"]
    assert library.geometry().right() < workspace.centralWidget().geometry().left()
    assert stage.geometry().left() > workspace.centralWidget().geometry().right()


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
    first.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, first._docks["log"])
    first.actions_of_panels[1].trigger()
    kept = first.arrangement()
    second = make_workspace()
    assert second.restore(kept)
    assert second.dockWidgetArea(second._docks["log"]) == Qt.DockWidgetArea.BottomDockWidgetArea
    qtbot.waitUntil(lambda: "stage" not in shown(second))
    second.arrange()
    assert second.dockWidgetArea(second._docks["log"]) == Qt.DockWidgetArea.RightDockWidgetArea
    qtbot.waitUntil(lambda: shown(second) == {"library", "stage", "plots"})


@pytest.mark.parametrize("damaged", [b"", b"nonsense", bytes(64)])
def test_a_damaged_arrangement_changes_nothing(make_workspace, qtbot, damaged):
    workspace = make_workspace()
    assert not workspace.restore(damaged)
    qtbot.waitUntil(lambda: shown(workspace) == {"library", "stage", "plots"})


def test_only_panels_that_are_no_tabs_have_a_title(make_workspace, qtbot):
    workspace = make_workspace()
    assert workspace._docks["stage"].titleBarWidget() is None
    qtbot.waitUntil(lambda: workspace._docks["plots"].titleBarWidget() is not None)
    workspace._docks["plots"].setFloating(True)
    qtbot.waitUntil(lambda: workspace._docks["plots"].titleBarWidget() is None)
    workspace._docks["plots"].setFloating(False)


def test_a_title_changes(make_workspace):
    workspace = make_workspace()
    workspace.set_title("log", "Log (3)")
    assert workspace._docks["log"].windowTitle() == "Log (3)"
    assert workspace._docks["log"].toggleViewAction().text() == "Log (3)"


def test_the_action_names_its_keys(make_workspace):
    action = make_workspace().actions_of_panels[2]
    assert action.toolTip() == "Show or hide: Plots (Ctrl+2)"
    assert action.shortcut().toString() == "Ctrl+2"
