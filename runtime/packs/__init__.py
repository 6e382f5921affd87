"""Packs of bots: fetched when asked for, unpacked safely, replaced as a whole, never at the cost of own changes."""

from runtime.packs.installation import differences, place, remove, repair
from runtime.packs.model import (
    BotChanges,
    CancelledError,
    Differences,
    FetchError,
    FetchKind,
    Offer,
    Origin,
    Pack,
    PackError,
    PackRecord,
    Placed,
    Source,
    SourceKind,
)
from runtime.packs.offers import is_installed, newest, same_again
from runtime.packs.preparation import PackServices, PreparedPack, prepare
from runtime.packs.progress import Progress, Reading, Stage
from runtime.packs.source import is_archive_name, parse_source
from runtime.packs.store import PackStore

__all__ = [
    "BotChanges",
    "CancelledError",
    "Differences",
    "FetchError",
    "FetchKind",
    "Offer",
    "Origin",
    "Pack",
    "PackError",
    "PackRecord",
    "PackServices",
    "PackStore",
    "Placed",
    "PreparedPack",
    "Progress",
    "Reading",
    "Source",
    "SourceKind",
    "Stage",
    "differences",
    "is_archive_name",
    "is_installed",
    "newest",
    "parse_source",
    "place",
    "prepare",
    "remove",
    "repair",
    "same_again",
]
