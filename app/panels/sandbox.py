"""The sandbox: changes the state of a running match, and keeps situations as files."""

import re
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QMessageBox

from app.panels.context import WindowContext
from app.services.background_tasks import BackgroundTasks
from app.services.file_opener import open_folder
from app.services.paths import FolderError, made, situations_dir
from app.session.bridge import FrameBatch
from runtime.documents import SITUATION_SUFFIX, Reading, read_situation, situation_text
from runtime.files import reason_of, write_atomically
from runtime.model.commands import SetState
from runtime.model.events import SwapChanged
from runtime.model.placements import Placement, StateChange
from runtime.model.situations import Situation, situation_of
from runtime.model.states import Phase, SwapOutcome
from widgets.messages import rendered, rendered_problem
from widgets.sandbox.sandbox_panel import SandboxPanel, SavedSituation
from widgets.shared.dialogs import ask_file, ask_text
from widgets.stage.moving import Handle

MAX_FILES: Final = 500
"""Situations that are listed; more are left out."""
MAX_CHARACTERS: Final = 60
"""Maximum number of characters of a situation's name in its file name."""
NUMBERS_MS: Final = 100
"""Interval between updates of the numbers; nobody reads faster, and painting thirteen of them takes long."""
_UNSAFE: Final = re.compile(r"[^\w\- ]+")
_STATIC: Final = (None, Phase.INACTIVE, Phase.ENDED)


