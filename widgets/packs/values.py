"""Values and requests of the dialog with bot packs."""

from dataclasses import dataclass
from enum import Enum


class PackAction(Enum):
    """Action on a pack."""

    CHECK = "check for updates"
    RETRY = "try again"
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
    """One pack, installed or being downloaded."""

    key: str
    title: str
    about: str = ""
    """Version, date and number of bots."""
    source: str = ""
    """Source of the pack."""
    state: str = ""
    """State or result, in one or several lines."""
    hint: str = ""
    """Release notes, as plain text."""
    address: str = ""
    """Address of the offered download."""
    tone: str = ""
    share: float | None = None
    """Progress from 0 to 1; below 0 if it is unknown; None if nothing is in progress."""
    actions: tuple[PackAction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRequested:
    """Request: an action on a pack."""

    key: str
    action: PackAction
