"""The documents of a match: reading, problems, wire format, and editing that preserves everything else.

A module is imported when one of its names is first used. The arena, for which every match waits, needs only a few.
"""

from typing import TYPE_CHECKING, Final

from runtime.lazy import lazy_names

if TYPE_CHECKING:
    from runtime.documents.agent_keys import MANAGER_KEY_VARIABLE, NO_KEYS, AgentKeys, new_key, without_token
    from runtime.documents.agents import Loadouts, read_bot, read_loadout, read_script
    from runtime.documents.choices import (
        CUSTOM_LAUNCHERS,
        DRAWN_MAP,
        MUTATORS,
        NAMED_MAP,
        RANDOM_MAP,
        UNLIMITED,
        NumberRange,
        default_map,
    )
    from runtime.documents.editing import ChangedOnDiskError, MatchDocument, OnDisk, TextDocument, TextEdit
    from runtime.documents.examination import DocumentKind, Examination, Found, check, examine, find_documents, kind_of
    from runtime.documents.history import History, Snapshot, Step
    from runtime.documents.maps import MAPS, MapDraw, draw_map, map_name, maps_of
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
        MAP,
        MAP_CHOICE,
        MODE,
        OPTIONS,
        RESTARTS,
        Option,
        changed_options,
        default_value,
        option_values,
        reset_options,
        set_options,
    )
    from runtime.documents.situations import SITUATION_SUFFIX, read_situation, situation_text
    from runtime.documents.source import DocumentError
    from runtime.documents.surgery import (
        EditError,
        Inline,
        Value,
        add_element,
        append_table,
        duplicate_table,
        is_array_of_tables,
        remove_element,
        remove_table,
        set_inline,
        set_value,
        unset_values,
    )
    from runtime.documents.v4_files import is_v4_document, is_v4_name, is_v4_script, v4_program, v4_requirements
    from runtime.documents.v4_match import convert_match
    from runtime.documents.validation import NAMELESS_DOCUMENT, judged, unmet, validate
    from runtime.documents.wire import from_wire, loadout_from_wire, loadout_to_wire, to_wire

__all__ = ["CUSTOM_LAUNCHERS", "DRAWN_MAP", "AgentKeys", "BotFile", "Car", "CarKind", "ChangedOnDiskError", "Details"]
__all__ += ["DocumentError", "DocumentKind", "EditError", "Environment", "Examination", "Found", "History", "Loadout"]
__all__ += ["MANAGER_KEY_VARIABLE", "MAP", "MAPS", "MAP_CHOICE", "MODE", "MUTATORS", "Loadouts", "MapDraw", "Match"]
__all__ += ["NAMED_MAP", "NAMELESS_DOCUMENT", "NO_KEYS", "NO_RESTARTS", "MatchDocument", "Mutators", "NumberRange"]
__all__ += ["OPTIONS", "RANDOM_MAP", "RESTARTS", "OnDisk", "Option", "Paint", "Place", "Reading", "RestartPolicy"]
__all__ += [
    "UNLIMITED",
    "Script",
    "ScriptFile",
    "Snapshot",
    "Step",
    "TextDocument",
    "TextEdit",
    "Value",
    "changed_options",
    "convert_match",
]
__all__ += ["check", "default_map", "default_value", "draw_map", "duplicate_table", "examine", "find_documents"]
__all__ += [
    "from_wire",
    "is_v4_document",
    "is_v4_name",
    "is_v4_script",
    "judged",
    "kind_of",
    "loadout_from_wire",
    "loadout_to_wire",
    "map_name",
]
__all__ += ["maps_of", "new_key", "option_values", "read_bot", "read_loadout", "read_match", "read_match_text"]
__all__ += [
    "read_script",
    "remove_table",
    "reset_options",
    "set_options",
    "to_wire",
    "unmet",
    "v4_program",
    "v4_requirements",
    "validate",
]
__all__ += ["Inline", "add_element", "append_table", "is_array_of_tables", "remove_element", "set_inline", "set_value"]
__all__ += ["unset_values"]
__all__ += ["SITUATION_SUFFIX", "read_situation", "situation_text", "without_token"]

_MODULES: Final = (
    *("model", "choices", "maps", "wire", "validation", "agent_keys", "history"),
    *(
        "source",
        "surgery",
        "options",
        "v4_files",
        "agents",
        "match_file",
        "examination",
        "editing",
        "v4_match",
        "situations",
    ),
)
"""A name is searched in this order; modules that load fast come first."""

if not TYPE_CHECKING:  # type checkers use the imports above
    __getattr__ = lazy_names(__name__, __all__, _MODULES)
