"""The live plot's series: it spans the whole axis, has the newest frame, and no more samples than can be seen."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.panels.plots import CAPACITY, LEAST_STEP_S, PlotController
from app.session.bridge import FrameBatch
from resources.looks import Theme, looks
from runtime.model.values import MatchOverview
from widgets.plots.telemetry_plot import SPAN_S, TelemetryPlot


@pytest.fixture
def controller(qtbot):
    plot = TelemetryPlot(looks(Theme.DARK))
    qtbot.addWidget(plot)
    return PlotController(plot)


def play(controller, make_view, step_s, frames, at_once=1):
    views = [replace(make_view(number), seconds_elapsed=number * step_s) for number in range(frames)]
    for first in range(0, frames, at_once):
        controller.take(FrameBatch(views=tuple(views[first : first + at_once])))
    return controller._series.times_s()


@pytest.mark.parametrize("step_s", [0.5 * LEAST_STEP_S, 0.99 * LEAST_STEP_S])
def test_of_frames_that_come_together_and_are_near_each_other_the_newest_is_kept(controller, make_view, step_s):
    times = play(controller, make_view, step_s, 200, at_once=4)
    assert times[-1] == pytest.approx(199 * step_s)
    assert min(times[1:] - times[:-1]) >= 0.999 * LEAST_STEP_S
    assert len(times) <= 100


def test_frames_that_are_far_enough_from_each_other_are_all_kept(controller, make_view):
    step_s = 1.01 * LEAST_STEP_S
    times = play(controller, make_view, step_s, 40, at_once=4)
    assert list(times) == pytest.approx([number * step_s for number in range(40)])


@pytest.mark.parametrize("step_s", [1 / 240, 1 / 60, 0.2])
def test_the_series_spans_the_axis(controller, make_view, step_s):
    times = play(controller, make_view, step_s, round(1.5 * SPAN_S / step_s), at_once=3)
    assert len(times) <= CAPACITY
    assert times[-1] - times[0] >= SPAN_S - 2 * step_s


def test_a_new_match_begins_with_an_empty_plot(controller, make_view):
    plot = controller._plot
    plot.build()
    play(controller, make_view, 2 * LEAST_STEP_S, 40)
    controller.redraw()
    assert [len(points) for bundle in plot._bundles for points in bundle.points] == [40] * 4
    controller.clear()
    assert [len(points) for bundle in plot._bundles for points in bundle.points] == []
    play(controller, make_view, 2 * LEAST_STEP_S, 3)
    controller.redraw()
    assert [len(points) for bundle in plot._bundles for points in bundle.points] == [3] * 4


def test_another_document_begins_with_an_empty_plot_and_an_edit_keeps_the_curves(controller, make_view):
    plot, first = controller._plot, an_overview("/a.toml")
    plot.build()
    controller.show_overview(first)
    play(controller, make_view, 2 * LEAST_STEP_S, 40)
    controller.redraw()
    controller.show_overview(replace(first, is_dirty=True))
    assert [len(points) for bundle in plot._bundles for points in bundle.points] == [40] * 4
    controller.show_overview(an_overview("/b.toml"))
    assert [len(points) for bundle in plot._bundles for points in bundle.points] == []


def an_overview(path):
    values = {"game_mode": "", "game_map": "", "match_length": "", "problems": (), "cars": (), "scripts": ()}
    return MatchOverview(title=path, path=Path(path), is_dirty=False, **values)
