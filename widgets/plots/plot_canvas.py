"""The area that shows the plots and takes mouse, keys and dropped channels."""

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from resources.looks import Looks
from widgets.looks import scaled_font
from widgets.plots.plot_spec import GAME_TIME, SYMBOLS, Along, Cell, GameClock, PlotMark, TimeRange

if TYPE_CHECKING:
    from widgets.plots.painting import Layout, PlotPainter
    from widgets.plots.picture import Picture

CHANNEL_TYPE: Final = "application/x-kickabout-channel"
"""MIME type of a dragged channel; the data is its identifier."""
MARK_PX: Final = 6
"""Distance at which a click reaches an event."""
DRAG_PX: Final = 4
ZOOM: Final = 1.25
"""Factor per step of the wheel or key."""


class PlotCanvas(QWidget):
    """Shows cells over a common time axis; GUI thread.

    Signals:
        cursor_moved: game time under the cursor, or None without a cursor.
        range_requested: the `TimeRange` to show from now on.
        live_requested: the newest samples should be shown.
        mark_chosen: the `PlotMark` that was clicked.
        moment_chosen: a game time that was double-clicked.
        cell_chosen: the key of the cell whose values the legend shows.
        resized: the cells have to be shown again.
        channel_dropped: identifier of a channel, and the key of the cell on which it was dropped, or an empty text.
    """

    cursor_moved = Signal(object)
    range_requested = Signal(TimeRange)
    live_requested = Signal()
    mark_chosen = Signal(PlotMark)
    moment_chosen = Signal(float)
    cell_chosen = Signal(str)
    channel_dropped = Signal(str, str)
    resized = Signal()

    def __init__(self, looks: Looks, along: Along = GAME_TIME, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Plots over time"))
        self.setToolTip("")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self._looks = looks
        self.along = along
        """What runs along the horizontal axis; cells have to be shown again after a change."""
        self._painter: PlotPainter | None = None
        self._layout: Layout | None = None
        self._layout_of: tuple[int, int, int] | None = None
        self.picture: Picture | None = None
        """The value that is shown; None before the first cells."""
        self.chosen = ""
        """Key of the cell whose values the legend shows."""
        self.paint_s = 0.0
        """CPU time of the last paint."""
        self._pressed: tuple[QPointF, TimeRange] | None = None
        self._is_dragged = False

    def show_cells(
        self,
        cells: Sequence[Cell],
        time_range: TimeRange,
        *,
        marks: Iterable[PlotMark] = (),
        cursor_s: float | None = None,
        isolated: frozenset[str] = frozenset(),
        game_clock: GameClock | None = None,
        is_part: bool = False,
    ) -> None:
        """Copies and draws what is visible of the curves; with `is_part`, the other cells keep their samples."""
        from widgets.plots.picture import picture_of  # noqa: PLC0415 - brings numpy, which first paint does not wait for

        before = self.picture if is_part else None
        columns = self.columns_px(len(before.cells) if before is not None else len(cells))
        picture = picture_of(
            cells,
            time_range,
            columns,
            marks=marks,
            cursor_s=cursor_s,
            isolated=isolated,
            along=self.along,
            game_clock=game_clock,
        )
        if before is not None:
            new = {shown.cell.key: shown for shown in picture.cells}
            self.picture = replace(picture, cells=tuple(new.get(old.cell.key, old) for old in before.cells))
            self._update_cells(new)
            return
        self.picture = picture
        if cells and self.chosen not in {cell.key for cell in cells}:
            self.chosen = cells[0].key
        self.update()

    def _update_cells(self, keys: Collection[str]) -> None:
        """Paints some cells again, with their titles and labels."""
        if self.picture is None:
            return
        rooms = zip(self.picture.cells, self.layout_for(len(self.picture.cells)).rooms, strict=True)
        for room in (room for shown, room in rooms if shown.cell.key in keys):
            self.update(room.toAlignedRect())

    def columns_px(self, count: int) -> int:
        """Returns the width of a curve in pixels if there are `count` cells."""
        layout = self.layout_for(count)
        return max(1, round(layout.places[0].width())) if layout.places else 1

    def clear(self) -> None:
        """Shows nothing."""
        self.picture = None
        self.update()

    def set_looks(self, looks: Looks) -> None:
        """Draws in the colours of the theme; the cells have to be shown again by the caller."""
        self._looks = looks
        self._painter = None
        self.update()

    @property
    def painter(self) -> "PlotPainter":
        """The painter in the current theme and font."""
        from widgets.plots.painting import PlotPainter  # noqa: PLC0415 - brings numpy

        if self._painter is None:
            self._painter = PlotPainter(self._looks, scaled_font(self, 0.85))
        return self._painter

    def layout_for(self, count: int) -> "Layout":
        """Returns the places of `count` cells in the present size."""
        from widgets.plots.painting import layout_of  # noqa: PLC0415 - brings numpy

        around = self.parentWidget()
        height = around.height() if around is not None else self.height()
        key = (self.width(), height, count)
        if self._layout is None or self._layout_of != key:
            self._layout_of = key
            self._layout = layout_of(self.width(), height, count, self.painter.text_px)
            self.setMinimumHeight(round(self._layout.height) if self._layout.height > height + 1 else 0)
        return self._layout

    def paintEvent(self, event: QPaintEvent) -> None:
        began_s = time.thread_time()
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        if self.picture is None:
            return
        layout = self.layout_for(len(self.picture.cells))
        keys = [shown.cell.key for shown in self.picture.cells]
        chosen = keys.index(self.chosen) if self.chosen in keys else None
        self.painter.paint(painter, self.picture, layout, chosen=chosen, within=event.region())
        if self.hasFocus():
            painter.setPen(QColor(self._looks.accent))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -1.5, -1.5))
        self.paint_s = time.thread_time() - began_s

    def sizeHint(self) -> QSize:
        return QSize(400, 160)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.picture is not None:
            self._pressed, self._is_dragged = (event.position(), self.picture.time_range), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self._area_at(event.position())
        if self._pressed is not None and self.picture is not None and area is not None:
            moved = event.position().x() - self._pressed[0].x()
            self._is_dragged = self._is_dragged or abs(moved) > DRAG_PX
            if self._is_dragged:
                before = self._pressed[1]
                by_s = -moved / max(1.0, area.width()) * before.span_s
                self.range_requested.emit(TimeRange(from_s=before.from_s + by_s, to_s=before.to_s + by_s))
                return
        self._move_cursor(event.position(), area)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._is_dragged:
            return
        mark = self.mark_at(event.position())
        if mark is not None:
            self.mark_chosen.emit(mark)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        time_s = self._time_at(event.position())
        if time_s is not None and self.mark_at(event.position()) is None:
            self.moment_chosen.emit(time_s)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms with Ctrl, moves along the time axis with Shift; otherwise the surrounding area scrolls."""
        steps = (event.angleDelta().y() or event.angleDelta().x()) / 120
        if self.picture is None or not event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            event.ignore()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(ZOOM**-steps, self._time_at(event.position()))
        else:
            self._pan(-0.15 * steps)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._move_cursor(event.position(), self._area_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.cursor_moved.emit(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.cursor_moved.emit(None)

    def event(self, event: QEvent) -> bool:
        """Shows the words of an event or the meaning of a title as a tooltip."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            mark = self.mark_at(point)
            QToolTip.showText(event.globalPos(), mark.label if mark is not None else self.hint_at(point), self)
            return True
        return super().event(event)

    def hint_at(self, point: QPointF) -> str:
        """Returns what the title at a point means; empty beside titles."""
        if self.picture is None or self._layout is None:
            return ""
        places = zip(self.picture.cells, self._layout.places, self._layout.rooms, strict=False)
        hints = (shown.cell.hint for shown, area, room in places if room.contains(point) and point.y() < area.top())
        return next(hints, "")

    def mark_at(self, point: QPointF) -> PlotMark | None:
        """Returns the event at a point of a column: the most important one, then the nearest."""
        area = self._area_at(point)
        if self.picture is None or area is None:
            return None
        per_s = area.width() / self.picture.time_range.span_s
        x_s = self.picture.time_range.from_s + (point.x() - area.left()) / per_s
        near = [mark for mark in self.picture.marks if abs(mark.time_s - x_s) * per_s <= MARK_PX]
        return max(near, key=lambda mark: (SYMBOLS.index(mark.kind), -abs(mark.time_s - x_s)), default=None)

    def _area_at(self, point: QPointF) -> QRectF | None:
        layout = self._layout
        place = layout.cell_at(point) if layout is not None else None
        return layout.places[place] if layout is not None and place is not None else None

    def _time_at(self, point: QPointF) -> float | None:
        from widgets.plots.painting import time_at  # noqa: PLC0415 - brings numpy

        area = self._area_at(point)
        return None if area is None or self.picture is None else time_at(point.x(), self.picture.time_range, area)

    def _move_cursor(self, point: QPointF, area: QRectF | None) -> None:
        time_s = self._time_at(point)
        if area is None or time_s is None or self.picture is None or self._layout is None:
            self.cursor_moved.emit(None)
            return
        place = self._layout.cell_at(point)
        if place is not None and place < len(self.picture.cells):
            self.choose(self.picture.cells[place].cell.key)
        time_range = self.picture.time_range
        self.cursor_moved.emit(min(max(time_s, time_range.from_s), time_range.to_s))

    def choose(self, key: str) -> None:
        """Makes a cell the one whose values the legend shows."""
        if key != self.chosen:
            self.chosen = key
            self.cell_chosen.emit(key)
            self.update()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_ctrl = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key))
        turn = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key))
        if self.picture is None:
            super().keyPressEvent(event)
        elif step is not None:
            self._step_cursor(step, to_mark=is_ctrl)
        elif turn is not None:
            self._step_cell(turn)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._pan(-0.5 if key == Qt.Key.Key_PageUp else 0.5)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self._zoom(ZOOM if key == Qt.Key.Key_Minus else 1 / ZOOM, self.picture.cursor_s)
        elif key == Qt.Key.Key_Home:
            span_s = self.picture.time_range.span_s
            self.range_requested.emit(TimeRange(from_s=0.0, to_s=span_s))
        elif key == Qt.Key.Key_End:
            self.live_requested.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_moment()
        else:
            super().keyPressEvent(event)

    def _step_cursor(self, step: int, *, to_mark: bool) -> None:
        picture = self.picture
        if picture is None:
            return
        time_range = picture.time_range
        at_s = time_range.to_s if picture.cursor_s is None else picture.cursor_s
        if to_mark:
            times = sorted(mark.time_s for mark in picture.marks if (mark.time_s - at_s) * step > 1e-6)
            at_s = (times[0] if step > 0 else times[-1]) if times else at_s
        else:
            at_s += step * time_range.span_s / 100
        self.cursor_moved.emit(min(max(at_s, time_range.from_s), time_range.to_s))

    def _step_cell(self, step: int) -> None:
        keys = [shown.cell.key for shown in self.picture.cells] if self.picture is not None else []
        if self.chosen in keys:
            self.choose(keys[(keys.index(self.chosen) + step) % len(keys)])

    def _choose_moment(self) -> None:
        if self.picture is None or self.picture.cursor_s is None:
            return
        cursor_s = self.picture.cursor_s
        near = self.picture.time_range.span_s / 200
        marks = [mark for mark in self.picture.marks if abs(mark.time_s - cursor_s) <= near]
        if marks:
            self.mark_chosen.emit(max(marks, key=lambda mark: SYMBOLS.index(mark.kind)))
        else:
            self.moment_chosen.emit(cursor_s)

    def _zoom(self, factor: float, around_s: float | None) -> None:
        if self.picture is None:
            return
        before = self.picture.time_range
        span_s = min(max(before.span_s * factor, self.along.minimum), self.along.maximum)
        around_s = before.to_s if around_s is None else around_s
        from_s = around_s - (around_s - before.from_s) * span_s / before.span_s
        self.range_requested.emit(TimeRange(from_s=from_s, to_s=from_s + span_s))

    def _pan(self, share: float) -> None:
        if self.picture is not None:
            before = self.picture.time_range
            by_s = share * before.span_s
            self.range_requested.emit(TimeRange(from_s=before.from_s + by_s, to_s=before.to_s + by_s))

    # Drops

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(CHANNEL_TYPE):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if not event.mimeData().hasFormat(CHANNEL_TYPE):
            return
        event.acceptProposedAction()
        channel = bytes(event.mimeData().data(CHANNEL_TYPE).data()).decode("utf-8", "replace")
        layout, picture = self._layout, self.picture
        place = layout.cell_at(event.position()) if layout is not None else None
        is_known = place is not None and picture is not None and place < len(picture.cells)
        self.channel_dropped.emit(channel, picture.cells[place].cell.key if is_known else "")  # type: ignore[union-attr, index]
