"""What a bot requires, as plain values."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_RUNS_OF_MARKS: Final = re.compile(r"[-_.]+")


def canonical(name: str) -> str:
    """A package's name as all its spellings have it (PEP 503)."""
    return _RUNS_OF_MARKS.sub("-", name).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One line that asks for a package."""

    text: str
    """As an installer takes it in a requirements file; paths in it are absolute."""
    file: Path
    line: int
    """Counts from 1; where the line begins. 0 for what Kickabout adds."""
    name: str = ""
    """Canonical; empty where the line names only an address."""
    url: str = ""
    """Where the package comes from, when the line says it; a path becomes a `file:` address."""
    has_hashes: bool = False

    @property
    def title(self) -> str:
        """The line in short, for people: without hashes."""
        return self.text.split(" --hash", 1)[0].strip()

    @property
    def spot(self) -> str:
        """File and line, as messages name them."""
        return f"{self.file}:{self.line}" if self.line else str(self.file)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A line that cannot be installed, and why; `reason` is a sentence."""

    text: str
    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        spot = f"{self.file}:{self.line}" if self.line else str(self.file)
        return f"{spot}: '{self.text}' could not be installed. {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """Everything that a bot's own file requires, files that it includes counted in."""

    file: Path
    """The file that was read first: requirements.txt or pyproject.toml."""
    lines: tuple[Requirement, ...] = ()
    options: tuple[str, ...] = ()
    """Lines that are for the installer (`--find-links /bots/ada/wheels`), in order, with absolute paths."""
    faults: tuple[Fault, ...] = ()
    """Lines and included files that could not be understood."""
    digest: str = ""
    """Changes with everything that an installer would see: comments and order of files do not count."""

    @property
    def are_hashed(self) -> bool:
        """Whether installers insist on a hash for every package."""
        return any(line.has_hashes for line in self.lines) or "--require-hashes" in self.options
