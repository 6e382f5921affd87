"""The plots of a match: time axis, cursor, marks, isolated cars, the user's own channels, comparison and export."""

import csv
import io
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from app.panels.context import Moment
from app.panels.plots.cells import Colours, own_axis, title_of
from app.panels.plots.export import Column, csv_of
from app.session.bridge import FrameBatch
from runtime.model.events import AgentChanged, TelemetryRecorded
from runtime.model.telemetry import Mark, MarkKind, Scope
from runtime.telemetry import CHANNELS
from tests.app.recorded import a_sample, recorded_of
from widgets.plots.painting import LEFT_PX, MIN_WIDTH_PX
from widgets.plots.plot_spec import FREE, PLOTS, SPAN_S, TimeRange
from widgets.plots.ticks import clock_at, clock_ticks
from widgets.words import number

PLAYED_S = 60


@pytest.fixture
def plots(desktop, qtbot, runner):
    """The controller in a window with a running match that has no telemetry yet."""
    runner.is_recorded = False
    controller = desktop.panels["plots"]
    qtbot.waitUntil(lambda: controller.panel.is_built)
    desktop.window.workspace.show_panel("plots")
    desktop.window.bottom.start_button.click()
    qtbot.waitUntil(lambda: len(desktop.session.agents) == 2 and desktop.session.view is not None)
    return controller


@pytest.fixture
def bridge(desktop):
    return desktop.session.bridge


@pytest.fixture
def play(plots, bridge, make_view):
    def do(make=make_view, seconds=PLAYED_S, marks=(), per_s=10):
        views = [
            replace(make(number), seconds_elapsed=number / per_s, clock_s=300 - number / per_s)
            for number in range(seconds * per_s + 1)
        ]
        bridge.frames_arrived.emit(FrameBatch(views=(views[-1],)))
        for agent in tuple(plots.cast.agents.values()):
            times = (4.0, 9.0, 17.0) if agent.key == "orange-1" else (1.0, 3.0, 5.0)
            bridge.agent_changed.emit(AgentChanged(agent=replace(agent, response_ms=times)))
        bridge.telemetry_arrived.emit(recorded_of(views, plots.cast.agents.values(), marks, slow="orange-1"))
        redraw(plots)

    return do


def redraw(plots):
    """Draws everything, including values that are otherwise updated less often."""
    plots.panel.plots_chosen.emit(plots.panel.chosen)


def a_mark(kind, game_s, subject, **values):
    return Mark(kind=kind, frame=0, game_s=game_s, wall_s=game_s + 3, subject=subject, **values)


def names(plots):
    return [entry.name for entry in plots.panel.legend.entries]


def shown_range(plots):
    shown = plots.panel.canvas.picture.time_range
    return round(shown.from_s, 2), round(shown.to_s, 2)


def test_every_specified_channel_exists_and_every_axis_has_one_unit():
    for plot in PLOTS:
        for axis in plot.axes:
            assert len({CHANNELS[name].unit for name in axis.channels}) == 1


def test_every_plot_shows_the_curves_of_its_channels(plots, play):
    play()
    for plot in PLOTS:
        plots.panel.choose((plot.key,))
        cells = {cell.cell.key: cell for cell in plots.panel.canvas.picture.cells}
        assert cells, plot.key
        for key, axis in plots.specs():
            subjects = {"car": 2, "agent": 2, "match": 1, "server": 1}[axis.channels[0].partition(".")[0]]
            assert len(cells[key].traces) == subjects * len(axis.channels), key
            assert all(len(trace.times_s) for trace in cells[key].traces), key


def test_a_car_and_the_agent_that_drives_it_are_one_entry_in_the_colour_of_their_team(plots, play):
    play()
    plots.panel.choose(("performance", "control"))
    redraw(plots)
    assert names(plots) == ["Striker", "Chaser"]
    looks = plots.panel.looks
    assert [entry.colour for entry in plots.panel.legend.entries] == [looks.blue_curves[0], looks.orange_curves[0]]


