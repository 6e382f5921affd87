"""The values of the team cards: the document's cars and scripts, joined with the agents of a match."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from runtime.model.game_facts import SCRIPTS
from runtime.model.messages import Text, sentences
from runtime.model.states import AgentState
from runtime.model.values import AgentStatus, CarEntry, MatchOverview, ScriptEntry, slow_agents
from widgets.teams.card_value import CardKind, CardValue, Figures, SwapValue
from widgets.teams.card_words import driver_words
from widgets.words import names_in_teams

_PROGRAMS: Final = ("bot", "hivemind")


def car_key(position: int) -> str:
    """Returns the key of a car's card, by its position in the document."""
    return f"car:{position}"


def script_key(position: int) -> str:
    """Returns the key of a script's card, by its position in the document."""
    return f"script:{position}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFix:
    """Why an agent does not play as it should, and a button that helps."""

    reason: Text
    words: str
    """Label of the button; empty if there is none."""
    installs: bool = False
    """True if the button installs missing packages; otherwise the user has to edit a file."""
    file: Path | None = None
    """The file to edit; None if it does not exist yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FixSource:
    """The fixes of one part of the program, by the keys of cards, and the function that their buttons call."""

    fixes: Mapping[str, CardFix]
    apply: Callable[[CardValue, CardFix], None]


def joined(*parts: Text) -> Text:
    """Joins the sentences that are not empty."""
    present = [part for part in parts if part]
    texts = [part for part in present if isinstance(part, str)]
    if len(texts) == len(present):
        return " ".join(texts)
    return sentences(*present)


class CardBook:
    """Joins the cars of a document with the agents of a match; no Qt, one thread.

    Agents do not name their cars of the document. A new agent takes the first free cars of its team that have its
    name, or else the first free ones.
    """

    def __init__(self) -> None:
        self._entries: tuple[CarEntry, ...] = ()
        self._labels: dict[int, str] = {}
        self._scripts: tuple[ScriptEntry, ...] = ()
        self._agents: dict[str, AgentStatus] = {}
        self._owners: dict[int, str] = {}
        self._fixes: dict[str, FixSource] = {}
        self._made: dict[str, tuple[object, CardValue]] = {}
        """Cached cards of cars by key, each with the values it was made from; usually one agent changes at a time."""
        self._is_drawing_forbidden = False
        self._is_paused = False
        self._has_standby = True
        self._past: dict[str, AgentStatus] = {}
        """The agents before cars or scripts changed; they have logs, but no cards."""

    def open(self, overview: MatchOverview) -> bool:
        """Shows the cars of a document, and returns whether they are new; the last match's agents had the old ones."""
        self._fixes = {}
        if (overview.cars, overview.scripts) == (self._entries, self._scripts):
            return False
        self._past |= self._agents
        self._agents.clear()
        self._owners.clear()
        self._entries = overview.cars
        labels = names_in_teams((entry.name, entry.team) for entry in self._entries)
        self._labels = {entry.position: label for entry, label in zip(self._entries, labels, strict=True)}
        self._scripts = overview.scripts
        return True

    def begin(self, *, can_draw: bool) -> None:
        """Removes the agents of the last match; `can_draw` is whether the new one lets any agent draw."""
        self._is_drawing_forbidden = not can_draw
        self.clear_agents()

    def clear_agents(self) -> None:
        """Removes the agents of the last match and their logs."""
        self._agents.clear()
        self._past.clear()
        self._owners.clear()

    def update(self, status: AgentStatus) -> None:
        """Shows the newest status of an agent."""
        if status.key not in self._agents:
            self._bind(status)
        self._agents[status.key] = status

    def follow(self, *, is_paused: bool, has_standby: bool = True) -> bool:
        """Shows whether the match is paused, and whether its game has standby; returns whether that is new."""
        before = self._is_paused, self._has_standby
        self._is_paused, self._has_standby = is_paused, has_standby
        return before != (is_paused, has_standby)

    def show_fixes(self, name: str, source: FixSource) -> None:
        """Shows fixes in place of the earlier ones with that name; the button belongs to the first name."""
        self._fixes[name] = source
        self._fixes = dict(sorted(self._fixes.items()))

    def apply_fix(self, card: CardValue) -> None:
        """Does what the button of a card promises."""
        for source in self._fixes.values():
            fix = source.fixes.get(card.key)
            if fix is not None and fix.words:
                source.apply(card, fix)
                return

    def cards(self, team: int) -> tuple[CardValue, ...]:
        """Returns the cards of one team, from top to bottom."""
        if team == SCRIPTS:
            cards = self._script_cards()
        else:
            slow = slow_agents(self._agents.values())
            cards = tuple(self._car_card(entry, slow) for entry in self._entries if entry.team == team)
        return tuple(self._with_fixes(card) for card in cards)

    def _with_fixes(self, card: CardValue) -> CardValue:
        for source in self._fixes.values():
            fix = source.fixes.get(card.key)
            card = card if fix is None else _with_fix(card, fix)
        return card

    @property
    def log_names(self) -> tuple[tuple[str, str, int], ...]:
        """Key, name and team of every agent, for the choice of logs."""
        agents = (self._past | self._agents).values()
        names = names_in_teams((status.name, status.team) for status in agents)
        return tuple((status.key, name, status.team) for status, name in zip(agents, names, strict=True))

    def card_key(self, agent_key: str) -> str:
        """Returns the key of an agent's card; empty if it has none."""
        scripts = [key for key, status in self._agents.items() if status.team == SCRIPTS]
        if agent_key in scripts:
            return script_key(scripts.index(agent_key))
        return next((car_key(place) for place, owner in self._owners.items() if owner == agent_key), "")

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

    def source(self, card: CardValue) -> Path | None:
        """Returns the document of a card's bot or script."""
        sources = {car_key(entry.position): entry.source for entry in self._entries}
        scripts = {script_key(place): entry.source for place, entry in enumerate(self._scripts)}
        return {**sources, **scripts}.get(card.key)

    def _car_card(self, entry: CarEntry, slow: Mapping[str, float]) -> CardValue:
        key, owner = car_key(entry.position), self._owners.get(entry.position, "")
        status, slow_ms = self._agents.get(owner), slow.get(owner)
        of_match = self._is_paused, self._is_drawing_forbidden, self._has_standby
        source = entry, self._labels[entry.position], status, slow_ms, of_match
        if key not in self._made or self._made[key][0] != source:
            card = self._new_card(key, entry, status)
            self._made[key] = source, replace(card, figures=replace(card.figures, slow_ms=slow_ms))
        return self._made[key][1]

    def _new_card(self, key: str, entry: CarEntry, status: AgentStatus | None) -> CardValue:
        kind = CardKind(entry.kind)
        about = driver_words(kind, entry.developer)
        card = CardValue(
            key=key,
            log_key="",
            name=entry.name,
            label=self._labels[entry.position],
            about=about,
            logo=entry.logo,
            team=entry.team,
            state=AgentState.IDLE if kind.is_program else None,
            kind=kind,
            skill=entry.skill if kind is CardKind.PSYONIX else "",
            is_auto_start=entry.is_auto_start,
            reason=joined(*dict.fromkeys(problem.message for problem in entry.problems)),
            is_faulty=bool(entry.problems),
            has_source=entry.source is not None,
            position=entry.position,
        )
        return card if status is None else self._with_agent(card, status)

    def _script_cards(self) -> tuple[CardValue, ...]:
        running = [status for status in self._agents.values() if status.team == SCRIPTS]
        idle = [
            CardValue(
                key=script_key(place),
                log_key="",
                name=entry.name,
                about=driver_words(CardKind.SCRIPT, entry.developer),
                logo=entry.logo,
                team=SCRIPTS,
                state=AgentState.IDLE,
                kind=CardKind.SCRIPT,
                reason=joined(*dict.fromkeys(problem.message for problem in entry.problems)),
                is_faulty=bool(entry.problems),
                has_source=entry.source is not None,
                position=place,
            )
            for place, entry in enumerate(self._scripts)
        ]
        if not running:
            return tuple(idle)
        return tuple(
            self._with_agent(
                replace(idle[place] if place < len(idle) else _script(status), key=script_key(place), name=status.name),
                status,
            )
            for place, status in enumerate(running)
        )

    def _with_agent(self, card: CardValue, status: AgentStatus) -> CardValue:
        is_measured = status.packets > 0 and status.team != SCRIPTS
        is_alive = not status.state.is_over
        figures = Figures(
            answers_per_s=status.answers_per_s if is_measured and is_alive else None,
            late_share=status.late / max(1, status.answers) if is_measured else None,
            cpu_share=status.cpu_share if status.rss_bytes and is_alive else None,
            rss_bytes=status.rss_bytes if is_alive else None,
            service=status.service if is_alive else None,
        )
        swap = SwapValue(
            state=status.swap_state,
            text=status.swap_text or "",
            version=status.version,
            earlier=status.earlier,
            source_copy=status.source_copy,
            has_gap=not self._has_standby and is_alive and bool(status.cars),
        )
        return replace(
            card,
            log_key=status.key,
            state=status.state,
            reason=status.reason or "",
            is_faulty=False,
            errors=status.errors,
            last_error=status.last_error,
            figures=figures,
            swap=swap,
            can_draw=status.can_draw,
            is_paused=self._is_paused and status.state is AgentState.PLAYING,
            is_drawing_forbidden=self._is_drawing_forbidden,
            debug_port=status.debug_port,
            is_debugger_attached=status.is_debugger_attached,
        )


def _with_fix(card: CardValue, fix: CardFix) -> CardValue:
    return replace(card, reason=joined(card.reason, fix.reason), fix=card.fix or fix.words)


def _script(status: AgentStatus) -> CardValue:
    return CardValue(
        key="",
        log_key="",
        name=status.name,
        about="",
        team=SCRIPTS,
        state=status.state,
        kind=CardKind.SCRIPT,
    )
