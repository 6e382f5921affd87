"""Files that come to the window: dropped on it, or passed on by a second start of the program."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from app.document.open_document import DocumentController
from app.document.opening import Trouble, bots_of, is_bot_file, is_run_file, sort_paths
from app.document.questions import Questions
from app.services.background_tasks import BackgroundTasks
from app.services.notifications import Notifications
from app.session.match_session import MatchSession
from runtime.documents import SITUATION_SUFFIX, MatchDocument, Reading, Snapshot, convert_match
from runtime.documents.v4_files import is_v4_match
from widgets.messages import rendered_problem
from widgets.notices.notice import GOOD, WARNING, Notice
from widgets.shared.drops import PathsDropped

MAX_OF_FOLDER: Final = 8
"""Maximum number of bots of one dropped folder that join a team; a folder with more is added to the library."""
MAX_NAMES: Final = 5
"""Maximum number of names in a notice."""


class DropKind(Enum):
    """The content of a dropped path."""

    MISSING = "missing"
    OTHER = "of no use"
    MATCH = "match"
    BOT = "bot"
    LIBRARY = "folder for the library"
    """A folder that is not that of one bot."""
    PACK = "pack"
    """An archive that may be a pack of bots."""
    RUN = "document of a training run"
    SITUATION = "situation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A dropped path, what it is, and the documents of the bots in it."""

    path: Path
    kind: DropKind
    bots: tuple[Path, ...]


def found_at(path: Path) -> Found:
    """Classifies a path by its name; only .cfg files are read."""
    try:
        bots = bots_of(path)
    except OSError:
        bots = ()
    return Found(path=path, kind=DropKind.BOT if len(bots) == 1 else _kind_of(path), bots=bots)


def _kind_of(path: Path) -> DropKind:
    from runtime.packs import is_archive_name  # noqa: PLC0415 - loaded after the first paint

    if path.is_dir():
        return DropKind.LIBRARY
    if not path.is_file():
        return DropKind.MISSING
    if path.name.lower().endswith(SITUATION_SUFFIX):
        return DropKind.SITUATION
    if is_run_file(path):
        return DropKind.RUN
    if (path.suffix.lower() == ".toml" and not is_bot_file(path)) or is_v4_match(path):
        return DropKind.MATCH
    return DropKind.PACK if is_archive_name(path.name) else DropKind.OTHER


