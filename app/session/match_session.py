"""The running match, the last one, and the choices for the next one, as a front end sees them."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.session.bridge import Bridge, FrameBatch
from app.session.runner_thread import Runner, RunnerThread
from runtime.documents import Match
from runtime.endpoints import Endpoints
from runtime.games import Capabilities, capabilities_of
from runtime.games.kept_server import KeptServer
from runtime.model.commands import AllowDrawing, Command, SendConsole, SetState, StopMatch
from runtime.model.drawings import DrawingRights
from runtime.model.events import (
    AgentChanged,
    Event,
    MatchEnded,
    PaceMeasured,
    ServerChanged,
    StageChanged,
    TelemetryRecorded,
)
from runtime.model.messages import message
from runtime.model.placements import PAUSE_SPEED, StateChange
from runtime.model.states import Blame, MatchStage, Outcome, Phase, StageState
from runtime.model.values import REALTIME, AgentStatus, ArenaView, GameChoice, MatchOverview, MatchResult

if TYPE_CHECKING:
    from runtime.telemetry.history import History

translate = QCoreApplication.translate
STREAM_S: Final = 0.5
"""Frames that keep arriving for this long show that the match goes on."""
GAP_S: Final = 0.25
"""Frames farther apart than this are single ones: the last one before the pause, or steps."""
REQUEST_S: Final = 0.5
"""For this long a request of our own outweighs the game's report, which may have been sent before it."""


class Preparation(Protocol):
    """Work that has to be done before a match is played, such as installing packages."""

    def run(self, emit: Callable[[Event], None]) -> None:
        """Returns when it is done, or cancelled."""

    def cancel(self) -> None:
        """Ends it as soon as possible; called from any thread."""


