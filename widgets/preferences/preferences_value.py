"""What the settings page shows and changes."""

from dataclasses import dataclass
from typing import Final

from resources import languages
from runtime.model.states import SwapMode

LANGUAGES: Final = {"": "", **languages.LANGUAGES}
"""Names of languages by their codes; empty is the system's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Choices that hold for every match."""

    theme: str = "system"
    language: str = ""
    """One of `LANGUAGES`; takes effect at the next start."""
    interpreter: str = ""
    """The Python of bots that bring none; empty for the one that Kickabout runs on."""
    editor: str = ""
    """Command that opens a bot's source; empty for the system's choice."""
    swap_mode: SwapMode = SwapMode.ASK
    """What happens when the source of an agent changes during a match."""
    is_fair: bool = False
    """Whether processors are shared out between the teams."""
    memory_mb: int = 0
    """More than this may no agent use; 0 is no limit."""
    outside_notices: str = "away"
    """When something is said outside of the window: `away`, while it is not in front, or `never`."""
    has_tray_icon: bool = False
    """Whether there is always an icon in the tray."""
