"""The places to watch, and the reports about them."""

from dataclasses import dataclass
from pathlib import Path

from runtime.model.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """The folders and files of one agent."""

    key: str
    """The agent's key in the roster: `blue-1`."""
    folders: tuple[Path, ...]
    """With everything in them, except what the ignore rules leave out.

    These are files of version control, virtual environments, caches, temporary files of editors, and what a .gitignore
    names.
    """
    files: tuple[Path, ...] = ()
    """Single files; no ignore rule applies to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """The files of one agent that changed in one burst."""

    key: str
    files: tuple[Path, ...]
    """New, changed and deleted files: absolute, sorted, never empty."""
    seen_at: float
    """The watcher's clock (by default `time.monotonic`) at the first event of the burst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchNotice:
    """Information for the user about the watching."""

    keys: tuple[str, ...]
    """The agents concerned."""
    text: Message
    about: str
    """The folder or file concerned; empty if it is all of them."""
