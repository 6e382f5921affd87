"""Draws plots with a painter: on the screen, into pictures and into SVG; imported with numpy, after the first paint."""

from dataclasses import dataclass, field
from functools import cache
from math import ceil, isfinite
from typing import Final, cast

import numpy as np
from PySide6.QtCore import QLine, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF, QRegion
from shiboken6 import wrapInstance

from resources.looks import Looks
from widgets.looks import faded, mixed
from widgets.plots.picture import Array, CellPicture, Picture, Trace
from widgets.plots.plot_spec import QUIET, PlotKind, TimeRange
from widgets.plots.ticks import clock_at, clock_ticks, position_words, step_decimals, ticks, time_ticks
from widgets.words import number

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
SILENCE_PX: Final = 3.0
"""Height of the mark for the time in which an agent did not answer."""
BELOW_PX: Final = 6.0
"""Space below the curves, in which the lower half of the last label ends."""


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
    maximum = max(1, min(count, int(width // MIN_WIDTH_PX)))

    def height_of(columns: int) -> float:
        return (height - around) / ceil(count / columns)

    columns = next((number for number in range(1, maximum + 1) if height_of(number) >= GOOD_HEIGHT_PX), maximum)
    columns = ceil(count / ceil(count / columns))
    cell_px = max(MIN_HEIGHT_PX, height_of(columns))
    wide = width / columns
    places = tuple(
        QRectF(
            (place % columns) * wide + LEFT_PX,
            STRIP_PX + (place // columns) * cell_px + text_px,
            wide - LEFT_PX - RIGHT_PX,
            cell_px - text_px - BELOW_PX,
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
    return Layout(places=places, rooms=rooms, columns=columns, height=cell_px * ceil(count / columns) + around)


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
        decimals = step_decimals(values)
        metrics = painter.fontMetrics()
        heights = {value: round(_y(value, shown, area)) + 0.5 for value in values}
        maximum = max(1, int(area.width() // 56))
        shown_range = picture.time_range
        labels = clock_ticks(picture.clock, shown_range, maximum) if picture.clock is not None else None
        if labels is None:
            is_time = picture.along.is_time
            steps = (
                time_ticks(shown_range, maximum) if is_time else ticks(shown_range.from_s, shown_range.to_s, maximum)
            )
            step = steps[1] - steps[0] if len(steps) > 1 else 1.0
            labels = {place: position_words(place, picture.along, step) for place in steps}
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
