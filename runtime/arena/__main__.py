"""The arena as a program: `python -m runtime.arena --port N`; prints `listening on HOST:PORT` once it serves.

Exit codes: 0 stopped by SIGTERM or a session; 130 stopped by SIGINT, which is Ctrl+C; 1 a fault of its own; 2 wrong
use; 3 the port is taken or there are no walls.
"""

import argparse
import gc
import logging
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

from runtime.arena.play.game import Game
from runtime.arena.play.refusal import MODES, missing_walls, refusal, walls_of
from runtime.arena.play.world import prepare
from runtime.arena.server.alias import take_name
from runtime.arena.server.commands import CommandError, Pace, parse_pace
from runtime.arena.server.listening import LOOPBACK, address, is_open_to_others, listen, shown, warning_of_openness
from runtime.arena.server.server import Server
from runtime.arena.walls.mesh_files import MeshError, ensure_meshes, mesh_folders
from runtime.config import Match

log = logging.getLogger(__name__)

DEFAULT_PORT: Final = 23234
DEFAULT_WAIT_S: Final = 60.0
EXIT_BROKEN: Final = 1
EXIT_INFRASTRUCTURE: Final = 3
EXIT_INTERRUPTED: Final = 130
_QUIET_ALLOCATIONS: Final = 50_000
"""Objects between two looks of the garbage collector: each frame leaves nothing for it, and a look costs a frame."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the arena until it is told to stop, and returns the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.as_rlbotserver:
        _take_name(parser, options.port)
    logging.basicConfig(level=options.log_level.upper(), format="%(levelname)s %(message)s", stream=sys.stderr)
    try:
        listeners = listen(options.listen, options.port)
    except OSError as error:
        reason = error.strerror or str(error)
        sys.stderr.write(f"The arena cannot listen on {shown(options.listen, options.port)}: {reason}.\n")
        return EXIT_INFRASTRUCTURE
    try:
        walls = options.walls or ensure_meshes(options.meshes)
        prepare(walls)
        folders = mesh_folders(walls)
    except (OSError, MeshError) as error:
        wish = f"use the walls in {options.walls}" if options.walls else f"build its walls in {options.meshes}"
        sys.stderr.write(f"The arena cannot {wish}: {error}\n")
        return EXIT_INFRASTRUCTURE
    server = Server(
        listeners,
        open_game=partial(Game, seed=options.seed, seconds_limit=options.seconds),
        refusal=partial(_refusal, folders),
        pace=options.pace,
        wait_s=options.wait,
        seed=options.seed,
    )
    received = _stop_on_signals(server)
    gc.freeze()
    gc.set_threshold(_QUIET_ALLOCATIONS)
    host, port = listeners[0].getsockname()[:2]
    _warn(host, port, folders)
    sys.stdout.write(f"listening on {shown(host, port)}\n")
    sys.stdout.flush()
    try:
        server.run()
    except Exception:
        log.exception("The arena broke down.")
        return EXIT_BROKEN
    return EXIT_INTERRUPTED if signal.SIGINT in received else 0


def _refusal(folders: frozenset[str], match: Match) -> str | None:
    return refusal(match) or missing_walls(match, folders)


def _warn(host: str, port: int, folders: frozenset[str]) -> None:
    if is_open_to_others(host):
        sys.stderr.write(f"WARNING {warning_of_openness(host, port)}\n")
    if unplayed := [mode for mode in MODES if walls_of(mode) not in folders]:
        log.warning("The folder of --walls has no walls for %s, which are refused.", " and ".join(unplayed))


def _take_name(parser: argparse.ArgumentParser, port: int) -> None:
    if sys.argv[-1] != str(port):
        parser.error("with --as-rlbotserver, --port N has to come last: clients read the port off the last argument")
    if not take_name():
        parser.error("this system does not let a program change its name; docs/arena.md tells how to be found here")


def _stop_on_signals(server: Server) -> list[int]:
    """Lets the usual signals end the server; those that came are in the list that is returned."""
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        server.request_stop()

    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, stop)
    return received


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kickabout arena", description="Kickabout's built-in game as a server.")
    parser.add_argument(
        "--listen",
        type=_address,
        default=LOOPBACK,
        metavar="ADDRESS",
        help="where others reach the arena; without it, only programs of this machine do",
    )
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="port to listen on; 0 chooses a free one")
    parser.add_argument("--pace", type=_pace, default="realtime", help="realtime, lockstep, or a factor such as 2")
    parser.add_argument("--seed", type=int, default=0, help="decides everything that is left to chance")
    parser.add_argument("--seconds", type=_seconds, help="end each match after so many seconds of game time")
    parser.add_argument("--wait", type=_seconds, default=DEFAULT_WAIT_S, help="seconds a match waits for its agents")
    parser.add_argument("--meshes", type=Path, default=_cache_folder(), help="folder in which the walls are kept")
    parser.add_argument("--walls", type=Path, help="folder with meshes of your own: soccar/*.cmf and hoops/*.cmf")
    parser.add_argument("--as-rlbotserver", action="store_true", help="be found by clients that look for RLBotServer")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="warning")
    return parser


def _address(text: str) -> str:
    try:
        return address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 0xFFFF:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not '{text}'")


def _pace(text: str) -> Pace:
    try:
        return parse_pace(text)
    except CommandError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if seconds > 0.0:
        return seconds
    raise argparse.ArgumentTypeError(f"a number of seconds above 0 is needed, not '{text}'")


def _cache_folder() -> Path:
    home = os.environ.get("KICKABOUT_HOME")
    return Path(home) / "cache" / "meshes" if home else Path.home() / ".cache" / "kickabout" / "meshes"


if __name__ == "__main__":
    sys.exit(main())
