"""The check of a new version before it runs: which files each check gets, and what its output says."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity

MOST_CHARACTERS: Final = 16_000
"""Of paths in one command line; Windows takes 32,767 characters in all."""


def batches(files: Iterable[Path], most: int = MOST_CHARACTERS) -> list[list[Path]]:
    """The files in groups that fit into a command line each; one group at least, which may be empty."""
    groups: list[list[Path]] = [[]]
    left = most
    for file in files:
        size = len(str(file)) + 1
        if size > left and groups[-1]:
            groups.append([])
            left = most
        groups[-1].append(file)
        left -= size
    return groups


class ProbeOutput:
    """Collects what the program `processes.source_probe` prints."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.is_checked = False
        """Whether the program has found every file to be fine."""
        self.other = ""
        """The last line that is none of the program's, such as an interpreter's complaint."""

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
        line = content["line"]
        self.problems.append(
            Problem(
                severity=Severity.ERROR,
                path=Path(str(content["file"])),
                line=line if isinstance(line, int) else None,
                message=literal(_sentence(str(content["message"]))),
            )
        )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
