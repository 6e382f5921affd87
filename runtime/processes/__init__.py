"""The processes of a match: the supervisor's client and events, run commands, and leftovers of a crashed run.

A module is loaded when one of its names is first used; the supervisor program and the first paint need only a few.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.processes.client import GRACE_S, STACK_S, ChildSpec, SupervisorClient, SupervisorError
    from runtime.processes.command import (
        ENVIRONMENT_FOLDERS,
        CommandError,
        can_run,
        find_environment,
        is_lost_python,
        is_python_word,
        resolve_command,
    )
    from runtime.processes.command_line import first_word_end, shell_line
    from runtime.processes.cores import Core, CoreShares, fair_shares
    from runtime.processes.endings import ending, stopped_ending
    from runtime.processes.leftovers import end_leftovers, find_leftovers
    from runtime.processes.platforms import usable_cores
    from runtime.processes.platforms.lookup import is_connection_of_user
    from runtime.processes.records import identity_of
    from runtime.processes.usage import MemoryCeiling
    from runtime.processes.wire import (
        ChildCleared,
        ChildEnded,
        ChildEvent,
        ChildFailed,
        ChildNotice,
        ChildOutput,
        ChildStarted,
        ChildSurvived,
        ChildUsage,
        SupervisorLost,
    )

__all__ = [
    "ENVIRONMENT_FOLDERS",
    "GRACE_S",
    "STACK_S",
    "ChildCleared",
    "ChildEnded",
    "ChildEvent",
    "ChildFailed",
    "ChildNotice",
    "ChildOutput",
    "ChildSpec",
    "ChildStarted",
    "ChildSurvived",
    "ChildUsage",
    "CommandError",
    "Core",
    "CoreShares",
    "MemoryCeiling",
    "SupervisorClient",
    "SupervisorError",
    "SupervisorLost",
    "can_run",
    "end_leftovers",
    "ending",
    "fair_shares",
    "find_environment",
    "find_leftovers",
    "first_word_end",
    "identity_of",
    "is_connection_of_user",
    "is_lost_python",
    "is_python_word",
    "resolve_command",
    "shell_line",
    "stopped_ending",
    "usable_cores",
]

_MODULES: Final = (
    "wire",
    "usage",
    "cores",
    "command_line",
    "endings",
    "client",
    "command",
    "records",
    "platforms",
    "platforms.lookup",
    "leftovers",
)
"""Modules in which a name is searched, the fastest to load first."""

if not TYPE_CHECKING:  # type checkers should only know the names from above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
