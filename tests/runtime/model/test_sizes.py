"""Sizes are written in powers of 1000 with few digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.model.sizes import size_of, size_text


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (1, "1 B"),
        (999, "999 B"),
        (1_000, "1.0 kB"),
        (1_024, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_951, "10 kB"),
        (999_499, "999 kB"),
        (999_501, "1.0 MB"),
        (340_000_000, "340 MB"),
        (999_999_999, "1.0 GB"),
        (1_240_000_000, "1.2 GB"),
        (2_000_000_000_000, "2.0 TB"),
        (1_500_000_000_000_000, "1500 TB"),
    ],
)
def test_sizes_read_well(size, text):
    assert size_text(size) == text


@given(st.integers(0, 10**15 - 10**12))
def test_three_digits_say_any_size_to_a_twentieth(size):
    said = size_of(size)
    number, _, unit = str(said).partition(" ")
    factor = {"B": 1, "kB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}[unit]
    assert len(number.replace(".", "")) <= 3
    assert abs(float(number) * factor - size) <= size * 0.05
