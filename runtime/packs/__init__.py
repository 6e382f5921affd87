"""Packs of bots: fetched when asked for, unpacked safely, replaced as a whole, never at the cost of own changes."""

from runtime.packs.prepare import Delivery, Means, deliver
from runtime.packs.faults import CancelledError, FetchError, FetchKind, PackError
from runtime.packs.progress import Meter, Reading, Stage
from runtime.packs.offers import is_installed, newest, same_again
from runtime.packs.install import differences, place, remove, repair
from runtime.packs.store import Shelf
from runtime.packs.source import is_archive_name, parse_source
from runtime.packs.model import BotChanges, Differences, Offer, Origin, Pack, PackRecord, Placed, Source, SourceKind

__all__ = [
    "BotChanges",
    "CancelledError",
    "Delivery",
    "Differences",
    "FetchError",
    "FetchKind",
    "Means",
    "Meter",
    "Offer",
    "Origin",
    "Pack",
    "PackError",
    "PackRecord",
    "Placed",
    "Reading",
    "Shelf",
    "Source",
    "SourceKind",
    "Stage",
    "deliver",
    "differences",
    "is_archive_name",
    "is_installed",
    "newest",
    "parse_source",
    "place",
    "remove",
    "repair",
    "same_again",
]
