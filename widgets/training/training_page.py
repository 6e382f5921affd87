"""The page of training runs: document, state, curves, workers, checkpoints, parameters and a live view of one run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFont, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QSplitter,
    QTabWidget,
    QToolButton,
    QWidget,
)

from resources.looks import Looks
from runtime.model.training import PhaseView, RunState, RunView
from widgets.bottom.bottom_bar import DOT, PAUSE_KEYS, START_KEYS, STOP_KEYS
from widgets.header.header_bar import (
    NEW_KEYS,
    OPEN_KEYS,
    REDO_KEYS,
    REDO_KEYS_TOO,
    SAVE_AS_KEYS,
    SAVE_KEYS,
    TRAINING_KEYS,
    UNDO_KEYS,
)
from widgets.looks import Tinted, scaled_font, set_tone, strong_icon, tinted_pixmap
from widgets.messages import rendered
from widgets.problems.problem_list import ProblemList
from widgets.shared.controls import hbox, label, push_button, set_icons, tool_button, vbox
from widgets.shared.form import DocumentForm
from widgets.shared.labels import ElidedLabel
from widgets.training.checkpoint_list import CheckpointList
from widgets.training.curve_panel import CurvePanel
from widgets.training.live_view import LiveView
from widgets.training.parameter_panel import ParameterPanel
from widgets.training.run_words import RUN_TONES, duration, state_line, training_word
from widgets.training.value_table import ValueTable
from widgets.training.worker_grid import WorkerGrid
from widgets.words import Counts, amount, hint_text, key_text, number

CHECKPOINT_KEYS: Final = "Ctrl+Shift+K"
LEFT_SHARE: Final = (2, 5)
MIN_LEFT_PX: Final = 340
MAX_LEFT_PX: Final = 480
HALF: Final = 1000
"""Parts of this size share the room equally."""
MAX_LINES: Final = 5_000
PROBLEMS_PX: Final = 150
MARK_PX: Final = 14
_PHASE_MARKS: Final = {
    RunState.SCHEDULED: ("pending", "muted"),
    RunState.RUNNING: ("running", "accent"),
    RunState.PAUSED: ("pause", "warning"),
    RunState.FINISHED: ("done", "good"),
    RunState.ERROR: ("failed", "bad"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReasons:
    """Why the buttons cannot be pressed; empty where they can."""

    start: str = ""
    resume: str = ""
    stop: str = ""
    pause: str = ""


class PhaseStrip(QWidget):
    """The phases of a run as a row of marks and names."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._phases: tuple[PhaseView, ...] = ()
        self._row = hbox(spacing=4, parent=self)

    def show_phases(self, phases: tuple[PhaseView, ...]) -> None:
        """Shows phases in their order."""
        if phases == self._phases:
            return
        if len(phases) != len(self._phases):
            while (item := self._row.takeAt(0)) is not None:
                if (widget := item.widget()) is not None:
                    widget.deleteLater()
            for _ in phases:
                self._row.addWidget(QLabel())
                self._row.addWidget(label())
        self._phases = phases
        self._draw()

    def set_looks(self, looks: Looks) -> None:
        """Draws the marks in the colours of the theme."""
        self._looks = looks
        self._draw()

    def _draw(self) -> None:
        for place, phase in enumerate(self._phases):
            mark, words = self._label(2 * place), self._label(2 * place + 1)
            name, tone = _PHASE_MARKS[phase.state]
            mark.setPixmap(
                tinted_pixmap(
                    Tinted(name=name, colour=str(getattr(self._looks, tone))), MARK_PX, self.devicePixelRatioF()
                )
            )
            words.setText(phase.name)
            set_tone(words, "accent" if phase.state is RunState.RUNNING else "" if phase.steps else "muted")
            hint = self._hint(phase)
            for part in (mark, words):
                part.setToolTip(hint)
            words.setAccessibleName(f"{phase.name}: {training_word(phase.state)}")

    def _label(self, place: int) -> QLabel:
        item = self._row.itemAt(place)
        widget = item.widget() if item is not None else None
        assert isinstance(widget, QLabel)
        return widget

    def _hint(self, phase: PhaseView) -> str:
        end = f" ({training_word(phase.end)})" if phase.end is not None else ""
        head = f"{phase.name} · {training_word(phase.mode)} · {training_word(phase.state)}{end}"
        done = amount(phase.steps) if phase.max_steps is None else f"{amount(phase.steps)} / {amount(phase.max_steps)}"
        taken = duration(phase.wall_s)
        if phase.max_seconds is not None:
            taken = f"{taken} / {duration(phase.max_seconds)}"
        lines = [head, self.tr("{0} steps").format(done), taken, self.tr("{0} episodes").format(amount(phase.episodes))]
        if phase.metric and phase.metric_value is not None:
            line = f"{phase.metric}: {number(phase.metric_value, 2)}"
            if phase.best_value is not None:
                best = self.tr("best: {0}").format(number(phase.best_value, 2))
                line = f"{line} ({best})"
            lines.append(line)
        return hint_text(*lines, rendered(phase.text) if phase.text is not None else "")


