"""What other threads want of a running match."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from runtime.model.placements import Placement
from runtime.model.states import SwapMode

Keys = tuple[str, ...]
"""Keys of agents (`blue-1`) or sides (`blue`); none means every agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleText:
    """Send this console command to the game."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapWanted:
    """Bring the present source of these agents into the match, changed or not."""

    keys: Keys


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapAnswered:
    """The user was asked about changed agents, and says whether the new versions are wanted."""

    keys: Keys
    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapModeChosen:
    """From now on, this happens when the source of these agents changes."""

    keys: Keys
    mode: SwapMode


@dataclass(frozen=True, slots=True, kw_only=True)
class RestartWanted:
    """Stop these agents and start them again."""

    keys: Keys


@dataclass(frozen=True, slots=True, kw_only=True)
class StopWanted:
    """Stop these agents; the match goes on."""

    keys: Keys


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingsWanted:
    """Somebody wants to see what agents draw, or no longer."""

    is_wanted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingAllowed:
    """These agents may draw from now on, or no longer."""

    keys: Keys
    is_allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementWanted:
    """Move a car or a ball."""

    placement: Placement


Wish = (
    ConsoleText
    | SwapWanted
    | SwapAnswered
    | SwapModeChosen
    | RestartWanted
    | StopWanted
    | DrawingsWanted
    | DrawingAllowed
    | PlacementWanted
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Filled from any thread, heeded by the match's own."""

    stop: threading.Event
    others: "SimpleQueue[Wish]"

    def waiting(self) -> Iterator[Wish]:
        """The wishes that wait, oldest first, each once."""
        while True:
            try:
                yield self.others.get_nowait()
            except Empty:
                return
