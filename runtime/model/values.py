"""What the runtime shows of a match: plain values that carry no behaviour of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from runtime.model.drawings import DrawingRights
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
    SwapMode,
    SwapOutcome,
    SwapState,
)
from runtime.model.tracebacks import Traceback

Times = tuple[float, float, float]
"""50th, 95th and 99th percentile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceFigures:
    """The agent service that plays an agent, in the last second."""

    slots: int
    """Cars that it can drive at the same time."""
    used: int
    """Slots with a game, of all matches."""
    matches: int
    """Matches that it plays in."""
    batch: float
    """Mean number of cars for which it found the actions at once."""
    waited_s: float
    """Time for which it has had no game; 0 while it has one."""
    refused: int
    """Games that it declined, did not know, or had no slot for."""
    restarts: int
    """Number of times its model was loaded again after an error."""
    is_standing: bool
    """True if it was not started by this match."""
    is_silent: bool
    """True if it does not answer."""
    latency_ms: float | None
    """Mean time from a packet of this game to its answer."""
    worst_ms: float | None
    answers_per_s: float
    errors: int
    """Of this game."""
    reward: float | None
    """Mean reward of this game; None where the author computes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentStatus:
    """One agent of a match, as a card or a result row shows it."""

    key: str
    """Unique within the match; the same key names the agent's process and log."""
    name: str
    agent_id: str
    team: int
    """0 blue, 1 orange, 2 script."""
    cars: tuple[int, ...]
    """Indices of the cars it drives, as the packet numbers them."""
    state: AgentState
    reason: Message | None = None
    """Why it is in this state; None where the state says it all."""
    pid: int | None = None
    starts: int = 0
    packets: int = 0
    answers: int = 0
    late: int = 0
    response_ms: Times | None = None
    """Time from a packet to its answer over the last answers; None where the server does not report it."""
    answers_per_s: float | None = None
    """Of wall time, by the server's reports; None where none has told enough, or while it does not play."""
    exit_code: int | None = None
    cpu_share: float = 0.0
    """Processor seconds per second that its processes use: 1.0 is one core kept busy."""
    mean_cpu_share: float = 0.0
    """The same since the newest start."""
    rss_bytes: int = 0
    """Memory of its processes."""
    peak_rss_bytes: int = 0
    """The most memory that they were seen to use in this match."""
    threads: int = 0
    handles: int = 0
    """Files, sockets and the like that its processes hold open."""
    traceback: Traceback | None = None
    """The newest that it printed."""
    errors: int = 0
    """The number of tracebacks that this version of it has printed."""
    last_error: str = ""
    """The error of `traceback`, behind its place in the agent's own source: `bot.py:12: ValueError: no engine`."""
    ending: AgentEnding | None = None
    """How its last process ended; None while it runs, or before there was one."""
    restarts: int = 0
    """How often it was started again because it had ended unasked."""
    version: int = 1
    """Counts the versions of its source that played in this match."""
    swaps: int = 0
    """How often a new version took over."""
    swap_mode: SwapMode = SwapMode.OFF
    swap_state: SwapState = SwapState.IDLE
    swap_text: Message | None = None
    """Which files changed, or why the new version does not play."""
    can_draw: bool = False
    """Whether the server takes what it draws."""
    is_drawing_refused: bool = False
    """Whether it drew while it was not allowed to, in a match that could allow it."""
    service: ServiceFigures | None = None
    """The service that plays it; None for an agent with a process of its own."""


TICK_MS: Final = 1000 / 120
"""Time for an answer; later ones are late."""
SLOW_MS: Final = 1.5 * TICK_MS
"""Median time for an answer above which an agent is slow, whatever the others are."""
FEW_LATE: Final = 0.01
"""Share of late answers up to which no agent is slow."""


