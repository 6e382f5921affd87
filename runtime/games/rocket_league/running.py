"""Finds Rocket League among the running processes."""

from dataclasses import dataclass

from runtime.games.rocket_league.system import System, SystemProcess


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
    raise NotImplementedError
