"""New agents from templates: asked for in a dialog, made on another thread."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.errands import Errands
from runtime.library import TEMPLATES, NewAgentError, folder_name, make_agent
from widgets.library.new_agent_dialog import NewAgentDialog
from widgets.library.values import NewAgentRequested
from widgets.sentences import spoken


class NewAgents(QObject):
    """Keeps the dialog open until the agent is made or the user gives up; GUI thread.

    Signals:
        made: the `Path` of a new agent's document.
    """

    made = Signal(Path)

    def __init__(self, window: QWidget, errands: Errands, examples: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._errands = errands
        self._examples = examples
        self._dialog: NewAgentDialog | None = None

    def ask(self, folder: Path) -> None:
        """Asks for name, kind and place; `folder` is the place that is offered."""
        if self._dialog is not None:
            self._dialog.activateWindow()
            return
        self._dialog = NewAgentDialog(folder, folder_name, self._window)
        self._dialog.requested.connect(self._on_requested)
        self._dialog.finished.connect(self._on_finished)
        self._dialog.open()

    @Slot(NewAgentRequested)
    def _on_requested(self, wanted: NewAgentRequested) -> None:
        self._errands.run(_work(wanted, self._examples), self._on_made)

    def _on_made(self, made: Path | NewAgentError) -> None:
        if isinstance(made, Path):
            if self._dialog is not None:
                self._dialog.accept()
            self.made.emit(made)
        elif self._dialog is not None:
            self._dialog.show_fault(spoken(str(made)))

    @Slot()
    def _on_finished(self) -> None:
        self._dialog = None


def _work(wanted: NewAgentRequested, examples: Path) -> Callable[[], Path | NewAgentError]:
    """What makes an agent, on any thread."""

    def work() -> Path | NewAgentError:
        try:
            return make_agent(TEMPLATES[wanted.kind], wanted.name, wanted.folder, examples)
        except NewAgentError as error:
            return error

    return work
