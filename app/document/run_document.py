"""The open document of a training run; imported when the page of training runs is first opened."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Slot
from PySide6.QtWidgets import QWidget

from app.document.editor import DocumentEditor
from app.document.questions import BOT_FILTER, DocumentQuestions, QuestionWords
from runtime.documents import Reading
from runtime.library import folder_name
from runtime.model.problems import Problem
from runtime.toml import loads
from runtime.training.runs import RunDocument, RunPlan

RUN_FILTER: Final = QT_TRANSLATE_NOOP("Questions", "Training runs (*.toml)")
SUFFIX: Final = ".run"


class RunDocumentController(DocumentEditor[RunDocument]):
    """Owns the one open `RunDocument`; GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(RunDocument, parent)
        self.reading: Reading[RunPlan] = self._document.reading()
        """The run and the problems of the present text."""

    @property
    def plan(self) -> RunPlan | None:
        """The run; None where the document has errors."""
        return self.reading.value

    @property
    def title(self) -> str:
        """The name of the run."""
        run = self.data.get("run")
        name = run.get("name") if isinstance(run, Mapping) else None
        if isinstance(name, str) and name:
            return name
        return self.path.stem.removesuffix(SUFFIX) if self.path is not None else self.tr("Untitled run")

    @property
    def data(self) -> Mapping[str, Any]:
        """The content of the document."""
        try:
            return loads(self._document.text)
        except ValueError:  # a recovered text may be broken
            return {}

    def file_name(self) -> str:
        """Returns a name for the document's file, without suffix: `reach_the_ball.run`."""
        return self.path.stem if self.path is not None else folder_name(self.title) + SUFFIX

    def save_as(self, path: Path) -> bool:
        """Saves the document to another file, which becomes its own; returns whether that worked."""
        is_done = super().save_as(path)
        if is_done:
            self.reading = self._document.reading()
            self.changed.emit()
        return is_done

    def repairable(self) -> tuple[Problem, ...]:
        """Returns the problems whose repair is known."""
        return tuple(problem for problem in self.reading.problems if problem.repair is not None)

    @Slot(tuple)
    def repair(self, problems: tuple[Problem, ...]) -> None:
        """Repairs the document in one step."""

        def repair_all(document: RunDocument) -> None:
            for problem in problems:
                if problem.repair is not None:
                    document.repair(problem.repair)

        self.edit(self.tr("Fix problem"), repair_all)

    @Slot()
    def read_again(self) -> None:
        """Reads the files that the document names again; they may have changed."""
        found = self._document.reading()
        if found != self.reading:
            self.reading = found
            self.changed.emit()

    def _announce(self) -> None:
        self.reading = self._document.reading()
        super()._announce()


class RunQuestions(DocumentQuestions):
    """The questions about the open document of a training run; GUI thread."""

    def __init__(self, window: QWidget, document: RunDocumentController, parent: QObject | None = None) -> None:
        translate = QCoreApplication.translate
        words = QuestionWords(
            open=translate("RunQuestions", "Open a training run"),
            save=translate("RunQuestions", "Save the training run"),
            unsaved=translate("RunQuestions", "The document of the training run has unsaved changes."),
            files=RUN_FILTER,
        )
        super().__init__(window, document, words, parent)

    def ask_bot(self, then: Callable[[Path], object]) -> None:
        """Lets the user choose a bot that the policy plays against."""
        self._ask_file(self.tr("Add a player: choose its bot.toml"), BOT_FILTER, then)
