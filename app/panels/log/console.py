"""Commands that the user types to the game: checked where the game is ours, sent, and remembered."""

from PySide6.QtCore import QObject, Signal, Slot

from app.panels.log.console_check import COMPLETIONS, GAME_COMPLETIONS, is_ours, refusal
from app.services.settings import SettingsStore
from app.session.bridge import Bridge
from app.session.match_session import MatchController
from runtime.documents import Match
from runtime.model.events import StageChanged
from runtime.model.states import MatchStage, StageState
from widgets.log.log_panel import LogPanel


class ConsoleController(QObject):
    """Joins the line below the log with the running match; GUI thread.

    What was sent stands in the game's log, with what the game says to it.

    Signals:
        sent: the text of a command that is on its way to the game.
        refused: a sentence; nothing can be typed now.
    """

    sent = Signal(str)
    refused = Signal(str)

    def __init__(
        self,
        panel: LogPanel,
        match: MatchController,
        bridge: Bridge,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._match = match
        self._settings = settings
        self._may_set_state = True
        self._offer()
        panel.console.show_history(settings.settings.console_lines)
        panel.console_button.setChecked(settings.settings.is_console_shown)
        panel.console.entered.connect(self._on_entered)
        panel.console.history_changed.connect(self._on_history_changed)
        panel.console_button.toggled.connect(self._on_toggled)
        match.started.connect(self._on_started)
        match.arena_met.connect(self._offer)
        match.ended.connect(self._on_ended)
        bridge.stage_changed.connect(self._on_stage_changed)
        self._on_ended()

    @Slot()
    def begin_command(self) -> None:
        """Puts the cursor where commands are typed, or tells why none can be."""
        self._panel.start_command()
        if self._panel.console.reason:
            self.refused.emit(self._panel.console.reason)

    @Slot(str)
    def _on_entered(self, text: str) -> None:
        sentence = self._refusal(text)
        if sentence:
            self._panel.console.refuse(sentence)
            return
        self._match.send(text)
        self._panel.console.accept()
        self.sent.emit(text)

    @Slot(tuple)
    def _on_history_changed(self, lines: tuple[str, ...]) -> None:
        self._settings.change(console_lines=lines)

    @Slot(bool)
    def _on_toggled(self, is_shown: bool) -> None:
        self._settings.change(is_console_shown=is_shown)

    @Slot(Match)
    def _on_started(self, match: Match) -> None:
        """Takes note of what the match allows."""
        self._may_set_state = match.enable_state_setting
        self._offer()
        self._panel.console.show_reason(self.tr("The game has not started yet."))

    @Slot()
    def _offer(self) -> None:
        if self._match.is_arena:
            self._panel.console.offer(COMPLETIONS)
        else:
            self._panel.console.offer(GAME_COMPLETIONS, example=GAME_COMPLETIONS[0])

    def _refusal(self, text: str) -> str:
        if self._match.is_arena:
            return refusal(text, may_set_state=self._may_set_state)
        if not is_ours(text):
            return ""
        return self.tr("Only a Kickabout arena understands this command, and this server is not one.")

    @Slot(StageChanged)
    def _on_stage_changed(self, change: StageChanged) -> None:
        if change.stage is MatchStage.GAME and change.state is StageState.DONE:
            self._panel.console.show_reason("")

    @Slot()
    def _on_ended(self) -> None:
        self._panel.console.show_reason(self.tr("No match is running. Start one to send commands to the game."))
