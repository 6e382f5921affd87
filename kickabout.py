"""Kickabout: matches between game bots, and the arena as an environment for programs that learn.

Programs of users import this module; in an installed Kickabout it is the package itself. Its import must cost almost
nothing, because every Python of the environment imports the package at startup. A name's module is therefore loaded
when the name is first used, and environments are registered when gymnasium is imported.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` takes longer to import than all of this

if TYPE_CHECKING:
    from typing import Any, Final

    from runtime.services.kit.kickabout import AgentService
    from runtime.training import Component, EnvironmentSpec, RewardTerm, SpecificationError
    from runtime.training.environment import (
        ArenaState,
        BodyStart,
        Environment,
        EpisodeStats,
        StartContext,
        StartState,
        StepResult,
    )
    from runtime.training.interfaces.gymnasium import GymnasiumEnv, VectorEnv
    from runtime.training.interfaces.pettingzoo import ParallelEnv
    from runtime.training.interfaces.rlgym import rlgym_environment
    from runtime.training.learners import LearnerSetup, Policy, export_bot, load_policy, save_policy
    from runtime.training.stepping import StepClient, StepCommunicationError, StepError
    from runtime.training.stepping.environment import StepEnv
    from runtime.training.workers import RestartQuota, WorkerError, WorkerPool

__all__ = [
    "AgentService",
    "ArenaState",
    "BodyStart",
    "Component",
    "Environment",
    "EnvironmentSpec",
    "EpisodeStats",
    "GymnasiumEnv",
    "LearnerSetup",
    "ParallelEnv",
    "Policy",
    "RestartQuota",
    "RewardTerm",
    "SpecificationError",
    "StartContext",
    "StartState",
    "StepClient",
    "StepCommunicationError",
    "StepEnv",
    "StepError",
    "StepResult",
    "VectorEnv",
    "WorkerError",
    "WorkerPool",
    "export_bot",
    "load_policy",
    "rlgym_environment",
    "save_policy",
]

_MODULES: Final = {
    "runtime.services.kit.kickabout": ("AgentService",),
    "runtime.training": ("Component", "EnvironmentSpec", "RewardTerm", "SpecificationError"),
    "runtime.training.environment": (
        "ArenaState",
        "BodyStart",
        "Environment",
        "EpisodeStats",
        "StartContext",
        "StartState",
        "StepResult",
    ),
    "runtime.training.interfaces.gymnasium": ("GymnasiumEnv", "VectorEnv"),
    "runtime.training.interfaces.pettingzoo": ("ParallelEnv",),
    "runtime.training.interfaces.rlgym": ("rlgym_environment",),
    "runtime.training.learners": ("LearnerSetup", "Policy", "export_bot", "load_policy", "save_policy"),
    "runtime.training.stepping": ("StepClient", "StepCommunicationError", "StepError"),
    "runtime.training.stepping.environment": ("StepEnv",),
    "runtime.training.workers": ("RestartQuota", "WorkerError", "WorkerPool"),
}

if not TYPE_CHECKING:  # type checkers take the names only from above

    def __getattr__(name: str) -> Any:
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names:
                found = globals()[name] = getattr(import_module(module), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Finder:
    """Finds gymnasium once, and registers the environments after its import."""

    def find_spec(self, name: str, path: Any = None, _target: Any = None) -> Any:
        """Returns the specification of gymnasium, and None for every other module."""
        if name != "gymnasium":
            return None
        sys.meta_path.remove(self)
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def execute_and_register(module: Any) -> None:
            execute(module)
            _register()

        spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec


def _register() -> None:
    from importlib import import_module

    import_module("runtime.training.interfaces.registration").register_environments()


if "gymnasium" in sys.modules:
    _register()
else:
    sys.meta_path.insert(0, _Finder())
