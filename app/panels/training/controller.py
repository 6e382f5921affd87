"""Opens the page of training runs, which is built in steps when it is first needed."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot

from app.document.recovery import RecoveryFolder, process_is_alive
from app.panels.context import WindowContext
from app.services.paths import unsaved_runs_dir
from widgets.shared.controls import label

if TYPE_CHECKING:
    from app.document.questions import DocumentQuestions
    from app.panels.training.run_page import RunPageController


class TrainingController(QObject):
    """Shows the page in place of the match and back; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context = context
        self.page: RunPageController | None = None
        """The controller of the page; None until all of it is built."""
        self._building: RunPageController | None = None
        self._steps: Iterator[None] = self._build()
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self.step)
        self._wanted: Path | None = None
        self._opening = label(self.tr("The page of training runs is being opened …"), "muted")
        self._opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
        context.window.header.training_requested.connect(self.toggle)
        context.window.commands.training.triggered.connect(self.toggle)
        context.incoming.run_arrived.connect(self.open)
        context.training.changed.connect(self._show_state)
        context.preload.loaded.connect(self._build_for_unsaved)

    @property
    def questions(self) -> "DocumentQuestions | None":
        """The questions about the open document; None before there is one."""
        return self._building.questions if self._building is not None else None

    @Slot()
    def toggle(self) -> None:
        """Shows the page, or the match again."""
        if self._context.window.shown_page is None:
            self._show()
        else:
            self._context.window.show_match()

    @Slot(Path)
    def open(self, path: Path) -> None:
        """Opens the document of a run on the page."""
        self._wanted = path
        self._show()

    @Slot()
    def step(self) -> None:
        """Builds or shows the next part of the page."""
        if next(self._steps, True):
            self._next.stop()

    def _build(self) -> Iterator[None]:
        """Builds the page, and shows its parts where it is on the screen; in steps of some milliseconds."""
        from app.panels.training.run_page import RunPageController  # noqa: PLC0415 - loaded when it is needed

        yield
        self._building = RunPageController(self._context)
        yield
        self._context.window.add_page(self._building.page)
        self._building.recovery.restored.connect(self._show)
        yield
        yield from self._building.build()
        self.page = self._building
        window = self._context.window
        if window.shown_page is self._opening:
            window.show_page(self.page.page)
            yield
        while window.shown_page is not self.page.page:
            self._next.stop()
            yield
        yield from self.page.page.reveal()
        self._open_wanted()

    @Slot()
    def _show(self) -> None:
        """Shows the page, or in its place that it is being built."""
        page = self.page.page if self.page is not None else None
        self._context.window.show_page(page or self._opening)
        if page is not None and page.is_revealed:
            self._open_wanted()
        else:
            self._go_on()

    def _open_wanted(self) -> None:
        if self._wanted is not None and self.page is not None:
            path, self._wanted = self._wanted, None
            self.page.open(path)

    @Slot()
    def _go_on(self) -> None:
        """Takes the next steps when the modules of the page are imported."""
        preload = self._context.preload
        if preload.is_loaded:
            self._next.start()
        else:
            preload.loaded.connect(self._go_on)
            preload.start()

    @Slot()
    def _build_for_unsaved(self) -> None:
        """Builds the page if a crashed program left unsaved work, because the page offers to restore it."""
        if RecoveryFolder(unsaved_runs_dir()).left_behind(process_is_alive):
            self._go_on()

    @Slot()
    def _show_state(self) -> None:
        session = self._context.training
        self._context.window.header.show_training(is_running=session.is_running)


create = TrainingController
