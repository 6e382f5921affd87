"""The open match document: opening, adding and removing cars, saving."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from app.drops import bot_document
from app.overview import overview_of
from resources.examples import example_match, example_matches
from runtime.config import DocumentError, EditError, Match, MatchDocument
from runtime.values import SCRIPTS, MatchOverview
from widgets.drops import PathsDropped
from widgets.teams.card_value import RemovalRequested

EXAMPLE: Final = "1v1"


class DocumentController(QObject):
    """Owns the one `MatchDocument`; GUI thread.

    Signals:
        overview_changed: the `MatchOverview` after the document was opened or edited.
        saved: the `MatchOverview` after it was written; title and path may be new, the match is the same.
        refused: a sentence; something could not be done.
        place_requested: the document has no file of its own and the user must name one.
    """

    overview_changed = Signal(MatchOverview)
    saved = Signal(MatchOverview)
    refused = Signal(str)
    place_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = MatchDocument.new()

    @property
    def path(self) -> Path | None:
        """The file of the document, unless it is one of the examples or has none yet."""
        path = self._document.path
        return None if path in example_matches() else path

    @property
    def is_dirty(self) -> bool:
        """Whether there are unsaved changes."""
        return self._document.dirty

    def match(self) -> Match | None:
        """The match as the document stands; None when it has errors."""
        return self._document.reading().value

    def open_first(self, match: Path | None, bots: tuple[Path, ...], last: Path | None) -> None:
        """Opens what a start of the program asks for: a match, bots, the last document or the example."""
        wanted = match if match is not None else last
        reason = ""
        if match is None and bots:
            self._document = MatchDocument.new()
        elif wanted is None or (match is None and not wanted.is_file()) or (reason := self._take(wanted)):
            reason = self._take(example_match(EXAMPLE)) or reason
        for place, bot in enumerate(bots):
            self._add(bot, place % 2)
        self._announce()
        if reason:
            self.refused.emit(reason)

    def open(self, path: Path) -> bool:
        """Opens a file in place of the document; tells whether it worked."""
        reason = self._take(path)
        if reason:
            self.refused.emit(reason)
            return False
        self._announce()
        return True

    @Slot(PathsDropped)
    def take_bots(self, dropped: PathsDropped) -> None:
        """Adds the bots and scripts among these paths to a team."""
        for path in dropped.paths:
            found = bot_document(path)
            if found is not None:
                self._add(found, dropped.team or 0)
        self._announce()

    @Slot(RemovalRequested)
    def remove(self, request: RemovalRequested) -> None:
        """Takes a car out of the document."""
        try:
            self._document.remove_car(request.position)
        except EditError as error:
            self.refused.emit(str(error))
        self._announce()

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

    def _take(self, path: Path) -> str:
        """Takes a file in place of the document; the reason why not, or nothing."""
        try:
            self._document = MatchDocument.open(path)
        except DocumentError as error:
            return str(error.problem)
        return ""

    def _save(self, path: Path | None) -> bool:
        try:
            self._document.save(path)
        except DocumentError as error:
            self.refused.emit(str(error.problem))
            return False
        self.saved.emit(overview_of(self._document))
        return True

    def _add(self, bot: Path, team: int) -> None:
        try:
            if team == SCRIPTS or "script" in bot.name:
                self._document.add_script(bot)
            else:
                self._document.add_bot(bot, team)
        except EditError as error:
            self.refused.emit(str(error))

    def _announce(self) -> None:
        self.overview_changed.emit(overview_of(self._document))
