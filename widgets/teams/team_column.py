"""One team: its cards, and the place where bots are dropped onto it."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.values import SCRIPTS
from widgets.drops import Classify, DropKind, PathsDropped, wanted_paths
from widgets.looks import TEAM_NAMES, TEAM_TONES, scaled_font, set_property, set_tone
from widgets.teams.agent_card import AgentCard
from widgets.teams.card_value import CardChosen, CardValue, RemovalRequested

SCRIPTS_PX: Final = 124
"""Scripts need less room than teams."""


class TeamColumn(QFrame):
    """Shows the cards of one team (0 blue, 1 orange, 2 scripts) and takes drops.

    Signals:
        card_chosen: a `CardChosen`.
        removal_requested: a `RemovalRequested`.
        add_requested: the team's number; the user wants to choose a bot from disk.
        paths_dropped: a `PathsDropped` with this team.
    """

    card_chosen = Signal(CardChosen)
    removal_requested = Signal(RemovalRequested)
    add_requested = Signal(int)
    paths_dropped = Signal(PathsDropped)

    def __init__(self, team: int, classify: Classify, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._team = team
        self._classify = classify
        self._is_locked = False
        self._looks: Looks | None = None
        self._chosen = ""
        self._cards: dict[str, AgentCard] = {}
        self.setProperty("role", "panel")
        self.setAcceptDrops(True)
        self.setAccessibleName(f"Team {TEAM_NAMES[team].lower()}")
        self._count = QLabel()
        set_tone(self._count, "muted")
        self._hint = QLabel(_hint(team))
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_tone(self._hint, "muted")
        self._list = QVBoxLayout()
        self.add_button = QToolButton()
        self.add_button.setText("+ Add a bot")
        self.add_button.setProperty("role", "add")
        self.add_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.add_button.setToolTip(f"Choose the folder or the bot.toml of a bot for {TEAM_NAMES[team].lower()}")
        self.add_button.setAccessibleName(f"Add a bot to {TEAM_NAMES[team].lower()}")
        self.add_button.clicked.connect(self._on_add_clicked)
        self._arrange()
        if team == SCRIPTS:
            self.setMaximumHeight(SCRIPTS_PX)
        self.set_locked(is_locked=False)
        self.show_cards(())

    @property
    def cards(self) -> tuple[AgentCard, ...]:
        """The cards from top to bottom."""
        return tuple(self._cards.values())

    def show_cards(self, values: Iterable[CardValue]) -> None:
        """Shows these cards in this order; cards with a known key are kept."""
        wanted = {value.key: value for value in values}
        if list(wanted) != list(self._cards):
            self._rebuild(wanted)
        for key, value in wanted.items():
            if self._cards[key].card != value:
                self._cards[key].show_card(value)
        self._count.setText(str(len(wanted)))
        self._hint.setVisible(not wanted)

    def set_chosen(self, key: str) -> None:
        """Marks the card of that key, if it is one of this team's."""
        self._chosen = key
        for card in self._cards.values():
            card.set_chosen(is_chosen=card.card.key == key)

    def set_locked(self, *, is_locked: bool) -> None:
        """Keeps the team as it is while a match runs: no drops, no removal."""
        self._is_locked = is_locked
        self.add_button.setVisible(not is_locked and self._team != SCRIPTS)
        for card in self._cards.values():
            card.set_locked(is_locked=is_locked)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons of the cards in the colours of the theme."""
        self._looks = looks
        for card in self._cards.values():
            card.set_looks(looks)

    @Slot()
    def _on_add_clicked(self) -> None:
        self.add_requested.emit(self._team)

    def _rebuild(self, wanted: dict[str, CardValue]) -> None:
        for key in [key for key in self._cards if key not in wanted]:
            card = self._cards.pop(key)
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = {key: self._cards.get(key) or self._make(value) for key, value in wanted.items()}
        for place, card in enumerate(self._cards.values()):
            self._list.insertWidget(place, card)

    def _make(self, value: CardValue) -> AgentCard:
        card = AgentCard(value)
        card.chosen.connect(self.card_chosen)
        card.removal_requested.connect(self.removal_requested)
        card.set_locked(is_locked=self._is_locked)
        card.set_chosen(is_chosen=value.key == self._chosen)
        if self._looks is not None:
            card.set_looks(self._looks)
        return card

    def _arrange(self) -> None:
        title = QLabel(TEAM_NAMES[self._team])
        title.setFont(scaled_font(self, 1.1, QFont.Weight.DemiBold))
        set_tone(title, TEAM_TONES[self._team])
        head = QHBoxLayout()
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self._count)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 2, 0)
        column.setSpacing(6)
        self._list.setSpacing(6)
        column.addLayout(self._list)
        column.addWidget(self._hint)
        column.addWidget(self.add_button)
        self.add_button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(10, 10, 8, 10)
        outer.setSpacing(8 if self._team != SCRIPTS else 5)
        outer.addLayout(head)
        outer.addWidget(area, 1)

    def _offered(self, event: QDropEvent) -> bool:
        if self._is_locked:
            return False
        return bool(wanted_paths(event.mimeData(), self._classify, (DropKind.BOT, DropKind.MATCH)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._offered(event):
            set_property(self, "drop", value=True)
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self.property("drop"):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        set_property(self, "drop", value=False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        set_property(self, "drop", value=False)
        paths = wanted_paths(event.mimeData(), self._classify, (DropKind.BOT, DropKind.MATCH))
        if paths and not self._is_locked:
            event.acceptProposedAction()
            self.paths_dropped.emit(PathsDropped(paths=paths, team=self._team))


def _hint(team: int) -> str:
    if team != SCRIPTS:
        return f"Nobody plays for {TEAM_NAMES[team].lower()} yet.\nDrop a bot's folder here."
    return "No scripts."
