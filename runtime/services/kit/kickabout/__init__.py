"""The kit for authors of agent services: one program drives many cars in many matches with one model.

It needs numpy and `rlbot_flatbuffers`, but not Kickabout. A module is loaded when one of its names is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .games import Game
    from .observation import OBSERVATION_SIZE, controllers, observe
    from .service import AgentService

__all__ = ["OBSERVATION_SIZE", "AgentService", "Game", "controllers", "observe"]
_MODULES: Final = ("service", "observation", "games")

if not TYPE_CHECKING:  # type checkers should only know the names from above

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"The kit of agent services has no {name}: outside of them, install kickabout.")
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        found = globals()[name] = next(getattr(module, name) for module in modules if hasattr(module, name))
        return found
