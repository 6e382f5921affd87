"""Parsing of TOML from any source, with limits on its complexity.

The standard parser takes time in proportion to the square of the number of parts of a key, so texts are checked first.
"""

import re
import tomllib
from typing import Any, Final

from runtime.model.messages import Message, message

MAX_PARTS: Final = 32
"""Maximum number of parts of a dotted key or table header; real documents have a handful."""
MAX_DEPTH: Final = 64
"""Maximum nesting of arrays and inline tables; the standard parser fails at a few hundred."""
MAX_DIGITS: Final = 1000
"""Maximum digits of a hexadecimal, octal or binary number; Python cannot print longer ones as decimals."""
TOO_DEEP: Final = message("toml-too-deep", "This is nested too deeply: more than {n} levels.", n=MAX_DEPTH)
TOO_MANY_DIGITS: Final = message(
    "toml-invalid",
    "This is not valid TOML: {fault}.",
    fault=message("toml-number-too-long", "a number has too many digits"),
)
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
"""Strings and comments, complete or not, punctuation, and numbers that are too long.

No alternative fails after a long match, so the search takes time in proportion to the text.
"""


class TomlLimitError(ValueError):
    """A text is more complex than any document needs; `message` says how, `line` counts from 1."""

    def __init__(self, message: Message, text: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
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
    """Checks a text, valid or not, in time proportional to its length.

    Raises:
        TomlLimitError: It exceeds `MAX_PARTS`, `MAX_DEPTH` or `MAX_DIGITS`.
    """
    dots = depth = 0
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        if mark is None:
            if token["number"]:
                raise TomlLimitError(TOO_MANY_DIGITS, text, token.start())
            continue
        if mark == ".":
            dots += 1
            if dots >= MAX_PARTS:
                fault = message("toml-key-too-long", "This key has too many parts: more than {n}.", n=MAX_PARTS)
                raise TomlLimitError(fault, text, token.start())
            continue
        dots = 0
        if mark in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise TomlLimitError(TOO_DEEP, text, token.start())
        elif mark in "]}" and depth:
            depth -= 1