class Incoming(QObject):
    """Opens matches, adds bots, and passes other files on to the panel that can use them; GUI thread.

    Signals:
        window_wanted: the window should come to the front.
        archive_dropped: the `Path` of an archive that may be a pack of bots.
        library_wanted: a `Path` that was dropped for the library.
        situation_dropped: the `Path` of a situation.
        run_arrived: the `Path` of the document of a training run.
    """

    window_wanted = Signal()
    archive_dropped = Signal(Path)
    library_wanted = Signal(Path)
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
        self.tasks = BackgroundTasks(1, self, join_s=0.0)

    @Slot(tuple)
    def take_start(self, paths: tuple[Path, ...]) -> None:
        """Opens the paths of a later start, and brings the window to the front."""
        self.window_wanted.emit()
        opening = sort_paths(paths)
        if opening.run is not None:
            self.run_arrived.emit(opening.run)
        if opening.trouble is not None:
            self._notifications.refuse(self._reason(opening.trouble, opening.path))
        else:
            bots = PathsDropped(paths=opening.bots, team=None)
            self._notifications.refuse(self._open(opening.match, bots))

    @Slot(PathsDropped)
    def take_bots(self, dropped: PathsDropped) -> None:
        """Adds bots to a team unless a match runs."""
        if not self._session.is_running:
            self._document.take_bots(dropped)

    @Slot(PathsDropped)
    def take_dropped(self, dropped: PathsDropped) -> None:
        """Finds out in the background what was dropped, uses all of it that is of use, and says what it did."""
        self.tasks.run(lambda: tuple(map(found_at, dropped.paths)), lambda entries: self._take(dropped, entries))

    def _take(self, dropped: PathsDropped, entries: Sequence[Found]) -> None:
        bots, others = _sorted(dropped, entries)
        targets = {
            DropKind.PACK: self.archive_dropped,
            DropKind.LIBRARY: self.library_wanted,
            DropKind.SITUATION: self.situation_dropped,
        }
        for kind, signal in targets.items():
            for path in others[kind]:
                signal.emit(path)
        matches, runs = others[DropKind.MATCH], others[DropKind.RUN]
        for run in runs[:1]:
            self.run_arrived.emit(run)
        reasons = [
            self._open(next(iter(matches), None), replace(dropped, paths=bots)),
            self._reason(Trouble.MATCHES) if len(matches) > 1 else "",
            self._reason(Trouble.RUNS) if len(runs) > 1 else "",
        ]
        if others[DropKind.OTHER]:
            text = self.tr(
                "Cannot open {names}. You can drop bots, matches, archives of bots, situations and training runs."
            )
            reasons.append(text.format(names=_listed([path.name for path in others[DropKind.OTHER]])))
        reasons += [self._reason(Trouble.NO_FILE, path) for path in others[DropKind.MISSING][:1]]
        self._notifications.refuse(" ".join(filter(None, reasons)))

    def convert(self, path: Path) -> None:
        """Opens a match of RLBot v4 as a new document, which is not saved, and says what has no counterpart."""
        self.tasks.run(
            lambda: convert_match(path, path.with_name("match.toml")), lambda reading: self._adopt(path, reading)
        )

    def _adopt(self, path: Path, reading: Reading[str]) -> None:
        if reading.problems:
            text = "\n".join(map(rendered_problem, reading.problems[:MAX_NAMES]))
            self._notifications.show(Notice(text=text, tone=WARNING))
        if self._session.is_running:
            self._notifications.refuse(self.tr("A match is running; open the files when it is over."))
        if reading.value is None or self._session.is_running:
            return
        document = MatchDocument.new()
        document.restore(Snapshot(text=reading.value, folder=path.parent))
        self._questions.go_on_from_saved(lambda: self._document.adopt(document))

    def _open(self, match: Path | None, bots: PathsDropped) -> str:
        """Opens a match and adds bots to it, or to the open one; returns why that is not possible."""
        if match is None and not bots.paths:
            return ""
        if self._session.is_running:
            return self.tr("A match is running; open the files when it is over.")
        if match is None:
            self._add(bots)
        else:
            self._questions.open_document(match, lambda: self._add(bots))
        return ""

    def _add(self, bots: PathsDropped) -> None:
        if bots.paths and self._document.take_bots(bots):
            text = self.tr("Added to the match: {names}.")
            names = _listed([path.parent.name or path.stem for path in bots.paths])
            self._notifications.show(Notice(text=text.format(names=names), tone=GOOD))

    def _reason(self, trouble: Trouble, path: Path | None = None) -> str:
        reasons = {
            Trouble.NO_BOT: self.tr("The folder {path} contains no bot.toml."),
            Trouble.BOTS: self.tr("The folder {path} contains several bots. Choose the folder of one of them."),
            Trouble.FOREIGN: self.tr("{path} cannot be opened."),
            Trouble.NO_FILE: self.tr("File not found: {path}"),
            Trouble.MATCHES: self.tr(
                "Only one match can be open at a time. Choose one match file and any number of bots."
            ),
            Trouble.RUNS: self.tr("Only one training run can be open at a time. Choose one run file."),
        }
        return reasons[trouble].format(path=path)


def _sorted(dropped: PathsDropped, entries: Sequence[Found]) -> tuple[tuple[Path, ...], dict[DropKind, list[Path]]]:
    """Returns the documents of bots that join the match, and all other paths by their kinds."""
    bots: list[Path] = []
    others: dict[DropKind, list[Path]] = {kind: [] for kind in DropKind}
    for entry in entries:
        is_for_team = dropped.team is not None and 0 < len(entry.bots) <= MAX_OF_FOLDER
        if not dropped.is_for_library and (entry.kind is DropKind.BOT or is_for_team):
            bots += entry.bots
        else:
            others[DropKind.LIBRARY if entry.kind is DropKind.BOT else entry.kind].append(entry.path)
    return tuple(bots), others


def _listed(names: Sequence[str]) -> str:
    """Returns names for a sentence; of many, only the first."""
    return ", ".join(names[:MAX_NAMES]) + (" …" if len(names) > MAX_NAMES else "")
