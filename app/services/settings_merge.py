"""Settings of two programs at once: what each of them changed since both had the same."""

from collections.abc import Hashable
from dataclasses import fields
from typing import Any

from app.services.settings_value import Settings


def merged(base: Settings, ours: Settings, theirs: Settings) -> Settings:
    """Our settings with what another program made of `base` meanwhile.

    Of lists, each entry that one of us added, removed or changed is so; of anything else that both changed, ours holds.
    """
    changes: dict[str, Any] = {}
    for field in fields(Settings):
        before, own, other = (getattr(settings, field.name) for settings in (base, ours, theirs))
        if before == own:
            changes[field.name] = other
        elif before == other or not isinstance(own, tuple):
            changes[field.name] = own
        else:
            changes[field.name] = _listed(before, own, other)
    return Settings(**changes)


def _listed(base: tuple[Any, ...], ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Our entries in our order, then those that the other added."""
    before, other = ({_key(entry): entry for entry in entries} for entries in (base, theirs))
    own = {_key(entry) for entry in ours}
    kept = [
        other[_key(entry)] if before.get(_key(entry)) == entry else entry
        for entry in ours
        if _key(entry) in other or before.get(_key(entry)) != entry
    ]
    added = [entry for key, entry in other.items() if key not in before and key not in own]
    return (*kept, *added)


def _key(entry: Any) -> Hashable:
    """What an entry is known by: presets have names."""
    known: Hashable = getattr(entry, "name", entry)
    return known
