"""The page of training runs: connects its widgets with the document, the running run, and runs on disk."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from app.document.disk_watch import DiskWatch
from app.document.editor import StepNames
from app.document.form import KIND, notes_of, remove
from app.document.recovery import RecoveryController, RecoveryFolder
from app.document.run_document import RunDocumentController, RunQuestions
from app.panels.context import WindowContext
from app.panels.training import form
from app.panels.training.curves import Metrics, cells_of, whole
from app.services.background_tasks import BackgroundTasks
from app.services.file_opener import open_folder
from app.services.paths import environments_dir, made, policies_dir, unsaved_runs_dir
from app.session.bridge import LineBatch
from runtime.documents import EditError
from runtime.documents.outline import written_key
from runtime.files import reason_of
from runtime.library import NewAgentError
from runtime.model.messages import Message
from runtime.model.problems import Problem
from runtime.model.teams import BLUE
from runtime.model.training import (
    AddWorker,
    CheckpointView,
    ContinueRun,
    MetricPoint,
    PauseRun,
    RemoveWorker,
    RunEnded,
    RunNoted,
    RunState,
    RunView,
    SaveCheckpoint,
    SetParameter,
    WatchArena,
)
from runtime.training.learners.export import playable_bot
from runtime.training.runs import (
    Checkpoint,
    CheckpointError,
    RunDocument,
    RunFolder,
    RunPlan,
    RunRecord,
    TrainingRun,
    bot_name,
    checkpoint_bot,
    newest_checkpoint,
    read_metrics,
    resume_refusal,
)
from widgets.messages import rendered, rendered_problem
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.plots.plot_spec import TimeRange
from widgets.shared.form import Field, FieldKey
from widgets.training.training_page import RunReasons, TrainingPage

DRAW_MS: Final = 200
"""Curves are drawn at most this often."""
MAX_RECENT: Final = 12
UNREADABLE: Final = "unreadable run"
"""Key of the notice about a file that cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """The files of a run that is not running."""

    view: RunView
    points: tuple[MetricPoint, ...]
    checkpoint: Checkpoint | None
    """The newest complete one."""
    refusal: Message | None
    """Why the run cannot be resumed from that checkpoint."""
    is_over: bool
    """All of its phases have ended."""


class RunReader:
    """Reads runs on disk, in the background; verifies the newest checkpoint once, and again when there is another."""

    def __init__(self) -> None:
        self._verified: tuple[object, Checkpoint | None] | None = None
        self._points: tuple[object, tuple[MetricPoint, ...]] | None = None

    def read(self, plan: RunPlan) -> StoredRun:
        """Reads checkpoints and metrics of a run; takes a while where they are new."""
        folder = RunFolder(plan.folder)
        record = RunRecord(plan)
        record.checkpoints = folder.store().views(plan.name)
        phases = tuple(phase.name for phase in plan.phases)
        seen = plan.folder, plan.agent, phases, tuple((one.folder, one.created_s) for one in record.checkpoints)
        if self._verified is None or self._verified[0] != seen:
            self._verified = seen, newest_checkpoint(plan)
        stamp = folder.metrics, _stamp(folder.metrics)
        if self._points is None or self._points[0] != stamp:
            self._points = stamp, read_metrics(folder.metrics)
        checkpoint = self._verified[1]
        refusal = resume_refusal(plan, checkpoint) if checkpoint is not None else None
        if checkpoint is not None and refusal is None:
            record.restore(checkpoint.progress["record"])
        return StoredRun(
            view=record.view(),
            points=self._points[1],
            checkpoint=checkpoint,
            refusal=refusal,
            is_over=bool(record.phases) and all(phase.end is not None for phase in record.phases),
        )


