"""What the window remembers between starts: one JSON file, versioned, never fatal.

Several programs may have it open: windows, and commands such as `kickabout pack add`. None undoes what another did.
"""

import contextlib
import errno
import json
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from app.services.settings_merge import merged
from app.services.settings_value import OwnPreset, Settings
from runtime.files import read_text
from runtime.locks import FileLock

VERSION: Final = 1
MOST_BYTES: Final = 64 << 20
THEMES: Final = ("system", "light", "dark")
TRIES: Final = 10
"""So often a file is written anew because another program put its own into place meanwhile."""
LOCK_TRIES: Final = 3
TRY_S: Final = 0.005
"""So often, with such pauses, a lock is asked for that is held for a rename."""
Stamp: TypeAlias = tuple[int, int, int]
"""Differs when a file was written anew."""
_LOG = logging.getLogger(__name__)


class Saved(Enum):
    """What became of settings that were to be written."""

    DONE = "done"
    FAILED = "failed"
    OVERTAKEN = "overtaken"
    """Another program wrote the file first."""


class SettingsFile:
    """Reads and writes `settings.json` in a folder; one thread at a time writes."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "settings.json"
        self._lock = FileLock(folder / ".settings.lock")
        self.trouble = ""
        """Why the file could not be written the last time it was tried; empty when it could."""
        self.written: Stamp | None = None
        """The file as it was written last by this object."""

    @property
    def path(self) -> Path:
        """The file, whether it exists or not."""
        return self._path

    @property
    def stamp(self) -> Stamp | None:
        """Tells one state of the file from another; None where there is none."""
        return _stamp(self._path)

    def load(self) -> Settings:
        """The settings; the defaults where there is no file or no use in it. A broken file is set aside."""
        try:
            text = read_text(self._path, MOST_BYTES)
        except FileNotFoundError:
            return Settings()
        except (OSError, UnicodeDecodeError) as error:
            return self._set_aside(str(error))
        try:
            return _from_json(text)
        except (ValueError, RecursionError) as error:
            return self._set_aside(str(error))

    def reread(self) -> Settings | None:
        """The settings as another program may have written them; None where there is no use in the file."""
        try:
            return _from_json(read_text(self._path, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return None

    def prepare(self) -> bool:
        """Makes the folder, and tells whether the file can be written there; `trouble` says why not."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.trouble = error.strerror or str(error)
            return False
        is_fine = os.access(self._path.parent, os.W_OK | os.X_OK)
        self.trouble = "" if is_fine else os.strerror(errno.EACCES)
        return is_fine

    def save(self, settings: Settings) -> bool:
        """Writes the file, whatever it holds; tells whether it worked, and logs why not."""
        return self._save(settings, lambda: True) is Saved.DONE

    def save_over(self, settings: Settings, stamp: Stamp | None) -> Saved:
        """Writes the file as long as it has this stamp: what was written is put into its place under a lock."""

        def is_same() -> bool:
            return self.stamp == stamp

        return self._save(settings, is_same)

    def _save(self, settings: Settings, may_be_replaced: Callable[[], bool]) -> Saved:
        """Writes aside, and renames if that may be."""
        aside: Path | None = None
        saved = Saved.FAILED
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            aside = self._written_aside(settings)
            with self._held():
                saved = Saved.DONE if may_be_replaced() else Saved.OVERTAKEN
                if saved is Saved.DONE:
                    self.written = _stamp(aside)
                    aside.replace(self._path)
            self.trouble = ""
        except OSError as error:
            saved = Saved.FAILED
            _LOG.warning("The settings cannot be written: %s", error)
            self.trouble = error.strerror or str(error)
        if aside is not None and saved is not Saved.DONE:
            with contextlib.suppress(OSError):
                aside.unlink(missing_ok=True)
        return saved

    def _written_aside(self, settings: Settings) -> Path:
        text = json.dumps({"version": VERSION, **asdict(settings)}, indent=2) + "\n"
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=self._path.parent, prefix=f"settings-{os.getpid()}-", suffix=".tmp", delete=False
        ) as file:
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    Path(file.name).unlink()
                raise
        return Path(file.name)

    @contextlib.contextmanager
    def _held(self) -> Iterator[None]:
        """Keeps other programs from putting theirs into place while the block runs, unless one takes too long."""
        with contextlib.suppress(OSError):
            for left in reversed(range(LOCK_TRIES)):
                if self._lock.try_acquire() or not left:
                    break
                time.sleep(TRY_S)
        try:
            yield
        finally:
            self._lock.release()

    def _set_aside(self, reason: str) -> Settings:
        _LOG.warning("The settings in %s are set aside: %s", self._path, reason)
        with contextlib.suppress(OSError):
            self._path.replace(self._path.with_suffix(".broken.json"))
        return Settings()


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """Settings, and the file that they are based on."""

    settings: Settings
    kept: Settings
    """As the file had them when it was last read or written."""
    stamp: Stamp | None


RunElsewhere: TypeAlias = Callable[[Callable[[], _State], Callable[[_State], None]], None]
"""Runs a function on another thread, and hands what it returned to a callback on the GUI thread."""


