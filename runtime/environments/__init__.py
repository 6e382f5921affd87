"""The Python that runs a bot, and the packages that the bot requires; nothing here runs a bot.

`choose` finds an agent's interpreter by reading files. `Provision` finds missing packages and installs them with the
user's consent. `missing_modules` reads error messages, `remarks` finds unfit versions, `list_environments` lists
environments.

The modules are imported when one of their names is first used: a match without missing packages needs few of them.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.environments.building import BuildState, Verdict
    from runtime.environments.choice import AgentSource, Choice, InterpreterKind, choose
    from runtime.environments.interpreter import layout_of, version_of
    from runtime.environments.inventory import MadeEnvironment, Standing, list_environments, remove_environment
    from runtime.environments.missing import broken_modules, missing_modules, newer_name, package_of, provider
    from runtime.environments.provision import (
        InstallProgressed,
        InstallSaid,
        Need,
        NeedConcluded,
        NeedsFound,
        Provision,
        ProvisionEnded,
        ProvisionEvent,
    )
    from runtime.environments.records import note_use
    from runtime.environments.requirements import FILE_NAME, Fault, Requirement, Requirements, UnmetRequirement
    from runtime.environments.versions import how_to_get, remarks, requirement_problems, syntax_problems

__all__ = ["FILE_NAME", "AgentSource", "BuildState", "Choice", "Fault", "InstallProgressed", "InstallSaid"]
__all__ += ["InterpreterKind", "MadeEnvironment", "Need", "NeedConcluded", "NeedsFound", "Provision", "ProvisionEnded"]
__all__ += ["ProvisionEvent", "Requirement", "Requirements", "Standing", "UnmetRequirement", "Verdict"]
__all__ += ["broken_modules", "choose", "how_to_get", "layout_of", "list_environments"]
__all__ += ["missing_modules", "newer_name", "note_use", "package_of", "provider", "remarks", "remove_environment"]
__all__ += ["requirement_problems", "syntax_problems", "version_of"]

_MODULES: Final = (
    *("interpreter", "requirements", "records", "choice", "versions", "missing"),
    *("inventory", "building", "provision"),
)
"""A name is searched in this order; modules that load fast come first."""

if not TYPE_CHECKING:  # type checkers use the imports above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
