"""The random map of a match: drawn at each start, so that every map is played once before one repeats."""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from app.services.paths import FolderError, made, state_dir
from runtime.documents import Match
from runtime.documents.choices import DRAWN_MAP, RANDOM_MAP
from runtime.documents.maps import draw_map
from runtime.files import read_text, write_atomically
from runtime.games import Capabilities

VERSION: Final = 1
MAX_BYTES: Final = 1 << 20
MAX_MAPS: Final = 500
"""More than there are maps; only the newest entries of a longer file count."""


class RecentMaps:
    """The maps that were drawn before, in a small file shared by the window and `kickabout play`; never fails."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file if file is not None else state_dir() / "maps.json"
        if file is None:
            with contextlib.suppress(FolderError):
                made(state_dir())

    @property
    def drawn(self) -> tuple[str, ...]:
        """The maps, newest last; none if the file is missing or broken."""
        try:
            document: Any = json.loads(read_text(self._file, MAX_BYTES))
        except (OSError, ValueError, RecursionError):
            return ()
        if not isinstance(document, dict) or document.get("version") != VERSION:
            return ()
        names = document.get("drawn")
        return tuple(name for name in names if isinstance(name, str))[-MAX_MAPS:] if isinstance(names, list) else ()

    def keep(self, drawn: Sequence[str]) -> None:
        """Writes the maps; where that fails, a map may be drawn twice."""
        with contextlib.suppress(OSError):
            write_atomically(self._file, json.dumps({"version": VERSION, "drawn": list(drawn)}).encode())


def drawn_match(match: Match, *, game: Capabilities, random: Random, recent: RecentMaps | None) -> Match:
    """Returns the match with a map drawn for it where it asks for a random one.

    Without `recent`, the map depends on `random` alone and nothing is kept. A mode without maps in this game keeps the
    map that the document names.
    """
    pool = game.maps(match.game_mode)
    if match.map_choice != RANDOM_MAP or not pool:
        return match
    result = draw_map(pool, recent.drawn if recent is not None else (), random)
    if recent is not None:
        recent.keep(result.drawn)
    return replace(match, game_map_upk=result.name, map_choice=DRAWN_MAP)
