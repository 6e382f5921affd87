"""The versions of one agent in a match: copies of their source, so that an earlier version can play again.

A copy is a folder beside the logs of the match. It has the source and small files of the agent's folder, which are
read-only there. Large files and the folders of tools, such as virtual environments, are links to the originals, because
all versions share them.
"""

import contextlib
import os
import shutil
import stat
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Final

from runtime.agents.roster import Agent
from runtime.deletion import discard
from runtime.documents import read_bot, read_script
from runtime.files import link, read_file, write_atomically
from runtime.folders import CACHE_FOLDERS, is_ignored_folder, is_made_by_tools
from runtime.library import version_of_folder
from runtime.watching.rules import Kind, kind_of

MAX_FILE_BYTES: Final = 4 << 20
"""Larger files are linked."""
MAX_BYTES: Final = 64 << 20
MAX_FILES: Final = 5000
"""Limits of one copy; a folder with more source than this cannot be restored."""
MAX_NEIGHBOURS: Final = 200
"""In a folder with more entries, a bot's neighbours are not linked."""
MAX_VERSIONS: Final = 10
"""Number of versions of an agent that are kept besides the one that plays; the oldest are deleted."""


class SourceDigest:
    """The digest of an agent's source, as the library shows it.

    A thread reads the source, so that a slow disk delays the match by no more than `WAIT_S`.
    """

    WAIT_S: Final = 0.1

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._digest = ""
        self._thread = Thread(target=self._read, name="source-digest", daemon=True)
        self._thread.start()

    @property
    def is_known(self) -> bool:
        """True if `value` returns at once."""
        return not self._thread.is_alive()

    def value(self) -> str:
        """Returns eight hexadecimal digits; empty if the folder has no agent's document or reading takes too long."""
        self._thread.join(self.WAIT_S)
        return self._digest

    def _read(self) -> None:
        version = version_of_folder(self._folder)
        self._digest = version.digest if version is not None else ""


