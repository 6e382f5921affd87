import pytest

from runtime.texts import counted, is_written, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("Jörg 1", "Jörg 1"),
        ("a\nb", "a�b"),
        ("\x1b[31mred", "�[31mred"),
        ("C:\bots", "C:�ots"),
        ("⚽", "⚽"),
        ("a\tb", "a b"),
        ("a\u202eb\u2028c", "a�b�c"),
    ],
)
def test_unprintable_characters_are_replaced(text, shown):
    assert printable(text) == shown


@pytest.mark.parametrize(
    "name",
    ["太郎\u3000花子", "Vite\u202f!", "Nr.\u00a07", "نمی\u200cکنم", "\U0001f468\u200d\U0001f469\u200d\U0001f467"],
)
def test_names_in_any_language_are_left_alone(name):
    assert printable(name) == name
    assert printable(f"{name}\n") == f"{name}�"
    assert is_written(name)
    assert not is_written(f"{name}\n")


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 answers"), (1, "1 answer"), (2, "2 answers"), (1200, "1200 answers")]
)
def test_only_one_is_singular(number, text):
    assert counted(number, "answer") == text
