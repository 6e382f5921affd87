"""Events of a match: frozen values that any thread may pass on."""

from dataclasses import dataclass

from runtime.model.drawings import DrawnGroup, Point
from runtime.model.messages import Message
from runtime.model.states import MatchStage, StageState
from runtime.model.telemetry import KeptPacket, Mark, Sample
from runtime.model.values import AgentStatus, ArenaView, Comm, LogLine, MatchResult, SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage of the match began, ended or failed; `text` says what is awaited or what went wrong."""

    stage: MatchStage
    state: StageState
    text: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentChanged:
    """An agent's state or figures changed; carries all of them."""

    agent: AgentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesLogged:
    """Agents or the game printed these lines."""

    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommsReceived:
    """Agents or other clients sent match communication; of a flood, only the newest."""

    comms: tuple[Comm, ...]
    dropped: int
    """Number of older ones that were dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameShown:
    """A newer state of the match arrived; frames in between may have been left out."""

    view: ArenaView


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetryRecorded:
    """Telemetry recorded since the previous event of this type, oldest first."""

    samples: tuple[Sample, ...] = ()
    marks: tuple[Mark, ...] = ()
    packets: tuple[KeptPacket, ...] = ()
    """Up to 60 packets per second of game time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingsShown:
    """Everything that agents draw now, in the order in which it came; only while drawings are followed."""

    groups: tuple[DrawnGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PathPredicted:
    """Predicted positions of the first ball; sent while its path is followed, at most ten times a second."""

    times_s: tuple[float, ...]
    """Game time of each point, as `seconds_elapsed` of a frame."""
    points: tuple[Point, ...]
    """x, y, z in uu."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceMeasured:
    """How fast game time runs, in game seconds per second of wall time over about the last second, and if it halts."""

    speed: float
    overruns: int
    """Frames left out since the start of the match because the machine was too slow."""
    is_paused: bool | None = None
    """Whether the match is paused; None where the game does not report it, which only our arena does."""
    steps_left: int = 0
    """Frames still to be played before the match pauses; 0 without such a limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapChanged:
    """A swap came to its end; `AgentChanged` reports how far one under way is."""

    record: SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNoted:
    """Something that the user should know, in whole sentences; the match goes on."""

    text: Message
    topic: str = ""
    """Topic of a note that holds for now: the next note of the topic replaces it, and the end of the match removes it.
    Empty for a note about something that happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteWithdrawn:
    """The last note of a topic no longer holds."""

    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagesWanted:
    """Agents need missing packages; the match waits for the answer whether to install them."""

    names: tuple[str, ...]
    """Names of the agents."""
    missing: tuple[Message, ...]
    """One text per package, with the location of the requirement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match is over and nothing of it runs any more."""

    result: MatchResult


Event = (
    StageChanged
    | AgentChanged
    | LinesLogged
    | CommsReceived
    | FrameShown
    | TelemetryRecorded
    | DrawingsShown
    | PathPredicted
    | PaceMeasured
    | SwapChanged
    | MatchNoted
    | NoteWithdrawn
    | PackagesWanted
    | MatchEnded
)
