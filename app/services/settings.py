"""Settings that are kept between starts: one JSON file, versioned, never fatal.

Several programs may use the file at once: windows, and commands such as `kickabout pack add`. Each one reads it at its
start and merges its own changes into the file whenever it writes.
"""

import contextlib
import errno
import itertools
import logging
import os
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from runtime.codec import decode, encode, plain, salvage
from runtime.files import is_there, read_text, write_atomically
from runtime.locks import FileLock
from runtime.model.driving import DEFAULT_RAMP_MS
from runtime.model.values import BUILT_IN, REALTIME, Starter

VERSION: Final = 1
MAX_BYTES: Final = 64 << 20
Theme: TypeAlias = Literal["system", "light", "dark"]
THEMES: Final = get_args(Theme)
Count: TypeAlias = Annotated[int, Meta(ge=0)]
LOCK_S: Final = 1.0
"""Maximum wait for another program that is writing; after that, the file is written anyway."""
_RETRY_S: Final = 0.005
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPreset:
    """Match options that the user saved under a name."""

    name: str
    values: tuple[tuple[str, str], ...] = ()
    """Dotted keys of a match document and their values; the preset's other options have their defaults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; the defaults are those of a first start."""

    theme: Theme = "system"
    geometry: str = ""
    """Place and size of the window, as Qt writes them, in base64."""
    arrangement: str = ""
    """Arrangement of the panels, as Qt writes it, in base64."""
    game: str = BUILT_IN
    """The game that plays, as in `GameChoice`."""
    pace: str = REALTIME
    """The pace that was chosen last."""
    server_address: str = ""
    """`HOST:PORT` of a server that the user has started; empty for this computer and the usual port."""
    server_program: str = ""
    """Path of RLBotServer; empty to look in the usual places."""
    game_command: str = ""
    """Command that starts Rocket League; empty for the installed store."""
    game_starter: Starter = "auto"
    """The program that starts Rocket League: the one that has started RLBotServer, or always Kickabout."""
    has_anti_cheat: bool = False
    """True if Rocket League is started with anti-cheat."""
    last_document: str = ""
    """The match that was open: its path, `example:3v3`, or empty for the first example."""
    recent_documents: tuple[str, ...] = ()
    """Paths of matches that were open before, newest first."""
    last_run: str = ""
    """Path of the document of a training run that was open last."""
    recent_runs: tuple[str, ...] = ()
    """Paths of documents of training runs that were open before, newest first."""
    presets: tuple[OwnPreset, ...] = ()
    """In the order in which they were saved."""
    library_folders: tuple[str, ...] = ()
    """Paths of the folders that the library scans."""
    hidden_folders: tuple[str, ...] = ()
    """Library folders, or the folder of examples, that are currently not scanned."""
    library_order: str = ""
    """Sort order of the library; empty for names."""
    favourites: tuple[str, ...] = ()
    """Paths of the bots' documents that the user marked."""
    recent_bots: tuple[str, ...] = ()
    """Paths of the bots' documents that were used, newest first."""
    editor: str = ""
    """Command that opens a bot's source; empty for the system's default program."""
    language: str = ""
    """`en`, `de`, or empty for the system's language; read at start."""
    interpreter: str = ""
    """Path of the Python for bots that bring none; empty for Kickabout's own."""
    swap_mode: str = "ask"
    """Reaction to a bot's source that is saved during a match: `ask`, `auto` or `off`."""
    keep_former_s: Count = 5
    """Time for which the old version of a bot is kept after a reload, in case the new one fails; 0 keeps none."""
    second_version_mb: Count = 4096
    """Memory limit of a new version until it plays, and of an old version that is kept."""
    is_fair: bool = False
    """True if processors are shared out between the teams."""
    drive_keys: tuple[str, ...] = ()
    """Changes of the keys for driving, as `runtime.model.driving.keys_from` reads them."""
    drive_ramp_ms: Count = DEFAULT_RAMP_MS
    """Game time in which steering by key reaches full lock; 0 for instantly."""
    plots: tuple[str, ...] = ()
    """Keys of the plots that are shown; empty for the first."""
    plot_channels: tuple[str, ...] = ("car.speed", "car.boost")
    """The axes of the user's own plot: channels, joined by `+`."""
    shows_drawings: bool = True
    """True if the arena view shows drawings of bots."""
    shows_replays: bool = True
    """True if the arena view shows goals again."""
    shows_path: bool = False
    """True if the arena view shows the predicted path of the ball, which slows matches in lockstep."""
    camera: str = "director"
    """Camera of the arena view, a value of `CameraKind`."""
    memory_mb: Count = 0
    """Memory limit of one agent; 0 for none."""
    console_lines: tuple[str, ...] = ()
    """Commands that were typed to games, newest last."""
    is_console_shown: bool = True
    """True if the console line is shown below the log."""
    outside_notices: str = "away"
    """When notices are shown outside the window: `away` while it is not in front, or `never`."""
    has_tray_icon: bool = False
    """True if the tray icon is always there; otherwise it is there only while it shows a notice."""


