"""Draws plots with a painter: on the screen, into pictures and into SVG; imported with numpy, after the first paint.

Curves are copied and reduced to what has room before they are drawn, so a picture can be painted on any thread.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import ceil, floor, isfinite, log10
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLine, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF, QRegion
from shiboken6 import wrapInstance

from resources.looks import Looks
from widgets.looks import faded, mixed
from widgets.plots.plot_spec import (
    GAME_TIME,
    QUIET,
    SYMBOLS,
    Along,
    Cell,
    Curve,
    GameClock,
    PlotKind,
    PlotMark,
    TimeRange,
)
from widgets.words import amount, clock, number

Array = NDArray[np.float64]
LEFT_PX: Final = 44.0
RIGHT_PX: Final = 8.0
STRIP_PX: Final = 13.0
"""Height of the symbols of events above each column."""
GOOD_HEIGHT_PX: Final = 74.0
MIN_HEIGHT_PX: Final = 56.0
"""Heights of a cell; below the first, more columns are used, and the second is kept by scrolling."""
MIN_WIDTH_PX: Final = 170.0
BACK_SHARE: Final = 0.35
"""Share of the muted text's colour in the curves behind an isolated one."""
MAX_VALUES: Final = 3
"""A cell with at most this many visible curves shows their values at the cursor."""
NEAR_ZERO: Final = 1.5
"""Values that are this many times farther from 0 than from each other are shown without 0."""
SILENCE_PX: Final = 3.0
"""Height of the mark for the time in which an agent did not answer."""
BELOW_PX: Final = 6.0
"""Space below the curves, in which the lower half of the last label ends."""
_HOUR_S: Final = 3600
_TIME_STEPS_S: Final = (
    *(0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200),
    *(_HOUR_S * hours for hours in (0.5, 1, 2, 4, 8, 12, 24, 48)),
)


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
    most = max((float(values.max()) for values in filled), default=0.0)
    least = min((float(values.min()) for values in filled), default=0.0)
    if axis.limit is not None:
        most = max(most, 1.15 * axis.limit)
    low = axis.low if least >= axis.low else -nice_ceiling(-least)
    return low, max(nice_ceiling(most), 1.0)


def fitted_bounds(least: float, most: float) -> tuple[float, float]:
    """Returns round bounds around values; 0 is one of them unless the values are far from it and close together."""
    least, most = float(least), float(most)
    if least * most <= 0 or NEAR_ZERO * (most - least) >= min(abs(least), abs(most)):
        least, most = min(least, 0.0), max(most, 0.0)
    span = most - least or abs(most) or 1.0
    step = nice_ceiling(span / 4)
    low, high = step * floor(least / step + 1e-9), step * ceil(most / step - 1e-9)
    return low, high if high > low else low + step


def nice_ceiling(value: float) -> float:
    """Returns the smallest round number that is not below `value`; 1 if it is not positive."""
    if not isfinite(value) or value <= 0:
        return 1.0
    power: float = 10.0 ** floor(log10(value))
    return next(
        step * power for step in (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0) if step * power >= value * (1 - 1e-9)
    )


def ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Returns at most `most` + 1 round values from `low` to `high`."""
    span = high - low
    if span <= 0 or most < 1:
        return ()
    power: float = 10.0 ** floor(log10(span / most))
    step = next(factor * power for factor in (1.0, 2.0, 2.5, 5.0, 10.0, 20.0) if factor * power * most >= span * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(place * step for place in range(first, last + 1))


def time_ticks(time_range: TimeRange, most: int) -> tuple[float, ...]:
    """Returns the times of at most `most` + 1 labels."""
    wanted = time_range.span_s / max(1, most)
    step = next((step for step in _TIME_STEPS_S if step >= wanted), _TIME_STEPS_S[-1])
    first, last = ceil(time_range.from_s / step - 1e-9), floor(time_range.to_s / step + 1e-9)
    return tuple(place * step for place in range(max(0, first), last + 1))


def clock_ticks(of: GameClock, time_range: TimeRange, most: int) -> dict[float, str]:
    """Returns where the clock shows round times, at most about `most`, and these times; none while it stands."""
    step = next((step for step in _TIME_STEPS_S if step >= time_range.span_s / max(1, most)), _TIME_STEPS_S[-1])
    numbers = np.floor(of.values_s.astype(np.float64) / step)
    places = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
    decimals = 1 if step < 1 else 0
    return {
        float(of.times_s[place]): _clock_words(step * max(numbers[place - 1], numbers[place]), decimals)
        for place in places
        if time_range.from_s <= of.times_s[place] <= time_range.to_s
    }


def clock_at(of: GameClock, time_s: float) -> str:
    """Returns the time on the clock, to a tenth of a second, and the game time since the start."""
    place = max(0, int(of.times_s.searchsorted(time_s, "right")) - 1)
    return f"{_clock_words(float(of.values_s[place]), 1)} ({clock(time_s, 1)})"


def _clock_words(value_s: float, decimals: int) -> str:
    return f"{'+' if value_s < 0 else ''}{clock(abs(value_s), decimals)}"


def position_words(place: float, along: Along, step: float) -> str:
    """Returns a position on the horizontal axis, exact to a `step`."""
    return clock(place, 1 if step < 1 else 0) if along.is_time else amount(place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The places of the cells; all lengths in device-independent pixels."""

    places: tuple[QRectF, ...]
    """The area of each cell, without title and labels."""
    rooms: tuple[QRectF, ...]
    """The whole space of each cell; only that is painted again with it."""
    columns: int
    height: float
    """Height that the cells need."""

    def cell_at(self, point: QPointF) -> int | None:
        """Returns the number of the cell at or just above or below a point."""
        for place, area in enumerate(self.places):
            if area.adjusted(-LEFT_PX, -2 * STRIP_PX, RIGHT_PX, STRIP_PX).contains(point):
                return place
        return None