def _stamp(path: Path) -> tuple[int, int] | None:
    """Returns size and time of a file; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


class RunPageController(QObject):
    """Owns the page; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._session = context.training
        self._tasks = BackgroundTasks(1, self, join_s=0.0)
        self.document = RunDocumentController(self)
        self.questions = RunQuestions(context.window, self.document, self)
        self._disk = DiskWatch(self.document, context.notifications, self)
        self._reader = RunReader()
        self._stored: StoredRun | None = None
        self._read_for: tuple[Path, str] | None = None
        self._shown_points: tuple[MetricPoint, ...] | None = None
        """The values on disk that the curves show; None for those of a running run."""
        self.metrics = Metrics()
        self._is_time = False
        self._range: TimeRange | None = None
        """The part of the run that is shown; None for the whole run."""
        self._cursor: float | None = None
        self._isolated = ""
        self._due = QTimer(self, singleShot=True, interval=DRAW_MS)
        self._due.timeout.connect(self._draw)
        templates = (("reach", self.tr("Reach the ball")), ("self-play", self.tr("Self-play 1v1")))
        self.page = TrainingPage(context.appearance.looks, templates)
        self.recovery = RecoveryController(
            self.document,
            RecoveryFolder(unsaved_runs_dir()),
            self.questions,
            context.notifications,
            self,
            title=self._title_of,
        )
        context.application.aboutToQuit.connect(self.recovery.keep_now)

    def build(self) -> Iterator[None]:
        """Fills the page in steps of some milliseconds, and opens its first document."""
        page = self.page
        yield from page.make()
        page.live.canvas.build()
        yield
        self._connect_page(page)
        self._connect_parts(page)
        self._connect_session()
        page.show_recent(self._recent())
        yield
        self._open_first()
        while not page.form.is_made:
            yield
        self.recovery.offer()

    def open(self, path: Path) -> None:
        """Opens a document, after asking about unsaved changes; refused while a run is running."""
        if self._session.is_running:
            self._say(self.tr("A training run is running; stop it before you open another one."), WARNING)
        elif path != self.document.path:
            self.questions.open_document(path)

    def _connect_page(self, page: TrainingPage) -> None:
        context, document = self._context, self.document
        page.back_requested.connect(context.window.show_match)
        page.new_requested.connect(self._on_new)
        page.open_requested.connect(self._on_open_requested)
        page.recent_requested.connect(self.open)
        page.save_requested.connect(document.save)
        page.save_as_requested.connect(self.questions.ask_place)
        page.undo_requested.connect(document.undo)
        page.redo_requested.connect(document.redo)
        page.start_requested.connect(partial(self._start, is_resumed=False))
        page.resume_requested.connect(partial(self._start, is_resumed=True))
        page.stop_requested.connect(self._session.stop)
        page.pause_requested.connect(self._on_pause)
        page.checkpoint_requested.connect(partial(self._session.post, SaveCheckpoint()))
        context.appearance.looks_changed.connect(page.set_looks)
        context.appearance.looks_changed.connect(self._due.start)
        document.changed.connect(self._on_document)
        document.steps_changed.connect(self._on_steps)
        document.place_requested.connect(self.questions.ask_place)
        document.refused.connect(partial(self._say, tone=BAD))
        document.unreadable.connect(self._on_unreadable)
        document.readable.connect(partial(context.notifications.withdraw, UNREADABLE))
        context.session.changed.connect(self._show_playing)

    def _connect_parts(self, page: TrainingPage) -> None:
        page.form.edited.connect(self._on_edited)
        page.form.added.connect(self._on_added)
        page.form.removed.connect(self._on_removed)
        page.form.file_requested.connect(self._on_file_requested)
        page.problems.problem_chosen.connect(self._context.places.show_problem)
        page.problems.repair_requested.connect(self.document.repair)
        page.workers.add_requested.connect(partial(self._session.post, AddWorker()))
        page.workers.remove_requested.connect(lambda worker: self._session.post(RemoveWorker(worker=worker)))
        page.parameters.parameter_changed.connect(self._on_parameter)
        page.live.watch_requested.connect(self._on_watch)
        page.checkpoints.play_requested.connect(self._on_play)
        page.checkpoints.folder_requested.connect(self._on_folder)
        curves = page.curves
        curves.along_chosen.connect(self._on_along)
        curves.whole_requested.connect(partial(self._show_range, None))
        curves.canvas.range_requested.connect(self._show_range)
        curves.canvas.live_requested.connect(partial(self._show_range, None))
        curves.canvas.cursor_moved.connect(self._on_cursor)
        curves.canvas.cell_chosen.connect(lambda _key: self._draw())
        curves.canvas.resized.connect(self._due.start)
        curves.legend.isolated.connect(self._on_isolated)

    def _connect_session(self) -> None:
        session = self._session
        session.started.connect(self._on_started)
        session.changed.connect(self._show_run)
        session.points_arrived.connect(self._on_points)
        session.frames_arrived.connect(self.page.live.show_frames)
        session.lines_arrived.connect(self._on_lines)
        session.noted.connect(self._on_noted)
        session.ended.connect(self._on_ended)

    def _open_first(self) -> None:
        """Opens the document that was open last, or the first template."""
        last = self._context.settings.settings.last_run
        if not (last and Path(last).is_file() and self.document.open(Path(last))):
            self._on_new("reach")

    # The document

    @Slot(str)
    def _on_new(self, key: str) -> None:
        if self._session.is_running:
            self._say(self.tr("A training run is running; stop it before you open another one."), WARNING)
            return
        self.questions.go_on_from_saved(lambda: self.document.adopt(RunDocument.of_template(key)))

    @Slot()
    def _on_open_requested(self) -> None:
        if self._session.is_running:
            self._say(self.tr("A training run is running; stop it before you open another one."), WARNING)
        else:
            self.questions.ask_open()

    @Slot()
    def _on_document(self) -> None:
        document, page = self.document, self.page
        page.show_document(document.title, document.path, is_dirty=document.is_dirty)
        problems = document.reading.problems
        page.problems.show_problems(problems, repairable=document.repairable())
        self._show_form()
        self._remember()
        self._read_stored()
        self._show_run()

    def _show_form(self) -> None:
        is_locked = self._session.is_running
        note = self.tr("The document cannot be edited while the run is running.") if is_locked else ""
        sections = form.sections_of(self.document.data)
        notes = notes_of(sections, self.document.reading.problems)
        self.page.form.show_sections(sections, note=note, is_locked=is_locked, notes=notes)

    @Slot(StepNames)
    def _on_steps(self, steps: StepNames) -> None:
        is_running = self._session.is_running
        self.page.show_steps(None if is_running else steps.undo, None if is_running else steps.redo)

    @Slot(object, str)
    def _on_edited(self, field: Field, text: str) -> None:
        if text == form.BOT and field.key[:2] == form.OPPONENTS:
            self._show_form()  # shows the written value until a file is chosen
            self.questions.ask_bot(lambda bot: self._edit(field, partial(form.play_against, bot=bot)))
        else:
            self._edit(field, partial(form.apply, field=field, text=text))

    def _edit(self, field: Field, apply: Callable[[RunDocument], None]) -> None:
        about = written_key(field.key[:-1] if field.key[-1] == KIND else field.key)
        name = self.tr("Change {0}").format(about)

        def change(document: RunDocument) -> None:
            try:
                apply(document)
            except EditError as error:
                self.page.form.show_note(field.key, rendered(error.message))

        self.document.edit(name, change, about=about)

    @Slot(object, str)
    def _on_added(self, array: FieldKey, choice: str) -> None:
        if choice == form.BOT and array == ("gallery",):
            self.questions.ask_bot(lambda bot: self._add(bot.parent.name, partial(form.add_bot, bot=bot)))
            return
        self._add(choice or written_key(array), partial(form.add, array=array, choice=choice))

    def _add(self, name: str, change: Callable[[RunDocument], None]) -> None:
        self.document.edit(self.tr("Add {0}").format(name), change)

    @Slot(object)
    def _on_removed(self, key: FieldKey) -> None:
        name = self.tr("Remove {0}").format(written_key(key))
        self.document.edit(name, lambda document: remove(document, key))

    @Slot()
    def _on_file_requested(self) -> None:
        """Opens the file in the user's editor, after saving it."""
        if self.document.path is None:
            self.questions.ask_place_first(self._on_file_requested)
            return
        if self.document.is_dirty:
            self.document.save()
        self._context.places.show_path(self.document.path)

    @Slot(Problem)
    def _on_unreadable(self, problem: Problem) -> None:
        self._context.notifications.show(Notice(text=rendered_problem(problem), tone=BAD, key=UNREADABLE))

    def _title_of(self, path: Path | None) -> str:
        return path.stem if path is not None else self.tr("Untitled run")

    def _remember(self) -> None:
        """Keeps the document for the next start."""
        path = self.document.path
        settings = self._context.settings
        if path is None or str(path) == settings.settings.last_run:
            return
        others = (name for name in settings.settings.recent_runs if name != str(path))
        settings.change(last_run=str(path), recent_runs=(str(path), *others)[:MAX_RECENT])
        self.page.show_recent(self._recent())

    def _recent(self) -> tuple[Path, ...]:
        return tuple(map(Path, self._context.settings.settings.recent_runs))

    # The run

    def _start(self, *, is_resumed: bool) -> None:
        document = self.document
        reasons = self._reasons()
        if reasons.resume if is_resumed else reasons.start:
            return
        if document.path is None:
            self.questions.ask_place_first(partial(self._start, is_resumed=is_resumed))
            return
        if document.is_dirty:
            document.save()
        plan = document.plan
        if plan is None or document.is_dirty:
            return
        if not is_resumed:
            self.metrics = Metrics()
        text = document.document.text
        python = Path(sys.executable)
        view = self._stored.view if is_resumed and self._stored is not None else RunRecord(plan).view()
        self._session.start(
            lambda: TrainingRun(plan, text, is_resumed=is_resumed, python=python, environments=environments_dir()),
            view,
        )

    @Slot()
    def _on_pause(self) -> None:
        self._session.post(ContinueRun() if self._session.is_paused else PauseRun())

    @Slot()
    def _on_started(self) -> None:
        self.page.log.clear()
        self._shown_points = None
        self._disk.hold()
        self._show_form()
        self._on_steps(self.document.steps)
        self._draw()

    @Slot(RunEnded)
    def _on_ended(self, event: RunEnded) -> None:
        self._disk.release()
        self._show_form()
        self._on_steps(self.document.steps)
        self._read_for = None
        self._read_stored()
        view = event.result.view
        said = rendered(view.text) if view.text is not None else ""
        for survivor in event.result.survivors:
            self._say(self.tr("A process could not be ended: {0}").format(survivor), BAD)
        if self._context.window.shown_page is not self.page:
            is_bad = view.state is RunState.ERROR
            words = self.tr("The training run failed. {0}") if is_bad else self.tr("The training run has ended. {0}")
            self._say(words.format(said).strip(), BAD if is_bad else GOOD)

    @Slot()
    def _show_run(self) -> None:
        """Shows the running run, else what is on disk of the open one."""
        session, page = self._session, self.page
        view = self._view()
        page.show_run(view, is_running=session.is_running, is_stopping=session.is_stopping)
        page.show_reasons(self._reasons())
        has_checkpoint = self._stored is not None and self._stored.checkpoint is not None
        page.checkpoints.show_resume(self._no_resume() if has_checkpoint and not session.is_running else "")
        self._show_playing()

    def _view(self) -> RunView | None:
        """The running or last run if it belongs to the open document, else what is on disk."""
        last, stored = self._session.view, self._stored.view if self._stored is not None else None
        if last is not None and (self._session.is_running or last.document == self.document.path):
            return last
        return stored if stored is not None and (stored.steps or stored.checkpoints) else None

    def _reasons(self) -> RunReasons:
        session = self._session
        idle = self.tr("No run is running.")
        if session.is_stopping:
            stopping = self.tr("The run is being stopped.")
            return RunReasons(start=stopping, resume=stopping, stop=stopping, pause=stopping)
        if session.is_running:
            running = self.tr("The run is running.")
            return RunReasons(start=running, resume=running)
        if self.document.plan is None:
            faulty = self.tr("The document has errors; they are listed below it.")
            return RunReasons(start=faulty, resume=faulty, stop=idle, pause=idle)
        return RunReasons(resume=self._no_resume(), stop=idle, pause=idle)

    def _no_resume(self) -> str:
        """Returns why the run on disk cannot be resumed; empty if it can."""
        stored = self._stored
        if stored is None or stored.checkpoint is None:
            return self.tr("There is no checkpoint yet.")
        if stored.refusal is not None:
            return rendered(stored.refusal)
        return self.tr("All of its phases have ended.") if stored.is_over else ""

    def _read_stored(self) -> None:
        """Reads what is on disk of the open run, on another thread, when that may have changed."""
        plan = self.document.plan
        wanted = (plan.folder, self.document.document.text) if plan is not None else None
        if wanted == self._read_for or self._session.is_running:
            return
        is_other = wanted is None or self._read_for is None or wanted[0] != self._read_for[0]
        self._read_for = wanted
        if plan is None or self.document.path is None:
            self._take_stored(None)
        else:
            if is_other:
                self._stored = None
            self._tasks.run(partial(self._reader.read, plan), partial(self._on_stored, wanted))

    def _on_stored(self, wanted: object, stored: StoredRun) -> None:
        if wanted == self._read_for and not self._session.is_running:
            self._take_stored(stored)

    def _take_stored(self, stored: StoredRun | None) -> None:
        points, self._stored = stored.points if stored is not None else (), stored
        if points is not self._shown_points:
            self._shown_points = points
            self.metrics = Metrics()
            self.metrics.add(points)
            self._draw()
        self._show_run()

    @Slot(str, float)
    def _on_parameter(self, name: str, value: float) -> None:
        self._session.post(SetParameter(name=name, value=value))

    @Slot(object, bool)
    def _on_watch(self, arena: int | None, is_realtime: bool) -> None:
        self._session.post(WatchArena(arena=arena, is_realtime=is_realtime))

    @Slot(LineBatch)
    def _on_lines(self, batch: LineBatch) -> None:
        self.page.log.add(line.text for line in batch.lines)

    @Slot(RunNoted)
    def _on_noted(self, note: RunNoted) -> None:
        text = rendered(note.text)
        self.page.log.add([text])
        if note.is_warning:
            self._say(text, WARNING)

    # Curves

    @Slot(tuple)
    def _on_points(self, points: tuple[MetricPoint, ...]) -> None:
        self.metrics.add(points)
        if not self._due.isActive():
            self._due.start()

    @Slot()
    def _draw(self) -> None:
        panel = self.page.curves
        if not self.metrics.names:
            panel.show_hint(self._curve_hint())
            return
        if not self.page.isVisible():
            return
        panel.show_hint("")
        panel.show_axis(is_time=self._is_time, is_whole=self._range is None)
        shown = self._range or whole(self.metrics, is_time=self._is_time)
        cells = cells_of(self.metrics, panel.looks, is_time=self._is_time)
        isolated = frozenset((self._isolated,)) if self._isolated else frozenset()
        panel.canvas.show_cells(cells, shown, cursor_s=self._cursor, isolated=isolated)
        picture = panel.canvas.picture
        panel.show_entries(picture.cells if picture is not None else (), self._isolated)

    def _curve_hint(self) -> str:
        if self._session.is_running:
            return self.tr("The curves begin with the first finished episodes.")
        return self.tr("Press Start: rewards, episode lengths, losses and speed of the run appear here.")

    @Slot(bool)
    def _on_along(self, is_time: bool) -> None:
        self._is_time, self._range, self._cursor = is_time, None, None
        self._draw()

    def _show_range(self, wanted: TimeRange | None) -> None:
        """Shows a part of the run, or all of it."""
        if wanted is not None:
            end = whole(self.metrics, is_time=self._is_time).to_s
            span = min(wanted.span_s, end)
            start = min(max(wanted.from_s, 0.0), end - span / 2)
            wanted = None if span >= end else TimeRange(from_s=start, to_s=start + span)
        self._range = wanted
        self._draw()

    @Slot(object)
    def _on_cursor(self, place: float | None) -> None:
        self._cursor = place
        if not self._due.isActive():
            self._due.start()

    @Slot(str)
    def _on_isolated(self, name: str) -> None:
        self._isolated = name
        self._draw()

    # Checkpoints

    @Slot()
    def _show_playing(self) -> None:
        running = self.tr("A match is running; a checkpoint can join the next one.")
        self.page.checkpoints.show_playing(running if self._context.session.is_running else "")

    @Slot(CheckpointView)
    def _on_folder(self, checkpoint: CheckpointView) -> None:
        self._say(open_folder(checkpoint.folder), BAD)

    @Slot(CheckpointView)
    def _on_play(self, checkpoint: CheckpointView) -> None:
        """Exports a checkpoint as a bot, on another thread, and puts it into the open match."""
        assert self.document.path is not None  # a run without a document has no checkpoint
        name = bot_name(self.document.title, checkpoint.step)
        self._say(self.tr("Exporting {0} …").format(name), "")
        self._tasks.run(partial(_exported, checkpoint, name, self.document.path), partial(self._on_exported, name))

    def _on_exported(self, name: str, bot: Path | Message | str) -> None:
        if not isinstance(bot, Path):
            reason = rendered(bot) if isinstance(bot, Message) else bot
            self._say(self.tr("The checkpoint cannot be exported: {0}").format(reason), BAD)
            return
        if self._context.session.is_running:
            self._say(self.tr("A match is running; a checkpoint can join the next one."), WARNING)
            return
        former = self._former_car()
        edits = self._context.edits
        is_in = edits.add_bot(bot, BLUE) if former is None else edits.replace_car(former, bot)
        if is_in:
            self._context.window.show_match()
            self._say(self.tr("{0} is in the match. Press Start to play it.").format(name), GOOD)

    def _former_car(self) -> int | None:
        """Returns the position of the car that an exported checkpoint drives in the open match."""
        overview = self._context.document.overview
        home = policies_dir()
        cars = overview.cars if overview is not None else ()
        return next((car.position for car in cars if car.source is not None and home in car.source.parents), None)

    def _say(self, text: str, tone: str = "") -> None:
        if text:
            self._context.notifications.show(Notice(text=text, tone=tone, key="training"))


def _exported(checkpoint: CheckpointView, name: str, document: Path) -> Path | Message | str:
    """Returns the document of a bot that plays like a checkpoint, or why there is none."""
    home = made(policies_dir())
    try:
        return checkpoint_bot(checkpoint.folder, checkpoint.run, document, home, name=name, write=playable_bot)
    except NewAgentError as error:
        return error.message
    except CheckpointError as error:
        return error.text
    except (OSError, ValueError) as error:
        return reason_of(error)
