"""The end of a match: its verdict, the exceptions that end it, and its result as JSON and as an exit code."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from runtime.agents import fault_sentence
from runtime.model.interference import Interference
from runtime.model.messages import Message, message, sentences
from runtime.model.series import Series
from runtime.model.states import Blame, Outcome
from runtime.model.teams import BLUE
from runtime.model.tracebacks import Traceback
from runtime.model.values import AgentStatus, ArenaView, MatchResult, SwapRecord

EXIT_FINE: Final = 0
EXIT_FAILED: Final = 1
EXIT_DOCUMENT: Final = 2
EXIT_INFRASTRUCTURE: Final = 3
EXIT_INTERRUPTED: Final = 130

_OF_BLAME: Final = {Blame.DOCUMENT: EXIT_DOCUMENT, Blame.INFRASTRUCTURE: EXIT_INFRASTRUCTURE}


def exit_code(result: MatchResult) -> int:
    """Returns the exit code of a program that ran this match."""
    if result.outcome is Outcome.INTERRUPTED:
        return EXIT_INTERRUPTED
    if result.outcome is Outcome.FINISHED:
        return EXIT_FINE
    return _OF_BLAME.get(result.blame, EXIT_FAILED)


def result_json(result: MatchResult) -> str:
    """Returns the result as a JSON object on one line; its keys are part of the command line's public interface."""
    document = {
        "outcome": result.outcome.value,
        "blame": result.blame.value,
        **_reason(result.reason),
        "score": list(result.score),
        "winner": result.winner,
        "series": _series(result.series) if result.series is not None else None,
        "forfeited_by": result.forfeited_by,
        "drawn_map": result.drawn_map or None,
        "frames": result.frames,
        "game_seconds": round(result.game_seconds, 3),
        "wall_seconds": round(result.wall_seconds, 3),
        "state_hash": result.state_hash,
        "logs": str(result.logs) if result.logs is not None else None,
        "agents": [_agent(agent) for agent in result.agents],
        "swaps": [_swap(record) for record in result.swaps],
        "interference": [_interference(act) for act in result.interference],
        "problems": [problem.as_json() for problem in result.problems],
    }
    return json.dumps(document)


def _reason(reason: Message | None) -> dict[str, Any]:
    """Returns a reason as its English sentence, its code and its arguments; the code is empty without a reason."""
    return {"reason": "", "code": "", "args": {}} if reason is None else {"reason": str(reason), **reason.as_json()}


def _interference(act: Interference) -> dict[str, Any]:
    return {"what": act.what, "by": act.by, "count": act.count, "refused": act.was_refused}


def _series(series: Series) -> dict[str, Any]:
    """Returns the finished games of a series."""
    games = [{"score": list(game.score), "winner": game.winner} for game in series.games]
    return {"length": series.length, "won": list(series.won), "games": games}


def _agent(agent: AgentStatus) -> dict[str, Any]:
    return {
        "name": agent.name,
        "key": agent.key,
        "agent_id": agent.agent_id,
        "team": agent.team,
        "cars": list(agent.cars),
        "state": agent.state.value,
        "ending": agent.ending.value if agent.ending is not None else None,
        "starts": agent.starts,
        "restarts": agent.restarts,
        "swaps": agent.swaps,
        "version": agent.version,
        "packets": agent.packets,
        "answers": agent.answers,
        "late": agent.late,
        "exit_code": agent.exit_code,
        "peak_memory_bytes": agent.peak_rss_bytes,
        "mean_cpu_share": agent.mean_cpu_share,
        "errors": agent.errors,
        "traceback": _traceback(agent.traceback),
        **_reason(agent.reason),
    }


def _swap(record: SwapRecord) -> dict[str, Any]:
    return {
        "key": record.key,
        "name": record.name,
        "outcome": record.outcome.value,
        "version": record.version,
        "digest": record.digest,
        "files": list(record.files),
        "time_s": round(record.time_s, 3),
        "duration_s": round(record.duration_s, 3),
        **_reason(record.reason),
        "problems": [problem.as_json() for problem in record.problems],
    }


