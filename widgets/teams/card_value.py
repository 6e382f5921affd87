"""What one card shows."""

from dataclasses import dataclass

from runtime.states import AgentState


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
    reason: str = ""
    answers_per_s: float | None = None
    late_share: float | None = None
    """0 to 1; None before the first packet."""
    position: int | None = None
    """Place in the document, for removal; None for what the document does not list as a car."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChosen:
    """The user wants to read this card's log."""

    card: CardValue


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalRequested:
    """The user wants this car out of the document."""

    position: int
