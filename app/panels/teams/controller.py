"""Keeps the team cards in step with document and match, and the chosen card with the chosen log."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.panels.teams.cards import CardBook, FixSource
from app.session.match_session import MatchSession
from runtime.model.events import MatchEnded
from runtime.model.teams import BLUE, ORANGE, SCRIPTS
from runtime.model.values import GAME_LOG, AgentStatus, MatchOverview
from widgets.log.log_panel import ALL, LogSource
from widgets.main_window import MainWindow
from widgets.teams.card_value import CardValue


class TeamController(QObject):
    """Shows a `CardBook`; GUI thread.

    Signals:
        log_chosen: the key of the log to show.
    """

    log_chosen = Signal(str)

    def __init__(self, window: MainWindow, session: MatchSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._session = session
        self._book = CardBook()
        self._chosen_card = ""
        self._chosen_log = GAME_LOG
        self._is_log_chosen = False
        """Whether the user chose the log, and not the course of the match."""
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.agent_changed.connect(self._on_agent_changed)
        session.changed.connect(self._on_changed)

    @property
    def agents(self) -> tuple[tuple[str, str], ...]:
        """Key and name of every agent with a log."""
        return self._book.log_names

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the cars of a document."""
        self._book.open(overview)
        self._chosen_card, self._chosen_log, self._is_log_chosen = "", GAME_LOG, False
        self._show()

    @Slot()
    def _on_started(self) -> None:
        self._book.begin(can_draw=self._session.permissions.can_draw)
        self._show()

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        self._book.update(agent)
        self._show_team(agent.team)
        if before is None:
            self._adopt()
            self._show_choice()
        if agent.errors and not self._is_log_chosen:
            self.choose_source(LogSource(key=agent.key, name=agent.name))

    @Slot()
    def _on_changed(self) -> None:
        if self._book.pause(is_paused=self._session.is_paused):
            self._show_cards()

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        for agent in event.result.agents:
            self._book.update(agent)
        self._show_cards()

    def choose_card(self, card: CardValue) -> None:
        """Shows the log of a card's agent."""
        self._is_log_chosen = True
        self._chosen_card = card.key
        self._choose_log(card.log_key or GAME_LOG)

    def show_fixes(self, name: str, source: FixSource) -> None:
        """Shows fixes on cards, in place of the earlier ones with that name."""
        self._book.show_fixes(name, source)
        self._show_cards()

    def apply_fix(self, card: CardValue) -> None:
        """Does what the button of a card promises."""
        self._book.apply_fix(card)

    def source(self, card: CardValue) -> Path | None:
        """Returns the document of a card's bot."""
        return self._book.source(card)

    @Slot(LogSource)
    def choose_source(self, source: LogSource) -> None:
        """Shows a log, and marks its card if it has one."""
        self._is_log_chosen = True
        self._chosen_card = self._book.card_key(source.key)
        self._choose_log(source.key)

    @Slot(str)
    def choose_log(self, key: str) -> None:
        """Shows the log of an agent, or the game's."""
        if key == GAME_LOG:
            self.choose_game_log()
        else:
            self.choose_source(LogSource(key=key, name=""))

    @Slot()
    def choose_game_log(self) -> None:
        """Shows the game's log, unless all logs are shown."""
        if self._chosen_log != ALL:
            self._chosen_card = ""
            self._choose_log(GAME_LOG)

    def _choose_log(self, key: str) -> None:
        self._chosen_log = key
        self._show_choice()
        self.log_chosen.emit(key)

    def _adopt(self) -> None:
        """Chooses the log of a card that was chosen before its agent was known."""
        cards = (card for team in (BLUE, ORANGE, SCRIPTS) for card in self._book.cards(team))
        log_key = next((card.log_key for card in cards if card.key == self._chosen_card and card.log_key), "")
        if log_key and log_key != self._chosen_log:
            self._choose_log(log_key)

    def _show(self) -> None:
        self._show_cards()
        self._show_choice()
        self.log_chosen.emit(self._chosen_log)

    def _show_cards(self) -> None:
        for team in (BLUE, ORANGE, SCRIPTS):
            self._show_team(team)

    def _show_team(self, team: int) -> None:
        cards = self._book.cards(team)
        self._window.teams[team].show_cards(cards)
        if team == SCRIPTS:
            self._window.teams[team].setVisible(bool(cards))

    def _show_choice(self) -> None:
        self._window.set_chosen(self._chosen_card)
        agents = tuple(LogSource(key=key, name=name) for key, name in self._book.log_names)
        common = (LogSource(key=GAME_LOG, name=self.tr("Game")), LogSource(key=ALL, name=self.tr("Everything")))
        self._window.log.show_sources((*common, *agents), self._chosen_log)
