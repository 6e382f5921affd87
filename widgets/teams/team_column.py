"""One team: its cards, its menu, and the drop target for bots."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QDropEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.model.game_facts import SCRIPTS
from widgets.looks import TEAM_TONES, set_tone
from widgets.shared.controls import (
    DropFrame,
    WholeArea,
    hbox,
    heading,
    label,
    scroll_area,
    set_icons,
    tool_button,
    vbox,
    widen,
)
from widgets.shared.drops import PathsDropped, local_paths
from widgets.shared.logos import Logos
from widgets.teams.agent_card import CAR_MIME, MIN_WIDTH_PX, AgentCard, CardIcons
from widgets.teams.card_value import CardRequest, CardValue, CarMoved, TeamAction, TeamRequest
from widgets.words import SKILLS, skill_name, team_in_sentence, team_name

AT_ONCE: Final = 2
"""Cards of a team that are created at once; the others follow."""
MAKING_S: Final = 0.005
"""Time spent on creating cards per turn of the event loop."""


class CardList(QObject):
    """Keeps cards by their keys and creates new ones with `make`, a few per turn of the event loop; GUI thread.

    Signals:
        reordered: the cards or their order have changed.
    """

    reordered = Signal()

    def __init__(self, make: Callable[[CardValue], AgentCard], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._values: dict[str, CardValue] = {}
        self._cards: dict[str, AgentCard] = {}
        self._ordered: tuple[AgentCard, ...] = ()
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_some)
        self.column = QVBoxLayout()

    @property
    def cards(self) -> tuple[AgentCard, ...]:
        """The cards that exist, from top to bottom."""
        return tuple(self._cards.values())

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all cards, including those that do not exist yet."""
        return tuple(self._values)

    def show_cards(self, values: Iterable[CardValue]) -> None:
        """Shows these cards in this order."""
        self._values = {value.key: value for value in values}
        self._drop_others()
        if not self._making.isActive():
            for key in self._unmade[:AT_ONCE]:
                self._cards[key] = self._make(self._values[key])
        self._put_in_order()
        for key, card in self._cards.items():
            if card.card != self._values[key]:
                card.show_card(self._values[key])
        self._go_on()

    @property
    def _unmade(self) -> list[str]:
        return [key for key in self._values if key not in self._cards]

    @Slot()
    def _make_some(self) -> None:
        began_s = time.perf_counter()
        for key in self._unmade:
            self._cards[key] = self._make(self._values[key])
            if time.perf_counter() - began_s >= MAKING_S:
                break
        self._put_in_order()
        self._go_on()

    def _go_on(self) -> None:
        if not self._unmade:
            self._making.stop()
        elif not self._making.isActive():
            self._making.start()

    def _drop_others(self) -> None:
        for key in [key for key in self._cards if key not in self._values]:
            card = self._cards.pop(key)
            self.column.removeWidget(card)
            card.hide()
            card.deleteLater()

    def _put_in_order(self) -> None:
        self._cards = {key: self._cards[key] for key in self._values if key in self._cards}
        for place, card in enumerate(self._cards.values()):
            if self.column.indexOf(card) != place:
                self.column.insertWidget(place, card)
        if self.cards != self._ordered:
            self._ordered = self.cards
            self.reordered.emit()


SCRIPTS_PX: Final = 138
"""Maximum height of the scripts, which need less room than teams."""
SCROLL_GAP_PX: Final = 2
"""Between the cards and the scroll bar."""


