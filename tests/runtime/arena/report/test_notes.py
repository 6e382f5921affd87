import pytest

from runtime.arena.report.notes import MAX_NOTE, MAX_NOTES, Notes, one_line
from runtime.texts import printable


@pytest.mark.parametrize("count", [MAX_NOTES - 1, MAX_NOTES, MAX_NOTES + 1])
def test_notes_are_bounded_and_the_oldest_go(count):
    notes = Notes()
    for number in range(count):
        notes.add(f"note {number}")
    assert len(notes.all) == min(count, MAX_NOTES)
    assert notes.all[-1] == f"note {count - 1}"


@pytest.mark.parametrize("length", [MAX_NOTE - 1, MAX_NOTE, MAX_NOTE + 1])
def test_lines_are_cut(length):
    line = one_line("x" * length)
    assert len(line) == min(length, MAX_NOTE)
    assert line.endswith("…") == (length > MAX_NOTE)


def test_lines_have_no_control_characters():
    assert one_line("Bot 'a\nb\x1b[31m' \u2028\U0001f600 é") == "Bot 'a�b�[31m' �\U0001f600 é"


@pytest.mark.parametrize("name", ["Bot", "a\tb", "a\nb", "太郎\u3000花子"])
def test_a_line_has_names_as_they_are_shown_elsewhere(name):
    assert one_line(f"Bot '{name}' left") == f"Bot '{printable(name)}' left"


def test_a_note_stands_once():
    notes = Notes()
    assert notes.add("a")
    assert notes.add("b")
    assert not notes.add("a")
    assert notes.all == ("a", "b")
