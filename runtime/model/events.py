"""Events of a match: frozen values that any thread may pass on."""

from dataclasses import dataclass

from runtime.model.drawings import DrawnGroup, Point
from runtime.model.messages import Message
from runtime.model.states import MatchStage, StageState
from runtime.model.telemetry import KeptPacket, Mark, Sample
from runtime.model.values import AgentStatus, ArenaView, Comm, LogLine, MatchResult, SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class StageChanged:
    """A stage of the match began, ended or failed; `text` says what the match waits for or what went wrong."""

    stage: MatchStage
    state: StageState
    text: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentChanged:
    """An agent's state or figures changed; contains all of them."""

    agent: AgentStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class LinesLogged:
    """Agents or the game printed these lines."""

    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommsReceived:
    """Agents or other clients sent match communication; if there is too much, only the newest."""

    comms: tuple[Comm, ...]
    dropped: int
    """Number of older ones that were dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameShown:
    """A newer state of the match arrived; frames in between may be missing."""

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
    """Everything that agents draw now, in the order of arrival; only while drawings are followed."""

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
    """Game seconds per second of wall time over about the last second, and whether the match is paused."""

    speed: float
    overruns: int
    """Number of frames skipped since the start of the match because the machine was too slow."""
    is_paused: bool | None = None
    """True if the match is paused; None if the game does not report it, as only our arena does."""
    steps_left: int = 0
    """Remaining frames until the match pauses; 0 if there is no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapChanged:
    """A swap ended; `AgentChanged` reports the progress of a swap."""

    record: SwapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchNoted:
    """Information for the user, in whole sentences; the match continues."""

    text: Message
    topic: str = ""
    """Topic of a note that describes a current state; empty for a note about an event.

    The next note of the topic replaces the note, and the end of the match removes it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteWithdrawn:
    """The latest note of a topic no longer applies."""

    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagesWanted:
    """Agents need missing packages; the match waits for an answer before it installs them."""

    names: tuple[str, ...]
    """Names of the agents."""
    missing: tuple[Message, ...]
    """One text per package, with the location of the requirement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match is over, and all its processes have ended."""

    result: MatchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerChanged:
    """A server that several matches use was started or has ended; it comes between matches too."""


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
    | ServerChanged
)
