"""Packs of bots: download, safe unpacking, and updates that replace a whole pack but keep the user's changes."""

from typing import TYPE_CHECKING

from runtime.lazy import lazy_names
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
from runtime.packs.records import record_of
from runtime.packs.source import is_archive_name, key_of, parse_source
from runtime.packs.store import PackStore

if TYPE_CHECKING:
    from runtime.packs.http_web import HttpWeb

__all__ = [
    "BotChanges",
    "CancelledError",
    "Differences",
    "FetchError",
    "FetchKind",
    "HttpWeb",
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
    "key_of",
    "newest",
    "parse_source",
    "place",
    "prepare",
    "record_of",
    "remove",
    "repair",
    "same_again",
]

if not TYPE_CHECKING:  # imported on first use, because it imports urllib and ssl
    __getattr__ = lazy_names(__name__, ["HttpWeb"], ["http_web"])
