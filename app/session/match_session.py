"""Start and Stop: runs one match at a time on one thread, and knows why a button is off."""

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.session.bridge import Bridge
from runtime.documents import Match
from runtime.model.events import Event, MatchEnded, PaceMeasured
from runtime.model.placements import Placement
from runtime.model.states import Blame, Outcome, SwapMode
from runtime.model.values import MatchOverview, MatchResult
from widgets.bottom.game_chooser import ARENA, PlayWish

translate = QCoreApplication.translate
THREAD_NAME: Final = "match"
_LOG = logging.getLogger(__name__)


class Runner(Protocol):
    """What plays a match; `runtime.match.MatchRun` in the window."""

    def run(self, sink: Callable[[Event], None]) -> object:
        """Plays it and returns when nothing of it runs any more; the last event is `MatchEnded`."""

    def request_stop(self) -> None:
        """Ends it as soon as possible; for any thread."""

    def send_console(self, text: str) -> None:
        """Sends the game a command; for any thread."""

    def request_swap(self, keys: Iterable[str] = ()) -> None:
        """Brings the present source of agents into the match; for any thread."""

    def answer_swap(self, keys: Iterable[str] = (), *, is_wanted: bool) -> None:
        """Says whether new versions are wanted; for any thread."""

    def set_swap_mode(self, keys: Iterable[str] = (), *, mode: SwapMode) -> None:
        """Chooses what happens when the source of agents changes; for any thread."""

    def request_restart(self, keys: Iterable[str] = ()) -> None:
        """Stops agents and starts them again; for any thread."""

    def request_stop_agent(self, keys: Iterable[str]) -> None:
        """Stops agents; for any thread."""

    def follow_drawings(self, *, is_wanted: bool) -> None:
        """Begins to tell what agents draw, or ends it; for any thread."""

    def allow_drawing(self, keys: Iterable[str] = (), *, is_allowed: bool) -> None:
        """Lets agents draw, or no longer; for any thread."""

    def place(self, placement: Placement) -> None:
        """Moves a car or a ball; for any thread."""


MakeRunner = Callable[[Match, PlayWish], Runner]
"""Called on the match's thread, so that it may take its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonReasons:
    """Why Start and Stop cannot be pressed; empty where they can."""

    start: str
    stop: str


class MatchController(QObject):
    """Lives on the GUI thread; `start` and `stop` return at once.

    Signals:
        started: the `Match` that begins; its events follow.
        ended: nothing of the match runs any more.
        reasons_changed: a `ButtonReasons`.
        arena_met: a server that runs already has shown itself to be our arena.
    """

    started = Signal(Match)
    ended = Signal(MatchEnded)
    reasons_changed = Signal(ButtonReasons)
    arena_met = Signal()

    def __init__(
        self,
        bridge: Bridge,
        make_runner: MakeRunner,
        current_match: Callable[[], Match | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._make_runner = make_runner
        self._current_match = current_match
        self._run: _Run | None = None
        self._overview: MatchOverview | None = None
        self._wish = PlayWish()
        self._is_arena = True
        bridge.pace_measured.connect(self._on_pace_measured)
        bridge.match_ended.connect(self._on_match_ended)

    @property
    def is_running(self) -> bool:
        """Whether anything of a match may still run."""
        return self._run is not None

    @property
    def is_stopping(self) -> bool:
        """Whether the running match was asked to end."""
        return self._run is not None and self._run.is_stopping

    @property
    def is_arena(self) -> bool:
        """Whether the game of the running match is known to be our arena, which alone knows our commands."""
        return self._is_arena

    @property
    def reasons(self) -> ButtonReasons:
        """Why the buttons are off now."""
        if self._run is None:
            return ButtonReasons(start=_start_reason(self._overview), stop=self.tr("No match is running."))
        is_stopping = self._run.is_stopping
        return ButtonReasons(
            start=self.tr("The match is being stopped.") if is_stopping else self.tr("A match is running."),
            stop=self.tr("The match is already being stopped.") if is_stopping else "",
        )

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes note of the open document, which decides whether Start is possible."""
        self._overview = overview
        self.reasons_changed.emit(self.reasons)

    @Slot(PlayWish)
    def wish(self, wish: PlayWish) -> None:
        """Decides how the next match is played, and how fast the running one."""
        self._wish = wish
        self._steer(f"kickabout pace {wish.pace}")

    @Slot(bool)
    def set_paused(self, is_paused: bool) -> None:
        """Lets the running match stand still, or go on; only our arena can."""
        self._steer("kickabout pause" if is_paused else "kickabout resume")

    def send(self, command: str) -> None:
        """Sends the game of the running match a console command."""
        self._ask(lambda runner: runner.send_console(command))

    def swap(self, keys: tuple[str, ...] = ()) -> None:
        """Brings the present source of agents (or sides; none means all) into the match."""
        self._ask(lambda runner: runner.request_swap(keys))

    def decline_swap(self, keys: tuple[str, ...] = ()) -> None:
        """Keeps the versions that play."""
        self._ask(lambda runner: runner.answer_swap(keys, is_wanted=False))

    @Slot(object)
    def set_swap_mode(self, mode: SwapMode) -> None:
        """Chooses what happens in the running match when the source of an agent changes."""
        self._ask(lambda runner: runner.set_swap_mode(mode=mode))

    def restart(self, keys: tuple[str, ...] = ()) -> None:
        """Stops agents and starts them again."""
        self._ask(lambda runner: runner.request_restart(keys))

    def bench(self, keys: tuple[str, ...]) -> None:
        """Stops agents; their cars stand still."""
        self._ask(lambda runner: runner.request_stop_agent(keys))

    def follow_drawings(self, *, is_wanted: bool) -> None:
        """Has the running match tell what its agents draw, or no longer."""
        self._ask(lambda runner: runner.follow_drawings(is_wanted=is_wanted))

    def allow_drawing(self, keys: tuple[str, ...] = (), *, is_allowed: bool) -> None:
        """Lets agents (none means all) draw in the running match, or no longer."""
        self._ask(lambda runner: runner.allow_drawing(keys, is_allowed=is_allowed))

    @Slot(Placement)
    def place(self, placement: Placement) -> None:
        """Moves a car or a ball of the running match."""
        self._ask(lambda runner: runner.place(placement))

    @Slot()
    def start(self) -> None:
        """Plays the open document; does nothing while there is a reason against it."""
        match = None if self.reasons.start else self._current_match()
        if match is None:
            return
        self._is_arena = self._wish.game == ARENA
        self._bridge.begin()
        self._run = _Run(partial(self._make_runner, match, self._wish), self._bridge.post)
        self.started.emit(match)
        self.reasons_changed.emit(self.reasons)
        self._run.start()

    @Slot()
    def stop(self) -> None:
        """Asks the running match to end; further calls change nothing."""
        if self._run is not None and not self._run.is_stopping:
            self._run.request_stop()
            self.reasons_changed.emit(self.reasons)

    def _steer(self, command: str) -> None:
        """Sends a command that only our arena knows."""
        if self._is_arena:
            self.send(command)

    def _ask(self, request: Callable[[Runner], None]) -> None:
        if self._run is not None:
            self._run.ask(request)

    @Slot(PaceMeasured)
    def _on_pace_measured(self, pace: PaceMeasured) -> None:
        if pace.is_paused is not None and not self._is_arena:
            self._is_arena = True
            self.arena_met.emit()

    @Slot(MatchEnded)
    def _on_match_ended(self, event: MatchEnded) -> None:
        self._run = None
        self.ended.emit(event)
        self.reasons_changed.emit(self.reasons)


