"""Opens the page of training runs, which is made when it is first needed."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext

if TYPE_CHECKING:
    from app.panels.training.run_page import RunPageController


class TrainingController(QObject):
    """Shows the page in place of the match and back; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._page: RunPageController | None = None
        context.window.header.training_requested.connect(self.toggle)
        context.window.commands.training.triggered.connect(self.toggle)
        context.incoming.run_arrived.connect(self.open)
        context.training.changed.connect(self._show_state)
        context.application.aboutToQuit.connect(self.stop)

    @property
    def page(self) -> "RunPageController":
        """The controller of the page, which is made if there is none yet."""
        from app.panels.training.run_page import RunPageController  # noqa: PLC0415 - loaded when it is first needed

        if self._page is None:
            self._page = RunPageController(self._context)
        return self._page

    @Slot()
    def toggle(self) -> None:
        """Shows the page, or the match again."""
        window = self._context.window
        window.show_page(self.page.page if window.shown_page is None else None)

    @Slot(Path)
    def open(self, path: Path) -> None:
        """Opens the document of a run on the page."""
        self._context.window.show_page(self.page.page)
        self.page.open(path)

    @Slot()
    def stop(self) -> None:
        """Ends the work in the background; the program ends."""
        if self._page is not None:
            self._page.stop()

    @Slot()
    def _show_state(self) -> None:
        session = self._context.training
        self._context.window.header.show_training(is_running=session.is_running)


create = TrainingController
