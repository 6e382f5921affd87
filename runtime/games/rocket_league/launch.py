"""Starts Rocket League in short steps, each with a deadline, one way after the other."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.games.rocket_league.installations import Installation
from runtime.games.rocket_league.running import RunningGame
from runtime.games.rocket_league.system import System
from runtime.model.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Time limits in seconds; each step has one."""

    store_s: float = 60.0
    """From the start of a store's program until it is ready."""
    login_s: float = 90.0
    """From the start through Epic until the game has written its login to its log."""
    close_s: float = 20.0
    """Until a game that was asked to end has ended."""
    appear_s: float = 60.0
    """From the start of the game until its process is there with its arguments."""


DEADLINES: Final = Deadlines()


@dataclass(frozen=True, slots=True, kw_only=True)
class Launched:
    """Rocket League after a start."""

    game: RunningGame
    attempts: tuple[Message, ...]
    """Each attempt with its result."""


def game_arguments(controller_port: int) -> tuple[str, ...]:
    """Returns the arguments that make Rocket League connect to a server (`GetRLBotArgs` in RLBot/core)."""
    return (
        "-rlbot",
        f"RLBot_ControllerURL=127.0.0.1:{controller_port}",
        "RLBot_PacketSendRate=240",
        "-nomovie",
    )


def launch(
    ways: Sequence[Installation],
    system: System,
    *,
    controller_port: int,
    has_anti_cheat: bool = False,
    deadlines: Deadlines = DEADLINES,
) -> Generator[Message, None, Launched]:
    """Starts Rocket League the first way that works; yields what it waits for, several times a second.

    The caller calls `next` at its own rate (about every 0.1 s) and stops by no longer calling it. Nothing here sleeps.

    Raises:
        LaunchError: no way worked; the text lists each attempt with its result.
    """
    raise NotImplementedError


def close_games(system: System, deadlines: Deadlines = DEADLINES) -> Iterator[Message]:
    """Ends all running Rocket League processes, which the user must have agreed to; yields like `launch`.

    Raises:
        LaunchError: a process did not end in time; the text names it.
    """
    raise NotImplementedError
