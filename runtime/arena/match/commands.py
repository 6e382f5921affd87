"""The console commands by which a launcher steers the arena: `kickabout pause|resume|step N|pace P|drawings on|off`."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

PREFIX: Final = "kickabout"
MAX_STEP: Final = 1_000_000
MIN_FACTOR: Final = 0.001
"""At this pace two frames are eight seconds apart."""
MAX_FACTOR: Final = 1000.0
USAGE: Final = "kickabout pause | resume | step N | pace lockstep|realtime|X | drawings on|off"


class CommandError(ValueError):
    """Text that is no command; the message is a sentence for the user."""


class PaceKind(Enum):
    """What decides when the next frame is simulated."""

    CLOCK = "clock"
    """Wall time, times a factor."""
    LOCKSTEP = "lockstep"
    """The answers of all agents that drive cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast a match runs; `factor` is game time per wall time and means nothing in lockstep."""

    kind: PaceKind
    factor: float = 1.0

    def __str__(self) -> str:
        if self.kind is PaceKind.LOCKSTEP:
            return "lockstep"
        return "realtime" if self.factor == 1.0 else f"{self.factor:g}"


LOCKSTEP: Final = Pace(kind=PaceKind.LOCKSTEP)
REALTIME: Final = Pace(kind=PaceKind.CLOCK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Freeze the match after the current frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Let a frozen match run on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Play so many frames, then freeze."""

    frames: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPace:
    """Go on at another pace."""

    pace: Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDrawings:
    """Tell the session that asks what the others draw, or do so no longer."""

    is_on: bool


Command = Pause | Resume | Step | SetPace | ShowDrawings


def parse_pace(text: str) -> Pace:
    """Reads `lockstep`, `realtime` or a factor such as `2` or `0.5`.

    Raises:
        CommandError: none of these, or a factor that is not from 0.001 to 1000.
    """
    word = text.strip().lower()
    if word == "lockstep":
        return LOCKSTEP
    if word == "realtime":
        return REALTIME
    try:
        factor = float(word)
    except ValueError:
        raise CommandError(f"'{text[:80]}' is not a pace; use lockstep, realtime or a factor such as 2.") from None
    if not MIN_FACTOR <= factor <= MAX_FACTOR:
        raise CommandError(f"A pace factor must be from {MIN_FACTOR:g} to {MAX_FACTOR:g}, not {text[:80]}.")
    return Pace(kind=PaceKind.CLOCK, factor=factor)


def parse_command(text: str) -> Command:
    """Reads a console command.

    Raises:
        CommandError: the text is not a command of the arena.
    """
    match text.split():
        case [prefix, "pause"] if prefix == PREFIX:
            return Pause()
        case [prefix, "resume"] if prefix == PREFIX:
            return Resume()
        case [prefix, "step"] if prefix == PREFIX:
            return Step(frames=1)
        case [prefix, "step", count] if prefix == PREFIX:
            return Step(frames=_frames(count))
        case [prefix, "pace", pace] if prefix == PREFIX:
            return SetPace(pace=parse_pace(pace))
        case [prefix, "drawings", ("on" | "off") as choice] if prefix == PREFIX:
            return ShowDrawings(is_on=choice == "on")
    raise CommandError(f"'{text[:80]}' is not a command of the arena; it knows: {USAGE}.")


def asks_for_drawings(text: str) -> bool:
    """Whether a text is the command that shows drawings to its sender."""
    return text.split()[:2] == [PREFIX, "drawings"]


def _frames(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_STEP)) and 1 <= int(text) <= MAX_STEP):
        raise CommandError(f"The number of frames must be from 1 to {MAX_STEP}, not '{text[:80]}'.")
    return int(text)
