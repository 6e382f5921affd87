"""How serious a line of a log is, by the words that programs use."""

import re
from enum import IntEnum
from typing import Final


class Level(IntEnum):
    """From chatter to failure."""

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
    """The level of a line without control sequences; what names none is `INFO`."""
    return next((level for level, words in _WORDS if words.search(plain)), Level.INFO)
