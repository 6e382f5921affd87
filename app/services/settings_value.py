"""What is remembered between starts, as a value."""

from dataclasses import dataclass


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
    """The match that was open: its path, `example:3v3`, or empty for the first example."""
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
