"""Editing of one open document of any kind: opening, steps that can be undone, and saving."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from runtime.documents import ChangedOnDiskError, DocumentError, EditError, History, Snapshot, Step, TextDocument
from runtime.model.problems import Problem
from widgets.messages import rendered, rendered_problem

D = TypeVar("D", bound=TextDocument[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class StepNames:
    """Names of the steps that undo and redo would change; None where there is none."""

    undo: str | None = None
    redo: str | None = None


class DocumentEditor(QObject, Generic[D]):
    """Owns one open document; GUI thread.

    Every edit goes through `edit`, which gives it a name and makes it a step that can be undone.

    Signals:
        opened: another document was opened; `changed` follows.
        changed: the text, the file or its state may be different.
        refused: a sentence: why something could not be done.
        unreadable: the `Problem` of a file that could not be opened or reloaded; the open document stays open.
        readable: that problem no longer matters: the open document was edited or saved, another one was opened, or the
            file is again as before.
        place_requested: the document has no file yet, so the user must name one.
        steps_changed: the `StepNames` after an edit, an undo or an opened document.
        overwrite_refused: a save would have overwritten the changes of another program.
    """

    opened = Signal()
    changed = Signal()
    refused = Signal(str)
    unreadable = Signal(Problem)
    readable = Signal()
    place_requested = Signal()
    steps_changed = Signal(StepNames)
    overwrite_refused = Signal()

    def __init__(
        self, kind: type[D], parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self._document = kind.new()
        self._history = History(clock=clock)
        self._unreadable: Problem | None = None

    @property
    def path(self) -> Path | None:
        """The file of the document; None before it is first saved."""
        return self._document.path

    @property
    def is_dirty(self) -> bool:
        """True if there are unsaved changes."""
        return self._document.dirty

    @property
    def document(self) -> D:
        """The document itself, to be read; edits go through `edit`."""
        return self._document

    @property
    def steps(self) -> StepNames:
        """The names for undo and redo."""
        return StepNames(undo=self._history.undo_name, redo=self._history.redo_name)

    def open(self, path: Path) -> bool:
        """Opens a file in place of the document; returns whether that worked."""
        fault = self._take(path)
        if fault is not None:
            self._refuse(fault)
            return False
        self._announce_opened()
        return True

    @Slot()
    def new(self) -> None:
        """Opens an empty document in place of this one."""
        self.adopt(self._kind.new())

    def adopt(self, document: D) -> None:
        """Replaces the document, with a new history."""
        self._document = document
        self._history.clear()
        self._announce_opened()

    def edit(self, name: str, change: Callable[[D], None], *, about: str = "") -> bool:
        """Makes one edit completely or not at all, as a step with that name; returns whether that worked.

        `change` raises `EditError` when it cannot be made. Edits of the same value, named by `about`, within a short
        time become one step.
        """
        before = self._document.snapshot
        try:
            change(self._document)
        except EditError as error:
            self._document.restore(before)
            self.refused.emit(rendered(error.message))
            return False
        if self._document.snapshot != before:
            self._history.record(Step(name=name, before=before, after=self._document.snapshot, about=about))
            self._announce()
        return True

    def reload(self, name: str) -> bool:
        """Loads the file again, as a step with that name; returns whether that worked."""
        before = self._document.snapshot
        try:
            self._document.reload()
        except DocumentError as error:
            if error.problem != self._unreadable:
                self._refuse(error.problem)
            return False
        self.forget_unreadable()
        if self._document.snapshot != before:
            self._history.record(Step(name=name, before=before, after=self._document.snapshot))
        self._announce()
        return True

    @Slot()
    def forget_unreadable(self, path: Path | None = None) -> None:
        """Withdraws the problem of an unreadable file; with `path`, only if it is about that file."""
        if self._unreadable is not None and path in (None, self._unreadable.path):
            self._unreadable = None
            self.readable.emit()

    def apply_to_file(self, change: Callable[[D], None]) -> None:
        """Applies a change of the file on disk, which affects whether the document counts as saved."""
        change(self._document)
        self._announce_saved()

    @Slot()
    def read_again(self) -> None:
        """Reads the files that the document names again; they may have changed."""

    def file_name(self) -> str:
        """Returns a name for the document's file, without suffix."""
        raise NotImplementedError

    @Slot()
    def undo(self) -> None:
        """Takes back the newest step."""
        step = self._history.undo()
        if step is not None:
            self._restore(step.before)

    @Slot()
    def redo(self) -> None:
        """Repeats the step that was undone last."""
        step = self._history.redo()
        if step is not None:
            self._restore(step.after)

    @Slot()
    def save(self) -> None:
        """Saves the document, or asks for a file name."""
        if self.path is None:
            self.place_requested.emit()
        else:
            self._save(None)

    def save_as(self, path: Path) -> bool:
        """Saves the document to another file, which becomes its own; returns whether that worked."""
        return self._save(path if path.suffix else path.with_suffix(".toml"))

    def _take(self, path: Path) -> Problem | None:
        """Replaces the document by a file; returns the problem of a file that cannot be read."""
        try:
            self._document = self._kind.open(path)
        except DocumentError as error:
            return error.problem
        self._history.clear()
        return None

    def _refuse(self, fault: Problem) -> None:
        """Emits the problem of a file that cannot be opened."""
        self._unreadable = fault
        self.unreadable.emit(fault)

    def _save(self, path: Path | None) -> bool:
        try:
            self._document.save(path)
        except ChangedOnDiskError as error:
            self.refused.emit(rendered_problem(error.problem))
            self.overwrite_refused.emit()
            return False
        except DocumentError as error:
            self.refused.emit(rendered_problem(error.problem))
            return False
        self._history.seal()
        self.forget_unreadable()
        self._announce_saved()
        return True

    def _restore(self, snapshot: Snapshot) -> None:
        try:
            self._document.restore(snapshot)
        except DocumentError as error:
            self.refused.emit(rendered_problem(error.problem))
        self._announce()

    def _announce_opened(self) -> None:
        self.forget_unreadable()
        self.opened.emit()
        self._announce()

    def _announce_saved(self) -> None:
        self.changed.emit()

    def _announce(self) -> None:
        if self._unreadable is not None and self._unreadable.path != self._document.path:
            self.forget_unreadable()  # the user goes on with the open document
        self.changed.emit()
        self.steps_changed.emit(self.steps)
