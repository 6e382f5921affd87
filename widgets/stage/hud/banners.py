"""Countdown and banners over the arena view."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from runtime.model.states import Phase
from runtime.model.values import ArenaView, CarView
from widgets.looks import faded
from widgets.stage.camera import Projection
from widgets.stage.scene import Scene
from widgets.words import car_names, names_in_teams, speed_text, team_name

COUNTDOWN_S: Final = 3.0
"""Length of a countdown in game time."""
GO_S: Final = 0.9
BANNER_S: Final = 3.5
BANNER_GAME_S: Final = 6.0
"""Game time after which a banner ends too, so that it does not cover a match that is played much faster."""
MIN_BANNER_S: Final = 0.8
FADE_S: Final = 0.25
MIN_PX: Final = 15.0
"""Minimum size of a banner's title."""
REPLAY_PX: Final = 14.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A goal, with the names of those who take part in it; empty if the game does not tell."""

    team: int
    """The team that gets the point."""
    scorer: str
    assist: str
    is_own_goal: bool
    speed: float
    """Of the ball, uu/s; 0 if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overtime:
    """Overtime begins."""


class MatchMoments:
    """Detects countdown, goals and overtime in consecutive frames; belongs to one view.

    Moments last for a time of the wall clock, because a match may be played much faster than it is watched.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forgets the match."""
        self._before: ArenaView | None = None
        self._calm: ArenaView | None = None
        """The last frame before the newest change of the score."""
        self._countdown_at: float | None = None
        self._go_until_s = self._since_s = self._until_s = self._banner_game_s = float("-inf")
        self._banner: Goal | Overtime | None = None
        self._ball_speed = 0.0

    def update(self, view: ArenaView, now_s: float) -> None:
        """Takes a frame at a wall time; a frame that is older than the last one starts again."""
        before = self._before
        if before is not None and view.seconds_elapsed < before.seconds_elapsed:
            self.clear()
            before = None
        self._follow_start(before, view, now_s)
        if before is not None:
            if any(view.score[team] > before.score[team] for team in (0, 1)):
                self._calm = before
                self._begin_banner(view, now_s)
            elif view.is_overtime and not before.is_overtime:
                self._calm, self._banner = None, Overtime()
                self._begin_banner(view, now_s)
            elif view.seconds_elapsed > self._banner_game_s + BANNER_GAME_S:
                self._until_s = min(self._until_s, self._since_s + MIN_BANNER_S)
            if self._calm is not None and now_s <= self._until_s:
                self._banner = _goal(self._calm, view, self._ball_speed)
        if view.balls and view.phase in (Phase.ACTIVE, Phase.KICKOFF):
            self._ball_speed = view.balls[0].speed
        self._before = view

    def _begin_banner(self, view: ArenaView, now_s: float) -> None:
        self._banner_game_s, self._since_s, self._until_s = view.seconds_elapsed, now_s, now_s + BANNER_S

    def _follow_start(self, before: ArenaView | None, view: ArenaView, now_s: float) -> None:
        if view.phase is Phase.COUNTDOWN:
            if self._countdown_at is None:
                self._countdown_at = view.seconds_elapsed
        else:
            if self._countdown_at is not None and view.phase in (Phase.KICKOFF, Phase.ACTIVE) and before is not None:
                self._go_until_s = now_s + GO_S
            self._countdown_at = None

    def countdown(self, now_s: float) -> int | None:
        """Returns 3, 2 or 1 before a kickoff, 0 when the cars are released, otherwise None."""
        if self._countdown_at is not None and self._before is not None:
            left_s = COUNTDOWN_S - (self._before.seconds_elapsed - self._countdown_at)
            return min(3, max(1, ceil(left_s)))
        return 0 if now_s < self._go_until_s else None

    def banner(self, now_s: float) -> tuple[Goal | Overtime, float] | None:
        """Returns what is announced, and its opacity; None if nothing is."""
        left_s = self._until_s - now_s
        if self._banner is None or left_s <= 0.0:
            return None
        return self._banner, min(1.0, left_s / FADE_S, (now_s - self._since_s) / FADE_S + 0.3)


def _goal(calm: ArenaView, view: ArenaView, ball_speed: float) -> Goal:
    """Returns the goal between two frames; the statistics of the cars may change later than the score."""
    team = 0 if view.score[0] > calm.score[0] else 1
    known: Mapping[int, CarView] = {car.index: car for car in calm.cars}
    labels = dict(zip(view.cars, names_in_teams((car.name, car.team) for car in view.cars), strict=True))
    pairs = [(known[car.index], car) for car in view.cars if car.index in known]
    scorer = next((labels[car] for old, car in pairs if car.team == team and car.goals > old.goals), "")
    assist = next((labels[car] for old, car in pairs if car.team == team and car.assists > old.assists), "")
    names = car_names(view)
    own = next((names[car.index] for old, car in pairs if car.team != team and car.own_goals > old.own_goals), "")
    return Goal(team=team, scorer=own or scorer, assist="" if own else assist, is_own_goal=bool(own), speed=ball_speed)


