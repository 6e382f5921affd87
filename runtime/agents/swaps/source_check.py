"""The check of the source of an agent's next version by the program `processes.source_probe`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity

MAX_PATH_CHARACTERS: Final = 16_000
"""Maximum number of characters of paths in a command line; Windows allows 32,767 in all."""


class CheckOutput:
    """Collects what the program `processes.source_probe` prints."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.is_checked = False
        """True if all files compile."""
        self.other = ""
        """The last line that does not come from the program, such as an error message of the interpreter."""

    def add(self, lines: Iterable[str]) -> None:
        """Takes the next lines."""
        for line in lines:
            try:
                self._add(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                self.other = line.strip() or self.other

    def _add(self, content: dict[str, object]) -> None:
        if "checked" in content:
            self.is_checked = True
            return
        line, text = content["line"], str(content["message"])
        self.problems.append(
            Problem(
                severity=Severity.ERROR,
                path=Path(str(content["file"])),
                line=line if isinstance(line, int) else None,
                message=literal(f"{text[:1].upper()}{text[1:].rstrip('.')}."),
            )
        )


def batches(files: Iterable[Path], limit: int = MAX_PATH_CHARACTERS) -> list[list[Path]]:
    """Divides files into groups that each fit into a command line; returns at least one group, which may be empty."""
    groups: list[list[Path]] = [[]]
    left = limit
    for file in files:
        size = len(str(file)) + 1
        if size > left and groups[-1]:
            groups.append([])
            left = limit
        groups[-1].append(file)
        left -= size
    return groups
