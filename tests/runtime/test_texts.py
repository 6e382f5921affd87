import pytest

from runtime.texts import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [("", ""), ("Jörg 1", "Jörg 1"), ("a\nb", "a�b"), ("\x1b[31mred", "�[31mred"), ("C:\bots", "C:�ots"), ("⚽", "⚽")],
)
def test_what_cannot_be_printed_is_replaced(text, shown):
    assert printable(text) == shown
