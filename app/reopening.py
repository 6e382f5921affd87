"""The window is built anew, because a language holds for what is built; document, steps, files and panels stay."""

import gc

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Slot

from app.closing import Closing
from app.document.open_document import DocumentController, OpenDocument
from app.document.questions import Questions
from app.document.recovery_controller import RecoveryController
from app.session.match_session import MatchController
from widgets.main_window import MainWindow


class Reopening(QObject):
    """Closes a window so that another one takes its place; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        closing: Closing,
        document: DocumentController,
        recovery: RecoveryController,
        *,
        match: MatchController,
        questions: Questions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._closing = closing
        self._document = document
        self._recovery = recovery
        self._match = match
        self._questions = questions
        self.is_wanted = False

    @Slot()
    def request(self) -> None:
        """Closes the window, after asking if that stops a match; unsaved changes go along to the next window."""
        if self._match.is_running and not self._match.is_stopping:
            self._questions.ask_stop(self._reopen, verb=self.tr("Stop and restart"))
        else:
            self._reopen()

    def _reopen(self) -> None:
        if not self._closing.is_closing:
            self.is_wanted = True
            self._closing.close_now()

    def carried(self) -> OpenDocument:
        """What the next window goes on with; call it when this one is closed, and use this one no more."""
        self._recovery.forget()
        return self._document.open_document

    def take_down(self, desktop: QObject) -> None:
        """Deletes the closed window and everything around it, on this thread."""
        self._window.deleteLater()
        desktop.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.unfreeze()
        gc.collect()
