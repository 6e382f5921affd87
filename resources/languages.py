"""The languages that the window speaks, and where its translations lie."""

from pathlib import Path
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = MappingProxyType({"en": "English", "de": "Deutsch"})
"""Codes with names as their speakers write them; English is what the source says and has no file."""
SOURCE_LANGUAGE: Final = "en"
_ROOM: Final = Path(__file__).resolve().parent / "translations"


def translation_source(language: str) -> Path:
    """The file in which translators work."""
    return _ROOM / f"kickabout_{language}.ts"


def translation_file(language: str) -> Path:
    """What the window loads, made from the source."""
    return _ROOM / f"kickabout_{language}.qm"
