"""A finding about a document: what is wrong, where, and what would fix it."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from runtime.model.messages import Message, Text


class Severity(Enum):
    """`ERROR` keeps the match from starting; `WARNING` does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """An edit of one key that solves a problem: a new value, name or table, or its removal if none is given."""

    path: tuple[str | int, ...]
    """The key's place in the document: `("cars", 0, "team")`."""
    value: str | int | float | bool | None = None
    new_key: str = ""
    new_table: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding about one place in one document.

    `line` counts from 1 and is None where the whole file is meant. `key` is the dotted path inside the document
    (`cars[0].team`). `message` is a whole sentence; `fix` is a whole sentence or empty. `repair` is given if an edit of
    the document in `path` does what `fix` says.
    """

    severity: Severity
    path: Path
    message: Text
    line: int | None = None
    key: str = ""
    fix: Text = ""
    repair: Repair | None = None

    @property
    def is_error(self) -> bool:
        """Whether the document cannot be used as it is."""
        return self.severity is Severity.ERROR

    def as_json(self) -> dict[str, Any]:
        """The finding as the command line's JSON documents show it."""
        return {
            "severity": self.severity.value,
            "file": str(self.path),
            "line": self.line,
            "key": self.key,
            "message": str(self.message),
            "fix": str(self.fix),
            **(self.message.as_json() if isinstance(self.message, Message) else {"code": "text", "args": {}}),
        }

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line is not None else str(self.path)
        fix = f" {self.fix}" if self.fix else ""
        return f"{place}: {self.severity.value}: {self.message}{fix}"
