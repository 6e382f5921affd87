"""Texts of match results."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from runtime.model.states import Outcome
from runtime.model.values import AgentStatus, MatchResult
from widgets.messages import rendered
from widgets.words import Counts, team_name

translate = QCoreApplication.translate
_ACTS: Final = {
    "connection without introduction": QT_TRANSLATE_NOOP("Result", "connection without introduction"),
    "session without agent id": QT_TRANSLATE_NOOP("Result", "session without agent id"),
    "agent without a place": QT_TRANSLATE_NOOP("Result", "agent without a place"),
    "wrong agent id": QT_TRANSLATE_NOOP("Result", "wrong agent id"),
    "takeover": QT_TRANSLATE_NOOP("Result", "takeover"),
}
"""Interference that is not a protocol message, by its name in reports."""
MIN_PACKETS: Final = 60
"""Packets below which an agent does not count as silent."""


def result_line(result: MatchResult) -> str:
    """Returns the result in one line, with the number of failed and silent agents."""
    if result.outcome is Outcome.FAILED:
        return translate("Result", "Failed: {reason}").format(reason=rendered(result.reason))
    acts = sum(act.count for act in result.interference)
    interference = Counts().interference(acts) if acts else ""
    return ". ".join(filter(None, (_ending(result), agents_line(result.agents), interference)))


def interference_lines(result: MatchResult) -> tuple[str, ...]:
    """Returns one line per act of interference by other programs."""
    refused = translate("Result", "{by}: {what} ({count}x), blocked")
    done = translate("Result", "{by}: {what} ({count}x), not blocked")
    lines = []
    for act in result.interference:
        what = translate("Result", str(_ACTS[act.what])) if act.what in _ACTS else act.what
        lines.append((refused if act.refused else done).format(by=act.by, what=what, count=act.count))
    return tuple(lines)


def agents_line(agents: Iterable[AgentStatus]) -> str:
    """Returns `1 agent failed, 2 agents never answered`; empty if all played."""
    agents = tuple(agents)
    failed = sum(agent.state.is_fault for agent in agents)
    silent = sum(_was_silent(agent) for agent in agents)
    counts = Counts()
    parts = (counts.failed_agents(failed) if failed else "", counts.silent_agents(silent) if silent else "")
    return ", ".join(filter(None, parts))


def _was_silent(agent: AgentStatus) -> bool:
    """Returns whether an agent drove a car without ever answering."""
    has_played = bool(agent.cars) and agent.packets >= MIN_PACKETS
    return has_played and not agent.answers and not agent.state.is_fault


def _ending(result: MatchResult) -> str:
    series = result.series
    blue, orange = result.score if series is None else series.won
    if result.outcome is Outcome.INTERRUPTED and not result.frames:
        return translate("Result", "Stopped before kickoff")
    winner, high, low = team_name(int(orange > blue)), max(blue, orange), min(blue, orange)
    is_broken_off = series is not None and not series.is_decided and result.forfeited_by is None
    if result.outcome is Outcome.INTERRUPTED or is_broken_off:
        words, high, low = _stopped(is_series=series is not None), blue, orange
    elif result.forfeited_by is not None:
        words = translate("Result", "{winner} wins by forfeit at {0}-{1} after {game}")
        winner, high, low = team_name(1 - result.forfeited_by), blue, orange
    elif series is not None and blue == orange:
        words = translate("Result", "Series drawn {0}-{1} after {game}")
    elif series is not None:
        words = translate("Result", "{winner} wins the series {0}-{1} after {game}")
    elif blue == orange and result.winner is not None:
        words, winner = (
            translate("Result", "{winner} wins the tiebreak at {0}-{1} after {game}"),
            team_name(result.winner),
        )
    elif blue == orange:
        words = translate("Result", "Draw {0}-{1} after {game}")
    else:
        words = translate("Result", "{winner} wins {0}-{1} after {game}")
    game, wall = _minutes(result.game_seconds), _minutes(result.wall_seconds)
    return words.format(high, low, winner=winner, game=game, wall=wall)


def _stopped(*, is_series: bool) -> str:
    if is_series:
        return translate("Result", "Series stopped at {0}-{1} after {game}")
    return translate("Result", "Stopped at {0}-{1} after {game}")


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
