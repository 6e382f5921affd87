"""Unsaved work, kept aside in the state folder for the case that the program ends before it is saved."""

import contextlib
import json
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.files import read_text, write_atomically

VERSION: Final = 1
MOST_BYTES: Final = 16 << 20
"""A document of the largest size takes less, even with all its letters escaped."""
MAX_FILES: Final = 20
"""Of programs that ended badly; the oldest go when there are more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaved:
    """The text of a document that was not saved."""

    text: str
    path: Path | None
    """The document's file; None for one that never had any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What another program left behind."""

    unsaved: Unsaved
    file: Path


class RecoveryFolder:
    """One file for each running program; every method is quick, and none raises for what the disk does."""

    def __init__(self, folder: Path, *, pid: int | None = None) -> None:
        self._folder = folder
        self._pid = os.getpid() if pid is None else pid
        self._file = folder / f"{self._pid}-{secrets.token_hex(4)}.json"

    def keep(self, unsaved: Unsaved) -> bool:
        """Keeps a text, in place of the one kept before; tells whether it worked.

        It is renamed into place, but not forced to the disk: it must outlive the program, not the machine, and the
        window does not wait for it.
        """
        path = str(unsaved.path) if unsaved.path is not None else ""
        document = {"version": VERSION, "pid": self._pid, "path": path, "text": unsaved.text}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, json.dumps(document).encode(), is_durable=False)
        except (OSError, UnicodeEncodeError):
            return False
        return True

    def forget(self) -> None:
        """Removes what this program kept."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def discard(self, kept: Kept) -> None:
        """Removes what another program kept."""
        with contextlib.suppress(OSError):
            kept.file.unlink(missing_ok=True)

    def left_behind(self, is_alive: Callable[[int, float], bool]) -> tuple[Kept, ...]:
        """What programs kept that no longer run, the newest first; what is of no use is removed.

        `is_alive` tells whether a program with that process id runs that was started before that time.
        """
        found: list[tuple[float, Kept]] = []
        for file in self._files():
            with contextlib.suppress(OSError):
                written_s = file.stat().st_mtime
                content = _content(file)
                if content is None:
                    file.unlink(missing_ok=True)
                elif not is_alive(content[0], written_s):
                    found.append((written_s, Kept(unsaved=content[1], file=file)))
        found.sort(key=lambda entry: entry[0], reverse=True)
        for _, kept in found[MAX_FILES:]:
            self.discard(kept)
        return tuple(kept for _, kept in found[:MAX_FILES])

    def _files(self) -> list[Path]:
        try:
            return [file for file in self._folder.glob("*.json") if file != self._file]
        except OSError:
            return []


def process_is_alive(pid: int, before_s: float) -> bool:
    """Whether a process of that id runs that began before a time, in seconds since 1970."""
    import psutil  # noqa: PLC0415 - only asked where something was left behind

    try:
        return bool(psutil.Process(pid).create_time() <= before_s)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True


def _content(file: Path) -> tuple[int, Unsaved] | None:
    try:
        document: Any = json.loads(read_text(file, MOST_BYTES))
    except (UnicodeDecodeError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("version") != VERSION:
        return None
    pid, path, text = document.get("pid"), document.get("path"), document.get("text")
    if type(pid) is not int or pid <= 0 or not isinstance(path, str) or not isinstance(text, str):
        return None
    return pid, Unsaved(text=text, path=Path(path) if path else None)
