"""Console commands of the arena and of its game, as values.

A launcher controls the arena with `kickabout pause|resume|step N|pace P|drawings on|off|drive on|off|sample on|off`,
`kickabout debug CAR on|off|await CAR on|off|budget S`, and swaps with `kickabout trial on|off|takeover N [keep]|return
N|dismiss N`, where N is the number of a session. The commands of the game come from older bots and v4 hosts: `Pause`,
`Set WorldInfo TimeDilation X`, `Set WorldInfo WorldGravityZ X`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from runtime.model.messages import MessageError, message

PREFIX: Final = "kickabout"
MAX_STEP: Final = 1_000_000
MIN_FACTOR: Final = 0.001
"""At this pace two ticks are eight seconds apart."""
MAX_FACTOR: Final = 1000.0
USAGE: Final = (
    "kickabout pause | resume | step N | pace lockstep|realtime|X | drawings on|off | drive on|off | sample on|off | "
    "debug CAR on|off | await CAR on|off | budget S|unlimited | trial on|off | takeover N [keep] | return N | dismiss N"
)
UNLIMITED: Final = "unlimited"
"""Budget without a limit."""
MAX_SESSION: Final = (1 << 31) - 1
MAX_CAR: Final = 999
GAME_USAGE: Final = "Pause | Set WorldInfo TimeDilation X | Set WorldInfo WorldGravityZ X"
_MAX_QUOTE_LENGTH: Final = 80


class CommandError(MessageError, ValueError):
    """A text is not a command; `text` is a sentence for the user."""


class PaceKind(Enum):
    """The event that starts the next tick."""

    CLOCK = "clock"
    """Wall time, multiplied by a factor."""
    LOCKSTEP = "lockstep"
    """The answers of all agents that drive cars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Speed of a match; `factor` is game time per wall time and has no meaning in lockstep."""

    kind: PaceKind
    factor: float = 1.0

    def __str__(self) -> str:
        if self.kind is PaceKind.LOCKSTEP:
            return "lockstep"
        return "realtime" if self.factor == 1.0 else f"{self.factor:g}"


LOCKSTEP: Final = Pace(kind=PaceKind.LOCKSTEP)
REALTIME: Final = Pace(kind=PaceKind.CLOCK)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Switch:
    is_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _CarSwitch:
    car: int
    is_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfSession:
    session: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """Pause the match after the current tick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    """Continue a paused match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Play this many ticks, then pause."""

    frames: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPace:
    """Continue at another pace."""

    pace: Pace


class ShowDrawings(_Switch):
    """Start or stop sending the drawings of all sessions to the session that asks."""


class DriveHuman(_Switch):
    """Let the session that asks drive the human's car, or stop; in lockstep, the match waits for its inputs."""


class SampleFrames(_Switch):
    """Send the session at most 250 frames per second of wall time, or every frame again."""


class DebugCar(_CarSwitch):
    """Play in lockstep and wait for this car's answers without a deadline, because a debugger may hold its agent."""


class AwaitCar(_CarSwitch):
    """If the agent of this car leaves, play on in lockstep only after it is back, or after this is switched off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBudget:
    """Give every agent this time for its answers in lockstep; None for no limit."""

    seconds: float | None


class RequireTrials(_Switch):
    """Let standbys answer packets on trial, and take over only after `TakeOver`, or stop; see `match.slots`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """Give the cars to the standby with this session number; `keeps_former` keeps the former session as a spare."""

    session: int
    keeps_former: bool


class GiveBack(_OfSession):
    """Give the cars of the session with this number back to the spare, and end the session."""


class Dismiss(_OfSession):
    """End the standby or the spare with this session number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TogglePause:
    """Pause or continue the game itself; during this pause, time passes without play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGame:
    """Change speed or gravity of the game; None leaves the value as it is."""

    speed: float | None = None
    gravity_z: float | None = None


SwapCommand: TypeAlias = TakeOver | GiveBack | Dismiss
AgentCommand: TypeAlias = SwapCommand | AwaitCar | SetBudget
Switch: TypeAlias = ShowDrawings | DriveHuman | SampleFrames | RequireTrials
Command: TypeAlias = Pause | Resume | Step | SetPace | DebugCar | Switch | AgentCommand
_SWITCHES: Final[Mapping[str, type[Switch]]] = {
    "drawings": ShowDrawings,
    "drive": DriveHuman,
    "sample": SampleFrames,
    "trial": RequireTrials,
}
GameCommand: TypeAlias = TogglePause | SetGame


