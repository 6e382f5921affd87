"""Plays one match: everything up, play, result, everything down."""

from collections.abc import Callable, Iterable
from queue import SimpleQueue

from runtime.match.plan import MatchPlan
from runtime.match.run import Course
from runtime.model.commands import (
    AllowDrawing,
    AnswerSwap,
    Command,
    FollowDrawings,
    PlaceObject,
    RestartAgents,
    SendConsole,
    SetSwapMode,
    StopAgents,
    StopMatch,
    SwapAgents,
)
from runtime.model.events import Event, MatchEnded
from runtime.model.placements import Placement
from runtime.model.states import SwapMode
from runtime.model.values import MatchResult


class MatchRun:
    """Runs the match of a plan, once, in the thread that calls `run`; `post` is for any thread."""

    def __init__(self, plan: MatchPlan) -> None:
        self._plan = plan
        self._commands: SimpleQueue[Command] = SimpleQueue()

    def run(self, emit: Callable[[Event], None]) -> MatchResult:
        """Plays the match and returns when nothing of it runs any more.

        `emit` is called in this thread with every event; it must not block. The last event is `MatchEnded`.
        """
        result = Course(self._plan, emit, self._commands).run()
        emit(MatchEnded(result=result))
        return result

    def post(self, command: Command) -> None:
        """Hands a command to the match; it takes effect within about 10 ms, or is lost when the match has ended."""
        self._commands.put(command)

    # The methods below are `post` under other names, until all front ends call `post`.

    def request_stop(self) -> None:
        self.post(StopMatch())

    def send_console(self, text: str) -> None:
        self.post(SendConsole(text=text))

    def request_swap(self, keys: Iterable[str] = ()) -> None:
        self.post(SwapAgents(keys=tuple(keys)))

    def answer_swap(self, keys: Iterable[str] = (), *, is_wanted: bool) -> None:
        self.post(AnswerSwap(keys=tuple(keys), is_wanted=is_wanted))

    def set_swap_mode(self, keys: Iterable[str] = (), *, mode: SwapMode) -> None:
        self.post(SetSwapMode(keys=tuple(keys), mode=mode))

    def request_restart(self, keys: Iterable[str] = ()) -> None:
        self.post(RestartAgents(keys=tuple(keys)))

    def request_stop_agent(self, keys: Iterable[str]) -> None:
        self.post(StopAgents(keys=tuple(keys)))

    def follow_drawings(self, *, is_wanted: bool) -> None:
        self.post(FollowDrawings(is_wanted=is_wanted))

    def allow_drawing(self, keys: Iterable[str] = (), *, is_allowed: bool) -> None:
        self.post(AllowDrawing(keys=tuple(keys), is_allowed=is_allowed))

    def place(self, placement: Placement) -> None:
        self.post(PlaceObject(placement=placement))
