"""The documents of a match: values, problems, the wire, and editing that keeps what it does not touch.

A name's module is loaded when the name is asked for: an arena, which every match waits for, needs few of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from runtime.documents.agents import read_bot, read_script
    from runtime.documents.editing import ChangedOnDiskError, DocumentError, MatchDocument, OnDisk, TextEdit
    from runtime.documents.examination import DocumentKind, Examination, Found, check, examine, find_documents, kind_of
    from runtime.documents.history import History, Snapshot, Step
    from runtime.documents.loadouts import Loadouts, read_loadout
    from runtime.documents.match_file import read_match, read_match_text
    from runtime.documents.model import (
        NO_RESTARTS,
        BotFile,
        Car,
        CarKind,
        Details,
        Environment,
        Loadout,
        Match,
        Mutators,
        Paint,
        Place,
        Reading,
        RestartPolicy,
        Script,
        ScriptFile,
    )
    from runtime.documents.options import (
        OPTIONS,
        Option,
        changed_options,
        default_value,
        option_values,
        reset_options,
        set_options,
    )
    from runtime.documents.surgery import EditError
    from runtime.documents.validation import judged, validate
    from runtime.documents.wire import from_wire, loadout_from_wire, loadout_to_wire, to_wire

__all__ = [
    "NO_RESTARTS",
    "OPTIONS",
    "BotFile",
    "Car",
    "CarKind",
    "ChangedOnDiskError",
    "Details",
    "DocumentError",
    "DocumentKind",
    "EditError",
    "Environment",
    "Examination",
    "Found",
    "History",
    "Loadout",
    "Loadouts",
    "Match",
    "MatchDocument",
    "Mutators",
    "OnDisk",
    "Option",
    "Paint",
    "Place",
    "Reading",
    "RestartPolicy",
    "Script",
    "ScriptFile",
    "Snapshot",
    "Step",
    "TextEdit",
    "changed_options",
    "check",
    "default_value",
    "examine",
    "find_documents",
    "from_wire",
    "judged",
    "kind_of",
    "loadout_from_wire",
    "loadout_to_wire",
    "option_values",
    "read_bot",
    "read_loadout",
    "read_match",
    "read_match_text",
    "read_script",
    "reset_options",
    "set_options",
    "to_wire",
    "validate",
]

_MODULES: Final = (
    "model",
    "wire",
    "validation",
    "history",
    "surgery",
    "options",
    "loadouts",
    "agents",
    "match_file",
    "examination",
    "editing",
)
"""Where a name is looked for, what loads least first."""

if not TYPE_CHECKING:  # checkers know the names from above, and no others

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(name)
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        found = globals()[name] = next(getattr(module, name) for module in modules if hasattr(module, name))
        return found