class SettingsFile:
    """Reads and writes `settings.json` in a folder; one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.trouble = ""
        """Why the last write failed; empty when it succeeded."""
        self.unread = ""
        """Why the file could not be read although its content may be fine; nothing is written then."""
        self._lock = FileLock(folder / ".settings.lock")
        self._base: Settings | None = None
        """Our settings as last read or written; a write merges only what has changed since then."""

    def load(self) -> Settings:
        """Returns the settings, or defaults where there is no usable file.

        A broken file is set aside. One that cannot be read, or that a newer version wrote, stays.
        """
        settings = Settings()
        try:
            settings = self._stored() or settings
        except OSError as error:
            self.unread = error.strerror or str(error)
            _LOG.warning("The settings in %s cannot be read, so nothing is saved: %s", self.path, self.unread)
        if self._base is None:
            self._base = settings
        return settings

    def peek(self) -> Settings:
        """Returns the settings and changes nothing; defaults where there is no usable file."""
        try:
            return _from_json(read_text(self.path, MAX_BYTES))
        except (OSError, ValueError):
            return Settings()

    def save(self, settings: Settings) -> bool:
        """Merges the changes since the last `load` or `save` into the file; returns whether that worked."""
        if self.unread:
            return False
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self._locked():
                theirs = self._stored()
                both = settings if theirs is None or self._base is None else merged(self._base, settings, theirs)
                text = encode({"version": VERSION, **plain(both)}, indent=2)
                write_atomically(self.path, text + b"\n", is_private=True)
        except OSError as error:
            _LOG.warning("The settings cannot be written: %s", error)
            self.trouble = error.strerror or str(error)
            return False
        self.trouble = ""
        self._base = settings
        return True

    def is_saved(self, settings: Settings) -> bool:
        """Returns whether these settings were read from the file or written to it."""
        return settings == self._base

    def check_writable(self) -> None:
        """Makes the folder and sets `trouble` if the file could not be written there."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            is_writable = os.access(self.path.parent, os.W_OK | os.X_OK)
            self.trouble = "" if is_writable else os.strerror(errno.EACCES)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _stored(self) -> Settings | None:
        """Returns the content of the file; None without a file, and after a broken one was set aside.

        Raises:
            OSError: The file cannot be read, or a newer version wrote it.
        """
        try:
            return _from_json(read_text(self.path, MAX_BYTES))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except ValueError as error:
            aside = (self.path.with_suffix(f".broken{number or ''}.json") for number in itertools.count())
            free = next(path for path in aside if not path.exists())  # an earlier copy may be the user's only one
            _LOG.warning("The settings in %s are set aside as %s: %s", self.path, free.name, error)
            self.path.replace(free)
            return None

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Keeps other programs from writing while the block runs, unless one of them takes too long."""
        deadline = time.monotonic() + LOCK_S
        with contextlib.suppress(OSError):
            while not self._lock.try_acquire() and time.monotonic() < deadline:
                time.sleep(_RETRY_S)  # the lock has no blocking mode with a limit
        try:
            yield
        finally:
            self._lock.release()


RunElsewhere: TypeAlias = Callable[[Callable[[], bool], Callable[[bool], None]], None]
Subscriber: TypeAlias = Callable[[Settings, Settings], None]
"""Called with the settings before and after a change."""


class SettingsStore:
    """The settings in use and the one place that changes them; GUI thread.

    Args:
        file: where they are kept.
        run: runs a function on a worker thread, one at a time, and then a callback on this thread; without it,
            `change` returns when the file is written. `flush` writes what is left when that thread has ended.
    """

    def __init__(self, file: SettingsFile, run: RunElsewhere | None = None) -> None:
        self._file = file
        self._run = run
        self._is_writing = False
        self.is_first = not is_there(file.path)
        """True if there was no settings file: this is the first start."""
        self.settings = file.load()
        """The current settings; changed by `change` only."""
        self.is_first &= not file.unread
        self.on_written: Callable[[], None] = lambda: None
        """Called after each attempt to write the file."""
        self._subscribers: list[Subscriber] = []

    @property
    def file(self) -> SettingsFile:
        """The file of the settings."""
        return self._file

    def change(self, **changes: object) -> None:
        """Sets fields of `Settings` by name, and writes the file if that made a difference."""
        before = self.settings
        changed = replace(before, **changes)  # type: ignore[arg-type]  # checked by `replace` itself
        if changed != before:
            self.settings = changed
            self._write()
            for subscriber in tuple(self._subscribers):
                subscriber(before, changed)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Calls a function after every change, as long as the store exists."""
        self._subscribers.append(subscriber)

    def check_writable(self) -> None:
        """Finds out whether the settings can be kept, and calls `on_written`."""
        self._file.check_writable()
        self.on_written()

    def flush(self) -> None:
        """Writes on this thread what the worker thread has not written; call it when that thread has ended."""
        self._run = None
        if not self._file.is_saved(self.settings):
            self._file.save(self.settings)

    def _write(self) -> None:
        settings = self.settings
        if self._run is None:
            self._file.save(settings)
            self.on_written()
        elif not self._is_writing:
            self._is_writing = True
            self._run(lambda: self._file.save(settings), lambda _is_saved: self._on_saved(settings))

    def _on_saved(self, written: Settings) -> None:
        self._is_writing = False
        self.on_written()
        if self.settings != written:
            self._write()


