"""The way to packs of bots, which are loaded only after the window has been painted, or when they are asked for."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.document.drops import kind_of
from app.panels.library.controller import LibraryController
from app.services.preload import Preload
from app.session.match_session import MatchController
from widgets.main_window import MainWindow
from widgets.notices.notice import Notice
from widgets.shared.drops import DropKind, PathsDropped

if TYPE_CHECKING:
    from app.panels.packs.controller import PackController


class PackDesk(QObject):
    """Hands everything on to a `PackController`, which it makes; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        library: LibraryController,
        match: MatchController,
        preload: Preload,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._library = library
        self._match = match
        self._controller: PackController | None = None
        window.library.packs_requested.connect(self.show_dialog)
        window.paths_dropped.connect(self.take_dropped)
        library.archive_dropped.connect(self.take)
        library.settings_heeded.connect(self.look)
        preload.loaded.connect(self.build)
        for source in (window.notices, window.history):
            source.action_requested.connect(self.answer)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def controller(self) -> "PackController":
        """Does the work."""
        if self._controller is None:
            from app.panels.packs.controller import PackController  # noqa: PLC0415 - the first paint comes first

            self._controller = PackController(self._window, self._library, self._match, self)
            self._controller.noticed.connect(self._window.show_notice)
            self._controller.start()
        return self._controller

    @Slot()
    def build(self) -> None:
        """What is needed has been loaded: looks which packs there are."""
        _ = self.controller

    @Slot()
    def look(self) -> None:
        """Another program changed the settings, maybe because it fetched or removed a pack."""
        if self._controller is not None:
            self._controller.look()

    @Slot()
    def show_dialog(self) -> None:
        """Opens the dialog of packs."""
        self.controller.show_dialog()

    @Slot(Path)
    def take(self, path: Path) -> None:
        """An archive was dropped."""
        self.controller.take(path)

    @Slot(PathsDropped)
    def take_dropped(self, dropped: PathsDropped) -> None:
        """Something was dropped on the window: takes the archives among it."""
        for path in dropped.paths:
            if kind_of(path) is DropKind.PACK:
                self.take(path)

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Does what the button of one of our notices promises."""
        if self._controller is not None:
            self._controller.answer(notice)

    @Slot()
    def stop(self) -> None:
        """Breaks everything off; the program ends."""
        if self._controller is not None:
            self._controller.stop()
