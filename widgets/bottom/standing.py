"""Score and clock in one line, with the games of a series, for when the stage is hidden or small."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from runtime.values import ArenaView
from widgets.looks import TEAM_TONES, scaled_font, set_tone
from widgets.stage.scoreboard import games_text
from widgets.words import team_name


class Standing(QWidget):
    """Shows score and clock of a match; GUI thread.

    `games` says who has won how many games of a series; it stands where whoever has the room puts it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.games = QLabel()
        self.games.setAccessibleName(self.tr("Games won in the series"))
        self.games.setToolTip(self.tr("Games that blue and orange have won in this series"))
        self._goals = (QLabel(), QLabel())
        self._clock = QLabel()
        self._clock.setAccessibleName(self.tr("Clock"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        for team, label in enumerate(self._goals):
            label.setAccessibleName(self.tr("Goals of {0}").format(team_name(team)))
            label.setFont(scaled_font(self, 1.25, QFont.Weight.Bold))
        self._clock.setFont(scaled_font(self, 1.25, QFont.Weight.DemiBold))
        self._clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._clock.setMinimumWidth(self._clock.fontMetrics().horizontalAdvance("+0:00"))
        row.addWidget(self._goals[0])
        row.addWidget(QLabel(":"))
        row.addWidget(self._goals[1])
        row.addSpacing(8)
        row.addWidget(self._clock)
        self.clear()

    def show_view(self, view: ArenaView) -> None:
        """Shows score and clock of a frame."""
        self._show_games(games_text(view))
        for team, label in enumerate(self._goals):
            label.setText(str(view.score[team]))
            set_tone(label, TEAM_TONES[team])
        self._clock.setText(view.clock_text)
        set_tone(self._clock, "warning" if view.is_overtime else "")

    def clear(self) -> None:
        """Shows that no match runs."""
        self._show_games("")
        for label in (*self._goals, self._clock):
            set_tone(label, "muted")
            label.setText("-")
        self._clock.setText("-:--")

    def _show_games(self, text: str) -> None:
        self.games.setText(text)
        self.games.setVisible(bool(text))
