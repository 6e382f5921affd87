"""How a match can end, as a value and as the exceptions that lead there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from runtime.model.series import Series
from runtime.model.states import Blame, Outcome
from runtime.model.teams import BLUE
from runtime.model.values import AgentStatus, ArenaView, Interference


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The verdict on a match."""

    outcome: Outcome
    blame: Blame = Blame.NOBODY
    reason: str
    forfeited_by: int | None = None
    """The team that lost by default; None where the score counts."""


class MatchFailedError(Exception):
    """The match cannot go on; the text is a sentence that names the culprit."""

    def __init__(self, blame: Blame, reason: str) -> None:
        super().__init__(reason)
        self.blame = blame
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class MatchForfeitedError(Exception):
    """A team has lost by default, because this agent of it has ended for good."""

    def __init__(self, agent: AgentStatus) -> None:
        super().__init__(blamed(agent))
        self.agent = agent


class MatchStoppedError(Exception):
    """Somebody asked for the match to stop."""


def finished(view: ArenaView | None, faults: tuple[AgentStatus, ...], remarked: tuple[AgentStatus, ...] = ()) -> Ending:
    """A match that was played to its end, whatever became of single agents; of `remarked` ones the reason tells."""
    series = view.series if view is not None else None
    verdict = _verdict(_score(view)) if series is None else _series_verdict(series, _score(view))
    sentences = [verdict, *(blamed(agent) for agent in faults), *(_about(agent) for agent in remarked)]
    return Ending(outcome=Outcome.FINISHED, reason=" ".join(sentences))


def forfeited(view: ArenaView | None, agent: AgentStatus) -> Ending:
    """A match that the other side of `agent` has won by default, whatever the score."""
    blue, orange = _score(view)
    winner = "Orange" if agent.team == BLUE else "Blue"
    reason = f"{winner} won by forfeit; the score was {blue}:{orange}. {blamed(agent)}"
    return Ending(outcome=Outcome.FINISHED, reason=reason, forfeited_by=agent.team)


def with_changes(ending: Ending, interference: Iterable[Interference]) -> Ending:
    """The same ending; that of a match that was played to its end names what others have changed in it."""
    changes = [f"{act.what} ({act.by})" for act in interference if not act.was_refused]
    if not changes or ending.outcome is not Outcome.FINISHED:
        return ending
    return replace(ending, reason=f"{ending.reason} Changed from outside: {', '.join(changes)}.")


def with_survivors(ending: Ending, survivors: tuple[str, ...]) -> Ending:
    """The same ending, unless processes are left over: a match that was fine otherwise has failed then."""
    if not survivors:
        return ending
    reason = f"{ending.reason} These processes could not be ended: {', '.join(survivors)}."
    if ending.outcome is Outcome.FAILED:
        return replace(ending, reason=reason)
    return replace(ending, outcome=Outcome.FAILED, blame=Blame.INFRASTRUCTURE, reason=reason)


def blamed(agent: AgentStatus) -> str:
    """What became of an agent, as a sentence."""
    return f"{agent.name} ({agent.key}) {agent.state.value}: {str(agent.reason).rstrip('.')}."


def _about(agent: AgentStatus) -> str:
    reason = str(agent.reason)
    return f"{agent.name} ({agent.key}) {reason[:1].lower()}{reason[1:]}"


def _score(view: ArenaView | None) -> tuple[int, int]:
    return view.score if view is not None else (0, 0)


def _series_verdict(series: Series, score: tuple[int, int]) -> str:
    blue, orange = series.won
    if not series.is_decided:
        return f"The series was broken off at {blue}:{orange} games and a score of {score[0]}:{score[1]}."
    if blue == orange:
        return f"The series is drawn, {blue}:{orange} games."
    if blue > orange:
        return f"Blue won the series {blue}:{orange}."
    return f"Orange won the series {orange}:{blue}."


def _verdict(score: tuple[int, int]) -> str:
    blue, orange = score
    if blue == orange:
        return f"A draw, {blue}:{orange}."
    return f"{'Blue' if blue > orange else 'Orange'} won {max(score)}:{min(score)}."