class SettingsStore:
    """The settings in use: the one place where they change; GUI thread.

    With `run`, the file is written by another thread; `flush` before the program ends writes what is left. Without,
    `change` returns when the file is written.
    """

    def __init__(self, file: SettingsFile, run: RunElsewhere | None = None) -> None:
        self._file = file
        self._run = run
        self._is_first = not file.path.exists()
        stamp, settings = file.stamp, file.load()
        self._state = _State(settings=settings, kept=settings, stamp=stamp)
        self._being_written: _State | None = None
        self._tried: _State | None = None
        """What the other thread made of it, until that is handed over here."""
        self._has_news = False
        """Whether another program's changes were met since they were last asked for."""
        self._listener: Callable[[], None] | None = None

    @property
    def is_first(self) -> bool:
        """Whether nothing was ever kept before: this is the first start."""
        return self._is_first

    @property
    def file(self) -> SettingsFile:
        """Where they are kept."""
        return self._file

    @property
    def settings(self) -> Settings:
        """As they are now."""
        return self._state.settings

    def change(self, **changes: object) -> None:
        """Sets fields of `Settings` by their names, and writes the file if that made a difference.

        What other programs wrote meanwhile stays.
        """
        changed = replace(self._state.settings, **changes)  # type: ignore[arg-type]
        if changed == self._state.settings:
            return
        self._state = replace(self._state, settings=changed)
        if self._being_written is None:
            self._write()

    def refresh(self) -> bool:
        """Takes what other programs wrote; tells whether that, or what a change met, made a difference."""
        self._take(_caught_up(self._state, self._file))
        has_news, self._has_news = self._has_news, False
        return has_news

    def tell(self, listener: Callable[[], None] | None) -> None:
        """Calls this whenever it was tried to write the file."""
        self._listener = listener

    def flush(self) -> None:
        """Writes on this thread what another one has not written; call it when that thread has ended."""
        self._run = None
        if self._tried is not None:
            self._on_written(self._tried)
        elif self._being_written is not None:
            self._being_written = None
            self._write()

    def _write(self) -> None:
        state = self._state
        if self._run is None:
            self._take(_written(state, self._file))
            self._say_tried()
        else:
            self._being_written = state
            self._run(lambda: self._try(state), self._on_written)

    def _try(self, state: _State) -> _State:
        self._tried = tried = _written(state, self._file)
        return tried

    def _on_written(self, state: _State) -> None:
        """Another thread has tried to write; what changed since then is next."""
        before, self._being_written, self._tried = self._being_written, None, None
        if before is None:
            return
        changed = merged(base=before.settings, ours=self._state.settings, theirs=state.settings)
        is_more_due = self._state.settings != before.settings
        self._take(replace(state, settings=changed))
        self._say_tried()
        if is_more_due:
            self._write()

    def _take(self, state: _State) -> None:
        self._has_news = self._has_news or state.settings != self._state.settings
        self._state = state

    def _say_tried(self) -> None:
        if self._listener is not None:
            self._listener()


def _written(state: _State, file: SettingsFile) -> _State:
    """Writes the settings over what other programs made of the file; any thread, one at a time."""
    saved = Saved.OVERTAKEN
    for _ in range(TRIES):
        state = _caught_up(state, file)
        saved = file.save_over(state.settings, state.stamp)
        if saved is not Saved.OVERTAKEN:
            break
    return replace(state, kept=state.settings, stamp=file.written) if saved is Saved.DONE else state


def _caught_up(state: _State, file: SettingsFile) -> _State:
    """The state with what other programs wrote since."""
    stamp = file.stamp
    if stamp == state.stamp:
        return state
    theirs = file.reread()
    if theirs is None:
        return replace(state, stamp=stamp)
    settings = merged(base=state.kept, ours=state.settings, theirs=theirs)
    return _State(settings=settings, kept=theirs, stamp=stamp)


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _from_json(text: str) -> Settings:
    """Takes what is of the right type and leaves the rest at its default.

    Raises:
        ValueError: no JSON object, or one of another version.
    """
    document: Any = json.loads(text)
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise ValueError(f"no settings of version {VERSION}")
    known: dict[str, Any] = {}
    for field in fields(Settings):
        value = _DECODERS.get(field.name, _text)(document.get(field.name))
        if value is not None:
            known[field.name] = value
    if known.get("theme") not in THEMES:
        known.pop("theme", None)
    return Settings(**known)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _texts(value: object) -> tuple[str, ...] | None:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else None


def _presets(value: object) -> tuple[OwnPreset, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(preset for item in value if (preset := _preset(item)) is not None)


def _preset(value: object) -> OwnPreset | None:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        return None
    written = value.get("values")
    pairs = [tuple(pair) for pair in written if isinstance(pair, list)] if isinstance(written, list) else []
    values = tuple(
        (pair[0], pair[1]) for pair in pairs if len(pair) == 2 and all(isinstance(part, str) for part in pair)
    )
    return OwnPreset(name=value["name"], values=values)


_DECODERS: Final[Mapping[str, Callable[[object], object]]] = MappingProxyType(
    {
        **dict.fromkeys(("recent_documents", "library_folders", "hidden_folders", "favourites", "recent_bots"), _texts),
        "console_lines": _texts,
        "presets": _presets,
        **dict.fromkeys(("is_fair", "is_console_shown", "has_tray_icon", "shows_drawings"), _flag),
        "memory_mb": _count,
    }
)
"""How fields are read from JSON that are no texts; None is what makes no sense."""
