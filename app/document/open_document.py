"""The open match document: opening, editing with undo, saving."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.document.drops import bot_document
from app.document.opening import is_script_file
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
from widgets.bottom.game_chooser import ARENA, PlayWish
from widgets.sentences import spoken, spoken_problem
from widgets.shared.drops import PathsDropped
from widgets.words import Counts

EXAMPLE: Final = "1v1"
EXAMPLE_MARK: Final = "example:"
Change = Callable[[MatchDocument], None]
"""An edit of a document; raises `EditError` when it cannot be made."""


class Placed(Protocol):
    """A wish about a car."""

    @property
    def position(self) -> int:
        """The car's place in the document's list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepNames:
    """What undo and redo would do; None where there is nothing to do."""

    undo: str | None = None
    redo: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDocument:
    """A document with its unsaved changes and its steps."""

    document: MatchDocument
    history: History


class DocumentController(QObject):
    """Owns the one `MatchDocument`; GUI thread.

    Every edit goes through `edit`, which names it, so that it can be undone.

    Signals:
        opened: a document took the place of the one before; its `overview_changed` follows.
        overview_changed: the `MatchOverview` after the document was opened or edited, or what it names has changed.
        saved: the `MatchOverview` after it was written; title and path may be new, the match is the same.
        refused: a sentence; something could not be done.
        unreadable: the `Problem` of a file that could not be opened or reloaded; what was open stays open.
        readable: that problem no longer matters: a file was opened or saved, or the file is again as it was.
        place_requested: the document has no file of its own and the user must name one.
        steps_changed: the `StepNames` after anything was edited, undone or opened.
        overwrite_refused: a save would have overwritten what another program wrote.
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
        """The file of the document, unless it is one of the examples or has none yet."""
        path = self._document.path
        return None if path in example_matches() else path

    @property
    def bookmark(self) -> str:
        """What opens the same document at the next start: a path, `example:3v3`, or nothing for one without a file."""
        path = self._document.path
        if path is None:
            return ""
        return f"{EXAMPLE_MARK}{path.stem}" if path in example_matches() else str(path)

    @property
    def is_dirty(self) -> bool:
        """Whether there are unsaved changes."""
        return self._document.dirty

    @property
    def document(self) -> MatchDocument:
        """The document itself, to be read; edits go through `edit`."""
        return self._document

    @property
    def overview(self) -> MatchOverview | None:
        """What was told of the document last."""
        return self._overview

    @property
    def steps(self) -> StepNames:
        """What undo and redo would do."""
        return StepNames(undo=self._history.undo_name, redo=self._history.redo_name)

    def match(self) -> Match | None:
        """The match as the document stands; None when it has errors."""
        return self._document.reading().value

    def open_first(self, match: Path | None, bots: tuple[Path, ...], last: str) -> None:
        """Opens what a start of the program asks for: a match, bots, the document of a bookmark, or the example."""
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
        """Opens a file in place of the document; tells whether it worked."""
        fault = self._take(path)
        if fault is not None:
            self._refuse(fault)
            return False
        self._announce_opened()
        return True

    @Slot()
    def new(self) -> None:
        """Begins a document without cars, in place of this one."""
        self.adopt(MatchDocument.new())

    @property
    def open_document(self) -> OpenDocument:
        """Everything that is held, for another controller to go on with."""
        return OpenDocument(document=self._document, history=self._history)

    def resume(self, opened: OpenDocument) -> None:
        """Goes on with what another controller held."""
        self._document, self._history = opened.document, opened.history
        self._announce_opened()

    def adopt(self, document: MatchDocument) -> None:
        """Goes on with another document, whose history begins here."""
        self._document = document
        self._history.clear()
        self._announce_opened()

    def edit(self, name: str, change: Change, *, about: str = "") -> bool:
        """Makes one edit, all of it or nothing, as a step of that name; tells whether it worked.

        Edits of one value, named by `about`, that follow each other closely become one step.
        """
        before = self._document.snapshot
        try:
            change(self._document)
        except EditError as error:
            self._document.restore(before)
            self.refused.emit(spoken(error.message))
            return False
        if self._document.snapshot != before:
            self._history.record(Step(name=name, before=before, after=self._document.snapshot, about=about))
            self._announce()
        return True

    def reload(self, name: str) -> bool:
        """Takes the file's text instead of what is held, as a step of that name; tells whether it worked."""
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
        """Withdraws what was said of a file that could not be read, of this file only if one is given."""
        if self._unreadable is not None and path in (None, self._unreadable.path):
            self._unreadable = None
            self.readable.emit()

    def note_disk(self, change: Change) -> None:
        """Takes note of what became of the file, which changes what counts as saved."""
        change(self._document)
        self._tell_saved()

    @Slot()
    def look_again(self) -> None:
        """Looks at the files that the document names: they may have come, gone or changed since."""
        found = overview_of(self._document, in_arena=self._in_arena)
        if self._overview is not None and found != self._overview:
            self._overview = found
            self.overview_changed.emit(found)

    @Slot()
    def undo(self) -> None:
        """Takes the newest step back."""
        step = self._history.undo()
        if step is not None:
            self._restore(step.before)

    @Slot()
    def redo(self) -> None:
        """Does the step again that was undone last."""
        step = self._history.redo()
        if step is not None:
            self._restore(step.after)

    @Slot(PlayWish)
    def take_wish(self, wish: PlayWish) -> None:
        """Judges the document for the game that is to play it."""
        in_arena = wish.game == ARENA
        if in_arena != self._in_arena:
            self._in_arena = in_arena
            if self._overview is not None:
                self._announce()

    @Slot(PathsDropped)
    def take_bots(self, dropped: PathsDropped) -> None:
        """Adds the bots and scripts among these paths to a team; without a team, bots join both alternately."""
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
        """Takes a car out of the document."""
        name = self.tr("Remove {car}").format(car=self.car_name(request.position))
        self.edit(name, lambda document: document.remove_car(request.position))

    def car_name(self, position: int) -> str:
        """What a car is called, by its place in the document's list."""
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
        """Repairs the document in one step; of several repairs, those that cannot be made are left out."""
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
        """The team of every car, in the document's order."""
        return tuple(car.team for car in self._overview.cars) if self._overview is not None else ()

    @Slot()
    def save(self) -> None:
        """Writes the document to its file, or asks for one."""
        if self.path is None:
            self.place_requested.emit()
        else:
            self._save(None)

    def save_as(self, path: Path) -> bool:
        """Writes the document to another file and goes on with that; tells whether it worked."""
        return self._save(path if path.suffix else path.with_suffix(".toml"))

    def _take(self, path: Path) -> Problem | None:
        """Takes a file in place of the document; returns why it cannot be read, None if it was."""
        try:
            self._document = MatchDocument.open(path)
        except DocumentError as error:
            return error.problem
        self._history.clear()
        return None

    def _refuse(self, fault: Problem) -> None:
        """Tells that a file cannot be opened."""
        self._unreadable = fault
        self.unreadable.emit(fault)

    def _save(self, path: Path | None) -> bool:
        try:
            self._document.save(path)
        except ChangedOnDiskError as error:
            self.refused.emit(spoken_problem(error.problem))
            self.overwrite_refused.emit()
            return False
        except DocumentError as error:
            self.refused.emit(spoken_problem(error.problem))
            return False
        self._history.seal()
        self.forget_unreadable()
        self._tell_saved()
        return True

    def _restore(self, snapshot: Snapshot) -> None:
        try:
            self._document.restore(snapshot)
        except DocumentError as error:
            self.refused.emit(spoken_problem(error.problem))
        self._announce()

    def _add(self, bot: Path, team: int) -> None:
        try:
            _add(self._document, bot, team)
        except EditError as error:
            self.refused.emit(spoken(error.message))

    def _tell_saved(self) -> None:
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
    """What is told of the match alone, whatever its file is called and whether it is saved."""
    return replace(overview, title="", path=None, is_dirty=False)


def _with_teams(documents: Sequence[Path], team: int | None) -> Iterator[tuple[Path, int]]:
    """Pairs each document with its team; without a team, bots alternate from Blue on and scripts do not count."""
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
    """Returns the file that a bookmark leads to; None if it leads to none."""
    if bookmark.startswith(EXAMPLE_MARK):
        name = bookmark.removeprefix(EXAMPLE_MARK)
        return next((path for path in example_matches() if path.stem == name), None)
    return Path(bookmark) if bookmark else None
