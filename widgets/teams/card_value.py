"""What one card shows, and what the user may want of it."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from runtime.model.messages import Text
from runtime.model.states import AgentState, SwapState


class CardKind(Enum):
    """What drives a car, or that there is none."""

    BOT = "bot"
    HIVEMIND = "hivemind"
    PSYONIX = "psyonix"
    HUMAN = "human"
    SCRIPT = "script"

    @property
    def is_program(self) -> bool:
        """Whether an agent stands behind the card."""
        return self in (CardKind.BOT, CardKind.HIVEMIND, CardKind.SCRIPT)


class CardAction(Enum):
    """What a card offers; the value is the icon's name."""

    LOG = "log"
    SWAP = "swap"
    DECLINE = "remove"
    RESTART = "restart"
    BENCH = "bench"
    ERROR = "error"
    DRAWING = "drawings"
    FIX = "start"
    DUPLICATE = "copy"
    REPLACE = "open"
    RENAME = "edit"
    LOADOUT = "theme"
    SKILL = "filter"
    AUTO_START = "done"
    OTHER_TEAM = "swap team"
    UP = "up"
    DOWN = "down"
    OPEN_FOLDER = "folders"
    REMOVE = "remove car"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What an agent that runs does and uses."""

    answers_per_s: float | None = None
    late_share: float | None = None
    """0 to 1; None before the first packet."""
    cpu_share: float | None = None
    """1.0 is one core kept busy."""
    rss_bytes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapValue:
    """How far the next version of an agent is."""

    state: SwapState = SwapState.IDLE
    text: Text = ""
    output: str = ""
    """The part of `text` that the new version itself printed."""
    version: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValue:
    """One car or agent of a team, before or during a match."""

    key: str
    """Unique among all cards; the card stays the same widget while the key does."""
    log_key: str
    """The agent's key, where it is known; else empty."""
    name: str
    about: str
    """Developer, kind or cars, in a few words."""
    team: int
    state: AgentState | None
    """None for cars that no program drives."""
    logo: Path | None = None
    kind: CardKind = CardKind.BOT
    reason: Text = ""
    output: str = ""
    """The part of `reason` that the agent itself printed; it is not translated."""
    figures: Figures = Figures()
    swap: SwapValue = SwapValue()
    errors: int = 0
    """The number of errors that its agent has printed."""
    last_error: str = ""
    fix: str = ""
    """What would help against the reason, in the words of a button."""
    is_faulty: bool = False
    """Whether the match cannot start because of it."""
    skill: str = ""
    """Of a car that the game drives."""
    is_auto_start: bool = True
    can_draw: bool = False
    """Whether the game takes what its agent draws."""
    is_paused: bool = False
    """Whether its agent plays in a match that stands still."""
    is_drawing_forbidden: bool = False
    """Whether the match lets nobody draw."""
    position: int | None = None
    """Place in the document's list of cars, or of scripts; None for what the document does not list."""

    @property
    def can_be_edited(self) -> bool:
        """Whether the document has it."""
        return self.position is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRequest:
    """The user wants this of a card; `value` is the skill where one was chosen."""

    card: CardValue
    action: CardAction
    value: str = ""


class TeamAction(Enum):
    """What a whole team offers."""

    ADD_BOT = "bot"
    ADD_PSYONIX = "psyonix"
    ADD_HUMAN = "human"
    SWAP_SIDES = "swap sides"
    SHUFFLE = "shuffle"
    SWAP_VERSIONS = "swap versions"
    CLEAR = "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRequest:
    """The user wants this of a team; `value` is the skill where one was chosen."""

    team: int
    action: TeamAction
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarMoved:
    """A card was dragged to a place of a team; a place beyond the end is the end."""

    position: int
    team: int
    place: int