def test_labels_of_copies_in_different_teams_have_no_numbers_and_sentences_have_the_team(
    plots, make_view, desktop, play, bridge
):
    view = make_view(600)
    cars = tuple(replace(car, name=name) for car, name in zip(view.cars, ("Keeper", "Keeper (2)"), strict=True))
    copies = replace(view, cars=cars)
    for agent, name in zip(tuple(plots.cast.agents.values()), ("Keeper", "Keeper (2)"), strict=True):
        changed = replace(agent, name=name)
        desktop.session.bridge.agent_changed.emit(AgentChanged(agent=changed))
    play(lambda number: replace(copies, frame=number), marks=(a_mark(MarkKind.CRASH, 10.0, "orange-1"),))
    plots.panel.choose(("performance", "control"))
    redraw(plots)
    assert names(plots) == ["Keeper", "Keeper"]
    looks = plots.panel.looks
    assert [entry.ink for entry in plots.panel.legend.entries] == [looks.blue, looks.orange]
    inks = [plots.panel.legend.topLevelItem(row).foreground(0).color().name() for row in (0, 1)]
    assert inks == [looks.blue, looks.orange]
    headline = plots.panel.headline
    assert headline.text().startswith("Keeper (Orange) is slow: ")
    assert headline.fitting(headline.fontMetrics().horizontalAdvance("Slow: Keeper")) == "Slow: Keeper"
    feed = desktop.panels["feed"].panel
    assert [entry.text for entry in feed.model.rows] == ["Keeper (Orange) crashed"]
    assert [feed.subjects.itemText(place) for place in (1, 2)] == ["Keeper (Blue)", "Keeper (Orange)"]


def test_the_headline_follows_agents_that_change_after_the_last_samples(plots, play, bridge):
    play()
    slow = plots.cast.agents["orange-1"]
    for times, text in (((1.0, 3.0, 5.0), ""), (slow.response_ms, "Chaser is slow: 5.0 % of its answers are late")):
        bridge.agent_changed.emit(AgentChanged(agent=replace(slow, response_ms=times)))
        assert plots.panel.headline.text() == text


def test_up_to_sixteen_cars_have_colours_of_their_own(plots, make_view, bridge):
    car = make_view(0).cars[0]
    cars = tuple(replace(car, index=number, name=f"Bot {number}", team=number % 2) for number in range(16))
    bridge.frames_arrived.emit(FrameBatch(views=(replace(make_view(0), cars=cars),)))
    colours = Colours(plots.cast, plots.panel.looks)
    assert len({colours.of_subject(number) for number in range(16)}) == 16


def test_of_values_above_the_limit_only_those_of_the_slow_agent_are_bad(plots, play, bridge):
    play()
    assert [(entry.value, entry.tone) for entry in plots.panel.legend.entries] == [("3.0", ""), ("9.0", "bad")]
    recovered = replace(plots.cast.agents["orange-1"], response_ms=(1.0, 3.0, 5.0))
    bridge.agent_changed.emit(AgentChanged(agent=recovered))
    assert [(entry.value, entry.tone) for entry in plots.panel.legend.entries] == [("3.0", ""), ("9.0", "warning")]


ANSWERS = ("answers_per_s", "late_share", "response_p50", "response_p95", "response_p99")


def test_a_dead_agent_has_a_gap_with_a_red_mark_and_no_value(plots, play, bridge):
    play()
    nothing = dict.fromkeys(ANSWERS, float("nan"))
    samples = [a_sample(Scope.MATCH, None, 70.5)]
    for time_s in (61.0, 62.0, 66.0, 70.0):
        values = nothing if 61 < time_s < 70 else dict.fromkeys(ANSWERS, 2.0)
        samples += [
            a_sample(Scope.AGENT, "orange-1", time_s, **values),
            a_sample(Scope.AGENT, "blue-1", time_s, **(nothing if time_s > 61 else values)),
        ]
    bridge.telemetry_arrived.emit(TelemetryRecorded(samples=tuple(samples), marks=()))
    redraw(plots)
    for cell in plots.panel.canvas.picture.cells:
        is_of_answers = cell.cell.key != "performance/agent.cpu"
        blue, orange = cell.traces
        assert blue.silences == (((61.0, 70.5),) if is_of_answers else ())
        assert orange.silences == (((61.0, 70.0),) if is_of_answers else ())
    assert [(entry.value, entry.tone) for entry in plots.panel.legend.entries] == [("-", "bad"), ("2.0", "")]
    plots.panel.canvas.cursor_moved.emit(66.5)
    redraw(plots)
    assert [entry.value for entry in plots.panel.legend.entries] == ["-", "-"]
    area = plots.panel.canvas.layout_for(len(plots.panel.canvas.picture.cells)).places[0]
    image = plots.panel.canvas.grab().toImage()
    x = round(area.left() + area.width() * (65.0 - shown_range(plots)[0]) / SPAN_S)
    red = plots.panel.looks.bad
    for by in (2, 6):
        assert image.pixelColor(x, round(area.bottom()) - by).name() == red


