"""Documents that are edited in the window: open, edit, save, and detect changes of their files."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from runtime.documents import surgery
from runtime.documents.cars import team_value
from runtime.documents.history import Snapshot
from runtime.documents.maps import is_map_file
from runtime.documents.match_file import not_a_match, read_match_text
from runtime.documents.model import Match, Reading
from runtime.documents.outline import KeyPath
from runtime.documents.source import BOM, MAX_BYTES, DocumentError, absolute, decode, parse, read_bytes
from runtime.documents.surgery import EditError, Value, set_values
from runtime.files import reason_of, write_atomically
from runtime.model.game_facts import BLUE, ORANGE
from runtime.model.messages import Message, message
from runtime.model.problems import Problem, Repair, Severity

NEW_TEXT: Final = '[match]\ngame_mode = "Soccar"\ngame_map_upk = "Stadium_P"\n'
UNTITLED: Final = "untitled.toml"
T = TypeVar("T")

TextEdit = Callable[[str], str]
"""A function from the text of a document to the edited text; raises `EditError` if that is impossible."""

_MAP: Final = ("match", "game_map_upk")
"""A link only where it names a file; otherwise a map of the game."""


class OnDisk(Enum):
    """The document's file now, compared with the time when it was opened or last saved."""

    SAME = "same"
    """Also for a document without a file."""
    CHANGED = "changed"
    GONE = "gone"


class ChangedOnDiskError(DocumentError):
    """The file has changed since it was opened, and saving would overwrite the changes."""