class Banners(QObject):
    """Paints countdown and banners of the shown match; an overlay of the arena view; GUI thread."""

    def __init__(self, looks: Looks, owner: QWidget, *, clock: Callable[[], float] = time.perf_counter) -> None:
        super().__init__(owner)
        self._clock = clock
        self._owner = owner
        self.moments = MatchMoments()
        self._mark = ""
        self._is_paused = False
        self._expiry = QTimer(self, singleShot=True)
        self._expiry.timeout.connect(owner.update)
        self.set_looks(looks)

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self._looks = looks

    def show_mark(self, words: str) -> None:
        """Shows that the view is a replay; empty words show that it is the match."""
        self._mark = words
        self._owner.update()

    def show_paused(self, *, is_paused: bool) -> None:
        """Hides the countdown while the match is paused: it does not count, and covers the ball."""
        self._is_paused = is_paused
        self._owner.update()

    def take(self, view: ArenaView) -> None:
        """Takes a frame of the match, whether it is shown or a replay is."""
        self.moments.update(view, self._clock())

    def paint(self, painter: QPainter, scene: Scene, _projection: Projection) -> None:
        """Paints over a scene."""
        room = QRectF(self._owner.rect())
        if self._mark:
            self._paint_mark(painter, room)
            return
        announced = self.moments.banner(scene.time_s)
        if announced is not None:
            painter.save()
            painter.setOpacity(announced[1])
            self._paint_banner(painter, room, announced[0])
            painter.restore()
            if not self._expiry.isActive():
                self._expiry.start(round(1000 * BANNER_S))
        count = self.moments.countdown(scene.time_s)
        if count is not None and not self._is_paused:
            self._paint_count(painter, room, count)

    def _paint_banner(self, painter: QPainter, room: QRectF, announced: Goal | Overtime) -> None:
        if isinstance(announced, Overtime):
            self._paint_band(painter, room, self.tr("Overtime"), (self.tr("The next goal wins."),), self._looks.warning)
            return
        title = self.tr("Own goal!") if announced.is_own_goal else self.tr("Goal!")
        names = announced.scorer or team_name(announced.team)
        if announced.assist:
            names = self.tr("{0}, assist by {1}").format(names, announced.assist)
        details = [names]
        if announced.speed > 0.0:
            details.append(speed_text(announced.speed))
        self._paint_band(painter, room, title, details, self._looks.team(announced.team))

    def _paint_band(
        self, painter: QPainter, room: QRectF, title: str, details: tuple[str, ...] | list[str], colour: str
    ) -> None:
        """Paints a band across the view in a strong colour, with text that can be read from afar."""
        size = max(MIN_PX, min(96.0, 0.1 * room.height()))
        font, small = _font(self._owner, size), _font(self._owner, max(11.0, 0.42 * size))
        words = QFontMetricsF(small).elidedText(
            "  ·  ".join(details), Qt.TextElideMode.ElideRight, room.width() - 2 * size
        )
        tall, low = QFontMetricsF(font).height(), QFontMetricsF(small).height()
        band = QRectF(room.left(), room.top() + 0.12 * room.height(), room.width(), tall + low + 0.4 * size)
        painter.fillRect(band, faded(colour, 0.9))
        painter.fillRect(QRectF(band.left(), band.bottom(), band.width(), 3.0), faded(self._looks.window, 0.9))
        ink = QColor("#000000") if QColor(colour).lightnessF() > 0.5 else QColor("#ffffff")
        painter.setPen(ink)
        painter.setFont(font)
        flags = int(Qt.AlignmentFlag.AlignCenter)
        painter.drawText(QRectF(band.left(), band.top() + 0.15 * size, band.width(), tall), flags, title)
        painter.setFont(small)
        painter.drawText(QRectF(band.left(), band.top() + 0.15 * size + tall, band.width(), low), flags, words)

    def _paint_count(self, painter: QPainter, room: QRectF, count: int) -> None:
        words = str(count) if count else self.tr("Go!")
        font = _font(self._owner, max(2 * MIN_PX, min(320.0, 0.3 * room.height())))
        path = QPainterPath()
        path.addText(QPointF(), font, words)
        path.translate(room.center() - path.boundingRect().center() - QPointF(0.0, 0.08 * room.height()))
        edge = QPen(faded(self._looks.window, 0.85), max(4.0, 0.02 * room.height()))
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, edge)
        painter.fillPath(path, QColor(self._looks.text if count else self._looks.good))

    def _paint_mark(self, painter: QPainter, room: QRectF) -> None:
        """Paints the mark of a replay in the upper left corner, and an edge around the view."""
        painter.save()
        edge = QPen(QColor(self._looks.warning), 4.0)
        painter.setPen(edge)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(room.adjusted(2, 2, -2, -2))
        font = _font(self._owner, max(REPLAY_PX, 0.035 * room.height()))
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        box = QRectF(14.0, 14.0, metrics.horizontalAdvance(self._mark) + 24.0, metrics.height() + 8.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._looks.warning))
        painter.drawRoundedRect(box, 5.0, 5.0)
        is_light = QColor(self._looks.warning).lightnessF() > 0.5
        painter.setPen(QColor("#000000" if is_light else "#ffffff"))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._mark)
        painter.restore()


def _font(owner: QWidget, pixels: float) -> QFont:
    font = QFont(owner.font())
    font.setPixelSize(round(pixels))
    font.setWeight(QFont.Weight.Bold)
    return font
