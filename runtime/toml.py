"""Parsing of TOML that somebody else wrote, with limits; imports nothing of Kickabout.

The time that the parser takes grows with the square of a key's parts, so that a text is checked before it is parsed.
"""

import re
import tomllib
from typing import Any, Final

MAX_PARTS: Final = 32
"""Of one dotted key or table header; documents of matches and projects have a handful."""
MAX_DEPTH: Final = 64
"""Of arrays and inline tables in each other; the parser itself gives up at a few hundred."""
MAX_DIGITS: Final = 1000
"""Of a hexadecimal, octal or binary number: Python reads longer ones and cannot write them as decimals."""
TOO_DEEP: Final = f"This is nested too deeply: more than {MAX_DEPTH} levels."
_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]+|\\.|"{1,2}(?!"))*(?:"{3,5}|\Z|\\\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]+|\\[^\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*"
    r"|(?P<mark>[\[\]{}.,=\n])"
    rf"|(?P<number>0[xob][0-9A-Fa-f_]{{{MAX_DIGITS}}})",
    re.DOTALL,
)
"""Strings and comments, whole or not, what separates keys and values, and numbers that are too long.

No alternative fails after reading far, so that the search takes time in proportion to the text.
"""


class TomlLimitError(ValueError):
    """A text is more complex than any document needs; its message is a sentence."""

    def __init__(self, message: str, text: str, offset: int) -> None:
        super().__init__(message)
        self.line = text.count("\n", 0, offset) + 1


def loads(text: str) -> dict[str, Any]:
    """Parses a TOML text.

    Raises:
        TomlLimitError: It exceeds `MAX_PARTS`, `MAX_DEPTH` or `MAX_DIGITS`.
        ValueError: It is not valid TOML.
    """
    check_limits(text)
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def check_limits(text: str) -> None:
    """Takes time in proportion to the text, whatever it is.

    Raises:
        TomlLimitError: It exceeds `MAX_PARTS`, `MAX_DEPTH` or `MAX_DIGITS`.
    """
    dots = depth = 0
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        if mark is None:
            if token["number"]:
                raise TomlLimitError("This is not valid TOML: a number has too many digits.", text, token.start())
            continue
        if mark == ".":
            dots += 1
            if dots >= MAX_PARTS:
                raise TomlLimitError(f"This key has too many parts: more than {MAX_PARTS}.", text, token.start())
            continue
        dots = 0
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise TomlLimitError(TOO_DEEP, text, token.start())
        elif mark in "]}" and depth:
            depth -= 1
