"""The match document that a window edits: text in, text out, and nothing lost on the way."""

import os
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Final

from runtime.config import surgery
from runtime.config.documents import read_match_text
from runtime.config.model import Match, Reading
from runtime.config.outline import KeyPath
from runtime.config.source import MAX_BYTES, absolute, parse, read_bytes
from runtime.config.surgery import EditError, Value
from runtime.config.writing import write_aside
from runtime.problems import Problem, Severity

NEW_TEXT: Final = '[match]\ngame_mode = "Soccar"\ngame_map_upk = "Stadium_P"\n'
UNTITLED: Final = "untitled.toml"
_BOM: Final = "\ufeff"
_FARTHEST_UP: Final = 3
"""A file that lies more folders up than this is named by its whole path."""

_TEAMS: Final = ("blue", "orange")
_LINKS: Final = {"cars": ("config_file", "loadout_file"), "scripts": ("config_file",)}


class DocumentError(Exception):
    """A document that cannot be opened or saved; carries the problem that says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class ChangedOnDiskError(DocumentError):
    """The file is no longer the one that was opened, and saving would overwrite what somebody else wrote."""


class MatchDocument:
    """One match.toml while it is edited; owned by one thread.

    Every edit is atomic: it changes `text` or raises `EditError` and changes nothing. Comments, order, unknown keys,
    spacing and line breaks outside of the edit stay byte for byte. For undo, keep `text` and give it to `restore`.
    """

    def __init__(self, text: str, path: Path | None, *, has_bom: bool = False, disk: bytes | None = None) -> None:
        self._text = text
        self._path = path
        self._has_bom = has_bom
        self._saved_text = text
        self._fingerprint = _fingerprint(disk)

    @classmethod
    def open(cls, path: Path) -> "MatchDocument":
        """Opens a file.

        Raises:
            DocumentError: it cannot be read, or is not TOML.
        """
        path = path.absolute()
        text, has_bom, data = _read(path)
        return cls(text, path, has_bom=has_bom, disk=data)

    @classmethod
    def new(cls) -> "MatchDocument":
        """A document without cars that no file holds yet."""
        return cls(NEW_TEXT, None)

    @property
    def text(self) -> str:
        """The document as it stands now, without a byte order mark."""
        return self._text

    @property
    def path(self) -> Path | None:
        """The file that holds it; None before the first save."""
        return self._path

    @property
    def dirty(self) -> bool:
        """Whether the text differs from what was opened or last saved."""
        return self._text != self._saved_text

    @property
    def has_changed_on_disk(self) -> bool:
        """Whether somebody else has written the file since; a file that is gone has not changed."""
        if self._path is None:
            return False
        data, _ = read_bytes(self._path)
        return data is not None and _fingerprint(data) != self._fingerprint

    def reading(self, *, platform: str = sys.platform) -> Reading[Match]:
        """What the document says now, unsaved edits included."""
        return read_match_text(self._text, self._path or Path(UNTITLED).absolute(), platform=platform)

    def restore(self, text: str) -> None:
        """Takes an earlier (or any other) text.

        Raises:
            DocumentError: it is not TOML.
        """
        source, problem = parse(self._path or Path(UNTITLED), text)
        if source is None and problem is not None:
            raise DocumentError(problem)
        self._text = text

    def reload(self) -> None:
        """Takes the file's text, whatever has been edited.

        Raises:
            DocumentError: it cannot be read, or is not TOML.
        """
        if self._path is None:
            return
        text, has_bom, data = _read(self._path)
        self._text = self._saved_text = text
        self._has_bom = has_bom
        self._fingerprint = _fingerprint(data)

    def add_bot(self, bot_toml: Path, team: int) -> None:
        """Adds a car for a bot.

        Raises:
            EditError: the document cannot take it.
        """
        self._append("cars", {"config_file": self._link(bot_toml), "team": team})

    def add_psyonix(self, team: int, skill: str = "AllStar") -> None:
        """Adds a car that the game drives.

        Raises:
            EditError: the document cannot take it.
        """
        self._append("cars", {"type": "Psyonix", "skill": skill, "team": team})

    def add_human(self, team: int) -> None:
        """Adds a car for a person.

        Raises:
            EditError: the document cannot take it.
        """
        self._append("cars", {"type": "Human", "team": team})

    def add_script(self, script_toml: Path) -> None:
        """Adds a script.

        Raises:
            EditError: the document cannot take it.
        """
        self._append("scripts", {"config_file": self._link(script_toml)})

    def remove_car(self, position: int) -> None:
        """Removes the car at a place in the document's list.

        Raises:
            EditError: there is none.
        """
        self._text = surgery.remove_table(self._text, "cars", position)

    def remove_script(self, position: int) -> None:
        """Removes the script at a place in the document's list.

        Raises:
            EditError: there is none.
        """
        self._text = surgery.remove_table(self._text, "scripts", position)

    def set_team(self, position: int, team: int) -> None:
        """Moves a car to team 0 or 1, in the document's own way of writing it: as number or as word.

        Raises:
            EditError: there is no such car or team.
        """
        if team not in range(len(_TEAMS)):
            raise EditError(f"Team {team} does not exist.")
        source, _ = parse(Path(UNTITLED), self._text)
        cars = source.data.get("cars") if source is not None else None
        written = cars[position].get("team") if isinstance(cars, list) and 0 <= position < len(cars) else None
        self.set_value(("cars", position, "team"), _TEAMS[team] if isinstance(written, str) else team)

    def set_value(self, path: KeyPath, value: Value) -> None:
        """Gives a key a value, such as `("match", "game_mode")` or `("cars", 0, "name")`.

        Raises:
            EditError: there is no place for it.
        """
        self._text = surgery.set_value(self._text, path, value)

    def unset_value(self, path: KeyPath) -> None:
        """Removes a key, so that its default holds.

        Raises:
            EditError: it is not written on a line of its own.
        """
        self._text = surgery.unset_value(self._text, path)

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> None:
        """Writes the document aside and renames it over `path`, or over its own file.

        In another folder, the relative paths of bots, scripts and loadouts are rewritten to reach the same files.

        Raises:
            ChangedOnDiskError: the file changed since it was opened, and `overwrite` is false.
            DocumentError: there is no path, or it cannot be written.
        """
        target = path.absolute() if path is not None else self._path
        if target is None:
            raise DocumentError(_problem(Path(UNTITLED), "The document has no file yet."))
        if target == self._path and not overwrite and self.has_changed_on_disk:
            raise ChangedOnDiskError(_problem(target, "The file was changed by another program since it was opened."))
        text = self._moved_to(target)
        data = ((_BOM if self._has_bom else "") + text).encode()
        if len(data) > MAX_BYTES:
            raise DocumentError(_problem(target, "The document is too large."))
        try:
            write_aside(target, data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DocumentError(_problem(target, f"The file cannot be written: {reason}.")) from error
        self._text = self._saved_text = text
        self._path = target
        self._fingerprint = _fingerprint(data)

    def _append(self, array: str, values: dict[str, Value]) -> None:
        self._text = surgery.append_table(self._text, array, values)

    def _link(self, target: Path) -> str:
        return _link(self._path.parent if self._path is not None else None, target.absolute())

    def _moved_to(self, target: Path) -> str:
        if self._path is None or self._path.parent == target.parent:
            return self._text
        source, _ = parse(self._path, self._text)
        text = self._text
        for array, keys in _LINKS.items():
            tables = source.data.get(array, []) if source is not None else []
            for position, table in enumerate(tables if isinstance(tables, list) else []):
                for key in keys:
                    written = table.get(key) if isinstance(table, dict) else None
                    if isinstance(written, str) and written and not Path(written).is_absolute():
                        link = _link(target.parent, absolute(self._path.parent, written))
                        text = surgery.set_value(text, (array, position, key), link)
        return text


def _link(folder: Path | None, target: Path) -> str:
    """How a document in `folder` names `target`: relative while they are near each other."""
    if folder is None:
        return target.as_posix()
    try:
        relative = Path(os.path.relpath(target, folder))
    except ValueError:
        return target.as_posix()
    is_near = relative.parts.count(os.pardir) <= _FARTHEST_UP
    return (relative if is_near else target).as_posix()


def _read(path: Path) -> tuple[str, bool, bytes]:
    data, problem = read_bytes(path)
    if data is None:
        raise DocumentError(problem or _problem(path, "This file cannot be read."))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DocumentError(_problem(path, "The file is not valid UTF-8.", line=line)) from error
    has_bom = text.startswith(_BOM)
    text = text.removeprefix(_BOM)
    source, problem = parse(path, text)
    if source is None:
        raise DocumentError(problem or _problem(path, "The file is not valid TOML."))
    return text, has_bom, data


def _fingerprint(data: bytes | None) -> bytes:
    return b"" if data is None else blake2b(data).digest()


def _problem(path: Path, message: str, *, line: int | None = None) -> Problem:
    return Problem(severity=Severity.ERROR, path=path, line=line, message=message)