def test_an_agent_that_has_not_answered_yet_is_not_marked(plots, play, bridge):
    play(seconds=3)
    samples = [a_sample(Scope.AGENT, "late", time_s, **dict.fromkeys(ANSWERS, float("nan"))) for time_s in (1.0, 2.0)]
    bridge.telemetry_arrived.emit(TelemetryRecorded(samples=tuple(samples), marks=()))
    redraw(plots)
    assert all(trace.silences == () for cell in plots.panel.canvas.picture.cells for trace in cell.traces)


def test_the_legend_lists_the_cars_by_team(plots, make_view, play):
    view = make_view(600)
    shown = replace(view, cars=tuple(replace(car, team=1 - car.team) for car in view.cars))
    play(lambda number: replace(shown, frame=number))
    assert names(plots) == ["Chaser", "Striker"]


def test_the_legend_has_the_newest_values_of_the_chosen_axis_and_those_above_its_limit_are_bad(plots, play):
    play()
    fast, slow = plots.panel.legend.entries
    assert (fast.value, fast.tone) == ("3.0", "")
    assert (slow.value, slow.tone) == ("9.0", "bad")
    assert plots.panel.headline.text() == "Chaser is slow: 5.0 % of its answers are late"
    plots.panel.canvas.choose("performance/agent.late_share")
    redraw(plots)
    assert [entry.value for entry in plots.panel.legend.entries] == ["0.0", "12.0"]


def test_a_live_axis_ends_at_the_newest_sample_and_a_paused_one_stays(plots, play, bridge):
    play()
    assert shown_range(plots) == (PLAYED_S - SPAN_S, PLAYED_S)
    plots.panel.live_button.click()
    bridge.telemetry_arrived.emit(TelemetryRecorded(samples=(a_sample(Scope.MATCH, None, PLAYED_S + 9.0),)))
    plots.draw()
    assert shown_range(plots) == (PLAYED_S - SPAN_S, PLAYED_S)
    plots.panel.live_button.click()
    assert shown_range(plots) == (PLAYED_S + 9 - SPAN_S, PLAYED_S + 9)
    plots.panel.span_chosen.emit(60.0)
    assert shown_range(plots) == (PLAYED_S + 9 - 60, PLAYED_S + 9)


def test_the_axis_and_the_cursor_show_the_clock_of_the_match(plots, play):
    play()
    picture = plots.panel.canvas.picture
    assert list(clock_ticks(picture.clock, picture.time_range, 4).values()) == ["4:20", "4:15", "4:10", "4:05"]
    assert clock_at(picture.clock, 50.0) == "4:10.0 (0:50.0)"


def test_a_look_into_the_past_pauses_and_keeps_within_the_match(plots, play):
    play()
    for from_s, expected in ((10.0, 10.0), (-50.0, 0.0), (900.0, PLAYED_S - SPAN_S / 2)):
        plots.panel.canvas.range_requested.emit(TimeRange(from_s=from_s, to_s=from_s + SPAN_S))
        assert not plots.is_live
        assert plots.time_range.from_s == expected


def test_an_event_leads_the_log_and_the_plots_to_its_moment(plots, desktop, play):
    play(marks=(a_mark(MarkKind.GOAL, 12.0, 0, by=1, team=0),))
    moments = []
    desktop.context.navigator.moment_requested.connect(moments.append)
    (mark,) = plots.marks
    assert (mark.label, mark.colour, mark.subject) == (
        "Goal by Striker, assist by Chaser",
        plots.panel.looks.blue,
        "car:0",
    )
    plots.panel.canvas.cursor_moved.emit(14.0)
    plots.panel.canvas.mark_chosen.emit(mark)
    assert moments == [Moment(game_s=12.0, wall_s=15.0)]
    assert not plots.is_live
    assert plots.time_range.from_s < 12.0 < plots.time_range.to_s
    assert plots.panel.canvas.picture.cursor_s == 12.0
    assert not desktop.window.log.follow.isChecked()
    plots.panel.canvas.moment_chosen.emit(30.04)
    assert moments[-1] == Moment(game_s=30.04, wall_s=33.0)


