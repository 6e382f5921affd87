"""Options and types of options that several commands share."""

import argparse
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.model.messages import message
from runtime.model.values import BUILT_IN

if TYPE_CHECKING:
    from runtime.games import Game
    from runtime.games.kept_server import KeptServer
    from runtime.processes import MemoryCeiling

MIN_S: Final = 0.02
"""Minimum limit: a match has at least two frames."""
_UNITS: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def add_json(parser: argparse.ArgumentParser, content: str = "the result") -> None:
    """Adds the option `--json`; `content` is what it prints."""
    parser.add_argument("--json", action="store_true", help=f"print {content} as one JSON object")


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the memory of agents, for `memory_ceiling`."""
    memory = parser.add_mutually_exclusive_group()
    memory.add_argument("--memory-limit", type=size, metavar="SIZE", help="end an agent that uses more, such as 2GB")
    memory.add_argument("--memory-warning", type=size, metavar="SIZE", help="only report an agent that uses more")


def memory_ceiling(options: argparse.Namespace) -> "MemoryCeiling | None":
    """Returns the limit of `add_memory`; None if there is none."""
    from runtime.processes import MemoryCeiling  # noqa: PLC0415 - parsers do not need it

    limit = options.memory_limit or options.memory_warning
    return MemoryCeiling(limit_bytes=limit, is_deadly=bool(options.memory_limit)) if limit else None


def path(text: str) -> Path:
    """Returns a path.

    Raises:
        argparse.ArgumentTypeError: It is relative, and the working folder has been deleted.
    """
    try:
        Path(text).absolute()
    except OSError:
        raise argparse.ArgumentTypeError(
            f"{text!r} cannot be found, because the working folder does not exist any more; change to another folder"
        ) from None
    return Path(text)


def seconds(text: str) -> float:
    """Returns a duration in seconds.

    Raises:
        argparse.ArgumentTypeError: It is not a number, or shorter than `MIN_S`.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not MIN_S <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds; the minimum is {MIN_S:g}")
    return value


def whole(noun: str, minimum: int, maximum: int, hint: str = "") -> Callable[[str], int]:
    """Returns the type of an option that is a whole number; `hint` names what else the option takes."""

    def number(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(maximum)) and minimum <= int(text) <= maximum:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of {noun}; use a number from {minimum} to {maximum}{hint}"
        )

    return number


def size(text: str) -> int:
    """Returns an amount of memory such as `2GB`, `512 MB` or `1.5g` in bytes.

    Raises:
        argparse.ArgumentTypeError: It is not a number above 0 with one of these units.
    """
    amount = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)b?", text.strip().lower())
    value = int(float(amount[1]) * _UNITS[amount[2]]) if amount else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount of memory; write it like 2GB or 512MB")
    return value


def add_game(parser: argparse.ArgumentParser, default: str) -> None:
    """Adds the option `--game`, whose help names the `default`."""
    from runtime.games import GAMES  # noqa: PLC0415 - not needed by the other commands

    parser.add_argument("--game", choices=tuple(GAMES), help=f"the game to use; default: {default}")


def add_server(parser: argparse.ArgumentParser) -> None:
    """Adds the options on how a game is reached, for `chosen_game`."""
    parser.add_argument(
        "--server", metavar="HOST:PORT", help="play on a server that already runs, on this computer or another one"
    )
    parser.add_argument(
        "--restart-game", action="store_true", help="close a running game that cannot be used, and start it again"
    )


def chosen_game(options: argparse.Namespace, kept_server: "KeptServer") -> "Game":
    """Returns the game of the options of `add_game` and `add_server`; the window's settings say the rest.

    A server that the game starts is run by `kept_server`.

    Raises:
        GameError: the options do not fit together, or a setting is wrong.
        FolderError: a folder of Kickabout cannot be made.
    """
    from app.services.paths import config_dir  # noqa: PLC0415 - parsers do not need it
    from app.services.settings import SettingsFile  # noqa: PLC0415 - parsers do not need it
    from app.session.game_settings import game_settings  # noqa: PLC0415 - parsers do not need it
    from runtime.games import GAMES, GameError, new_game  # noqa: PLC0415 - parsers do not need it

    settings, key = SettingsFile(config_dir()).peek(), options.game or BUILT_IN
    if options.server is not None:
        with_address = [name for name, game in GAMES.items() if game.capabilities.takes_address]
        if options.game not in (None, *with_address):
            raise GameError(
                message("server-without-address", "--server is for --game {game} only.", game=with_address[0])
            )
        key, settings = options.game or with_address[0], replace(settings, server_address=options.server)
    return new_game(key, game_settings(settings, kept_server, closes_game=options.restart_game))
