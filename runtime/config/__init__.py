"""The documents of a match: values, problems, the wire, and editing that keeps what it does not touch."""

from runtime.config.agents import read_bot, read_script
from runtime.config.documents import read_match
from runtime.config.loadouts import Loadouts, read_loadout
from runtime.config.model import (
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
    Script,
    ScriptFile,
)
from runtime.config.validation import validate
from runtime.config.wire import from_wire, loadout_from_wire, loadout_to_wire, to_wire

__all__ = [
    "BotFile",
    "Car",
    "CarKind",
    "Details",
    "Environment",
    "Loadout",
    "Loadouts",
    "Match",
    "Mutators",
    "Paint",
    "Place",
    "Reading",
    "Script",
    "ScriptFile",
    "from_wire",
    "loadout_from_wire",
    "loadout_to_wire",
    "read_bot",
    "read_loadout",
    "read_match",
    "read_script",
    "to_wire",
    "validate",
]