class TextDocument(Generic[T]):
    """One TOML document of any kind that is being edited; owned by one thread.

    An edit either changes `text`, or raises `EditError` and changes nothing. Comments, order, unknown keys, spacing and
    line breaks outside of the edit are preserved. For undo, keep `snapshot` and pass it to `restore`.
    """

    links: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Paths of keys that link to files, with `*` for each element; they are rewritten when the document moves."""

    def __init__(self, text: str, path: Path | None, *, disk: bytes | None = None) -> None:
        self._text = text
        self._path = path
        self._has_bom = disk is not None and disk.startswith(BOM)
        self._saved_text: str | None = text
        self._fingerprint = _fingerprint(disk)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Opens a file.

        Raises:
            DocumentError: it cannot be read, or is not TOML.
        """
        path = path.absolute()
        text, data = _read(path)
        return cls(text, path, disk=data)

    @classmethod
    def new(cls) -> Self:
        """Returns a document without a file."""
        raise NotImplementedError

    @classmethod
    def recovered(cls, text: str, path: Path | None) -> Self:
        """Returns a document with an unsaved text, such as a recovered one; its file's content counts as last saved."""
        try:
            document = cls.open(path) if path is not None else cls.new()
        except DocumentError:
            document = cls("", path)
            document.lose_file()
        document._text = text
        return document

    @property
    def text(self) -> str:
        """The current text, without a byte order mark."""
        return self._text

    @property
    def path(self) -> Path | None:
        """The document's file; None before the first save."""
        return self._path

    @property
    def problem_path(self) -> Path:
        """The path of the document in the problems of `reading`."""
        return self._path or Path(UNTITLED).absolute()

    @property
    def dirty(self) -> bool:
        """True if the text differs from the one that was opened or last saved."""
        return self._text != self._saved_text

    @property
    def is_saved_somewhere(self) -> bool:
        """True if a file contains the text that was opened or last saved, as far as is known."""
        return self._saved_text is not None

    @property
    def snapshot(self) -> Snapshot:
        """The current state, for `restore`."""
        return Snapshot(text=self._text, folder=self._folder)

    @property
    def on_disk(self) -> OnDisk:
        """The state of the file since it was opened or saved; reads the file."""
        if self._path is None:
            return OnDisk.SAME
        try:
            data = read_bytes(self._path)
        except DocumentError:
            return OnDisk.CHANGED if self._path.exists() else OnDisk.GONE
        return OnDisk.SAME if _fingerprint(data) == self._fingerprint else OnDisk.CHANGED

    def reading(self) -> Reading[T]:
        """Reads the value from the current text."""
        raise NotImplementedError

    def restore(self, snapshot: Snapshot) -> None:
        """Replaces the text with a snapshot's; links are rewritten if it was taken in another folder.

        Raises:
            DocumentError: it is not TOML, or its links cannot be followed.
        """
        path = self._path or Path(UNTITLED)
        parse(path, snapshot.text)
        try:
            self._text = moved(snapshot.text, snapshot.folder, self._folder, self.links)
        except EditError as error:
            raise _error(path, error.message) from error

    def reload(self) -> None:
        """Replaces the text with the file's.

        Raises:
            DocumentError: it cannot be read, or is not TOML.
        """
        if self._path is None:
            return
        text, data = _read(self._path)
        self._text = self._saved_text = text
        self._has_bom = data.startswith(BOM)
        self._fingerprint = _fingerprint(data)

    def keep_mine(self) -> None:
        """Accepts that another program has changed the file; the next save overwrites it."""
        if self._path is None:
            return
        try:
            data = read_bytes(self._path)
        except DocumentError:
            self._fingerprint, self._saved_text = b"", None
            return
        self._fingerprint = _fingerprint(data)
        self._saved_text = data.removeprefix(BOM).decode(errors="replace")

    def lose_file(self) -> None:
        """Records that the file is gone and the text is saved nowhere."""
        self._saved_text = None

    def link(self, target: Path) -> str:
        """Returns the text by which the document links to a file."""
        return link(self._folder, target)

    def edit(self, change: TextEdit) -> None:
        """Applies an edit, such as `cars.swap_sides`."""
        self._text = change(self._text)

    def repair(self, repair: Repair) -> None:
        """Applies the repair of a problem."""
        text, path = self._text, repair.path
        if repair.new_key:
            self._text = surgery.rename_key(text, path, repair.new_key)
        elif repair.new_table:
            self._text = surgery.move_key(text, path, repair.new_table)
        elif repair.value is not None:
            self._text = surgery.set_value(text, path, repair.value)
        else:
            self._text = surgery.unset_values(text, [path])

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> None:
        """Writes the document to `path` or its own file, atomically.

        In another folder, relative links are rewritten to reach the same files.

        Raises:
            ChangedOnDiskError: the file changed since it was opened, and `overwrite` is false.
            DocumentError: there is no path, or it cannot be written.
        """
        target = path.absolute() if path is not None else self._path
        if target is None:
            raise _error(Path(UNTITLED), message("no-file", "The document has no file yet."))
        if target == self._path and not overwrite and self.on_disk is OnDisk.CHANGED:
            reason = message("changed-on-disk", "The file was changed by another program since it was opened.")
            raise ChangedOnDiskError(_error(target, reason).problem)
        try:
            text = moved(self._text, self._folder, target.parent, self.links)
        except EditError as error:
            raise _error(target, error.message) from error
        data = (BOM if self._has_bom else b"") + text.encode()
        if len(data) > MAX_BYTES:
            raise _error(target, message("document-too-large", "The document is too large."))
        try:
            write_atomically(target, data)
        except OSError as error:
            reason = message("file-unwritable", "The file cannot be written: {reason}.", reason=reason_of(error))
            raise _error(target, reason) from error
        self._text = self._saved_text = text
        self._path = target
        self._fingerprint = _fingerprint(data)

    @property
    def _folder(self) -> Path | None:
        return self._path.parent if self._path is not None else None