def test_events_are_described(plots, play):
    play(seconds=2)
    for mark, words in (
        (a_mark(MarkKind.GOAL, 1.0, 0, team=0), "Goal by Striker"),
        (a_mark(MarkKind.GOAL, 1.0, 0, team=1), "Own goal by Striker"),
        (a_mark(MarkKind.GOAL, 1.0, None, team=1), "Goal for Orange"),
        (a_mark(MarkKind.DEMOLITION, 1.0, 0, by=1), "Chaser demolished Striker"),
        (a_mark(MarkKind.DEMOLITION, 1.0, 0), "Striker was demolished"),
        (a_mark(MarkKind.CRASH, 1.0, "blue-1"), "Striker crashed"),
        (a_mark(MarkKind.SWAP, 1.0, "orange-1"), "Chaser plays a new version"),
        (a_mark(MarkKind.TOUCH, 1.0, 7), "Car 8 touched the ball"),
        (a_mark(MarkKind.LATE_BURST, 1.0, "gone"), "gone answered late several times"),
    ):
        assert plots.cast.describe(mark) == words


def test_a_swap_compares_the_values_before_and_after_it(plots, play):
    play(marks=(a_mark(MarkKind.SWAP, 30.0, "blue-1"),))
    plots.panel.canvas.mark_chosen.emit(plots.marks[0])
    dialog = plots.comparison.dialog
    assert dialog.isVisible()
    assert "Striker: 5:00 to 4:30 (30 s) compared with 4:30 to 4:00 (30 s)" in dialog.about.text()
    rows = {row[0]: row for row in dialog.texts}
    expected = (1150, 1150, 1000, 1300, 1450, 1450, 1300, 1600)
    assert rows["Speed (uu/s)"][1:9] == tuple(number(value) for value in expected)
    assert rows["Response time, 95th percentile (ms)"][1] == "3.0"
    assert rows["Touches per minute"][1:6] == ("0.0", "\u2013", "\u2013", "\u2013", "0.0")
    assert rows["Share on ground (%)"][2:5] == ("\u2013",) * 3
    dialog.length_chosen.emit(10.0)
    assert {row[0]: row for row in dialog.texts}["Speed (uu/s)"][3:5] == (number(1200), number(1300))
    dialog.close()


def test_without_a_swap_there_is_nothing_to_compare(plots, play):
    play()
    plots.panel.comparison_requested.emit()
    assert plots.comparison.dialog.table.rowCount() == 0
    plots.comparison.dialog.close()


def test_one_car_is_isolated_in_all_plots_and_restored(plots, play):
    play()
    plots.panel.legend.isolated.emit("car:1")
    assert plots.panel.canvas.picture.isolated == {"car:1"}
    plots.panel.legend.isolated.emit("")
    assert plots.panel.canvas.picture.isolated == frozenset()


def test_the_users_own_plot_takes_channels_and_keeps_them(plots, desktop, play):
    play()
    desktop.settings.change(plot_channels=("car.speed",))
    plots.panel.canvas.channel_dropped.emit("car.boost", "performance/agent.cpu")
    assert FREE in plots.panel.chosen
    plots.panel.channels.channel_switched.emit("match.ball_speed", True)
    plots.panel.canvas.channel_dropped.emit("match.ball_height", f"{FREE}/match.ball_speed")
    plots.panel.canvas.channel_dropped.emit("car.supersonic_share", f"{FREE}/car.speed")
    plots.panel.canvas.channel_dropped.emit("car.boost", "")
    plots.panel.canvas.channel_dropped.emit("no.such", "")
    own = ("car.speed", "car.boost", "match.ball_speed", "match.ball_height", "car.supersonic_share")
    assert plots.own == desktop.settings.settings.plot_channels == own
    plots.panel.canvas.channel_dropped.emit("car.expected_goals", f"{FREE}/car.boost")
    assert "car.boost+car.expected_goals" in plots.own
    plots.panel.channels.channel_switched.emit("car.boost", False)
    assert "car.expected_goals" in plots.own
    keys = [cell.cell.key for cell in plots.panel.canvas.picture.cells]
    assert [key for key in keys if key.startswith(FREE)] == [f"{FREE}/{text}" for text in plots.own]


@pytest.mark.parametrize("text", ["", "no.such", "no.such+", "+"])
def test_own_axes_of_unknown_channels_are_left_out(text):
    assert own_axis(text) is None


