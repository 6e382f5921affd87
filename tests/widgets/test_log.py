"""The log shows one source at a time, keeps the newest lines and follows the end."""

import pytest

from runtime.values import LogLine
from widgets.log.log_panel import MAX_LINES, LogPanel, LogSource, plain_text

SOURCES = (LogSource(key="game", name="Game"), LogSource(key="blue-1", name="Striker"))


def lines(count, start=0):
    return [LogLine(key="game", text=f"line {start + place}", time_s=1.5) for place in range(count)]


@pytest.fixture
def panel(qtbot):
    made = LogPanel()
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    ("count", "kept", "first"),
    [(MAX_LINES - 1, MAX_LINES - 1, 0), (MAX_LINES, MAX_LINES, 0), (MAX_LINES + 1, MAX_LINES, 1)],
)
def test_the_newest_lines_are_kept(panel, count, kept, first):
    panel.append_lines(lines(count - 10))
    panel.append_lines(lines(10, count - 10))
    assert panel.text.blockCount() == kept
    assert panel.text.document().firstBlock().text().endswith(f"line {first}")


def test_it_follows_the_end_only_when_asked(panel):
    bar = panel.text.verticalScrollBar()
    panel.append_lines(lines(200))
    assert bar.value() == bar.maximum() > 0
    panel.follow.setChecked(False)
    bar.setValue(0)
    panel.append_lines(lines(200))
    assert bar.value() == 0
    panel.follow.setChecked(True)
    assert bar.value() == bar.maximum()


def test_another_source_replaces_the_lines(panel, qtbot):
    panel.show_sources(SOURCES, "game")
    panel.append_lines(lines(3))
    with qtbot.waitSignal(panel.source_chosen) as chosen:
        panel.choice.setCurrentIndex(1)
        panel.choice.activated.emit(1)
    assert chosen.args == [SOURCES[1]]
    panel.show_lines(lines(1, 7))
    assert panel.text.toPlainText() == "   1.50  line 7"


def test_sources_are_chosen_without_an_echo(panel, qtbot):
    with qtbot.assertNotEmitted(panel.source_chosen):
        panel.show_sources(SOURCES, "blue-1")
        assert panel.choice.currentText() == "Striker"
        panel.show_sources(SOURCES, "nobody")
    assert panel.choice.currentIndex() == -1


def test_no_lines_are_no_empty_line(panel):
    panel.append_lines([])
    assert panel.text.toPlainText() == ""


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\x1b[38;20mhello\x1b[0m", "hello"),
        ("\x1b]0;title\x07hello", "hello"),
        ("a\tb\rc\x00", "a    bc"),
        ("ünïcode ✓", "ünïcode ✓"),
        ("", ""),
    ],
)
def test_control_sequences_are_left_out(text, plain):
    assert plain_text(text) == plain
