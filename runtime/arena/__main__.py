"""The arena as a program: `python -m runtime.arena --port N`; prints `listening on HOST:PORT` when it serves.

With port 0 the system chooses a free port. `--report-port` prints `port N` earlier, as soon as clients can connect.

Exit codes: 0 stopped by SIGTERM or a session; 130 stopped by SIGINT, which is Ctrl+C; 1 internal error; 2 wrong usage;
3 the port is taken or there are no meshes.
"""

import argparse
import gc
import logging
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from runtime.arena.commands import REALTIME, CommandError, Pace, parse_pace
from runtime.arena.net.listening import LOOPBACK, address, is_open_to_others, listen, port_line, shown
from runtime.arena.program_exit import EXIT_INFRASTRUCTURE, on_termination
from runtime.model.step_mode import DEFAULT_PORT as STEP_PORT
from runtime.model.step_mode import WhenLearnerLeaves

if TYPE_CHECKING:
    from runtime.arena.service import MakeStarter

DEFAULT_PORT: Final = 23234
DEFAULT_WAIT_S: Final = 60.0
WALLS: Final = ("soccar", "hoops")
"""The sub-folders of meshes."""
SERVER_NAME: Final = "RLBotServer"
"""Name of the process that the official clients look for."""
_OWN_NAME: Final = Path("/proc/self/comm")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the arena with the options of the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="kickabout arena", description="Kickabout's built-in game as a server.")
    add_options(parser)
    return run(parser.parse_args(arguments))


def run(options: argparse.Namespace, *, make_starter: "MakeStarter | None" = None) -> int:
    """Runs the arena with `add_options` until it is stopped, and returns the exit code.

    `make_starter` makes the object that starts agents for matches that leave this to the server; None starts no agents.

    The arena listens before it loads the modules of a match, which takes ten times as long. Agents may be started as
    soon as a server listens, and some try to connect only once. The garbage collector is off while modules load.
    """
    if make_starter is not None and is_open_to_others(options.listen):
        options.error("--start-agents is for this machine alone: others on the network could start any program here")
    if options.as_rlbotserver:
        _take_name(options)
    logging.basicConfig(level=options.log_level.upper(), format="%(levelname)s %(message)s", stream=sys.stderr)
    on_termination(sys.exit)
    try:
        listeners = listen(options.listen, options.port, or_free=options.or_free_port)
    except OSError as error:
        reason = error.strerror or str(error)
        sys.stderr.write(f"The arena cannot listen on {shown(options.listen, options.port)}: {reason}.\n")
        return EXIT_INFRASTRUCTURE
    step_listeners: list[socket.socket] = []
    if options.step_mode is not None:
        try:
            step_listeners = listen(options.step_listen, options.step_mode)
        except OSError as error:
            reason = error.strerror or str(error)
            where = shown(options.step_listen, options.step_mode)
            sys.stderr.write(f"The arena cannot listen for a learner on {where}: {reason}.\n")
            return EXIT_INFRASTRUCTURE
    if options.report_port:
        sys.stdout.write(f"{port_line(listeners[0].getsockname()[1])}\n")
        sys.stdout.flush()
    gc.disable()
    from runtime.arena.service import serve

    return serve(listeners, options, make_starter, step_listeners)


def take_process_name() -> bool:
    """Gives this process the name `SERVER_NAME`; returns whether the system allows that."""
    if sys.platform != "linux":
        return False
    try:
        _OWN_NAME.write_text(SERVER_NAME, encoding="ascii")
    except OSError:
        return False
    return True


def _take_name(options: argparse.Namespace) -> None:
    if sys.argv[-1] != str(options.port):
        options.error("with --as-rlbotserver, --port N must come last: clients read the port off the last argument")
    if not take_process_name():
        options.error("this system does not let a program change its name; docs/arena.md tells how to be found here")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the arena, for `run`."""
    parser.set_defaults(error=parser.error)
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="default: 23234, where RLBot clients look")
    parser.add_argument(
        "--listen",
        type=_address,
        default=LOOPBACK,
        metavar="ADDRESS",
        help="serve other machines at this address, or 0.0.0.0 for all addresses; default: only this machine",
    )
    add_pace(parser, "realtime")
    parser.set_defaults(pace=REALTIME)
    parser.add_argument("--seed", type=int, default=0, help="seed of kickoff spots and respawns; default: 0")
    parser.add_argument("--seconds", type=_seconds, help="end each match after this much game time")
    parser.add_argument("--no-goal-explosions", action="store_true", help="goals do not push cars away")
    parser.add_argument(
        "--wait", type=_seconds, default=DEFAULT_WAIT_S, metavar="SECONDS", help="how long a match waits for its agents"
    )
    parser.add_argument("--walls", type=Path, metavar="DIR", help="your collision meshes: soccar/*.cmf, hoops/*.cmf")
    parser.add_argument("--meshes", type=Path, metavar="DIR", help="folder of the generated meshes")
    parser.add_argument("--only", choices=WALLS, help="load only these walls, which is faster, and refuse other modes")
    parser.add_argument("--as-rlbotserver", action="store_true", help="let clients find this process as RLBotServer")
    add_step_mode(parser)
    parser.add_argument(
        "--step-listen", type=_address, default=LOOPBACK, metavar="ADDRESS", help="where a learner reaches step mode"
    )
    parser.add_argument(
        "--when-learner-leaves",
        choices=[choice.value for choice in WhenLearnerLeaves],
        default=WhenLearnerLeaves.CONTINUE.value,
        help="what happens to the match when the connection of the learner ends; default: continue",
    )
    parser.add_argument(
        "--situations",
        type=Path,
        action="append",
        metavar="DIR",
        help="situations that a learner may name",
    )
    parser.add_argument("--or-free-port", action="store_true", help="listen on a free port if --port is taken")
    parser.add_argument("--report-port", action="store_true", help="print `port N` as soon as others can connect")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="warning")


def add_pace(parser: argparse.ArgumentParser, default: str) -> None:
    """Adds the option `--pace`, whose help names the `default`."""
    parser.add_argument(
        "--pace",
        type=_pace,
        help=f"realtime, lockstep (as fast as the bots answer) or a factor such as 4; default: {default}",
    )


def add_step_mode(parser: argparse.ArgumentParser) -> None:
    """Adds the option for the port of step mode."""
    parser.add_argument(
        "--step-mode",
        type=_port,
        nargs="?",
        const=STEP_PORT,
        metavar="PORT",
        help=f"let a learner step the match through this port; default: {STEP_PORT}, 0 for a free one",
    )


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


if __name__ == "__main__":
    sys.exit(main())
