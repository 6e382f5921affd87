"""Files that come to the window: dropped on it, or handed over by a second start of the program."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.document.drops import kind_of
from app.document.open_document import DocumentController
from app.document.opening import Opening, Trouble, sort_paths
from app.document.questions import Questions
from app.panels.tray.foreground import Foreground
from app.session.match_session import MatchController
from widgets.shared.drops import DropKind, PathsDropped


class Arrivals(QObject):
    """Takes matches and bots into the document; GUI thread.

    Signals:
        refused: a sentence; something could not be taken.
    """

    refused = Signal(str)

    def __init__(
        self,
        document: DocumentController,
        questions: Questions,
        match: MatchController,
        foreground: Foreground,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._questions = questions
        self._match = match
        self._foreground = foreground

    @Slot(tuple)
    def take_start(self, paths: tuple[Path, ...]) -> None:
        """A later start was called with these paths: opens them here and comes forward."""
        self._foreground.show_window()
        opening = sort_paths(paths)
        if opening.trouble is not None:
            self.refused.emit(self._words(opening.trouble, opening))
        elif self._match.is_running and paths:
            self.refused.emit(self.tr("A match is running; open the files when it is over."))
        else:
            if opening.match is not None:
                self._questions.open_match(opening.match)
            if opening.bots:
                self._document.take_bots(PathsDropped(paths=opening.bots, team=None))

    @Slot(PathsDropped)
    def take_dropped(self, dropped: PathsDropped) -> None:
        """Opens a match; bots join the team that they were dropped on."""
        matches = [path for path in dropped.paths if kind_of(path) is DropKind.MATCH]
        if matches:
            self._questions.open_match(matches[0])
        elif dropped.team is not None:
            self._document.take_bots(dropped)

    def _words(self, trouble: Trouble, opening: Opening) -> str:
        words = {
            Trouble.NO_BOT: self.tr("The folder {path} contains no bot.toml."),
            Trouble.NO_FILE: self.tr("File not found: {path}"),
            Trouble.MATCHES: self.tr("Only one match can be open: pass one match file, and any number of bots."),
        }
        return words[trouble].format(path=opening.path)
