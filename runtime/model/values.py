"""The values with which the runtime describes a match; they have no behaviour."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from runtime.model.drawings import DrawingRights
from runtime.model.game_facts import GRAVITY_Z, TICK_MS
from runtime.model.interference import Interference
from runtime.model.messages import Message
from runtime.model.needs import Need
from runtime.model.placements import Vector
from runtime.model.problems import Problem
from runtime.model.series import Series
from runtime.model.states import (
    AgentEnding,
    AgentState,
    AirState,
    Blame,
    Outcome,
    Phase,
    Remedy,
    SwapMode,
    SwapOutcome,
    SwapState,
)

Times = tuple[float, float, float]
"""50th, 95th and 99th percentile."""


BUILT_IN: Final = "arena"
"""Key of the game that needs nothing else."""
REALTIME: Final = "realtime"
LOCKSTEP: Final = "lockstep"
Starter: TypeAlias = Literal["auto", "kickabout"]
STARTERS: Final = get_args(Starter)
"""Who starts a game that is a program of its own: the program that has started the server, or always Kickabout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracebackFrame:
    """One frame of a traceback."""

    file: str
    """The name that the program printed; it may be relative to the agent's folder."""
    line: int
    function: str = ""
    """Empty if the program printed none, as for a syntax error."""
    code: str = ""
    """The line of source, if the program printed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traceback:
    """An error with its call stack."""

    error: str
    """The line with the error: `ValueError: no engine`."""
    frames: tuple[TracebackFrame, ...]
    """From the outermost frame to the one that raised; a very long traceback has no middle part."""
    text: str
    """The complete printed text, without colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """The game and the pace of the next match."""

    game: str = BUILT_IN
    """A key of `runtime.games.GAMES`."""
    pace: str = REALTIME
    """`realtime`, `lockstep` or a factor."""
    closes_game: bool = False
    """True if a running game that cannot be used is closed first; the user agrees to this for one match at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceFigures:
    """The agent service that plays an agent, in the last second."""

    slots: int
    """Number of cars that it can drive at the same time."""
    used: int
    """Number of slots with a game, over all matches."""
    matches: int
    """Number of matches in which it plays."""
    batch: float
    """Mean number of cars per batch."""
    waited_s: float
    """Time for which all its slots have been free; 0 while it has a game."""
    refused: int
    """Number of games that it declined, did not know, or had no slot for."""
    restarts: int
    """Number of times its model was loaded again after an error."""
    is_standing: bool
    """True if this match did not start it."""
    is_silent: bool
    """True if it does not answer."""
    latency_ms: float | None
    """Mean time from a packet of this game to its answer."""
    worst_ms: float | None
    answers_per_s: float
    errors: int
    """Number of errors in this game."""
    reward: float | None
    """Mean reward in this game; None if the author computes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStatus:
    """One agent of a match, with all values for its card or its result row."""

    key: str
    """Unique within the match; also the key of the agent's process and log."""
    name: str
    agent_id: str
    team: int
    """0 blue, 1 orange, 2 script."""
    cars: tuple[int, ...]
    """Packet indices of its cars."""
    state: AgentState
    reason: Message | None = None
    """Reason for its state; None if the state is clear by itself."""
    pid: int | None = None
    starts: int = 0
    packets: int = 0
    answers: int = 0
    late: int = 0
    response_ms: Times | None = None
    """Time from a packet to its answer over the last answers; None if the server does not report it."""
    answers_per_s: float | None = None
    """Per second of wall time, from the server's reports; None while there are too few reports or it does not play."""
    exit_code: int | None = None
    cpu_share: float = 0.0
    """Processor seconds per second of its processes: 1.0 is one busy core."""
    mean_cpu_share: float = 0.0
    """The same since the newest start."""
    rss_bytes: int = 0
    """Memory of its processes."""
    peak_rss_bytes: int = 0
    """Maximum memory of its processes in this match."""
    threads: int = 0
    handles: int = 0
    """Number of files, sockets and other handles that its processes have open."""
    traceback: Traceback | None = None
    """The newest traceback that it printed."""
    errors: int = 0
    """Number of tracebacks that this version has printed."""
    last_error: str = ""
    """The error of `traceback`, behind its place in the agent's own source: `bot.py:12: ValueError: no engine`."""
    ending: AgentEnding | None = None
    """How its last process ended; None while it runs, or before its first process."""
    restarts: int = 0
    """Number of restarts after it ended without a request."""
    version: int = 1
    """Number of its newest version in this match; the first one is 1."""
    swaps: int = 0
    """Number of swaps to a new version."""
    earlier: tuple[int, ...] = ()
    """The other versions that can play again, the newest first."""
    source_copy: Path | None = None
    """A folder with the source of the version that plays, if the agent's folder has other source."""
    swap_mode: SwapMode = SwapMode.OFF
    swap_state: SwapState = SwapState.IDLE
    swap_text: Message | None = None
    """The changed files, or the reason why the new version does not play."""
    can_draw: bool = False
    """True if the server accepts its drawings."""
    is_drawing_refused: bool = False
    """True if it drew without permission, in a match that could permit it."""
    service: ServiceFigures | None = None
    """The service that plays it; None for an agent with its own process."""
    debug_port: int | None = None
    """The port of its debugger, 0 if the user starts it; None while it is not being debugged."""
    is_debugger_attached: bool = False


