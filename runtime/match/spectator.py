"""The game as spectators see it: frames as often as a screen needs them, and the pace."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import rlbot_flatbuffers as flat

from runtime.agents import AgentTable
from runtime.model.events import FrameShown, PaceMeasured
from runtime.model.series import Series
from runtime.model.states import Phase
from runtime.model.values import ArenaView, PadPlace
from runtime.protocol import unpack_core
from runtime.protocol.report import GameReport
from runtime.telemetry import Rate, arena_view, pad_places

FRAME_S: Final = 1 / 60
PACE_S: Final = 1.0
_BEFORE: Final = (Phase.INACTIVE, Phase.PAUSED)


Input = tuple[float, float, float, float, float, bool, bool, bool, bool]


class SeriesProgress:
    """Follows a series by the server's reports, or else by the ends of games in packets; owned by the match's thread.

    Without reports, the score decides who won a game; a game with a level score is a draw.
    """

    def __init__(self, series: Series | None) -> None:
        self.series = series
        """The finished games; None if the match is one game."""
        self._is_reported = False
        self._is_final = False
        self._phase = Phase.INACTIVE

    @property
    def is_over(self) -> bool:
        """True if no game follows the one that ended."""
        return self.series is None or (self._is_final if self._is_reported else self.series.is_decided)

    def report(self, series: Series | None, *, is_final: bool) -> None:
        """Takes the series from a report of the server."""
        self._is_reported = True
        self.series = series
        self._is_final = is_final

    def on_frame(self, phase: Phase, score: tuple[int, int]) -> None:
        """Notes the phase and score of an unpacked frame."""
        is_end = phase is Phase.ENDED and self._phase is not Phase.ENDED
        self._phase = phase
        if is_end and not self._is_reported and self.series is not None and not self.series.is_decided:
            blue, orange = score
            self.series = self.series.after(score, None if blue == orange else int(orange > blue))


class InputChanges:
    """Compares each packet's inputs with the previous packet; an agent with unchanged inputs may still answer."""

    def __init__(self) -> None:
        self._inputs: tuple[Input, ...] = ()

    def take(self, packet: flat.GamePacket) -> frozenset[int]:
        """Returns the indices of the cars whose last input differs from the packet before."""
        before, self._inputs = self._inputs, tuple(_input(player.last_input) for player in packet.players)
        pairs = enumerate(zip(before, self._inputs, strict=False))
        return frozenset(index for index, (old, new) in pairs if old != new)


def _input(state: flat.ControllerState) -> Input:
    return (
        state.throttle,
        state.steer,
        state.pitch,
        state.yaw,
        state.roll,
        state.jump,
        state.boost,
        state.handbrake,
        state.use_item,
    )


class Spectator:
    """Unpacks at most sixty packets a second, however many arrive; owned by the match's thread.

    If the server sends no reports, `table` gets the cars with changed inputs.
    """

    def __init__(
        self,
        emit: Callable[[FrameShown | PaceMeasured], None],
        clock: Callable[[], float],
        table: AgentTable | None = None,
        series: Series | None = None,
    ) -> None:
        self._emit = emit
        self._table = table
        self._inputs = InputChanges()
        self._clock = clock
        self._games = SeriesProgress(series)
        self._has_field = False
        self._pads: tuple[PadPlace, ...] = ()
        self._waiting: bytes | flat.GamePacket | None = None
        self._due_at = float("-inf")
        self._paced_at = clock()
        self._is_reported = False
        self._rate = Rate(window_s=PACE_S)
        self._view: ArenaView | None = None
        self._has_begun = False

    @property
    def view(self) -> ArenaView | None:
        """The newest frame that was unpacked."""
        return self._view

    @property
    def has_begun(self) -> bool:
        """True if a frame of the match itself has arrived: countdown, kickoff or later."""
        return self._has_begun

    @property
    def has_ended(self) -> bool:
        """True if the newest frame is the match's last."""
        is_end = self._has_begun and self._view is not None and self._view.phase is Phase.ENDED
        return is_end and self._games.is_over

    @property
    def has_field(self) -> bool:
        """True if the server has sent the field, which shows that a map is loaded."""
        return self._has_field

    def field(self, field: flat.FieldInfo) -> None:
        """Notes the places of the boost pads."""
        self._has_field = True
        self._pads = pad_places(field)

    def packet(self, packet: bytes | flat.GamePacket) -> None:
        """Takes a newer packet, unpacked or not, in place of the one that waits."""
        self._waiting = packet

    def on_report(self, report: GameReport) -> None:
        """Takes the pace and the finished games of a series from a report of the server."""
        self._is_reported = True
        self._emit(report.pace_measured)
        self._games.report(report.series, is_final=report.is_final)
        if self._view is not None and self._view.series != report.series:
            self._view = replace(self._view, series=report.series)
            self._emit(FrameShown(view=self._view))

    def show(self, *, at_once: bool = False) -> None:
        """Shows the newest packet if a frame is due, or with `at_once`.

        Raises:
            ProtocolError: the packet is broken.
        """
        now = self._clock()
        if self._waiting is None or (now < self._due_at and not at_once):
            return
        packet = unpack_core(self._waiting) if isinstance(self._waiting, bytes) else self._waiting
        self._waiting = None
        if isinstance(packet, flat.GamePacket):
            self._due_at = self._due_at + FRAME_S if now - self._due_at < FRAME_S else now + FRAME_S
            self._show(arena_view(packet, self._pads), now)
            if self._table is not None and not self._is_reported:
                self._table.seen(packet.match_info.frame_num, self._inputs.take(packet))

    def _show(self, view: ArenaView, now: float) -> None:
        self._has_begun = self._has_begun or self._is_of_match(view.phase)
        if self._has_begun:
            self._games.on_frame(view.phase, view.score)
            if self._games.series is not None:
                view = replace(view, series=self._games.series)
        self._view = view
        self._emit(FrameShown(view=view))
        self._rate.add(now, view.seconds_elapsed)
        if not self._is_reported and now - self._paced_at >= PACE_S:
            self._paced_at = now
            self._emit(PaceMeasured(speed=self._rate.per_second, overruns=0))

    def _is_of_match(self, phase: Phase) -> bool:
        """Returns whether the phase shows that the match has begun; an end as first phase belongs to an older match."""
        if phase is Phase.ENDED:
            return self._view is not None and self._view.phase is not Phase.ENDED
        return phase not in _BEFORE