def layout_of(width: float, height: float, count: int, text_px: float) -> Layout:
    """Returns a grid for `count` cells in a space of this size; it is higher where the cells need more."""
    if not count:
        return Layout(places=(), rooms=(), columns=1, height=0.0)
    around = STRIP_PX + text_px + 2
    most = max(1, min(count, int(width // MIN_WIDTH_PX)))

    def height_of(columns: int) -> float:
        return (height - around) / ceil(count / columns)

    columns = next((number for number in range(1, most + 1) if height_of(number) >= GOOD_HEIGHT_PX), most)
    columns = ceil(count / ceil(count / columns))
    each = max(MIN_HEIGHT_PX, height_of(columns))
    wide = width / columns
    places = tuple(
        QRectF(
            (place % columns) * wide + LEFT_PX,
            STRIP_PX + (place // columns) * each + text_px,
            wide - LEFT_PX - RIGHT_PX,
            each - text_px - BELOW_PX,
        )
        for place in range(count)
    )
    rooms = tuple(
        area.adjusted(
            -LEFT_PX,
            -text_px - (STRIP_PX if place < columns else 0.0),
            RIGHT_PX,
            text_px + 2 if place + columns >= count else BELOW_PX,
        )
        for place, area in enumerate(places)
    )
    return Layout(places=places, rooms=rooms, columns=columns, height=each * ceil(count / columns) + around)


@dataclass(slots=True)
class PlotPainter:
    """Paints pictures in the colours of a theme."""

    looks: Looks
    font: QFont

    text_px: float = 0.0
    """Height of a line of text."""
    _pens: dict[tuple[str, float], QPen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.text_px = QFontMetricsF(self.font).height()

    def width_of(self, text: str) -> float:
        """Returns the width of a text in pixels."""
        return QFontMetricsF(self.font).horizontalAdvance(text)

    def _pen(self, colour: str, share: float = 1.0) -> QPen:
        """Returns a thin pen of a colour, mixed with the background; wider pens cost seven times as much."""
        known = self._pens.get((colour, share))
        if known is None:
            known = self._pens[colour, share] = QPen(QColor(mixed(self.looks.surface, colour, share)), 1.0)
        return known

    def paint(
        self,
        painter: QPainter,
        picture: Picture,
        layout: Layout,
        *,
        chosen: int | None = None,
        within: QRegion | None = None,
    ) -> None:
        """Paints the cells that touch `within`; `chosen` is the number of the cell whose values the legend shows."""
        painter.setFont(self.font)
        count = len(layout.places)
        for place, (shown, area) in enumerate(zip(picture.cells, layout.places, strict=True)):
            if within is not None and not within.intersects(layout.rooms[place].adjusted(1, 1, -1, -1).toRect()):
                continue  # rounded to pixels, rooms touch their neighbours
            is_last = place + layout.columns >= count
            self._paint_frame(painter, picture, shown, area, is_last=is_last)
            self._paint_title(painter, shown, area, is_chosen=place == chosen and count > 1)
            self._paint_marks(painter, picture, area, has_symbols=place < layout.columns)
            painter.setClipRect(area.adjusted(0, -1, 0, 1))  # a curve at its limit lies on the border
            self._paint_curves(painter, picture, shown, area)
            painter.setClipping(False)
            if picture.cursor_s is not None:
                self._paint_cursor(painter, picture, shown, area)
        if picture.cursor_s is not None and layout.places:
            self._paint_cursor_times(painter, picture, layout)

    def _paint_frame(
        self, painter: QPainter, picture: Picture, shown: CellPicture, area: QRectF, *, is_last: bool
    ) -> None:
        grid, text = self._pen(self.looks.muted, 0.18), self._pen(self.looks.muted)
        values = self._values(shown, area)
        decimals = _decimals(values)
        metrics = painter.fontMetrics()
        heights = {value: round(_y(value, shown, area)) + 0.5 for value in values}
        most = max(1, int(area.width() // 56))
        shown_range = picture.time_range
        labels = clock_ticks(picture.clock, shown_range, most) if picture.clock is not None else None
        if labels is None:
            is_time = picture.along.is_time
            found = time_ticks(shown_range, most) if is_time else ticks(shown_range.from_s, shown_range.to_s, most)
            step = found[1] - found[0] if len(found) > 1 else 1.0
            labels = {place: position_words(place, picture.along, step) for place in found}
        places = {time_s: round(_x(time_s, picture, area)) + 0.5 for time_s in labels}
        painter.setPen(grid)
        painter.drawLines([QLineF(area.left(), y, area.right(), y) for y in heights.values()])
        painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in places.values()])
        painter.setPen(text)
        for value, y in heights.items():
            words = number(value, decimals)
            left = area.left() - 4 - metrics.horizontalAdvance(words)
            painter.drawText(QPointF(left, y + 0.36 * self.text_px), words)
        for time_s, x in places.items() if is_last else ():
            words = labels[time_s]
            wide = metrics.horizontalAdvance(words)
            left = min(max(x - wide / 2, area.left()), area.right() + RIGHT_PX - wide)
            painter.drawText(QPointF(left, area.bottom() + self.text_px * 0.95), words)
        limit = shown.cell.axis.limit
        if limit is not None and shown.low < limit < shown.high:
            painter.setPen(QPen(QColor(self.looks.bad), 1.0, Qt.PenStyle.DashLine))
            y = round(_y(limit, shown, area)) + 0.5
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _values(self, shown: CellPicture, area: QRectF) -> tuple[float, ...]:
        """Returns the values of the grid; whole ones for what is counted."""
        if shown.cell.axis.kind is PlotKind.LANES:
            return ()
        values = ticks(shown.low, shown.high, max(1, int(area.height() // (1.7 * self.text_px))))
        return values if shown.cell.decimals else tuple(value for value in values if abs(value - round(value)) < 1e-9)

    def _paint_title(self, painter: QPainter, shown: CellPicture, area: QRectF, *, is_chosen: bool) -> None:
        painter.setPen(QColor(self.looks.accent if is_chosen else self.looks.text))
        room = QRectF(area.left(), area.top() - self.text_px, area.width() + RIGHT_PX, self.text_px)
        words = painter.fontMetrics().elidedText(shown.cell.title, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_curves(self, painter: QPainter, picture: Picture, shown: CellPicture, area: QRectF) -> None:
        isolated = picture.isolated
        is_subject_here = any(trace.subject in isolated for trace in shown.traces)
        for place, trace in enumerate(sorted(shown.traces, key=lambda trace: trace.subject in isolated)):
            if not len(trace.times_s):
                continue
            is_back = is_subject_here and trace.subject not in isolated
            for from_s, to_s in trace.silences if not is_back else ():
                left, right = _x(from_s, picture, area), _x(to_s, picture, area)
                bottom = area.bottom() - SILENCE_PX - (SILENCE_PX + 1) * place
                painter.fillRect(QRectF(left, bottom, right - left, SILENCE_PX), QColor(self.looks.bad))
            painter.setPen(self._pen(self.looks.muted, BACK_SHARE) if is_back else self._pen(trace.colour))
            points = _pixels(trace, picture, shown, area)
            if shown.cell.axis.kind is PlotKind.SHARE:
                self._fill_share(painter, points, area)
            if trace.is_dense:
                _draw_spans(painter, points)
            else:
                _draw_curve(painter, points)

    def _fill_share(self, painter: QPainter, points: Array, area: QRectF) -> None:
        pen = painter.pen()
        points = points[np.isfinite(points[:, 1])]
        if not len(points):
            return
        for edge, colour in ((area.bottom(), self.looks.blue), (area.top(), self.looks.orange)):
            corners = ((points[0, 0], edge), *points.tolist(), (points[-1, 0], edge))
            filled = QPolygonF([QPointF(x, y) for x, y in corners])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded(colour, 0.35))
            painter.drawPolygon(filled)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)

    def _paint_marks(self, painter: QPainter, picture: Picture, area: QRectF, *, has_symbols: bool) -> None:
        for mark in picture.marks:
            x = round(_x(mark.time_s, picture, area)) + 0.5
            is_back = bool(picture.isolated and mark.subject and mark.subject not in picture.isolated)
            if mark.kind not in QUIET and not is_back:
                painter.setPen(self._pen(mark.colour, 0.55))
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            if has_symbols:
                colour = self.looks.border if is_back else mark.colour
                paint_symbol(painter, mark.kind, QPointF(x, STRIP_PX / 2 + 1), QColor(colour))

    def _paint_cursor(self, painter: QPainter, picture: Picture, shown: CellPicture, area: QRectF) -> None:
        x = round(_x(picture.cursor_s or 0.0, picture, area)) + 0.5
        if not area.left() <= x <= area.right() + 1:
            return
        painter.setPen(QPen(QColor(self.looks.text), 1.0))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        traces = [trace for trace in shown.traces if isfinite(trace.at_cursor)]
        if any(trace.subject in picture.isolated for trace in traces):
            traces = [trace for trace in traces if trace.subject in picture.isolated]
        metrics, words_at = painter.fontMetrics(), area.top()
        for trace in sorted(traces, key=lambda trace: -trace.at_cursor):
            is_lane = shown.cell.axis.kind is PlotKind.LANES
            value = shown.high - shown.traces.index(trace) - 0.5 if is_lane else trace.at_cursor
            y = min(max(_y(value, shown, area), area.top()), area.bottom())
            painter.fillRect(QRectF(x - 2, y - 2, 4, 4), QColor(trace.colour))
            if len(traces) > MAX_VALUES:
                continue
            words = number(trace.at_cursor, shown.cell.decimals)
            wide = metrics.horizontalAdvance(words) + 6
            top = min(max(y - self.text_px / 2, words_at), area.bottom() - self.text_px)
            words_at = top + self.text_px
            left = x + 4 if x + 4 + wide < area.right() else x - 4 - wide
            room = QRectF(left, top, wide, self.text_px)
            painter.fillRect(room, faded(self.looks.surface, 0.8))
            painter.setPen(QColor(trace.colour))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_cursor_times(self, painter: QPainter, picture: Picture, layout: Layout) -> None:
        at_s = picture.cursor_s or 0.0
        words = position_words(at_s, picture.along, 0.1) if picture.clock is None else clock_at(picture.clock, at_s)
        wide = painter.fontMetrics().horizontalAdvance(words) + 8
        for area in layout.places[-layout.columns :]:
            x = _x(picture.cursor_s or 0.0, picture, area)
            if area.left() <= x <= area.right() + 1:
                left = min(max(x - wide / 2, area.left()), area.right() + RIGHT_PX - wide)
                room = QRectF(left, area.bottom() + 1, wide, self.text_px)
                painter.fillRect(room, QColor(self.looks.raised))
                painter.setPen(QColor(self.looks.text))
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)


def time_at(x: float, time_range: TimeRange, area: QRectF) -> float:
    """Returns the game time at a pixel of a cell."""
    return time_range.from_s + (x - area.left()) / max(1.0, area.width()) * time_range.span_s


def paint_symbol(painter: QPainter, kind: str, centre: QPointF, colour: QColor) -> None:
    """Paints the symbol of an event."""
    painter.setPen(QPen(colour, 1.0))
    if kind == "touch":
        painter.drawLine(centre + QPointF(0, 1), centre + QPointF(0, 5))
        return
    painter.setBrush(colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
    painter.drawPath(symbol(kind).translated(centre))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setBrush(Qt.BrushStyle.NoBrush)


@cache
def symbol(kind: str) -> QPainterPath:
    """Returns the symbol of an event around the origin, 9 pixels wide at most."""
    path = QPainterPath()
    if kind == "goal":
        path.addEllipse(QPointF(0, 0), 4, 4)
    elif kind == "swap":
        path.addPolygon([QPointF(0, -4.5), QPointF(4.5, 0), QPointF(0, 4.5), QPointF(-4.5, 0), QPointF(0, -4.5)])
    elif kind == "crash":
        path.addPolygon([QPointF(0, -4.5), QPointF(4.5, 4), QPointF(-4.5, 4), QPointF(0, -4.5)])
    elif kind == "late_burst":
        path.addPolygon([QPointF(0, 4.5), QPointF(4, -3.5), QPointF(-4, -3.5), QPointF(0, 4.5)])
    else:
        for turn in (1, -1):
            path.moveTo(-3.5, -3.5 * turn)
            path.lineTo(3.5, 3.5 * turn)
    return path


def _pixels(trace: Trace, picture: Picture, shown: CellPicture, area: QRectF) -> Array:
    """Returns the points of a trace in pixels; shape (n, 2)."""
    times, values = trace.times_s, trace.values
    if shown.cell.axis.kind in (PlotKind.STEPS, PlotKind.LANES) and not trace.is_dense:
        times, values = times.repeat(2)[1:], values.repeat(2)[:-1]
    points = np.empty((len(times), 2))
    points[:, 0] = area.left() + (times - picture.time_range.from_s) * (area.width() / picture.time_range.span_s)
    points[:, 1] = area.bottom() + (shown.low - values) * (area.height() / (shown.high - shown.low))
    return points


def _draw_curve(painter: QPainter, points: Array) -> None:
    """Draws the straight lines from each point to the next, with gaps at unknown ones."""
    lines = np.concatenate((points[:-1], points[1:]), axis=1)
    is_known = np.isfinite(lines).all(axis=1)
    if not is_known.all():
        lines = lines[is_known]
    painter.drawLines(cast(QLineF, wrapInstance(lines.ctypes.data, QLineF)), len(lines))


def _draw_spans(painter: QPainter, points: Array) -> None:
    """Draws minimum and maximum of each pixel as a vertical line, which takes half the time of a line through both.

    Each line is extended to its neighbour's, so that they look like one curve; pixels without a value are gaps.
    """
    is_known = np.isfinite(points[0::2, 1])
    points[~np.isfinite(points)] = 0.0
    pixels = np.round(points).astype(np.int32)
    lower, upper = pixels[0::2, 1], pixels[1::2, 1]
    spans = np.empty((len(lower), 4), np.int32)
    spans[:, 0] = spans[:, 2] = pixels[0::2, 0]
    spans[:, 1], spans[:, 3] = upper, lower
    np.minimum(upper[1:], lower[:-1], out=spans[1:, 1], where=is_known[:-1])
    np.maximum(lower[1:], upper[:-1], out=spans[1:, 3], where=is_known[:-1])
    skipped = spans[1:][(np.diff(spans[:, 0]) == 2) & is_known[:-1] & is_known[1:]] - (1, 0, 1, 0)  # by rounding
    spans = np.concatenate((spans[is_known], skipped), dtype=np.int32)
    painter.drawLines(cast(QLine, wrapInstance(spans.ctypes.data, QLine)), len(spans))


def _x(time_s: float, picture: Picture, area: QRectF) -> float:
    return area.left() + (time_s - picture.time_range.from_s) / picture.time_range.span_s * area.width()


def _y(value: float, shown: CellPicture, area: QRectF) -> float:
    return area.bottom() - (value - shown.low) / (shown.high - shown.low) * area.height()


def _decimals(values: Sequence[float]) -> int:
    """Returns the number of decimals that show the step of a grid exactly, at most 5."""
    step = values[1] - values[0] if len(values) > 1 else 1.0
    exact = (digits for digits in range(6) if abs(step * 10**digits - round(step * 10**digits)) < 1e-6)
    return next(exact, 5)
