"""The check of the source of an agent's next version by the program `processes.source_probe`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from runtime.codec import CodecError, convert, decode
from runtime.model.messages import literal
from runtime.model.problems import Problem, Severity

MAX_PATH_CHARACTERS: Final = 16_000
"""Maximum number of characters of paths in a command line; Windows allows 32,767 in all."""


class _Fault(Struct):
    file: Path
    message: str
    line: int | None


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
                content = decode(line, dict[str, Any])
                if "checked" in content:
                    self.is_checked = True
                else:
                    self.problems.append(_problem(convert(content, _Fault)))
            except CodecError:
                self.other = line.strip() or self.other


def _problem(fault: _Fault) -> Problem:
    text = literal(f"{fault.message[:1].upper()}{fault.message[1:].rstrip('.')}.")
    return Problem(severity=Severity.ERROR, path=fault.file, line=fault.line, message=text)


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