def merged(base: Settings, ours: Settings, theirs: Settings) -> Settings:
    """Merges the changes that two programs made to `base`; if both changed a value, ours wins.

    Lists are merged by entry, presets by name.
    """
    changes: dict[str, Any] = {}
    for field in fields(Settings):
        before, own, other = (getattr(settings, field.name) for settings in (base, ours, theirs))
        if before == own:
            changes[field.name] = other
        elif before != other and isinstance(own, tuple):
            changes[field.name] = _merged_entries(before, own, other)
        else:
            changes[field.name] = own
    return Settings(**changes)


def _merged_entries(base: tuple[Any, ...], ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns our entries in our order without those that the other removed, then those that the other added."""
    before, other = ({_key(entry): entry for entry in entries} for entries in (base, theirs))
    own = {_key(entry) for entry in ours}
    kept = [
        other[_key(entry)] if before.get(_key(entry)) == entry else entry
        for entry in ours
        if _key(entry) in other or before.get(_key(entry)) != entry
    ]
    added = [entry for key, entry in other.items() if key not in before and key not in own]
    return (*kept, *added)


def _key(entry: Any) -> Hashable:
    key: Hashable = getattr(entry, "name", entry)
    return key


def _from_json(text: str) -> Settings:
    """Returns the values of the right type, and defaults for the others.

    Raises:
        OSError: A newer version of Kickabout wrote it.
        ValueError: The text is no JSON object, or one without a version.
    """
    document = decode(text, dict[str, Any])
    version = document.get("version")
    if isinstance(version, int) and version > VERSION:
        raise OSError(f"a newer version of Kickabout wrote them (format {version})")
    if version != VERSION:
        raise ValueError(f"no settings of version {VERSION}")
    settings: Settings = salvage(document, Settings)
    return settings
