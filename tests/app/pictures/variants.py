"""In which ways the window is drawn for the reference pictures, and which scenes of it."""

from dataclasses import dataclass
from typing import Final

from resources.languages import SOURCE_LANGUAGE

WINDOW: Final = ("library", "match_settings", "notices", "running", "log", "palette")
ALL: Final = (*WINDOW, "preferences", "packs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One look of the window."""

    name: str
    theme: str
    size: tuple[int, int]
    language: str = SOURCE_LANGUAGE
    scale: int = 1
    """Pixels of the screen for one of the window, in both directions."""
    scenes: tuple[str, ...]
    """Those that have a reference."""
    measured: tuple[str, ...] = ()
    """Those whose layout and contrast are looked at, and nothing else."""


VARIANTS: Final = (
    Variant(name="light", theme="light", size=(1280, 800), scenes=ALL),
    Variant(name="dark", theme="dark", size=(1280, 800), scenes=ALL),
    Variant(
        name="small", theme="light", size=(1024, 640), scenes=WINDOW, measured=("first_start", "preferences", "packs")
    ),
    Variant(
        name="dense",
        theme="dark",
        size=(1280, 720),
        scale=2,
        scenes=("library", "match_settings", "running", "log", "preferences"),
    ),
    Variant(
        name="german",
        theme="dark",
        size=(1024, 640),
        language="de",
        scenes=ALL,
        measured=("first_start", "about"),
    ),
)
"""The dense one is a screen of 2560 x 1440 pixels."""
