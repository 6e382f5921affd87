"""The match document that a window edits."""

import os
import sys
from collections.abc import Callable
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from typing import Final

from runtime.documents import cars, surgery
from runtime.documents.history import Snapshot
from runtime.documents.match_file import read_match_text
from runtime.documents.model import Match, Reading
from runtime.documents.outline import KeyPath
from runtime.documents.source import MAX_BYTES, absolute, parse, read_bytes
from runtime.documents.surgery import EditError, Value, set_values
from runtime.files import write_atomically
from runtime.model.problems import Problem, Repair, Severity

NEW_TEXT: Final = '[match]\ngame_mode = "Soccar"\ngame_map_upk = "Stadium_P"\n'
UNTITLED: Final = "untitled.toml"
_BOM: Final = "\ufeff"

TextEdit = Callable[[str], str]
"""A text in, the edited text out; raises `EditError` when that cannot be done."""


class OnDisk(Enum):
    """What the document's file is, compared with what was opened or last saved."""

    SAME = "same"
    """Also said of a document that no file holds yet."""
    CHANGED = "changed"
    GONE = "gone"


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
    spacing and line breaks outside of the edit stay byte for byte. For undo, keep `snapshot` and give it to `restore`.
    """

    def __init__(self, text: str, path: Path | None, *, has_bom: bool = False, disk: bytes | None = None) -> None:
        self._text = text
        self._path = path
        self._has_bom = has_bom
        self._saved_text: str | None = text
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

    @classmethod
    def recovered(cls, text: str, path: Path | None) -> "MatchDocument":
        """A document whose unsaved text was kept elsewhere; its file counts as what was last saved."""
        try:
            document = cls.open(path) if path is not None else cls.new()
        except DocumentError:
            document = cls("", path)
            document.lose_file()
        document._text = text
        return document

    @property
    def text(self) -> str:
        """The document as it stands now, without a byte order mark."""
        return self._text

    @property
    def path(self) -> Path | None:
        """The file that holds it; None before the first save."""
        return self._path

    @property
    def problem_path(self) -> Path:
        """The path under which `reading` reports problems of the document itself."""
        return self._path or Path(UNTITLED).absolute()

    @property
    def dirty(self) -> bool:
        """Whether the text differs from what was opened or last saved."""
        return self._text != self._saved_text

    @property
    def is_saved_somewhere(self) -> bool:
        """Whether any file holds what was opened or last saved, as far as is known."""
        return self._saved_text is not None

    @property
    def snapshot(self) -> Snapshot:
        """The document as it stands now, for `restore`."""
        return Snapshot(text=self._text, folder=self._folder)

    @property
    def on_disk(self) -> OnDisk:
        """What has become of the file since it was opened or saved."""
        if self._path is None:
            return OnDisk.SAME
        data, _ = read_bytes(self._path)
        if data is None:
            return OnDisk.CHANGED if self._path.exists() else OnDisk.GONE
        return OnDisk.SAME if _fingerprint(data) == self._fingerprint else OnDisk.CHANGED

    @property
    def has_changed_on_disk(self) -> bool:
        """Whether somebody else has written the file since; a file that is gone has not changed."""
        return self.on_disk is OnDisk.CHANGED

    def reading(self, *, platform: str = sys.platform) -> Reading[Match]:
        """What the document says now, unsaved edits included."""
        return read_match_text(self._text, self.problem_path, platform=platform)

    def restore(self, snapshot: Snapshot) -> None:
        """Takes an earlier (or any other) text; if it stood in another folder, its links are rewritten.

        Raises:
            DocumentError: it is not TOML, or its links cannot be followed.
        """
        source, problem = parse(self._path or Path(UNTITLED), snapshot.text)
        if source is None and problem is not None:
            raise DocumentError(problem)
        try:
            self._text = moved(snapshot.text, snapshot.folder, self._folder)
        except EditError as error:
            raise DocumentError(_problem(self._path or Path(UNTITLED), str(error))) from error

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

    def keep_mine(self) -> None:
        """Stands by its own text although the file was changed; the next save overwrites that."""
        if self._path is None:
            return
        data, _ = read_bytes(self._path)
        self._fingerprint = _fingerprint(data)
        self._saved_text = None if data is None else data.decode(errors="replace").removeprefix(_BOM)

    def lose_file(self) -> None:
        """The file is gone: what the document holds is saved nowhere."""
        self._saved_text = None

    def add_bot(self, bot_toml: Path, team: int) -> None:
        """Adds a car for a bot.

        Raises:
            EditError: the document cannot take it.
        """
        self._append("cars", {"config_file": self.link(bot_toml), "team": team})

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
        self._append("scripts", {"config_file": self.link(script_toml)})

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
        self._text = cars.set_teams(self._text, {position: team})

    def link(self, target: Path) -> str:
        """How the document names a file."""
        return link(self._folder, target)

    def edit(self, change: TextEdit) -> None:
        """Makes any edit of the modules beside this one, such as `cars.swap_sides`.

        Raises:
            EditError: it cannot be made.
        """
        self._text = change(self._text)

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

    def repair(self, repair: Repair) -> None:
        """Makes the edit that solves a problem.

        Raises:
            EditError: it cannot be made.
        """
        if repair.new_key:
            self._text = surgery.rename_key(self._text, repair.path, repair.new_key)
        elif repair.new_table:
            self._text = surgery.move_key(self._text, repair.path, repair.new_table)
        elif repair.value is not None:
            self._text = surgery.set_value(self._text, repair.path, repair.value)
        else:
            self._text = surgery.unset_value(self._text, repair.path)

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
        try:
            text = moved(self._text, self._folder, target.parent)
        except EditError as error:
            raise DocumentError(_problem(target, str(error))) from error
        data = ((_BOM if self._has_bom else "") + text).encode()
        if len(data) > MAX_BYTES:
            raise DocumentError(_problem(target, "The document is too large."))
        try:
            write_atomically(target, data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DocumentError(_problem(target, f"The file cannot be written: {reason}.")) from error
        self._text = self._saved_text = text
        self._path = target
        self._fingerprint = _fingerprint(data)

    @property
    def _folder(self) -> Path | None:
        return self._path.parent if self._path is not None else None

    def _append(self, array: str, values: dict[str, Value]) -> None:
        self._text = surgery.append_table(self._text, array, values)


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


_FARTHEST_UP: Final = 3
"""A file that lies more folders up than this is named by its whole path."""
_LINKS: Final = {"cars": ("config_file", "loadout_file"), "scripts": ("config_file",)}


def link(folder: Path | None, target: Path) -> str:
    """How a document in `folder` names `target`: relative while they are near each other."""
    target = target.absolute()
    if folder is None:
        return target.as_posix()
    try:
        relative = Path(os.path.relpath(target, folder))
    except ValueError:
        return target.as_posix()
    is_near = relative.parts.count(os.pardir) <= _FARTHEST_UP
    return (relative if is_near else target).as_posix()


def moved(text: str, folder: Path | None, new_folder: Path | None) -> str:
    """Returns a document's text as it must be in another folder, for its links to reach the same files.

    A document without a folder has absolute links; those to files near the new folder become relative, so that a match
    can be moved together with its bots. Absolute links of a document that has a file were written by its author; they
    stay.

    Raises:
        EditError: a link is written in a way that cannot be followed.
    """
    if folder == new_folder:
        return text
    source, _ = parse(folder or Path(), text)
    values: dict[KeyPath, Value] = {}
    for array, keys in _LINKS.items():
        tables = source.data.get(array, []) if source is not None else []
        for position, table in enumerate(tables if isinstance(tables, list) else []):
            for key in keys:
                written = table.get(key) if isinstance(table, dict) else None
                if not isinstance(written, str) or not written or Path(written).is_absolute() != (folder is None):
                    continue
                renewed = link(new_folder, Path(written) if folder is None else absolute(folder, written))
                if renewed != written:
                    values[array, position, key] = renewed
    return set_values(text, values)
