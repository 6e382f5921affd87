"""The built-in game: RocketSim physics behind the RLBot v5 socket protocol.

The names below are what other packages may ask of the arena: which matches it refuses and why, its console commands,
and the line with which it reports its port. A name's module is loaded when the name is first used, and none of them
loads the physics. README.md follows one tick, one input and one swap through the code.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

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

if not TYPE_CHECKING:  # type checkers know the names from above, and no others

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(name)
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        found = globals()[name] = next(getattr(module, name) for module in modules if hasattr(module, name))
        return found
