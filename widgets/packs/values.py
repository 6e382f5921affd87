"""What the dialog of packs shows and asks for."""

from dataclasses import dataclass
from enum import Enum


class PackDeed(Enum):
    """What may be done with a pack; which of them is offered is told by its row."""

    LOOK = "look for updates"
    FETCH = "download"
    UNPACK = "unpack"
    PLACE = "use the new version"
    DISMISS = "dismiss"
    CANCEL = "cancel"
    REPAIR = "repair"
    REMOVE = "remove"
    REMOVE_KEEPING = "remove, and keep a copy of own changes"
    REMOVE_ALL = "remove with own changes"
    OPEN = "open the folder"
    SHOW = "show in the library"


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRow:
    """One pack, installed or on its way."""

    key: str
    title: str
    about: str = ""
    """Version, date and how many bots."""
    source: str = ""
    """Where it comes from."""
    state: str = ""
    """What is happening to it, or what became of it; several lines where there is more to say."""
    hint: str = ""
    """What its makers say about it, as plain text."""
    address: str = ""
    """What will be fetched, where something is offered."""
    tone: str = ""
    share: float | None = None
    """How far it is, 0 to 1; below 0 where that cannot be said; None where nothing is going on."""
    deeds: tuple[PackDeed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRequested:
    """The user wants something done with a pack."""

    key: str
    deed: PackDeed