def test_plots_are_saved_as_a_file(plots, qtbot, tmp_path, desktop, play):
    play()
    width, history = plots.panel.canvas.width(), desktop.window.history.rows
    paths = {kind: tmp_path / kind / f"plots.{kind}" for kind in ("png", "svg", "csv")}
    for count, (kind, path) in enumerate(paths.items(), 1):
        path.parent.mkdir()
        plots.exports.save(path, kind)
        qtbot.waitUntil(lambda count=count: history.count() == count)
        assert any(str(path) in history.item(row).text() for row in range(count))
        assert [*path.parent.iterdir()] == [path]
    assert QImage(str(paths["png"])).width() == 2 * (width + 20)
    assert QSvgRenderer(str(paths["svg"])).isValid()
    assert "Striker" in paths["svg"].read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(paths["csv"].read_text(encoding="utf-8"))))
    assert [float(row["game_s"]) for row in rows] == list(range(PLAYED_S + 1))
    assert rows[0]["wall_s"] == "3.0000"
    assert rows[-1]["agent.response_p95 [ms] Chaser"] == "9"


def test_a_file_that_cannot_be_written_is_reported(plots, qtbot, tmp_path, desktop, play):
    play()
    plots.exports.save(tmp_path / "missing" / "plots.csv", "csv")
    qtbot.waitUntil(lambda: desktop.window.history.rows.count() > 0)
    assert "No such file or directory" in desktop.window.history.rows.item(0).text()


def test_without_curves_nothing_is_saved(desktop, qtbot):
    plots = desktop.panels["plots"]
    refused = []
    desktop.notifications.refused.connect(refused.append)
    plots.panel.export_requested.emit("png")
    assert refused


def test_a_table_has_a_row_per_time_and_empty_cells_without_a_sample():
    import numpy as np

    one = Column(title="a", game_s=np.array([0.0, 1.0]), wall_s=np.array([5.0, 6.0]), values=np.array([1.5, np.nan]))
    other = Column(title="b, with comma", game_s=np.array([0.5]), wall_s=np.array([5.5]), values=np.array([7.0]))
    lines = csv_of((one, other)).decode().splitlines()
    assert lines[0] == 'game_s,wall_s,a,"b, with comma"'
    assert lines[1:] == ["0.0000,5.0000,1.5,", "0.5000,5.5000,,7", "1.0000,6.0000,,"]
    assert csv_of(()).decode().splitlines() == ["game_s,wall_s"]


def test_a_new_match_begins_with_empty_plots_and_another_document_removes_them(
    plots, play, make_view, desktop, runner, qtbot
):
    play(marks=(a_mark(MarkKind.GOAL, 12.0, 0),))
    runner.may_end.set()
    qtbot.waitUntil(lambda: not desktop.session.is_running)
    assert plots.panel.canvas.picture.cells
    desktop.window.bottom.start_button.click()
    assert not plots.marks
    assert plots.panel.canvas.picture is None
    assert names(plots) == []
    qtbot.waitUntil(lambda: desktop.session.view is not None)
    views = [replace(make_view(0), seconds_elapsed=float(second)) for second in range(4)]
    desktop.session.bridge.telemetry_arrived.emit(recorded_of(views, plots.cast.agents.values()))
    assert len(plots.panel.canvas.picture.cells) == len(plots.specs())
    assert shown_range(plots)[1] == 3.0


def test_the_theme_recolours_curves_and_marks(plots, desktop, play):
    play(marks=(a_mark(MarkKind.GOAL, 50.0, 0, team=0),))
    for theme in ("light", "dark"):
        desktop.appearance.choose(theme)
        looks = plots.panel.looks
        assert plots.marks[0].colour == looks.blue
        assert plots.panel.legend.entries[0].colour == looks.blue_curves[0]


def test_many_curves_are_drawn_in_several_turns_that_end_with_the_newest_samples(plots, qtbot, monkeypatch, play):
    play()
    plots.panel.choose(plot.key for plot in PLOTS)
    plots.panel.live_button.click()
    before = {cell.cell.key: cell for cell in plots.panel.canvas.picture.cells}
    monkeypatch.setattr("app.panels.plots.controller.CURVES_AT_ONCE", 4)
    plots.draw_in_turns()
    picture = plots.panel.canvas.picture
    drawn = [cell.cell.key for cell in picture.cells if before[cell.cell.key] is not cell]
    assert drawn == [cell.cell.key for cell in picture.cells][: len(drawn)]
    assert 0 < len(drawn) < len(before)
    qtbot.waitUntil(lambda: all(before[cell.cell.key] is not cell for cell in plots.panel.canvas.picture.cells))
    assert [cell.cell.key for cell in plots.panel.canvas.picture.cells] == list(before)


def test_no_title_is_cut_in_the_narrowest_cell(plots):
    titles = {title_of(axis) for plot in PLOTS for axis in plot.axes}
    assert {title for title in titles if plots.panel.canvas.painter.width_of(title) > MIN_WIDTH_PX - LEFT_PX} == set()
