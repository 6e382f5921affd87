"""`kickabout convert`: writes the match.toml for a match of RLBot v4."""

import argparse

from app.commands.options import path
from app.commands.output import print_note, print_result
from app.exit_codes import ExitCode
from runtime.documents import convert_match
from runtime.files import is_link, is_there, write_atomically


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument("match", type=path, metavar="RLBOT.cfg")
    parser.add_argument(
        "-o",
        "--output",
        type=path,
        metavar="MATCH.toml",
        help="default: match.toml beside it; an existing file is never overwritten",
    )


def run(options: argparse.Namespace) -> ExitCode:
    """Writes the new document and prints its path; problems go to stderr, with line and fix.

    The exit code is 2 if the old document cannot be read, and 3 if the new one already exists or cannot be written.
    """
    target = options.output or options.match.with_name("match.toml")
    reading = convert_match(options.match, target)
    print_note(*map(str, reading.problems))
    if reading.value is None:
        return ExitCode.USAGE
    if is_there(target) or is_link(target):
        print_note(f"{target} already exists; name another file with --output.")
        return ExitCode.INFRASTRUCTURE
    try:
        write_atomically(target, reading.value.encode())
    except OSError as error:
        print_note(f"{target} cannot be written: {error.strerror or error}.")
        return ExitCode.INFRASTRUCTURE
    print_result(f"{target}\n")
    return ExitCode.FINE
