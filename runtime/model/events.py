"""What happens during a match, told as values; any thread may carry them, nobody changes them."""

from dataclasses import dataclass

from runtime.model.drawings import DrawnGroup
from runtime.model.messages import Text
from runtime.model.states import MatchStage, StageState
from runtime.model.values import AgentStatus, ArenaView, LogLine, MatchResult, SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage of the match began, ended or failed; `text` names who or what is awaited or what went wrong."""

    stage: MatchStage
    state: StageState
    text: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentChanged:
    """An agent's state or figures changed; carries all of them."""

    agent: AgentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesLogged:
    """Agents or the game printed these lines."""

    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameShown:
    """A newer state of the match arrived; frames in between may have been left out."""

    view: ArenaView


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingsShown:
    """Everything that agents draw now, in the order in which it was told; only while somebody follows it."""

    groups: tuple[DrawnGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceMeasured:
    """How fast game time runs, in game seconds per second of wall time over about the last second, and if it halts."""

    speed: float
    overruns: int
    """Frames left out since the start of the match because the machine was too slow."""
    is_paused: bool | None = None
    """Whether the match stands still until it is told to go on; None where the game does not tell, which only
    our arena does."""
    steps_left: int = 0
    """Frames that are still to be played before it stands still; 0 where it is not to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapChanged:
    """A swap came to its end, in whatever way; how far one under way is, `AgentChanged` tells."""

    record: SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNoted:
    """Something about the match that the user should know, in whole sentences; the match goes on."""

    text: Text
    topic: str = ""
    """What it says how things are with for the time being: the next note of the topic takes its place, and so does the
    end of the match. Empty where it tells what happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteWithdrawn:
    """What was noted of a topic no longer holds."""

    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagesWanted:
    """Agents lack packages, and the match waits to be told whether they are to be installed."""

    names: tuple[str, ...]
    """The agents'."""
    lacks: tuple[str, ...]
    """What is missing, one line for each package, with the place that asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match is over and nothing of it runs any more."""

    result: MatchResult


Event = (
    StageChanged
    | AgentChanged
    | LinesLogged
    | FrameShown
    | DrawingsShown
    | PaceMeasured
    | SwapChanged
    | MatchNoted
    | NoteWithdrawn
    | PackagesWanted
    | MatchEnded
)
