"""Keeps the cards of both teams in step with document, match and chosen log, and carries out their requests."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.panels.context import WindowContext
from app.panels.teams.cards import CardBook, FixSource
from app.services.file_opener import open_folder
from app.session.match_session import MatchSession
from runtime.model.commands import AllowDrawing, AnswerSwap, Command, RestartAgents, StopAgents, SwapAgents
from runtime.model.events import MatchEnded
from runtime.model.game_facts import BLUE, ORANGE, SCRIPTS
from runtime.model.values import GAME_LOG, AgentStatus, MatchOverview
from widgets.log.log_panel import ALL, LogSource
from widgets.main_window import MainWindow
from widgets.teams.card_value import CardAction, CardRequest, CardValue, CarMoved, TeamAction, TeamRequest
from widgets.teams.card_words import no_drawing

SIDES: Final = {BLUE: "blue", ORANGE: "orange", SCRIPTS: "script"}
_COMMANDS: Final[Mapping[CardAction, Callable[[tuple[str, ...]], Command]]] = {
    CardAction.SWAP: lambda keys: SwapAgents(keys=keys),
    CardAction.DECLINE: lambda keys: AnswerSwap(keys=keys, is_wanted=False),
    CardAction.RESTART: lambda keys: RestartAgents(keys=keys),
    CardAction.BENCH: lambda keys: StopAgents(keys=keys),
}
"""Commands about the agent of a card."""


class TeamController(QObject):
    """Shows a `CardBook`; GUI thread.

    Signals:
        log_chosen: the key of the log to show.
        source_wanted: the document of a bot whose source the user wants to edit.
    """

    log_chosen = Signal(str)
    source_wanted = Signal(Path)

    def __init__(self, window: MainWindow, session: MatchSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._session = session
        self._book = CardBook()
        self._chosen_card = ""
        self._chosen_log = GAME_LOG
        self._is_log_chosen = False
        """True if the user chose the log, and not the course of the match."""
        self._due: set[int] = set()
        """Teams whose cards are about to be shown again."""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_due)
        session.started.connect(self._on_started)
        session.ended.connect(self._on_ended)
        session.agent_changed.connect(self._on_agent_changed)
        session.changed.connect(self._on_changed)

    @property
    def agents(self) -> tuple[tuple[str, str, int], ...]:
        """Key, name and team of every agent with a log."""
        return self._book.log_names

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Shows the cars of a document."""
        if self._book.open(overview):
            self._chosen_card = ""
        self._show_cards()
        self._show_choice()

    @Slot()
    def on_opened(self) -> None:
        """Forgets the logs of the last match, because another document is open."""
        self._book.clear_agents()
        self._is_log_chosen = False
        self._chosen_card = ""
        self._choose_log(GAME_LOG)

    @Slot()
    def _on_started(self) -> None:
        self._book.begin(can_draw=self._session.permissions.can_draw)
        self._show_cards()
        self._choose_log(self._chosen_log)

    @Slot(AgentStatus, object)
    def _on_agent_changed(self, agent: AgentStatus, before: AgentStatus | None) -> None:
        self._book.update(agent)
        self._due.add(agent.team)
        self._soon.start()
        if before is None:
            self._adopt()
            self._show_choice()
        if agent.errors and not self._is_log_chosen:
            self.choose_source(LogSource(key=agent.key, name=""))

    @Slot()
    def _on_changed(self) -> None:
        session = self._session
        if self._book.follow(is_paused=session.is_paused, has_standby=session.game.has_standby):
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

    def _show_cards(self) -> None:
        for team in (BLUE, ORANGE, SCRIPTS):
            self._show_team(team)

    @Slot()
    def _show_due(self) -> None:
        """Shows a team whose agents have changed, and the next one in another turn of the event loop.

        The figures of all agents arrive at once; showing both teams in one turn would take long.
        """
        if self._due:
            self._show_team(self._due.pop())
        if self._due:
            self._soon.start()

    def _show_team(self, team: int) -> None:
        cards = self._book.cards(team)
        self._window.teams[team].show_cards(cards)
        if team == SCRIPTS:
            self._window.teams[team].setVisible(bool(cards))

    def _show_choice(self) -> None:
        self._window.set_chosen(self._chosen_card)
        agents = tuple(LogSource(key=key, name=name, team=team) for key, name, team in self._book.log_names)
        common = (LogSource(key=GAME_LOG, name=self.tr("Game")), LogSource(key=ALL, name=self.tr("Everything")))
        self._window.log.show_sources((*common, *agents), self._chosen_log)