class RunProblems(ProblemList):
    """The problems of a run document; hidden where there are none."""

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(looks, parent)
        self.rows.setAccessibleName(self.tr("Problems in the run document"))
        self.setMaximumHeight(PROBLEMS_PX)
        self.counted.connect(lambda count: self.setVisible(count > 0))
        self.hide()

    def title_words(self, errors: int, warnings: int) -> str:
        """Returns the line above the list."""
        counts = Counts()
        if errors:
            return self.tr("{errors}, the run cannot start").format(errors=counts.errors(errors))
        return self.tr("{warnings}, the run can start").format(warnings=counts.warnings(warnings))


class LineLog(QPlainTextEdit):
    """The newest lines of a log."""

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setMaximumBlockCount(MAX_LINES)
        self.setPlaceholderText(hint)
        self.setAccessibleName(self.tr("Log of the run"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def add(self, texts: Iterable[str]) -> None:
        """Adds lines, and keeps the newest in sight unless the user has scrolled up."""
        self.appendPlainText("\n".join(texts))


class TrainingPage(QFrame):
    """Shows one run and its document; GUI thread. `make` and then, on the screen, `reveal` complete it in steps.

    Signals:
        back_requested: the match should be shown.
        new_requested: the key of a template.
        recent_requested: the `Path` of a document that was open before.
        open_requested, save_requested, save_as_requested, undo_requested, redo_requested, start_requested,
            resume_requested, stop_requested, pause_requested, checkpoint_requested: the command of this name.
    """

    back_requested = Signal()
    new_requested = Signal(str)
    open_requested = Signal()
    recent_requested = Signal(Path)
    save_requested = Signal()
    save_as_requested = Signal()
    undo_requested = Signal()
    redo_requested = Signal()
    start_requested = Signal()
    resume_requested = Signal()
    stop_requested = Signal()
    pause_requested = Signal()
    checkpoint_requested = Signal()

    def __init__(self, looks: Looks, templates: Iterable[tuple[str, str]], parent: QWidget | None = None) -> None:
        """`templates` are keys and names of documents to begin with."""
        super().__init__(parent)
        self.setObjectName("training")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._looks = looks
        self._make_document_controls(templates)
        self._make_run_controls()
        self._make_bars()

    def make(self) -> Iterator[None]:
        """Makes the parts of the page, in steps of some milliseconds."""
        looks = self._looks
        self.curves = CurvePanel(looks)
        yield
        self.workers = WorkerGrid(looks)
        self.checkpoints = CheckpointList(looks)
        yield
        self.parameters = ParameterPanel()
        self.live = LiveView(looks)
        yield
        self.problems = RunProblems(looks)
        self.log = LineLog(self.tr("Output of the learner and its workers appears here."))
        self.form = DocumentForm(looks)
        yield
        yield from self._arrange()
        self._connect()
        self.commands = self._commands()
        self.addActions(self.commands)
        yield
        self.set_looks(looks)

    @property
    def is_revealed(self) -> bool:
        """True if all parts are shown."""
        return not self._hidden

    def reveal(self) -> Iterator[None]:
        """Shows the parts, each in a step: the first show of a widget takes its time."""
        while self._hidden:
            self._hidden.pop(0).show()
            yield

    def show_document(self, title: str, path: Path | None, *, is_dirty: bool) -> None:
        """Shows name and state of the document."""
        self._name.setText(f"{title} •" if is_dirty else title)
        self._name.setToolTip(str(path) if path is not None else self.tr("Not saved yet"))
        self.save_button.setEnabled(is_dirty or path is None)

    def show_steps(self, undo: str | None, redo: str | None) -> None:
        """Names the steps that undo and redo would change; None disables the button."""
        for button, word, step, keys in (
            (self.undo_button, self.tr("Undo"), undo, UNDO_KEYS),
            (self.redo_button, self.tr("Redo"), redo, REDO_KEYS),
        ):
            hint = f"{word}: {step}" if step else word
            button.setEnabled(step is not None)
            button.setToolTip(f"{hint} ({key_text(keys)})")
            button.setAccessibleName(hint)

    def show_recent(self, paths: Iterable[Path]) -> None:
        """Offers documents that were open before, newest first."""
        self._recent.clear()
        for path in paths:
            action = self._recent.addAction(f"{path.stem}    {path.parent}")
            action.triggered.connect(partial(self._on_recent, path))
        if self._recent.isEmpty():
            self._recent.addAction(self.tr("No recent runs")).setEnabled(False)

    def show_run(self, view: RunView | None, *, is_running: bool, is_stopping: bool) -> None:
        """Shows the state of a run."""
        state = view.state if view is not None else RunState.SCHEDULED
        words = training_word(state)
        if view is not None and view.end is not None and not is_running:
            words = training_word(view.end)
        if is_stopping:
            words = self.tr("stopping …")
        self._dot.setText(DOT if view is not None else "")
        set_tone(self._dot, "warning" if is_stopping else RUN_TONES[state])
        line = f"{words} · {state_line(view)}" if view is not None else self.tr("not started")
        self._state.setText(line)
        said = rendered(view.text) if view is not None and view.text is not None else ""
        self._state.setToolTip(hint_text(line, said))
        self._cause.setText(said)
        self._cause.setVisible(bool(said))
        set_tone(self._cause, "bad" if state is RunState.ERROR else "muted")
        self.phases.show_phases(view.phases if view is not None else ())
        paused = is_running and state is RunState.PAUSED
        hint = self.tr("Continue") if paused else self.tr("Pause")
        set_icons(self._looks.text, [(self.pause_button, "start" if paused else "pause")])
        self.pause_button.setAccessibleName(hint)
        self._pause_hint = f"{hint} ({key_text(PAUSE_KEYS)})"
        self.workers.show_run(view, is_running=is_running)
        self.live.show_run(view, is_running=is_running)
        self.timers.show_timers(view.timers if view is not None else ())
        self.ratings.show_ratings(view.ratings if view is not None else ())
        self.parameters.show_parameters(view.parameters if view is not None else (), is_running=is_running)
        self.checkpoints.show_checkpoints(view.checkpoints if view is not None else ())

    def show_reasons(self, reasons: RunReasons) -> None:
        """Enables the buttons that have no reason against them; the reason is the tooltip of the others."""
        start = self.tr("Save the document and start the run from the beginning ({0})").format(key_text(START_KEYS))
        resume = self.tr("Continue from the newest checkpoint")
        stop = self.tr("Save a checkpoint and stop the run ({0})").format(key_text(STOP_KEYS))
        save = self.tr("Save a checkpoint now ({0})").format(key_text(CHECKPOINT_KEYS))
        for button, reason, hint in (
            (self.start_button, reasons.start, start),
            (self.resume_button, reasons.resume, resume),
            (self.stop_button, reasons.stop, stop),
            (self.pause_button, reasons.pause, self._pause_hint),
            (self.checkpoint_button, reasons.pause, save),
        ):
            button.setEnabled(not reason)
            button.setToolTip(reason or hint)

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme."""
        self._looks = looks
        icons: tuple[tuple[QAbstractButton, str], ...] = (
            *((self.new_button, "new"), (self.open_button, "open"), (self.save_button, "save")),
            *((self.undo_button, "undo"), (self.redo_button, "redo"), (self.pause_button, "pause")),
            *((self.checkpoint_button, "bookmark"), (self.back_button, "back")),
        )
        set_icons(looks.text, icons)
        for button, name in ((self.start_button, "start"), (self.stop_button, "stop")):
            button.setIcon(strong_icon(name, looks))
        for part in (self.phases, self.curves, self.workers, self.checkpoints, self.live, self.problems, self.form):
            part.set_looks(looks)

    def _make_document_controls(self, templates: Iterable[tuple[str, str]]) -> None:
        self.back_button = tool_button(self.tr("Match"), self.tr("Back to the match"), keys=TRAINING_KEYS, role="")
        self.back_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._name = ElidedLabel()
        self._name.setFont(scaled_font(self, 1.15, QFont.Weight.DemiBold))
        self._name.setAccessibleName(self.tr("Open run"))
        self.new_button = tool_button(hint=self.tr("New run"), keys=NEW_KEYS, role="")
        menu = QMenu(self.new_button)
        for key, name in templates:
            menu.addAction(name).triggered.connect(partial(self._on_template, key))
        self.new_button.setMenu(menu)
        self.new_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.open_button = tool_button(hint=self.tr("Open a run"), keys=OPEN_KEYS, role="")
        self._recent = QMenu(self.open_button)
        self.open_button.setMenu(self._recent)
        self.open_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.save_button = tool_button(hint=self.tr("Save the run document"), keys=SAVE_KEYS, role="")
        menu = QMenu(self.save_button)
        self.save_as_action = menu.addAction(self.tr("Save as …"))
        self.save_button.setMenu(menu)
        self.save_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.undo_button = tool_button(hint=self.tr("Undo"), keys=UNDO_KEYS, role="")
        self.redo_button = tool_button(hint=self.tr("Redo"), keys=REDO_KEYS, role="")

    def _make_run_controls(self) -> None:
        self.start_button = push_button(self.tr("Start"), name=self.tr("Start the run"))
        self.start_button.setProperty("strong", "start")
        self.stop_button = push_button(self.tr("Stop"), name=self.tr("Stop the run"))
        self.stop_button.setProperty("strong", "stop")
        self.resume_button = push_button(self.tr("Resume"), name=self.tr("Resume the run"))
        self.pause_button = tool_button(hint=self.tr("Pause"), keys=PAUSE_KEYS, role="")
        self._pause_hint = self.pause_button.toolTip()
        self.checkpoint_button = tool_button(hint=self.tr("Save a checkpoint now"), keys=CHECKPOINT_KEYS, role="")
        self.phases: PhaseStrip = PhaseStrip(self._looks)
        self._dot: QLabel = label()
        self._state: ElidedLabel = ElidedLabel()
        self._state.setAccessibleName(self.tr("State of the run"))
        self._cause: QLabel = label(wraps=True)

    def _arrange(self) -> Iterator[None]:
        self.left = _tabs(self.tr("The run"))
        self.left.setMinimumWidth(MIN_LEFT_PX)
        self.left.setMaximumWidth(MAX_LEFT_PX)
        self.details = _tabs(self.tr("Details of the run"))
        self.timers = ValueTable(
            self.tr("Times"),
            (self.tr("Part"), self.tr("Seconds"), self.tr("Calls"), self.tr("ms per call")),
            self.tr("The times of learner and workers appear here while a run is running."),
        )
        self.ratings = ValueTable(
            self.tr("Ratings"),
            (self.tr("Player"), self.tr("Rating"), self.tr("Games"), self.tr("W / D / L")),
            self.tr("Ratings appear here when the policy has played against the gallery."),
        )
        curves, live = _panel(self.curves), _panel(self.live)
        lower, right = _splitter(Qt.Orientation.Horizontal), _splitter(Qt.Orientation.Vertical)
        body = _splitter(Qt.Orientation.Horizontal)
        self._area.addWidget(body, 1)
        self._hidden = [self.left, curves, live, self.details]
        for part in self._hidden:
            part.hide()
        yield
        for splitter, part, stretch in (
            *((body, self.left, LEFT_SHARE[0]), (body, right, LEFT_SHARE[1]), (right, curves, 1), (right, lower, 1)),
            *((lower, live, 1), (lower, self.details, 1)),
        ):
            splitter.addWidget(part)
            splitter.setStretchFactor(splitter.count() - 1, stretch)
            yield
        for tabs, panel, words in (
            (self.left, _panel(self.form, self.problems), self.tr("Document")),
            (self.left, _panel(self.checkpoints), self.tr("Checkpoints")),
            (self.left, _panel(self.parameters), self.tr("Parameters")),
            (self.details, _panel(self.workers), self.tr("Workers")),
            (self.details, _panel(self.timers), self.tr("Times")),
            (self.details, _panel(self.ratings), self.tr("Ratings")),
            (self.details, _panel(self.log), self.tr("Log")),
        ):
            tabs.addTab(panel, words)
            yield
        for splitter, sizes in ((lower, (1, 1)), (right, (1, 1)), (body, LEFT_SHARE)):
            splitter.setSizes([HALF * share for share in sizes])

    def _make_bars(self) -> None:
        top = QFrame()
        top.setProperty("role", "bar")
        document = hbox(
            *(self.back_button, 6, (self._name, 1), self.new_button, self.open_button, self.save_button),
            *(self.undo_button, self.redo_button),
            spacing=6,
        )
        run = hbox(
            *(self.start_button, self.stop_button, self.resume_button, self.pause_button, self.checkpoint_button),
            *(10, self.phases, 10, self._dot, (self._state, 1)),
            spacing=6,
        )
        vbox(document, run, self._cause, spacing=8, margins=(12, 8, 12, 8), parent=top)
        self._area = vbox(margins=(8, 0, 8, 8))
        vbox(top, 4, (self._area, 1), spacing=0, parent=self)

    def _connect(self) -> None:
        for button, signal in (
            (self.back_button, self.back_requested),
            (self.open_button, self.open_requested),
            (self.save_button, self.save_requested),
            (self.undo_button, self.undo_requested),
            (self.redo_button, self.redo_requested),
            (self.start_button, self.start_requested),
            (self.resume_button, self.resume_requested),
            (self.stop_button, self.stop_requested),
            (self.pause_button, self.pause_requested),
            (self.checkpoint_button, self.checkpoint_requested),
        ):
            button.clicked.connect(signal)
        self.save_as_action.triggered.connect(self.save_as_requested)

    def _commands(self) -> list[QAction]:
        """Returns the commands of the page, whose keys work while it has the focus."""
        buttons = (
            (self.tr("Start the run"), [START_KEYS, "Ctrl+Enter"], self.start_button),
            (self.tr("Stop the run"), [STOP_KEYS], self.stop_button),
            (self.tr("Pause or continue the run"), [PAUSE_KEYS], self.pause_button),
            (self.tr("Save a checkpoint now"), [CHECKPOINT_KEYS], self.checkpoint_button),
            (self.tr("Open a run"), [OPEN_KEYS], self.open_button),
            (self.tr("Save the run document"), [SAVE_KEYS], self.save_button),
            (self.tr("Undo"), [UNDO_KEYS], self.undo_button),
            (self.tr("Redo"), [REDO_KEYS, REDO_KEYS_TOO], self.redo_button),
        )
        made = [self._action(words, keys) for words, keys, _ in buttons]
        for action, (_, _, button) in zip(made, buttons, strict=True):
            action.triggered.connect(partial(_click, button))
        new = self._action(self.tr("New run"), [NEW_KEYS])
        new.triggered.connect(lambda _checked=False: self.new_button.showMenu())
        save_as = self._action(self.tr("Save the run document as …"), [SAVE_AS_KEYS])
        save_as.triggered.connect(self.save_as_requested)
        return [*made, new, save_as]

    def _action(self, words: str, keys: list[str]) -> QAction:
        action = QAction(words, self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        return action

    def _on_template(self, key: str, _is_checked: bool = False) -> None:
        self.new_requested.emit(key)

    def _on_recent(self, path: Path, _is_checked: bool = False) -> None:
        self.recent_requested.emit(path)


def _click(button: QAbstractButton, _is_checked: bool = False) -> None:
    button.click()


def _tabs(name: str) -> QTabWidget:
    tabs = QTabWidget()
    tabs.setDocumentMode(True)
    tabs.setAccessibleName(name)
    return tabs


def _panel(*parts: QWidget) -> QFrame:
    """Returns a panel with parts one above the other; the first gets the room."""
    panel = QFrame()
    panel.setProperty("role", "panel")
    vbox((parts[0], 1), *parts[1:], margins=1, parent=panel)
    return panel


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setChildrenCollapsible(False)
    splitter.setHandleWidth(8)
    return splitter
