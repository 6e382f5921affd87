"""Display of external texts, such as names in documents and output of programs."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters of Persian, Hindi and emoji."""


def printable(text: str) -> str:
    """Returns a text in one line, with unprintable characters such as terminal commands replaced.

    Keeps the spaces and joiners of all languages, although Python does not count them as printable. Tabs become spaces.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


_STYLE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def unstyled(text: str) -> str:
    """Returns a text without colours and other formatting for terminals (ECMA-48 control sequences)."""
    return _STYLE.sub("", text)


def is_written(text: str) -> bool:
    """Returns whether a text is a single line of characters from written language."""
    return text.isprintable() or all(map(_is_letter, text))


def quoted(names: Iterable[str]) -> str:
    """Returns names in quotes, separated by commas."""
    return ", ".join(f'"{name}"' for name in names)


def counted(number: int, noun: str) -> str:
    """Returns a number with a noun for texts that stay English: `1 answer`, `2 answers`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _shown(letter: str) -> str:
    if letter == "\t":
        return " "
    return letter if _is_letter(letter) else _INSTEAD


def _is_letter(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS or unicodedata.category(letter) == "Zs"
