"""The built-in game: RocketSim physics behind the RLBot v5 socket protocol.

Other packages may use the names below: which matches the arena refuses and why, its console commands, and the line that
reports its port. The module of a name is loaded on first use, and none of these modules loads the physics. README.md
follows one tick, one input and one swap through the code.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.arena.commands import (
        MAX_FACTOR,
        MIN_FACTOR,
        CommandError,
        ShowDrawings,
        is_game_command,
        parse_command,
        parse_game_command,
        parse_pace,
    )
    from runtime.arena.net.listening import port_in
    from runtime.arena.refusals import (
        MODES,
        ignored_options,
        maps_played,
        refusal,
        refusal_problems,
        walls_of,
    )

__all__ = [
    "MAX_FACTOR",
    "MIN_FACTOR",
    "MODES",
    "CommandError",
    "ShowDrawings",
    "ignored_options",
    "is_game_command",
    "maps_played",
    "parse_command",
    "parse_game_command",
    "parse_pace",
    "port_in",
    "refusal",
    "refusal_problems",
    "walls_of",
]

_MODULES: Final = ("commands", "net.listening", "refusals")
"""Modules in which a name is looked up, the fastest to load first."""

if not TYPE_CHECKING:  # hidden from type checkers, so that they accept only the names above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
