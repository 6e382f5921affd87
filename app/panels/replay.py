"""Instant replays: a goal is shown again by itself until the next kickoff, and other moments on request."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, overload

from PySide6.QtCore import QObject, QTimer, Slot

from app.panels.context import Moment, WindowContext
from app.panels.drive import DriveController
from app.services.settings import Settings
from app.session.bridge import named
from runtime.model.events import TelemetryRecorded
from runtime.model.states import Phase
from runtime.model.telemetry import Mark, MarkKind
from runtime.model.values import ArenaView
from widgets.stage.replay import Clip

DELAY_MS: Final = 1600
"""Delay of a replay, so that the goal itself and its banner are seen first."""
BEFORE_S: Final = 2.8
"""Game time of a clip before its moment."""
AFTER_S: Final = 0.5
"""Game time of a clip after its moment; the clip of a goal ends about when the ball is kicked off again."""
KEPT_S: Final = 15.0
MAX_SPEED: Final = 1.5
"""Speed of the match above which goals are not shown again: the match would be far ahead afterwards."""
MIN_FRAMES: Final = 2


class _Named(Sequence[ArenaView]):
    """Frames in which every car has a name."""

    def __init__(self, frames: Sequence[ArenaView]) -> None:
        self._frames = frames

    def __len__(self) -> int:
        return len(self._frames)

    @overload
    def __getitem__(self, index: int) -> ArenaView: ...

    @overload
    def __getitem__(self, index: slice) -> "_Named": ...

    def __getitem__(self, index: int | slice) -> "ArenaView | _Named":
        if isinstance(index, slice):
            return _Named(self._frames[index])
        return named(self._frames[index])


class ReplayController(QObject):
    """Decides what is shown again: nothing while the user drives or moves things. GUI thread."""

    def __init__(self, context: WindowContext, drive: DriveController) -> None:
        super().__init__(context.window)
        self._session = context.session
        self._settings = context.settings
        self._notifications = context.notifications
        self._navigator = context.navigator
        self._stage = stage = context.window.stage
        self._drive = drive
        self._goal: Mark | None = None
        self._is_automatic = False
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._session.started.connect(self._end)
        self._session.ended.connect(self._end)
        self._session.bridge.frames_arrived.connect(self._on_frames_arrived)
        self._session.bridge.telemetry_arrived.connect(self._on_telemetry_arrived)
        context.navigator.moment_requested.connect(self.show_moment)
        stage.replay.switched_off.connect(self._on_switched_off)
        stage.cameras.replays_action.toggled.connect(self._on_toggled)
        context.settings.subscribe(lambda _before, after: self._show_settings(after))
        self._show_settings(context.settings.settings)

    @Slot(Moment)
    def show_moment(self, moment: Moment) -> None:
        """Shows a moment of the match again, or says why that is not possible."""
        clock = f"{int(moment.game_s) // 60}:{int(moment.game_s) % 60:02d}"
        clip = self._clip(moment.game_s, self.tr("Replay of {0}").format(clock))
        if self._is_busy:
            self._notifications.refuse(self.tr("Nothing is shown again while you drive or move things."))
        elif clip is None:
            words = self.tr("{0} cannot be shown again: the arena view remembers the last {1} seconds.")
            self._notifications.refuse(words.format(clock, round(KEPT_S)))
        elif not self._stage.canvas.is_built:
            self._notifications.refuse(self.tr("The arena view is still loading."))
        else:
            self._navigator.show_panel("stage")
            self._is_automatic = False
            self._stage.replay.play(clip)

    @property
    def _is_busy(self) -> bool:
        """True if the user drives, or moves cars and ball."""
        return self._drive.is_driving or self._stage.canvas.mover.is_on

    @property
    def _is_welcome(self) -> bool:
        """True if a goal may be shown again by itself now."""
        pace, phase = self._session.pace, self._session.phase
        is_shown_by_game = phase is Phase.REPLAY and self._session.game.has_own_window
        return (
            self._settings.settings.shows_replays
            and phase not in (None, Phase.KICKOFF, Phase.ENDED)
            and not is_shown_by_game
            and not self._is_busy
            and (pace is None or pace.speed <= MAX_SPEED)
            and self._stage.canvas.isVisible()
            and self._stage.canvas.is_built
        )

    def _clip(self, moment_s: float, words: str) -> Clip | None:
        """Returns the frames around a game time; None if they are no longer kept, or not there yet."""
        history = self._session.history
        if history is None:
            return None
        frames = history.recent_views(KEPT_S)
        times = frames.times_s
        if not times or not times[0] <= moment_s <= times[-1]:
            return None
        part = slice(bisect_left(times, moment_s - BEFORE_S), bisect_right(times, moment_s + AFTER_S))
        if part.stop - part.start < MIN_FRAMES:
            return None
        return Clip(frames=_Named(frames[part]), times_s=times[part], moment_s=moment_s, words=words)

    @Slot(TelemetryRecorded)
    def _on_telemetry_arrived(self, recorded: TelemetryRecorded) -> None:
        goals = [mark for mark in recorded.marks if mark.kind is MarkKind.GOAL]
        if goals and self._is_welcome and not self._stage.replay.is_playing:
            self._goal = goals[-1]
            self._timer.start()

    @Slot()
    def _on_timeout(self) -> None:
        clip = self._clip(self._goal.game_s, self.tr("Replay")) if self._goal is not None else None
        if clip is not None and self._is_welcome:
            self._is_automatic = True
            self._stage.replay.play(clip)

    @Slot()
    def _end(self) -> None:
        self._timer.stop()
        self._stage.replay.skip()

    @Slot()
    def _on_frames_arrived(self) -> None:
        is_in_the_way = self._is_automatic and self._session.phase is Phase.KICKOFF
        if self._stage.replay.is_playing and (self._is_busy or is_in_the_way):
            self._stage.replay.skip()

    @Slot()
    def _on_switched_off(self) -> None:
        self._settings.change(shows_replays=False)

    @Slot(bool)
    def _on_toggled(self, is_on: bool) -> None:
        self._settings.change(shows_replays=is_on)

    def _show_settings(self, settings: Settings) -> None:
        self._stage.cameras.replays_action.setChecked(settings.shows_replays)


create = ReplayController
