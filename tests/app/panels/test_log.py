"""The log panel filters lines by agent, level and text, and shows the error that belongs to them."""

import pytest

from app.panels.context import Moment
from app.panels.log.controller import LogController
from app.session.bridge import LineBatch
from app.session.match_session import MatchSession
from resources.looks import Theme, looks
from runtime.documents import Match
from runtime.model.events import AgentChanged
from runtime.model.values import LogLine, Traceback
from tests.labels import texts
from widgets.log.log_lines import Level
from widgets.log.log_panel import ALL, LogFilter, LogPanel
from widgets.log.log_view import MAX_LINES, SLICE_LINES


def line(text, key="game", time_s=1.0):
    return LogLine(key=key, text=text, time_s=time_s)


def show_agent(session, agent):
    """Reports an agent, as the match does."""
    session.bridge.agent_changed.emit(AgentChanged(agent=agent))


@pytest.fixture
def panel(qtbot):
    made = LogPanel(looks(Theme.DARK))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def session(qapp):
    return MatchSession(lambda match, choice: None, lambda: None)


@pytest.fixture
def controller(panel, session, make_agent):
    made = LogController(panel, session, panel)
    session.started.emit(Match())
    show_agent(session, make_agent(0, "Striker"))
    session.bridge.lines_arrived.emit(
        LineBatch(
            lines=(line("listening"), line("\x1b[31mERROR\x1b[0m no boost", "blue-1"), line("DEBUG 3", "blue-1", 2.0)),
            dropped=0,
        )
    )
    return made


def shown(panel):
    return panel.view.toPlainText().splitlines()


def test_one_log_at_a_time_or_all_with_names(controller, panel):
    assert shown(panel) == ["   1.00  listening"]
    controller.choose("blue-1")
    assert shown(panel) == ["   1.00  ERROR no boost", "   2.00  DEBUG 3"]
    controller.choose(ALL)
    assert shown(panel)[:2] == ["   1.00  game             listening", "   1.00  Striker          ERROR no boost"]


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (LogFilter(level=Level.ERROR), 1),
        (LogFilter(level=Level.WARNING), 1),
        (LogFilter(level=Level.INFO), 2),
        (LogFilter(level=Level.DETAIL), 3),
        (LogFilter(text="BOOST"), 1),
        (LogFilter(text="nothing of that"), 0),
    ],
)
def test_filters_apply_to_old_and_new_lines(controller, session, panel, qtbot, wanted, left):
    controller.choose(ALL)
    panel.filter_changed.emit(wanted)
    qtbot.waitUntil(lambda: len(shown(panel)) == left)
    session.bridge.lines_arrived.emit(LineBatch(lines=(line("ERROR of boost"),), dropped=0))
    assert len(shown(panel)) == left + (wanted.text != "nothing of that")


def test_dropped_lines_are_owned_up_to(controller, session, panel):
    session.bridge.lines_arrived.emit(LineBatch(lines=(line("x"),), dropped=7))
    assert shown(panel)[-2:] == ["   1.00  7 lines skipped: output came too fast.", "   1.00  x"]


def test_the_error_of_the_chosen_agent_is_pinned(controller, session, panel, make_agent):
    broken = Traceback(error="KeyError: 1", frames=(), text="")
    show_agent(session, make_agent(0, "Striker", traceback=broken))
    assert not panel.traceback.isVisible()
    controller.choose("blue-1")
    assert panel.traceback.isVisible()
    controller.choose(ALL)
    assert panel.traceback.isVisible()
    session.started.emit(Match())
    assert not panel.traceback.isVisible()


@pytest.mark.parametrize("log", ["blue-1", ALL])
def test_a_version_without_errors_is_not_headed_by_the_error_of_the_last_one(
    controller, session, panel, make_agent, log
):
    controller.choose(log)
    other = Traceback(error="ValueError: 2", frames=(), text="")
    broken = Traceback(error="KeyError: 1", frames=(), text="")
    show_agent(session, make_agent(1, "Chaser", traceback=other))
    show_agent(session, make_agent(0, "Striker", traceback=broken))
    assert texts(panel.traceback)[0] == "KeyError: 1"
    show_agent(session, make_agent(0, "Striker", version=7))
    assert panel.traceback.isVisible() is (log == ALL)
    assert log != ALL or texts(panel.traceback)[0] == "ValueError: 2", "the other one has an error still"
    show_agent(session, make_agent(0, "Striker", version=7, traceback=broken))
    assert texts(panel.traceback)[0] == "KeyError: 1"
    assert panel.traceback.isVisible()


def test_another_theme_keeps_the_lines(controller, panel):
    controller.choose("blue-1")
    controller.set_looks(looks(Theme.LIGHT))
    assert len(shown(panel)) == 2


def test_a_full_log_is_shown_in_slices_the_newest_first(controller, session, panel, qtbot):
    lines = [line(f"line {place}", "blue-2") for place in range(MAX_LINES)]
    session.bridge.lines_arrived.emit(LineBatch(lines=tuple(lines), dropped=0))
    controller.choose("blue-2")
    assert len(shown(panel)) == SLICE_LINES
    assert shown(panel)[-1].endswith(f"line {MAX_LINES - 1}")
    session.bridge.lines_arrived.emit(LineBatch(lines=(line("newer", "blue-2"),), dropped=0))
    qtbot.waitUntil(lambda: panel.view.blockCount() == MAX_LINES)
    texts = shown(panel)
    assert texts[-1].endswith("newer")
    assert [int(text.rsplit(" ")[-1]) for text in texts[:-1]] == list(range(1, MAX_LINES))
    controller.choose("game")
    assert shown(panel) == ["   1.00  listening"]


def test_a_filter_that_hides_everything_says_so(controller, panel, qtbot):
    assert panel.view.placeholderText() == "Nothing printed yet."
    panel.filter_changed.emit(LogFilter(text="nothing of that"))
    qtbot.waitUntil(lambda: panel.view.placeholderText() == "No line matches the filter.")
    panel.filter_changed.emit(LogFilter())
    qtbot.waitUntil(lambda: panel.view.placeholderText() == "Nothing printed yet.")


@pytest.mark.parametrize(
    ("time_s", "selected"), [(-1.0, 0), (0.0, 0), (9.99, 9), (10.0, 10), (10.01, 10), (150.0, 150), (1e6, 249)]
)
def test_a_moment_selects_the_last_line_before_it_and_ends_following(controller, session, panel, time_s, selected):
    lines = tuple(line(f"number {number}", time_s=float(number)) for number in range(250))
    session.started.emit(Match())
    session.bridge.lines_arrived.emit(LineBatch(lines=lines, dropped=0))
    controller.choose(ALL)
    controller.show_moment(Moment(game_s=0.0, wall_s=time_s))
    assert panel.view.textCursor().selectedText().endswith(f"number {selected}")
    assert not panel.follow.isChecked()
