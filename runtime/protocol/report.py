"""The arena's report to its launcher: a JSON object in the content of a `MatchComm`, written and read here.

It goes to sessions without agent id that want match communication, never to agents: once a second of wall time during a
match, immediately when an agent connects, leaves or becomes ready or the match pauses or continues, and once at the
end. The `MatchComm` has index 4294967295, which no session has, team 3 and no display. Names and agent ids are cut if
the report would be too long. Keys (always present, except `key`, `learner` and `refused`):

- `kickabout`: "report"; `version`: 1
- `key`: the key of the launcher that owns the arena, which proves that the report is genuine; only in its reports
- `frame`: number of the last frame; `phase`: name of the phase as in the protocol, "Inactive" without a match
- `series`: null if the match is one game, otherwise `length` (maximum number of games) and `games`, those that have
  been played: `score` of blue and orange, `winner` (a team, or null for a draw); between two games `phase` is "Ended"
  too
- `winner`: the team that has won the match, once it is over; otherwise null, and after a draw
- `pace`: "lockstep", "realtime" or a factor; `speed`: game seconds per second of wall time over the last second
- `paused`: whether the match is paused until a command; `steps_left`: frames of a step that remain before it pauses, 0
  without a step
- `final`: true in the one report after the last frame; `state_hash`: digest of the last state there, otherwise null
- `missing`: agents that are not ready: `agent_id`, `name`
- `overruns`: frames skipped because the machine was too slow
- `tick_error_ms`: lateness of the last 120 frames against the clock, in the final report of all (16,384 at most):
  `p50`, `p95`, `p99`; null without frames that were played by the clock
- `agents`: for each agent of the match `agent_id`, `name`, `team` (2 is a script), `cars` (packet indices),
  `connected`, `ready`, `session` (number of the session that drives it, null without one; numbers of an arena's
  sessions are unique and ascending), `standby` (a session waits to take over), `trial` (null, or the standby that
  answers frames on trial: `session`, `packets` that need an answer, `answers`), `spare` (number of the session that
  gets the cars back if the one that drives them fails, null without one), `swaps` (number of times that a standby has
  replaced a connected session), `packets` (frames sent, and `drops`), `optional` (frames among them that had no ball
  and were not answered: they need no answer), `answers`, `late` (answers after more than 1/120 s, except in the first
  second of a session, or missed in lockstep), `expired` (number of times that its session was ended because its time
  for answers in lockstep was used up), `answer_ms` (`p50`, `p95`, `p99` over the last 512 answers), `drops` (frames
  replaced by newer ones because the agent had not answered or read an older one), `drawings_refused` (it drew without
  the permission that the match could give),
  `note` (the newest of `notes` about a session that drove it; empty without one)
- `yours`: whether the session that receives the report has started the match; null without a match
- `interference`: what was refused, or done by others than the launcher that started the match: `what` (a message of
  the protocol, or an act in words), `by` (a session as in notes), `count`, `refused`, `port` (of a session without
  agent id, otherwise 0)
- `notes`: sentences on what went wrong since the match began, with the name of the culprit; the oldest go first if full
- `learner`: the learner, only in a server with step mode: `mode` (as in the answer to `status`),
  `connected`, `cars`, `actions`, `actions_per_second` (wall time), `actions_per_game_second`, `command_ms`, `wait_ms`
- `refused`: a sentence, only if a match was refused, could not begin, or was stopped by an agent; a refused request of
  an agent during a match is a note
"""

import json
from typing import Annotated, Any, Final, Literal

import rlbot_flatbuffers as flat
from msgspec import Meta, Struct

from runtime.codec import CodecError, decode, plain
from runtime.model.events import PaceMeasured
from runtime.model.game_facts import SERVER_INDEX
from runtime.model.interference import Interference
from runtime.model.series import Series
from runtime.model.values import Times

MAX_BYTES: Final = 1 << 16
"""Maximum number of bytes of a report that is read."""
MAX_CONTENT: Final = 60_000
"""Maximum number of bytes of a report that is written; names and agent ids are cut to it."""
_MAX_NAMES_LENGTH: Final = (1 << 16, 200, 20)
_MANAGER_TEAM: Final = 3
_FINITE: Final = Meta(ge=-1e12, le=1e12)
_OPTIONAL: Final = ("learner", "key", "refused")


class Percentiles(Struct, frozen=True, kw_only=True, rename={"p50_ms": "p50", "p95_ms": "p95", "p99_ms": "p99"}):
    """Nearest-rank percentiles of a set of times, in milliseconds; 0 if the set is empty."""

    p50_ms: Annotated[float, _FINITE] = 0.0
    p95_ms: Annotated[float, _FINITE] = 0.0
    p99_ms: Annotated[float, _FINITE] = 0.0

    @property
    def times(self) -> Times:
        """The three values."""
        return self.p50_ms, self.p95_ms, self.p99_ms


class TrialReport(Struct, frozen=True, kw_only=True):
    """A standby that answers packets on trial."""

    session: int
    packets: int
    answers: int


_AGENT_NAMES: Final = {
    "is_connected": "connected",
    "is_ready": "ready",
    "has_standby": "standby",
    "answer": "answer_ms",
    "is_drawing_refused": "drawings_refused",
}


