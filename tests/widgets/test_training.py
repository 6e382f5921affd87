"""The widgets of the page of training runs: what they show of a run, and what they request."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QSlider, QToolButton

from resources.looks import Theme, looks, style
from runtime.model.messages import literal
from runtime.model.training import (
    ArenaShown,
    CheckpointView,
    EndReason,
    ParameterView,
    PhaseMode,
    PhaseView,
    RunState,
    RunView,
)
from runtime.model.workers import RestartBudget, WorkerState, WorkerView
from tests.app.conftest import a_view
from tests.labels import named, texts
from widgets.shared.form import DocumentForm, Entry, Field, Row, Section
from widgets.training.checkpoint_list import CheckpointList
from widgets.training.live_view import LiveView
from widgets.training.parameter_panel import ParameterPanel
from widgets.training.training_page import RunReasons, TrainingPage
from widgets.training.value_table import ValueTable
from widgets.training.worker_grid import POLICY, RESTARTS, STATE, WorkerGrid

LOOKS = looks(Theme.DARK)


def a_run(**changes):
    values = {"name": "Reach", "document": Path("/r/reach.run.toml"), "folder": Path("/r/runs/reach")}
    return RunView(**{**values, **changes})


def a_worker(number, state=WorkerState.STEPPING, **changes):
    return WorkerView(worker=number, state=state, **changes)


def a_checkpoint(step, **changes):
    values = {"run": "Reach", "phase": "train", "agent": "agent", "name": f"{step:012d}", "created_s": 1000.0 + step}
    return CheckpointView(**{**values, "folder": Path(f"/r/{step}"), "step": step, **changes})


def a_page():
    page = TrainingPage(LOOKS, (("reach", "Reach"),))
    for _ in (*page.make(), *page.reveal()):
        pass
    return page


@pytest.fixture
def shown(qtbot):
    def show(widget):
        qtbot.addWidget(widget)
        widget.resize(1000, 600)
        widget.show()
        qtbot.waitExposed(widget)
        return widget

    return show


# Workers


def test_a_worker_shows_its_state_in_its_colour_its_quota_and_its_policy(shown):
    grid = shown(WorkerGrid(LOOKS))
    budget = RestartBudget(used=3, allowed=10, used_in_period=1, allowed_in_period=1, next_slot_s=42.0)
    worker = a_worker(0, WorkerState.RESTARTING, restarts=budget, policy_version=57, pid=41, reason=literal("It died."))
    grid.show_run(a_run(workers=(worker,), arenas=8, discarded_steps=12), is_running=True)
    item = grid.table.topLevelItem(0)
    assert "restarting" in item.text(STATE)
    assert item.foreground(STATE).color().name() == LOOKS.warning
    assert item.text(RESTARTS) == "3 / 10 · 42 s"
    assert item.text(POLICY) == "57"
    assert "It died." in item.toolTip(STATE)
    assert "41" in item.toolTip(STATE)
    assert grid.summary.text() == "8 arenas · 12 steps discarded"


@pytest.mark.parametrize(("used", "is_used_up"), [(9, False), (10, True), (11, True)])
def test_a_used_up_quota_is_red(shown, used, is_used_up):
    grid = shown(WorkerGrid(LOOKS))
    grid.show_run(a_run(workers=(a_worker(0, restarts=RestartBudget(used=used, allowed=10)),)), is_running=True)
    assert (grid.table.topLevelItem(0).foreground(RESTARTS).color().name() == LOOKS.bad) is is_used_up


def test_workers_are_added_and_removed_while_the_run_is_running_and_one_always_stays(shown, qtbot):
    grid = shown(WorkerGrid(LOOKS))
    grid.show_run(a_run(workers=(a_worker(0), a_worker(3))), is_running=True)
    with qtbot.waitSignal(grid.add_requested):
        grid.add_button.click()
    with qtbot.waitSignal(grid.remove_requested) as removed:
        grid.remove_button.click()
    assert removed.args == [None]
    grid.table.setCurrentItem(grid.table.topLevelItem(1))
    with qtbot.waitSignal(grid.remove_requested) as removed:
        grid.remove_button.click()
    assert removed.args == [3]
    grid.show_run(a_run(workers=(a_worker(0), a_worker(3, WorkerState.CLOSED))), is_running=True)
    assert not grid.remove_button.isEnabled()
    grid.show_run(a_run(workers=(a_worker(0), a_worker(3))), is_running=False)
    assert not grid.add_button.isEnabled()


# Checkpoints


def test_the_chosen_checkpoint_can_be_played_unless_it_is_damaged(shown, qtbot):
    checkpoints = shown(CheckpointList(LOOKS))
    assert not checkpoints.play_button.isEnabled()
    whole, damaged = a_checkpoint(20_000, is_latest=True), a_checkpoint(10_000, problem=literal("It is damaged."))
    checkpoints.show_checkpoints((damaged, whole))
    assert checkpoints.chosen == whole
    assert "20k" in checkpoints.table.topLevelItem(0).text(0)
    with qtbot.waitSignal(checkpoints.play_requested) as played:
        checkpoints.play_button.click()
    assert played.args == [whole]
    checkpoints.table.setCurrentItem(checkpoints.table.topLevelItem(1))
    assert not checkpoints.play_button.isEnabled()
    assert checkpoints.play_button.toolTip() == "It is damaged."


def test_the_choice_stays_when_newer_checkpoints_come(shown):
    checkpoints = shown(CheckpointList(LOOKS))
    first = a_checkpoint(1_000)
    checkpoints.show_checkpoints((first,))
    checkpoints.show_checkpoints((first, a_checkpoint(2_000)))
    assert checkpoints.chosen == first


def test_the_reason_against_resuming_is_shown(shown):
    checkpoints = shown(CheckpointList(LOOKS))
    assert not checkpoints.resume_note.isVisible()
    checkpoints.show_resume("The document has changed: learner.name.")
    assert "learner.name" in checkpoints.resume_note.text()
    assert checkpoints.resume_note.isVisible()


# Parameters


def test_a_moved_slider_and_a_typed_number_change_the_parameter(shown, qtbot):
    panel = shown(ParameterPanel())
    panel.show_parameters((ParameterView(name="speed", value=500.0, least=0.0, most=1000.0),), is_running=True)
    assert panel.findChild(QSlider).value() == 500
    with qtbot.waitSignal(panel.parameter_changed) as changed:
        panel.findChild(QSlider).setValue(250)
    assert changed.args == ["speed", 250.0]
    assert panel.findChild(QDoubleSpinBox).value() == 250.0
    with qtbot.waitSignal(panel.parameter_changed) as changed:
        panel.findChild(QDoubleSpinBox).setValue(1000.0)
    assert changed.args == ["speed", 1000.0]
    assert panel.findChild(QSlider).value() == 1000


def test_a_value_that_comes_while_the_slider_is_held_is_shown_afterwards(shown):
    panel = shown(ParameterPanel())

    def show(value):
        panel.show_parameters((ParameterView(name="speed", value=value, least=0.0, most=1000.0),), is_running=True)

    show(500.0)
    row = panel._parameters["speed"]
    row.slider.setSliderDown(True)
    show(700.0)
    assert row.number.value() == 500.0
    row.slider.setSliderDown(False)
    show(700.0)
    assert (row.slider.value(), row.number.value()) == (700, 700.0)


def test_parameters_are_fixed_while_nothing_runs(shown):
    panel = shown(ParameterPanel())
    assert "Add some under Sliders" in panel.hint.text()
    panel.show_parameters((ParameterView(name="speed", value=0.5, least=0.5, most=0.5),), is_running=False)
    assert not panel.findChild(QSlider).isEnabled()
    assert not panel.findChild(QDoubleSpinBox).isEnabled()
    panel.show_parameters((ParameterView(name="speed", value=0.5, least=0.5, most=0.5),), is_running=True)
    assert not panel.findChild(QSlider).isEnabled()


# The live view


def test_an_arena_is_watched_while_it_can_be_seen(shown, qtbot):
    live = shown(LiveView(LOOKS))
    wanted = []
    live.watch_requested.connect(lambda arena, is_realtime: wanted.append((arena, is_realtime)))
    live.show_run(a_run(arenas=4), is_running=True)
    live.full_button.click()
    live.arena.setCurrentIndex(2)
    live.arena.activated.emit(2)
    live.hide()
    live.show()
    assert wanted == [(0, True), (0, False), (2, False), (None, False), (2, False)]
    live.show_frames(
        [ArenaShown(arena=0, view=a_view(3)), ArenaShown(arena=2, view=a_view(7), reward_terms=(("touch", 0.5),))]
    )
    assert live.canvas.view == a_view(7)
    assert "touch 0.500" in live.about.text()
    live.show_run(a_run(arenas=4), is_running=False)
    assert wanted[-1] == (None, False)


def test_the_number_of_a_parameter_has_room_for_its_digits(shown):
    panel = ParameterPanel()
    panel.setStyleSheet(style(Theme.DARK))
    shown(panel).show_parameters(
        (ParameterView(name="gravity", value=-650.5, least=-1300.0, most=0.0),), is_running=True
    )
    line = panel.findChild(QDoubleSpinBox).findChild(QLineEdit)
    assert line.width() >= line.fontMetrics().horizontalAdvance(line.text())


def test_an_empty_table_says_what_it_is_for(shown):
    table = shown(ValueTable("Ratings", ("Player", "Rating"), "Nobody has played yet."))
    assert table.hint.isVisible()
    table.show_rows([("Rookie", "25")])
    assert not table.hint.isVisible()
    table.show_rows([])
    assert table.hint.isVisible()


# The form


def a_field(key, value="", entry=Entry.TEXT, **more):
    return Field(key=key, value=value, entry=entry, **more)


@pytest.fixture
def form(shown, qtbot):
    made = shown(DocumentForm(LOOKS))
    choices = (("all", "Everyone"), ("blue", "Blue"))
    rewards = Section(
        title="Rewards",
        rows=(
            Row(
                label="",
                field=a_field(
                    ("rewards", 0, "name"), "goal", Entry.CLASS, choices=(("goal", "goal"), ("touch", "touch"))
                ),
                weight=a_field(("rewards", 0, "weight"), "2.0", Entry.NUMBER),
                removal=("rewards", 0),
            ),
        ),
        array=("rewards",),
        add="Add a reward",
        choices=(("goal", "goal"), ("touch", "touch")),
    )
    rows = (
        Row(label="Name", field=a_field(("name",), "Reach")),
        Row(label="Cars", field=a_field(("blue",), "", Entry.WHOLE, default="1")),
        Row(label="Who", field=a_field(("who",), "blue", Entry.CHOICE, choices=choices)),
    )
    made.sections = (Section(title="Run", rows=rows), rewards)
    made.show_sections(made.sections, note="", is_locked=False)
    qtbot.waitUntil(lambda: made.is_made)
    return made


def test_entries_are_sent_once_with_their_values(form, qtbot):
    sent = []
    form.edited.connect(lambda field, text: sent.append((field.key, text)))
    name, cars, who = (form.cell((key,)) for key in ("name", "blue", "who"))
    assert cars.placeholderText() == "1"
    for line, text in ((name, "Other"), (cars, "3")):
        line.setText(text)
        qtbot.keyClick(line, Qt.Key.Key_Return)
    name.editingFinished.emit()
    who.setCurrentIndex(0)
    who.activated.emit(0)
    weight = form.cell(("rewards", 0, "weight"))
    weight.clear()
    weight.editingFinished.emit()
    assert sent[:2] == [(("name",), "Other"), (("blue",), "3")]
    assert sent[-2:] == [(("who",), "all"), (("rewards", 0, "weight"), "")]


def test_a_class_of_the_user_can_be_typed(form, qtbot):
    sent = []
    form.edited.connect(lambda field, text: sent.append(text))
    line = form.cell(("rewards", 0, "name")).lineEdit()
    line.setText("mine.rewards:Dribble")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert sent == ["mine.rewards:Dribble"]


def test_elements_are_added_and_removed(form, qtbot):
    buttons = {button.toolTip() or button.text(): button for button in form.findChildren(QToolButton)}
    with qtbot.waitSignal(form.added) as added:
        buttons["Add a reward"].menu().actions()[1].trigger()
    assert added.args == [("rewards",), "touch"]
    with qtbot.waitSignal(form.removed) as removed:
        buttons["Remove: goal"].click()
    assert removed.args == [("rewards", 0)]


def test_a_locked_form_says_why_and_keeps_its_controls(form):
    before = form.cell(("name",))
    form.show_sections(form.sections, note="It runs.", is_locked=True)
    assert form.note.text() == "It runs."
    assert form.cell(("name",)) is before
    assert not any(line.isEnabled() for line in form.findChildren(QLineEdit))


# The page


def test_the_page_shows_state_phases_and_cause(shown):
    page = shown(a_page())
    phases = (
        PhaseView(index=0, name="warm-up", mode=PhaseMode.TRAIN, state=RunState.FINISHED, end=EndReason.SUCCESS),
        PhaseView(index=1, name="train", mode=PhaseMode.TRAIN, state=RunState.RUNNING, steps=5, max_steps=20_000),
    )
    view = a_run(state=RunState.RUNNING, phases=phases, steps=1_250_000, steps_per_s=340.0, wall_s=3661.0)
    page.show_run(view, is_running=True, is_stopping=False)
    assert named(page, "State of the run").text() == "running · 1.25M steps · 340 steps/s · 1:01:01"
    assert "success" in named(page, "warm-up: finished").toolTip()
    assert "5 / 20k" in named(page, "train: running").toolTip()
    failed = a_run(state=RunState.ERROR, end=EndReason.FAILED, text=literal("The learner died."))
    page.show_run(failed, is_running=False, is_stopping=False)
    assert "The learner died." in texts(page)
    assert named(page, "State of the run").text().startswith("failed")


def test_buttons_without_a_reason_request_what_they_say(shown, qtbot):
    page = shown(a_page())
    page.show_reasons(RunReasons(resume="The document has changed."))
    assert not page.resume_button.isEnabled()
    assert page.resume_button.toolTip() == "The document has changed."
    for button, signal in (
        (page.start_button, page.start_requested),
        (page.stop_button, page.stop_requested),
        (page.pause_button, page.pause_requested),
        (page.checkpoint_button, page.checkpoint_requested),
        (page.back_button, page.back_requested),
        (page.open_button, page.open_requested),
    ):
        with qtbot.waitSignal(signal):
            button.click()
    with qtbot.waitSignal(page.new_requested) as new:
        page.new_button.menu().actions()[0].trigger()
    assert new.args == ["reach"]
