"""What the window as a whole shows of a match: the field and what is said over it, the buttons, and what is locked."""

from PySide6.QtCore import QObject, Slot

from app.panels.bottom import BottomController
from app.session.bridge import Bridge, FrameBatch
from app.session.match_session import ButtonReasons, MatchController
from runtime.model.events import MatchEnded
from runtime.model.states import Outcome
from runtime.model.values import MatchOverview
from widgets.main_window import MainWindow
from widgets.words import word_of


class MatchDisplay(QObject):
    """Follows document and match; while one runs, the document is locked. GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        match: MatchController,
        bridge: Bridge,
        bottom: BottomController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._stage = window.stage
        self._match = match
        match.reasons_changed.connect(self._on_reasons_changed)
        match.started.connect(self._on_started)
        match.ended.connect(self._on_ended)
        bridge.pace_measured.connect(self._stage.show_pace)
        bridge.frames_arrived.connect(self._on_frames_arrived)
        bottom.paused.connect(self._stage.show_paused)

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the field of a document, unless a match runs on it."""
        if not self._match.is_running:
            self._stage.clear()
            self._stage.show_field(is_hoops=overview.is_hoops)
            self._stage.show_note(self._invitation(overview), offers_examples=overview.is_empty)
            self._window.bottom.show_last_result()

    @Slot()
    def forget_result(self) -> None:
        """Clears the last match's result, because another document is opened."""
        if not self._match.is_running:
            self._window.bottom.clear()

    @Slot(ButtonReasons)
    def _on_reasons_changed(self, reasons: ButtonReasons) -> None:
        self._window.bottom.show_buttons(start=reasons.start, stop=reasons.stop)

    @Slot()
    def _on_started(self) -> None:
        self._window.set_locked(is_locked=True)
        self._window.bottom.clear()
        self._window.bottom.show_line(self.tr("Starting …"))
        self._stage.clear()
        self._stage.show_note(self.tr("Starting …"))

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._window.set_locked(is_locked=False)
        self._window.bottom.show_result(event.result)
        self._stage.scoreboard.end(word_of(event.result.outcome))
        is_unseen = event.result.outcome is Outcome.FAILED and self._stage.canvas.view is None
        self._stage.show_note(self.tr("The match failed.") if is_unseen else "")

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        self._stage.show_note("")
        self._stage.show_view(batch.views[-1])

    def _invitation(self, overview: MatchOverview) -> str:
        if not overview.can_start:
            return self.tr("This match has errors. See Problems.")
        if overview.is_empty:
            return self.tr("Drop a bot's folder on each team, or a match file anywhere.")
        return self.tr("Press Start to play this match.")