class _Run:
    """One match on its thread; the thread is a daemon, because closing must not wait for a match that hangs."""

    def __init__(self, make_runner: Callable[[], Runner], post: Callable[[Event], None]) -> None:
        self._make_runner = make_runner
        self._post = post
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._runner: Runner | None = None
        self._has_ended = False
        self._thread = threading.Thread(target=self._main, name=THREAD_NAME, daemon=True)

    @property
    def is_stopping(self) -> bool:
        """Whether the user asked for the end."""
        return self._stop.is_set()

    def start(self) -> None:
        """Begins; events follow from the new thread."""
        self._thread.start()

    def request_stop(self) -> None:
        """Asks for the end; for any thread, also before the runner exists."""
        with self._lock:
            self._stop.set()
            if self._runner is not None:
                self._runner.request_stop()

    def ask(self, request: Callable[[Runner], None]) -> None:
        """Asks the runner for something; for any thread, lost before the runner exists."""
        with self._lock:
            if self._runner is not None:
                request(self._runner)

    def _main(self) -> None:
        began = time.monotonic()
        try:
            runner = self._make_runner()
            with self._lock:
                self._runner = runner
                if self._stop.is_set():
                    runner.request_stop()
            runner.run(self._tell)
        except Exception as error:  # noqa: BLE001 - top of a thread: the window must learn that the match is over
            _LOG.exception("The match ended by a fault of Kickabout")
            if not self._has_ended:
                self._post(MatchEnded(result=_faulty(error, time.monotonic() - began)))

    def _tell(self, event: Event) -> None:
        self._has_ended = self._has_ended or isinstance(event, MatchEnded)
        self._post(event)


def _start_reason(overview: MatchOverview | None) -> str:
    if overview is None:
        return translate("MatchController", "No match is open.")
    if not overview.can_start:
        return translate("MatchController", "The match has errors. See Problems.")
    return translate("MatchController", "No cars. Drop a bot on a team first.") if overview.is_empty else ""


def _faulty(error: Exception, wall_seconds: float) -> MatchResult:
    return MatchResult(
        outcome=Outcome.FAILED,
        blame=Blame.INFRASTRUCTURE,
        reason=translate("MatchController", "Internal error: {0}").format(error),
        score=(0, 0),
        frames=0,
        game_seconds=0.0,
        wall_seconds=wall_seconds,
        agents=(),
    )
