"""Problems: findings about a document with severity, location and fix."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from runtime.model.messages import Message, message, sentences


class Severity(Enum):
    """An `ERROR` prevents the match from starting; a `WARNING` does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """An edit of one key that fixes a problem: a new value, name or table; without these, the key is removed."""

    path: tuple[str | int, ...]
    """The key's path in the document: `("cars", 0, "team")`."""
    value: str | int | float | bool | None = None
    new_key: str = ""
    new_table: tuple[str, ...] = ()
    is_certain: bool = False
    """The edit writes what is there already in a form that is valid, so it cannot be wrong. Any other edit is a guess,
    or changes what a match does; users apply it on its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding about one place in a document.

    `message` and `fix` are whole sentences. `line` counts from 1 and is None if the problem concerns the whole file.
    `key` is the dotted path in the document (`cars[0].team`). `repair` is the edit of the document that carries out
    `fix`, if one is known.
    """

    severity: Severity
    path: Path
    message: Message
    line: int | None = None
    key: str = ""
    fix: Message | None = None
    repair: Repair | None = None

    @property
    def is_error(self) -> bool:
        """True if the problem makes the document unusable."""
        return self.severity is Severity.ERROR

    def as_json(self) -> dict[str, Any]:
        """Returns the problem for the JSON output of the command line; texts are English."""
        return {
            "severity": self.severity.value,
            "file": str(self.path),
            "line": self.line,
            "key": self.key,
            "message": str(self.message),
            "fix": str(self.fix or ""),
            **self.message.as_json(),
        }

    @property
    def summary(self) -> Message:
        """The problem as one line: place, severity, message and fix."""
        place = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        said = sentences(self.message, self.fix)
        if self.is_error:
            return message("problem", "{place}: error: {said}", place=place, said=said)
        return message("problem", "{place}: warning: {said}", place=place, said=said)

    def __str__(self) -> str:
        return str(self.summary)
