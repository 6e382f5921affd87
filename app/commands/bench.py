"""`kickabout bench`: the benchmarks, in their own process."""

import argparse
import subprocess
import sys

from app.commands.interrupts import Interrupts, print_interrupted
from app.commands.options import add_json
from runtime import IMPORT_ROOT


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all; an unknown name lists them")
    add_json(parser, "the figures")


def run(options: argparse.Namespace) -> int:
    """Runs the named benchmarks, or all; 1 if a limit is missed, 2 for an unknown name, 3 if one could not be measured.

    The benchmarks and their child processes end with this process, however it ends.
    """
    command = [sys.executable, "-m", "bench.__main__", "--lifeline", *(["--json"] if options.json else [])]
    with (
        Interrupts() as interrupts,
        subprocess.Popen(
            [*command, "--", *options.names], cwd=IMPORT_ROOT, stdin=subprocess.PIPE, start_new_session=True
        ) as process,
    ):
        assert process.stdin is not None
        with interrupts.to(process.stdin.close):
            code = process.wait()
    return print_interrupted() if interrupts.is_wanted else code
