"""Plays one match: everything up, play, result, everything down."""

import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue

from runtime.match.plan import MatchPlan
from runtime.match.run import Course
from runtime.match.wishes import (
    ConsoleText,
    DrawingAllowed,
    DrawingsWanted,
    PlacementWanted,
    RestartWanted,
    StopWanted,
    SwapAnswered,
    SwapModeChosen,
    SwapWanted,
    Wishes,
)
from runtime.model.events import Event, MatchEnded
from runtime.model.placements import Placement
from runtime.model.states import SwapMode
from runtime.model.values import MatchResult


class MatchRunner:
    """Runs the match of a plan, once, in the thread that calls `run`; the other methods are for any thread.

    `keys` are keys of agents, as in their status, or sides (`blue`, `orange`, `script`); none means all.
    """

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._wishes = Wishes(stop=threading.Event(), others=SimpleQueue())

    def run(self, sink: Callable[[Event], None]) -> MatchResult:
        """Plays the match and returns when nothing of it runs any more.

        `sink` is called in this thread with everything that happens; it must not block. The last event is `MatchEnded`.
        """
        result = Course(self._plan, sink, self._wishes).run()
        sink(MatchEnded(result=result))
        return result

    def request_stop(self) -> None:
        """Ends the match as soon as possible, in whatever stage it is."""
        self._wishes.stop.set()

    def send_console(self, text: str) -> None:
        """Sends a console command to the game, such as `kickabout pause`; lost when there is no game."""
        self._wishes.others.put(ConsoleText(text=text))

    def request_swap(self, keys: Iterable[str] = ()) -> None:
        """Brings the present source of these agents into the match, whether it has changed or not."""
        self._wishes.others.put(SwapWanted(keys=tuple(keys)))

    def answer_swap(self, keys: Iterable[str] = (), *, is_wanted: bool) -> None:
        """Says whether the new versions of these agents are wanted; without effect on those that did not change."""
        self._wishes.others.put(SwapAnswered(keys=tuple(keys), is_wanted=is_wanted))

    def set_swap_mode(self, keys: Iterable[str] = (), *, mode: SwapMode) -> None:
        """Chooses what happens from now on when the source of these agents changes."""
        self._wishes.others.put(SwapModeChosen(keys=tuple(keys), mode=mode))

    def request_restart(self, keys: Iterable[str] = ()) -> None:
        """Stops these agents and starts them again; one that is over is started again."""
        self._wishes.others.put(RestartWanted(keys=tuple(keys)))

    def request_stop_agent(self, keys: Iterable[str]) -> None:
        """Stops these agents; the match goes on without them, as long as there is one left."""
        self._wishes.others.put(StopWanted(keys=tuple(keys)))

    def follow_drawings(self, *, is_wanted: bool) -> None:
        """Begins to tell what agents draw, or ends it; only the arena can tell it."""
        self._wishes.others.put(DrawingsWanted(is_wanted=is_wanted))

    def allow_drawing(self, keys: Iterable[str] = (), *, is_allowed: bool) -> None:
        """Lets these agents draw, or no longer; where the match forbids it for good, that is said."""
        self._wishes.others.put(DrawingAllowed(keys=tuple(keys), is_allowed=is_allowed))

    def place(self, placement: Placement) -> None:
        """Moves a car or a ball; where the match does not allow it, that is said."""
        self._wishes.others.put(PlacementWanted(placement=placement))
