"""Opens the place of an error or a problem in the user's editor."""

import os
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, Slot

from app.document.open_document import DocumentController
from app.services.file_opener import open_at_line, open_folder
from app.services.notifications import Notifications
from app.services.settings import SettingsStore
from runtime.documents import Match, validate
from runtime.model.problems import Problem
from widgets.log.traceback_box import SourcePlace


class PlaceController(QObject):
    """Opens files at lines; GUI thread."""

    def __init__(
        self,
        document: DocumentController,
        settings: SettingsStore,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings
        self._refuse = notifications.refuse

    @Slot(SourcePlace)
    def show_source(self, place: SourcePlace) -> None:
        """Opens a line of an agent's source; refuses files outside the agent's folders."""
        match = self._document.match()
        folders = agent_folders(match, place.agent_key) if match is not None else ()
        if not folders:
            self._refuse(self.tr("The agent of this error is no longer in the match."))
            return
        file = Path(os.path.normpath(folders[0] / place.file))
        if not any(file.is_relative_to(own) for folder in folders for own in (folder, folder.resolve())):
            self._refuse(self.tr("{0} is outside the agent's folder {1}.").format(file, folders[0]))
            return
        self._open(file, place.line)

    @Slot(Problem)
    def show_problem(self, problem: Problem) -> None:
        """Opens the line of a problem."""
        if problem.path.is_dir():
            self.show_path(problem.path)
        else:
            self._open(problem.path, problem.line)

    @Slot(Path)
    def show_path(self, path: Path) -> None:
        """Opens a file in the editor, or a folder in the file manager."""
        if path.is_dir():
            self._refuse(open_folder(path))
        else:
            self._open(path, None)

    def _open(self, file: Path, line: int | None) -> None:
        self._refuse(open_at_line(file, line, self._settings.settings.editor))


def agent_folders(match: Match, key: str) -> tuple[Path, ...]:
    """Returns the folder in which an agent's program runs and that of its document; none for an unknown agent.

    Relative paths of the program start from the first.
    """
    from runtime.agents.roster import roster  # noqa: PLC0415 - the first paint comes before what only a match needs

    judged = validate(match, random=Random(0)).value
    agents = roster(judged) if judged is not None else ()
    agent = next((agent for agent in agents if agent.key == key), None)
    if agent is None:
        return ()
    root = Path(os.path.normpath(agent.root_dir))
    return (root, agent.source.parent) if agent.source is not None else (root,)