class MatchDocument(TextDocument[Match]):
    """One match.toml that is being edited."""

    links: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("cars", "*", "config_file"),
        ("cars", "*", "loadout_file"),
        ("scripts", "*", "config_file"),
        _MAP,
    )

    @classmethod
    def open(cls, path: Path) -> Self:
        foreign = not_a_match(path)
        if foreign is not None:
            raise DocumentError(foreign)
        return super().open(path)

    @classmethod
    def new(cls) -> Self:
        """Returns a document without cars and without a file."""
        return cls(NEW_TEXT, None)

    @classmethod
    def against(cls, bot_toml: Path) -> Self:
        """Returns a new document without unsaved changes, in which a human plays against a bot."""
        document = cls.new()
        document.add_human(BLUE)
        document.add_bot(bot_toml, ORANGE)
        return cls(document.text, None)

    def reading(self, *, platform: str = sys.platform) -> Reading[Match]:
        """Reads the match from the current text."""
        return read_match_text(self._text, self.problem_path, platform=platform)

    def add_bot(self, bot_toml: Path, team: int) -> None:
        """Adds a car for a bot."""
        self._add_car(team, config_file=self.link(bot_toml))

    def add_psyonix(self, team: int, skill: str = "AllStar") -> None:
        """Adds a car driven by the game."""
        self._add_car(team, type="Psyonix", skill=skill)

    def add_human(self, team: int) -> None:
        """Adds a car driven by a human."""
        self._add_car(team, type="Human")

    def add_script(self, script_toml: Path) -> None:
        """Adds a script."""
        self._append("scripts", {"config_file": self.link(script_toml)})

    def remove_car(self, position: int) -> None:
        """Removes the car at a position in the document's list."""
        self.edit(lambda text: surgery.remove_table(text, "cars", position))

    def _add_car(self, team: int, **values: Value) -> None:
        self._append("cars", {**values, "team": team_value(self._text, team)})

    def _append(self, array: str, values: dict[str, Value]) -> None:
        self._text = surgery.append_table(self._text, array, values)


def _read(path: Path) -> tuple[str, bytes]:
    data = read_bytes(path)
    return parse(path, decode(path, data)).text, data


def _fingerprint(data: bytes | None) -> bytes:
    return b"" if data is None else blake2b(data).digest()


def _error(path: Path, text: Message) -> DocumentError:
    return DocumentError(Problem(severity=Severity.ERROR, path=path, message=text))


_FARTHEST_UP: Final = 3
"""Maximum number of `..` in a link; files farther away are linked by absolute paths."""


def link(folder: Path | None, target: Path) -> str:
    """Returns the text by which a document in `folder` links to `target`: a relative path to a near file."""
    target = target.absolute()
    if folder is None:
        return target.as_posix()
    try:
        relative = Path(os.path.relpath(target, folder))
    except ValueError:
        return target.as_posix()
    is_near = relative.parts.count(os.pardir) <= _FARTHEST_UP
    return (relative if is_near else target).as_posix()


def moved(text: str, folder: Path | None, new_folder: Path | None, links: Iterable[tuple[str, ...]]) -> str:
    """Returns the text of a document for another folder, with links to the same files.

    A document without a folder has absolute links. Those to files near the new folder become relative, so a match can
    be moved together with its bots. If a document with a folder has absolute links, its author wrote them, and they
    stay.

    Raises:
        EditError: a link is written in a way that cannot be followed.
    """
    if folder == new_folder:
        return text
    try:
        data = parse(folder or Path(), text).data
    except DocumentError:  # a recovered text may be invalid
        return text
    values: dict[KeyPath, Value] = {}
    for path, written in (found for pattern in links for found in _texts_at(data, pattern)):
        is_file = bool(written) if path != _MAP else is_map_file(written)
        if not is_file or Path(written).is_absolute() != (folder is None):
            continue
        renewed = link(new_folder, Path(written) if folder is None else absolute(folder, written))
        if renewed != written:
            values[path] = renewed
    return set_values(text, values)


def _texts_at(value: Any, pattern: tuple[str, ...], path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yields the texts whose paths match a pattern of `TextDocument.links`, with their paths."""
    if not pattern:
        if isinstance(value, str):
            yield path, value
    elif pattern[0] == "*":
        for position, inner in enumerate(value if isinstance(value, list) else ()):
            yield from _texts_at(inner, pattern[1:], (*path, position))
    elif isinstance(value, dict) and pattern[0] in value:
        yield from _texts_at(value[pattern[0]], pattern[1:], (*path, pattern[0]))
