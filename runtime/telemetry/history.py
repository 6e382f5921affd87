"""The history of a match: samples of every channel, marks, and recent packets, in constant memory."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, overload

import numpy as np
import rlbot_flatbuffers as flat
from numpy.typing import NDArray

from runtime.model.events import TelemetryRecorded
from runtime.model.telemetry import Channel, KeptPacket, Kind, Mark, MarkKind, Sample, Scope, Subject
from runtime.model.values import ArenaView
from runtime.protocol import unpack_core
from runtime.telemetry.channels import CHANNELS, channels_of
from runtime.telemetry.snapshot import arena_view

HISTORY_S: Final = 630
SAMPLES_PER_S: Final = 30
"""Per second of game time, for cars and the match; agents and the server have one sample per report."""
REPORTS_PER_S: Final = 2
"""Maximum on average: one a second, and one for each agent that connects or leaves."""
CAPACITY: Final = {
    Scope.CAR: HISTORY_S * SAMPLES_PER_S,
    Scope.MATCH: HISTORY_S * SAMPLES_PER_S,
    Scope.AGENT: HISTORY_S * REPORTS_PER_S,
    Scope.SERVER: HISTORY_S * REPORTS_PER_S,
}
FACTORS: Final = (8, 32)
"""Number of samples in a block of each coarser level, which keeps only their minimum and maximum."""
MAX_MARKS: Final = 4096
_ROWS: Final = {channel.id: row for scope in Scope for row, channel in enumerate(channels_of(scope))}
REPLAY_S: Final = 15
REPLAY_PACKETS_PER_S: Final = 60
REPLAY_CACHE: Final = 8
BREAKS: Final = (MarkKind.SWAP, MarkKind.CRASH)


class Axis(Enum):
    """The two time axes of the samples."""

    GAME = 0
    WALL = 1


@dataclass(frozen=True, slots=True)
class Curve:
    """A channel's samples, oldest first, as views of shape (n,); valid until the history changes."""

    times_s: NDArray[np.float64]
    values: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Interval:
    """A part of a match in game time."""

    first_s: float
    last_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """A channel in one interval; NaN if there are no samples."""

    mean: float
    """For a share, the share within the interval."""
    median: float
    minimum: float
    maximum: float
    per_minute: float
    """Increase of a counter per minute of game time, ignoring resets to 0; NaN for other channels."""
    samples: int


