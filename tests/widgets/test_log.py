"""The log panel: sources, filters, search, copying, following, and the last error pinned above."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication

from runtime.model.values import Traceback, TracebackFrame
from tests.labels import named, texts
from widgets.log.log_lines import Level, Run, Style, runs
from widgets.log.log_panel import LOW_PX, LogFilter, LogPanel, LogSource
from widgets.log.log_view import MAX_LINES, MAX_MARKS, SLICE_LINES, LogRow
from widgets.log.traceback_box import MAX_CHARACTERS, SourcePlace

SOURCES = (LogSource(key="game", name="Game"), LogSource(key="blue-1", name="Striker"))
ERROR = Traceback(
    error="ValueError: no engine <b>",
    frames=(
        TracebackFrame(file="/bots/x/bot.py", line=7, function="run", code="go()"),
        TracebackFrame(file="/bots/x/engine.py", line=42, function="go", code="raise ValueError(1 < 2)"),
    ),
    text="Traceback ...",
)


def visible_lines(panel):
    return panel.view.viewport().height() // panel.view.fontMetrics().lineSpacing()


def rows(count, start=0):
    return [LogRow(prefix="   1.50  ", runs=(Run(f"line {start + place}"),)) for place in range(count)]


@pytest.fixture
def panel(qtbot, dark):
    made = LogPanel(dark)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


@pytest.mark.parametrize(
    ("count", "kept", "first"),
    [(MAX_LINES - 1, MAX_LINES - 1, 0), (MAX_LINES, MAX_LINES, 0), (MAX_LINES + 1, MAX_LINES, 1)],
)
def test_the_newest_lines_are_kept(panel, count, kept, first):
    panel.append_rows(rows(count - 10))
    panel.append_rows(rows(10, count - 10))
    assert panel.view.blockCount() == kept
    assert panel.view.document().firstBlock().text().endswith(f"line {first}")


def test_it_follows_the_end_only_when_asked(panel):
    bar = panel.view.verticalScrollBar()
    panel.append_rows(rows(200))
    assert bar.value() == bar.maximum() > 0
    panel.follow.setChecked(False)
    bar.setValue(0)
    panel.append_rows(rows(200))
    assert bar.value() == 0
    panel.follow.setChecked(True)
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("way", ["wheel", "key", "slider"])
def test_following_ends_when_the_user_scrolls_away_and_begins_at_the_end(panel, qtbot, way):
    view, bar = panel.view, panel.view.verticalScrollBar()
    panel.append_rows(rows(200))

    def scroll(by):
        if way == "slider":
            bar.triggerAction(bar.SliderAction.SliderToMinimum if by < 0 else bar.SliderAction.SliderToMaximum)
        elif way == "key":
            qtbot.keyClick(view, Qt.Key.Key_Home if by < 0 else Qt.Key.Key_End)
        else:
            for _ in range(100):
                place, away = QPointF(50, 50), QPoint(0, -120 * by)
                buttons, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
                wheel = QWheelEvent(place, place, QPoint(), away, buttons, keys, Qt.ScrollPhase.NoScrollPhase, False)
                QApplication.sendEvent(view.viewport(), wheel)

    scroll(-1)
    assert bar.value() == 0
    assert not panel.follow.isChecked()
    panel.append_rows(rows(20, 200))
    assert bar.value() == 0
    scroll(1)
    assert panel.follow.isChecked()
    panel.append_rows(rows(20, 220))
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("held", [200, MAX_LINES])
def test_what_is_in_view_stays_there_when_newer_lines_come(panel, held):
    view, bar = panel.view, panel.view.verticalScrollBar()
    panel.append_rows(rows(held))
    bar.setValue(100)
    seen = view.firstVisibleBlock().text()
    panel.append_rows(rows(20, held))
    assert view.firstVisibleBlock().text() == seen
    bar.setValue(bar.maximum())
    panel.append_rows(rows(1, held + 20))
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize(
    ("older", "first"), [(0, 10), (10, 0), (MAX_LINES - 10, 0), (MAX_LINES, MAX_LINES - (MAX_LINES - 10))]
)
def test_older_lines_come_above_without_a_move_as_far_as_there_is_room(panel, older, first):
    start = 10 if older <= 10 else older
    panel.append_rows(rows(10, start))
    panel.prepend_rows(rows(older, start - older))
    texts = panel.view.toPlainText().splitlines()
    assert len(texts) == min(MAX_LINES, older + 10)
    assert texts[0].endswith(f"line {first}")
    assert [int(text.rsplit(" ")[-1]) for text in texts] == list(range(first, start + 10))
    assert panel.view.verticalScrollBar().value() == panel.view.verticalScrollBar().maximum()


def test_older_lines_do_not_move_what_is_in_view(panel):
    panel.append_rows(rows(200, 200))
    panel.view.verticalScrollBar().setValue(50)
    seen = panel.view.firstVisibleBlock().text()
    panel.prepend_rows(rows(200))
    assert panel.view.firstVisibleBlock().text() == seen


@pytest.mark.parametrize("count", [SLICE_LINES - 1, SLICE_LINES, SLICE_LINES + 1, 4 * SLICE_LINES])
def test_a_long_log_is_searched_in_slices(panel, qtbot, count):
    panel.append_rows([LogRow(prefix="", runs=(Run("boost" if place == 0 else "x"),)) for place in range(count)])
    panel.search.setText("BOOST")
    assert panel.found.text() == ("1" if count <= SLICE_LINES else "0")
    qtbot.waitUntil(lambda: panel.found.text() == "1")
    panel.append_rows(rows(3))
    panel.prepend_rows([LogRow(prefix="", runs=(Run("boost"),))])
    assert panel.found.text() == "2"


def test_marks_of_lines_that_are_gone_are_forgotten(panel):
    panel.append_rows([LogRow(prefix="", runs=(Run("boost"),))])
    panel.search.setText("boost")
    panel.append_rows(rows(MAX_LINES))
    assert panel.found.text() == "0"


def test_a_filter_that_hides_everything_is_not_an_empty_log(panel):
    assert panel.view.placeholderText() == "Nothing printed yet."
    panel.say_why_empty(is_filtered=True)
    assert panel.view.placeholderText() == "No line matches the filter."


def test_another_source_replaces_the_lines(panel, qtbot):
    panel.show_sources(SOURCES, "game")
    panel.append_rows(rows(3))
    with qtbot.waitSignal(panel.source_chosen) as chosen:
        panel.choice.setCurrentIndex(1)
        panel.choice.activated.emit(1)
    assert chosen.args == [SOURCES[1]]
    panel.show_rows(rows(1, 7))
    assert panel.view.toPlainText() == "   1.50  line 7"


def test_sources_are_chosen_without_an_echo(panel, qtbot):
    with qtbot.assertNotEmitted(panel.source_chosen):
        panel.show_sources(SOURCES, "blue-1")
        assert panel.choice.currentText() == "Striker"
        panel.show_sources(SOURCES, "nobody")
    assert panel.choice.currentIndex() == -1


def test_no_lines_are_no_empty_line(panel):
    panel.append_rows([])
    assert panel.view.toPlainText() == ""


def test_colours_are_kept_and_the_next_line_begins_plain(panel, dark):
    panel.append_rows([LogRow(prefix="0 ", runs=tuple(runs("\x1b[31mred\x1b[0m plain"))), *rows(1)])
    cursor = panel.view.textCursor()
    cursor.setPosition(4)
    assert cursor.charFormat().foreground().color().name() == "#ff8a80"
    cursor.setPosition(8)
    assert cursor.charFormat().foreground().color().name() == dark.text
    assert panel.view.toPlainText() == "0 red plain\n   1.50  line 0"


def test_level_and_text_are_asked_for(panel, qtbot):
    with qtbot.waitSignal(panel.filter_changed) as changed:
        panel.level.setCurrentIndex(panel.level.findData(Level.WARNING))
        panel.level.activated.emit(panel.level.currentIndex())
    assert changed.args == [LogFilter(level=Level.WARNING)]
    with qtbot.waitSignal(panel.filter_changed) as changed:
        panel.filter.setText(" boost ")
    assert changed.args == [LogFilter(level=Level.WARNING, text="boost")]


def test_search_marks_and_goes_round(panel, qtbot):
    panel.append_rows(rows(30))
    qtbot.keyClick(panel.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.search.hasFocus()
    qtbot.keyClicks(panel.search, "LINE 2")
    assert panel.found.text() == "11"
    places = []
    for _ in range(12):
        qtbot.keyClick(panel.search, Qt.Key.Key_Return)
        places.append(panel.view.textCursor().blockNumber())
    assert places == [2, *range(20, 30), 2]
    assert not panel.follow.isChecked()
    panel.search.clear()
    assert panel.found.text() == ""


@pytest.mark.parametrize("count", [MAX_MARKS - 1, MAX_MARKS, MAX_MARKS + 1])
def test_marks_are_bounded(panel, qtbot, count):
    panel.append_rows(rows(count))
    panel.search.setText("line")
    qtbot.waitUntil(lambda: panel.found.text() == (str(count) if count < MAX_MARKS else f"{MAX_MARKS} or more"))


def test_copying_takes_the_chosen_or_all(panel, qtbot):
    panel.append_rows(rows(3))
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "\n".join(f"   1.50  line {place}" for place in range(3))
    panel.search.setText("line 1")
    panel.view.go_on()
    panel.copy_lines()
    assert QGuiApplication.clipboard().text() == "line 1"


def test_the_last_error_is_pinned_with_its_places(panel, qtbot):
    assert not panel.traceback.isVisible()
    panel.traceback.show_traceback("blue-1", ERROR)
    assert panel.traceback.isVisible()
    assert texts(panel.traceback)[0] == "ValueError: no engine <b>"
    assert "x/engine.py:42" in named(panel, "Traceback").text()
    assert "raise ValueError(1 &lt; 2)" in named(panel, "Traceback").text()
    with qtbot.waitSignal(panel.place_requested) as place:
        named(panel, "Traceback").linkActivated.emit("1")
    assert place.args == [SourcePlace(agent_key="blue-1", file="/bots/x/engine.py", line=42)]


def test_a_hidden_error_stays_hidden_until_another_comes(panel, qtbot):
    panel.traceback.show_traceback("blue-1", ERROR)
    qtbot.mouseClick(panel.traceback.close_button, Qt.MouseButton.LeftButton)
    panel.traceback.show_traceback("blue-1", ERROR)
    assert not panel.traceback.isVisible()
    panel.traceback.show_traceback("blue-1", Traceback(error="KeyError: 1", frames=(), text=""))
    assert panel.traceback.isVisible()
    panel.traceback.show_traceback("", None)
    assert not panel.traceback.isVisible()


@pytest.mark.parametrize("height", [160, 500])
def test_the_end_stays_in_view_when_the_height_changes(panel, qtbot, height):
    bar = panel.view.verticalScrollBar()
    panel.append_rows(rows(200))
    panel.resize(600, height)
    qtbot.waitUntil(lambda: panel.view.height() != 0 and bar.value() == bar.maximum() > 0)
    bar.setValue(3)
    panel.resize(600, 300)
    assert bar.value() == 3, "who reads elsewhere is left there"


MANY = Traceback(
    error="ValueError: " + "no engine " * 100,
    frames=tuple(
        TracebackFrame(file=f"/bots/x/part{place}.py", line=place, function="go", code="x" * 200) for place in range(9)
    ),
    text="",
)


def places(panel):
    """Returns the files of the links, from the outermost call to the innermost."""
    return re.findall(r">(?:\w+/)?(\w+\.py):", named(panel, "Traceback").text())


def lines_seen(panel):
    return panel.view.viewport().height() // panel.view.fontMetrics().lineSpacing()


def test_an_error_is_a_line_where_the_log_needs_the_room(panel, qtbot):
    panel.resize(420, 600)
    panel.traceback.show_traceback("blue-1", MANY)
    qtbot.waitUntil(lambda: panel.traceback.is_whole)
    assert places(panel) == [f"part{place}.py" for place in range(3, 9)]
    assert len(texts(panel.traceback)[0]) == MAX_CHARACTERS + 1
    panel.resize(420, 200)
    qtbot.waitUntil(lambda: not panel.traceback.is_whole)
    assert named(panel, "Location of the error").isVisible()
    assert "part8.py:8" in named(panel, "Location of the error").text()
    assert not named(panel, "Traceback").isVisible()
    qtbot.waitUntil(lambda: lines_seen(panel) >= 3)
    with qtbot.waitSignal(panel.place_requested) as place:
        named(panel, "Location of the error").linkActivated.emit("8")
    assert place.args[0].file == "/bots/x/part8.py"


def test_the_room_decides_to_the_pixel(panel):
    box = panel.traceback
    box.show_traceback("blue-1", ERROR)
    needed = box._height_of(2)
    for room, is_whole in ((needed - 1, False), (needed, True), (needed + 1, True)):
        box.set_room(room, 1000)
        assert box.is_whole is is_whole


def test_all_places_are_shown_on_request_until_another_error_comes(panel, qtbot):
    panel.resize(420, 240)
    panel.traceback.show_traceback("blue-1", replace(MANY, error="ValueError: 1"))
    qtbot.waitUntil(lambda: not panel.traceback.is_whole)
    panel.traceback.fold_button.click()
    assert panel.traceback.is_whole
    assert places(panel)[-1] == "part8.py"
    assert 1 <= len(places(panel)) <= 6
    qtbot.wait(50)
    assert panel.height() == 240, "nothing around it had to give way"
    assert panel.view.isVisible()
    panel.traceback.fold_button.click()
    assert not panel.traceback.is_whole
    panel.traceback.fold_button.click()
    panel.traceback.show_traceback("blue-1", replace(MANY, error="ValueError: 2"))
    assert not panel.traceback.is_whole


def test_an_error_without_places_has_nothing_to_unfold(panel):
    panel.resize(420, 200)
    panel.traceback.show_traceback("blue-1", Traceback(error="KeyError: 1", frames=(), text=""))
    assert not panel.traceback.fold_button.isVisible()
    assert texts(panel.traceback) == ["KeyError: 1"]


def test_long_lines_of_source_do_not_widen_the_panel(panel):
    least = panel.minimumSizeHint().width()
    panel.traceback.show_traceback("blue-1", MANY)
    assert panel.minimumSizeHint().width() == least


def test_themes(panel, themed):
    panel.append_rows([LogRow(prefix="", runs=(Run("x", Style(colour=3)),))])
    panel.set_looks(themed)
    panel.traceback.show_traceback("blue-1", ERROR)
    assert themed.accent in named(panel, "Traceback").text()


def test_a_low_panel_leaves_its_height_to_the_lines_until_a_search_begins(panel, qtbot):
    panel.resize(420, LOW_PX)
    assert panel.filter.isVisible()
    panel.resize(420, LOW_PX - 1)
    assert not panel.filter.isVisible()
    panel.resize(420, 240)
    assert visible_lines(panel) >= 8
    panel.start_search()
    assert panel.search.isVisible()
    panel.search.setText("x")
    panel.resize(420, LOW_PX)
    panel.resize(420, 240)
    assert panel.search.isVisible(), "a search that is in use stays in view"
    panel.search.clear()
    panel.search_button.click()
    assert not panel.search.isVisible()
    panel.resize(420, LOW_PX)
    assert panel.search.isVisible()
