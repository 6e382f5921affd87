"""Log lines: runs of text with a style (ECMA-48 control sequences), and their level."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Final

_SEQUENCE: Final = re.compile(r"\x1b\[([0-9;:?]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b.")
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_BASIC: Final = 8
_CUBE_STEPS: Final = (0, 95, 135, 175, 215, 255)
"""Levels of red, green and blue in xterm's 256 colours."""


@dataclass(frozen=True, slots=True)
class Style:
    """Style of a run of text."""

    colour: int | str | None = None
    """0 to 15 of the theme's table, `#rrggbb`, or the text's own."""
    is_bold: bool = False
    is_italic: bool = False
    is_underlined: bool = False


_RLBOT_PREFIX: Final = re.compile(r"\d\d:\d\d:\d\d +(?P<level>[A-Z]+): *\S+\[ *\S+: *\d+ - +\S+\(\) *\] ?")
"""Prefix of messages of RLBot's Python package: time, level, logger, file, line and function."""


PLAIN: Final = Style()


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style."""

    text: str
    style: Style = PLAIN


def runs(line: str) -> list[Run]:
    """Returns the runs of a line. Tabs become four spaces, other control characters are removed."""
    if "\x1b" not in line:
        text = _clean(line)
        return [Run(text)] if text else []
    return [run for run in _cut(line) if run.text]


def without_rlbot_prefix(line: Sequence[Run]) -> tuple[Run, ...]:
    """Returns the runs without the prefix of RLBot's Python package, except for its level."""
    prefix = _RLBOT_PREFIX.match("".join(run.text for run in line))
    if prefix is None:
        return tuple(line)
    kept, place = [], 0
    for run in line:
        if place <= prefix.start("level") < place + len(run.text):
            kept.append(Run(f"{prefix['level']}: ", run.style))
        rest = run.text[max(0, prefix.end() - place) :]
        if rest:
            kept.append(Run(rest, run.style))
        place += len(run.text)
    return tuple(kept)


def plain_text(line: str) -> str:
    """Returns a line without control sequences."""
    return "".join(run.text for run in runs(line))


def _cut(line: str) -> Iterator[Run]:
    style, start = PLAIN, 0
    for found in _SEQUENCE.finditer(line):
        yield Run(_clean(line[start : found.start()]), style)
        start = found.end()
        if found[2] == "m":
            style = _restyled(style, found[1])
    yield Run(_clean(line[start:]), style)


def _clean(text: str) -> str:
    return _CONTROLS.sub("", text.replace("\t", "    "))


@lru_cache(maxsize=256)
def _restyled(style: Style, parameters: str) -> Style:
    """Returns the style after a sequence; bots use the same few for every line."""
    codes = [int(code) if code.isdigit() else 0 for code in parameters.replace(":", ";").split(";")]
    place = 0
    while place < len(codes):
        code = codes[place]
        if code in (38, 48):
            colour, used = _extended(codes[place + 1 :])
            place += used
            if code == 38 and colour is not None:
                style = replace(style, colour=colour)
        else:
            style = _simple(style, code)
        place += 1
    return style


def _simple(style: Style, code: int) -> Style:
    if code == 0:
        return PLAIN
    if 30 <= code < 30 + _BASIC:
        return replace(style, colour=code - 30)
    if 90 <= code < 90 + _BASIC:
        return replace(style, colour=code - 90 + _BASIC)
    changes: dict[int, dict[str, int | bool | None]] = {
        1: {"is_bold": True},
        3: {"is_italic": True},
        4: {"is_underlined": True},
        22: {"is_bold": False},
        23: {"is_italic": False},
        24: {"is_underlined": False},
        39: {"colour": None},
    }
    return replace(style, **changes[code]) if code in changes else style  # type: ignore[arg-type] # by field


def _extended(codes: list[int]) -> tuple[int | str | None, int]:
    """Returns the colour after code 38 or 48, and the number of codes it takes."""
    if codes[:1] == [5] and len(codes) >= 2:
        return _of_256(codes[1]), 2
    if codes[:1] == [2] and len(codes) >= 4:
        red, green, blue = (min(255, code) for code in codes[1:4])
        return f"#{red:02x}{green:02x}{blue:02x}", 4
    return None, len(codes)


def _of_256(number: int) -> int | str | None:
    if number < 16:
        return number
    if number < 232:
        red, green, blue = (_CUBE_STEPS[(number - 16) // step % 6] for step in (36, 6, 1))
        return f"#{red:02x}{green:02x}{blue:02x}"
    grey = 8 + 10 * (min(number, 255) - 232)
    return f"#{grey:02x}{grey:02x}{grey:02x}"


class Level(IntEnum):
    """Severity of a line."""

    DETAIL = 0
    INFO = 1
    WARNING = 2
    ERROR = 3


_WORDS: Final = (
    (
        Level.ERROR,
        re.compile(r"\b(?:ERROR|FATAL|CRITICAL|PANIC|panicked at)\b|\b\w*(?:Error|Exception)\b:?|Traceback \("),
    ),
    (Level.WARNING, re.compile(r"\b(?:WARN|WARNING)\b|\b\w*Warning:", re.ASCII)),
    (Level.DETAIL, re.compile(r"\b(?:DEBUG|TRACE|VERBOSE)\b")),
)


def level_of(plain: str) -> Level:
    """Returns the level that a line without control sequences names; `INFO` by default."""
    return next((level for level, words in _WORDS if words.search(plain)), Level.INFO)
