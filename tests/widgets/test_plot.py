"""The live plot: one curve per car and quantity, thin pens."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtWidgets import QApplication

from widgets.plots.telemetry_plot import CurveName, Curves, Legend, TelemetryPlot, curve_colours
from widgets.words import number

NAMES = (CurveName(name="Striker", team=0), CurveName(name="Chaser", team=1))


@pytest.fixture
def plot(qtbot, dark):
    made = TelemetryPlot(dark)
    qtbot.addWidget(made)
    made.resize(600, 240)
    made.show()
    return made


@pytest.fixture
def built(plot):
    plot.build()
    return plot


def curves(count=10, cars=2):
    times = np.linspace(-1, 0, count)
    return Curves(times_s=times, speeds=np.full((cars, count), 900.0), boosts=np.full((cars, count), 50.0))


def test_nothing_is_drawn_before_the_axes_are_made_and_they_are_made_once(plot):
    plot.show_names(NAMES)
    plot.show_curves(curves())
    assert not plot.is_built
    assert plot._hint.isVisible()
    plot.build()
    assert plot.is_built
    assert not plot._hint.isVisible()
    axes = plot._plots
    plot.build()
    assert plot._plots is axes


def values(bundle):
    """What is drawn: a list of values for each curve."""
    return [list(points[:, 1]) for points in bundle.points]


def test_every_car_has_a_thin_curve_for_speed_and_boost(built):
    built.show_names(NAMES)
    built.show_curves(curves())
    speeds, boosts = built._bundles
    assert values(speeds) == [[900.0] * 10] * 2
    assert values(boosts) == [[50.0] * 10] * 2
    assert [pen.width() for bundle in built._bundles for pen in bundle._pens] == [1] * 4
    built.show_curves(curves(20))
    assert values(speeds) == [[900.0] * 20] * 2


def test_what_is_drawn_lies_where_the_axes_say(built, dark, qtbot):
    built.show_names(NAMES[:1])
    times = np.linspace(-20.0, 0.0, 3)
    built.show_curves(Curves(times_s=times, speeds=np.full((1, 3), 1300.0), boosts=np.full((1, 3), 30.0)))
    colour = curve_colours(NAMES[:1], dark)[0]
    for plot, value in zip(built._plots, (1300.0, 30.0), strict=True):
        qtbot.waitUntil(lambda plot=plot: bool(rows_of(colour, plot)))
        place = plot.mapFromScene(plot.getPlotItem().vb.mapViewToScene(QPointF(-10.0, value)))
        assert max(abs(row - place.y()) for row in rows_of(colour, plot)) <= 1


def rows_of(colour, plot):
    """The rows of pixels in the middle of a plot that have a colour."""
    image = plot.grab().toImage()
    x = image.width() // 2
    return [y for y in range(image.height()) if image.pixel(x, y) == colour.rgb()]


def test_a_line_is_drawn_from_what_was_handed_over_then(built):
    built.show_names(NAMES)
    handed = curves()
    built.show_curves(handed)
    handed.speeds[:] = 7.0
    assert values(built._bundles[0]) == [[900.0] * 10] * 2


def test_other_cars_get_other_curves(built):
    built.show_names(NAMES)
    built.show_curves(curves())
    built.show_names(NAMES[:1])
    assert [values(bundle) for bundle in built._bundles] == [[[]], [[]]]
    built.show_curves(curves(cars=1))
    assert [len(bundle.points) for bundle in built._bundles] == [1, 1]
    assert "Striker" in built.legend.accessibleName()
    assert "Chaser" not in built.legend.accessibleName()


def test_names_that_came_before_the_axes_are_drawn_too(plot):
    plot.show_names(NAMES)
    plot.build()
    plot.show_curves(curves())
    assert values(plot._bundles[0]) == [[900.0] * 10] * 2


def test_a_theme_recolours_what_is_drawn(built, themed):
    built.show_names(NAMES)
    built.show_curves(curves())
    built.set_looks(themed)
    assert values(built._bundles[0]) == [[900.0] * 10] * 2
    assert built._bundles[0].colour(0).name() == themed.blue_curves[0]
    assert built._plots[0].backgroundBrush().color().name() == themed.surface


def test_cars_of_a_team_differ_and_repeat_after_four(dark):
    names = tuple(CurveName(name=str(place), team=0) for place in range(5))
    colours = [colour.name() for colour in curve_colours(names, dark)]
    assert len(set(colours[:4])) == 4
    assert colours[4] == colours[0]


@pytest.mark.parametrize("width", [10, 80, 600])
def test_the_legend_shows_what_fits(qtbot, dark, width):
    legend = Legend()
    qtbot.addWidget(legend)
    legend.show_entries(tuple(zip(("One", "Two"), curve_colours(NAMES, dark), strict=True)))
    legend.resize(width, 20)
    assert not legend.grab().isNull()


@pytest.mark.parametrize("size", [(430, 160), (600, 240)], ids=["small", "usual"])
def test_every_mark_of_the_axes_has_its_words(built, qtbot, size):
    built.resize(*size)
    qtbot.waitUntil(lambda: built._plots[0].getPlotItem().getAxis("left").height() > 0)
    assert named(built._plots[0], "left") == {number(mark) for mark in (0, 1000, 2000)}
    assert named(built._plots[1], "left") == {"0", "50", "100"}
    assert named(built._plots[1], "bottom") == {"-20 s", "-15 s", "-10 s", "-5 s", "now"}


def named(plot, side):
    """The words that an axis has room for."""
    picture = QPicture()
    painter = QPainter(picture)
    _, _, texts = plot.getPlotItem().getAxis(side).generateDrawSpecs(painter)
    painter.end()
    return {words for _, _, words in texts}


def test_no_menu_of_the_drawing_library_opens_and_no_drag_moves_the_axes(built, qtbot):
    """Its menus are English and look otherwise, and what they offer is of no use with axes that stand still."""
    for plot in built._plots:
        room, item = plot.viewport(), plot.getPlotItem()
        before = item.viewRange()
        middle, left_axis = room.rect().center(), QPoint(20, room.height() // 2)
        for place in (middle, left_axis, QPoint(room.width() // 2, room.height() - 5)):
            qtbot.mouseClick(room, Qt.MouseButton.RightButton, pos=place)
            QApplication.processEvents()
            assert QApplication.activePopupWidget() is None
        for button in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            qtbot.mousePress(room, button, pos=middle)
            qtbot.mouseMove(room, middle + QPoint(60, 20))
            qtbot.mouseRelease(room, button, pos=middle + QPoint(60, 20))
        assert item.viewRange() == before
