"""Types of options that several commands share."""

import argparse

import pytest

from app.commands import options


@pytest.mark.parametrize(("text", "value"), [("60", 60.0), ("0.5", 0.5), ("0.02", 0.02)])
def test_seconds_above_zero(text, value):
    assert options.seconds(text) == value


@pytest.mark.parametrize("text", ["0", "0.019", "-1", "inf", "nan", "long"])
def test_seconds_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        options.seconds(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("2GB", 2_000_000_000),
        ("2g", 2_000_000_000),
        ("512 MB", 512_000_000),
        ("1.5k", 1500),
        ("1T", 10**12),
    ],
)
def test_amounts_of_memory(text, value):
    assert options.size(text) == value


@pytest.mark.parametrize("text", ["", "0", "0.9", "-1", "2 x", "GB", "1e3", "2GiB", "inf"])
def test_amounts_of_memory_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        options.size(text)


@pytest.mark.parametrize("text", ["1", "9", "128"])
def test_whole_numbers(text):
    assert options.whole("slots", 1, 128)(text) == int(text)


@pytest.mark.parametrize("text", ["", "0", "129", "-1", "1.0", "1e1", "\u0663"])
def test_whole_numbers_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="is not a number of slots; use a number from 1 to 128"):
        options.whole("slots", 1, 128)(text)
