"""What a card offers, and the menu of it."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from resources.looks import Looks
from runtime.model.states import AgentState, SwapState
from runtime.model.teams import SCRIPTS
from widgets.looks import Tinted, tinted_icon
from widgets.teams.card_value import CardAction, CardKind, CardValue
from widgets.teams.card_words import KEYS, action_words, no_drawing
from widgets.words import key_text, skill_name

Ask: TypeAlias = Callable[[CardAction, str], None]
"""Asks for an action, with the skill where one was chosen."""
SKILLS: Final = ("Beginner", "Rookie", "Pro", "AllStar")
_EDITS_OF_CARS: Final = (
    CardAction.RENAME,
    CardAction.REPLACE,
    CardAction.DUPLICATE,
    CardAction.OTHER_TEAM,
    CardAction.UP,
    CardAction.DOWN,
)
_GROUPS: Final[tuple[tuple[CardAction, ...], ...]] = (
    (CardAction.LOG, CardAction.SWAP, CardAction.DECLINE, CardAction.RESTART, CardAction.BENCH, CardAction.DRAWING),
    (CardAction.RENAME, CardAction.LOADOUT, CardAction.SKILL, CardAction.AUTO_START),
    (CardAction.REPLACE, CardAction.DUPLICATE, CardAction.OTHER_TEAM, CardAction.UP, CardAction.DOWN),
    (CardAction.OPEN_FOLDER,),
    (CardAction.REMOVE,),
)
_ICONS: Final = {
    CardAction.LOG: "log",
    CardAction.SWAP: "swap",
    CardAction.RESTART: "restart",
    CardAction.BENCH: "bench",
    CardAction.DUPLICATE: "copy",
    CardAction.RENAME: "edit",
    CardAction.OPEN_FOLDER: "folders",
    CardAction.REMOVE: "remove",
}


def offered(card: CardValue, *, is_locked: bool) -> frozenset[CardAction]:
    """What can be done with a card now; `is_locked` is while a match runs."""
    actions = {CardAction.LOG}
    if card.fix:
        actions.add(CardAction.FIX)
    if card.errors:
        actions.add(CardAction.ERROR)
    if card.kind.is_program:
        actions.add(CardAction.OPEN_FOLDER)
    if is_locked:
        return frozenset(actions | (_of_agent(card) if card.kind.is_program and card.log_key else set()))
    if card.can_be_edited:
        actions.add(CardAction.REMOVE)
        if card.kind.is_program:
            actions.add(CardAction.AUTO_START)
        if card.team != SCRIPTS:
            actions.update(_EDITS_OF_CARS)
        if card.kind in (CardKind.BOT, CardKind.HIVEMIND):
            actions.add(CardAction.LOADOUT)
        if card.kind is CardKind.PSYONIX:
            actions.add(CardAction.SKILL)
            actions.discard(CardAction.LOG)
    return frozenset(actions)


def card_menu(card: CardValue, parent: QWidget, ask: Ask, *, is_locked: bool, looks: Looks | None) -> QMenu:
    """A menu with everything that the card offers; it deletes itself when it is closed."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    menu.aboutToHide.connect(menu.deleteLater)
    now = offered(card, is_locked=is_locked)
    for group in _GROUPS:
        wanted = [action for action in group if action in now]
        if wanted and not menu.isEmpty():
            menu.addSeparator()
        for action in wanted:
            if action is CardAction.SKILL:
                _add_skills(menu, card, ask)
            else:
                _add_entry(menu, action, card, ask, looks)
    return menu


def _add_entry(menu: QMenu, action: CardAction, card: CardValue, ask: Ask, looks: Looks | None) -> None:
    words = action_words(action, card.kind)
    entry = QAction(words, menu)
    if action in KEYS:
        entry.setText(f"{words}\t{key_text(KEYS[action])}")
    if looks is not None and action in _ICONS:
        entry.setIcon(tinted_icon(Tinted(name=_ICONS[action], colour=looks.text)))
    if action is CardAction.AUTO_START:
        _tick(entry, is_on=card.is_auto_start)
    if action is CardAction.DRAWING:
        _tick(entry, is_on=card.can_draw)
        entry.setDisabled(card.is_drawing_forbidden)
        entry.setToolTip(no_drawing() if card.is_drawing_forbidden else "")
    entry.triggered.connect(partial(ask, action, ""))
    menu.addAction(entry)


def _tick(entry: QAction, *, is_on: bool) -> None:
    entry.setCheckable(True)
    entry.setChecked(is_on)


def _add_skills(menu: QMenu, card: CardValue, ask: Ask) -> None:
    skills = menu.addMenu(action_words(CardAction.SKILL))
    for skill in SKILLS:
        entry = QAction(skill_name(skill), skills)
        _tick(entry, is_on=skill == card.skill)
        entry.triggered.connect(partial(ask, CardAction.SKILL, skill))
        skills.addAction(entry)


def _of_agent(card: CardValue) -> set[CardAction]:
    """What can be done with an agent of a running match."""
    actions = {CardAction.RESTART}
    if card.state is AgentState.MANUAL:
        return set()
    if card.state is not None and not card.state.is_over:
        actions |= {CardAction.BENCH, CardAction.SWAP, CardAction.DRAWING}
    if card.swap.state is SwapState.CHANGED:
        actions.add(CardAction.DECLINE)
    return actions
