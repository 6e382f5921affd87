"""Jumps from an error or a problem to its place in the user's editor."""

import os
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, Signal, Slot

from app.document.open_document import DocumentController
from app.services.file_opener import open_at_line, open_folder
from app.services.settings import SettingsStore
from runtime.documents import Match, validate
from runtime.model.problems import Problem
from widgets.log.traceback_box import SourcePlace


class PlaceController(QObject):
    """Opens files at lines; GUI thread.

    Signals:
        refused: a sentence; the place cannot be shown.
    """

    refused = Signal(str)

    def __init__(self, document: DocumentController, settings: SettingsStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings

    @Slot(SourcePlace)
    def show_source(self, place: SourcePlace) -> None:
        """Shows a line of an agent's source; files that are not the agent's are not opened."""
        match = self._document.match()
        folders = agent_folders(match, place.agent_key) if match is not None else ()
        if not folders:
            self.refused.emit(self.tr("The agent of this error is no longer in the match."))
            return
        file = Path(os.path.normpath(folders[0] / place.file))
        if not any(file.is_relative_to(own) for folder in folders for own in (folder, folder.resolve())):
            self.refused.emit(self.tr("{0} is outside the agent's folder {1}.").format(file, folders[0]))
            return
        self._open(file, place.line)

    @Slot(Problem)
    def show_problem(self, problem: Problem) -> None:
        """Shows the line that a problem is about."""
        if problem.path.is_dir():
            self.show_path(problem.path)
        else:
            self._open(problem.path, problem.line)

    @Slot(Path)
    def show_path(self, path: Path) -> None:
        """Shows a file in the editor, or a folder in the file manager."""
        if path.is_dir():
            reason = open_folder(path)
            if reason:
                self.refused.emit(reason)
        else:
            self._open(path, None)

    def _open(self, file: Path, line: int | None) -> None:
        reason = open_at_line(file, line, self._settings.settings.editor)
        if reason:
            self.refused.emit(reason)


def agent_folders(match: Match, key: str) -> tuple[Path, ...]:
    """Where the program of an agent runs, and where its document lies; none for an agent that the match does not have.

    The first is what relative paths of the program mean.
    """
    from runtime.agents.roster import roster  # noqa: PLC0415 - the first paint comes before what only a match needs

    judged = validate(match, random=Random(0)).value
    agents = roster(judged) if judged is not None else ()
    agent = next((agent for agent in agents if agent.key == key), None)
    if agent is None:
        return ()
    root = Path(os.path.normpath(agent.root_dir))
    return (root, agent.source.parent) if agent.source is not None else (root,)
