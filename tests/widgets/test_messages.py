"""Messages of the runtime in the window's language."""

import pytest
from PySide6.QtCore import QLocale

from runtime.model.messages import literal, message
from runtime.model.sizes import size_of
from widgets.messages import rendered


@pytest.fixture
def german_numbers():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German))
    yield
    QLocale.setDefault(before)


def test_numbers_and_sizes_follow_the_language(german_numbers):
    assert rendered(message("m", "{n:,} in {s:.1f} s, {size}", n=12_345, s=1.5, size=size_of(2_500_000))) == (
        "12.345 in 1,5 s, 2,5 MB"
    )


def test_external_text_stays_as_it_is(german_numbers):
    assert rendered(message("m", "{name} printed {text}", name="1.5", text="2,500.5")) == "1.5 printed 2,500.5"
    assert rendered(literal("1.5")) == "1.5"
    assert rendered("1.5") == "1.5"
    assert rendered(None) == ""


def test_the_place_of_a_hang_is_told_in_german(german):
    text = message("hung-at", "It hung at {place}.", place="bot.py:14")
    assert (str(text), rendered(text)) == ("It hung at bot.py:14.", "Hing bei bot.py:14.")
