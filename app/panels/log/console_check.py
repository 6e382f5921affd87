"""Which commands the built-in arena understands, and what is wrong with one that it does not."""

from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QCoreApplication

from runtime import arena

translate = QCoreApplication.translate

FORMS: Final = MappingProxyType(
    {
        "kickabout pause": "kickabout pause",
        "kickabout resume": "kickabout resume",
        "kickabout step": "kickabout step 1 … 1000000",
        "kickabout pace": "kickabout pace realtime | lockstep | 0.001 ≤ X ≤ 1000",
        "pause": "Pause",
        "set worldinfo timedilation": "Set WorldInfo TimeDilation X",
        "set worldinfo worldgravityz": "Set WorldInfo WorldGravityZ X",
    }
)
"""How commands are written, by the words that they begin with."""
GAME_COMPLETIONS: Final = ("Pause", "Set WorldInfo TimeDilation ", "Set WorldInfo WorldGravityZ ")
"""Of the game itself, in Rocket League too."""
COMPLETIONS: Final = (
    "kickabout pause",
    "kickabout resume",
    "kickabout step ",
    "kickabout pace realtime",
    "kickabout pace lockstep",
    "kickabout pace 2",
    "kickabout pace 0.5",
    *GAME_COMPLETIONS,
)
"""What is offered while a command is typed; one that needs a value ends with a space."""


def is_ours(text: str) -> bool:
    """Whether a command is one that only the arena knows."""
    return text.lower().split()[:1] == ["kickabout"]


def refusal(text: str, *, may_set_state: bool) -> str:
    """Why the arena would not carry out a command, in a sentence of the user's language; empty when it would.

    `may_set_state` is what the match says of state setting, which the game's own commands are.
    """
    try:
        if not arena.is_game_command(text):
            if isinstance(arena.parse_command(text), arena.ShowDrawings):
                return translate("Console", "Drawings are switched on and off in the arena view.")
        elif may_set_state:
            arena.parse_game_command(text)
        else:
            return translate(
                "Console", "This match does not allow state setting. Turn on “Bots may move things” in its settings."
            )
    except arena.CommandError:
        return _explained(text)
    return ""


def _explained(text: str) -> str:
    words = " ".join(text.lower().split())
    form = next((form for start, form in FORMS.items() if f"{words} ".startswith(f"{start} ")), "")
    if form:
        return translate("Console", "Usage: {0}").format(form)
    return translate("Console", "Unknown command. Press Down for a list of commands.")
