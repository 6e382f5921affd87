"""The open match document: opening, editing with undo, and saving."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.document.editor import DocumentEditor
from app.document.opening import bot_document, is_script_file
from app.document.overview import overview_of
from resources.examples import example_match, example_matches
from runtime.documents import (
    EditError,
    Match,
    MatchDocument,
)
from runtime.games import capabilities_of
from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.model.problems import Problem
from runtime.model.values import GameChoice, MatchOverview
from widgets.messages import rendered
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


class DocumentController(DocumentEditor[MatchDocument]):
    """Owns the one open `MatchDocument`; GUI thread.

    Signals:
        overview_changed: the `MatchOverview` after the document, or a file that it names, has changed.
        saved: the `MatchOverview` after saving; title and path may be new, the match is the same.
    """

    overview_changed = Signal(MatchOverview)
    saved = Signal(MatchOverview)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(MatchDocument, parent, clock=clock)
        self._game = capabilities_of()
        self._overview: MatchOverview | None = None

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
    def overview(self) -> MatchOverview | None:
        """The newest overview; None before a document was opened."""
        return self._overview

    def match(self) -> Match | None:
        """Returns the match; None where the document has errors."""
        return self._document.reading().value

    def open_first(self, match: Path | None, bots: tuple[Path, ...], last: str) -> None:
        """Opens the first document: a match, bots, the document of a bookmark, or the example."""
        path = match if match is not None else _marked(last)
        fault: Problem | None = None
        if match is None and bots:
            self._document = MatchDocument.new()
        elif path is None or (match is None and not path.is_file()) or (fault := self._take(path)):
            fault = self._take(example_match(EXAMPLE)) or fault
        for bot, team in _with_teams(bots, None):
            self._add(bot, team)
        self._history.clear()
        self._announce_opened()
        if fault is not None:
            self._refuse(fault)

    @Slot()
    def read_again(self) -> None:
        """Rereads the files that the document names; they may have changed."""
        overview = overview_of(self._document, self._game)
        if self._overview is not None and overview != self._overview:
            self._overview = overview
            self.overview_changed.emit(overview)

    @Slot(GameChoice)
    def choose_game(self, choice: GameChoice) -> None:
        """Checks the document for the chosen game."""
        game = capabilities_of(choice.game)
        if game != self._game:
            self._game = game
            if self._overview is not None:
                self._announce()

    @Slot(PathsDropped)
    def take_bots(self, dropped: PathsDropped) -> bool:
        """Adds the bots and scripts among these paths to a team; without one, each bot joins the smaller team.

        Returns whether there were any.
        """
        documents = [path for path in map(bot_document, dropped.paths) if path is not None]
        if not documents:
            return False
        teams = self.car_teams()
        names = [path.parent.name or path.stem for path in documents]
        what = names[0] if len(names) == 1 else Counts().bots(len(names))
        with_all = self.tr("Add {what}").format(what=what)

        def add_all(document: MatchDocument) -> None:
            for path, team in _with_teams(documents, dropped.team, (teams.count(BLUE), teams.count(ORANGE))):
                _add(document, path, team)

        return self.edit(with_all, add_all)

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
        """Returns a name for the document's file, without suffix: its own, or one for its cars.

        Examples are `chaser_keeper`, `2v2` with several cars in a team, and `match` without cars.
        """
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

    def _add(self, bot: Path, team: int) -> None:
        try:
            _add(self._document, bot, team)
        except EditError as error:
            self.refused.emit(rendered(error.message))

    def _announce_saved(self) -> None:
        overview = overview_of(self._document, self._game)
        known = self._overview
        is_same = known is not None and _match_in(overview) == _match_in(known)
        self._overview = overview
        self.saved.emit(overview)
        if not is_same:
            self.overview_changed.emit(overview)
        super()._announce_saved()

    def _announce(self) -> None:
        self._overview = overview_of(self._document, self._game)
        self.overview_changed.emit(self._overview)
        super()._announce()


def _match_in(overview: MatchOverview) -> MatchOverview:
    """Returns the overview without the file's name and state."""
    return replace(overview, title="", path=None, is_dirty=False)


def _with_teams(
    documents: Sequence[Path], team: int | None, sizes: tuple[int, int] = (0, 0)
) -> Iterator[tuple[Path, int]]:
    """Pairs each document with its team; if `team` is None, each bot joins the smaller team, blue on a tie."""
    blue, orange = sizes
    for path in documents:
        chosen = BLUE if blue <= orange else ORANGE
        yield path, chosen if team is None else team
        if not is_script_file(path):
            blue, orange = blue + (chosen == BLUE), orange + (chosen == ORANGE)


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
