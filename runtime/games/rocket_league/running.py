"""Finds Rocket League among the running processes."""

import re
from dataclasses import dataclass
from typing import Final

from runtime.games.rocket_league.system import System, SystemProcess

CONTROLLER_PORT: Final = 23233
"""Port on which RLBotServer expects the game, unless it is taken (`IdealGamePort` in RLBot/core)."""
_NAME: Final = "RocketLeague"
_NAMES: Final = (_NAME, f"{_NAME}.exe", f"{_NAME}.ex")
"""On Windows with the ending, of which Linux keeps two letters; RLBotServer takes any program with this in its name."""
_CONTROLLER: Final = re.compile(r"RLBot_ControllerURL=[\"']?[^\s\"':]*:(\d{1,5})(?=$|[\s\"'-]|RLBot)")
"""The arguments may follow each other without blanks, as some systems show them."""
_MAX_PORT: Final = 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGame:
    """Rocket League as it runs."""

    process: SystemProcess
    is_for_bots: bool
    """True if it was started with `-rlbot`, so that it connects to a server."""
    controller_port: int | None
    """The port of the server to which it connects; None if it was started without one."""


def running_games(system: System) -> tuple[RunningGame, ...]:
    """Returns the processes that are Rocket League; takes some milliseconds."""
    return tuple(_running_game(process) for process in system.processes(_NAME) if process.name in _NAMES)


def _running_game(process: SystemProcess) -> RunningGame:
    _, ending, glued = "".join(process.command[:1]).rpartition(".exe")
    arguments = " ".join([glued if ending else "", *process.command[1:]])
    match = _CONTROLLER.search(arguments)
    port = int(match[1]) if match else 0
    return RunningGame(
        process=process,
        is_for_bots="rlbot" in arguments,
        controller_port=port if 0 < port <= _MAX_PORT else None,
    )
