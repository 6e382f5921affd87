"""The page of training runs: its document, a real run up to a bot in a match, and runs on disk."""

import tomllib
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QScrollArea

from app.document.form import KIND, notes_of, remove
from app.document.incoming import DropKind, found_at
from app.document.recovery import RecoveryFolder, Unsaved
from app.panels.training import form
from app.panels.training.curves import Metrics
from app.panels.training.run_page import RunReader
from app.services.paths import state_dir
from app.services.translation import set_language
from resources.examples import example_bots
from resources.languages import SOURCE_LANGUAGE
from resources.looks import Theme, style
from runtime.model.training import EndReason, MetricPoint, PhaseMode
from runtime.training.runs import RunDocument, RunFolder, checkpoints
from runtime.training.runs.conditions import Plateau, Success
from runtime.training.runs.plan import LoadSource
from tests.app.windows import panel
from widgets.shared.drops import PathsDropped
from widgets.shared.form import Entry, Field
from widgets.training.training_page import MIN_LEFT_PX, TrainingPage

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
WAIT_MS = 60_000


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "short.run.toml"
    path.write_text(SHORT_RUN, encoding="utf-8")
    return path


@pytest.fixture
def desktop(make_desktop, runner):
    return make_desktop(lambda match, choice: runner)


@pytest.fixture
def opened(desktop, document, qtbot):
    """Opens the page with a document; returns its controller."""

    def open_page():
        desktop.incoming.take_dropped(PathsDropped(paths=(document,), team=None))
        training = panel(desktop, "training")
        qtbot.waitUntil(lambda: training.page is not None and training.page.document.path == document, timeout=WAIT_MS)
        qtbot.waitUntil(lambda: training.page.page.form.is_made)
        return training.page

    return open_page


def test_a_run_is_started_watched_paused_stopped_resumed_and_played(desktop, document, opened, qtbot):
    controller = opened()
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


def test_a_run_on_disk_shows_its_curves_and_why_it_cannot_be_resumed(desktop, document, opened, qtbot):
    controller = opened()
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


def test_no_step_is_a_whole_build(desktop, qtbot):
    training = panel(desktop, "training")
    before, made, open_page = len(QApplication.allWidgets()), [], desktop.window.header.training_button
    window, pages = desktop.window, []

    def look():
        made.append(len(QApplication.allWidgets()) - before)
        pages.append([page for page in window.findChildren(TrainingPage) if page.isVisible()])

    training._next.timeout.connect(look)
    open_page.click()
    assert not hasattr(desktop.window.shown_page, "form")
    qtbot.waitUntil(lambda: training.page is not None and training.page.page.is_revealed, timeout=WAIT_MS)
    steps = [after - before for before, after in pairwise((0, *made))]
    assert sum(steps) > 300
    assert max(steps) < sum(steps) / 4
    assert pages[len(pages) // 2] == []
    assert desktop.window.shown_page is training.page.page
    open_page.click()


def test_unsaved_work_of_a_crashed_program_is_offered_at_the_next_start(make_desktop, runner, document, qtbot):
    text = SHORT_RUN.replace('"Short"', '"Longer"')
    folder = RecoveryFolder(state_dir() / "unsaved_runs", pid=4_190_000)
    assert folder.keep(Unsaved(text=text, path=document))
    desktop = make_desktop(lambda match, choice: runner)
    shown = []
    desktop.notifications.shown.connect(lambda notice: shown.extend([notice] if "short.run" in notice.text else []))
    qtbot.waitUntil(lambda: bool(shown), timeout=WAIT_MS)
    shown[0].on_action()
    controller = panel(desktop, "training").page
    assert (controller.document.path, controller.document.title) == (document, "Longer")
    assert controller.document.is_dirty
    assert desktop.window.shown_page is controller.page
    controller.recovery.keep_now()
    assert len(list((state_dir() / "unsaved_runs").glob("*.json"))) == 1
    controller.document.save()
    assert list((state_dir() / "unsaved_runs").glob("*.json")) == []


def test_the_newest_checkpoint_is_verified_once(tmp_path, monkeypatch):
    plan = RunDocument(SHORT_RUN, tmp_path / "short.run.toml").reading().value
    store, reader, read = RunFolder(plan.folder).store(), RunReader(), []
    monkeypatch.setattr(checkpoints, "_sum_of", lambda path, sum_of=checkpoints._sum_of: read.append(1) or sum_of(path))

    def save(step):
        progress = {"configuration": plan.configuration(0), "configuration_hash": "", "record": {"phase": 0}}
        store.save(
            "train",
            plan.agent,
            step,
            write=lambda folder: (folder / "policy.npz").write_bytes(b"1"),
            progress=progress,
        )
        read.clear()

    save(10)
    assert reader.read(plan).checkpoint.step == 10
    assert len(read) == 1
    assert reader.read(RunDocument(SHORT_RUN + "# edited\n", plan.document).reading().value).checkpoint.step == 10
    assert len(read) == 1
    save(20)
    assert reader.read(plan).checkpoint.step == 20
    assert len(read) == 1


def test_problems_stop_the_start_and_are_fixed(desktop, document, opened, qtbot):
    document.write_text(SHORT_RUN.replace('terminations = ["touch"]', 'terminations = ["tuch"]'), encoding="utf-8")
    controller = opened()
    assert not controller.page.start_button.isEnabled()
    assert controller.page.problems.isVisible()
    controller.page.problems.fix_button.click()
    assert controller.page.start_button.isEnabled()
    assert not controller.page.problems.isVisible()
    assert controller.document.is_dirty


def test_closing_asks_about_changes_of_the_run(desktop, document, opened, qtbot):
    controller = opened()
    controller.document.edit(
        "Seed", lambda run: form.apply(run, Field(key=("run", "seed"), entry=Entry.WHOLE, value=""), "7")
    )
    desktop.window.close()
    box = desktop.window.findChild(QMessageBox)
    assert "training run" in box.text()
    box.button(QMessageBox.StandardButton.Cancel).click()
    qtbot.waitUntil(lambda: desktop.window.findChild(QMessageBox) is None)
    controller.document.undo()


def test_keys_act_on_the_page_that_is_shown(desktop, document, opened, qtbot):
    controller = opened()
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
        ("run.txt", DropKind.OTHER),
    ],
)
def test_a_run_is_told_by_its_name(tmp_path, name, kind):
    path = tmp_path / name
    path.touch()
    assert found_at(path).kind is kind


