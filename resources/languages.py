"""The languages of the window, and the paths of their translations."""

from pathlib import Path
from types import MappingProxyType
from typing import Final

LANGUAGES: Final = MappingProxyType({"en": "English", "de": "Deutsch"})
"""Native names of languages by code; English is the language of the source and has no file."""
SOURCE_LANGUAGE: Final = "en"
_ROOM: Final = Path(__file__).resolve().parent / "translations"


def translation_source(language: str) -> Path:
    """Returns the file that translators edit."""
    return _ROOM / f"kickabout_{language}.ts"


def translation_file(language: str) -> Path:
    """Returns the file that the window loads, which is made from the source."""
    return _ROOM / f"kickabout_{language}.qm"
