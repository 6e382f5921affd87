"""The arena's report to its launcher: a JSON object in the content of a `MatchComm`.

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
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import rlbot_flatbuffers as flat

from runtime.arena.report.agent_stats import Percentiles
from runtime.model.game_facts import SERVER_INDEX
from runtime.model.interference import Interference
from runtime.model.series import Series
from runtime.texts import printable

VERSION: Final = 1
PERIOD_S: Final = 1.0
MAX_NOTES: Final = 20
MAX_NOTE: Final = 300
MAX_CONTENT: Final = 60_000
"""Maximum number of bytes of a report; names and agent ids are cut to it."""
_MAX_NAMES_LENGTH: Final = (1 << 16, 200, 20)
_MANAGER_TEAM: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFigures:
    """One agent's part of a report."""

    agent_id: str
    name: str
    team: int
    cars: tuple[int, ...]
    session: int | None
    """Number of the session that drives it."""
    is_ready: bool
    has_standby: bool = False
    trial: Mapping[str, int] | None = None
    spare: int | None = None
    """Number of the session that gets the cars back if the one that drives them fails."""
    swaps: int = 0
    packets: int
    optional: int = 0
    """Frames without a ball that it did not answer."""
    answers: int
    late: int
    expired: int = 0
    """Number of times that it used up its time for answers in lockstep."""
    drops: int
    drawings_refused: bool = False
    note: str = ""
    answer: Percentiles


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerFigures:
    """The part of a report about the learner of step mode."""

    mode: str
    is_connected: bool
    cars: tuple[int, ...]
    actions: int
    actions_per_s: float
    actions_per_game_s: float
    command_ms: float
    wait_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Content of a report; the docstring of the module describes the format."""

    frame: int = 0
    phase: str = "Inactive"
    series: Series | None = None
    winner: int | None = None
    pace: str
    speed: float = 0.0
    is_paused: bool = False
    steps_left: int = 0
    is_final: bool = False
    state_hash: str | None = None
    overruns: int = 0
    tick_error: Percentiles | None = None
    agents: tuple[AgentFigures, ...] = ()
    learner: LearnerFigures | None = None
    is_yours: bool | None = None
    interference: tuple[Interference, ...] = ()
    key: str = ""
    """Key of the launcher that owns the arena."""
    notes: tuple[str, ...] = ()
    refused: str | None = None

    def to_message(self) -> flat.MatchComm:
        """Returns the message that carries the report."""
        content = b""
        for longest in _MAX_NAMES_LENGTH:
            written = self._as_object(longest)
            content = json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            if len(content) <= MAX_CONTENT:
                break
        return flat.MatchComm(index=SERVER_INDEX, team=_MANAGER_TEAM, team_only=False, display=None, content=content)

    def _as_object(self, longest: int) -> dict[str, Any]:
        missing = [entry for entry in self.agents if not entry.is_ready]
        written: dict[str, Any] = {
            "kickabout": "report",
            "version": VERSION,
            "frame": self.frame,
            "phase": self.phase,
            "series": _series(self.series) if self.series is not None else None,
            "winner": self.winner,
            "pace": self.pace,
            "speed": round(self.speed, 4),
            "paused": self.is_paused,
            "steps_left": self.steps_left,
            "final": self.is_final,
            "state_hash": self.state_hash,
            "missing": [{"agent_id": agent.agent_id[:longest], "name": agent.name[:longest]} for agent in missing],
            "overruns": self.overruns,
            "tick_error_ms": _times(self.tick_error) if self.tick_error is not None else None,
            "agents": [_agent(entry, longest) for entry in self.agents],
            "yours": self.is_yours,
            "interference": [
                {"what": act.what, "by": act.by, "count": act.count, "refused": act.was_refused, "port": act.port}
                for act in self.interference
            ],
            "notes": list(self.notes),
        }
        if self.learner is not None:
            written["learner"] = _learner(self.learner)
        if self.key:
            written["key"] = self.key
        if self.refused is not None:
            written["refused"] = self.refused
        return written


def is_reserved(content: bytes) -> bool:
    """Returns whether a launcher could take the content of a `MatchComm` for a message of the arena."""
    if not content.startswith(b"{"):
        return False
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return "kickabout" in document


def _series(series: Series) -> dict[str, Any]:
    games = [{"score": list(game.score), "winner": game.winner} for game in series.games]
    return {"length": series.length, "games": games}


def _agent(entry: AgentFigures, longest: int) -> dict[str, Any]:
    return {
        "agent_id": entry.agent_id[:longest],
        "name": entry.name[:longest],
        "team": entry.team,
        "cars": list(entry.cars),
        "connected": entry.session is not None,
        "ready": entry.is_ready,
        "session": entry.session,
        "standby": entry.has_standby,
        "trial": entry.trial,
        "spare": entry.spare,
        "swaps": entry.swaps,
        "packets": entry.packets,
        "optional": entry.optional,
        "answers": entry.answers,
        "late": entry.late,
        "expired": entry.expired,
        "answer_ms": _times(entry.answer),
        "drops": entry.drops,
        "drawings_refused": entry.drawings_refused,
        "note": entry.note[:longest],
    }


def _learner(figures: LearnerFigures) -> dict[str, Any]:
    return {
        "mode": figures.mode,
        "connected": figures.is_connected,
        "cars": list(figures.cars),
        "actions": figures.actions,
        "actions_per_second": figures.actions_per_s,
        "actions_per_game_second": figures.actions_per_game_s,
        "command_ms": round(figures.command_ms, 4),
        "wait_ms": round(figures.wait_ms, 4),
    }


def _times(values: Percentiles) -> dict[str, float]:
    return {"p50": values.p50_ms, "p95": values.p95_ms, "p99": values.p99_ms}


def one_line(text: str, longest: int = MAX_NOTE) -> str:
    """Returns a text for reports and logs: cut to `longest`, with signs in place of unprintable characters."""
    return printable(text if len(text) <= longest else text[: longest - 1] + "…")


class Notes:
    """Sentences on what went wrong: each once, limited in number."""

    __slots__ = ("_texts",)

    def __init__(self) -> None:
        self._texts: dict[str, None] = {}

    def add(self, text: str) -> bool:
        """Adds a sentence; returns false if it is present already."""
        if text in self._texts:
            return False
        while len(self._texts) >= MAX_NOTES:
            del self._texts[next(iter(self._texts))]
        self._texts[text] = None
        return True

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences, oldest first."""
        return tuple(self._texts)
