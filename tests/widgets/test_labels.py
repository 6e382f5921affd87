"""Labels of one line: what they show where there is little room."""

import pytest

from widgets.shared.labels import ElidedLabel, ElidedName, FittingLabel, WrappedLabel

WHOLE, SHORT = "119 answers/s", "119/s"


@pytest.fixture
def label(qtbot):
    made = FittingLabel()
    qtbot.addWidget(made)
    made.show_wordings(WHOLE, SHORT)
    return made


def width(label, words):
    return label.fontMetrics().horizontalAdvance(words)


@pytest.mark.parametrize(
    ("words", "missing", "shown"), [(WHOLE, 0, WHOLE), (WHOLE, 1, SHORT), (SHORT, -1, SHORT), (SHORT, 0, SHORT)]
)
def test_the_first_wording_that_fits(label, words, missing, shown):
    assert label.fitting(width(label, words) - missing) == shown
    assert label.text() == WHOLE


def test_the_shortest_wording_is_shortened_further(label):
    shown = label.fitting(width(label, SHORT) - 1)
    assert shown.endswith("…")
    assert SHORT.startswith(shown[:-1])


def test_a_label_without_shorter_wordings_is_shortened(label, qtbot):
    label.show_wordings(WHOLE)
    plain = ElidedLabel(WHOLE)
    qtbot.addWidget(plain)
    room = width(label, WHOLE) - 1
    assert label.fitting(room) == plain.fitting(room) == plain.elided(WHOLE, room)
    assert label.fitting(room + 1) == plain.fitting(room + 1) == WHOLE


def test_a_label_that_says_nothing_is_empty(label):
    label.show_wordings("")
    assert label.fitting(0) == ""


def test_the_wording_that_fits_is_drawn(label):
    label.resize(width(label, WHOLE) - 1, 20)
    shown = label.grab().toImage()
    other = FittingLabel()
    other.resize(label.size())
    other.show_wordings(SHORT)
    assert shown == other.grab().toImage()
    other.deleteLater()


def test_room_is_kept_for_what_is_reported_at_times(label):
    usual = f"{WHOLE}, and more"
    label.keep_room_for(usual)
    assert label.sizeHint().width() == width(label, usual)
    label.show_wordings(f"{usual} than that", SHORT)
    assert label.sizeHint().width() > width(label, usual)
    assert label.minimumSizeHint().width() < width(label, SHORT)


@pytest.mark.parametrize("name", ["Chaser (2)", "The Red Baron of Oz (13)"])
def test_a_name_keeps_the_number_that_tells_it_from_others(qtbot, name):
    label = ElidedName(name)
    qtbot.addWidget(label)
    number = name[name.index(" (") :]
    whole = width(label, name)
    assert label.fitting(whole) == name
    shown = label.fitting(whole - 1)
    assert shown.endswith(f"…{number}")
    assert name.startswith(shown.removesuffix(f"…{number}"))
    assert width(label, shown) <= whole - 1
    assert label.fitting(width(label, number)) == label.elided(name, width(label, number))
    assert not label.fitting(width(label, number)).startswith("…")


def test_a_name_without_a_number_is_cut_at_its_end(qtbot):
    label = ElidedName("The Red Baron (of Oz)")
    qtbot.addWidget(label)
    assert label.fitting(width(label, label.text()) - 1).endswith("…")


ERROR = "bot.py:14: ZeroDivisionError: division by zero."
REASONS = (
    f"stopped: Was restarted 5 times. Ended while playing: {ERROR}",
    f"gestoppt: Wurde 5-mal neu gestartet. Endete mitten im Spiel: {ERROR}",
)


@pytest.fixture
def wrapped(qtbot):
    made = WrappedLabel(3)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("text", REASONS)
@pytest.mark.parametrize("room", range(80, 700, 111))
def test_a_wrapped_text_is_whole_or_shortened_in_its_last_line(wrapped, text, room):
    wrapped.setText(text)
    lines = wrapped.lines(room)
    assert 1 <= len(lines) <= 3
    assert all(width(wrapped, line) <= room for line in lines)
    shown = " ".join(lines)
    assert wrapped.heightForWidth(room) == len(lines) * wrapped.fontMetrics().lineSpacing()
    assert "…" not in "".join(lines[:-1])
    if shown.endswith("…"):
        assert text.replace(" ", "").startswith(shown.removesuffix("…").replace(" ", ""))
    else:
        assert shown.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(("missing", "lines"), [(0, 1), (1, 2)])
def test_a_text_is_wrapped_only_if_it_does_not_fit(wrapped, missing, lines):
    wrapped.setText("stopped: Left early.")
    assert len(wrapped.lines(width(wrapped, wrapped.text()) - missing)) == lines


@pytest.mark.parametrize(("words", "most", "is_whole"), [(2, 3, True), (3, 3, True), (4, 3, False), (4, 4, True)])
def test_the_number_of_lines_is_limited(qtbot, words, most, is_whole):
    label = WrappedLabel(most)
    qtbot.addWidget(label)
    label.setText(" ".join(["restarted"] * words))
    lines = label.lines(width(label, "restarted …"))
    assert len(lines) == min(words, most)
    assert lines[-1].endswith("…") is not is_whole


def test_a_paragraph_begins_a_line(wrapped):
    wrapped.setText("one\ntwo")
    assert wrapped.lines(1000) == ["one", "two"]


@pytest.mark.parametrize("least", [1, 2])
def test_room_is_kept_for_the_least_number_of_lines(qtbot, least):
    label = WrappedLabel(2, least)
    qtbot.addWidget(label)
    label.setText("one")
    spacing = label.fontMetrics().lineSpacing()
    assert (
        label.heightForWidth(1000) == label.sizeHint().height() == label.minimumSizeHint().height() == least * spacing
    )