def slow_agents(agents: Iterable[AgentStatus]) -> Mapping[str, float]:
    """Returns the slow agents, the worst first: the 95th percentile of their newest response times in ms by key.

    Slow are agents that answer most packets half a tick late or later, and otherwise the worst of those that answer 5 %
    late: on a busy machine, all have some late answers.
    """
    late = {
        agent.key: (agent.late / max(1, agent.answers), agent.response_ms)
        for agent in agents
        if agent.state is AgentState.PLAYING and agent.cars and agent.response_ms and agent.response_ms[1] > TICK_MS
        if agent.late > FEW_LATE * agent.answers
    }
    ordered = sorted(late, key=lambda key: -late[key][0])
    return {key: late[key][1][1] for place, key in enumerate(ordered) if place == 0 or late[key][1][0] > SLOW_MS}


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRecord:
    """One attempt to bring a new version of an agent into a running match."""

    key: str
    """The agent's."""
    name: str
    version: int
    """The version that plays afterwards."""
    digest: str
    """A short checksum of the new version's source; empty where it was not read."""
    files: tuple[str, ...]
    """What changed, below the agent's folder where it lies there; empty for a swap on request."""
    time_s: float
    """When the change was seen, or the user asked for or agreed to the swap: seconds since the start of the match."""
    duration_s: float
    """From then until the new version had the cars, or until it was clear that it does not get them."""
    outcome: SwapOutcome
    reason: Message | None = None
    """Why it did not come to play, or what of the change does not take effect in this match."""
    problems: tuple[Problem, ...] = ()
    """What the check found, with file and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResult:
    """How a match ended; what `play --json` prints and the window shows."""

    outcome: Outcome
    blame: Blame
    reason: Message
    score: tuple[int, int]
    """Goals of blue and orange; of a series, in its last game."""
    frames: int
    game_seconds: float
    wall_seconds: float
    agents: tuple[AgentStatus, ...]
    problems: tuple[Problem, ...] = ()
    state_hash: str | None = None
    """Digest of the last state of the built-in arena; None where the game cannot tell."""
    logs: Path | None = None
    """The folder with the log of every program; None where none was written."""
    forfeited_by: int | None = None
    """The team that lost by default, whatever the score; None where the score counts."""
    winner: int | None = None
    """The team that has won; None after a draw, and for a match that was not played to its end."""
    swaps: tuple[SwapRecord, ...] = ()
    """New versions of agents, in the order in which their swaps ended."""
    drawn_map: str = ""
    """The map that the lot fell on, as documents write it; empty where the document names the map."""
    series: Series | None = None
    """The games that were played to their end; None where the match is one game."""
    interference: tuple[Interference, ...] = ()
    """What others tried to do to the match, or did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftover:
    """A process of an earlier run that was left behind and still runs."""

    pid: int
    started: float
    """In the system's own unit; tells it from a later process with the same number."""
    name: str
    command: str
    run: str
    """Names the run that it comes from."""

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
    """One match communication of a bot, a script or another client, as text of one line."""

    team: int
    """0 blue, 1 orange, 2 script, 3 another client."""
    index: int
    """Of the car or script."""
    is_team_only: bool
    text: str
    """The text for display, else the beginning of the content: as text if it is one, else in hexadecimal."""
    size: int | None
    """Bytes of the content; None if there is text for display."""
    game_s: float
    """`seconds_elapsed` of the newest packet."""
    time_s: float
    """Seconds since the start of the match."""


GAME_LOG = "game"
"""Log key of the game's own output and of the match runner's notes."""


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
    """One car at one frame: uu, uu/s, rad."""

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
    """Centre of the hitbox in the car's own axes."""
    controls: Controls = Controls()
    air_state: AirState = AirState.ON_GROUND
    has_jumped: bool = False
    has_dodged: bool = False
    demolished_for_s: float = 0.0
    """Seconds until it is back; 0 while it is there."""
    shots: int = 0
    assists: int = 0
    own_goals: int = 0
    latest_touch: TouchView | None = None
    """None before its first touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BallView:
    """One ball at one frame: uu, uu/s, rad."""

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
    """Where a boost pad lies, and whether it is a big one: uu."""

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
    """Seconds since each pad was taken, in the order of `pads_active`; 0 for a pad that lies there."""
    gravity_z: float = -650.0
    """uu/s²."""
    game_speed: float = 1.0
    series: Series | None = None
    """The games before this one; None where the match is one game."""

    @property
    def last_toucher(self) -> CarView | None:
        """The car that touched the first ball last; None before the first touch, and while no game is played."""
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
        """The clock as the scoreboard shows it: `4:07`, `+0:12` in overtime; seconds left are rounded up.

        Some servers count overtime and matches without end in negative numbers.
        """
        counts_up = self.is_overtime or self.is_unlimited
        whole = int(abs(self.clock_s)) if counts_up else int(max(0.0, self.clock_s) + 0.999)
        sign = "+" if self.is_overtime else ""
        return f"{sign}{whole // 60}:{whole % 60:02d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntry:
    """One car of a match document, as the team lists show it before a match."""

    position: int
    """Place in the document's list of cars."""
    name: str
    team: int
    kind: str
    """`bot`, `hivemind`, `psyonix` or `human`."""
    source: Path | None
    """The bot.toml it comes from."""
    developer: str = ""
    logo: Path | None = None
    """A picture of the bot."""
    skill: str = ""
    """How well the game drives it; empty for other kinds."""
    is_auto_start: bool = True
    """Whether Kickabout starts what drives it."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptEntry:
    """One script of a match document, as the team lists show it before a match."""

    name: str
    developer: str = ""
    logo: Path | None = None
    """A picture of the script."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOverview:
    """What the window shows of an opened match document."""

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
    """Whether it is played on the field with rings."""
    can_set_state: bool = True
    """Whether cars and ball may be moved about while it is played."""
    drawing: DrawingRights = DrawingRights.OFF_BY_DEFAULT
    """Whether its agents may draw."""

    needs: tuple[Need, ...] = ()
    """What its agents require of scripts that it does not have."""

    @property
    def is_empty(self) -> bool:
        """Returns whether the match has neither cars nor scripts, as a new one."""
        return not self.cars and not self.scripts

    @property
    def can_start(self) -> bool:
        """Returns whether no error stands in the way of a match."""
        return not any(problem.is_error for problem in self.problems)
