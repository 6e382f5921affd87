"""The arena's report, which match managers receive once a second, with values that no packet carries.

The schema is documented next to the code that writes it, in `runtime/arena/report/report.py`.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from runtime.model.events import PaceMeasured
from runtime.model.interference import Interference
from runtime.model.series import GameScore, Series
from runtime.model.values import Times

VERSION: Final = 1
MAX_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialReport:
    """A standby that answers packets on trial."""

    session: int
    packets: int
    answers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentReport:
    """State of one agent on the server."""

    agent_id: str
    team: int
    cars: tuple[int, ...]
    is_connected: bool
    is_ready: bool
    session: int | None = None
    """Number of the session that drives it; None without one, or if the arena does not report it."""
    packets: int
    optional: int = 0
    """Packets among them that need no answer and got none, because they have no ball."""
    answers: int
    late: int
    expired: int = 0
    """Number of times that it was disconnected because it had used up its time for answers in lockstep."""
    answer_ms: Times | None = None
    """Time from a packet to its answer; None if there are no answers."""
    has_standby: bool = False
    """True if a standby is waiting."""
    trial: TrialReport | None = None
    """The standby on trial; None without one."""
    spare: int | None = None
    """Number of the session that gets the cars back if the one that drives them fails; None without one."""
    swaps: int = 0
    """Number of swaps."""
    is_drawing_refused: bool = False
    """True if it drew without permission, in a match that could permit it."""
    note: str = ""
    """The server's latest message about a problem with it; empty if there is none."""

    @property
    def awaited(self) -> int:
        """Number of packets that need an answer, or got one."""
        return self.packets - self.optional


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerReport:
    """State of the learner of step mode."""

    mode: str
    """As in `runtime.protocol.step_mode.Status`: off, held, stepping, busy, ..."""
    is_connected: bool
    cars: tuple[int, ...]
    actions: int
    actions_per_s: float
    actions_per_game_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """One report of the server."""

    frame: int
    speed: float
    """Game seconds per second of wall time."""
    overruns: int
    is_paused: bool | None
    """True if the match is paused; None if the server does not report it."""
    steps_left: int
    """Remaining frames until the match pauses."""
    lateness_ms: Times | None = None
    """How late the newest ticks were by the clock; None in lockstep."""
    is_final: bool
    state_hash: str | None
    missing: tuple[str, ...]
    """Names of the agents that have not connected yet."""
    agents: tuple[AgentReport, ...]
    notes: tuple[str, ...]
    is_ours: bool | None = None
    """True if our session has started the match; None without a match."""
    interference: tuple[Interference, ...] = ()
    learner: LearnerReport | None = None
    """None without step mode."""
    series: Series | None = None
    """Finished games of the match; None if the match is one game."""
    winner: int | None = None
    """The team that has won the match; None before its end and after a draw."""
    refused: str
    """The server's reason for refusing the match, as a sentence; empty if it accepts the match."""

    @property
    def is_held(self) -> bool:
        """True if the match is paused until a learner's next step."""
        return self.learner is not None and self.learner.mode in ("held", "busy") and not self.speed

    @property
    def pace(self) -> PaceMeasured:
        """The match's pace in this report, as an event."""
        return PaceMeasured(
            speed=self.speed, overruns=self.overruns, is_paused=self.is_paused, steps_left=self.steps_left
        )


def read_report(content: bytes, manager_key: str = "") -> GameReport | None:
    """Reads the content of a MatchComm; None if it is chat or not a valid report.

    A report without `manager_key` is not from the game that we own, and counts as chat.
    """
    if not content.startswith(b"{") or len(content) > MAX_BYTES:
        return None
    try:
        document = json.loads(content)
        if document.get("kickabout") != "report" or document.get("version") != VERSION:
            return None
        if manager_key and document.get("key") != manager_key:
            return None
        return _report(document)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _report(document: Mapping[str, Any]) -> GameReport:
    state_hash, is_paused = document.get("state_hash"), document.get("paused")
    return GameReport(
        frame=int(document.get("frame", 0)),
        speed=_finite(document.get("speed", 0.0)),
        overruns=int(document.get("overruns", 0)),
        is_paused=None if is_paused is None else bool(is_paused),
        steps_left=int(document.get("steps_left", 0)),
        lateness_ms=_times(document.get("tick_error_ms")),
        is_final=bool(document.get("final", False)),
        state_hash=None if state_hash is None else str(state_hash),
        missing=tuple(str(agent["name"] or agent["agent_id"]) for agent in document.get("missing", ())),
        agents=tuple(_agent(agent) for agent in document.get("agents", ())),
        notes=tuple(str(note) for note in document.get("notes", ())),
        is_ours=None if document.get("yours") is None else bool(document["yours"]),
        interference=tuple(_interference(act) for act in document.get("interference", ())),
        learner=_learner(document.get("learner")),
        series=_series(document.get("series")),
        winner=_team(document.get("winner")),
        refused=str(document.get("refused") or ""),
    )


def _learner(document: Mapping[str, Any] | None) -> LearnerReport | None:
    if document is None:
        return None
    return LearnerReport(
        mode=str(document["mode"]),
        is_connected=bool(document["connected"]),
        cars=tuple(int(car) for car in document["cars"]),
        actions=int(document["actions"]),
        actions_per_s=_finite(document["actions_per_second"]),
        actions_per_game_s=_finite(document["actions_per_game_second"]),
    )


def _interference(document: Mapping[str, Any]) -> Interference:
    return Interference(
        what=str(document["what"]),
        by=str(document["by"]),
        count=int(document["count"]),
        was_refused=bool(document["refused"]),
        port=int(document.get("port", 0)),
    )


def _times(document: Mapping[str, Any] | None) -> Times | None:
    if document is None:
        return None
    return _finite(document["p50"]), _finite(document["p95"]), _finite(document["p99"])


def _finite(written: Any) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise ValueError(f"{number} is no figure")
    return number


def _series(document: Mapping[str, Any] | None) -> Series | None:
    if document is None:
        return None
    return Series(length=int(document["length"]), games=tuple(_game(game) for game in document["games"]))


def _game(document: Mapping[str, Any]) -> GameScore:
    blue, orange = document["score"]
    return GameScore(score=(int(blue), int(orange)), winner=_team(document["winner"]))


def _team(written: Any) -> int | None:
    return None if written is None else int(written)


def _trial(document: Mapping[str, Any] | None) -> TrialReport | None:
    if document is None:
        return None
    return TrialReport(**{name: int(document[name]) for name in ("session", "packets", "answers")})


def _agent(document: Mapping[str, Any]) -> AgentReport:
    session = document.get("session")
    return AgentReport(
        agent_id=str(document["agent_id"]),
        team=int(document["team"]),
        cars=tuple(int(car) for car in document["cars"]),
        is_connected=bool(document["connected"]),
        is_ready=bool(document["ready"]),
        session=None if session is None else int(session),
        packets=int(document.get("packets", 0)),
        optional=int(document.get("optional", 0)),
        answers=int(document.get("answers", 0)),
        late=int(document.get("late", 0)),
        expired=int(document.get("expired", 0)),
        answer_ms=_times(document.get("answer_ms")) if document.get("answers") else None,
        has_standby=bool(document.get("standby", False)),
        trial=_trial(document.get("trial")),
        spare=None if document.get("spare") is None else int(document["spare"]),
        swaps=int(document.get("swaps", 0)),
        is_drawing_refused=bool(document.get("drawings_refused", False)),
        note=str(document.get("note") or ""),
    )