NO_STATISTICS: Final = Statistics(
    **dict.fromkeys(("mean", "median", "minimum", "maximum", "per_minute"), float("nan")), samples=0
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A channel of one subject in two intervals."""

    channel: Channel
    subject: Subject
    before: Statistics
    after: Statistics


class Ring:
    """The last `capacity` samples of `channels` values and two times; owned by one thread.

    Every sample is written at `i` and at `i + capacity`, so any run of samples is one slice.
    """

    __slots__ = ("_capacity", "_length", "_next", "_times", "_values", "total")

    def __init__(self, channels: int, capacity: int) -> None:
        if channels < 1 or capacity < 1:
            raise ValueError(f"A ring needs at least one channel and one sample, not {channels} and {capacity}.")
        self._capacity = capacity
        self._times = np.zeros((len(Axis), 2 * capacity))
        self._values = np.zeros((channels, 2 * capacity), dtype=np.float32)
        self._next = 0
        self._length = 0
        self.total = 0
        """Number of samples that have ever been added."""

    def __len__(self) -> int:
        return self._length

    @property
    def nbytes(self) -> int:
        """Size of the arrays."""
        return self._times.nbytes + self._values.nbytes

    def extend(self, times_s: NDArray[np.float64], values: NDArray[np.float32]) -> None:
        """Adds samples and overwrites the oldest: times of shape (2, n), values of shape (channels, n)."""
        count = times_s.shape[1]
        self.total += count
        at, left = self._next, min(count, self._capacity)
        first = count - left
        while left:
            part = min(left, self._capacity - at)
            for place in (slice(at, at + part), slice(at + self._capacity, at + self._capacity + part)):
                self._times[:, place] = times_s[:, first : first + part]
                self._values[:, place] = values[:, first : first + part]
            first, left, at = first + part, left - part, (at + part) % self._capacity
        self._next = at
        self._length = min(self._length + count, self._capacity)

    def times(self, newest: int | None = None) -> NDArray[np.float64]:
        """Both times of the `newest` samples (default: all), oldest first: shape (2, n), a view."""
        return self._times[:, self._slice(newest)]

    def values(self, newest: int | None = None) -> NDArray[np.float32]:
        """The values of the `newest` samples (default: all), oldest first: shape (channels, n), a view."""
        return self._values[:, self._slice(newest)]

    def _slice(self, newest: int | None) -> slice:
        end = self._next + self._capacity
        return slice(end - (self._length if newest is None else min(newest, self._length)), end)


class Track:
    """All channels of one subject: every sample, and for wide spans the extremes of blocks of 8 and 32 samples."""

    __slots__ = ("_coarse", "_fine")

    def __init__(self, channels: int, capacity: int) -> None:
        self._fine = Ring(channels, capacity)
        self._coarse = [(factor, Ring(channels, 2 * (capacity // factor + 1))) for factor in FACTORS]

    @property
    def nbytes(self) -> int:
        """Size of all arrays."""
        return self._fine.nbytes + sum(ring.nbytes for _, ring in self._coarse)

    @property
    def fine(self) -> Ring:
        """Every sample that is kept."""
        return self._fine

    def extend(self, times_s: NDArray[np.float64], values: NDArray[np.float32]) -> None:
        """Adds samples: times of shape (2, n), values of shape (channels, n)."""
        before = self._fine.total
        self._fine.extend(times_s, values)
        for factor, ring in self._coarse:
            self._condense(factor, ring, before)

    def level(self, axis: Axis, first_s: float, last_s: float, maximum: int) -> tuple[Ring, slice]:
        """Returns the finest level with at most `maximum` samples from `first_s` to `last_s`, and their slice.

        The slice includes one sample before and one after the span. If all levels have more samples, returns the
        coarsest.
        """
        place = slice(0, 0)
        for ring in (self._fine, *(ring for _, ring in self._coarse)):
            times = ring.times()[axis.value]
            low = max(0, int(times.searchsorted(first_s)) - 1)
            place = slice(low, min(len(ring), int(times.searchsorted(last_s, "right")) + 1))
            if place.stop - place.start <= maximum or ring is self._coarse[-1][1]:
                return ring, place
        return self._fine, place

    def _condense(self, factor: int, ring: Ring, before: int) -> None:
        """Adds the blocks of `factor` samples that have become complete since the total was `before`."""
        total = self._fine.total
        blocks = min(total // factor - before // factor, len(self._fine) // factor)
        if blocks < 1:
            return
        newest = total % factor + blocks * factor
        used = slice(0, blocks * factor)
        values = self._fine.values(newest)[:, used].reshape(-1, blocks, factor)
        times = self._fine.times(newest)[:, used].reshape(2, blocks, factor)
        extremes = np.stack((np.fmin.reduce(values, axis=2), np.fmax.reduce(values, axis=2)), axis=2)
        moments = np.stack((times[:, :, 0], times[:, :, factor // 2]), axis=2)
        ring.extend(moments.reshape(2, -1), extremes.reshape(len(extremes), -1))


class ReplayViews(Sequence[ArenaView]):
    """Recent frames, oldest first; a frame is unpacked on access, and the newest few are cached."""

    def __init__(self, packets: Iterable[KeptPacket]) -> None:
        self._packets = tuple(packets)
        self._views: dict[int, ArenaView] = {}
        self.times_s = tuple(packet.game_s for packet in self._packets)
        """Game time of each frame."""

    def __len__(self) -> int:
        return len(self._packets)

    @overload
    def __getitem__(self, index: int) -> ArenaView: ...

    @overload
    def __getitem__(self, index: slice) -> "ReplayViews": ...

    def __getitem__(self, index: int | slice) -> "ArenaView | ReplayViews":
        if isinstance(index, slice):
            return ReplayViews(self._packets[index])
        place = range(len(self))[index]
        view = self._views.get(place)
        if view is None:
            if len(self._views) == REPLAY_CACHE:
                del self._views[next(iter(self._views))]
            view = self._views[place] = self._unpacked(self._packets[place])
        return view

    @staticmethod
    def _unpacked(kept: KeptPacket) -> ArenaView:
        packet = unpack_core(kept.payload)
        assert isinstance(packet, flat.GamePacket)  # the recorder keeps nothing else
        return arena_view(packet, kept.pads)


class History:
    """Samples, marks and recent packets of one match; owned by one thread, the GUI thread in the window."""

    def __init__(self) -> None:
        self._tracks: dict[tuple[Scope, Subject], Track] = {}
        self._packets: deque[KeptPacket] = deque(maxlen=REPLAY_S * REPLAY_PACKETS_PER_S)
        self.marks: deque[Mark] = deque(maxlen=MAX_MARKS)
        """Events of the match, oldest first; read only."""

    def clear(self) -> None:
        """Removes everything."""
        self._tracks.clear()
        self._packets.clear()
        self.marks.clear()

    def take(self, recorded: TelemetryRecorded) -> None:
        """Adds newly recorded telemetry."""
        groups: dict[tuple[Scope, Subject], list[Sample]] = {}
        for sample in recorded.samples:
            groups.setdefault((sample.scope, sample.subject), []).append(sample)
        for (scope, subject), samples in groups.items():
            track = self._tracks.get((scope, subject))
            if track is None:
                track = self._tracks[scope, subject] = Track(len(channels_of(scope)), CAPACITY[scope])
            times = np.array([[sample.game_s for sample in samples], [sample.wall_s for sample in samples]])
            track.extend(times, np.array([sample.values for sample in samples], dtype=np.float32).T)
        self.marks.extend(recorded.marks)
        self._packets.extend(recorded.packets)

    @property
    def nbytes(self) -> int:
        """Memory of all series; it does not grow with the length of the match."""
        return sum(track.nbytes for track in self._tracks.values())

    def subjects(self, scope: Scope) -> tuple[Subject, ...]:
        """Returns the subjects with samples: indices of cars, keys of agents, or None for match and server."""
        return tuple(subject for its_scope, subject in self._tracks if its_scope is scope)

    def span(self, axis: Axis = Axis.GAME) -> Interval:
        """Returns the time from the first to the newest stored sample; an empty interval if there are none."""
        ends = [track.fine.times()[axis.value][[0, -1]] for track in self._tracks.values()]
        if not ends:
            return Interval(0.0, 0.0)
        return Interval(float(min(first for first, _ in ends)), float(max(last for _, last in ends)))

    def curve(
        self,
        channel_id: str,
        subject: Subject,
        within: Interval | None = None,
        *,
        axis: Axis = Axis.GAME,
        maximum: int = CAPACITY[Scope.CAR],
    ) -> Curve:
        """Returns the samples of a channel within an interval of the axis (default: all), without copying them.

        If there are more than about `maximum` samples, returns the extremes of each block of 8 or 32 instead.
        """
        track, row = self._track(channel_id, subject)
        if track is None:
            return Curve(np.zeros(0), np.zeros(0, dtype=np.float32))
        first_s, last_s = (within.first_s, within.last_s) if within is not None else (-np.inf, np.inf)
        ring, place = track.level(axis, first_s, last_s, maximum)
        return Curve(ring.times()[axis.value, place], ring.values()[row, place])

    def value(self, channel_id: str, subject: Subject, at_s: float | None = None, *, axis: Axis = Axis.GAME) -> float:
        """Returns the newest value, or the newest one at a given time; NaN if there is none."""
        track, row = self._track(channel_id, subject)
        if track is None:
            return float("nan")
        times = track.fine.times()[axis.value]
        place = len(times) if at_s is None else int(times.searchsorted(at_s, "right"))
        return float(track.fine.values()[row, place - 1]) if place else float("nan")

    def statistics(self, channel_id: str, subject: Subject, within: Interval) -> Statistics:
        """Returns the statistics of a channel over all samples in an interval of game time."""
        track, row = self._track(channel_id, subject)
        if track is None:
            return NO_STATISTICS
        times = track.fine.times()[Axis.GAME.value]
        place = slice(int(times.searchsorted(within.first_s)), int(times.searchsorted(within.last_s, "right")))
        values = track.fine.values()[row, place]
        values = values[~np.isnan(values)]
        if not len(values):
            return NO_STATISTICS
        kind = CHANNELS[channel_id].kind
        took_s = float(times[place.stop - 1] - times[place.start])
        return Statistics(
            mean=self._share(channel_id, subject, place)
            if kind is Kind.SHARE
            else float(values.mean(dtype=np.float64)),
            median=float(np.median(values)),
            minimum=float(values.min()),
            maximum=float(values.max()),
            per_minute=60.0 * float(np.diff(values).clip(min=0).sum()) / took_s
            if kind is Kind.COUNTER and took_s > 0
            else float("nan"),
            samples=len(values),
        )

    def compare(
        self, before: Interval, after: Interval, subjects: Iterable[Subject], channel_ids: Iterable[str] = CHANNELS
    ) -> tuple[Comparison, ...]:
        """Returns the channels for which a subject has samples in both intervals, such as before and after a swap."""
        ids, comparisons = tuple(channel_ids), []
        for subject in subjects:
            for channel_id in ids:
                one, other = (self.statistics(channel_id, subject, within) for within in (before, after))
                if one.samples and other.samples:
                    channel = CHANNELS[channel_id]
                    comparisons.append(Comparison(channel=channel, subject=subject, before=one, after=other))
        return tuple(comparisons)

    def around(self, mark: Mark, longest_s: float = 60.0) -> tuple[Interval, Interval]:
        """Returns the time before and after a mark, each at most `longest_s`, for a comparison.

        Both stop at the nearest swap, crash or restart of the same subject, and at the limits of the history.
        """
        span = self.span()
        others = [other.game_s for other in self.marks if other.subject == mark.subject and other.kind in BREAKS]
        first_s = max([span.first_s, mark.game_s - longest_s, *(time for time in others if time < mark.game_s)])
        last_s = min([span.last_s, mark.game_s + longest_s, *(time for time in others if time > mark.game_s)])
        return Interval(first_s, mark.game_s), Interval(mark.game_s, last_s)

    def recent_views(self, seconds: float = REPLAY_S) -> ReplayViews:
        """Returns the frames of the last seconds of game time: at most 15 s, at up to 60 frames per second."""
        newest_s = self._packets[-1].game_s if self._packets else 0.0
        return ReplayViews(packet for packet in self._packets if packet.game_s >= newest_s - seconds)

    def _track(self, channel_id: str, subject: Subject) -> tuple[Track | None, int]:
        channel = CHANNELS[channel_id]
        return self._tracks.get((channel.scope, subject)), _ROWS[channel_id]

    def _share(self, channel_id: str, subject: Subject, place: slice) -> float:
        """Returns the share within samples: the increase of its own time divided by the increase of the played time."""
        track, row = self._track(channel_id, subject)
        _, played_row = self._track(f"{CHANNELS[channel_id].scope.value}.play_time", subject)
        assert track is not None
        ends = track.fine.values()[:, [place.start, place.stop - 1]].astype(np.float64)
        shares, played = ends[row], ends[played_row]
        took = played[1] - played[0]
        return float((shares[1] * played[1] - shares[0] * played[0]) / took) if took > 0 else float(shares[1])
