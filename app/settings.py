"""What the window remembers between starts: one JSON file, versioned, never fatal."""

import contextlib
import json
import logging
import os
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

VERSION: Final = 1
THEMES: Final = ("system", "light", "dark")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is remembered; the defaults are those of a first start."""

    theme: str = "system"
    """One of `THEMES`."""
    geometry: str = ""
    """Place and size of the window, as Qt writes them, in base64."""
    last_document: str = ""
    """Path of the match that was open; empty for the example."""


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
        except ValueError as error:
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


def _from_json(text: str) -> Settings:
    """Takes what is of the right type and leaves the rest at its default.

    Raises:
        ValueError: no JSON object, or one of another version.
    """
    document: Any = json.loads(text)
    if not isinstance(document, dict) or document.get("version") != VERSION:
        raise ValueError(f"no settings of version {VERSION}")
    known = {field.name: document[field.name] for field in fields(Settings) if field.name in document}
    settings = Settings(**{name: value for name, value in known.items() if isinstance(value, str)})
    if settings.theme not in THEMES:
        return Settings(geometry=settings.geometry, last_document=settings.last_document)
    return settings
