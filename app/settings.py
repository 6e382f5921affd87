"""What the window remembers between starts: one JSON file, versioned, never fatal."""

import contextlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

VERSION: Final = 1
THEMES: Final = ("system", "light", "dark")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPreset:
    """Options that the user keeps under a name."""

    name: str
    values: tuple[tuple[str, str], ...]
    """Dotted keys of a match document with what they are set to; every other option of the preset is at its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is remembered; the defaults are those of a first start."""

    theme: str = "system"
    """One of `THEMES`."""
    geometry: str = ""
    """Place and size of the window, as Qt writes them, in base64."""
    arrangement: str = ""
    """Where its panels stand, likewise."""
    game: str = "arena"
    """Which game plays, as `PlayWish` has it."""
    pace: str = "realtime"
    """Likewise."""
    last_document: str = ""
    """Path of the match that was open; empty for the example."""
    recent_documents: tuple[str, ...] = ()
    """Paths of the matches that were open before, the newest first."""
    presets: tuple[OwnPreset, ...] = ()
    """In the order in which they were saved."""
    library_folders: tuple[str, ...] = ()
    """Paths of the folders in which the library looks for bots."""
    hidden_folders: tuple[str, ...] = ()
    """Those of the library's folders, the examples' among them, that are not looked into for the time being."""
    library_order: str = ""
    """What the library is sorted by; empty for its names."""
    favourites: tuple[str, ...] = ()
    """Paths of the bots' documents that the user marked."""
    recent_bots: tuple[str, ...] = ()
    """Paths of the bots' documents that were used, the latest first."""
    editor: str = ""
    """Command that opens a bot's source; empty for the system's own choice."""
    language: str = ""
    """`en`, `de`, or empty for the system's."""
    interpreter: str = ""
    """Path of the Python of bots that bring none; empty for our own."""
    swap_mode: str = "ask"
    """What happens when a bot's source is saved during a match: `ask`, `auto` or `off`."""
    is_fair: bool = False
    """Whether processors are shared out between the teams."""
    shows_drawings: bool = True
    """Whether the arena view shows what bots draw."""
    memory_mb: int = 0
    """More than this may no agent use; 0 is no limit."""
    console_lines: tuple[str, ...] = ()
    """Commands that were typed to games, the newest last."""
    is_console_shown: bool = True
    """Whether the line for commands stands below the log."""
    outside_notices: str = "away"
    """When something is said outside of the window: `away`, while it is not in front, or `never`."""
    has_tray_icon: bool = False
    """Whether there is always an icon in the tray; otherwise, only while something was said there."""


class SettingsFile:
    """Reads and writes `settings.json` in a folder; GUI thread."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "settings.json"

    @property
    def path(self) -> Path:
        """The file, whether it exists or not."""
        return self._path

    def load(self) -> Settings:
        """The settings; the defaults where there is no file or no use in it. A broken file is set aside."""
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return Settings()
        except (OSError, UnicodeDecodeError) as error:
            return self._set_aside(str(error))
        try:
            return _from_json(text)
        except (ValueError, RecursionError) as error:
            return self._set_aside(str(error))

    def save(self, settings: Settings) -> bool:
        """Writes aside and renames; tells whether it worked, and logs why not."""
        text = json.dumps({"version": VERSION, **asdict(settings)}, indent=2) + "\n"
        aside: str | None = None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", encoding="utf-8", dir=self._path.parent, prefix="settings-", suffix=".tmp", delete=False
            ) as file:
                aside = file.name
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(aside).replace(self._path)
        except OSError as error:
            _LOG.warning("The settings cannot be written: %s", error)
            if aside is not None:
                with contextlib.suppress(OSError):
                    Path(aside).unlink(missing_ok=True)
            return False
        return True

    def _set_aside(self, reason: str) -> Settings:
        _LOG.warning("The settings in %s are set aside: %s", self._path, reason)
        with contextlib.suppress(OSError):
            self._path.replace(self._path.with_suffix(".broken.json"))
        return Settings()


class SettingsStore:
    """The settings in use: the one place where they change; GUI thread."""

    def __init__(self, file: SettingsFile) -> None:
        self._file = file
        self._is_first = not file.path.exists()
        self._settings = file.load()

    @property
    def is_first(self) -> bool:
        """Whether nothing was ever kept before: this is the first start."""
        return self._is_first

    @property
    def settings(self) -> Settings:
        """As they are now."""
        return self._settings

    def change(self, **changes: object) -> None:
        """Sets fields of `Settings` by their names, and writes the file if that made a difference."""
        changed = replace(self._settings, **changes)  # type: ignore[arg-type]
        if changed != self._settings:
            self._settings = changed
            self._file.save(changed)


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
