"""New agents from templates: a dialog asks for them, and another thread creates them."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.services.background_tasks import BackgroundTasks
from runtime.library import TEMPLATES, NewAgentError, folder_name, make_agent
from widgets.library.new_agent_dialog import NewAgentDialog
from widgets.library.values import NewAgentRequested
from widgets.messages import rendered

MAX_NUMBERS: Final = 100


class NewAgents(QObject):
    """Keeps the dialog open until the agent is created or the user cancels; GUI thread.

    Signals:
        made: the `Path` of a new agent's document.
    """

    made = Signal(Path)

    def __init__(self, window: QWidget, tasks: BackgroundTasks, examples: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._tasks = tasks
        self._examples = examples
        self._dialog: NewAgentDialog | None = None
        self._offered: Path | None = None

    def ask(self, folder: Path) -> None:
        """Asks for name, kind and folder; `folder` is suggested and need not exist."""
        if self._dialog is not None:
            self._dialog.activateWindow()
            return
        self._offered = folder
        name = QCoreApplication.translate("NewAgentDialog", "My bot")
        self._tasks.run(lambda: _free_name(name, folder), self._open)

    def _open(self, name: str) -> None:
        if self._dialog is not None or self._offered is None:
            return
        self._dialog = NewAgentDialog(name, self._offered, folder_name, self._window)
        self._dialog.requested.connect(self._on_requested)
        self._dialog.finished.connect(self._on_finished)
        self._dialog.open()

    @Slot(NewAgentRequested)
    def _on_requested(self, request: NewAgentRequested) -> None:
        self._tasks.run(_work(request, self._examples, self._offered), self._on_made)

    def _on_made(self, made: Path | NewAgentError) -> None:
        if isinstance(made, Path):
            if self._dialog is not None:
                self._dialog.accept()
            self.made.emit(made)
        elif self._dialog is not None:
            self._dialog.show_fault(rendered(made.message))

    @Slot()
    def _on_finished(self) -> None:
        self._dialog = None


def _free_name(name: str, folder: Path) -> str:
    """Returns a name whose folder does not exist yet: `My bot`, `My bot 2` and so on."""
    names = (name, *(f"{name} {number}" for number in range(2, MAX_NUMBERS)))
    return next((free for free in names if not (folder / folder_name(free)).exists()), name)


def _work(request: NewAgentRequested, examples: Path, offered: Path | None) -> Callable[[], Path | NewAgentError]:
    """Returns a function that creates an agent, on any thread, and the suggested folder if it does not exist."""

    def work() -> Path | NewAgentError:
        try:
            if request.folder == offered:
                with suppress(OSError):
                    request.folder.mkdir(parents=True, exist_ok=True)
            return make_agent(TEMPLATES[request.kind], request.name, request.folder, examples)
        except NewAgentError as error:
            return error

    return work
