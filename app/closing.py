"""Closes the window: asks first if something would be lost, stops a running match, and never hangs."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot

from app.document.open_document import DocumentController
from app.document.questions import Questions
from app.session.match_session import MatchController
from widgets.main_window import MainWindow

PATIENCE_MS: Final = 15_000
"""Longer than the stop ladder of a match takes; what is left then dies with the launcher."""


class Closing(QObject):
    """Decides when the window may close; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        match: MatchController,
        document: DocumentController,
        questions: Questions,
        *,
        patience_ms: int = PATIENCE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._match = match
        self._document = document
        self._questions = questions
        self._is_closing = False
        self._deadline = QTimer(self)
        self._deadline.setSingleShot(True)
        self._deadline.setInterval(patience_ms)
        self._deadline.timeout.connect(window.allow_close)

    @property
    def is_closing(self) -> bool:
        """Whether the window closes, now or when its match has ended."""
        return self._is_closing

    @Slot()
    def request(self) -> None:
        """The user wants to close: asks once if a match runs or changes are unsaved. A second request does nothing."""
        if self._is_closing:
            return
        stops_match = self._match.is_running and not self._match.is_stopping
        if self._document.is_dirty:
            self._questions.ask_unsaved(self._close, stops_match=stops_match)
        elif stops_match:
            self._questions.ask_stop(self._close, verb=self.tr("Stop and close"))
        else:
            self._close()

    @Slot()
    def close_now(self) -> None:
        """Somebody else wants the program to end: a running match is stopped, nothing is asked."""
        self._close()

    @Slot()
    def on_match_ended(self) -> None:
        """Nothing of the match runs any more."""
        if self._is_closing:
            self._finish()

    def _close(self) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        if not self._match.is_running:
            self._finish()
            return
        self._match.stop()
        self._window.bottom.show_line(self.tr("Stopping the match, then closing …"), "warning")
        self._deadline.start()

    def _finish(self) -> None:
        self._deadline.stop()
        self._window.allow_close()
