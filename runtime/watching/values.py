"""What is watched, and what is told about it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What belongs to one agent."""

    key: str
    """As in the roster: `blue-1`."""
    folders: tuple[Path, ...]
    """With everything in them, except what the ignore rules leave out: a version control's own files, virtual
    environments, caches, editors' temporary files, what a .gitignore names."""
    files: tuple[Path, ...] = ()
    """Single files; no ignore rule applies to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """What a person changed in one go, after it settled."""

    key: str
    files: tuple[Path, ...]
    """New, changed and deleted files: absolute, sorted, never empty."""
    seen_at: float
    """The watcher's clock (by default `time.monotonic`) at the first sign of the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchNotice:
    """What a user should know about the watching itself."""

    keys: tuple[str, ...]
    """The agents that it concerns."""
    text: str
    """Whole sentences: what, where, and what to do about it."""
    about: str
    """The folder or file that it concerns; empty where it concerns all of them."""
