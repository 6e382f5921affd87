"""Values and requests of cards and teams."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.messages import Text
from runtime.model.states import AgentState, SwapState
from runtime.model.values import ServiceFigures


class CardKind(Enum):
    """Kind of driver of a car, or a script."""

    BOT = "bot"
    HIVEMIND = "hivemind"
    PSYONIX = "psyonix"
    HUMAN = "human"
    SCRIPT = "script"

    @property
    def is_program(self) -> bool:
        """True if the card belongs to an agent."""
        return self in (CardKind.BOT, CardKind.HIVEMIND, CardKind.SCRIPT)


class CardAction(Enum):
    """Action of a card; the value is the icon's name."""

    LOG = "log"
    SWAP = "swap"
    DECLINE = "remove"
    RESTART = "restart"
    BENCH = "bench"
    ERROR = "error"
    DRAWING = "drawings"
    BACK = "undo"
    WRITE_BACK = "save"
    FIX = "start"
    DEBUG = "debug"
    END_DEBUG = "end debug"
    COPY_START = "copy start"
    WRITE_LAUNCH = "write launch"
    DEBUG_HELP = "debug help"
    DUPLICATE = "copy"
    REPLACE = "open"
    RENAME = "edit"
    LOADOUT = "theme"
    SKILL = "filter"
    AUTO_START = "done"
    OTHER_TEAM = "swap team"
    UP = "up"
    DOWN = "down"
    EDIT_SOURCE = "edit source"
    OPEN_FOLDER = "folders"
    REMOVE = "remove car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Measurements of a running agent."""

    answers_per_s: float | None = None
    late_share: float | None = None
    """0 to 1; None before the first packet."""
    slow_ms: float | None = None
    """The 95th percentile of the response times of a slow agent; None for others."""
    cpu_share: float | None = None
    """1.0 is one core kept busy."""
    rss_bytes: int | None = None
    service: ServiceFigures | None = None
    """The agent service that plays the agent; CPU and memory are then the agent's share of the service's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapValue:
    """State of an agent's swap."""

    state: SwapState = SwapState.IDLE
    text: Text = ""
    version: int = 1
    earlier: tuple[int, ...] = ()
    """The other versions that can play again, the newest first."""
    source_copy: Path | None = None
    """The source of the version that plays, if the bot's folder has other source."""
    has_gap: bool = False
    """True if the cars stand still between two versions, because the game has no standby."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue:
    """One car or agent of a team."""

    key: str
    """Unique among all cards; a widget is kept as long as its key."""
    log_key: str
    """The agent's key; empty if it is unknown."""
    name: str
    about: str
    """Developer or kind."""
    team: int
    state: AgentState | None
    """None for cars without an agent."""
    label: str = ""
    """The name without the number of a copy whose original is in the other team; empty if that is the name."""
    logo: Path | None = None
    kind: CardKind = CardKind.BOT
    reason: Text = ""
    figures: Figures = Figures()
    swap: SwapValue = SwapValue()
    errors: int = 0
    """Number of errors that the agent has printed."""
    last_error: str = ""
    fix: str = ""
    """Text of the button that fixes the problem."""
    is_faulty: bool = False
    """True if it keeps the match from starting."""
    skill: str = ""
    """Skill of a Psyonix bot."""
    is_auto_start: bool = True
    has_source: bool = False
    """True if the document names the file of its settings, so that its source can be found."""
    can_draw: bool = False
    """True if the agent may draw."""
    is_paused: bool = False
    """True if the agent is playing and the match is paused."""
    is_drawing_forbidden: bool = False
    """True if drawing is disabled for the whole match."""
    debug_port: int | None = None
    """Port of the agent's debugger, 0 if the user starts it; None while it is not being debugged."""
    is_debugger_attached: bool = False
    position: int | None = None
    """Index in the document's list of cars or scripts; None if the document does not list it."""

    @property
    def can_be_edited(self) -> bool:
        """True if the document lists it."""
        return self.position is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRequest:
    """Request: an action of a card; `value` is the chosen skill, if any."""

    card: CardValue
    action: CardAction
    value: str = ""


class TeamAction(Enum):
    """Action of a team."""

    ADD_BOT = "bot"
    ADD_PSYONIX = "psyonix"
    ADD_HUMAN = "human"
    SWAP_SIDES = "swap sides"
    SHUFFLE = "shuffle"
    SWAP_VERSIONS = "swap versions"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRequest:
    """Request: an action of a team; `value` is the chosen skill, if any."""

    team: int
    action: TeamAction
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMoved:
    """Request: move a card to an index of a team; an index beyond the end is the end."""

    position: int
    team: int
    place: int
