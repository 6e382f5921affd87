"""Plays one match: everything up, play, result, everything down."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

from runtime.events import Event, MatchEnded
from runtime.match.course import Course
from runtime.match.plan import MatchPlan
from runtime.match.wishes import Wishes
from runtime.values import MatchResult


class MatchRunner:
    """Runs the match of a plan, once, in the thread that calls `run`; the other methods are for any thread."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._wishes = Wishes(stop=threading.Event(), console=SimpleQueue())

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
        self._wishes.console.put(text)