# The form


@pytest.mark.parametrize("key", ["reach", "self-play"])
def test_a_template_is_a_run_without_problems(key):
    document = RunDocument.of_template(key)
    assert document.reading().problems == ()
    sections = form.sections_of(document.reading().value.written)
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
    assert edited(lambda run: remove(run, (*ends, 0))).phases[0].environment.terminations == ()
    rewards = edited(lambda run: form.add(run, ("environment", "rewards"), "touch")).phases[0].environment.rewards
    assert [term.component.name for term in rewards] == ["velocity_to_ball", "touch"]
    plan = edited(lambda run: form.add(run, ("phases",), "evaluate"))
    assert [phase.mode for phase in plan.phases] == [PhaseMode.TRAIN, PhaseMode.EVALUATE]
    field = Field(key=("phases", 0, "success", "at_least"), entry=Entry.NUMBER, value="")
    assert edited(lambda run: form.apply(run, field, "2,5")).phases[0].end.success.at_least == 2.5


def test_the_first_element_of_a_missing_table_is_added():
    added = edited(
        lambda run: form.add(run, ("environment", "rewards"), "touch"),
        '[learner]\nname = "evolution"\n[[phases]]\nsteps = 1\n',
    )
    assert [term.component.name for term in added.phases[0].environment.rewards] == ["touch"]


WHOLE_RUN = """\
# mine
version = 1

[run]
name = "Whole"  # a name

[environment]
blue = 1
orange = 1
controlled = "blue"
start = "random"
parameters = { "weight.touch" = 0.2, "physics.gravity_z" = { normal = [-650, 50] } }  # two worlds

[[environment.rewards]]
name = "touch"
weight = 0.5

[learner]
name = "evolution"

# the gallery
[gallery]
stand_ins = [
    "Rookie",  # easy
    "Pro",
]

[[parameters]]  # a slider
name = "weight.touch"
value = 0.5

[[phases]]
name = "train"
steps = 1000
"""
RANGES = ("environment", "parameters")
OF_PHASE = ("phases", 0, *RANGES)


def a_field(*key, entry=Entry.NUMBER):
    return Field(key=key, entry=entry, value="")


LOAD = a_field("phases", 0, "load", KIND, entry=Entry.CHOICE)


