"""Time, objects and situations of a running match; a situation saved as a file can be loaded into other matches."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QMessageBox

from app.document.incoming import DropKind, found_at
from app.services.paths import situations_dir
from runtime.documents import read_situation, situation_text
from runtime.games import capabilities_of
from runtime.model.commands import SetState
from runtime.model.events import FrameShown, PaceMeasured, SwapChanged
from runtime.model.placements import Body, Placement, StateChange
from runtime.model.situations import Situation, SituationCar
from runtime.model.states import SwapOutcome
from tests.app.windows import panel
from tests.values import a_swap, a_view
from widgets.sandbox.sandbox_panel import SandboxPanel
from widgets.shared.drops import PathsDropped
from widgets.stage.moving import Handle

OPEN_GOAL = Situation(
    name="Open goal",
    ball=Placement(body=Body.BALL, index=0, location=(0.0, 4000.0, 93.0), velocity=(0.0, 0.0, 0.0)),
    cars=(SituationCar(team=0, location=(0.0, 3000.0, 17.0), boost=50.0),),
    game_speed=0.5,
)


@pytest.fixture
def open_window(make_desktop, runner, copied_match):
    """Builds a window with a match that allows state setting, or not."""

    def build(*, state_setting="true"):
        document = copied_match()
        text = document.read_text(encoding="utf-8")
        document.write_text(text.replace("enable_state_setting = false", f"enable_state_setting = {state_setting}"))
        return make_desktop(lambda match, choice: runner, document)

    return build


@pytest.fixture
def playing(open_window, qtbot):
    desktop = open_window()
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.view is not None)
    desktop.window.workspace.show_panel("sandbox")
    qtbot.waitUntil(sandbox(desktop).isVisible)
    show(desktop, a_view(50))
    return desktop


def sandbox(desktop):
    return desktop.window.panel(SandboxPanel)


def show(desktop, view):
    desktop.session.bridge.post(FrameShown(view=view))
    desktop.session.bridge._drain()


def changes(runner):
    return [command.change for command in runner.stage if isinstance(command, SetState)]


@pytest.fixture
def saved():
    """A saved situation in the folder of situations."""
    folder = situations_dir()
    folder.mkdir(parents=True)
    path = folder / "goal.situation.toml"
    path.write_text(situation_text(OPEN_GOAL), encoding="utf-8")
    return path


def test_numbers_of_the_chosen_object_follow_the_match_and_change_it(playing, runner):
    inspector = sandbox(playing).inspector
    view = a_view(60)
    show(playing, view)
    assert [box.value() for box in inspector.fields["location"]] == pytest.approx(
        [round(view.balls[0].x), round(view.balls[0].y), round(view.balls[0].z)]
    )
    assert not inspector.boost.isEnabled()
    inspector.fields["velocity"][1].setValue(1200.0)
    (change,) = changes(runner)
    assert (change.placements[0].body, change.placements[0].velocity[1]) == (Body.BALL, 1200.0)
    assert change.placements[0].location is None
    inspector.choose(Handle(body=Body.CAR, index=1))
    inspector.fields["rotation"][1].setValue(90.0)
    inspector.boost.setValue(12.0)
    turn, boost = changes(runner)[1:]
    assert turn.placements[0].rotation[1] == pytest.approx(1.5708, abs=1e-3)
    assert boost == StateChange(placements=(Placement(body=Body.CAR, index=1, boost=12.0),))


def test_time(playing, runner, qtbot):
    box = sandbox(playing)
    playing.session.bridge.post(PaceMeasured(speed=1.0, overruns=0, is_paused=False))
    QTest.mouseClick(box.freeze, Qt.MouseButton.LeftButton)
    playing.window.commands.step.trigger()
    assert runner.console[-2:] == ["kickabout pause", "kickabout step"]
    box.speed.setCurrentIndex(box.speed.findData(0.25))
    box.speed.activated.emit(box.speed.currentIndex())
    box.gravity.setValue(-100.0)
    box.usual_gravity.click()
    assert changes(runner) == [
        StateChange(game_speed=0.25),
        StateChange(gravity_z=-100.0),
        StateChange(gravity_z=-650.0),
    ]
    box.freeze.click()
    assert runner.console[-1] == "kickabout resume"


def test_a_moment_is_saved_under_a_name_and_set_again(playing, runner, qtbot):
    box = sandbox(playing)
    box.save.click()
    dialog = playing.window.findChild(QInputDialog)
    dialog.setTextValue("Kick/off: one")
    dialog.accept()
    qtbot.waitUntil(lambda: box.list.count() == 1)
    (path,) = situations_dir().glob("*")
    assert path.name == "Kickoff one.situation.toml"
    kept = read_situation(path).value
    assert (kept.name, len(kept.cars)) == ("Kick/off: one", 2)
    playing.window.commands.repeat_situation.trigger()
    assert changes(runner)[-1] == kept.change_in(playing.session.view)


def test_a_saved_situation_is_set_into_another_match(saved, playing, runner, qtbot):
    box = sandbox(playing)
    qtbot.waitUntil(lambda: box.list.count() == 1)
    box.list.setCurrentRow(0)
    box.load.click()
    qtbot.waitUntil(lambda: bool(changes(runner)))
    assert changes(runner) == [OPEN_GOAL.change_in(playing.session.view)]
    box.repeat.click()
    assert len(changes(runner)) == 2


@pytest.mark.parametrize(("outcome", "count"), [(SwapOutcome.SWAPPED, 2), (SwapOutcome.REFUSED, 1)])
def test_the_situation_is_set_again_after_a_reload(saved, playing, runner, qtbot, outcome, count):
    box = sandbox(playing)
    panel(playing, "sandbox").load(saved)
    qtbot.waitUntil(lambda: bool(changes(runner)))
    box.after_reload.setChecked(True)
    with qtbot.waitSignal(playing.session.bridge.swap_changed):
        playing.session.bridge.post(SwapChanged(record=a_swap(outcome)))
    assert len(changes(runner)) == count


def test_cars_that_the_match_does_not_have_are_left_out_with_a_word(saved, playing, runner, qtbot):
    crowd = replace(OPEN_GOAL, cars=OPEN_GOAL.cars * 3)
    saved.write_text(situation_text(crowd), encoding="utf-8")
    panel(playing, "sandbox").load(saved)
    qtbot.waitUntil(lambda: bool(changes(runner)))
    assert "2 of them were left out" in playing.window.bottom.line.text()


def test_a_broken_file_says_why(saved, playing, runner, qtbot):
    saved.write_text("version = 1\n[ball]\nlocation = 5\n", encoding="utf-8")
    panel(playing, "sandbox").load(saved)
    qtbot.waitUntil(lambda: "three numbers" in playing.window.bottom.line.text())
    assert not changes(runner)


def test_a_match_without_state_setting_says_so(open_window, runner, saved, qtbot):
    desktop = open_window(state_setting="false")
    box = sandbox(desktop)
    assert box.reason.text() == "No match is running."
    desktop.session.start()
    qtbot.waitUntil(lambda: desktop.session.view is not None)
    assert "is off in this match's settings" in box.reason.text()
    assert not box.inspector.isEnabled()
    panel(desktop, "sandbox").load(saved)
    qtbot.waitUntil(lambda: "is off in this match's settings" in desktop.window.bottom.line.text())
    assert not changes(runner)


def test_rocket_league_has_no_single_ticks_and_says_so(playing):
    playing.session._game = capabilities_of("attached")
    playing.session.changed.emit()
    box = sandbox(playing)
    assert not box.freeze.isEnabled()
    assert "Only the arena" in box.step.toolTip()
    assert box.speed.isEnabled()


def test_deleting_asks_first(saved, playing, qtbot):
    box = sandbox(playing)
    qtbot.waitUntil(lambda: box.list.count() == 1)
    box.list.setCurrentRow(0)
    box.remove.click()
    playing.window.findChild(QMessageBox).button(QMessageBox.StandardButton.Yes).click()
    qtbot.waitUntil(lambda: not saved.exists())
    qtbot.waitUntil(lambda: box.list.count() == 0)


def test_what_is_selected_in_the_arena_is_what_the_numbers_show(playing):
    canvas, inspector = playing.window.stage.canvas, sandbox(playing).inspector
    canvas.set_moving(is_on=True)
    canvas.mover.select(Handle(body=Body.CAR, index=1))
    assert inspector.handle == Handle(body=Body.CAR, index=1)
    inspector.object.setCurrentIndex(0)
    inspector.object.activated.emit(0)
    assert canvas.mover.chosen == Handle(body=Body.BALL, index=0)


def test_a_situation_that_is_dropped_on_the_window_is_set_and_no_match_opened(saved, playing, runner, qtbot):
    title = playing.window.windowTitle()
    assert found_at(saved).kind is DropKind.SITUATION
    playing.window.paths_dropped.emit(PathsDropped(paths=(saved,), team=None))
    qtbot.waitUntil(lambda: bool(changes(runner)))
    assert changes(runner) == [OPEN_GOAL.change_in(playing.session.view)]
    assert playing.window.windowTitle() == title
