"""The controller of packs, which is loaded after the first paint."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.panels.library.controller import LibraryController

if TYPE_CHECKING:
    from app.panels.packs.controller import PackController


class PacksPanel(QObject):
    """Creates the `PackController` when its modules are loaded, or when it is first needed; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self._controller: PackController | None = None
        self._is_stopped = False
        context.window.library.packs_requested.connect(self.show_dialog)
        context.incoming.archive_dropped.connect(self.take)
        context.preload.loaded.connect(self.load)
        context.application.aboutToQuit.connect(self.stop)

    @property
    def controller(self) -> "PackController":
        """The controller; created on first use."""
        if self._controller is None:
            from app.panels.packs.controller import PackController  # noqa: PLC0415 - loaded after the first paint

            self._controller = PackController(self._context, self._context.panel(LibraryController), self)
            self._controller.start()
        return self._controller

    @Slot()
    def load(self) -> None:
        """Creates the controller, unless the program is ending."""
        if not self._is_stopped:
            _ = self.controller

    @Slot()
    def show_dialog(self) -> None:
        """Opens the dialog of packs."""
        self.controller.show_dialog()

    @Slot(Path)
    def take(self, path: Path) -> None:
        """Shows what a dropped archive contains, and offers to install it."""
        self.controller.take(path)

    @Slot()
    def stop(self) -> None:
        """Cancels all jobs, because the program ends."""
        self._is_stopped = True
        if self._controller is not None:
            self._controller.stop()


create = PacksPanel
