"""The states of server, game and agents, one lamp each."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from widgets.elided_label import ElidedLabel
from widgets.looks import set_tone

DOT: Final = "●"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """One state in a word and a colour; never in a colour alone."""

    text: str
    tone: str
    """A tone of the style sheet."""
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LampsValue:
    """What all lamps show."""

    server: Lamp
    game: Lamp
    agents: Lamp


class Lamps(QWidget):
    """A row of lamps, whose words are shortened where there is no room; GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names = (self.tr("Server"), self.tr("Game"), self.tr("Agents"))
        self._names = names
        self._value: LampsValue | None = None
        self._dots = tuple(QLabel(DOT) for _ in names)
        self._words = tuple(ElidedLabel() for _ in names)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for dot, word in zip(self._dots, self._words, strict=True):
            dot.setAlignment(Qt.AlignmentFlag.AlignCenter)
            word.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
            row.addWidget(dot)
            row.addWidget(word)
            row.addSpacing(8)

    def show_value(self, value: LampsValue) -> None:
        """Shows all states; what is shown already costs nothing."""
        if value == self._value:
            return
        self._value = value
        lamps = (value.server, value.game, value.agents)
        for name, lamp, dot, word in zip(self._names, lamps, self._dots, self._words, strict=True):
            set_tone(dot, lamp.tone)
            word.setText(lamp.text)
            whole = f"{name}: {lamp.hint or lamp.text}"
            word.setToolTip(whole)
            dot.setToolTip(whole)
            word.setAccessibleName(whole)
