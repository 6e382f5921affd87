"""The picture of a plot: a copy of its curves, reduced to the visible columns, that any thread can paint."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from widgets.plots.plot_spec import GAME_TIME, SYMBOLS, Along, Cell, Curve, GameClock, PlotKind, PlotMark, TimeRange
from widgets.plots.ticks import fitted_bounds, nice_ceiling

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The part of a curve that is drawn, reduced to at most two samples per pixel; own memory."""

    subject: str
    label: str
    colour: str
    times_s: Array
    values: Array
    """Of a dense trace, the minimum and maximum of each pixel in turn."""
    is_dense: bool
    at_cursor: float
    """Value at the cursor, else the newest value of the range; NaN if there is none."""
    silences: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPicture:
    """A cell with the range of its axis."""

    cell: Cell
    traces: tuple[Trace, ...]
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """All that is drawn at one time."""

    cells: tuple[CellPicture, ...]
    time_range: TimeRange
    marks: tuple[PlotMark, ...] = ()
    cursor_s: float | None = None
    isolated: frozenset[str] = frozenset()
    """Keys of the only subjects that are drawn in their colours; empty for all."""
    along: Along = GAME_TIME
    clock: GameClock | None = None
    """Labels the axis if it is known; own memory."""


def picture_of(
    cells: Sequence[Cell],
    time_range: TimeRange,
    columns: int,
    *,
    marks: Iterable[PlotMark] = (),
    cursor_s: float | None = None,
    isolated: frozenset[str] = frozenset(),
    along: Along = GAME_TIME,
    game_clock: GameClock | None = None,
) -> Picture:
    """Reduces the curves to `columns` pixels and looks up their values at the cursor."""
    known: dict[tuple[int, int], _Buckets] = {}
    shown = (mark for mark in marks if time_range.from_s <= mark.time_s <= time_range.to_s)
    return Picture(
        cells=tuple(
            _cell_picture(cell, time_range, columns, cursor_s, known=known, stale=along.stale) for cell in cells
        ),
        time_range=time_range,
        marks=tuple(sorted(shown, key=lambda mark: SYMBOLS.index(mark.kind))),
        cursor_s=cursor_s,
        isolated=isolated,
        along=along,
        clock=_copied(game_clock) if game_clock is not None and len(game_clock.times_s) else None,
    )


def _copied(of: GameClock) -> GameClock:
    return GameClock(times_s=of.times_s.copy(), values_s=of.values_s.copy())


def _cell_picture(
    cell: Cell,
    time_range: TimeRange,
    columns: int,
    cursor_s: float | None,
    *,
    known: "dict[tuple[int, int], _Buckets]",
    stale: float,
) -> CellPicture:
    traces = []
    for curve in cell.curves:
        key = (curve.times_s.ctypes.data, len(curve.times_s))
        buckets = known.get(key)
        if buckets is None:
            buckets = known[key] = _Buckets(curve.times_s, time_range, columns, cursor_s, stale)
        traces.append(buckets.trace(curve))
    if cell.axis.kind is PlotKind.LANES:
        _share_lanes(cell, traces)
        return CellPicture(cell=cell, traces=tuple(traces), low=0.0, high=float(max(1, len(traces))))
    low, high = _bounds(cell, traces)
    return CellPicture(cell=cell, traces=tuple(traces), low=low, high=high)


def _share_lanes(cell: Cell, traces: Sequence[Trace]) -> None:
    """Moves each trace into its lane, the first one on top."""
    low, high = cell.axis.low, cell.axis.high or 1.0
    for lane, trace in enumerate(reversed(traces)):
        trace.values[:] = lane + 0.1 + 0.8 * np.clip((trace.values - low) / (high - low), 0.0, 1.0)


class _Buckets:
    """Which samples of a time axis are drawn; curves over the same times share it.

    Where there are more than two samples per pixel, each pixel gets the minimum and maximum of its samples. The borders
    are multiples of a pixel's length, so that the shape of a curve does not change while it scrolls.
    """

    def __init__(
        self, times_s: Array, time_range: TimeRange, columns: int, cursor_s: float | None, stale: float
    ) -> None:
        first = max(0, int(times_s.searchsorted(time_range.from_s)) - 1)
        last = int(times_s.searchsorted(time_range.to_s, "right")) + 1
        self._window = slice(first, last)
        at_s = time_range.to_s if cursor_s is None else cursor_s
        self._at = int(times_s.searchsorted(at_s, "right")) - 1
        if self._at >= 0 and at_s - times_s[self._at] > stale:
            self._at = -1
        shown = times_s[self._window]
        self._starts: NDArray[np.intp] | None = None
        if len(shown) <= 2 * columns:
            self._times = shown.copy()
            return
        width_s = time_range.span_s / columns
        places = np.floor(shown / width_s)
        self._starts = np.concatenate(([0], np.flatnonzero(places[1:] != places[:-1]) + 1))
        self._times = np.minimum((places[self._starts] + 0.5) * width_s, shown[-1]).repeat(2)

    def trace(self, curve: Curve) -> Trace:
        """Returns what is drawn of a curve over these times."""
        whole, times = curve.values[self._window], self._times
        values = np.empty(len(times))
        if self._starts is None:
            values[:] = whole
        else:
            values[0::2] = np.fmin.reduceat(whole, self._starts)
            values[1::2] = np.fmax.reduceat(whole, self._starts)
        return Trace(
            subject=curve.subject,
            label=curve.label,
            colour=curve.colour,
            times_s=times,
            values=values,
            is_dense=self._starts is not None,
            at_cursor=float(curve.values[self._at]) if self._at >= 0 else float("nan"),
            silences=curve.silences,
        )


def _bounds(cell: Cell, traces: Sequence[Trace]) -> tuple[float, float]:
    axis = cell.axis
    filled = [known for trace in traces if len(known := trace.values[np.isfinite(trace.values)])]
    if axis.is_fitted:
        return fitted_bounds(min(map(np.min, filled), default=0.0), max(map(np.max, filled), default=0.0))
    if axis.high is not None:
        return axis.low, axis.high
    maximum = max((float(values.max()) for values in filled), default=0.0)
    minimum = min((float(values.min()) for values in filled), default=0.0)
    if axis.limit is not None:
        maximum = max(maximum, 1.15 * axis.limit)
    low = axis.low if minimum >= axis.low else -nice_ceiling(-minimum)
    return low, max(nice_ceiling(maximum), 1.0)
