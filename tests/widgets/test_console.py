"""The command line of the log: commands are sent, recalled, completed, and answered if they are wrong."""

import pytest
from PySide6.QtCore import Qt

from widgets.log.console_bar import MAX_CHARACTERS, MAX_KEPT, CommandHistory, ConsoleBar
from widgets.log.log_panel import LogPanel

GRABS = "This plugin does not support grabbing the keyboard"


@pytest.fixture
def bar(qtbot):
    made = ConsoleBar()
    qtbot.addWidget(made)
    made.show()
    made.line.setFocus()
    return made


def walk(history, steps):
    """Returns the text after steps back (`-`) and forward (`+`) through the history, starting from a draft."""
    shown = "draft"
    for step in steps:
        found = history.older(shown) if step == "-" else history.newer()
        shown = shown if found is None else found
    return shown


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ("", "draft"),
        ("+", "draft"),
        ("-", "three"),
        ("--", "two"),
        ("---", "one"),
        ("----", "one"),
        ("----+", "two"),
        ("---+++", "draft"),
        ("---++++", "draft"),
        ("-+-", "three"),
    ],
)
def test_a_walk_through_what_was_typed(steps, shown):
    assert walk(CommandHistory(["one", "two", "three"]), steps) == shown


def test_without_a_past_nothing_is_brought_back():
    history = CommandHistory()
    assert (history.older("x"), history.newer()) == (None, None)


def test_a_repeated_line_is_kept_once_as_the_newest():
    history = CommandHistory(["one", "two"])
    history.add("one")
    assert history.lines == ("two", "one")


@pytest.mark.parametrize("count", [MAX_KEPT - 1, MAX_KEPT, MAX_KEPT + 1])
def test_a_limited_number_of_lines_are_kept(count):
    history = CommandHistory(str(number) for number in range(count))
    assert history.lines == tuple(str(number) for number in range(max(0, count - MAX_KEPT), count))
    for _ in range(count + 3):
        history.older("")
    assert history.newer() == history.lines[1]


def test_a_command_is_reported_without_spaces_around_it(bar, qtbot):
    qtbot.keyClicks(bar.line, "  kickabout pause ")
    with qtbot.waitSignal(bar.entered) as entered:
        qtbot.keyClick(bar.line, Qt.Key.Key_Return)
    assert entered.args == ["kickabout pause"]


@pytest.mark.parametrize("typed", ["", "   "])
def test_an_empty_line_is_no_command(bar, qtbot, typed):
    bar.line.setText(typed)
    with qtbot.assertNotEmitted(bar.entered):
        qtbot.keyClick(bar.line, Qt.Key.Key_Return)


def test_sent_bytes_make_room(bar, qtbot):
    for command in ("one", "two"):
        bar.line.setText(command)
        with qtbot.waitSignal(bar.history_changed) as changed:
            bar.accept()
    assert changed.args == [("one", "two")]
    assert bar.line.text() == ""
    qtbot.keyClick(bar.line, Qt.Key.Key_Up)
    qtbot.keyClick(bar.line, Qt.Key.Key_Up)
    assert bar.line.text() == "one"
    qtbot.keyClick(bar.line, Qt.Key.Key_Down)
    assert bar.line.text() == "two"


def test_an_earlier_run_is_gone_on_from(bar, qtbot):
    bar.show_history(["of yesterday"])
    qtbot.keyClick(bar.line, Qt.Key.Key_Up)
    assert bar.line.text() == "of yesterday"


def test_a_wrong_command_stays_with_the_sentence_until_it_is_changed(bar, qtbot):
    bar.line.setText("kickabout dance")
    bar.refuse("The arena does not dance.")
    assert bar.answer.isVisible()
    assert bar.answer.text() == "The arena does not dance."
    assert bar.line.selectedText() == "kickabout dance"
    qtbot.keyClicks(bar.line, "k")
    assert bar.line.text() == "k"
    assert not bar.answer.isVisible()


def test_the_lines_yield_room_to_the_sentence(qtbot, dark):
    panel = LogPanel(dark)
    qtbot.addWidget(panel)
    before = panel.minimumSizeHint().height()
    panel.console.refuse("Write: something else.")
    assert panel.view.minimumHeight() == 0
    panel.console.line.setText("x")
    assert panel.view.minimumHeight() > 0
    assert panel.minimumSizeHint().height() == before


