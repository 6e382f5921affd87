"""The game's own console commands, which older bots and v4 hosts send: pause, game speed, gravity."""

import math
from typing import Final, Protocol

import rlbot_flatbuffers as flat

from runtime.arena.match.commands import CommandError

USAGE: Final = "Pause | Set WorldInfo TimeDilation X | Set WorldInfo WorldGravityZ X"


class Steered(Protocol):
    """What the commands act on; `game.Game` is one."""

    def toggle_pause(self) -> None:
        """Interrupts the match or lets it go on."""

    def desire(self, state: flat.DesiredGameState) -> None:
        """Changes the state before the next frame."""


def is_game_command(text: str) -> bool:
    """Whether a command is meant for the game, not for the server."""
    match text.lower().split():
        case ["pause"] | ["set", "worldinfo", *_]:
            return True
    return False


def obey(game: Steered, text: str) -> None:
    """Carries out a command; upper and lower case are the same.

    Raises:
        CommandError: the text is no command that the arena's game knows.
    """
    match text.lower().split():
        case ["pause"]:
            game.toggle_pause()
        case ["set", "worldinfo", "timedilation", value]:
            _desire(game, flat.DesiredMatchInfo(game_speed=_number(value)))
        case ["set", "worldinfo", "worldgravityz", value]:
            _desire(game, flat.DesiredMatchInfo(world_gravity_z=_number(value)))
        case _:
            raise CommandError(f"'{text[:80]}' is not a command of the arena's game; it knows: {USAGE}.")


def _desire(game: Steered, info: flat.DesiredMatchInfo) -> None:
    game.desire(flat.DesiredGameState([], [], info))


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise CommandError(f"'{text[:80]}' is not a number.")
    return value