class CardRequests(QObject):
    """Connects the team columns with document and match; GUI thread."""

    def __init__(self, context: WindowContext, teams: TeamController) -> None:
        super().__init__(teams)
        self._window = context.window
        self._teams = teams
        self._edits = context.edits
        self._session = context.session
        self._questions = context.questions
        self._refuse = context.notifications.refuse
        for column in self._window.teams:
            column.card_requested.connect(self.take_card)
            column.team_requested.connect(self.take_team)
            column.car_moved.connect(self.take_move)

    @Slot(CardRequest)
    def take_card(self, request: CardRequest) -> None:
        """Carries out a request about a card."""
        card, action = request.card, request.action
        if action is CardAction.LOG:
            self._teams.choose_card(card)
        elif action is CardAction.ERROR:
            self._window.workspace.show_panel("log")
            self._teams.choose_card(card)
        elif action is CardAction.OPEN_FOLDER:
            self._open_folder(card)
        elif action is CardAction.EDIT_SOURCE:
            document = self._teams.source(card)
            if document is not None:
                self._teams.source_wanted.emit(document)
        elif action is CardAction.FIX:
            self._teams.apply_fix(card)
        elif action is CardAction.DRAWING:
            self._toggle_drawing(card)
        elif action in _COMMANDS:
            self._session.post(_COMMANDS[action]((card.log_key,)))
        elif card.position is not None:
            self._edit(card, card.position, request)

    @Slot(TeamRequest)
    def take_team(self, request: TeamRequest) -> None:
        """Carries out a request about a team."""
        match request.action:
            case TeamAction.ADD_BOT:
                self._questions.ask_bot(request.team)
            case TeamAction.ADD_PSYONIX:
                self._edits.add_psyonix(request.team, request.value)
            case TeamAction.ADD_HUMAN:
                self._edits.add_human(request.team)
            case TeamAction.SWAP_SIDES:
                self._edits.swap_sides()
            case TeamAction.SHUFFLE:
                self._edits.shuffle()
            case TeamAction.CLEAR:
                self._edits.clear_team(request.team)
            case TeamAction.SWAP_VERSIONS:
                self._session.post(SwapAgents(keys=(SIDES[request.team],)))

    @Slot(CarMoved)
    def take_move(self, moved: CarMoved) -> None:
        """Moves a dragged card to where it was dropped."""
        self._edits.move_car(moved.position, moved.team, moved.place)

    def _edit(self, card: CardValue, position: int, request: CardRequest) -> None:
        edits, questions = self._edits, self._questions
        is_script = card.team == SCRIPTS
        match request.action:
            case CardAction.REMOVE:
                (edits.remove_script if is_script else edits.remove_car)(position)
            case CardAction.DUPLICATE:
                edits.duplicate_car(position)
            case CardAction.REPLACE:
                questions.ask_bot_file(partial(edits.replace_car, position))
            case CardAction.RENAME:
                questions.ask_name(card.name, lambda name: edits.set_name(position, name or None))
            case CardAction.LOADOUT:
                questions.ask_loadout(partial(edits.set_loadout, position))
            case CardAction.SKILL:
                edits.set_skill(position, request.value)
            case CardAction.AUTO_START:
                change = edits.set_script_auto_start if is_script else edits.set_auto_start
                change(position, is_auto_start=not card.is_auto_start)
            case CardAction.OTHER_TEAM:
                other = ORANGE if card.team == BLUE else BLUE
                edits.move_car(position, other, len(self._window.teams[other].keys))
            case CardAction.UP | CardAction.DOWN:
                self._shift(card, position, -1 if request.action is CardAction.UP else 1)

    def _shift(self, card: CardValue, position: int, step: int) -> None:
        keys = self._window.teams[card.team].keys
        place = keys.index(card.key) + step
        if 0 <= place < len(keys):
            self._edits.move_car(position, card.team, place)

    def _toggle_drawing(self, card: CardValue) -> None:
        if card.is_drawing_forbidden:
            self._refuse(no_drawing())
        else:
            self._session.post(AllowDrawing(keys=(card.log_key,), is_allowed=not card.can_draw))

    def _open_folder(self, card: CardValue) -> None:
        source: Path | None = self._teams.source(card)
        self._refuse(open_folder(source.parent) if source is not None else self.tr("This entry has no folder."))


def create(context: WindowContext) -> TeamController:
    """Creates the controllers of the cards."""
    controller = TeamController(context.window, context.session, context.window)
    context.document.opened.connect(controller.on_opened)
    context.document.overview_changed.connect(controller.show_overview)
    context.navigator.log_requested.connect(controller.choose_log)
    context.window.commands.swap_all.triggered.connect(lambda: context.session.post(SwapAgents()))
    CardRequests(context, controller)
    return controller
