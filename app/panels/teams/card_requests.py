"""Carries out requests about cards and teams: edits of the document, and commands to the running match."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.panels.teams.controller import TeamController
from app.services.file_opener import open_folder
from runtime.model.commands import AllowDrawing, AnswerSwap, Command, RestartAgents, StopAgents, SwapAgents
from runtime.model.teams import BLUE, ORANGE, SCRIPTS
from widgets.teams.card_value import (
    CardAction,
    CardRequest,
    CardValue,
    CarMoved,
    TeamAction,
    TeamRequest,
)
from widgets.teams.card_words import no_drawing

SIDES: Final = {BLUE: "blue", ORANGE: "orange", SCRIPTS: "script"}
_COMMANDS: Final[Mapping[CardAction, Callable[[tuple[str, ...]], Command]]] = {
    CardAction.SWAP: lambda keys: SwapAgents(keys=keys),
    CardAction.DECLINE: lambda keys: AnswerSwap(keys=keys, is_wanted=False),
    CardAction.RESTART: lambda keys: RestartAgents(keys=keys),
    CardAction.BENCH: lambda keys: StopAgents(keys=keys),
}
"""Commands about the agent of a card."""


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