class AgentReport(Struct, frozen=True, kw_only=True, rename=_AGENT_NAMES):
    """The state of one agent on the server."""

    agent_id: str
    name: str = ""
    team: int
    cars: tuple[int, ...]
    is_connected: bool
    is_ready: bool
    session: int | None = None
    """Number of the session that drives it; None without one, or if the arena does not report it."""
    has_standby: bool = False
    """True if a standby is waiting."""
    trial: TrialReport | None = None
    """The standby on trial; None without one."""
    spare: int | None = None
    """Number of the session that gets the cars back if the one that drives them fails; None without one."""
    swaps: int = 0
    """Number of swaps."""
    packets: int = 0
    optional: int = 0
    """Packets among them that need no answer and got none, because they have no ball."""
    answers: int = 0
    late: int = 0
    expired: int = 0
    """Number of times that it was disconnected because it had used up its time for answers in lockstep."""
    answer: Percentiles = Percentiles()
    """Times from packets to their answers."""
    drops: int = 0
    is_drawing_refused: bool = False
    """True if it drew without permission, in a match that could permit it."""
    note: str = ""
    """The server's latest message about a problem with it; empty if there is none."""

    @property
    def awaited(self) -> int:
        """Number of packets that need an answer, or got one."""
        return self.packets - self.optional

    @property
    def answer_ms(self) -> Times | None:
        """Percentiles of the times from packets to their answers; None if there are no answers."""
        return self.answer.times if self.answers else None


_LEARNER_NAMES: Final = {
    "is_connected": "connected",
    "actions_per_s": "actions_per_second",
    "actions_per_game_s": "actions_per_game_second",
}


class LearnerReport(Struct, frozen=True, kw_only=True, rename=_LEARNER_NAMES):
    """The state of the learner of step mode."""

    mode: str
    """As in `runtime.protocol.step_mode.Status`: off, held, stepping, busy, ..."""
    is_connected: bool
    cars: tuple[int, ...]
    actions: int
    actions_per_s: Annotated[float, _FINITE]
    actions_per_game_s: Annotated[float, _FINITE]
    command_ms: float = 0.0
    wait_ms: float = 0.0


_GAME_NAMES: Final = {
    "is_paused": "paused",
    "is_final": "final",
    "tick_error": "tick_error_ms",
    "is_ours": "yours",
}


class GameReport(Struct, frozen=True, kw_only=True, rename=_GAME_NAMES):
    """One report of the server; the docstring of the module describes the format."""

    frame: int = 0
    phase: str = "Inactive"
    series: Series | None = None
    """Finished games of the match; None if the match is one game."""
    winner: int | None = None
    """The team that has won the match; None before its end and after a draw."""
    pace: str = ""
    speed: Annotated[float, _FINITE] = 0.0
    """Game seconds per second of wall time."""
    is_paused: bool | None = None
    """True if the match is paused; None if the server does not report it."""
    steps_left: int = 0
    """Remaining frames until the match pauses."""
    is_final: bool = False
    state_hash: str | None = None
    overruns: int = 0
    tick_error: Percentiles | None = None
    """Lateness of the newest ticks by the clock; None in lockstep."""
    agents: tuple[AgentReport, ...] = ()
    is_ours: bool | None = None
    """True if the session that receives it has started the match; None without a match."""
    interference: tuple[Interference, ...] = ()
    notes: tuple[str, ...] = ()
    learner: LearnerReport | None = None
    """None without step mode."""
    key: str = ""
    """Key of the launcher that owns the arena."""
    refused: str | None = None
    """The server's reason for refusing the match, as a sentence; None if it accepts the match."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the agents that are not ready."""
        return tuple(agent.name or agent.agent_id for agent in self.agents if not agent.is_ready)

    @property
    def lateness_ms(self) -> Times | None:
        """Lateness of the newest ticks by the clock; None in lockstep."""
        return None if self.tick_error is None else self.tick_error.times

    @property
    def is_held(self) -> bool:
        """True if the match is paused until a learner's next step."""
        return self.learner is not None and self.learner.mode in ("held", "busy") and not self.speed

    @property
    def pace_measured(self) -> PaceMeasured:
        """The match's pace in this report, as an event."""
        return PaceMeasured(
            speed=self.speed, overruns=self.overruns, is_paused=self.is_paused, steps_left=self.steps_left
        )

    def to_message(self) -> flat.MatchComm:
        """Returns the message that carries the report."""
        content = b""
        for longest in _MAX_NAMES_LENGTH:
            text = json.dumps(self._as_object(longest), ensure_ascii=False, separators=(",", ":"))
            content = text.encode("utf-8", "replace")
            if len(content) <= MAX_CONTENT:
                break
        return flat.MatchComm(index=SERVER_INDEX, team=_MANAGER_TEAM, team_only=False, display=None, content=content)

    def _as_object(self, longest: int) -> dict[str, Any]:
        content: dict[str, Any] = plain(self)
        agents = content["agents"]
        for agent in agents:
            agent |= {name: agent[name][:longest] for name in ("agent_id", "name", "note")}
        missing = [{name: agent[name] for name in ("agent_id", "name")} for agent in agents if not agent["ready"]]
        present = {name: value for name, value in content.items() if value or name not in _OPTIONAL}
        return {"kickabout": "report", "version": 1, **present, "missing": missing}


class _ReadReport(GameReport, frozen=True, kw_only=True):
    kickabout: Literal["report"]
    version: Literal[1]


def read_report(content: bytes, manager_key: str = "") -> GameReport | None:
    """Reads the content of a MatchComm; None if it is chat or not a valid report.

    A report without `manager_key` is not from the game that we own, and counts as chat.
    """
    if not content.startswith(b"{") or len(content) > MAX_BYTES:
        return None
    try:
        report = decode(content, _ReadReport)
    except CodecError:
        return None
    return None if manager_key and report.key != manager_key else report


def is_reserved(content: bytes) -> bool:
    """Returns whether a launcher could take the content of a `MatchComm` for a message of the arena."""
    if not content.startswith(b"{"):
        return False
    try:
        document = decode(content, dict[str, Any])
    except CodecError:
        return False
    return "kickabout" in document
