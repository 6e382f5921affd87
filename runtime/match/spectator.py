"""What the match's thread sees of the game: frames as often as a screen needs them, and the pace."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import rlbot_flatbuffers as flat

from runtime.match.series_watch import SeriesWatch
from runtime.model.events import FrameShown, PaceMeasured
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.model.values import ArenaView, PadPlace
from runtime.protocol import unpack_core
from runtime.telemetry import Rate, arena_view, pad_places

FRAME_S: Final = 1 / 60
PACE_S: Final = 1.0
_BEFORE: Final = (Phase.INACTIVE, Phase.PAUSED)


class Spectator:
    """Unpacks at most sixty packets a second, however many come; owned by the match's thread.

    `follow` gets each of these.
    """

    def __init__(
        self,
        tell: Callable[[FrameShown | PaceMeasured], None],
        clock: Callable[[], float],
        follow: Callable[[flat.GamePacket], None] = lambda _packet: None,
        series: Series | None = None,
    ) -> None:
        self._tell = tell
        self._follow = follow
        self._clock = clock
        self._games = SeriesWatch(series)
        self._pads: tuple[PadPlace, ...] = ()
        self._waiting: bytes | None = None
        self._due_at = float("-inf")
        self._paced_at = clock()
        self._is_told_pace = False
        self._rate = Rate(window_s=PACE_S)
        self._view: ArenaView | None = None
        self._has_begun = False

    @property
    def view(self) -> ArenaView | None:
        """The newest frame that was looked at."""
        return self._view

    @property
    def has_begun(self) -> bool:
        """Whether a frame of the match itself has been seen: countdown, kickoff or later."""
        return self._has_begun

    @property
    def has_ended(self) -> bool:
        """Whether the newest frame is the match's last."""
        is_end = self._has_begun and self._view is not None and self._view.phase is Phase.ENDED
        return is_end and self._games.is_over

    def field(self, field: flat.FieldInfo) -> None:
        """The server told where the boost pads are."""
        self._pads = pad_places(field)

    def packet(self, payload: bytes) -> None:
        """A newer packet; it takes the place of one that has not been looked at."""
        self._waiting = payload

    def pace(self, measured: PaceMeasured) -> None:
        """The server measured its own pace; from now on only that is told."""
        self._is_told_pace = True
        self._tell(measured)

    def stand(self, series: Series | None, *, is_final: bool) -> None:
        """The server told which games have been played, and whether the match is over."""
        self._games.tell(series, is_final=is_final)
        if self._view is not None and self._view.series != series:
            self._view = replace(self._view, series=series)
            self._tell(FrameShown(view=self._view))

    def look(self, *, at_once: bool = False) -> None:
        """Shows the newest packet if it is time, or `at_once`.

        Raises:
            ProtocolError: the packet is broken.
        """
        now = self._clock()
        if self._waiting is None or (now < self._due_at and not at_once):
            return
        packet = unpack_core(self._waiting)
        self._waiting = None
        if isinstance(packet, flat.GamePacket):
            self._due_at = self._due_at + FRAME_S if now - self._due_at < FRAME_S else now + FRAME_S
            self._show(arena_view(packet, self._pads), now)
            self._follow(packet)

    def _show(self, view: ArenaView, now: float) -> None:
        self._has_begun = self._has_begun or self._is_of_match(view.phase)
        if self._has_begun:
            self._games.see(view.phase, view.score)
            if self._games.series is not None:
                view = replace(view, series=self._games.series)
        self._view = view
        self._tell(FrameShown(view=view))
        self._rate.add(now, view.seconds_elapsed)
        if not self._is_told_pace and now - self._paced_at >= PACE_S:
            self._paced_at = now
            self._tell(PaceMeasured(speed=self._rate.per_second, overruns=0))

    def _is_of_match(self, phase: Phase) -> bool:
        """Whether the phase shows that the match has begun; an end that nothing came before is that of an older one."""
        if phase is Phase.ENDED:
            return self._view is not None and self._view.phase is not Phase.ENDED
        return phase not in _BEFORE
