"""Which maps have had their turn in matches whose map is drawn at each start: one small file, and never a fault."""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

from app.services.paths import FolderError, made, state_dir
from runtime.arena import maps_played
from runtime.documents import DRAWN_MAP, RANDOM_MAP, Match, draw_map, maps_of
from runtime.files import read_text, write_atomically

VERSION: Final = 1
MOST_BYTES: Final = 1 << 20
MOST_TURNS: Final = 500
"""More than there are maps; of a longer file, the newest count."""


class MapTurns:
    """Remembers over starts, of the window and of `kickabout play` alike; what the disk does is no error."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file if file is not None else state_dir() / "maps.json"
        if file is None:
            with contextlib.suppress(FolderError):
                made(state_dir())

    @property
    def drawn(self) -> tuple[str, ...]:
        """The maps that have had their turn, the newest last; none where the file is missing or of no use."""
        try:
            document: Any = json.loads(read_text(self._file, MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return ()
        if not isinstance(document, dict) or document.get("version") != VERSION:
            return ()
        names = document.get("drawn")
        return tuple(name for name in names if isinstance(name, str))[-MOST_TURNS:] if isinstance(names, list) else ()

    def keep(self, drawn: Sequence[str]) -> None:
        """Keeps the maps; a disk error only means that a map may repeat earlier."""
        content = json.dumps({"version": VERSION, "drawn": list(drawn)}).encode()
        with contextlib.suppress(OSError):
            write_atomically(self._file, content, is_durable=False)


def drawn_match(match: Match, *, in_arena: bool, random: Random, turns: MapTurns | None) -> Match:
    """The match with a map from the lot, where it leaves that to the lot; any other one as it is.

    Without `turns`, the map depends on `random` alone, and nothing is remembered. A mode that the game has no map for
    keeps the map that the document names.
    """
    pool = maps_played(match.game_mode) if in_arena else maps_of(match.game_mode)
    if match.map_choice != RANDOM_MAP or not pool:
        return match
    result = draw_map(pool, turns.drawn if turns is not None else (), random)
    if turns is not None:
        turns.keep(result.drawn)
    return replace(match, game_map_upk=result.name, map_choice=DRAWN_MAP)
