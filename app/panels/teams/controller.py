"""Keeps the cards of the teams in step with document and match, and the chosen card with the log."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from app.panels.teams.cards import CardBook, CardFix
from app.session.match_rights import MatchRights
from runtime.documents import Match
from runtime.model.events import AgentChanged, MatchEnded
from runtime.model.teams import BLUE, ORANGE, SCRIPTS
from runtime.model.values import GAME_LOG, MatchOverview
from widgets.log.log_panel import ALL, LogSource
from widgets.main_window import MainWindow
from widgets.teams.card_value import CardValue


class TeamController(QObject):
    """Presents a `CardBook`; GUI thread.

    Signals:
        log_chosen: the key of the log that is to be shown.
    """

    log_chosen = Signal(str)

    def __init__(self, window: MainWindow, book: CardBook, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._book = book
        self._chosen_card = ""
        self._chosen_log = GAME_LOG
        self._is_log_chosen = False
        """Whether the user, and not the course of the match, chose the log."""

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the cars of a document."""
        self._book.open(overview)
        self._chosen_card, self._chosen_log, self._is_log_chosen = "", GAME_LOG, False
        self._show()

    @Slot(Match)
    def begin(self, match: Match) -> None:
        """A match begins: all agents are unknown again."""
        self._book.begin(MatchRights.of_match(match))
        self._show()

    @Slot(AgentChanged)
    def show_agent(self, change: AgentChanged) -> None:
        """Shows the newest state and figures of an agent."""
        is_new = change.agent.key not in dict(self._book.log_names)
        self._book.update(change.agent)
        self._show_team(change.agent.team)
        if is_new:
            self._adopt()
            self._show_choice()
        if change.agent.errors and not self._is_log_chosen:
            self.choose_source(LogSource(key=change.agent.key, name=change.agent.name))

    @Slot(bool)
    def show_paused(self, is_paused: bool) -> None:
        """Shows that the match stands still, or goes on."""
        if self._book.pause(is_paused=is_paused):
            self._show_cards()

    @Slot(MatchEnded)
    def end(self, event: MatchEnded) -> None:
        """The match is over: what became of its agents stays on the cards."""
        for agent in event.result.agents:
            self._book.update(agent)
        self._show_cards()

    def choose_card(self, card: CardValue) -> None:
        """Shows the log of a card's agent."""
        self._is_log_chosen = True
        self._chosen_card = card.key
        self._choose_log(card.log_key or GAME_LOG)

    def show_fixes(self, fixes: Mapping[str, CardFix]) -> None:
        """Shows what helps, by the keys of cards."""
        self._book.mend(fixes)
        self._show_cards()

    def show_needs(self, needs: Mapping[str, CardFix]) -> None:
        """Shows what agents require of scripts, by the keys of their cards."""
        self._book.require(needs)
        self._show_cards()

    def fix(self, card: CardValue) -> CardFix | None:
        """What helps the agent of a card."""
        return self._book.fix(card)

    def source(self, card: CardValue) -> Path | None:
        """The document that a card's car comes from."""
        return self._book.source(card)

    @Slot(LogSource)
    def choose_source(self, source: LogSource) -> None:
        """Shows a log, and marks its card if it has one."""
        self._is_log_chosen = True
        self._chosen_card = self._book.card_key(source.key)
        self._choose_log(source.key)

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
        """A card that was chosen before its agent was known now has a log."""
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
