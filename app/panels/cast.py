"""The cars and agents of a match by name, and the marks of its telemetry in words; for plots and feed."""

from collections.abc import Callable, Iterable
from math import isnan, nan
from typing import Final

from PySide6.QtCore import QObject

from app.session.match_session import MatchSession
from runtime.model.telemetry import Mark, MarkKind, Subject
from runtime.model.values import AgentStatus, clock_words
from widgets.words import clock, names_in_teams, names_with_teams, team_name

CLOCK: Final = "match.clock"
"""The channel of the clock."""


class Cast(QObject):
    """Names of the running or last match; GUI thread.

    The key of a subject is `car:INDEX` for a car and for an agent that drives one car, else `agent:KEY`.
    """

    def __init__(self, session: MatchSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session

    @property
    def cars(self) -> dict[int, tuple[str, int]]:
        """Name and team of each car by its index."""
        view = self._session.view
        return {car.index: (car.name, car.team) for car in view.cars} if view is not None else {}

    @property
    def agents(self) -> dict[str, AgentStatus]:
        """The agents by their keys."""
        return self._session.agents

    def key(self, subject: Subject) -> str:
        """Returns the key of a car or agent; empty if there is none."""
        if isinstance(subject, int):
            return f"car:{subject}"
        agent = self.agents.get(subject) if subject is not None else None
        if agent is not None and len(agent.cars) == 1:
            return f"car:{agent.cars[0]}"
        return f"agent:{subject}" if subject is not None else ""

    def related(self, key: str) -> frozenset[str]:
        """Returns the keys of what belongs together: a car, the agent that drives it, and the agent's other cars."""
        kind, _, name = key.partition(":")
        keys = {key} if key else set()
        for agent in self.agents.values():
            if kind == "car" and name.isdecimal() and int(name) in agent.cars:
                keys.add(self.key(agent.key))
            elif kind == "agent" and agent.key == name:
                keys |= {f"car:{car}" for car in agent.cars}
        return frozenset(keys)

    @property
    def labels(self) -> dict[Subject, str]:
        """Names of all cars and agents for labels in the colour of their team."""
        return self._named(names_in_teams)

    def name(self, subject: Subject, unknown: str = "") -> str:
        """Returns the name of a car or agent for a sentence; `unknown` if the match does not have it."""
        names = self._named(names_with_teams)
        if isinstance(subject, int):
            return names.get(subject, self.tr("Car {0}").format(subject + 1))
        return names.get(subject, unknown or str(subject or ""))

    def _named(self, names_of: Callable[[Iterable[tuple[str, int]]], tuple[str, ...]]) -> dict[Subject, str]:
        cars, agents = self.cars, self.agents
        names: dict[Subject, str] = dict(zip(cars, names_of(cars.values()), strict=True))
        named = names_of((agent.name, agent.team) for agent in agents.values())
        return names | dict(zip(agents, named, strict=True))

    def clock(self, game_s: float) -> str:
        """Returns what the scoreboard's clock showed at a game time; at a time that is not recorded, what it shows."""
        history, view = self._session.history, self._session.view
        value = history.value(CLOCK, None, game_s) if history is not None else nan
        if view is None:
            return clock(game_s)
        if isnan(value):
            return view.clock_text
        return clock_words(abs(value), is_overtime=value < 0, is_unlimited=view.is_unlimited)

    def team(self, subject: Subject) -> int | None:
        """Returns the team of a car or agent; None for neither."""
        if isinstance(subject, int):
            return self.cars.get(subject, ("", None))[1]
        agent = self.agents.get(subject) if subject is not None else None
        return agent.team if agent is not None else None

    def describe(self, mark: Mark) -> str:
        """Returns an event in a few words."""
        name, other = self.name(mark.subject), self.name(mark.by)
        if mark.kind is MarkKind.GOAL:
            return self._goal(mark, name, other)
        if mark.kind is MarkKind.DEMOLITION and mark.by is not None:
            return self.tr("{0} demolished {1}").format(other, name)
        words = {
            MarkKind.TOUCH: self.tr("{0} touched the ball"),
            MarkKind.DEMOLITION: self.tr("{0} was demolished"),
            MarkKind.CRASH: self.tr("{0} crashed"),
            MarkKind.SWAP: self.tr("{0} plays a new version"),
            MarkKind.LATE_BURST: self.tr("{0} answered late several times"),
        }
        return words.get(mark.kind, "{0}").format(name)

    def _goal(self, mark: Mark, name: str, other: str) -> str:
        if mark.subject is None:
            return self.tr("Goal for {0}").format(team_name(mark.team)) if mark.team is not None else self.tr("Goal")
        if mark.team is not None and mark.team != self.team(mark.subject):
            return self.tr("Own goal by {0}").format(name)
        if mark.by is not None:
            return self.tr("Goal by {0}, assist by {1}").format(name, other)
        return self.tr("Goal by {0}").format(name)