@pytest.mark.parametrize(("kind", "written"), [("fresh", '"fresh"'), (form.CHECKPOINT, '{ checkpoint = "latest" }')])
def test_a_load_under_its_own_header_can_change_its_kind(kind, written):
    text = '[learner]\nname = "evolution"\n\n[[phases]]\nname = "a"\nsteps = 5\n\n[[phases]]\nname = "b"\nsteps = 5\n'
    after = "\n[phases.environment]\nblue = 2\n\n[gallery]\n"
    run = RunDocument(text + '\n# the best\n[phases.load]\nphase = "a"\ncheckpoint = "best"\n' + after, None)
    form.apply(run, a_field("phases", 1, "load", KIND, entry=Entry.CHOICE), kind)
    assert run.text == text + f"load = {written}\n" + after


@pytest.mark.parametrize(
    ("change", "kept", "found"),
    [
        (
            lambda run: form.add(run, ("gallery",), "AllStar"),
            '    "Rookie",  # easy\n    "Pro",\n    "AllStar",\n]',
            lambda plan: plan.gallery.stand_ins == ("Rookie", "Pro", "AllStar"),
        ),
        (
            lambda run: remove(run, ("gallery", "stand_ins", 1)),
            '    "Rookie",  # easy\n]',
            lambda plan: plan.gallery.stand_ins == ("Rookie",),
        ),
        (
            lambda run: form.apply(run, a_field("gallery", "stand_ins", 0, entry=Entry.CHOICE), "AllStar"),
            '    "AllStar",  # easy\n',
            lambda plan: plan.gallery.stand_ins == ("AllStar", "Pro"),
        ),
        (
            lambda run: form.apply(run, a_field("gallery", "games", entry=Entry.WHOLE), "6"),
            "# the gallery\n[gallery]\n",
            lambda plan: plan.gallery.games == 6,
        ),
        (
            lambda run: form.add(run, ("opponents",), ""),
            "\n[opponents]\nsnapshot_every = 20000\n",
            lambda plan: plan.opponents.window == 10,
        ),
        (
            lambda run: (form.add(run, ("opponents",), ""), remove(run, ("opponents",))),
            "# mine\n",
            lambda plan: plan.opponents is None,
        ),
        (
            lambda run: form.add(run, ("parameters",), "physics.gravity_z"),
            "[[parameters]]  # a slider\n",
            lambda plan: (plan.parameters[1].least, plan.parameters[1].value) == (-1300.0, -650.0),
        ),
        (
            lambda run: form.apply(run, a_field("parameters", 0, "most"), "4"),
            "[[parameters]]  # a slider\n",
            lambda plan: plan.parameters[0].most == 4.0,
        ),
        (
            lambda run: form.apply(run, a_field(*RANGES, "weight.touch", KIND, entry=Entry.CHOICE), "uniform"),
            "  # two worlds\n",
            lambda plan: plan.phases[0].environment.parameters["weight.touch"]["uniform"] == pytest.approx([0.1, 0.3]),
        ),
        (
            lambda run: form.apply(run, a_field(*RANGES, "physics.gravity_z", "normal", 1), "75"),
            "normal = [-650, 75.0] } }  # two worlds\n",
            lambda plan: plan.phases[0].environment.parameters["physics.gravity_z"] == {"normal": [-650, 75.0]},
        ),
        (
            lambda run: remove(run, (*RANGES, "physics.gravity_z")),
            'parameters = { "weight.touch" = 0.2 }  # two worlds\n',
            lambda plan: plan.phases[0].environment.parameters == {"weight.touch": 0.2},
        ),
        (
            lambda run: (
                form.add(run, OF_PHASE, "weight.touch"),
                form.apply(run, a_field(*OF_PHASE, "weight.touch", KIND, entry=Entry.CHOICE), "choice"),
                form.apply(run, a_field(*OF_PHASE, "weight.touch", "choice", entry=Entry.NUMBERS), "0,1; 0.2 3"),
            ),
            'steps = 1000\nenvironment.parameters."weight.touch" = { choice = [0.1, 0.2, 3.0] }\n',
            lambda plan: plan.phases[0].environment.parameters == {"weight.touch": {"choice": [0.1, 0.2, 3.0]}},
        ),
        (
            lambda run: form.apply(run, LOAD, "fresh"),
            'steps = 1000\nload = "fresh"\n',
            lambda plan: plan.phases[0].load.is_fresh,
        ),
        (
            lambda run: (
                form.apply(run, LOAD, form.CHECKPOINT),
                form.apply(run, a_field("phases", 0, "load", "checkpoint", entry=Entry.CLASS), "best"),
                form.apply(run, a_field("phases", 0, "load", "agent", entry=Entry.TEXT), "old"),
            ),
            'steps = 1000\nload = { checkpoint = "best", agent = "old" }\n',
            lambda plan: plan.phases[0].load == LoadSource(agent="old", checkpoint="best"),
        ),
        (
            lambda run: (form.apply(run, LOAD, form.CHECKPOINT), form.apply(run, LOAD, "previous")),
            'steps = 1000\nload = "previous"\n',
            lambda plan: plan.phases[0].load.is_default,
        ),
        (
            lambda run: (
                form.apply(run, a_field("phases", 0, "success", "at_least"), "2"),
                form.apply(run, a_field("phases", 0, "success", "over", entry=Entry.WHOLE), "20"),
            ),
            "steps = 1000\n",
            lambda plan: plan.phases[0].end.success == Success(metric="objective", at_least=2.0, over=20),
        ),
        (
            lambda run: (
                form.apply(run, a_field("phases", 0, "plateau", "steps", entry=Entry.WHOLE), "500"),
                form.apply(run, a_field("phases", 0, "plateau", "metric", entry=Entry.TEXT), "reward"),
                form.apply(run, a_field("phases", 0, "plateau", "change"), "0,25"),
            ),
            "steps = 1000\n",
            lambda plan: plan.phases[0].end.plateau == Plateau(metric="reward", steps=500, change=0.25),
        ),
        (
            lambda run: (
                form.apply(run, a_field("phases", 0, "workers", entry=Entry.WHOLE), "3"),
                form.apply(run, a_field("phases", 0, "games", entry=Entry.WHOLE), "4"),
            ),
            "steps = 1000\nworkers = 3\ngames = 4\n",
            lambda plan: (plan.phases[0].workers, plan.phases[0].games) == (3, 4),
        ),
        (
            lambda run: form.apply(run, a_field("checkpoints", "every_steps", entry=Entry.WHOLE), "5 000"),
            "[checkpoints]\nevery_steps = 5000\n",
            lambda plan: (plan.checkpoints.every_steps, plan.checkpoints.every_s) == (5000, 300.0),
        ),
        (
            lambda run: form.apply(run, a_field("workers", "cluster", entry=Entry.TEXT), "tls://10.0.0.5:8786"),
            '[workers]\ncluster = "tls://10.0.0.5:8786"\n',
            lambda plan: plan.workers.cluster == "tls://10.0.0.5:8786",
        ),
    ],
)
def test_opponents_gallery_and_ranges_are_edited_in_place(change, kept, found):
    document = RunDocument(WHOLE_RUN, None)
    change(document)
    reading = document.reading()
    assert [problem for problem in reading.problems if problem.is_error] == []
    assert found(reading.value)
    assert kept in document.text
    assert document.text.startswith('# mine\nversion = 1\n\n[run]\nname = "Whole"  # a name\n')


