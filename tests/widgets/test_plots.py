"""The plots: how many samples become a curve, the scales, and what mouse, keys and drops request."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QMouseEvent,
    QPainter,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication

from widgets.looks import mixed
from widgets.plots.comparison import ComparisonDialog, ComparisonRow, ComparisonValue, _texts
from widgets.plots.legend import Legend, LegendEntry, MarkKey
from widgets.plots.painting import BACK_SHARE, GOOD_HEIGHT_PX, MIN_HEIGHT_PX, MIN_WIDTH_PX, layout_of
from widgets.plots.picture import picture_of
from widgets.plots.plot_canvas import CHANNEL_TYPE, PlotCanvas
from widgets.plots.plot_panel import NARROW_BELOW_PX, ChannelEntry, PlotPanel
from widgets.plots.plot_spec import (
    FREE,
    GAME_TIME,
    PLOTS,
    Along,
    AxisSpec,
    Cell,
    Curve,
    GameClock,
    PlotKind,
    PlotMark,
    TimeRange,
)
from widgets.plots.ticks import clock_at, clock_ticks, fitted_bounds, nice_ceiling, position_words, ticks, time_ticks
from widgets.words import clock

NAN = float("nan")
WHOLE = TimeRange(from_s=0.0, to_s=10.0)


def a_curve(times, values, subject="car:0", colour="#5aa9ff"):
    return Curve(subject=subject, label=subject, colour=colour, times_s=np.array(times), values=np.array(values))


def a_cell(*curves, key="a", kind=PlotKind.LINES, high=100.0, low=0.0, limit=None):
    axis = AxisSpec(title=key, channels=("car.speed",), low=low, high=high, kind=kind, limit=limit)
    return Cell(key=key, title=key, axis=axis, curves=curves, decimals=1)


def a_mark(kind, time_s, subject=""):
    return PlotMark(kind=kind, time_s=time_s, wall_s=time_s + 3, colour="#ff0000", label=f"{kind}!", subject=subject)


def trace_of(curve, time_range=WHOLE, columns=100, cursor_s=None):
    return picture_of([a_cell(curve)], time_range, columns, cursor_s=cursor_s).cells[0].traces[0]


# What is drawn


@pytest.mark.parametrize("count", [1, 199, 200])
def test_all_samples_are_drawn_while_there_are_at_most_two_per_pixel(count):
    times = np.linspace(0.0, 10.0, count)
    trace = trace_of(a_curve(times, np.arange(count) % 7), columns=100)
    assert list(trace.times_s) == list(times)
    assert not trace.is_dense


@pytest.mark.parametrize("count", [201, 1000, 18_000])
def test_of_more_samples_the_minimum_and_maximum_of_each_pixel_are_drawn(count):
    times, columns = np.linspace(0.0, 10.0, count, endpoint=False), 100
    values = np.random.default_rng(3).normal(50, 9, count)
    values[count // 2] = 1000.0
    trace = trace_of(a_curve(times, values), columns=columns)
    assert trace.is_dense
    assert len(trace.times_s) == 2 * columns
    for place in range(columns):
        within = values[np.floor(times / 0.1 + 1e-12).astype(int) == place]
        drawn = trace.values[2 * place : 2 * place + 2]
        if len(within) > 3:  # a sample on the border of two pixels may belong to either
            assert drawn[0] <= np.median(within) <= drawn[1]
    assert trace.values.max() == 1000.0
    assert trace.values.min() == values.min()


def test_a_curve_keeps_its_shape_while_it_scrolls():
    times = np.arange(0.0, 20.0, 0.01)
    curve = a_curve(times, np.random.default_rng(1).normal(size=len(times)))
    one, other = (trace_of(curve, TimeRange(from_s=from_s, to_s=from_s + 10)) for from_s in (2.0, 2.37))
    shared = [place for place, time_s in enumerate(one.times_s) if 3.0 < time_s < 11.0]
    found = {(round(time_s, 6), value) for time_s, value in zip(other.times_s, other.values, strict=True)}
    assert all((round(one.times_s[place], 6), one.values[place]) in found for place in shared)


def test_samples_outside_are_left_out_but_for_one_on_each_side():
    trace = trace_of(a_curve(np.arange(20.0), np.arange(20.0)), TimeRange(from_s=4.5, to_s=9.5))
    assert list(trace.times_s) == [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]


@pytest.mark.parametrize("count", [10, 5000])
def test_unknown_values_are_not_drawn(count):
    values = np.full(count, 5.0)
    values[: count // 2] = NAN
    trace = trace_of(a_curve(np.linspace(0, 10, count), values))
    assert np.isnan(trace.values[trace.times_s < 5 - 0.1]).all()
    assert np.isfinite(trace.values[trace.times_s > 5 + 0.1]).all()


def test_what_is_drawn_does_not_change_with_the_memory_of_the_samples():
    curve = a_curve(np.arange(10.0), np.arange(10.0))
    trace = trace_of(curve)
    curve.values[:] = -1
    curve.times_s[:] = -1
    assert list(trace.values) == list(range(10))


@pytest.mark.parametrize(
    ("cursor_s", "value"),
    [
        (-0.1, NAN),
        (0.0, 1.0),
        (0.99, 1.0),
        (1.0, 2.0),
        (2.0 + GAME_TIME.stale - 0.01, 3.0),
        (2.0 + GAME_TIME.stale + 0.01, NAN),
    ],
)
def test_the_value_at_the_cursor_is_that_of_the_newest_sample_unless_it_is_stale(cursor_s, value):
    trace = trace_of(a_curve([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]), cursor_s=cursor_s)
    assert trace.at_cursor == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize(
    ("values", "limit", "bounds"),
    [
        ([0.0, 7.2], None, (0.0, 8.0)),
        ([], None, (0.0, 1.0)),
        ([0.0], 8.0, (0.0, 10.0)),
        ([0.0004], None, (0.0, 1.0)),
        ([-3.0, 40.0], None, (-3.0, 50.0)),
    ],
)
def test_an_axis_without_maximum_fits_its_samples_in_round_numbers(values, limit, bounds):
    curve = a_curve(np.arange(float(len(values))), np.array(values))
    shown = picture_of([a_cell(curve, high=None, limit=limit)], WHOLE, 100).cells[0]
    assert (shown.low, shown.high) == bounds


@pytest.mark.parametrize(
    ("value", "ceiling"),
    [(0.0, 1.0), (-2.0, 1.0), (1.0, 1.0), (1.01, 1.5), (99.0, 100.0), (100.0, 100.0), (0.021, 0.03), (NAN, 1.0)],
)
def test_a_ceiling_is_round(value, ceiling):
    assert nice_ceiling(value) == pytest.approx(ceiling)


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [(0, 100, 2, (0, 50, 100)), (-1, 1, 2, (-1, 0, 1)), (0, 2300, 3, (0, 1000, 2000)), (0, 0, 3, ()), (0, 1, 0, ())],
)
def test_ticks_are_round_and_not_too_many(low, high, most, found):
    assert ticks(low, high, most) == pytest.approx(found)


def test_times_are_labelled_in_minutes():
    assert time_ticks(TimeRange(from_s=-5.0, to_s=25.0), 3) == (0, 10, 20)
    assert [clock(0.0), clock(59.6), clock(61.04, 1), clock(-1.0)] == ["0:00", "1:00", "1:01.0", "0:00"]


@pytest.mark.parametrize(
    ("width", "height", "count", "columns"),
    [
        (400, 300, 1, 1),
        (400, 110 + GOOD_HEIGHT_PX, 2, 1),
        (2 * MIN_WIDTH_PX, 100, 2, 2),
        (2 * MIN_WIDTH_PX - 1, 100, 2, 1),
        (1200, 500, 16, 3),
        (100, 60, 4, 1),
    ],
)
def test_cells_are_side_by_side_only_where_they_have_no_room_below_each_other(width, height, count, columns):
    layout = layout_of(width, height, count, text_px=14.0)
    assert layout.columns == columns
    assert len(layout.places) == count
    assert all(place.height() >= MIN_HEIGHT_PX - 20 - 0.01 for place in layout.places)
    assert all(place.left() >= 0 and place.right() <= width for place in layout.places)
    assert all(place.bottom() <= layout.height for place in layout.places)
    assert all(room.contains(place) for room, place in zip(layout.rooms, layout.places, strict=True))
    inner = [room.adjusted(0.01, 0.01, -0.01, -0.01) for room in layout.rooms]
    assert not any(a.intersects(b) for a in inner for b in inner if a != b)


# The canvas


def test_a_cell_that_is_painted_alone_looks_as_among_the_others_which_cost_nothing(shown):
    layout = shown.layout_for(2)
    room = layout.rooms[1].toRect()
    whole, alone = (QImage(600, 300, QImage.Format.Format_RGB32) for _ in range(2))
    for image, within in ((whole, None), (alone, QRegion(room))):
        image.fill(0)
        painter = QPainter(image)
        shown.painter.paint(painter, shown.picture, layout, within=within)
        painter.end()
    assert whole.copy(room) == alone.copy(room)
    other = layout.rooms[0].toRect().adjusted(0, 0, 0, -2)
    pixels = {alone.pixel(x, y) & 0xFFFFFF for x in range(other.left(), other.right()) for y in range(other.bottom())}
    assert pixels == {0}


@pytest.fixture
def canvas(qtbot, dark):
    made = PlotCanvas(dark)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


@pytest.fixture
def shown(canvas):
    """Two cells over ten seconds, with three events."""
    marks = [a_mark("touch", 5.0), a_mark("goal", 5.01), a_mark("crash", 8.0, "car:1")]
    curves = (a_curve([0.0, 10.0], [30.0, 30.0]), a_curve([0.0, 10.0], [60.0, 60.0], "car:1", "#ff9d4a"))
    cells = [a_cell(*curves, key="a"), a_cell(*curves, key="b")]
    canvas.show_cells(cells, WHOLE, marks=marks)
    return canvas


def place_of(canvas, time_s, cell=0, share=0.5):
    area = canvas.layout_for(2).places[cell]
    return QPointF(area.left() + area.width() * time_s / 10, area.top() + share * area.height())


def rows_of(canvas, colour, x):
    image = canvas.grab().toImage()
    return [y for y in range(image.height()) if image.pixelColor(round(x), y).name() == colour]


@pytest.mark.parametrize("count", [2, 6000], ids=["line", "dense"])
def test_curves_lie_where_the_axes_say(canvas, count):
    curve = a_curve(np.linspace(0.0, 10.0, count), np.full(count, 30.0))
    canvas.show_cells([a_cell(curve)], WHOLE)
    area = canvas.layout_for(1).places[0]
    rows = rows_of(canvas, "#5aa9ff", area.center().x() + 3)
    assert len(rows) in (1, 2)
    assert abs(rows[0] - (area.bottom() - 0.3 * area.height())) <= 1


@pytest.mark.parametrize("height", range(290, 312, 5))
@pytest.mark.parametrize("count", [2, 600, 6000], ids=["line", "live", "dense"])
def test_curves_at_the_limits_of_their_axis_can_be_seen(canvas, count, height):
    canvas.resize(600, height)
    times = np.linspace(0.0, 10.0, count)
    full, empty = a_curve(times, np.full(count, 100.0)), a_curve(times, np.zeros(count), "car:1", "#ff9d4a")
    for cells in ([a_cell(full, empty)], [a_cell(full, empty, key=key) for key in "abcdefg"]):
        canvas.show_cells(cells, WHOLE)
        for area in canvas.layout_for(len(cells)).places:
            for colour, y in (("#5aa9ff", area.top()), ("#ff9d4a", area.bottom())):
                rows = rows_of(canvas, colour, area.center().x() + 3)
                assert any(abs(row - y) <= 1 for row in rows), (colour, rows, area)


@pytest.mark.parametrize("width", range(600, 612))
def test_a_dense_curve_has_no_holes(canvas, width):
    canvas.resize(width, 300)
    curve = a_curve(np.linspace(0.0, 10.0, 6000), np.full(6000, 30.0))
    cells = [a_cell(curve, key=key) for key in "abcdefg"]
    canvas.show_cells(cells, WHOLE)
    image = canvas.grab().toImage()
    for area in canvas.layout_for(len(cells)).places[:3]:
        y = round(area.bottom() - 0.3 * area.height())
        holes = [
            x
            for x in range(round(area.left()) + 1, round(area.right()) - 1)
            if "#5aa9ff" not in {image.pixelColor(x, y + by).name() for by in (-1, 0, 1)}
        ]
        assert holes == []


@pytest.mark.parametrize("kind", [PlotKind.LINES, PlotKind.STEPS])
@pytest.mark.parametrize("count", [11, 1001, 12001], ids=["reports", "live", "dense"])
def test_where_nothing_is_known_the_curve_has_a_gap(canvas, count, kind):
    times = np.linspace(0.0, 10.0, count)
    values = np.full(count, 30.0)
    values[(times > 3) & (times < 7)] = NAN
    canvas.show_cells([a_cell(a_curve(times, values), kind=kind)], WHOLE)
    area = canvas.layout_for(1).places[0]
    rows = {time_s: rows_of(canvas, "#5aa9ff", area.left() + area.width() * time_s / 10) for time_s in (2, 5, 8)}
    assert [bool(rows[time_s]) for time_s in (2, 5, 8)] == [True, False, True]


def test_a_share_with_a_gap_and_a_curve_without_a_value_are_drawn_without_fault(canvas):
    for values in ([50.0, NAN, NAN, 20.0], [NAN] * 4):
        for kind in PlotKind:
            canvas.show_cells([a_cell(a_curve([0.0, 3.0, 6.0, 9.0], values), kind=kind, high=None)], WHOLE)
            assert not canvas.grab().isNull()


def test_a_step_holds_its_value_until_the_next(canvas):
    curve = a_curve([0.0, 6.0, 10.0], [20.0, 80.0, 80.0])
    canvas.show_cells([a_cell(curve, kind=PlotKind.STEPS)], WHOLE)
    area = canvas.layout_for(1).places[0]
    for time_s, value in ((5.5, 20.0), (6.5, 80.0)):
        rows = rows_of(canvas, "#5aa9ff", area.left() + area.width() * time_s / 10)
        assert abs(rows[0] - (area.bottom() - value / 100 * area.height())) <= 1


def test_switches_have_lanes_of_their_own_below_each_other(canvas):
    on, off = a_curve([0.0, 10.0], [1.0, 1.0]), a_curve([0.0, 10.0], [0.0, 0.0], "car:1", "#ff9d4a")
    canvas.show_cells([a_cell(on, off, kind=PlotKind.LANES, high=1.0)], WHOLE)
    area = canvas.layout_for(1).places[0]
    for colour, lane in (("#5aa9ff", 1.9), ("#ff9d4a", 0.1)):
        rows = rows_of(canvas, colour, area.center().x() + 3)
        assert abs(rows[0] - (area.bottom() - lane / 2 * area.height())) <= 1


def test_a_share_is_blue_below_the_curve_and_orange_above(canvas):
    canvas.show_cells([a_cell(a_curve([0.0, 10.0], [50.0, 50.0]), kind=PlotKind.SHARE)], WHOLE)
    area = canvas.layout_for(1).places[0]
    image = canvas.grab().toImage()
    above, below = (
        image.pixelColor(round(area.center().x()) + 3, round(area.top() + share * area.height()))
        for share in (0.3, 0.7)
    )
    assert above.red() > above.blue()
    assert below.blue() > below.red()


def test_only_the_isolated_subject_keeps_its_colour(shown, dark):
    cells = [cell.cell for cell in shown.picture.cells]
    shown.show_cells(cells, WHOLE, isolated=frozenset({"car:1"}))
    x = place_of(shown, 2.2).x()
    assert rows_of(shown, "#5aa9ff", x) == []
    assert rows_of(shown, "#ff9d4a", x)
    assert rows_of(shown, mixed(dark.surface, dark.muted, BACK_SHARE), x)
    shown.show_cells(cells, WHOLE, isolated=frozenset({"agent:other"}))
    assert rows_of(shown, "#5aa9ff", x)


def emitted(signal):
    seen = []
    signal.connect(lambda *values: seen.append(values[0] if len(values) == 1 else values))
    return seen


def move(canvas, kind, point, buttons=Qt.MouseButton.NoButton, button=Qt.MouseButton.NoButton):
    event = QMouseEvent(kind, point, canvas.mapToGlobal(point), button, buttons, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(canvas, event)


def test_the_cursor_follows_the_mouse_over_all_cells_and_leaves_with_it(shown):
    times, cells = emitted(shown.cursor_moved), emitted(shown.cell_chosen)
    move(shown, QEvent.Type.MouseMove, place_of(shown, 2.5))
    move(shown, QEvent.Type.MouseMove, place_of(shown, 7.5, cell=1))
    move(shown, QEvent.Type.MouseMove, QPointF(-5, -5))
    assert times == [pytest.approx(2.5), pytest.approx(7.5), None]
    assert cells == ["b"]


def test_a_drag_moves_the_time_axis_and_is_no_click(shown):
    ranges, marks = emitted(shown.range_requested), emitted(shown.mark_chosen)
    left = Qt.MouseButton.LeftButton
    move(shown, QEvent.Type.MouseButtonPress, place_of(shown, 5.0), left, left)
    move(shown, QEvent.Type.MouseMove, place_of(shown, 3.0), left)
    move(shown, QEvent.Type.MouseButtonRelease, place_of(shown, 3.0), Qt.MouseButton.NoButton, left)
    assert (ranges[-1].from_s, ranges[-1].to_s) == (pytest.approx(2.0), pytest.approx(12.0))
    assert marks == []


def test_a_click_chooses_the_most_important_event_near_it_and_a_double_click_the_moment(shown, qtbot):
    marks, moments = emitted(shown.mark_chosen), emitted(shown.moment_chosen)
    for time_s in (5.0, 8.05, 2.0):
        qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=place_of(shown, time_s).toPoint())
    assert [mark.kind for mark in marks] == ["goal", "crash"]
    qtbot.mouseDClick(shown, Qt.MouseButton.LeftButton, pos=place_of(shown, 2.0).toPoint())
    qtbot.mouseRelease(shown, Qt.MouseButton.LeftButton, pos=place_of(shown, 2.0).toPoint())
    assert moments == [pytest.approx(2.0, abs=0.05)]


def wheel(canvas, point, modifiers, steps=1):
    event = QWheelEvent(
        point,
        canvas.mapToGlobal(point),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas, event)
    return event.isAccepted()


def test_the_wheel_zooms_around_the_mouse_pans_or_scrolls_the_panel(shown):
    ranges = emitted(shown.range_requested)
    assert not wheel(shown, place_of(shown, 4.0), Qt.KeyboardModifier.NoModifier)
    assert ranges == []
    assert wheel(shown, place_of(shown, 4.0), Qt.KeyboardModifier.ControlModifier)
    assert ranges[-1].span_s == pytest.approx(8.0)
    assert (4.0 - ranges[-1].from_s) / 8.0 == pytest.approx(0.4, abs=0.01)
    wheel(shown, place_of(shown, 4.0), Qt.KeyboardModifier.ShiftModifier)
    assert ranges[-1].from_s == pytest.approx(-1.5)


@pytest.mark.parametrize(
    ("key", "signal", "value"),
    [
        (Qt.Key.Key_Left, "cursor_moved", 3.9),
        (Qt.Key.Key_Right, "cursor_moved", 4.1),
        (Qt.Key.Key_End, "live_requested", ()),
        (Qt.Key.Key_Down, "cell_chosen", "b"),
        (Qt.Key.Key_Return, "moment_chosen", 4.0),
        (Qt.Key.Key_PageUp, "range_requested", TimeRange(from_s=-5.0, to_s=5.0)),
        (Qt.Key.Key_Plus, "range_requested", TimeRange(from_s=0.8, to_s=8.8)),
        (Qt.Key.Key_Home, "range_requested", WHOLE),
    ],
)
def test_everything_can_be_done_with_keys(shown, qtbot, key, signal, value):
    shown.show_cells([one.cell for one in shown.picture.cells], WHOLE, marks=shown.picture.marks, cursor_s=4.0)
    seen = emitted(getattr(shown, signal))
    qtbot.keyClick(shown, key)
    if isinstance(value, TimeRange):
        assert (seen[-1].from_s, seen[-1].to_s) == (pytest.approx(value.from_s), pytest.approx(value.to_s))
    else:
        assert seen == [pytest.approx(value) if isinstance(value, float) else value]


def test_ctrl_with_arrows_goes_from_event_to_event_and_enter_chooses_it(shown, qtbot):
    cells, marks = [one.cell for one in shown.picture.cells], shown.picture.marks
    seen, chosen = emitted(shown.cursor_moved), emitted(shown.mark_chosen)
    shown.show_cells(cells, WHOLE, marks=marks, cursor_s=6.0)
    qtbot.keyClick(shown, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert seen == [8.0, 5.01]
    shown.show_cells(cells, WHOLE, marks=marks, cursor_s=8.0)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert [mark.kind for mark in chosen] == ["crash"]


def test_a_channel_can_be_dropped_on_a_cell_and_other_things_cannot(shown):
    dropped = emitted(shown.channel_dropped)
    place = place_of(shown, 5.0, cell=1)
    for kind in ("text/plain", CHANNEL_TYPE):
        data = QMimeData()
        data.setData(kind, b"car.boost")
        rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        entered = QDragEnterEvent(place.toPoint(), *rest)
        QApplication.sendEvent(shown, entered)
        assert entered.isAccepted() is (kind == CHANNEL_TYPE)
        QApplication.sendEvent(shown, QDropEvent(place, *rest))
    assert dropped == [("car.boost", "b")]


# Legend, panel and comparison


def entries(count, value=""):
    return tuple(
        LegendEntry(subject=f"car:{number}", name=f"Bot {number}", colour="#5aa9ff", value=value)
        for number in range(count)
    )


@pytest.fixture
def legend(qtbot, dark):
    made = Legend(dark)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("count", [1, 2, 16, 64])
def test_the_legend_is_complete(legend, count):
    legend.show_entries(entries(count))
    assert [legend.topLevelItem(row).text(0) for row in range(legend.topLevelItemCount())] == [
        f"Bot {number}" for number in range(count)
    ]


def test_a_click_isolates_an_entry_and_another_one_restores_all(legend, qtbot):
    seen = emitted(legend.isolated)
    legend.show_entries(entries(3))
    place = legend.visualItemRect(legend.topLevelItem(1)).center()
    qtbot.mouseClick(legend.viewport(), Qt.MouseButton.LeftButton, pos=place)
    legend.show_entries(entries(3), "car:1")
    qtbot.mouseClick(legend.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert seen == ["car:1", ""]


def test_values_change_in_place_and_bad_ones_are_marked(legend, dark):
    legend.show_entries(entries(2))
    item = legend.topLevelItem(0)
    bad = LegendEntry(subject="car:0", name="Bot 0", colour="#5aa9ff", value="12.5", tone="bad")
    legend.show_entries((bad, entries(2)[1]), unit="ms")
    assert legend.topLevelItem(0) is item
    assert (item.text(1), item.foreground(1).color().name()) == ("12.5", dark.bad)
    assert legend.headerItem().text(1) == "ms"


@pytest.fixture
def panel(qtbot, dark):
    made = PlotPanel(dark)
    qtbot.addWidget(made)
    made.resize(900, 300)
    made.build()
    made.show()
    return made


def test_a_click_shows_one_plot_and_with_ctrl_several(panel, qtbot):
    seen = emitted(panel.plots_chosen)
    qtbot.mouseClick(panel.buttons["match"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.buttons["system"], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    panel.choose(("unknown",))
    panel.choose(())
    assert seen == [("match",), ("match", "system")]
    assert [key for key, button in panel.buttons.items() if button.isChecked()] == ["match", "system"]
    panel.plot_actions["match"].trigger()
    assert panel.chosen == ("system",)
    panel.plot_actions["system"].trigger()
    assert panel.chosen == ("system",)


@pytest.mark.parametrize(("width", "has_buttons"), [(NARROW_BELOW_PX - 1, False), (NARROW_BELOW_PX, True)])
def test_a_narrow_panel_has_a_list_in_place_of_the_buttons(panel, width, has_buttons):
    panel.resize(width, 200)
    assert panel.buttons["match"].isVisible() is has_buttons
    assert panel.choice.isVisible() is not has_buttons
    panel.choice.activated.emit(2)
    assert panel.chosen == (PLOTS[2].key,)


def test_channels_are_listed_in_groups_and_can_be_switched_and_dragged(panel, qtbot):
    panel.choose((FREE,))
    assert panel.channels.isVisible()
    seen = emitted(panel.channels.channel_switched)
    rows = [("car.speed", "Cars", True), ("car.boost", "Cars", False), ("agent.cpu", "Agents", False)]
    panel.channels.show_channels([ChannelEntry(key=k, title=k, hint="", group=g, is_shown=s) for k, g, s in rows])
    assert [panel.channels.item(row).text() for row in range(5)] == [
        "Cars",
        "car.speed",
        "car.boost",
        "Agents",
        "agent.cpu",
    ]
    panel.channels.setCurrentRow(2)
    qtbot.keyClick(panel.channels, Qt.Key.Key_Space)
    assert seen == [("car.boost", True)]
    assert bytes(panel.channels.mimeData([panel.channels.item(4)]).data(CHANNEL_TYPE).data()) == b"agent.cpu"


def test_every_plot_has_known_kinds_and_a_canvas_without_cells_can_be_painted(canvas):
    canvas.show_cells([], WHOLE)
    assert not canvas.grab().isNull()
    assert QRectF(canvas.rect()).isValid()
    assert len({plot.key for plot in PLOTS}) == len(PLOTS)


def test_a_comparison_shows_figures_and_change_and_can_be_copied(qtbot):
    dialog = ComparisonDialog()
    qtbot.addWidget(dialog)
    rows = (
        ComparisonRow(title="Speed", hint="", before=(100.0, 90.0, 1.0, 200.0), after=(150.0, 160.0, 2.0, 300.0)),
        ComparisonRow(title="Late", hint="", before=(0.0, 0.0, 0.0, 0.0), after=(NAN,) * 4, decimals=1),
    )
    dialog.show_value(ComparisonValue(events=("1:00 new", "0:30 crash"), chosen=1, about="about", rows=rows))
    assert dialog.events.currentText() == "0:30 crash"
    assert list(dialog.texts[0]) == ["Speed", "100", "90", "1", "200", "150", "160", "2", "300", "+50 (+50 %)"]
    for before, after, words in ((-2.0, 4.0, "+6"), (1.0, 12.0, "+11"), (10.0, 5.0, "-5 (-50 %)"), (0.0, 3.0, "+3")):
        row = ComparisonRow(title="", hint="", before=(before,) * 4, after=(after,) * 4)
        assert _texts(row)[-1] == words
    assert list(dialog.texts[1])[-2:] == ["\u2013", "\u2013"]
    dialog.copy_table()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 3
    assert lines[1].split("\t")[0] == "Speed"


# Axes other than the time of a match


@pytest.mark.parametrize(
    ("least", "most", "bounds"),
    [
        (0.0, 0.0, (0.0, 0.3)),
        (0.001, 0.019, (0.0, 0.02)),
        (-3.0, 5.0, (-4.0, 6.0)),
        (-8.0, -1.0, (-8.0, 0.0)),
        (3200.0, 3600.0, (3200.0, 3600.0)),
    ],
)
def test_bounds_fit_small_negative_and_distant_values(least, most, bounds):
    low, high = fitted_bounds(least, most)
    assert low <= least
    assert high >= most
    assert (low, high) == pytest.approx(bounds)


@pytest.mark.parametrize(
    ("place", "is_time", "words"),
    [
        *((59.0, True, "0:59"), (3599.0, True, "59:59"), (3600.0, True, "1:00:00"), (90_061.0, True, "25:01:01")),
        *((999.0, False, "999"), (10_000.0, False, "10k"), (1_250_000.0, False, "1.25M"), (2e9, False, "2G")),
    ],
)
def test_positions_are_written_as_time_or_amount(place, is_time, words):
    assert position_words(place, Along(is_time=is_time), 60.0) == words


def a_clock(*pieces):
    """A clock of 30 samples a second; each piece has its seconds and the values of the clock at both ends."""
    values = np.concatenate([np.linspace(first, last, int(30 * span), endpoint=False) for span, first, last in pieces])
    return GameClock(times_s=np.arange(len(values)) / 30, values_s=values.astype(np.float32))


@pytest.mark.parametrize(
    ("pieces", "span_s", "labels"),
    [
        ([(3, 300, 300), (20, 300, 280)], 20, {3: "5:00", 8: "4:55", 13: "4:50", 18: "4:45"}),
        ([(5, 5, 0), (3, 0, 0), (12, 0, -12)], 20, {0: "0:05", 8: "0:00", 13: "+0:05", 18: "+0:10"}),
        ([(20, 0, 20)], 20, {5: "0:05", 10: "0:10", 15: "0:15"}),
        ([(5, 10, 5), (10, 5, 5), (5, 5, 0)], 20, {0: "0:10", 15: "0:05"}),
        ([(2, 10, 8)], 2, {0: "0:10.0", 0.5: "0:09.5", 1: "0:09.0", 1.5: "0:08.5"}),
        ([(20, 7, 7)], 20, {}),
    ],
)
def test_labels_stand_where_the_clock_shows_round_times(pieces, span_s, labels):
    found = clock_ticks(a_clock(*pieces), TimeRange(from_s=0.0, to_s=span_s), 4)
    assert list(found.values()) == list(labels.values())
    assert list(found) == pytest.approx(list(labels), abs=0.07)


def test_a_plot_of_a_match_is_labelled_with_its_clock(canvas):
    curve = a_curve(np.arange(0.0, 10.0, 0.1), np.full(100, 30.0))
    images = []
    for game_clock in (None, a_clock((10, 300, 290)), a_clock((10, 200, 190))):
        canvas.show_cells([a_cell(curve)], WHOLE, game_clock=game_clock, cursor_s=4.0)
        images.append(canvas.grab().toImage())
    assert images[0] != images[1] != images[2]
    assert clock_at(canvas.picture.clock, 4.0) == "3:16.0 (0:04.0)"


@pytest.mark.parametrize(("stale", "value"), [(3.0, NAN), (float("inf"), 2.0)])
def test_rare_values_stay_current_if_the_axis_says_so(stale, value):
    curve = a_curve([0.0, 10.0], [1.0, 2.0])
    shown = picture_of([a_cell(curve)], TimeRange(from_s=0.0, to_s=900.0), 100, along=Along(stale=stale))
    assert shown.cells[0].traces[0].at_cursor == pytest.approx(value, nan_ok=True)


def test_the_mouse_over_a_title_tells_what_it_means(shown):
    cells = [replace(cell.cell, hint=f"about {cell.cell.key}") for cell in shown.picture.cells]
    shown.show_cells(cells, WHOLE)
    for place, share, text in ((0, -0.05, "about a"), (1, -0.05, "about b"), (1, 0.5, "")):
        assert shown.hint_at(place_of(shown, 2.0, place, share)) == text


@pytest.mark.parametrize(("width", "entries"), [(10, 0), (60, 1), (600, 6)])
def test_the_key_of_events_leaves_out_what_has_no_room(qtbot, dark, width, entries):
    key = MarkKey(dark)
    qtbot.addWidget(key)
    key.resize(width, key.height())
    assert len(key.shown) == entries
    picture = key.grab().toImage()
    assert (len({picture.pixel(x, y) for x in range(width) for y in range(picture.height())}) > 1) is bool(entries)