SLOW_MS: Final = 1.5 * TICK_MS
"""Median response time above which an agent is slow, even if others are worse."""
FEW_LATE: Final = 0.01
"""An agent with at most this share of late answers is not slow."""


def slow_agents(agents: Iterable[AgentStatus]) -> Mapping[str, float]:
    """Returns the slow agents, the worst first: the 95th percentile of their newest response times in ms by key.

    All agents are slow that answer most packets at least half a tick late. Of the agents that answer 5 % of the packets
    late, only the worst is slow, because on a busy machine all agents have some late answers.
    """
    late = {
        agent.key: (agent.late / max(1, agent.answers), agent.response_ms)
        for agent in agents
        if agent.state is AgentState.PLAYING and agent.cars and agent.response_ms and agent.response_ms[1] > TICK_MS
        if agent.late > FEW_LATE * agent.answers and agent.answers_per_s != 0
    }
    ordered = sorted(late, key=lambda key: -late[key][0])
    return {key: late[key][1][1] for place, key in enumerate(ordered) if place == 0 or late[key][1][0] > SLOW_MS}


TRIAL_ANSWERS: Final = 5
"""Number of packets that a new version of an agent has to answer on trial before it takes over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRecord:
    """One attempt to swap in a new version of an agent."""

    key: str
    """Key of the agent."""
    name: str
    version: int
    """The version that plays after the swap."""
    digest: str
    """A short checksum of the new version's source; empty if it was not read."""
    files: tuple[str, ...]
    """The changed files, relative to the agent's folder if they are in it; empty for a swap on request."""
    time_s: float
    """Time of the change, or of the user's request or consent, in seconds since the start of the match."""
    duration_s: float
    """Time from then until the new version had the cars, or until the swap had failed."""
    outcome: SwapOutcome
    reason: Message | None = None
    """Reason why the new version does not play, or which changes do not take effect in this match."""
    problems: tuple[Problem, ...] = ()
    """Problems that the check found, with file and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """The end of a match; `play --json` prints it and the window shows it.

    The defaults are those of a match that was not played.
    """

    outcome: Outcome
    blame: Blame = Blame.NOBODY
    reason: Message
    score: tuple[int, int] = (0, 0)
    """Goals of blue and orange; in a series, those of its last game."""
    frames: int = 0
    game_seconds: float = 0.0
    wall_seconds: float = 0.0
    agents: tuple[AgentStatus, ...] = ()
    problems: tuple[Problem, ...] = ()
    state_hash: str | None = None
    """Digest of the last state of the built-in arena; None if the game does not provide it."""
    logs: Path | None = None
    """The folder with the logs of all programs; None if there are no logs."""
    forfeited_by: int | None = None
    """The team that lost by default, regardless of the score; None if the score decides."""
    winner: int | None = None
    """The team that has won; None after a draw, and for a match that was not played to its end."""
    swaps: tuple[SwapRecord, ...] = ()
    """New versions of agents, in the order in which their swaps ended."""
    drawn_map: str = ""
    """The randomly chosen map, as documents name it; empty if the document names the map."""
    series: Series | None = None
    """The finished games; None if the match is one game."""
    interference: tuple[Interference, ...] = ()
    """Actions of others on the match, attempted or performed."""
    remedy: Remedy | None = None
    """What a front end can offer to do about the game that failed it; None if there is nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A process that an earlier run left behind and that is still running."""

    pid: int
    started: float
    """In the system's own unit; distinguishes it from a later process with the same number."""
    name: str
    command: str
    run: str
    """Identifies the run that started it."""

    def __str__(self) -> str:
        return f"{self.name} (pid {self.pid})"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One line that an agent or the game printed."""

    key: str
    """The agent's key, or `GAME_LOG`."""
    text: str
    time_s: float
    """Seconds since the start of the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comm:
    """One match communication of a bot, a script or another client, as one line of text."""

    team: int
    """0 blue, 1 orange, 2 script, 3 another client."""
    index: int
    """Index of the car or script."""
    is_team_only: bool
    text: str
    """The text for display. Without it, the beginning of the content, as text if possible, else in hexadecimal."""
    size: int | None
    """Bytes of the content; None if there is a text for display."""
    game_s: float
    """`seconds_elapsed` of the newest packet."""
    time_s: float
    """Seconds since the start of the match."""


GAME_LOG = "game"
"""Log key for the output of the game and the notes of the match runner."""


ORIGIN: Final[Vector] = (0.0, 0.0, 0.0)
OCTANE_HITBOX_UU: Final[Vector] = (118.007, 84.2, 36.159)
OCTANE_OFFSET_UU: Final[Vector] = (13.876, 0.0, 20.755)


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """The newest input of a car: -1 to 1, or pressed."""

    throttle: float = 0.0
    steer: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    jump: bool = False
    boost: bool = False
    handbrake: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchView:
    """A car's latest touch of a ball."""

    game_seconds: float
    ball_index: int
    location: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class CarView:
    """One car in one frame: uu, uu/s, rad."""

    index: int
    name: str
    team: int
    x: float
    y: float
    z: float
    pitch: float
    yaw: float
    roll: float
    speed: float
    boost: float
    """0 to 100."""
    is_demolished: bool
    is_supersonic: bool
    goals: int
    saves: int
    demolitions: int
    score: int
    velocity: Vector = ORIGIN
    angular_velocity: Vector = ORIGIN
    hitbox: Vector = OCTANE_HITBOX_UU
    """Length, width and height."""
    hitbox_offset: Vector = OCTANE_OFFSET_UU
    """Centre of the hitbox relative to the car, in the car's axes."""
    controls: Controls = Controls()
    air_state: AirState = AirState.ON_GROUND
    has_jumped: bool = False
    has_dodged: bool = False
    demolished_for_s: float = 0.0
    """Seconds until it is back; 0 unless it is demolished."""
    shots: int = 0
    assists: int = 0
    own_goals: int = 0
    latest_touch: TouchView | None = None
    """None before its first touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallView:
    """One ball in one frame: uu, uu/s, rad."""

    x: float
    y: float
    z: float
    speed: float
    radius: float
    is_puck: bool = False
    pitch: float = 0.0
    yaw: float = 0.0
    roll: float = 0.0
    velocity: Vector = ORIGIN
    angular_velocity: Vector = ORIGIN


@dataclass(frozen=True, slots=True, kw_only=True)
class PadPlace:
    """Position and size of a boost pad, in uu."""

    x: float
    y: float
    is_big: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaView:
    """Everything of one frame that a spectator sees."""

    frame: int
    phase: Phase
    seconds_elapsed: float
    clock_s: float
    """Seconds on the screen's clock."""
    is_overtime: bool
    is_unlimited: bool
    score: tuple[int, int]
    """Goals of blue and orange in this game."""
    cars: tuple[CarView, ...]
    balls: tuple[BallView, ...]
    pads: tuple[PadPlace, ...]
    pads_active: tuple[bool, ...]
    pad_timers: tuple[float, ...] = ()
    """Seconds since each pad was taken, in the order of `pads_active`; 0 for a pad that is there."""
    gravity_z: float = GRAVITY_Z
    """uu/s²."""
    game_speed: float = 1.0
    series: Series | None = None
    """The earlier games; None if the match is one game."""

    @property
    def last_toucher(self) -> CarView | None:
        """The car that last touched the first ball; None before the first touch, and while no game is active."""
        if self.phase is not Phase.ACTIVE:
            return None
        newest, toucher = float("-inf"), None
        for car in self.cars:
            touch = car.latest_touch
            if touch is not None and touch.ball_index == 0 and touch.game_seconds > newest:
                newest, toucher = touch.game_seconds, car
        return toucher

    @property
    def clock_text(self) -> str:
        """The clock as on the scoreboard: `4:07`, `+0:12` in overtime; remaining seconds are rounded up."""
        return clock_words(self.clock_s, is_overtime=self.is_overtime, is_unlimited=self.is_unlimited)