@pytest.mark.parametrize(
    ("line", "wrong", "key", "tone"),
    [
        ("steps = 1000", "steps = 0", ("phases", 0, "steps"), "bad"),
        ("value = 0.5", "value = 2.5\nmost = 1.0", ("parameters", 0, "value"), "bad"),
        ('"Pro"', '"Por"', ("gallery", "stand_ins", 1), "bad"),
        ("{ normal = [-650, 50] }", "{ normal = [-650] }", (*RANGES, "physics.gravity_z", KIND), "bad"),
        ('"physics.gravity_z"', '"physics.gravity"', (*RANGES, "physics.gravity", KIND), "bad"),
        ("# the gallery", "[opponents]\nwindow = 0", ("opponents", "window"), "bad"),
        ('"blue"', '"all"\n[opponents]\n[more]', ("opponents", "snapshot_every"), "warning"),
        ("steps = 1000", "", ("phases", 0, "name"), "warning"),
        ("steps = 1000", "steps = 1000\nload = 5", LOAD.key, "warning"),
        ("steps = 1000", 'steps = 1000\nload = { run = "no.toml" }', ("phases", 0, "load", "run"), "warning"),
        ("steps = 1000", "success = { at_least = 1, over = 0 }", ("phases", 0, "success", "over"), "bad"),
        ("steps = 1000", "plateau = { steps = 5, change = -1 }", ("phases", 0, "plateau", "change"), "bad"),
        ("steps = 1000", "steps = 1000\nworkers = 0", ("phases", 0, "workers"), "bad"),
        ("steps = 1000", "steps = 1000\ngames = 0", ("phases", 0, "games"), "bad"),
        ("# the gallery", "[checkpoints]\nevery_steps = 0", ("checkpoints", "every_steps"), "bad"),
        ("# the gallery", '[workers]\ncluster = "tcp://10.0.0.5:8786"', ("workers", "cluster"), "bad"),
    ],
)
def test_a_problem_stands_beside_the_row_that_it_is_about(line, wrong, key, tone):
    document = RunDocument(WHOLE_RUN.replace(line, wrong), None)
    sections = form.sections_of(tomllib.loads(document.text))
    notes = notes_of(sections, document.reading().problems)
    assert notes[key][0] == tone