class SourceCopy:
    """A copy of an agent's folder, which a thread makes. Links in it are followed, each real folder once."""

    def __init__(self, home: Path, place: Path) -> None:
        self.home = home
        self.target = place / home.name
        """The copy; beside it are links to what is beside the agent's folder, because bots share modules there."""
        self._place = place
        self._files = 0
        self._bytes = 0
        self._visited: set[tuple[int, int]] = set()
        self.is_complete = False
        """True if everything is copied or linked."""
        self._thread = Thread(target=self._run, name="source-copy", daemon=True)
        self._thread.start()

    def delete(self) -> None:
        """Deletes the copy in the background."""
        Thread(target=self._delete, name="source-copy", daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError, RecursionError):
            self._place.mkdir(parents=True, exist_ok=True)
            is_whole = self._copy_folder(self.home, self.target)
            self._link_neighbours()
            self.is_complete = is_whole

    def _delete(self) -> None:
        self._thread.join()
        discard(self._place)

    def _link_neighbours(self) -> None:
        with os.scandir(self.home.parent) as entries:
            neighbours = [entry for entry in entries if entry.name != self.home.name and not entry.name.startswith(".")]
        if len(neighbours) > MAX_NEIGHBOURS:
            return
        for entry in neighbours:
            if entry.is_dir() or kind_of(entry.name) is Kind.SOURCE:
                link(Path(entry.path), self._place / entry.name)

    def _copy_folder(self, folder: Path, target: Path) -> bool:
        """Copies a folder; returns false if it is too large."""
        target.mkdir()
        with os.scandir(folder) as entries:
            ordered = sorted(entries, key=lambda entry: entry.name)
        return all(self._copy_entry(entry, target / entry.name) for entry in ordered if entry.name not in CACHE_FOLDERS)

    def _copy_entry(self, entry: os.DirEntry[str], target: Path) -> bool:
        path = Path(entry.path)
        if entry.is_dir():
            status = path.stat()
            is_new = (status.st_dev, status.st_ino) not in self._visited
            self._visited.add((status.st_dev, status.st_ino))
            is_of_tools = is_ignored_folder(entry.name) or is_made_by_tools([inner.name for inner in path.iterdir()])
            if is_new and not is_of_tools:
                return self._copy_folder(path, target)
            link(path.resolve(), target)
        elif entry.is_file():
            size = entry.stat().st_size
            if size > MAX_FILE_BYTES and kind_of(entry.name) is not Kind.SOURCE:
                link(path, target)
                return True
            self._files += 1
            self._bytes += size
            if self._files > MAX_FILES or self._bytes > MAX_BYTES:
                return False
            shutil.copy2(path, target)
            if kind_of(entry.name) is Kind.SOURCE:
                target.chmod(stat.S_IMODE(target.stat().st_mode) & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
        return True


def write_back(copy: Path, home: Path, backup: Path) -> None:
    """Writes the source files of a copy that differ from those in the agent's folder `home` back into it.

    The files that are replaced are copied to the folder `backup` first. Files that the version did not have stay.

    Raises:
        OSError: a file cannot be read or written; those before it are written.
    """
    for path in sorted(path for path in copy.rglob("*") if kind_of(path.name) is Kind.SOURCE):
        place = path.relative_to(copy)
        if not path.is_file() or any((copy / part).is_symlink() for part in (place, *place.parents)):
            continue
        content, original = read_file(path, MAX_BYTES), home / place
        if original.is_file():
            if read_file(original, MAX_BYTES) == content:
                continue
            (backup / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(original, backup / place)
        original.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(original, content)


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version that has played."""

    files: tuple[Path, ...]
    """The files that had changed since the version before."""
    source: SourceDigest | None
    copy: SourceCopy | None
    """None if its source is not kept."""

    @property
    def folder(self) -> Path | None:
        """The folder with its source; None as long as that is not complete."""
        return self.copy.target if self.copy is not None and self.copy.is_complete else None

    def agent(self, agent: Agent) -> Agent | None:
        """Returns how to start `agent` from the copy; None if the copy's document cannot be read."""
        if self.folder is None or agent.source is None:
            return None
        read = read_bot if agent.cars else read_script
        document = read(self.folder / agent.source.name).value
        if document is None:
            return None
        return replace(
            agent, root_dir=document.root_dir, run_command=document.run_command, environment=document.environment
        )


class VersionBook:
    """The versions of one agent by number; owned by the match's thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._count = 0
        self._versions: dict[int, Version] = {}

    @property
    def folder(self) -> Path:
        """The folder of the copies."""
        return self._folder or Path(os.devnull)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The copies."""
        return tuple(version.folder for version in self._versions.values() if version.folder is not None)

    def copy(self, home: Path, working_folder: Path, number: int) -> SourceCopy | None:
        """Begins to copy the folder `home` of a version that starts.

        Returns None if no copies are kept, or if the version runs in a folder that the copy would not contain.
        """
        if self._folder is None or not working_folder.is_relative_to(home):
            return None
        self._count += 1
        return SourceCopy(home, self._folder / f"{number}-{self._count}")

    def add(self, number: int, files: tuple[Path, ...], source: SourceDigest | None, copy: SourceCopy | None) -> None:
        """Adds a version that has taken over; the copies of the oldest versions are deleted."""
        self._versions[number] = Version(files=files, source=source, copy=copy)
        for oldest in sorted(self._versions)[: -MAX_VERSIONS - 1]:
            self.remove(oldest)

    def remove(self, number: int) -> None:
        """Deletes the copy of a version that cannot play again."""
        version = self._versions.pop(number, None)
        if version is not None and version.copy is not None:
            version.copy.delete()

    def close(self, kept: int | None) -> None:
        """Deletes all copies but that of one version."""
        for number in [number for number in self._versions if number != kept]:
            self.remove(number)

    def get(self, number: int) -> Version | None:
        """Returns a version; None if it is not kept."""
        return self._versions.get(number)

    def earlier(self, playing: int) -> tuple[int, ...]:
        """Returns the versions that can play again, except the one that plays; the newest first."""
        kept = (number for number, version in self._versions.items() if version.folder is not None)
        return tuple(sorted((number for number in kept if number != playing), reverse=True))

    def files_after(self, number: int) -> tuple[Path, ...]:
        """Returns the files that have changed since a version."""
        later = (version.files for other, version in self._versions.items() if other > number)
        return tuple(dict.fromkeys(path for files in later for path in files))
