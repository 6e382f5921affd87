"""Files that come to the window: dropped on it, or passed on by a second start of the program."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.document.open_document import DocumentController
from app.document.opening import Opening, Trouble, bot_document, is_bot_file, is_run_file, sort_paths
from app.document.questions import Questions
from app.services.notifications import Notifications
from app.session.match_session import MatchSession
from runtime.documents import SITUATION_SUFFIX
from widgets.shared.drops import DropKind, PathsDropped


def kind_of(path: Path) -> DropKind:
    """Classifies a path by its name: a bot, a document of a match or run, an archive of bots, or nothing."""
    if bot_document(path) is not None:
        return DropKind.BOT
    if path.name.lower().endswith(SITUATION_SUFFIX) and path.is_file():
        return DropKind.SITUATION
    if is_run_file(path) and path.is_file():
        return DropKind.RUN
    if path.suffix.lower() == ".toml" and not is_bot_file(path) and path.is_file():
        return DropKind.MATCH
    return DropKind.PACK if is_pack_file(path) else DropKind.NOTHING


def is_pack_file(path: Path) -> bool:
    """Returns whether a path is an archive that may be a pack of bots, judged by its name."""
    from runtime.packs import is_archive_name  # noqa: PLC0415 - loaded after the first paint

    return is_archive_name(path.name) and path.is_file()


class Incoming(QObject):
    """Opens matches and adds bots; GUI thread.

    Signals:
        window_wanted: the window should come to the front.
        archive_dropped: the `Path` of an archive that may be a pack of bots.
        situation_dropped: the `Path` of a situation.
        run_arrived: the `Path` of the document of a training run.
    """

    window_wanted = Signal()
    archive_dropped = Signal(Path)
    situation_dropped = Signal(Path)
    run_arrived = Signal(Path)

    def __init__(
        self,
        document: DocumentController,
        questions: Questions,
        session: MatchSession,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._questions = questions
        self._session = session
        self._notifications = notifications

    @Slot(tuple)
    def take_start(self, paths: tuple[Path, ...]) -> None:
        """Opens the paths of a later start, and brings the window to the front."""
        self.window_wanted.emit()
        opening = sort_paths(paths)
        if opening.run is not None:
            self.run_arrived.emit(opening.run)
        if opening.trouble is not None:
            self._notifications.refuse(self._reason(opening.trouble, opening))
        elif self._session.is_running and (opening.match is not None or opening.bots):
            self._notifications.refuse(self.tr("A match is running; open the files when it is over."))
        else:
            if opening.match is not None:
                self._questions.open_document(opening.match)
            if opening.bots:
                self._document.take_bots(PathsDropped(paths=opening.bots, team=None))

    @Slot(PathsDropped)
    def take_dropped(self, dropped: PathsDropped) -> None:
        """Opens a match, passes archives on, or adds bots to the team that they were dropped on."""
        kinds = {path: kind_of(path) for path in dropped.paths}
        for path, kind in kinds.items():
            if kind is DropKind.PACK:
                self.archive_dropped.emit(path)
            elif kind is DropKind.SITUATION:
                self.situation_dropped.emit(path)
        for run in [path for path, kind in kinds.items() if kind is DropKind.RUN][:1]:
            self.run_arrived.emit(run)
        matches = [path for path, kind in kinds.items() if kind is DropKind.MATCH]
        if self._session.is_running:
            return
        if matches:
            self._questions.open_document(matches[0])
        elif dropped.team is not None:
            self._document.take_bots(dropped)

    def _reason(self, trouble: Trouble, opening: Opening) -> str:
        reasons = {
            Trouble.NO_BOT: self.tr("The folder {path} contains no bot.toml."),
            Trouble.NO_FILE: self.tr("File not found: {path}"),
            Trouble.MATCHES: self.tr("Only one match can be open: pass one match file, and any number of bots."),
            Trouble.RUNS: self.tr("Only one training run can be open: pass one run file."),
        }
        return reasons[trouble].format(path=opening.path)
