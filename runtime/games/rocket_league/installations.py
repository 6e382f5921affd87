"""Finds installations of Rocket League."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from runtime.games.rocket_league.system import System
from runtime.model.messages import Message

ARGUMENTS: Final = "{arguments}"
"""The place of the game's arguments in the user's command; they follow it where it names no place."""


class Store(Enum):
    """How Rocket League is installed and started."""

    STEAM = "steam"
    EPIC = "epic"
    LEGENDARY = "legendary"
    HEROIC = "heroic"
    COMMAND = "command"
    """A command of the user's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """A way to start Rocket League that exists on this computer."""

    store: Store
    client: Path | None = None
    """The store's own program, or its root folder for Steam on Linux."""
    game: Path | None = None
    """RocketLeague.exe, where it is known."""
    proton: Path | None = None
    """The `proton` script that runs the game on Linux; None elsewhere."""
    compat_data: Path | None = None
    """Proton's folder for the game; None without Proton."""
    command: tuple[str, ...] = ()
    """The words of the user's command, with `ARGUMENTS` for those of the game; empty for a store."""

    def command_with(self, arguments: Sequence[str]) -> tuple[str, ...]:
        """Returns the user's command with the arguments of the game, to be started in the home folder."""
        words: list[str] = []
        for word in self.command:
            words += arguments if word == ARGUMENTS else [word.replace(ARGUMENTS, " ".join(arguments))]
        return tuple(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFinding:
    """The result of looking for one store."""

    store: Store
    installation: Installation | None
    text: Message
    """Where it was found; or what is missing, and what to do about it."""


def find_installations(system: System, command: str = "") -> tuple[StoreFinding, ...]:
    """Returns a finding for each store of this system, the best one first; reads files only.

    `command` is the user's own command as typed; empty if there is none.
    """
    raise NotImplementedError
