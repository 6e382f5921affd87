"""Which session drives which agent of a match, and who is missing; pure bookkeeping by session numbers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from runtime.documents.model import CarKind, Match
from runtime.model.teams import SCRIPTS

LONGEST_NAME: Final = 80
"""Characters of a name in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Controllable:
    """One car or script as `ControllableTeamInfo` names it: packet index and player id or script id."""

    index: int
    identifier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """What one session can take: a bot's car, all cars of a hivemind on one team, or a script."""

    agent_id: str
    name: str
    team: int
    """0 blue, 1 orange, 2 script."""
    controllables: tuple[Controllable, ...]

    @property
    def is_script(self) -> bool:
        """Whether it drives no car."""
        return self.team == SCRIPTS

    @property
    def cars(self) -> tuple[int, ...]:
        """Packet indices of its cars, ascending."""
        return () if self.is_script else tuple(part.index for part in self.controllables)

    @property
    def title(self) -> str:
        """What a sentence calls it."""
        kind = "Script" if self.is_script else "Hivemind" if len(self.controllables) > 1 else "Bot"
        return f"{kind} '{self.name[:LONGEST_NAME]}'"


def agents_of(match: Match) -> tuple[Agent, ...]:
    """Lists the agents of a validated match in the order in which sessions take them: bots, then scripts.

    A hivemind's cars of one team become one agent at the place of their first car. Packet indices leave out humans,
    whose cars come last.
    """
    bots: list[Agent] = []
    hivemind_at: dict[tuple[str, int], int] = {}
    others = [car for car in match.cars if car.kind is not CarKind.HUMAN]
    for index, car in enumerate(others):
        if car.kind is not CarKind.BOT:
            continue
        part = Controllable(index=index, identifier=car.player_id)
        group = (car.agent_id, car.team)
        if car.hivemind and group in hivemind_at:
            first = bots[hivemind_at[group]]
            bots[hivemind_at[group]] = _joined(first, part)
            continue
        if car.hivemind:
            hivemind_at[group] = len(bots)
        bots.append(Agent(agent_id=car.agent_id, name=car.name, team=car.team, controllables=(part,)))
    scripts = [
        Agent(
            agent_id=script.agent_id,
            name=script.name,
            team=SCRIPTS,
            controllables=(Controllable(index=index, identifier=script.script_id),),
        )
        for index, script in enumerate(match.scripts)
    ]
    return (*bots, *scripts)


def _joined(agent: Agent, part: Controllable) -> Agent:
    return Agent(
        agent_id=agent.agent_id,
        name=agent.name,
        team=agent.team,
        controllables=(*agent.controllables, part),
    )


class Reservations:
    """Which session, by number, holds which agent, who stands by for it, and which are ready; of the server's thread.

    A session whose agents are all held stands by for one of them: the one swapped least often so far that nobody
    stands by for yet, of these the first in the order of the match. So N new copies of a bot replace its N copies one
    after the other.
    """

    def __init__(self, agents: Iterable[Agent]) -> None:
        self.agents = tuple(agents)
        self._holders: list[int | None] = [None] * len(self.agents)
        self._standbys: list[int | None] = [None] * len(self.agents)
        self._swaps = [0] * len(self.agents)
        self._ready = [False] * len(self.agents)
        self._has_come = [False] * len(self.agents)
        """Whether a session ever held the agent."""

    def reserve(self, session: int, agent_id: str) -> int | None:
        """Gives `session` the first free agent of that id and returns its place in `agents`; None when none is free."""
        for place, agent in enumerate(self.agents):
            if agent.agent_id == agent_id and self._holders[place] is None:
                self._holders[place] = session
                self._has_come[place] = True
                return place
        return None

    def stand_by(self, session: int, agent_id: str) -> int | None:
        """Lets `session` wait behind the holder of an agent of that id and returns its place; None if others do."""
        places = [
            place
            for place, agent in enumerate(self.agents)
            if agent.agent_id == agent_id and self._holders[place] is not None and self._standbys[place] is None
        ]
        if not places:
            return None
        place = min(places, key=self._swaps.__getitem__)
        self._standbys[place] = session
        return place

    def swap(self, place: int) -> None:
        """Gives the agent at `place` to the session that stands by for it; it is not ready by that."""
        if self._holders[place] is not None:
            self._swaps[place] += 1
        self._holders[place] = self._standbys[place]
        self._standbys[place] = None
        self._ready[place] = False

    def release(self, session: int) -> int | None:
        """Frees the agent that `session` holds; it is no longer ready. Returns its place, None if there was none.

        A session that stands by no longer does.
        """
        if session in self._standbys:
            self._standbys[self._standbys.index(session)] = None
        for place, holder in enumerate(self._holders):
            if holder == session:
                self._holders[place] = None
                self._ready[place] = False
                return place
        return None

    def mark_ready(self, session: int) -> bool:
        """Notes that the agent that `session` holds can play; false when it holds none or was ready before."""
        for place, holder in enumerate(self._holders):
            if holder == session and not self._ready[place]:
                self._ready[place] = True
                return True
        return False

    def is_held(self, place: int) -> bool:
        """Whether a session holds the agent at `place`."""
        return self._holders[place] is not None

    def holder_of(self, place: int) -> int | None:
        """The session that holds the agent at `place`."""
        return self._holders[place]

    def standby_of(self, place: int) -> int | None:
        """The session that stands by for the agent at `place`."""
        return self._standbys[place]

    def swaps_of(self, place: int) -> int:
        """How often the agent at `place` went from a session that stood to another."""
        return self._swaps[place]

    def is_ready(self, place: int) -> bool:
        """Whether the agent at `place` is held and has finished its preparations."""
        return self._ready[place]

    @property
    def is_complete(self) -> bool:
        """Whether every agent is ready."""
        return all(self._ready)

    @property
    def missing(self) -> tuple[Agent, ...]:
        """The agents that are not ready."""
        return tuple(agent for agent, ready in zip(self.agents, self._ready, strict=True) if not ready)

    def describe_missing(self) -> str:
        """One sentence that names every agent that is not ready, and how far it came; empty when none is missing."""
        parts = [
            f"{agent.title} (agent id '{agent.agent_id}') {self._how_far(place)}"
            for place, agent in enumerate(self.agents)
            if not self._ready[place]
        ]
        return "; ".join(parts) + "." if parts else ""

    def _how_far(self, place: int) -> str:
        if self.is_held(place):
            return "connected but never finished its preparations"
        return "connected but went away again" if self._has_come[place] else "never connected"