class SandboxController(QObject):
    """Connects the panel with the match and with the folder of situations; GUI thread, files on another one."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._session = context.session
        self._panel = panel = context.window.panel(SandboxPanel)
        self._canvas = context.window.stage.canvas
        self._tasks = BackgroundTasks(1, self)
        self._last: Situation | None = None
        """The situation that was loaded last."""
        self._numbers = QTimer(self, singleShot=True, interval=NUMBERS_MS)
        self._numbers.timeout.connect(self._show_numbers)
        panel.freeze_toggled.connect(self._on_freeze_toggled)
        panel.step_wanted.connect(lambda: self._session.send("kickabout step"))
        panel.speed_chosen.connect(lambda speed: self._change(StateChange(game_speed=speed)))
        panel.gravity_chosen.connect(lambda gravity_z: self._change(StateChange(gravity_z=gravity_z)))
        panel.inspector.placed.connect(self._on_placed)
        panel.inspector.chosen.connect(self._on_chosen)
        panel.save_wanted.connect(self._ask_name)
        panel.load_wanted.connect(self.load)
        context.incoming.situation_dropped.connect(self.load)
        panel.repeat_wanted.connect(self.repeat)
        panel.open_wanted.connect(self._ask_file)
        panel.removal_wanted.connect(self._ask_removal)
        panel.folder_wanted.connect(self._open_folder)
        commands = context.window.commands
        commands.repeat_situation.triggered.connect(self.repeat)
        commands.save_situation.triggered.connect(self._ask_name)
        commands.step.triggered.connect(panel.step.click)
        self._canvas.chosen_changed.connect(panel.inspector.choose)
        self._session.changed.connect(self._show_state)
        self._session.bridge.frames_arrived.connect(self._on_frames_arrived)
        self._session.bridge.swap_changed.connect(self._on_swap_changed)
        self._session.started.connect(lambda _match: panel.show_view(None))
        context.window.completed.connect(self.list_files)
        self._show_state()

    @property
    def _reason(self) -> str:
        """Why the state of the match cannot be changed now; empty if it can."""
        if self._session.phase in _STATIC:
            return self.tr("No match is running.")
        if not self._session.permissions.can_set_state:
            return self.tr("Nothing can be changed: “Bots may move things” is off in this match's settings.")
        return ""

    @Slot()
    def list_files(self) -> None:
        """Reads the folder of the situations again."""
        self._tasks.run(_saved_situations, self._panel.show_situations)

    @Slot(Path)
    def load(self, path: Path) -> None:
        """Loads a situation into the running match."""
        self._tasks.run(lambda: read_situation(path), self._on_read)

    @Slot()
    def repeat(self) -> None:
        """Loads the last situation into the match again."""
        if self._last is not None:
            self._set(self._last)

    def _on_read(self, reading: Reading[Situation]) -> None:
        if reading.value is None:
            self._context.notifications.refuse(rendered_problem(reading.errors[0]))
        else:
            self._set(reading.value)

    def _set(self, situation: Situation) -> None:
        view = self._session.view
        if self._reason or view is None:
            self._context.notifications.refuse(self._reason)
            return
        self._last = situation
        self._panel.show_last(situation.name)
        missing = situation.missing_in(view)
        if missing:
            words = self.tr("“{name}” has more cars than this match; {count} of them were left out.")
            self._context.notifications.refuse(words.format(name=situation.name, count=missing))
        self._change(situation.change_in(view))

    def _change(self, change: StateChange) -> None:
        self._session.post(SetState(change=change))

    @Slot(Placement)
    def _on_placed(self, placement: Placement) -> None:
        self._change(StateChange(placements=(placement,)))

    @Slot(Handle)
    def _on_chosen(self, handle: Handle) -> None:
        self._canvas.mover.select(handle)

    @Slot(bool)
    def _on_freeze_toggled(self, is_on: bool) -> None:
        self._session.send("kickabout pause" if is_on else "kickabout resume")

    @Slot()
    def _show_state(self) -> None:
        arena_reason = self.tr("Only the arena can do this. Use slow motion instead.")
        arena_reason = "" if self._session.game.takes_commands else arena_reason
        self._panel.show_state(reason=self._reason, arena_reason=arena_reason)
        self._panel.show_frozen(is_frozen=self._session.is_halted)

    @Slot(FrameBatch)
    def _on_frames_arrived(self, _batch: FrameBatch) -> None:
        if not self._numbers.isActive():
            self._show_numbers()
            self._numbers.start()

    @Slot()
    def _show_numbers(self) -> None:
        if self._panel.isVisible() and self._session.view is not None:
            self._panel.show_view(self._session.view)

    @Slot(SwapChanged)
    def _on_swap_changed(self, event: SwapChanged) -> None:
        is_new = event.record.outcome in (SwapOutcome.SWAPPED, SwapOutcome.APPLIED)
        if is_new and self._panel.after_reload.isChecked() and not self._reason:
            self.repeat()

    @Slot()
    def _ask_name(self) -> None:
        """Saves the present moment under a name that the user is asked for; the match goes on meanwhile."""
        view = self._session.view
        if self._session.phase in _STATIC or view is None:
            self._context.notifications.refuse(self.tr("No match is running."))
            return
        title, question = self.tr("Save this moment"), self.tr("Name of the situation")
        ask_text(self._context.window, title, question, lambda name: self._save(situation_of(view, name)))

    def _save(self, situation: Situation) -> None:
        if situation.name:
            self._last = situation
            self._panel.show_last(situation.name)
            self._tasks.run(lambda: _written(situation), self._on_written)

    def _on_written(self, trouble: str) -> None:
        if trouble:
            self._context.notifications.refuse(self.tr("The situation was not saved: {0}.").format(trouble))
        self.list_files()

    @Slot()
    def _ask_file(self) -> None:
        files = self.tr("Situations (*.situation.toml)")
        ask_file(self._context.window, self.tr("Open a situation"), self.load, files=files)

    @Slot(Path)
    def _ask_removal(self, path: Path) -> None:
        box = QMessageBox(self._context.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("Delete the situation"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("Delete {file}?").format(file=path.name))
        box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
        box.accepted.connect(lambda: self._tasks.run(lambda: _removed(path), self._on_written))
        box.open()

    @Slot()
    def _open_folder(self) -> None:
        try:
            self._context.notifications.refuse(open_folder(made(situations_dir())))
        except FolderError as error:
            self._context.notifications.refuse(error.reason)


def _saved_situations() -> tuple[SavedSituation, ...]:
    """Returns the situations of the folder by name."""
    try:
        paths = sorted(situations_dir().glob(f"*{SITUATION_SUFFIX}"))[:MAX_FILES]
    except (OSError, FolderError):
        return ()
    return tuple(sorted(map(_saved, paths), key=lambda situation: situation.name.casefold()))


def _saved(path: Path) -> SavedSituation:
    reading = read_situation(path)
    if reading.value is None:
        return SavedSituation(path=path, name=path.name, hint=rendered_problem(reading.errors[0]), is_broken=True)
    return SavedSituation(path=path, name=reading.value.name, hint=reading.value.about or path.name)


def _written(situation: Situation) -> str:
    """Writes a situation into the folder, in place of one with the same name; returns why that failed."""
    try:
        write_atomically(_free_path(made(situations_dir()), situation.name), situation_text(situation).encode())
    except FolderError as error:
        return error.reason
    except OSError as error:
        return rendered(reason_of(error))
    return ""


def _free_path(folder: Path, name: str) -> Path:
    """Returns the file for a situation; never that of another one, even if both names give the same file name."""
    stem = _UNSAFE.sub("", name).strip()[:MAX_CHARACTERS] or "situation"
    for count in range(1, MAX_FILES):
        path = folder / f"{stem}{f' {count}' if count > 1 else ''}{SITUATION_SUFFIX}"
        kept = read_situation(path).value if path.exists() else None
        if not path.exists() or (kept is not None and kept.name == name):
            return path
    return folder / f"{stem}{SITUATION_SUFFIX}"


def _removed(path: Path) -> str:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return rendered(reason_of(error))
    return ""


create = SandboxController
