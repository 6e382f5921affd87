"""Well-known ways to play, as options of a match document."""

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).resolve().parent / "presets.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """Options that go together; every other rule of the match is at its default."""

    id: str
    values: tuple[tuple[str, str], ...]
    """Dotted keys of a match document and their values."""


@functools.cache
def presets() -> tuple[Preset, ...]:
    """Returns all presets, the most common first."""
    document = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return tuple(
        Preset(id=table["id"], values=tuple((key, value) for key, value in table.items() if key != "id"))
        for table in document["presets"]
    )
