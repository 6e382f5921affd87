"""Texts of strangers, as they are shown; imports nothing of Kickabout."""

import unicodedata
from collections.abc import Iterable
from typing import Final

_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian, Hindi and emoji are written with them."""


def printable(text: str) -> str:
    """The text in one line, with a sign in place of what cannot be printed, such as a terminal's commands.

    Spaces and joiners of any language stay, which Python does not count among what can be printed; a tab is a space.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def is_written(text: str) -> bool:
    """Whether all of a text is what people write in some language, in one line."""
    return text.isprintable() or all(map(_is_letter, text))


def quoted(names: Iterable[str]) -> str:
    """Names as a sentence lists them, in quotes."""
    return ", ".join(f'"{name}"' for name in names)


def _shown(letter: str) -> str:
    if letter == "\t":
        return " "
    return letter if _is_letter(letter) else _INSTEAD


def _is_letter(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS or unicodedata.category(letter) == "Zs"