MatchRunner = Runner[Command, Event]
MakeRunner = Callable[[Match, GameChoice], MatchRunner]
"""Called on the match's thread, so it may be slow."""
Prepare = Callable[[Match], Preparation | None]
"""Called on the match's thread; returns None if there is nothing to prepare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonReasons:
    """Why Start and Stop cannot be pressed; empty if they can."""

    start: str
    stop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """Permissions of a match for its front end; everything is allowed while they are unknown."""

    can_set_state: bool = True
    """True if cars and ball may be moved."""
    drawing: DrawingRights = DrawingRights.OFF_BY_DEFAULT

    @property
    def can_draw(self) -> bool:
        """True if any agent may be allowed to draw."""
        return self.drawing is not DrawingRights.ALWAYS_OFF


class MatchSession(QObject):
    """Starts, observes and controls one match at a time; GUI thread, nothing blocks.

    Streams and events of the match are signals of `bridge`. The state here is already up to date when they are emitted.

    Signals:
        started: the `Match` that begins; its events follow.
        ended: the `MatchEnded`; nothing of the match runs any more.
        changed: any property of this object may be different, except the figures of agents.
        agent_changed: the new `AgentStatus`, and the one before or None.
        choice_changed: the `GameChoice` for the next match and the pace of the running one.
        drawing_allowed: whether an agent has just been allowed to draw, or forbidden to.
    """

    started = Signal(Match)
    ended = Signal(MatchEnded)
    changed = Signal()
    agent_changed = Signal(AgentStatus, object)
    choice_changed = Signal(GameChoice)
    drawing_allowed = Signal(bool)

    def __init__(
        self,
        make_runner: MakeRunner,
        current_match: Callable[[], Match | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.bridge = Bridge(self)
        self._make_runner = make_runner
        self._current_match = current_match
        self.prepare: Prepare = lambda _match: None
        """Called on the match's thread before a match is played."""
        self._thread: RunnerThread | None = None
        self._overview: MatchOverview | None = None
        self._permissions = Permissions()
        self._pause = PauseState()
        self._game = capabilities_of()
        self.endpoints = Endpoints()
        """The ports and keys of all matches of this window."""
        self.kept_server = KeptServer(self._post_server_changed)
        """Runs the server of games that keep theirs from match to match."""
        self.choice = GameChoice()
        """Game and pace of the next match; changed by `choose` only."""
        self.agents: dict[str, AgentStatus] = {}
        """The agents of the running or last match by key; read only."""
        self.stages: dict[MatchStage, StageState] = {}
        """The stages of the running or last match that have begun; read only."""
        self.view: ArenaView | None = None
        """The newest frame of the running or last match."""
        self.pace: PaceMeasured | None = None
        """The newest report on how fast the match runs."""
        self.history: History | None = None
        """Samples, marks and recent packets of the running or last match; None before the first."""
        self.result: MatchResult | None = None
        """The result of the last match; None while one runs."""
        self.bridge.stage_changed.connect(self._on_stage_changed)
        self.bridge.agent_changed.connect(self._on_agent_changed)
        self.bridge.pace_measured.connect(self._on_pace_measured)
        self.bridge.frames_arrived.connect(self._on_frames_arrived)
        self.bridge.telemetry_arrived.connect(self._on_telemetry_arrived)
        self.bridge.match_ended.connect(self._on_match_ended)
        self.bridge.server_changed.connect(self.changed)

    @property
    def is_running(self) -> bool:
        """True if anything of a match may still run."""
        return self._thread is not None

    @property
    def is_stopping(self) -> bool:
        """True if the running match was asked to end."""
        return self._thread is not None and self._thread.is_stopping

    @property
    def game(self) -> Capabilities:
        """The known capabilities of the game of the running or last match."""
        return self._game

    @property
    def phase(self) -> Phase | None:
        """The phase of the running match; None before its first frame."""
        return self.view.phase if self.is_running and self.view is not None else None

    @property
    def score(self) -> tuple[int, int]:
        """Goals of blue and orange in the running or last match."""
        return self.view.score if self.view is not None else (0, 0)

    @property
    def is_halted(self) -> bool:
        """True if the game plays no frames, or hardly any."""
        return self.is_running and self._pause.is_on

    @property
    def is_interrupted(self) -> bool:
        """True if the game's own pause command is in effect; its frames go on."""
        return self.phase is Phase.PAUSED

    @property
    def is_paused(self) -> bool:
        """True if the running match stands still for either reason."""
        return self.is_halted or self.is_interrupted

    @property
    def permissions(self) -> Permissions:
        """Permissions of the running match; without one, those of the open document."""
        if self.is_running or self._overview is None:
            return self._permissions
        return Permissions(can_set_state=self._overview.can_set_state, drawing=self._overview.drawing)

    @property
    def reasons(self) -> ButtonReasons:
        """Why the buttons are off now."""
        if not self.is_running:
            return ButtonReasons(start=_start_reason(self._overview), stop=self.tr("No match is running."))
        return ButtonReasons(
            start=self.tr("The match is being stopped.") if self.is_stopping else self.tr("A match is running."),
            stop=self.tr("The match is already being stopped.") if self.is_stopping else "",
        )

    @Slot(MatchOverview)
    def show_overview(self, overview: MatchOverview) -> None:
        """Takes the open document, which decides whether Start is possible."""
        self._overview = overview
        self.changed.emit()

    @Slot(GameChoice)
    def choose(self, choice: GameChoice) -> None:
        """Sets how the next match is played, and the pace of the running one."""
        is_new, is_new_pace = choice != self.choice, choice.pace != self.choice.pace
        self.choice = choice
        if self._game.takes_commands:
            self.send(f"kickabout pace {choice.pace}")
        elif is_new_pace and self._game.pace_refusal(choice.pace) is None and self.permissions.can_set_state:
            self.set_speed(1.0 if choice.pace == REALTIME else float(choice.pace))
        if is_new:
            self.choice_changed.emit(self.choice)

    @Slot()
    def start(self) -> None:
        """Plays the open document; does nothing if `reasons` has one against it."""
        self._start(self.choice)

    @Slot()
    def start_with_new_game(self) -> None:
        """Works like `start`, but first closes a running game that cannot be used; the user has agreed to that."""
        self._start(replace(self.choice, closes_game=True))

    @Slot()
    def stop_server(self) -> None:
        """Ends the server that matches share, if Kickabout has started it; returns at once."""
        self.kept_server.stop()

    def _post_server_changed(self) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone
            self.bridge.post(ServerChanged())

    def _start(self, choice: GameChoice) -> None:
        match = None if self.reasons.start else self._current_match()
        if match is None:
            return
        self._game = capabilities_of(self.choice.game)
        self._permissions = Permissions(
            can_set_state=match.enable_state_setting, drawing=DrawingRights.of(match.enable_rendering)
        )
        self.view = self.pace = self.result = self.history = None
        self.agents.clear()
        self.stages.clear()
        self._pause.reset()
        self.bridge.begin()
        self._thread = RunnerThread(
            "match",
            partial(self._prepared_runner, match, choice),
            self.bridge.post,
            stop=StopMatch,
            end=MatchEnded,
            fault=partial(_faulty, time.monotonic()),
        )
        self._thread.start()  # panels follow while the game starts; events arrive after this call
        self.started.emit(match)
        self.changed.emit()

    def _prepared_runner(self, match: Match, choice: GameChoice) -> MatchRunner:
        runner, preparation = self._make_runner(match, choice), self.prepare(match)
        return runner if preparation is None else _PreparedRunner(preparation, runner)

    @Slot()
    def stop(self) -> None:
        """Asks the running match to end; further calls change nothing."""
        if not self.is_stopping:
            self.post(StopMatch())

    def post(self, command: Command) -> None:
        """Passes a command to the running match and follows what it changes here; ignored without a match."""
        if self._thread is None:
            return
        self._thread.post(command)
        match command:
            case StopMatch():
                self.changed.emit()
            case SendConsole(text=text):
                self._follow_console(text)
                self.changed.emit()
            case AllowDrawing(is_allowed=is_allowed):
                self.drawing_allowed.emit(is_allowed)
            case SetState(change=StateChange(game_speed=float(speed))) if not self._game.takes_commands:
                self._pause.request(is_on=speed <= PAUSE_SPEED)
                self.changed.emit()
            case SetState() if self.is_halted and self._game.takes_commands:
                self.send("kickabout step")  # plays one frame, so that the move is seen
            case _:
                pass

    def send(self, console_command: str) -> None:
        """Sends the game of the running match a console command."""
        self.post(SendConsole(text=console_command))

    def set_speed(self, speed: float) -> None:
        """Sets the game speed of the running match, which pauses a game without commands at `PAUSE_SPEED`."""
        self.post(SetState(change=StateChange(game_speed=speed)))

    def _follow_console(self, text: str) -> None:
        match text.split():
            case ["kickabout", "pause"]:
                self._pause.request(is_on=True)
            case ["kickabout", "resume"]:
                self._pause.request(is_on=False)
            case ["kickabout", "step", *_] if not self._pause.is_reported:
                self._pause.request(is_on=True)
            case ["kickabout", "pace", pace]:
                self._follow_pace(pace)

    def _follow_pace(self, text: str) -> None:
        """Takes a typed pace, written as in the list of paces: `LOCKSTEP` becomes `lockstep`, `4.0` becomes `4`."""
        from runtime.arena.commands import CommandError, parse_pace  # noqa: PLC0415 - loaded after the first paint

        try:
            pace = str(parse_pace(text))
        except CommandError:
            return
        if pace != self.choice.pace:
            self.choice = replace(self.choice, pace=pace)
            self.choice_changed.emit(self.choice)

    @Slot(StageChanged)
    def _on_stage_changed(self, change: StageChanged) -> None:
        self.stages[change.stage] = change.state
        self.changed.emit()

    @Slot(AgentChanged)
    def _on_agent_changed(self, event: AgentChanged) -> None:
        agent = event.agent
        before = self.agents.get(agent.key)
        self.agents[agent.key] = agent
        self.agent_changed.emit(agent, before)
        if before is None or _visible_state(before) != _visible_state(agent):
            self.changed.emit()

    @Slot(PaceMeasured)
    def _on_pace_measured(self, pace: PaceMeasured) -> None:
        self.pace = pace
        if pace.is_paused is not None:
            self._game = self._game.as_reporting()
            self._pause.report(is_on=pace.is_paused)
        self.changed.emit()

    @Slot(FrameBatch)
    def _on_frames_arrived(self, batch: FrameBatch) -> None:
        before = self.phase, self.is_halted
        self.view = batch.views[-1]
        self._pause.on_frame()
        if before != (self.phase, self.is_halted):
            self.changed.emit()

    @Slot(TelemetryRecorded)
    def _on_telemetry_arrived(self, recorded: TelemetryRecorded) -> None:
        if self.history is None:
            from runtime.telemetry.history import History  # noqa: PLC0415 - brings numpy, which first paint does not wait for

            self.history = History()
        self.history.take(recorded)

    @Slot(MatchEnded)
    def _on_match_ended(self, event: MatchEnded) -> None:
        self._thread = None
        self.result = event.result
        self.agents.clear()
        self.agents.update({agent.key: agent for agent in event.result.agents})
        self.ended.emit(event)
        self.changed.emit()


