"""What the cards of the teams show: the document's cars, and during a match their agents."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.session.match_rights import MatchRights
from runtime.model.messages import Text, sentences
from runtime.model.states import AgentState
from runtime.model.teams import BLUE, ORANGE, SCRIPTS
from runtime.model.values import AgentStatus, CarEntry, MatchOverview
from widgets.teams.card_value import CardKind, CardValue, Figures, SwapValue
from widgets.teams.card_words import driver_words

_PROGRAMS: Final = ("bot", "hivemind")


def car_key(position: int) -> str:
    """The card of a car, by its place in the document's list."""
    return f"car:{position}"


def script_key(position: int) -> str:
    """The card of a script, by its place in the document's list."""
    return f"script:{position}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFix:
    """What keeps an agent from playing as it should, and the button that helps."""

    reason: Text
    words: str
    """On the button; empty where no button helps."""
    installs: bool = False
    """Whether Kickabout installs what is lacking; otherwise, the user has to do something."""
    file: Path | None = None
    """What the user has to edit; None where there is no such file yet."""


def joined(*parts: Text) -> Text:
    """Joins the sentences that are not empty."""
    present = [part for part in parts if part]
    texts = [part for part in present if isinstance(part, str)]
    if len(texts) == len(present):
        return " ".join(texts)
    return sentences(*present)


class CardBook:
    """Joins the cars of a document with the agents of a match; no Qt, one thread.

    An agent is not told by the car that it drives in the document, so an agent that is heard of for the first time
    takes the first cars of its team that have its name, else the first that no agent has.
    """

    def __init__(self) -> None:
        self._entries: tuple[CarEntry, ...] = ()
        self._scripts: tuple[str, ...] = ()
        self._agents: dict[str, AgentStatus] = {}
        self._owners: dict[int, str] = {}
        self._fixes: Mapping[str, CardFix] = {}
        self._needs: Mapping[str, CardFix] = {}
        self._is_drawing_forbidden = False
        self._is_paused = False

    def open(self, overview: MatchOverview) -> None:
        """Takes the cars of a document; agents of an earlier match are forgotten."""
        self._entries = overview.cars
        self._scripts = overview.scripts
        self._fixes = {}
        self._needs = {}
        self._forget_agents()

    def begin(self, rights: MatchRights) -> None:
        """A match begins that allows so much: nothing is known of its agents yet."""
        self._is_drawing_forbidden = not rights.can_draw
        self._forget_agents()

    def _forget_agents(self) -> None:
        self._agents.clear()
        self._owners.clear()

    def update(self, status: AgentStatus) -> None:
        """Takes the newest figures of an agent."""
        if status.key not in self._agents:
            self._bind(status)
        self._agents[status.key] = status

    def pause(self, *, is_paused: bool) -> bool:
        """Takes whether the match stands still; tells whether that is new."""
        is_new = is_paused is not self._is_paused
        self._is_paused = is_paused
        return is_new

    def mend(self, fixes: Mapping[str, CardFix]) -> None:
        """Takes what helps, by the keys of cards; that of earlier calls no longer holds."""
        self._fixes = fixes

    def require(self, needs: Mapping[str, CardFix]) -> None:
        """Takes what is required of scripts, by the keys of cards; what else helps has the button first."""
        self._needs = needs

    def fix(self, card: CardValue) -> CardFix | None:
        """What helps the agent of a card."""
        return self._fixes.get(card.key)

    def cards(self, team: int) -> tuple[CardValue, ...]:
        """The cards of one team, from top to bottom."""
        if team == SCRIPTS:
            cards = self._script_cards()
        else:
            cards = tuple(self._car_card(entry) for entry in self._entries if entry.team == team)
        return tuple(self._with_fixes(card) for card in cards)

    def _with_fixes(self, card: CardValue) -> CardValue:
        for fix in (self._fixes.get(card.key), self._needs.get(card.key)):
            card = card if fix is None else _with_fix(card, fix)
        return card

    @property
    def log_names(self) -> tuple[tuple[str, str], ...]:
        """Key and name of every agent that is known, for the choice of logs."""
        return tuple((key, status.name) for key, status in self._agents.items())

    def card_key(self, agent_key: str) -> str:
        """The card of an agent; empty when it has none."""
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

    def agent_key(self, card_key: str) -> str:
        """The agent of a card; empty when it has none."""
        cards = (card for team in (BLUE, ORANGE, SCRIPTS) for card in self.cards(team))
        return next((card.log_key for card in cards if card.key == card_key), "")

    def source(self, card: CardValue) -> Path | None:
        """The document that a card's car comes from."""
        return next((entry.source for entry in self._entries if car_key(entry.position) == card.key), None)

    def _car_card(self, entry: CarEntry) -> CardValue:
        status = self._agents.get(self._owners.get(entry.position, ""))
        kind = CardKind(entry.kind)
        about = driver_words(kind, entry.developer)
        card = CardValue(
            key=car_key(entry.position),
            log_key="",
            name=entry.name,
            about=about,
            logo=entry.logo,
            team=entry.team,
            state=AgentState.IDLE if kind.is_program else None,
            kind=kind,
            skill=entry.skill if kind is CardKind.PSYONIX else "",
            is_auto_start=entry.is_auto_start,
            reason=joined(*dict.fromkeys(problem.message for problem in entry.problems)),
            is_faulty=bool(entry.problems),
            position=entry.position,
        )
        return card if status is None else self._with_agent(card, status)

    def _script_cards(self) -> tuple[CardValue, ...]:
        running = [status for status in self._agents.values() if status.team == SCRIPTS]
        idle = [
            CardValue(
                key=script_key(place),
                log_key="",
                name=name,
                about="",
                team=SCRIPTS,
                state=AgentState.IDLE,
                kind=CardKind.SCRIPT,
                position=place,
            )
            for place, name in enumerate(self._scripts)
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
        )
        swap = SwapValue(
            state=status.swap_state, text=status.swap_text, output=status.swap_output, version=status.version
        )
        return replace(
            card,
            log_key=status.key,
            state=status.state,
            reason=status.reason,
            output=status.output,
            is_faulty=False,
            errors=status.errors,
            last_error=status.traceback.error if status.traceback is not None else "",
            figures=figures,
            swap=swap,
            can_draw=status.can_draw,
            is_paused=self._is_paused and status.state is AgentState.PLAYING,
            is_drawing_forbidden=self._is_drawing_forbidden,
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
