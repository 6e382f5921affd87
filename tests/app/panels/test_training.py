"""The page of training runs: its document, a real run from start to a bot in the match, and runs on disk."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from app.document.incoming import kind_of
from app.panels.training import form
from app.panels.training.curves import Metrics
from runtime.model.training import EndReason, MetricPoint, PhaseMode
from runtime.training.runs import RunDocument, known_names
from runtime.training.specification import EnvironmentSpec
from tests.app.windows import panel
from widgets.shared.drops import DropKind, PathsDropped
from widgets.training.run_form import Entry, Field

SHORT_RUN = """\
version = 1

[run]
name = "Short"

[environment]
blue = 1
orange = 0
controlled = "blue"
terminations = ["touch"]
truncations = [{ name = "time_limit", seconds = 1 }]
start = "random"

[[environment.rewards]]
name = "velocity_to_ball"
weight = 1.0

[learner]
name = "evolution"
steps = 30

[workers]
count = 1
arenas = 2

[[phases]]
name = "train"
seconds = 300
"""
USUAL = EnvironmentSpec().as_json()
WAIT_MS = 60_000


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "short.run.toml"
    path.write_text(SHORT_RUN, encoding="utf-8")
    return path


@pytest.fixture
def desktop(make_desktop, runner):
    return make_desktop(lambda match, choice: runner)


def page_of(desktop):
    return panel(desktop, "training").page


def opened(desktop, document):
    desktop.incoming.take_dropped(PathsDropped(paths=(document,), team=None))
    return page_of(desktop)


def test_a_run_is_started_watched_paused_stopped_resumed_and_played(desktop, document, qtbot):
    controller = opened(desktop, document)
    page, session = controller.page, desktop.training
    assert desktop.window.shown_page is page
    assert not page.resume_button.isEnabled()
    page.start_button.click()
    assert session.is_running
    assert not page.form.cell(("run", "name")).isEnabled()
    qtbot.waitUntil(lambda: "reward" in controller.metrics.names, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.curves.canvas.picture is not None, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.workers.table.topLevelItemCount() == 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.timers.topLevelItemCount() > 0, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: page.live.canvas.view is not None, timeout=WAIT_MS)
    page.pause_button.click()
    qtbot.waitUntil(lambda: session.is_paused, timeout=WAIT_MS)
    page.pause_button.click()
    qtbot.waitUntil(lambda: not session.is_paused, timeout=WAIT_MS)
    desktop.window.show_match()
    assert session.is_running
    desktop.window.header.training_button.click()
    page.stop_button.click()
    qtbot.waitUntil(lambda: not session.is_running, timeout=WAIT_MS)
    assert session.view.end is EndReason.CANCELLED
    qtbot.waitUntil(page.resume_button.isEnabled, timeout=WAIT_MS)
    cars = len(desktop.document.overview.cars)
    page.checkpoints.play_button.click()
    qtbot.waitUntil(lambda: len(desktop.document.overview.cars) == cars + 1, timeout=WAIT_MS)
    assert desktop.window.shown_page is None
    assert desktop.document.overview.can_start


def test_a_run_on_disk_shows_its_curves_and_why_it_cannot_be_resumed(desktop, document, qtbot):
    controller = opened(desktop, document)
    controller.page.start_button.click()
    qtbot.waitUntil(lambda: "reward" in controller.metrics.names, timeout=WAIT_MS)
    controller.page.stop_button.click()
    qtbot.waitUntil(lambda: not desktop.training.is_running, timeout=WAIT_MS)
    controller.document.new()
    assert controller.metrics.names == ()
    controller.open(document)
    qtbot.waitUntil(lambda: "reward" in controller.metrics.names, timeout=WAIT_MS)
    qtbot.waitUntil(controller.page.resume_button.isEnabled, timeout=WAIT_MS)
    key = ("environment", "rewards", 0, "weight")
    line = controller.page.form.cell(key)
    line.setText("3.5")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "environment.rewards" in controller.page.checkpoints.resume_note.text(), timeout=WAIT_MS)
    assert not controller.page.resume_button.isEnabled()
    controller.page.undo_button.click()
    assert not controller.document.is_dirty
    qtbot.waitUntil(controller.page.resume_button.isEnabled, timeout=WAIT_MS)


def test_problems_stop_the_start_and_are_fixed(desktop, document, qtbot):
    document.write_text(SHORT_RUN.replace('terminations = ["touch"]', 'terminations = ["tuch"]'), encoding="utf-8")
    controller = opened(desktop, document)
    assert not controller.page.start_button.isEnabled()
    assert controller.page.problems.isVisible()
    controller.page.problems.fix_button.click()
    assert controller.page.start_button.isEnabled()
    assert not controller.page.problems.isVisible()
    assert controller.document.is_dirty


def test_closing_asks_about_changes_of_the_run(desktop, document, qtbot):
    controller = opened(desktop, document)
    controller.document.edit(
        "Seed", lambda run: form.apply(run, Field(key=("run", "seed"), entry=Entry.WHOLE, value=""), "7")
    )
    desktop.window.close()
    box = desktop.window.findChild(QMessageBox)
    assert "training run" in box.text()
    box.button(QMessageBox.StandardButton.Cancel).click()
    qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) is None)
    controller.document.undo()


def test_keys_act_on_the_page_that_is_shown(desktop, document, qtbot):
    controller = opened(desktop, document)
    saves = [action for action in desktop.window.commands.all if action.shortcut().toString() == "Ctrl+S"]
    assert not any(action.isEnabled() for action in saves)
    desktop.window.show_match()
    assert all(action.isEnabled() for action in saves)
    assert controller.page.isHidden()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("run.toml", DropKind.RUN),
        ("a.run.toml", DropKind.RUN),
        ("match.toml", DropKind.MATCH),
        ("run.txt", DropKind.NOTHING),
    ],
)
def test_a_run_is_told_by_its_name(tmp_path, name, kind):
    path = tmp_path / name
    path.touch()
    assert kind_of(path) is kind


# The form


@pytest.mark.parametrize("key", ["reach", "self-play"])
def test_a_template_is_a_run_without_problems(key):
    document = RunDocument.of_template(key)
    assert document.reading().problems == ()
    sections = form.sections_of(document.reading().value.written, USUAL, known_names)
    keys = [field.key for section in sections for row in section.rows for field in (row.field, row.weight) if field]
    assert len(keys) == len(set(keys))


def edited(change, text=SHORT_RUN):
    document = RunDocument(text, None)
    change(document)
    return document.reading().value


def test_elements_of_lists_are_added_changed_and_removed():
    ends = ("environment", "terminations")
    assert [one.name for one in edited(lambda run: form.add(run, ends, "goal")).phases[0].environment.terminations] == [
        "touch",
        "goal",
    ]
    assert edited(lambda run: form.remove(run, (*ends, 0))).phases[0].environment.terminations == ()
    rewards = edited(lambda run: form.add(run, ("environment", "rewards"), "touch")).phases[0].environment.rewards
    assert [term.component.name for term in rewards] == ["velocity_to_ball", "touch"]
    plan = edited(lambda run: form.add(run, ("phases",), "evaluate"))
    assert [phase.mode for phase in plan.phases] == [PhaseMode.TRAIN, PhaseMode.EVALUATE]
    field = Field(key=("phases", 0, "success", "at_least"), entry=Entry.NUMBER, value="")
    assert edited(lambda run: form.apply(run, field, "2,5")).phases[0].end.success.at_least == 2.5


def test_values_of_steps_that_were_resumed_from_replace_the_later_ones():
    metrics = Metrics()
    metrics.add(MetricPoint(name="reward", step=step, wall_s=step, value=step) for step in (10, 20, 30))
    metrics.add([MetricPoint(name="reward", step=15, wall_s=40.0, value=1.0)])
    steps, values = metrics.samples("reward", is_time=False)
    assert list(steps) == [10.0, 15.0]
    assert list(values) == [10.0, 1.0]