def parse_pace(text: str) -> Pace:
    """Reads `lockstep`, `realtime` or a factor such as `2` or `0.5`.

    Raises:
        CommandError: the text is none of these, or the factor is not between 0.001 and 1000.
    """
    word = text.strip().lower()
    if word == "lockstep":
        return LOCKSTEP
    if word == "realtime":
        return REALTIME
    quote = text[:_MAX_QUOTE_LENGTH]
    try:
        factor = float(word)
    except ValueError:
        unknown = message(
            "unknown-pace", "'{text}' is not a pace; use lockstep, realtime or a factor such as 2.", text=quote
        )
        raise CommandError(unknown) from None
    if not MIN_FACTOR <= factor <= MAX_FACTOR:
        raise CommandError(
            message(
                "pace-out-of-range",
                "A pace factor must be from {least} to {most}, not {text}.",
                least=f"{MIN_FACTOR:g}",
                most=f"{MAX_FACTOR:g}",
                text=quote,
            )
        )
    return Pace(kind=PaceKind.CLOCK, factor=factor)


def parse_command(text: str) -> Command:
    """Reads a console command of the arena.

    Raises:
        CommandError: the text is not such a command.
    """
    match text.split():
        case [prefix, ("pause" | "resume") as what] if prefix == PREFIX:
            return Pause() if what == "pause" else Resume()
        case [prefix, "step", *count] if prefix == PREFIX and len(count) <= 1:
            return Step(frames=_frames(*count) if count else 1)
        case [prefix, ("pace" | "budget") as what, value] if prefix == PREFIX:
            return SetPace(pace=parse_pace(value)) if what == "pace" else SetBudget(seconds=_budget(value))
        case [prefix, what, ("on" | "off") as choice] if prefix == PREFIX and what in _SWITCHES:
            return _SWITCHES[what](is_on=choice == "on")
        case [prefix, ("debug" | "await") as what, car, ("on" | "off") as choice] if prefix == PREFIX and _is_number(
            car, MAX_CAR
        ):
            return (DebugCar if what == "debug" else AwaitCar)(car=int(car), is_on=choice == "on")
        case [prefix, ("takeover" | "return" | "dismiss") as what, number, *more] if prefix == PREFIX:
            if not more or (what, more) == ("takeover", ["keep"]):
                return _swap_command(what, _session(number), keeps_former=bool(more))
    raise CommandError(
        message(
            "unknown-command",
            "'{text}' is not a command of the arena; it knows: {usage}.",
            text=text[:_MAX_QUOTE_LENGTH],
            usage=USAGE,
        )
    )


def is_view_command(text: str) -> bool:
    """Returns whether a text is a command about what its sender receives: drawings, and how many frames."""
    return text.split()[:2] in ([PREFIX, "drawings"], [PREFIX, "sample"])


def is_drive_command(text: str) -> bool:
    """Returns whether a text is the command of a session that drives the human's car."""
    return text.split()[:2] == [PREFIX, "drive"]


def is_game_command(text: str) -> bool:
    """Returns whether a command is meant for the game and not for the arena."""
    match text.lower().split():
        case ["pause"] | ["set", "worldinfo", *_]:
            return True
    return False


def parse_game_command(text: str) -> GameCommand:
    """Reads a console command of the game; upper and lower case are the same.

    Raises:
        CommandError: the text is not a command that the arena's game knows.
    """
    match text.lower().split():
        case ["pause"]:
            return TogglePause()
        case ["set", "worldinfo", "timedilation", value]:
            return SetGame(speed=_number(value))
        case ["set", "worldinfo", "worldgravityz", value]:
            return SetGame(gravity_z=_number(value))
    raise CommandError(
        message(
            "unknown-game-command",
            "'{text}' is not a command of the arena's game; it knows: {usage}.",
            text=text[:_MAX_QUOTE_LENGTH],
            usage=GAME_USAGE,
        )
    )


def _is_number(text: str, maximum: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(maximum)) and int(text) <= maximum


def _budget(text: str) -> float | None:
    return None if text == UNLIMITED else max(0.0, _number(text))


def _swap_command(what: str, session: int, *, keeps_former: bool) -> SwapCommand:
    if what == "takeover":
        return TakeOver(session=session, keeps_former=keeps_former)
    return GiveBack(session=session) if what == "return" else Dismiss(session=session)


def _frames(text: str) -> int:
    if _is_number(text, MAX_STEP) and int(text) >= 1:
        return int(text)
    raise CommandError(
        message(
            "step-out-of-range",
            "The number of frames must be from 1 to {most}, not '{text}'.",
            most=str(MAX_STEP),
            text=text[:_MAX_QUOTE_LENGTH],
        )
    )


def _session(text: str) -> int:
    if _is_number(text, MAX_SESSION):
        return int(text)
    raise CommandError(
        message("not-a-session", "'{text}' is not the number of a session.", text=text[:_MAX_QUOTE_LENGTH])
    )


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise CommandError(message("not-a-number", "'{text}' is not a number.", text=text[:_MAX_QUOTE_LENGTH]))
    return value
