"""What the words behind options may be."""

import argparse

import pytest

from app.commands import cli as arguments


@pytest.mark.parametrize("text", ["realtime", "lockstep", "0.001", "1", "4", "2.5", "1000"])
def test_paces_that_are_known(text):
    assert arguments.pace(text) == text


@pytest.mark.parametrize("text", ["", "fast", "0", "0.0009", "-1", "1000.1", "nan", "inf"])
def test_paces_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.pace(text)


@pytest.mark.parametrize(("text", "value"), [("60", 60.0), ("0.5", 0.5), ("0.02", 0.02)])
def test_seconds_above_zero(text, value):
    assert arguments.seconds(text) == value


@pytest.mark.parametrize("text", ["0", "0.019", "-1", "inf", "nan", "long"])
def test_seconds_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.seconds(text)


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
    assert arguments.size(text) == value


@pytest.mark.parametrize("text", ["", "0", "0.9", "-1", "2 x", "GB", "1e3", "2GiB", "inf"])
def test_amounts_of_memory_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.size(text)


@pytest.mark.parametrize("text", ["0", "3", "100000", "unlimited"])
def test_numbers_of_restarts(text):
    assert arguments.restarts(text) == text
    assert arguments.restarts(text.upper()) == text


@pytest.mark.parametrize("text", ["", "-1", "100001", "1000000000", "2.5", "many", "\u0663"])
def test_numbers_of_restarts_that_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="no number of restarts"):
        arguments.restarts(text)


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("23234", 23234), ("65535", 65535)])
def test_ports(text, value):
    assert arguments.port(text) == value
