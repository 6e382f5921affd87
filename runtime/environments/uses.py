"""Who uses an environment that Kickabout made, and since when nobody does; kept in the environment itself.

Written when a bot is started with it, once a day at most for each list of requirements.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from runtime.environments.json_files import read_json, write_json

FILE: Final = "kickabout-uses.json"
DAY_S: Final = 86_400.0
MOST_USES: Final = 50
"""So many of the newest are kept: copies of a bot share an environment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One list of requirements for which the environment was used."""

    requirements: Path
    """The bot's own file."""
    base: Path
    """The Python with which the environment was made for it."""
    at: float
    """When it was used last; seconds since 1970."""


def read_uses(environment: Path) -> tuple[Use, ...]:
    """The uses, the newest first; none where nothing is known."""
    content = read_json(environment / FILE) or {}
    try:
        uses = [_use(entry) for entry in content.get("uses", ())]
    except (KeyError, TypeError, ValueError, AttributeError):
        return ()
    return tuple(sorted(uses, key=lambda use: use.at, reverse=True))


def note_use(environment: Path, requirements: Path, base: Path, *, clock: Callable[[], float] = time.time) -> None:
    """A bot with these requirements is started with the environment; what cannot be written down is left."""
    now = clock()
    uses = read_uses(environment)
    known = next((use for use in uses if (use.requirements, use.base) == (requirements, base)), None)
    if known is not None and now - DAY_S < known.at <= now:
        return
    others = [use for use in uses if use is not known]
    kept = [Use(requirements=requirements, base=base, at=now), *others][:MOST_USES]
    try:
        write_json(environment / FILE, {"uses": [_entry(use) for use in kept]})
    except OSError:
        return


def _use(entry: dict[str, Any]) -> Use:
    return Use(requirements=Path(entry["requirements"]), base=Path(entry["base"]), at=float(entry["at"]))


def _entry(use: Use) -> dict[str, Any]:
    return {"requirements": str(use.requirements), "base": str(use.base), "at": use.at}