def test_it_is_off_with_a_reason(bar):
    bar.line.setText("half a com")
    bar.show_reason("No match is running.")
    assert (bar.line.isEnabled(), bar.line.text(), bar.reason) == (False, "", "No match is running.")
    assert bar.line.placeholderText() == bar.line.toolTip() == "No match is running."
    bar.show_reason("")
    assert (bar.line.isEnabled(), bar.reason) == (True, "")
    assert "kickabout step" in bar.line.placeholderText()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("kickabout p", ["kickabout pause", "kickabout pace "]),
        ("PACE", ["kickabout pace "]),
        ("gravity", ["Set WorldInfo WorldGravityZ "]),
        ("nothing like it", []),
    ],
)
def test_known_commands_complete_themselves(bar, typed, found):
    bar.offer(["kickabout pause", "kickabout pace ", "Set WorldInfo WorldGravityZ "])
    completer = bar.line.completer()
    completer.setCompletionPrefix(typed)
    model = completer.completionModel()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == found


@pytest.mark.qt_log_ignore(GRABS, extend=True)
def test_a_known_command_is_chosen_by_keys(bar, qtbot):
    bar.offer(["kickabout pause", "kickabout pace "])
    qtbot.keyClicks(bar.line, "pac")
    known = bar.line.completer().popup()
    assert known.isVisible()
    qtbot.keyClick(known, Qt.Key.Key_Down)
    with qtbot.assertNotEmitted(bar.entered):
        qtbot.keyClick(known, Qt.Key.Key_Return)
    assert bar.line.text() == "kickabout pace "
    assert not known.isVisible()
    with qtbot.waitSignal(bar.entered):
        qtbot.keyClick(bar.line, Qt.Key.Key_Return)


@pytest.mark.qt_log_ignore(GRABS, extend=True)
@pytest.mark.parametrize("typed", ["", "nothing like it"])
def test_down_lists_all_known_commands(bar, qtbot, typed):
    bar.offer(["kickabout pause", "kickabout pace "])
    bar.line.setText(typed)
    qtbot.keyClick(bar.line, Qt.Key.Key_Down)
    known = bar.line.completer().popup()
    assert known.isVisible()
    assert known.model().rowCount() == 2
    qtbot.keyClick(known, Qt.Key.Key_Escape)
    assert bar.line.text() == typed


@pytest.mark.qt_log_ignore(GRABS, extend=True)
def test_escape_closes_the_list_then_empties_the_line(bar, qtbot):
    bar.offer(["kickabout pause"])
    qtbot.keyClicks(bar.line, "kick")
    known = bar.line.completer().popup()
    qtbot.keyClick(known, Qt.Key.Key_Escape)
    assert (known.isVisible(), bar.line.text()) == (False, "kick")
    qtbot.keyClick(bar.line, Qt.Key.Key_Escape)
    assert bar.line.text() == ""


def test_escape_in_the_line_stops_no_match(main_window, qtbot):
    main_window.bottom.show_buttons(start="", stop="")
    main_window.workspace.show_panel("log")
    main_window.log.start_command()
    qtbot.waitUntil(main_window.log.console.line.hasFocus)
    with qtbot.assertNotEmitted(main_window.bottom.stop_requested):
        qtbot.keyClick(main_window.log.console.line, Qt.Key.Key_Escape)


@pytest.mark.parametrize("length", [MAX_CHARACTERS - 1, MAX_CHARACTERS, MAX_CHARACTERS + 1])
def test_no_command_is_longer(bar, length):
    bar.line.setText("x" * length)
    assert len(bar.line.text()) == min(length, MAX_CHARACTERS)


def test_the_line_is_put_away_and_comes_back_to_be_typed_in(qtbot, dark):
    panel = LogPanel(dark)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.console.isVisible()
    qtbot.mouseClick(panel.console_button, Qt.MouseButton.LeftButton)
    assert not panel.console.isVisible()
    panel.start_command()
    assert panel.console.isVisible()
    assert panel.console_button.isChecked()
    qtbot.waitUntil(panel.console.line.hasFocus)
