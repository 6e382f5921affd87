"""One car or agent: name, state in colour and word, answers per second and share of late answers."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from runtime.states import AgentState
from widgets.elided_label import ElidedLabel
from widgets.looks import AGENT_TONES, TEAM_NAMES, Tinted, scaled_font, set_property, set_tone, tinted_icon
from widgets.teams.card_value import CardChosen, CardValue, RemovalRequested

LATE_WARNING: Final = 0.01
LATE_BAD: Final = 0.05
REMOVE_PX: Final = 18
_CHOOSE_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class AgentCard(QFrame):
    """Shows a `CardValue`; a click, Return or Space chooses it, Delete asks for its removal.

    Signals:
        chosen: a `CardChosen`.
        removal_requested: a `RemovalRequested`.
    """

    chosen = Signal(CardChosen)
    removal_requested = Signal(RemovalRequested)

    def __init__(self, card: CardValue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card = card
        self._is_locked = False
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name = ElidedLabel()
        self._name.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        self._state = ElidedLabel()
        self._figures = QLabel()
        self._figures.setFont(scaled_font(self, 0.9))
        self._late = QLabel()
        self._late.setFont(scaled_font(self, 0.9))
        self._remove = QToolButton()
        self._remove.setProperty("role", "quiet")
        self._remove.setFixedSize(REMOVE_PX, REMOVE_PX)
        self._remove.setIconSize(QSize(REMOVE_PX - 6, REMOVE_PX - 6))
        keeps_place = self._remove.sizePolicy()
        keeps_place.setRetainSizeWhenHidden(True)
        self._remove.setSizePolicy(keeps_place)
        self._remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._remove.clicked.connect(self._on_remove_clicked)
        self._arrange()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_card(card)

    @property
    def card(self) -> CardValue:
        """What is shown."""
        return self._card

    def show_card(self, card: CardValue) -> None:
        """Shows another value of the same card."""
        self._card = card
        self._name.setText(card.name)
        self._state.setText(_state_line(card))
        set_tone(self._state, AGENT_TONES[card.state] if card.state else "muted")
        self._figures.setText(_figures(card))
        set_tone(self._figures, "muted")
        self._late.setText("" if card.late_share is None else f"{_percent(card.late_share)} late")
        set_tone(self._late, _late_tone(card.late_share))
        self._figures.setVisible(bool(self._figures.text()))
        self._late.setVisible(bool(self._late.text()))
        self._remove.setVisible(card.position is not None and not self._is_locked)
        self._remove.setToolTip(f"Remove {card.name} from the match (Del)")
        self._remove.setAccessibleName(f"Remove {card.name}")
        self.setToolTip("\n".join(part for part in (card.name, card.about, card.reason) if part))
        self.setAccessibleName(f"{card.name}, {TEAM_NAMES[card.team].lower()}, {self._state.text()}")

    def set_chosen(self, *, is_chosen: bool) -> None:
        """Marks the card whose log is shown."""
        set_property(self, "chosen", is_chosen)

    def set_locked(self, *, is_locked: bool) -> None:
        """Hides the way to remove the card while a match runs."""
        self._is_locked = is_locked
        self._remove.setVisible(self._card.position is not None and not is_locked)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._remove.setIcon(tinted_icon(Tinted(name="remove", colour=looks.muted)))

    @Slot()
    def _on_remove_clicked(self) -> None:
        if self._card.position is not None and not self._is_locked:
            self.removal_requested.emit(RemovalRequested(position=self._card.position))

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self._name, 1)
        top.addWidget(self._remove)
        figures = QHBoxLayout()
        figures.setSpacing(8)
        figures.addWidget(self._figures)
        figures.addWidget(self._late)
        figures.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 6, 7)
        column.setSpacing(1)
        column.addLayout(top)
        column.addWidget(self._state)
        column.addLayout(figures)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit(CardChosen(card=self._card))
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CHOOSE_KEYS and not event.modifiers():
            self.chosen.emit(CardChosen(card=self._card))
        elif event.key() == Qt.Key.Key_Delete:
            self._on_remove_clicked()
        else:
            super().keyPressEvent(event)


def _state_line(card: CardValue) -> str:
    if card.state is None:
        return card.about
    if card.reason and (card.state.is_over or card.state is AgentState.RESTARTING):
        return f"● {card.state.value}: {card.reason}"
    return f"● {card.state.value}"


def _figures(card: CardValue) -> str:
    if card.state is None:
        return ""
    return card.about if card.answers_per_s is None else f"{card.answers_per_s:.0f} answers/s"


def _percent(share: float) -> str:
    percent = 100 * share
    return f"{percent:.1f} %" if percent < 10 else f"{percent:.0f} %"


def _late_tone(share: float | None) -> str:
    if share is None or share < LATE_WARNING:
        return "muted"
    return "warning" if share < LATE_BAD else "bad"
