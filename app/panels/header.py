"""What the header offers for the document: new, recent, save as, undo and redo."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from app.document.disk_watch import DiskAnswer, DiskWatch
from app.document.open_document import DocumentController, StepNames
from app.document.questions import Questions
from app.document.recovery import RecoveryFolder
from app.document.recovery_controller import LeftWork, RecoveryController
from app.services.settings import SettingsStore
from runtime.model.values import MatchOverview
from widgets.header.header_bar import HeaderBar
from widgets.notices.notice import Notice

MAX_RECENT: Final = 12


class DocumentDesk(QObject):
    """Connects the header with the document, and tells of what happens to it elsewhere; GUI thread.

    Signals:
        noticed: a `Notice` to show.
        withdrawn: what a notice asked for that no longer matters.
    """

    noticed = Signal(Notice)
    withdrawn = Signal(object)

    def __init__(
        self,
        header: HeaderBar,
        document: DocumentController,
        questions: Questions,
        *,
        settings: SettingsStore,
        recovery: RecoveryFolder,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._header = header
        self._document = document
        self._questions = questions
        self._settings = settings
        self.disk = DiskWatch(document, self)
        self.recovery = RecoveryController(document, recovery, self)
        self._connect_header()
        self._connect_notices()
        header.show_recent(self._recent())

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Does what the button of one of its notices says."""
        if isinstance(notice.request, DiskAnswer):
            self.disk.answer(notice.request)
        elif isinstance(notice.request, LeftWork):
            self.recovery.answer(notice.request)

    @Slot()
    def new(self) -> None:
        """Begins a document without cars, after asking about unsaved changes."""
        self._questions.go_on_from_saved(self._document.new)

    @Slot(MatchOverview)
    def _on_overview(self, _overview: MatchOverview) -> None:
        path = self._document.path
        if path is None or not path.is_absolute():
            return
        recent = [str(path), *(name for name in self._settings.settings.recent_documents if name != str(path))]
        if tuple(recent[:MAX_RECENT]) != self._settings.settings.recent_documents:
            self._settings.change(recent_documents=tuple(recent[:MAX_RECENT]))
            self._header.show_recent(self._recent())

    @Slot(StepNames)
    def _on_steps(self, steps: StepNames) -> None:
        self._header.show_steps(steps.undo, steps.redo)

    @Slot()
    def _on_restore_requested(self) -> None:
        self._questions.go_on_from_saved(self.recovery.restore)

    def _recent(self) -> tuple[Path, ...]:
        return tuple(Path(name) for name in self._settings.settings.recent_documents)

    def _connect_header(self) -> None:
        header, document = self._header, self._document
        header.new_requested.connect(self.new)
        header.recent_requested.connect(self._questions.open_match)
        header.save_as_requested.connect(self._questions.ask_place)
        header.undo_requested.connect(document.undo)
        header.redo_requested.connect(document.redo)
        document.steps_changed.connect(self._on_steps)
        document.overview_changed.connect(self._on_overview)
        document.saved.connect(self._on_overview)

    def _connect_notices(self) -> None:
        for source in (self.disk, self.recovery):
            source.noticed.connect(self.noticed)
        self.disk.settled.connect(self.withdrawn)
        self.recovery.restore_requested.connect(self._on_restore_requested)
        self._questions.discarded.connect(self.recovery.forget)
