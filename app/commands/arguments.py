"""What the words behind the command line's options may be, one function per kind of word."""

import argparse
import re
from pathlib import Path
from typing import Final

PACE_HELP: Final = "realtime, lockstep (as fast as the bots answer) or a factor such as 4"
SHORTEST_S: Final = 0.02
"""A match has a first frame and a last one."""
_SIZES: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def pace(text: str) -> str:
    """Checks a `--pace` value.

    Raises:
        argparse.ArgumentTypeError: neither a known word nor a factor that the arena takes.
    """
    from runtime.arena import MAX_FACTOR, MIN_FACTOR  # noqa: PLC0415 - not needed by most commands

    word = text.strip().lower()
    if word in ("realtime", "lockstep"):
        return word
    try:
        factor = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a pace; use {PACE_HELP}") from None
    if not MIN_FACTOR <= factor <= MAX_FACTOR:
        raise argparse.ArgumentTypeError(f"the factor {text} is outside {MIN_FACTOR:g} to {MAX_FACTOR:g}")
    return text


def seconds(text: str) -> float:
    """Checks a duration in seconds.

    Raises:
        argparse.ArgumentTypeError: no number, or shorter than `SHORTEST_S`.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not SHORTEST_S <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from {SHORTEST_S:g} up")
    return value


def size(text: str) -> int:
    """Checks an amount of memory such as `2GB`, `512 MB` or `1.5g`; returns bytes.

    Raises:
        argparse.ArgumentTypeError: no number above 0 with one of these units.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)b?", text.strip().lower())
    value = int(float(found[1]) * _SIZES[found[2]]) if found else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount of memory; write it like 2GB or 512MB")
    return value


def restarts(text: str) -> str:
    """Checks a number of restarts; `unlimited` for no limit.

    Raises:
        argparse.ArgumentTypeError: neither that word nor a whole number from 0 to 100000.
    """
    word = text.lower()
    if word == "unlimited" or (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) <= 100_000):
        return word
    raise argparse.ArgumentTypeError(f"{text!r} is no number of restarts; write one from 0 to 100000, or unlimited")


def port(text: str) -> int:
    """Checks a port; 0 lets the system choose one.

    Raises:
        argparse.ArgumentTypeError: no number from 0 to 65535.
    """
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")


def path(text: str) -> Path:
    """Takes a path.

    Raises:
        argparse.ArgumentTypeError: it begins in the working folder, and that has been deleted.
    """
    given = Path(text)
    try:
        given.absolute()
    except OSError:
        message = f"{text!r} leads nowhere, since the working folder does not exist any more; change to another one"
        raise argparse.ArgumentTypeError(message) from None
    return given
