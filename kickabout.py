"""Kickabout: matches between game bots, and the arena as an environment for programs that learn.

Programs of users import this module; in an installed Kickabout it is the package itself. Its import registers the
environments with gymnasium, if that is installed. A name's module is loaded when the name is first used.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
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
        for module, names in _MODULES.items():
            if name in names:
                found = globals()[name] = getattr(import_module(module), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _is_own_program() -> bool:
    """Returns whether Python starts a program of the installed Kickabout, such as the arena: it needs no gymnasium."""
    program, words = sys.argv[0] if sys.argv else "", sys.orig_argv
    if program != "-m" or "-m" not in words:
        return Path(program).stem in (__name__, f"{__name__}-window")
    module = words[words.index("-m") + 1]
    return module.partition(".")[0] == __name__ and ".training." not in module


if not _is_own_program():
    with suppress(ImportError):  # without gymnasium, or one that cannot be imported: its own import says why
        import_module("runtime.training.interfaces.registration").register_environments()
