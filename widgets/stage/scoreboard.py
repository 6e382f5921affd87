"""Score, clock, phase and pace of a match."""

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from runtime.model.states import Phase
from runtime.model.values import ArenaView
from widgets.looks import TEAM_TONES, scaled_font, set_tone
from widgets.shared.labels import FittingLabel
from widgets.words import clock, names_in_teams, number, team_name, word_of

SPACING_PX: Final = 22
LOW_SPACING_PX: Final = 8


class Scoreboard(QWidget):
    """Shows score, clock, phase and pace of a match; GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._goals = tuple(self._big(TEAM_TONES[team], self._goals_name(team)) for team in (0, 1))
        self._clock = self._big("", self.tr("Clock"))
        self._phase = FittingLabel()
        self._phase.setAccessibleName(self.tr("Phase of the match"))
        self._phase.setToolTip(
            self.tr("Phase, speed (game seconds per second), and frames skipped because the machine was too slow")
        )
        self._holder = FittingLabel()
        self._holder.setAccessibleName(self.tr("Car with the ball"))
        self._holder.setToolTip(self.tr("The car that touched the ball last has a ring in the arena"))
        for label in (self._phase, self._holder):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words = ""
        self._pace = ""
        self._is_paused = False
        self._games = ""
        """Games won in a series; empty for a single game."""
        self._arrange()
        self.clear()

    def set_scale(self, scale: float) -> None:
        """Enlarges the text, so that it can be read from afar in a large view."""
        big, plain = QFont.Weight.Bold, QFont.Weight.Normal
        self._fonts = {
            **dict.fromkeys(self._goals, scaled_font(self, 1.9 * scale, big)),
            self._clock: scaled_font(self, 2.1 * scale, big),
            **dict.fromkeys((*self._names, self._phase, self._holder), scaled_font(self, scale, plain)),
        }
        for label, font in self._fonts.items():
            label.setFont(font)
        self._clock.setMinimumWidth(self._clock.fontMetrics().horizontalAdvance("00:00"))
        self._grid.setHorizontalSpacing(round(SPACING_PX * scale))

    def set_low(self, *, is_low: bool) -> None:
        """Uses one row instead of two, without the names of the teams."""
        for name in self._names:
            name.setVisible(not is_low)
        for column, label in enumerate((self._goals[0], self._clock, self._goals[1]), 1):
            self._grid.addWidget(label, 0, column, 2 if is_low else 1, 1)
        self._grid.addWidget(self._phase, *((0, 4) if is_low else (1, 2)))
        self._grid.addWidget(self._holder, *((1, 4) if is_low else (2, 0, 1, 5)))
        self._grid.setHorizontalSpacing(LOW_SPACING_PX if is_low else SPACING_PX)
        side = 4 if is_low else 12
        self._grid.setContentsMargins(side, 3, side, 0)
        self._grid.setColumnStretch(0, 0 if is_low else 1)

    def show_view(self, view: ArenaView) -> None:
        """Shows score, clock and phase of a frame."""
        for team, label in enumerate(self._goals):
            label.setText(str(view.score[team]))
        self._clock.setText(view.clock_text)
        self._clock.setToolTip(self.tr("Game time since the start: {0}").format(clock(view.seconds_elapsed)))
        self._set_tone(self._clock, "warning" if view.is_overtime else "")
        for label, tone in zip(self._goals, TEAM_TONES, strict=False):
            self._set_tone(label, tone)
        self._show_holder(view)
        words = word_of(view.phase)
        self._words = self.tr("Overtime · {0}").format(words) if view.is_overtime else words
        self._games = games_text(view)
        self._show_words()
        tone = "warning" if view.is_overtime or view.phase is Phase.GOAL_SCORED else "muted"
        self._set_tone(self._phase, tone)

    def _show_holder(self, view: ArenaView) -> None:
        """Shows the car that has the ball in the colour of its team; a kickoff leaves an empty line."""
        holder = view.last_toucher
        if holder is None:
            self._holder.show_wordings("")
            return
        names = names_in_teams((car.name, car.team) for car in view.cars)
        name = names[view.cars.index(holder)]
        self._holder.show_wordings(self.tr("Ball: {0}").format(name))
        self._set_tone(self._holder, TEAM_TONES[holder.team])

    def show_pace(self, speed: float, overruns: int) -> None:
        """Shows the speed of the game and the number of skipped frames."""
        pace = f"{number(speed, 1 if speed < 10 else 0)}x"
        self._pace = self.tr("{0} · {1} frames skipped").format(pace, overruns) if overruns else pace
        self._show_words()

    def show_paused(self, *, is_paused: bool) -> None:
        """Shows whether the match is paused, instead of phase and pace."""
        if is_paused is not self._is_paused:
            self._is_paused = is_paused
            self._show_words()

    def end(self, words: str) -> None:
        """Shows how the match ended, instead of phase and pace."""
        self._words, self._pace = words, ""
        self._holder.show_wordings("")
        self._show_words()
        self._set_tone(self._phase, "muted")

    def clear(self) -> None:
        """Shows that no match has started."""
        for label in self._goals:
            label.setText("-")
            self._set_tone(label, "muted")
        self._clock.setText("-:--")
        self._set_tone(self._clock, "muted")
        self._words, self._pace = self.tr("Not started"), ""
        self._holder.show_wordings("")
        self._games = ""
        self._show_words()
        self._set_tone(self._phase, "muted")

    def _show_words(self) -> None:
        if self._is_paused:
            self._phase.show_wordings(*self._with_games(word_of(Phase.PAUSED)))
            return
        pace = (f"{self._words} · {self._pace}",) if self._pace else ()
        self._phase.show_wordings(*self._with_games(*pace, self._words))

    def _with_games(self, *wordings: str) -> tuple[str, ...]:
        return tuple(f"{self._games} · {words}" for words in wordings) if self._games else wordings

    def _goals_name(self, team: int) -> str:
        return self.tr("Goals of {0}").format(team_name(team))

    def _set_tone(self, label: QLabel, tone: str) -> None:
        """Sets a tone and keeps the font, which the style sheet would reset."""
        set_tone(label, tone)
        if label.font() != self._fonts[label]:
            label.setFont(self._fonts[label])

    def _big(self, tone: str, name: str) -> QLabel:
        label = QLabel()
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setAccessibleName(name)
        set_tone(label, tone)
        return label

    def _arrange(self) -> None:
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(12, 3, 12, 0)
        grid.setHorizontalSpacing(SPACING_PX)
        grid.setVerticalSpacing(0)
        grid.addWidget(self._goals[0], 0, 1)
        grid.addWidget(self._clock, 0, 2)
        grid.addWidget(self._goals[1], 0, 3)
        self._names = tuple(QLabel(team_name(team)) for team in (0, 1))
        for column, team in ((1, 0), (3, 1)):
            name = self._names[team]
            name.setAlignment(Qt.AlignmentFlag.AlignCenter)
            set_tone(name, TEAM_TONES[team])
            grid.addWidget(name, 1, column)
        grid.addWidget(self._phase, 1, 2)
        grid.addWidget(self._holder, 2, 0, 1, 5)
        self.set_scale(1.0)
        widest = self.tr("Overtime · {0}").format(word_of(Phase.COUNTDOWN))
        longest = self.tr("{0} · {1} frames skipped").format("1.0x", 99)
        self._phase.keep_room_for(f"{widest} · {longest}")
        for column in (0, 4):
            grid.setColumnStretch(column, 1)


def games_text(view: ArenaView) -> str:
    """Returns the games won in a series; empty for a single game."""
    if view.series is None:
        return ""
    return QCoreApplication.translate("Scoreboard", "Games {0}:{1}").format(*view.series.won)
