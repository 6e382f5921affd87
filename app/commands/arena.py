"""`kickabout arena`: the built-in game as a server."""

import argparse
from typing import TYPE_CHECKING

from app.commands.options import add_memory, memory_ceiling
from app.services.paths import cache_dir, environments_dir, logs_dir, made, situations_dir
from runtime.arena.__main__ import add_options as add_server_options
from runtime.arena.__main__ import run as run_server

if TYPE_CHECKING:
    from runtime.agents import StandaloneAgents


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add_server_options(parser)
    parser.add_argument("--start-agents", action="store_true", help="start the bots of matches that ask the server to")
    add_memory(parser)


def run(options: argparse.Namespace) -> int:
    """Serves until it is stopped; returns the exit code of `runtime.arena`."""
    memory = memory_ceiling(options)
    if memory is not None and not options.start_agents:
        options.error("--memory-limit and --memory-warning are for --start-agents")

    def starter(host: str, port: int) -> "StandaloneAgents":
        from runtime.agents import StandaloneAgents  # noqa: PLC0415 - the arena listens before it loads the rest
        from runtime.games import ServerAddress  # noqa: PLC0415 - the arena listens before it loads the rest

        return StandaloneAgents(
            ServerAddress(host, port), environments=environments_dir(), logs=logs_dir(), memory=memory
        )

    options.meshes = options.meshes or made(cache_dir())
    options.situations = options.situations or [situations_dir()]
    return run_server(options, make_starter=starter if options.start_agents else None)