class TeamColumn(DropFrame):
    """Shows the cards of one team (0 blue, 1 orange, 2 scripts) and takes drops.

    Signals:
        card_requested: a `CardRequest`.
        team_requested: a `TeamRequest`.
        car_moved: a `CarMoved` for a card that was dropped here.
    """

    card_requested = Signal(CardRequest)
    team_requested = Signal(TeamRequest)
    car_moved = Signal(CarMoved)

    def __init__(self, team: int, logos: Logos, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._team = team
        self._logos = logos
        logos.arrived.connect(self._on_logo_arrived)
        self._is_locked = False
        self._chosen = ""
        self._icons: CardIcons | None = None
        self._cards = CardList(self._make, self)
        self.setProperty("role", "panel")
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Team {0}").format(team_in_sentence(team)))
        self._count = label(tone="muted")
        self._hint = label(self._hint_words(), "muted", wraps=True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words = self.tr("Add a bot, a Psyonix bot or a human player to {0}").format(team_in_sentence(team))
        self.add_button = tool_button(self.tr("+ Add a bot"), words, name=words, role="add")
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.add_button.setMenu(self._add_menu())
        self.add_button.clicked.connect(lambda: self.ask(TeamAction.ADD_BOT))
        name = self.tr("Menu of {0}").format(team_in_sentence(team))
        self.menu_button = tool_button(hint=self.tr("Team actions"), name=name, role="quiet", icon_px=14)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(self._team_menu())
        self._cards.reordered.connect(self._order_focus)
        self._arrange()
        if team == SCRIPTS:
            self.setMaximumHeight(SCRIPTS_PX)
        self.set_locked(is_locked=False)
        self.show_cards(())

    @property
    def cards(self) -> tuple[AgentCard, ...]:
        """The cards that exist, from top to bottom; those of a large team follow later."""
        return self._cards.cards

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all cards, from top to bottom."""
        return self._cards.keys

    def show_cards(self, values: Iterable[CardValue]) -> None:
        """Shows these cards in this order; cards with a known key are kept."""
        shown = tuple(values)
        self._cards.show_cards(shown)
        for value in shown:
            self._logos.ask(value.logo)
        for card in self.cards:
            card.show_logo(self._logos.get(card.card.logo))
        self._count.setText(str(len(self.keys)))
        self._hint.setVisible(not self.keys)

    def set_chosen(self, key: str) -> None:
        """Highlights the card with this key."""
        self._chosen = key
        for card in self.cards:
            card.set_chosen(is_chosen=card.card.key == key)

    def set_locked(self, *, is_locked: bool) -> None:
        """Disables changes of the team while a match runs."""
        self._is_locked = is_locked
        self.add_button.setVisible(not is_locked and self._team != SCRIPTS)
        for action, entry in self._entries.items():
            entry.setEnabled(is_locked is (action is TeamAction.SWAP_VERSIONS))
        for card in self.cards:
            card.set_locked(is_locked=is_locked)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons of the cards in the colours of the theme."""
        self._icons = CardIcons(looks)
        set_icons(looks.muted, [(self.menu_button, "more")])
        for card in self.cards:
            card.set_icons(self._icons)

    @Slot(Path)
    def _on_logo_arrived(self, path: Path) -> None:
        for card in self.cards:
            if card.card.logo == path:
                card.show_logo(self._logos.get(path))

    def ask(self, action: TeamAction, value: str = "") -> None:
        """Requests an action of the whole team."""
        self.team_requested.emit(TeamRequest(team=self._team, action=action, value=value))

    def _hint_words(self) -> str:
        if self._team == SCRIPTS:
            return self.tr("No scripts.")
        words = self.tr("No cars in {0} yet.\nDrop a bot's folder here.")
        return words.format(team_in_sentence(self._team))

    def _add_menu(self) -> QMenu:
        menu = QMenu(self)
        for skill in SKILLS:
            words = self.tr("Psyonix bot: {0}").format(skill_name(skill))
            self._entry(menu, words, TeamAction.ADD_PSYONIX, skill)
        self._entry(menu, self.tr("Human player"), TeamAction.ADD_HUMAN)
        return menu

    def _team_menu(self) -> QMenu:
        menu = QMenu(self)
        wanted = [(TeamAction.SWAP_VERSIONS, self.tr("Reload this team"))]
        if self._team != SCRIPTS:
            wanted += [
                (TeamAction.SWAP_SIDES, self.tr("Swap sides")),
                (TeamAction.SHUFFLE, self.tr("Shuffle the teams")),
                (TeamAction.CLEAR, self.tr("Remove all cars of this team")),
            ]
        self._entries = {action: self._entry(menu, words, action) for action, words in wanted}
        return menu

    def _entry(self, menu: QMenu, words: str, action: TeamAction, value: str = "") -> QAction:
        entry = QAction(words, self)
        entry.triggered.connect(lambda _checked=False: self.ask(action, value))
        menu.addAction(entry)
        return entry

    @Slot()
    def _order_focus(self) -> None:
        """Makes Tab go down the team; Qt's order is the order in which cards were created."""
        before: QWidget = self.menu_button
        for card in self.cards:
            controls = (part for part in card.findChildren(QWidget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus)
            for control in (card, *controls):
                QWidget.setTabOrder(before, control)
                before = control
        QWidget.setTabOrder(before, self.add_button)

    def _make(self, value: CardValue) -> AgentCard:
        card = AgentCard(value, is_locked=self._is_locked)
        card.requested.connect(self.card_requested)
        card.focus_moved.connect(self._on_focus_moved)
        card.set_chosen(is_chosen=value.key == self._chosen)
        if self._icons is not None:
            card.set_icons(self._icons)
        card.show_logo(self._logos.get(value.logo))
        return card

    def _arrange(self) -> None:
        title = heading(self, team_name(self._team), 1.1)
        set_tone(title, TEAM_TONES[self._team])
        inner = QWidget()
        self._cards.column.setSpacing(6)
        parts = (self._cards.column, self._hint, self.add_button, None)
        vbox(*parts, spacing=6, margins=(0, 0, SCROLL_GAP_PX, 0), parent=inner)
        widen(self.add_button)
        self._area = scroll_area(inner, WholeArea() if self._team == SCRIPTS else None)
        vbox(
            hbox(title, None, self._count, self.menu_button, spacing=6),
            (self._area, 1),
            spacing=8 if self._team != SCRIPTS else 5,
            margins=(10, 10, 8, 10),
            parent=self,
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Keeps room for the scroll bar, whose width the style sheet defines."""
        bar = self._area.verticalScrollBar()
        self._area.setMinimumWidth(MIN_WIDTH_PX + SCROLL_GAP_PX + bar.sizeHint().width())
        super().showEvent(event)

    def may_drop(self, event: QDropEvent) -> bool:
        """Takes files, folders and dragged cards; while a match runs, the window says that it cannot change."""
        if self._is_locked:
            return False
        if event.mimeData().hasFormat(CAR_MIME):
            return self._team != SCRIPTS
        return bool(local_paths(event.mimeData()))

    def on_drop(self, event: QDropEvent) -> None:
        """Moves a dragged card, or adds what was dropped."""
        if event.mimeData().hasFormat(CAR_MIME):
            position = int(bytes(event.mimeData().data(CAR_MIME).data()))
            place = self._place_at(event.position().toPoint())
            self.car_moved.emit(CarMoved(position=position, team=self._team, place=place))
        else:
            self.paths_dropped.emit(PathsDropped(paths=local_paths(event.mimeData()), team=self._team))

    def _place_at(self, point: QPoint) -> int:
        """Returns the number of cards above a point."""
        height = self.mapToGlobal(point).y()
        return sum(card.mapToGlobal(card.rect().center()).y() < height for card in self.cards)

    @Slot(int)
    def _on_focus_moved(self, step: int) -> None:
        cards = self.cards
        place = next((place for place, card in enumerate(cards) if card is self.sender()), 0) + step
        if 0 <= place < len(cards):
            cards[place].setFocus()