def _traceback(traceback: Traceback | None) -> dict[str, Any] | None:
    """Returns the newest error that an agent printed, with its frames, the outermost first."""
    if traceback is None:
        return None
    frames = [{"file": frame.file, "line": frame.line, "function": frame.function} for frame in traceback.frames]
    return {"error": traceback.error, "frames": frames}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The verdict on a match."""

    outcome: Outcome
    blame: Blame = Blame.NOBODY
    reason: Message
    forfeited_by: int | None = None
    """The team that lost by default; None if the score counts."""
    winner: int | None = None
    """The team that has won; None for a draw, and where nobody has."""


class MatchFailedError(Exception):
    """The match cannot go on; the text is a sentence that names the culprit."""

    def __init__(self, blame: Blame, reason: Message) -> None:
        super().__init__(str(reason))
        self.blame = blame
        self.reason = reason


class MatchForfeitedError(Exception):
    """A team has lost by default, because this agent of it has ended for good."""

    def __init__(self, agent: AgentStatus) -> None:
        self.reason = fault_sentence(agent)
        super().__init__(str(self.reason))
        self.agent = agent


class MatchStoppedError(Exception):
    """The user asked for the match to stop."""


def finished(
    view: ArenaView | None,
    faults: tuple[AgentStatus, ...],
    remarked: tuple[AgentStatus, ...] = (),
    *,
    winner: int | None = None,
) -> Ending:
    """Returns the ending of a match that was played to its end; the reasons of `remarked` agents are remarks.

    `winner` is the team that the server names; without one, score and games tell who has won.
    """
    series, score = view.series if view is not None else None, _score(view)
    if winner is None:
        winner = _leader(score) if series is None else series.leader
    verdict = _verdict(score, winner) if series is None else _series_verdict(series, score)
    reason = sentences(verdict, *map(fault_sentence, faults), *map(_remark, remarked))
    return Ending(outcome=Outcome.FINISHED, reason=reason, winner=winner)


def unplayed(faults: Iterable[AgentStatus], remarked: Iterable[AgentStatus]) -> Message:
    """Returns why a match does not count in which no agent took part for most of the time."""
    text = message("nobody-played", "Nobody played for most of the match.")
    return sentences(text, *map(fault_sentence, faults), *map(_remark, remarked))


def forfeited(view: ArenaView | None, agent: AgentStatus) -> Ending:
    """Returns the ending of a match that the opponents of `agent` have won by default, whatever the score."""
    blue, orange = _score(view)
    score = f"{blue}:{orange}"
    if agent.team == BLUE:
        verdict = message("orange-won-by-forfeit", "Orange won by forfeit; the score was {score}.", score=score)
    else:
        verdict = message("blue-won-by-forfeit", "Blue won by forfeit; the score was {score}.", score=score)
    reason = sentences(verdict, fault_sentence(agent))
    return Ending(outcome=Outcome.FINISHED, reason=reason, forfeited_by=agent.team, winner=1 - agent.team)


def with_changes(ending: Ending, interference: Iterable[Interference]) -> Ending:
    """Returns the ending; if the match was played to its end, with the changes that others have made in it."""
    changes = tuple(f"{act.what} ({act.by})" for act in interference if not act.was_refused)
    if not changes or ending.outcome is not Outcome.FINISHED:
        return ending
    text = message("changed-from-outside", "Changed from outside: {changes:,}.", changes=changes)
    return replace(ending, reason=sentences(ending.reason, text))


def with_survivors(ending: Ending, survivors: tuple[str, ...]) -> Ending:
    """Returns the ending, which names the processes that are left, if any; the match has then failed."""
    if not survivors:
        return ending
    text = message("processes-left", "These processes could not be ended: {processes:,}.", processes=survivors)
    reason = sentences(ending.reason, text)
    if ending.outcome is Outcome.FAILED:
        return replace(ending, reason=reason)
    return replace(ending, outcome=Outcome.FAILED, blame=Blame.INFRASTRUCTURE, reason=reason)


def _remark(agent: AgentStatus) -> Message:
    return message("agent-remark", "{agent}: {remark}", agent=f"{agent.name} ({agent.key})", remark=agent.reason or "")


def _score(view: ArenaView | None) -> tuple[int, int]:
    return view.score if view is not None else (0, 0)


def _series_verdict(series: Series, score: tuple[int, int]) -> Message:
    blue, orange = series.won
    if not series.is_decided:
        return message(
            "series-broken-off",
            "The series was broken off at {games} games and a score of {score}.",
            games=f"{blue}:{orange}",
            score=f"{score[0]}:{score[1]}",
        )
    if blue == orange:
        return message("series-drawn", "The series is drawn, {games} games.", games=f"{blue}:{orange}")
    if blue > orange:
        return message("blue-won-series", "Blue won the series {games}.", games=f"{blue}:{orange}")
    return message("orange-won-series", "Orange won the series {games}.", games=f"{orange}:{blue}")


def _leader(score: tuple[int, int]) -> int | None:
    blue, orange = score
    return None if blue == orange else int(orange > blue)


def _verdict(score: tuple[int, int], winner: int | None) -> Message:
    """Returns who has won; a match may have a winner at a level score, after its time or its overtime is up."""
    blue, orange = score
    if winner is None:
        return message("draw", "A draw, {score}.", score=f"{blue}:{orange}")
    if blue == orange and winner == BLUE:
        return message("blue-won-tiebreak", "Blue won the tiebreak at {score}.", score=f"{blue}:{orange}")
    if blue == orange:
        return message("orange-won-tiebreak", "Orange won the tiebreak at {score}.", score=f"{blue}:{orange}")
    if blue > orange:
        return message("blue-won", "Blue won {score}.", score=f"{blue}:{orange}")
    return message("orange-won", "Orange won {score}.", score=f"{orange}:{blue}")
