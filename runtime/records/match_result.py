"""The result of a match as JSON and as an exit code."""

import json
from typing import Any, Final

from runtime.model.interference import Interference
from runtime.model.messages import Message
from runtime.model.series import Series
from runtime.model.states import Blame, Outcome
from runtime.model.values import AgentStatus, MatchResult, SwapRecord, Traceback

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
    return {"what": act.what, "by": act.by, "count": act.count, "refused": act.refused}


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
