"""The open match document: opening, editing with undo, and saving."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.document.opening import bot_document, is_script_file
from app.document.overview import overview_of
from resources.examples import example_match, example_matches
from runtime.documents import (
    ChangedOnDiskError,
    DocumentError,
    EditError,
    History,
    Match,
    MatchDocument,
    Snapshot,
    Step,
)
from runtime.model.problems import Problem
from runtime.model.teams import SCRIPTS
from runtime.model.values import MatchOverview
from widgets.bottom.game_chooser import ARENA, GameChoice
from widgets.messages import rendered, rendered_problem
from widgets.shared.drops import PathsDropped
from widgets.words import Counts

EXAMPLE: Final = "1v1"
EXAMPLE_MARK: Final = "example:"
Change = Callable[[MatchDocument], None]
"""An edit of a document; raises `EditError` when it cannot be made."""


class Placed(Protocol):
    """A request about a car."""

    @property
    def position(self) -> int:
        """The car's place in the document's list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepNames:
    """Names of the steps that undo and redo would change; None where there is none."""

    undo: str | None = None
    redo: str | None = None


class DocumentController(QObject):
    """Owns the one open `MatchDocument`; GUI thread.

    Every edit goes through `edit`, which gives it a name and makes it a step that can be undone.

    Signals:
        opened: another document was opened; `overview_changed` follows.
        overview_changed: the `MatchOverview` after the document, or a file that it names, has changed.
        saved: the `MatchOverview` after saving; title and path may be new, the match is the same.
        refused: a sentence: why something could not be done.
        unreadable: the `Problem` of a file that could not be opened or reloaded; the open document stays open.
        readable: that problem no longer matters: a file was opened or saved, or the file is again as before.
        place_requested: the document has no file of its own, so the user must name one.
        steps_changed: the `StepNames` after an edit, an undo or an opened document.
        overwrite_refused: a save would have overwritten the changes of another program.
    """

    opened = Signal()
    overview_changed = Signal(MatchOverview)
    saved = Signal(MatchOverview)
    refused = Signal(str)
    unreadable = Signal(Problem)
    readable = Signal()
    place_requested = Signal()
    steps_changed = Signal(StepNames)
    overwrite_refused = Signal()

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._document = MatchDocument.new()
        self._history = History(clock=clock)
        self._in_arena = True
        self._overview: MatchOverview | None = None
        self._unreadable: Problem | None = None

    @property
    def path(self) -> Path | None:
        """The file of the document; None for an example, or before it is first saved."""
        path = self._document.path
        return None if path in example_matches() else path

    @property
    def bookmark(self) -> str:
        """Reopens the document at the next start: a path, `example:3v3`, or empty for one without a file."""
        path = self._document.path
        if path is None:
            return ""
        return f"{EXAMPLE_MARK}{path.stem}" if path in example_matches() else str(path)

    @property
    def is_dirty(self) -> bool:
        """Returns whether there are unsaved changes."""
        return self._document.dirty

    @property
    def document(self) -> MatchDocument:
        """The document itself, to be read; edits go through `edit`."""
        return self._document

    @property
    def overview(self) -> MatchOverview | None:
        """The newest overview; None before a document was opened."""
        return self._overview

    @property
    def steps(self) -> StepNames:
        """The names for undo and redo."""
        return StepNames(undo=self._history.undo_name, redo=self._history.redo_name)

    def match(self) -> Match | None:
        """Returns the match; None where the document has errors."""
        return self._document.reading().value

    def open_first(self, match: Path | None, bots: tuple[Path, ...], last: str) -> None:
        """Opens the first document: a match, bots, the document of a bookmark, or the example."""
        wanted = match if match is not None else _marked(last)
        fault: Problem | None = None
        if match is None and bots:
            self._document = MatchDocument.new()
        elif wanted is None or (match is None and not wanted.is_file()) or (fault := self._take(wanted)):
            fault = self._take(example_match(EXAMPLE)) or fault
        for bot, team in _with_teams(bots, None):
            self._add(bot, team)
        self._history.clear()
        self._announce_opened()
        if fault is not None:
            self._refuse(fault)

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
        self.adopt(MatchDocument.new())

    def adopt(self, document: MatchDocument) -> None:
        """Replaces the document, with a new history."""
        self._document = document
        self._history.clear()
        self._announce_opened()

    def edit(self, name: str, change: Change, *, about: str = "") -> bool:
        """Makes one edit completely or not at all, as a step with that name; returns whether that worked.

        Edits of the same value, named by `about`, within a short time become one step.
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

    def apply_to_file(self, change: Change) -> None:
        """Applies a change of the file on disk, which affects whether the document counts as saved."""
        change(self._document)
        self._announce_saved()

    @Slot()
    def read_again(self) -> None:
        """Reads the files that the document names again; they may have changed."""
        found = overview_of(self._document, in_arena=self._in_arena)
        if self._overview is not None and found != self._overview:
            self._overview = found
            self.overview_changed.emit(found)

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

    @Slot(GameChoice)
    def choose_game(self, choice: GameChoice) -> None:
        """Checks the document for the chosen game."""
        in_arena = choice.game == ARENA
        if in_arena != self._in_arena:
            self._in_arena = in_arena
            if self._overview is not None:
                self._announce()

    @Slot(PathsDropped)
    def take_bots(self, dropped: PathsDropped) -> None:
        """Adds the bots and scripts among these paths to a team; without a team, bots are added to both in turn."""
        found = [path for path in map(bot_document, dropped.paths) if path is not None]
        if not found:
            return
        names = [path.parent.name or path.stem for path in found]
        what = names[0] if len(names) == 1 else Counts().bots(len(names))
        with_all = self.tr("Add {what}").format(what=what)

        def add_all(document: MatchDocument) -> None:
            for path, team in _with_teams(found, dropped.team):
                _add(document, path, team)

        self.edit(with_all, add_all)

    @Slot(object)
    def remove(self, request: Placed) -> None:
        """Removes a car."""
        name = self.tr("Remove {car}").format(car=self.car_name(request.position))
        self.edit(name, lambda document: document.remove_car(request.position))

    def car_name(self, position: int) -> str:
        """Returns the name of a car by its position in the document."""
        cars = self._overview.cars if self._overview is not None else ()
        return next((car.name for car in cars if car.position == position), self.tr("car"))

    def file_name(self) -> str:
        """Returns a name for the document's file, without suffix: its own, or one made of its cars, `chaser_keeper`."""
        if self._document.path is not None:
            return self._document.path.stem
        cars = self._overview.cars if self._overview is not None else ()
        teams = [[car.name for car in cars if car.team == team] for team in (0, 1)]
        if not cars:
            return "match"
        if max(map(len, teams)) > 1:
            return f"{len(teams[0])}v{len(teams[1])}"
        from runtime.library import folder_name  # noqa: PLC0415 - loaded after the first paint

        return "_".join(folder_name(name) for team in teams for name in team)

    def repairable(self) -> tuple[Problem, ...]:
        """Returns the problems of the document itself whose repair is known."""
        own = self._document.problem_path
        problems = self._overview.problems if self._overview is not None else ()
        return tuple(problem for problem in problems if problem.repair is not None and problem.path == own)

    @Slot(tuple)
    def repair(self, problems: tuple[Problem, ...]) -> None:
        """Repairs the document in one step; of several repairs, those that fail are skipped."""
        repairs = [problem.repair for problem in problems if problem.repair is not None]
        if len(repairs) == 1:
            self.edit(self.tr("Fix problem"), lambda document: document.repair(repairs[0]))
            return

        def repair_all(document: MatchDocument) -> None:
            for repair in repairs:
                with suppress(EditError):
                    document.repair(repair)

        self.edit(self.tr("Fix all problems"), repair_all)

    def car_teams(self) -> tuple[int, ...]:
        """Returns the team of every car, in the document's order."""
        return tuple(car.team for car in self._overview.cars) if self._overview is not None else ()

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
            self._document = MatchDocument.open(path)
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

    def _add(self, bot: Path, team: int) -> None:
        try:
            _add(self._document, bot, team)
        except EditError as error:
            self.refused.emit(rendered(error.message))

    def _announce_saved(self) -> None:
        found = overview_of(self._document, in_arena=self._in_arena)
        known = self._overview
        is_same = known is not None and _match_in(found) == _match_in(known)
        self._overview = found
        self.saved.emit(found)
        if not is_same:
            self.overview_changed.emit(found)

    def _announce_opened(self) -> None:
        self.forget_unreadable()
        self.opened.emit()
        self._announce()

    def _announce(self) -> None:
        self._overview = overview_of(self._document, in_arena=self._in_arena)
        self.overview_changed.emit(self._overview)
        self.steps_changed.emit(self.steps)


def _match_in(overview: MatchOverview) -> MatchOverview:
    """Returns the overview without the file's name and state."""
    return replace(overview, title="", path=None, is_dirty=False)


def _with_teams(documents: Sequence[Path], team: int | None) -> Iterator[tuple[Path, int]]:
    """Pairs each document with its team; without a team, bots alternate, blue first, and scripts do not count."""
    bots = 0
    for path in documents:
        yield path, bots % 2 if team is None else team
        bots += not is_script_file(path)


def _add(document: MatchDocument, bot: Path, team: int) -> None:
    if team == SCRIPTS or is_script_file(bot):
        document.add_script(bot)
    else:
        document.add_bot(bot, team)


def _marked(bookmark: str) -> Path | None:
    """Returns the file of a bookmark; None for an empty or unknown one."""
    if bookmark.startswith(EXAMPLE_MARK):
        name = bookmark.removeprefix(EXAMPLE_MARK)
        return next((path for path in example_matches() if path.stem == name), None)
    return Path(bookmark) if bookmark else None
