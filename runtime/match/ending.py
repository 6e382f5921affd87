"""The end of a match: its verdict, and the exceptions that end it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from runtime.agents import fault_sentence
from runtime.model.game_facts import BLUE
from runtime.model.interference import Interference
from runtime.model.messages import Message, message, sentences
from runtime.model.series import Series
from runtime.model.states import Blame, Outcome, Remedy
from runtime.model.values import AgentStatus, ArenaView


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
    remedy: Remedy | None = None
    """The remedy that a front end can offer for a game that cannot be used; None if there is none."""


class MatchFailedError(Exception):
    """The match cannot go on; the text is a sentence that names the culprit."""

    def __init__(self, blame: Blame, reason: Message, remedy: Remedy | None = None) -> None:
        super().__init__(str(reason))
        self.blame = blame
        self.reason = reason
        self.remedy = remedy


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
    changes = tuple(f"{act.what} ({act.by})" for act in interference if not act.refused)
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
            "The series was cancelled at {games} games and a score of {score}.",
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