def _visible_state(agent: AgentStatus) -> tuple[object, ...]:
    """Returns what other panels show of an agent, without its figures, which change every second."""
    return agent.name, agent.state, agent.can_draw


class PauseState:
    """Tracks whether the arena is paused; one thread.

    A request of our own counts until the game reports its state or, where it reports none, a stream of frames shows
    that the match continues.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.reset()

    def reset(self) -> None:
        """Begins a match, which is not paused."""
        self.is_on = self.is_reported = False
        self._requested_s = self._stream_s = self._newest_s = float("-inf")

    def request(self, *, is_on: bool) -> None:
        """Notes that the match was asked to pause or to continue."""
        self.is_on = is_on
        self._requested_s = self._stream_s = self._newest_s = self._clock()

    def report(self, *, is_on: bool) -> None:
        """Takes the game's report on whether it is paused."""
        self.is_reported = True
        if self._clock() - self._requested_s >= REQUEST_S:
            self.is_on = is_on

    def on_frame(self) -> None:
        """Counts a frame that has arrived."""
        now_s = self._clock()
        if now_s - self._newest_s >= GAP_S:
            self._stream_s = now_s
        self._newest_s = now_s
        if not self.is_reported and now_s - self._stream_s >= STREAM_S:
            self.is_on = False


class _PreparedRunner:
    """A runner whose match is prepared before it is played."""

    def __init__(self, preparation: Preparation, runner: MatchRunner) -> None:
        self._preparation = preparation
        self._runner = runner

    def run(self, emit: Callable[[Event], None]) -> None:
        self._preparation.run(emit)
        self._runner.run(emit)

    def post(self, command: Command) -> None:
        if isinstance(command, StopMatch):
            self._preparation.cancel()
        self._runner.post(command)


def _start_reason(overview: MatchOverview | None) -> str:
    if overview is None:
        return translate("MatchSession", "No match is open.")
    if not overview.can_start:
        return translate("MatchSession", "The match has errors. See Problems.")
    return translate("MatchSession", "No cars. Drop a bot on a team first.") if overview.is_empty else ""


def _faulty(began_s: float, error: Exception) -> MatchEnded:
    result = MatchResult(
        outcome=Outcome.FAILED,
        blame=Blame.INFRASTRUCTURE,
        reason=message("internal-error", "Internal error: {error}", error=str(error)),
        wall_seconds=time.monotonic() - began_s,
    )
    return MatchEnded(result=result)
