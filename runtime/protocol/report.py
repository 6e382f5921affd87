"""The arena's report to its launcher: a JSON object in the content of a `MatchComm`.

It goes to sessions without agent id that want match communication, never to agents: once a second of wall time during a
match, immediately when an agent connects, leaves or becomes ready or the match pauses or continues, and once at the
end. The `MatchComm` has index 4294967295, which no session has, team 3 and no display. Names, agent ids and notes about
agents are cut if the report would be too long.

The object is a `GameReport` with two further keys, `kickabout`: "report" and `version`: 1. `key`, `learner` and
`refused` are left out if they are empty; all other keys are always present. The defaults are for reports of arenas that
do not have the key yet.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct, field

from runtime.model.interference import Interference
from runtime.model.series import Series

REPORT_VERSION: Final = 1
Figure: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300)]
"""A finite number."""


class Percentiles(Struct, frozen=True, kw_only=True):
    """Nearest-rank percentiles of a set of times, in milliseconds; 0 without any."""

    p50_ms: Figure = field(name="p50", default=0.0)
    p95_ms: Figure = field(name="p95", default=0.0)
    p99_ms: Figure = field(name="p99", default=0.0)

    @property
    def times(self) -> tuple[float, float, float]:
        """The percentiles as a tuple."""
        return self.p50_ms, self.p95_ms, self.p99_ms


class TrialReport(Struct, frozen=True, kw_only=True):
    """A standby that answers frames on trial."""

    session: int
    packets: int
    """Frames that need an answer."""
    answers: int


class AgentReport(Struct, frozen=True, kw_only=True):
    """State of one agent of the match."""

    agent_id: str
    name: str = ""
    team: int
    """0 blue, 1 orange, 2 script."""
    cars: tuple[int, ...]
    """Packet indices of its cars."""
    is_connected: bool = field(name="connected")
    is_ready: bool = field(name="ready")
    session: int | None = None
    """Number of the session that drives it; None without one. Numbers of an arena's sessions are unique and ascend."""
    has_standby: bool = field(name="standby", default=False)
    """True if a session waits to take over."""
    trial: TrialReport | None = None
    """The standby on trial; None without one."""
    spare: int | None = None
    """Number of the session that gets the cars back if the one that drives them fails; None without one."""
    swaps: int = 0
    """Number of times that a standby has replaced a connected session."""
    packets: int = 0
    """Frames sent, and `drops`."""
    optional: int = 0
    """Frames among them that need no answer and got none, because they have no ball."""
    answers: int = 0
    late: int = 0
    """Answers after more than 1/120 s, except in the first second of a session, or missed in lockstep."""
    expired: int = 0
    """Number of times that its session was ended because its time for answers in lockstep was used up."""
    answer_ms: Percentiles | None = None
    """Time from a frame to its answer over the last 512 answers."""
    drops: int = 0
    """Frames replaced by newer ones because the agent had not answered or read an older one."""
    is_drawing_refused: bool = field(name="drawings_refused", default=False)
    """True if it drew without permission, in a match that could permit it."""
    note: str = ""
    """The newest of the report's notes about a session that drove it; empty without one."""

    @property
    def awaited(self) -> int:
        """Number of packets that need an answer, or got one."""
        return self.packets - self.optional


class MissingAgent(Struct, frozen=True, kw_only=True):
    """An agent that is not ready."""

    agent_id: str
    name: str


class LearnerReport(Struct, frozen=True, kw_only=True):
    """State of the learner of step mode."""

    mode: str
    """As in the answer to `status`: off, held, stepping, busy, ..."""
    is_connected: bool = field(name="connected")
    cars: tuple[int, ...]
    actions: int
    actions_per_s: Figure = field(name="actions_per_second")
    """Per second of wall time."""
    actions_per_game_s: Figure = field(name="actions_per_game_second")
    command_ms: Figure = 0.0
    wait_ms: Figure = 0.0


class GameReport(Struct, frozen=True, kw_only=True):
    """One report of the server."""

    key: str = ""
    """Key of the launcher that owns the arena, which proves that the report is genuine; only in its reports."""
    frame: int = 0
    """Number of the last frame."""
    phase: str = "Inactive"
    """Name of the phase as in the protocol; "Inactive" without a match, "Ended" also between two games of a series."""
    series: Series | None = None
    """Finished games of the match; None if the match is one game."""
    winner: int | None = None
    """The team that has won the match; None before its end and after a draw."""
    pace: str = ""
    """`lockstep`, `realtime` or a factor."""
    speed: Figure = 0.0
    """Game seconds per second of wall time over the last second."""
    is_paused: bool | None = field(name="paused", default=None)
    """True if the match is paused until a command; None if the server does not report it."""
    steps_left: int = 0
    """Remaining frames of a step until the match pauses; 0 without a step."""
    is_final: bool = field(name="final", default=False)
    """True in the one report after the last frame."""
    state_hash: str | None = None
    """Digest of the last state in the final report, otherwise None."""
    missing: tuple[MissingAgent, ...] = ()
    overruns: int = 0
    """Frames skipped because the machine was too slow."""
    tick_error_ms: Percentiles | None = None
    """Lateness of the last 120 frames against the clock, in the final report of all (16,384 at most); None without
    frames that were played by the clock."""
    agents: tuple[AgentReport, ...] = ()
    is_yours: bool | None = field(name="yours", default=None)
    """True if the session that receives the report has started the match; None without a match."""
    interference: tuple[Interference, ...] = ()
    """What was refused, or done by others than the launcher that started the match."""
    notes: tuple[str, ...] = ()
    """Sentences on what went wrong since the match began, with the name of the culprit; the oldest go first if full."""
    learner: LearnerReport | None = None
    """None without step mode."""
    refused: str = ""
    """A sentence if a match was refused, could not begin, or was stopped by an agent; a refused request of an agent
    during a match is a note."""

    @property
    def is_held(self) -> bool:
        """True if the match is paused until a learner's next step."""
        return self.learner is not None and self.learner.mode in ("held", "busy") and not self.speed
