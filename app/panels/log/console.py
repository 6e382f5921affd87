"""The line below the log in which commands are typed to the game: checked for the arena, sent, and remembered."""

from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.services.notifications import Notifications
from app.services.settings import SettingsStore
from app.session.match_session import MatchSession
from runtime.arena import commands
from runtime.model.states import MatchStage, StageState
from widgets.log.log_panel import LogPanel

translate = QCoreApplication.translate

FORMS: Final = MappingProxyType(
    {
        "kickabout pause": "kickabout pause",
        "kickabout resume": "kickabout resume",
        "kickabout step": "kickabout step 1 … 1000000",
        "kickabout pace": "kickabout pace realtime | lockstep | 0.001 ≤ X ≤ 1000",
        "pause": "Pause",
        "set worldinfo timedilation": "Set WorldInfo TimeDilation X",
        "set worldinfo worldgravityz": "Set WorldInfo WorldGravityZ X",
    }
)
"""The syntax of each command, by its first words."""
GAME_COMPLETIONS: Final = ("Pause", "Set WorldInfo TimeDilation ", "Set WorldInfo WorldGravityZ ")
"""Commands of the game itself, in Rocket League too."""
COMPLETIONS: Final = (
    "kickabout pause",
    "kickabout resume",
    "kickabout step ",
    "kickabout pace realtime",
    "kickabout pace lockstep",
    "kickabout pace 2",
    "kickabout pace 0.5",
    *GAME_COMPLETIONS,
)
"""Completions while a command is typed; one that needs a value ends with a space."""


class ConsoleController(QObject):
    """Connects the line with the running match; GUI thread.

    The game's log shows what was sent, and the game's answer.

    Signals:
        sent: a command was sent to the game.
    """

    sent = Signal()

    def __init__(
        self,
        panel: LogPanel,
        session: MatchSession,
        settings: SettingsStore,
        notifications: Notifications,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._session = session
        self._settings = settings
        self._notifications = notifications
        self._takes_commands: bool | None = None
        self._reason: str | None = None
        panel.console.show_history(settings.settings.console_lines)
        panel.console_button.setChecked(settings.settings.is_console_shown)
        panel.console.entered.connect(self._on_entered)
        panel.console.history_changed.connect(self._on_history_changed)
        panel.console_button.toggled.connect(self._on_toggled)
        session.changed.connect(self._show)
        self._show()

    @Slot()
    def start_command(self) -> None:
        """Puts the cursor into the line, or says why nothing can be typed."""
        self._panel.start_command()
        self._notifications.refuse(self._panel.console.reason)

    @Slot(str)
    def _on_entered(self, text: str) -> None:
        reason = self._refusal(text)
        if reason:
            self._panel.console.refuse(reason)
            return
        self._session.send(text)
        self._panel.console.accept()
        self.sent.emit()

    @Slot(tuple)
    def _on_history_changed(self, lines: tuple[str, ...]) -> None:
        self._settings.change(console_lines=lines)

    @Slot(bool)
    def _on_toggled(self, is_shown: bool) -> None:
        self._settings.change(is_console_shown=is_shown)

    @Slot()
    def _show(self) -> None:
        """Shows why nothing can be typed, and the commands that this game knows."""
        reason = self._why_off()
        if reason != self._reason:
            self._reason = reason
            self._panel.console.show_reason(reason)
        if self._session.game.takes_commands is not self._takes_commands:
            self._takes_commands = self._session.game.takes_commands
            if self._takes_commands:
                self._panel.console.offer(COMPLETIONS)
            else:
                self._panel.console.offer(GAME_COMPLETIONS, example=GAME_COMPLETIONS[0])

    def _why_off(self) -> str:
        if not self._session.is_running:
            return self.tr("No match is running. Start one to send commands to the game.")
        if self._session.stages.get(MatchStage.GAME) is not StageState.DONE:
            return self.tr("The game has not started yet.")
        if not self._session.game.has_console:
            return self.tr("This game takes no console commands from other programs.")
        return ""

    def _refusal(self, text: str) -> str:
        if self._session.game.takes_commands:
            return refusal(text, may_set_state=self._session.permissions.can_set_state)
        if text.lower().split()[:1] != ["kickabout"]:
            return ""
        return self.tr("Only a Kickabout arena understands this command, and this server is not one.")


def refusal(text: str, *, may_set_state: bool) -> str:
    """Returns why the arena would not carry out a command, in the user's language; empty if it would.

    `may_set_state` is whether the match allows state setting, which the game's own commands need.
    """
    try:
        if not commands.is_game_command(text):
            if isinstance(commands.parse_command(text), commands.ShowDrawings):
                return translate("Console", "Drawings are switched on and off in the arena view.")
        elif may_set_state:
            commands.parse_game_command(text)
        else:
            return translate(
                "Console", "This match does not allow state setting. Turn on “Bots may move things” in its settings."
            )
    except commands.CommandError:
        return _explained(text)
    return ""


def _explained(text: str) -> str:
    words = " ".join(text.lower().split())
    form = next((form for start, form in FORMS.items() if f"{words} ".startswith(f"{start} ")), "")
    if form:
        return translate("Console", "Usage: {0}").format(form)
    return translate("Console", "Unknown command. Press Down for a list of commands.")