def test_what_a_phase_continues_from_is_chosen_in_the_form_and_undone(desktop, document, opened, qtbot):
    controller = opened()
    shown, key = controller.page.form, ("phases", 0, "load", "checkpoint")
    with pytest.raises(LookupError):
        shown.cell(key)
    box = shown.cell(LOAD.key)
    assert box.currentText() == "Nothing: the first phase"
    place = box.findText("Another checkpoint")
    box.setCurrentIndex(place)
    box.activated.emit(place)
    qtbot.waitUntil(lambda: shown.is_made)
    assert document.read_text() + 'load = { checkpoint = "latest" }\n' == controller.document.document.text
    assert shown.cell(key).isEnabled()
    controller.page.undo_button.click()
    assert not controller.document.is_dirty
    qtbot.waitUntil(lambda: shown.is_made)
    assert shown.cell(LOAD.key).currentText() == "Nothing: the first phase"
    with pytest.raises(LookupError):
        shown.cell(key)


def test_a_bot_as_opponent_is_asked_for_and_undone(desktop, document, opened, qtbot):
    controller = opened()
    shown, key = controller.page.form, form.OPPONENTS
    qtbot.waitUntil(lambda: shown.is_made)

    def choose():
        box = shown.cell(key)
        place = box.findText("bot")
        box.setCurrentIndex(place)
        box.activated.emit(place)
        qtbot.waitUntil(lambda: desktop.window.findChild(QFileDialog) is not None)
        return desktop.window.findChild(QFileDialog)

    dialog = choose()
    dialog.reject()
    qtbot.waitUntil(lambda: desktop.window.findChild(QFileDialog) is None)
    assert not controller.document.is_dirty
    assert shown.cell(key).currentText() != "bot"
    choose().fileSelected.emit(str(example_bots() / "striker" / "bot.toml"))
    assert 'opponents = { name = "bot", path = "' in controller.document.document.text
    assert "striker/bot.toml" in shown.cell((*key, "path")).text()
    controller.page.undo_button.click()
    assert not controller.document.is_dirty


def test_a_text_that_is_no_number_stays_and_says_so(desktop, document, opened, qtbot):
    controller = opened()
    row = controller.page.form
    qtbot.waitUntil(lambda: row.is_made)
    line = row.cell(("workers", "count"))
    line.setText("two")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    notes = [label for label in row.findChildren(QLabel) if label.text() == "two is not a whole number."]
    assert [note.isVisibleTo(row) for note in notes] == [True]
    assert line.text() == "two"
    assert not controller.document.is_dirty
    line.setText("0")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "from 1" in notes[0].text()
    controller.document.undo()
    assert not notes[0].isVisibleTo(row)


def test_values_of_steps_that_were_resumed_from_replace_the_later_ones():
    metrics = Metrics()
    metrics.add(MetricPoint(name="reward", step=step, wall_s=step, value=step) for step in (10, 20, 30))
    metrics.add([MetricPoint(name="reward", step=15, wall_s=40.0, value=1.0)])
    steps, values = metrics.samples("reward", is_time=False)
    assert list(steps) == [10.0, 15.0]
    assert list(values) == [10.0, 1.0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_form_of_a_run_fits_the_narrowest_column(desktop, document, opened, qtbot, qapp, language):
    set_language(qapp, language)
    qapp.setStyleSheet(style(Theme.DARK))
    try:
        document.write_text(WHOLE_RUN, encoding="utf-8")
        shown = opened().page.form
        qtbot.waitUntil(lambda: shown.is_made)
        (area,) = shown.findChildren(QScrollArea)
        bar_px = area.verticalScrollBar().sizeHint().width()
        assert area.widget().minimumSizeHint().width() + bar_px <= MIN_LEFT_PX
    finally:
        qapp.setStyleSheet("")
        set_language(qapp, SOURCE_LANGUAGE)