def clock_words(clock_s: float, *, is_overtime: bool, is_unlimited: bool) -> str:
    """Returns seconds of the clock as on the scoreboard.

    In overtime and in matches without a time limit, some servers use negative numbers.
    """
    counts_up = is_overtime or is_unlimited
    whole = int(abs(clock_s)) if counts_up else int(max(0.0, clock_s) + 0.999)
    return f"{'+' if is_overtime else ''}{whole // 60}:{whole % 60:02d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """One car of a match document, for the team lists before a match."""

    position: int
    """Position in the document's list of cars."""
    name: str
    team: int
    kind: str
    """`bot`, `hivemind`, `psyonix` or `human`."""
    source: Path | None
    """The bot.toml from which it was read."""
    developer: str = ""
    logo: Path | None = None
    """A picture of the bot."""
    skill: str = ""
    """Skill of a Psyonix bot; empty for other kinds."""
    is_auto_start: bool = True
    """True if Kickabout starts its driver."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEntry:
    """One script of a match document, as the team lists show it before a match."""

    name: str
    source: Path | None = None
    """The script.toml from which it was read."""
    developer: str = ""
    logo: Path | None = None
    """A picture of the script."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOverview:
    """Everything that the window shows of an open match document."""

    title: str
    path: Path | None
    is_dirty: bool
    cars: tuple[CarEntry, ...]
    scripts: tuple[ScriptEntry, ...]
    game_mode: str
    game_map: str
    match_length: str
    problems: tuple[Problem, ...]
    is_hoops: bool = False
    """True if it is played on the hoops field."""
    can_set_state: bool = True
    """True if cars and ball may be moved during the match."""
    drawing: DrawingRights = DrawingRights.OFF_BY_DEFAULT
    """True if its agents may draw."""

    needs: tuple[Need, ...] = ()
    """Scripts that its agents require but that it does not have."""

    @property
    def is_empty(self) -> bool:
        """True if the match has neither cars nor scripts, like a new one."""
        return not self.cars and not self.scripts

    @property
    def can_start(self) -> bool:
        """True if the match has no errors that prevent a start."""
        return not any(problem.is_error for problem in self.problems)
