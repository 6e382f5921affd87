"""Texts of strangers, as they are shown; imports nothing of Kickabout."""

from typing import Final

_INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """The text in one line, with a sign in place of what cannot be printed, such as a terminal's commands."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else _INSTEAD for letter in text)
