"""In which ways the window is drawn: every scene is measured, and five pictures are compared with references."""

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
    """Width and height in the window's own pixels."""
    language: str = SOURCE_LANGUAGE
    scale: int = 1
    """Pixels of the screen for one of the window, in both directions."""
    measured: tuple[str, ...]
    """The scenes whose layout and contrast are checked."""
    scenes: tuple[str, ...]
    """Those of them that are compared with a reference picture."""


VARIANTS: Final = (
    Variant(name="light", theme="light", size=(1280, 800), measured=ALL, scenes=("match_settings",)),
    Variant(name="dark", theme="dark", size=(1280, 800), measured=ALL, scenes=("library", "running")),
    Variant(
        name="small",
        theme="light",
        size=(1024, 640),
        measured=(*WINDOW, "first_start", "preferences", "packs"),
        scenes=("running",),
    ),
    Variant(
        name="dense",
        theme="dark",
        size=(1280, 720),
        scale=2,
        measured=("library", "match_settings", "running", "log", "preferences"),
        scenes=(),
    ),
    Variant(
        name="german",
        theme="dark",
        size=(1024, 640),
        language="de",
        measured=(*ALL, "first_start", "about"),
        scenes=("log",),
    ),
)
"""The dense one is a screen of 2560 x 1440 pixels."""
