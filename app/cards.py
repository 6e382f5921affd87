"""What the cards of the teams show: the document's cars, and during a match their agents."""

import time
from collections.abc import Callable
from typing import Final

from runtime.states import AgentState
from runtime.values import SCRIPTS, AgentStatus, CarEntry, MatchOverview
from widgets.teams.card_value import CardValue

RATE_S: Final = 0.8
"""Answers are counted over at least this long."""
_PROGRAMS: Final = ("bot", "hivemind")


class CardBook:
    """Joins the cars of a document with the agents of a match; no Qt, one thread.

    An agent is not told by the car that it drives in the document, so an agent that is heard of for the first time
    takes the first cars of its team that have its name, else the first that no agent has.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._entries: tuple[CarEntry, ...] = ()
        self._scripts: tuple[str, ...] = ()
        self._agents: dict[str, AgentStatus] = {}
        self._owners: dict[int, str] = {}
        self._rates: dict[str, _Rate] = {}

    def open(self, overview: MatchOverview) -> None:
        """Takes the cars of a document; agents of an earlier match are forgotten."""
        self._entries = overview.cars
        self._scripts = overview.scripts
        self.begin()

    def begin(self) -> None:
        """A match begins: nothing is known of its agents yet."""
        self._agents.clear()
        self._owners.clear()
        self._rates.clear()

    def update(self, status: AgentStatus) -> None:
        """Takes the newest figures of an agent."""
        before = self._agents.get(status.key)
        if before is None:
            self._bind(status)
        self._agents[status.key] = status
        rate = self._rates.setdefault(status.key, _Rate())
        is_counted_anew = before is None or before.packets != status.packets
        if status.state is AgentState.PLAYING and is_counted_anew:
            rate.add(self._clock(), status.answers)

    def cards(self, team: int) -> tuple[CardValue, ...]:
        """The cards of one team, from top to bottom."""
        if team == SCRIPTS:
            return self._script_cards()
        return tuple(self._car_card(entry) for entry in self._entries if entry.team == team)

    @property
    def log_names(self) -> tuple[tuple[str, str], ...]:
        """Key and name of every agent that is known, for the choice of logs."""
        return tuple((key, status.name) for key, status in self._agents.items())

    def card_key(self, agent_key: str) -> str:
        """The card of an agent; empty when it has none."""
        if agent_key in self._agents and self._agents[agent_key].team == SCRIPTS:
            return f"script:{agent_key}"
        return next((f"car:{place}" for place, owner in self._owners.items() if owner == agent_key), "")

    def _bind(self, status: AgentStatus) -> None:
        free = [
            entry
            for entry in self._entries
            if entry.team == status.team and entry.kind in _PROGRAMS and entry.position not in self._owners
        ]
        named = [entry for entry in free if entry.name == status.name]
        others = [entry for entry in free if entry.name != status.name]
        for entry in (named + others)[: len(status.cars)]:
            self._owners[entry.position] = status.key

    def _car_card(self, entry: CarEntry) -> CardValue:
        status = self._agents.get(self._owners.get(entry.position, ""))
        is_program = entry.kind in _PROGRAMS
        about = f"by {entry.developer}" if entry.developer else _KIND_WORDS.get(entry.kind, entry.kind)
        key = f"car:{entry.position}"
        if status is None:
            state = AgentState.IDLE if is_program else None
            return CardValue(
                key=key, log_key="", name=entry.name, about=about, team=entry.team, state=state, position=entry.position
            )
        return self._agent_card(status, key, entry.name, about, entry.position)

    def _script_cards(self) -> tuple[CardValue, ...]:
        running = [status for status in self._agents.values() if status.team == SCRIPTS]
        if running:
            return tuple(self._agent_card(status, f"script:{status.key}", status.name, "") for status in running)
        return tuple(
            CardValue(key=f"idle:{place}", log_key="", name=name, about="", team=SCRIPTS, state=AgentState.IDLE)
            for place, name in enumerate(self._scripts)
        )

    def _agent_card(
        self, status: AgentStatus, key: str, name: str, about: str, position: int | None = None
    ) -> CardValue:
        is_measured = status.packets > 0 and status.team != SCRIPTS
        is_over = status.state.is_over
        return CardValue(
            key=key,
            log_key=status.key,
            name=name,
            about=about,
            team=status.team,
            state=status.state,
            reason=status.reason,
            answers_per_s=self._rates[status.key].per_s if is_measured and not is_over else None,
            late_share=status.late / max(1, status.answers) if is_measured else None,
            position=position,
        )


class _Rate:
    """Answers per second between the last two updates that were far enough apart."""

    def __init__(self) -> None:
        self._since: tuple[float, int] | None = None
        self.per_s: float | None = None

    def add(self, time_s: float, count: int) -> None:
        if self._since is None or count < self._since[1]:
            self._since = (time_s, count)
        elif time_s - self._since[0] >= RATE_S:
            self.per_s = (count - self._since[1]) / (time_s - self._since[0])
            self._since = (time_s, count)


_KIND_WORDS: Final = {
    "bot": "bot",
    "hivemind": "hivemind",
    "psyonix": "driven by the game",
    "human": "driven by a person",
}
