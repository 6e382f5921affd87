"""Terminal output becomes runs of styled text with a level, in readable colours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.looks import Theme, looks
from widgets.log.log_lines import PLAIN, Level, Run, Style, level_of, plain_text, runs, without_rlbot_prefix
from widgets.log.log_view import _TABLES, MIN_CONTRAST, contrast, readable


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\x1b[38;20mhello\x1b[0m", "hello"),
        ("\x1b]0;title\x07hello", "hello"),
        ("\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\tb\rc\x00", "a    bc"),
        ("ünïcode ✓", "ünïcode ✓"),
        ("\x1b[2Kgone\x1b[1A", "gone"),
        ("torn \x1b[3", "torn 3"),
        ("", ""),
    ],
)
def test_control_sequences_are_left_out(text, plain):
    assert plain_text(text) == plain


@pytest.mark.parametrize(
    ("codes", "style"),
    [
        ("31", Style(colour=1)),
        ("97", Style(colour=15)),
        ("1;33", Style(colour=3, is_bold=True)),
        ("3;4", Style(is_italic=True, is_underlined=True)),
        ("38;5;9", Style(colour=9)),
        ("38;5;196", Style(colour="#ff0000")),
        ("38;5;255", Style(colour="#eeeeee")),
        ("38;5;999", Style(colour="#eeeeee")),
        ("38;2;1;2;300", Style(colour="#0102ff")),
        ("38:2:1:2:3", Style(colour="#010203")),
        ("48;5;9;31", Style(colour=1)),
        ("38;2;1", PLAIN),
        ("7", PLAIN),
        ("", PLAIN),
    ],
)
def test_styles(codes, style):
    assert runs(f"\x1b[{codes}mx") == [Run("x", style)]


def test_styles_add_up_and_end():
    line = "a\x1b[1mb\x1b[32mc\x1b[22md\x1b[39me\x1b[31;1mf\x1b[mg"
    assert [run.style for run in runs(line)] == [
        PLAIN,
        Style(is_bold=True),
        Style(colour=2, is_bold=True),
        Style(colour=2),
        PLAIN,
        Style(colour=1, is_bold=True),
        PLAIN,
    ]


@given(st.text(alphabet="ab\x1b[]0123;:m\x07\\?\t ", max_size=40))
def test_any_line_becomes_text_without_controls(line):
    plain = plain_text(line)
    assert "\x1b" not in plain
    assert all(run.text for run in runs(line))


@pytest.mark.parametrize(
    ("line", "level"),
    [
        ("[ERROR] it broke", Level.ERROR),
        ("ValueError: no engine", Level.ERROR),
        ("Traceback (most recent call last):", Level.ERROR),
        ("thread 'main' panicked at src/main.rs:4", Level.ERROR),
        ("java.lang.NullPointerException: x", Level.ERROR),
        ("WARNING:root:slow", Level.WARNING),
        ("bot.py:3: DeprecationWarning: old", Level.WARNING),
        ("DEBUG boost 3", Level.DETAIL),
        ("INFO ready", Level.INFO),
        ("no errors so far", Level.INFO),
        ("terror in the box", Level.INFO),
        ("", Level.INFO),
    ],
)
def test_levels(line, level):
    assert level_of(line) is level


@pytest.mark.parametrize("theme", list(Theme))
def test_every_colour_of_the_tables_can_be_read(theme):
    for colour in (*_TABLES[theme][0], *_TABLES[theme][1]):
        assert contrast(colour, looks(theme).surface) >= MIN_CONTRAST


@pytest.mark.parametrize("theme", list(Theme))
@given(red=st.integers(0, 255), green=st.integers(0, 255), blue=st.integers(0, 255))
def test_every_colour_is_made_readable(theme, red, green, blue):
    chosen = looks(theme)
    assert contrast(readable(f"#{red:02x}{green:02x}{blue:02x}", chosen.text, chosen.surface), chosen.surface) >= 4.5


RLBOT = "18:03:01     INFO:       rlbot[   interface.py:123 -                   connect() ] "


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"{RLBOT}Connected", "INFO: Connected"),
        (f"\x1b[38;20m{RLBOT[:9]}\x1b[0m\x1b[94m{RLBOT[9:]}\x1b[0mConnected", "INFO: Connected"),
        (RLBOT, "INFO: "),
        (f"I said {RLBOT}", f"I said {RLBOT}"),
        ("18:03:01 INFO: Connected", "18:03:01 INFO: Connected"),
        ("", ""),
    ],
)
def test_the_long_prefix_of_rlbot_is_shortened(line, shown):
    assert "".join(run.text for run in without_rlbot_prefix(runs(line))) == shown


def test_a_shortened_line_keeps_its_colours():
    found = without_rlbot_prefix(runs(f"{RLBOT[:9]}\x1b[31m{RLBOT[9:]}\x1b[32mConnected"))
    assert [(run.text, run.style.colour) for run in found] == [("INFO: ", 1), ("Connected", 2)]
