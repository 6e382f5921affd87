"""What numbers of options are called, and which number somebody means who types one."""

import re
from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

from widgets.counts import Counts

translate = QCoreApplication.translate

UNLIMITED: Final = "unlimited"
FRAMES_PER_S: Final = 120
_DECIMALS: Final = 3
_NUMBER: Final = re.compile(r"-?\d[\d.,'\u00a0\u202f]*")


def number_label(key: str, name: str) -> str | None:
    """A number of restarts, seconds or frames in words; None where the key or the name is nothing of the kind."""
    kind = key.rpartition(".")[2]
    if not key.startswith("kickabout.restarts."):
        return None
    if name == UNLIMITED:
        return translate("Options", "Never") if kind == "hang_frames" else translate("Options", "No limit")
    try:
        value = float(name)
    except ValueError:
        return None
    if kind.endswith("_s"):
        return translate("Options", "{0} s").format(_local(value))
    if kind == "hang_frames":
        seconds = _local(round(value / FRAMES_PER_S, 1))
        return translate("Options", "{0} frames ({1} s)").format(_local(value), seconds)
    return Counts().restarts(int(value)) if value else translate("Options", "No restarts")


def range_words(least: float, most: float, *, is_whole: bool, may_be_unlimited: bool) -> str:
    """Which numbers can be typed, as a part of a sentence."""
    if is_whole and may_be_unlimited:
        words = translate("Options", "a whole number from {0} to {1}, or 'unlimited'")
    elif is_whole:
        words = translate("Options", "a whole number from {0} to {1}")
    elif may_be_unlimited:
        words = translate("Options", "a number of seconds from {0} to {1}, or 'unlimited'")
    else:
        words = translate("Options", "a number of seconds from {0} to {1}")
    return words.format(_local(least), _local(most))


def typed_number(text: str) -> str:
    """The number that a text begins with, as documents write it: `1200` for "1,200 frames"; else the text itself."""
    found = _NUMBER.match(text.strip())
    if found is None:
        return text.strip()
    number, is_read = QLocale().toDouble(found[0])
    if not is_read:
        number, is_read = QLocale.c().toDouble(found[0].replace(",", "."))
    return f"{number:.17g}" if is_read else text.strip()


def _local(value: float) -> str:
    decimals = next((places for places in range(_DECIMALS) if round(value, places) == value), _DECIMALS)
    return QLocale().toString(float(value), "f", decimals)
