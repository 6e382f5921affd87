"""`kickabout convert`: writes the match.toml for a match of RLBot v4."""

import sys
from pathlib import Path

from app.commands.output import put
from app.exit_codes import ExitCode
from runtime.documents import convert_match
from runtime.files import is_link, is_there, write_atomically
from runtime.texts import printable


def convert(path: Path, output: Path | None) -> ExitCode:
    """Writes the new document and prints its path; problems go to stderr, with line and fix.

    The exit code is 2 if the old document cannot be read, and 3 if the new one exists already or cannot be written.
    """
    target = output or path.with_name("match.toml")
    reading = convert_match(path, target)
    for problem in reading.problems:
        sys.stderr.write(f"{printable(str(problem))}\n")
    if reading.value is None:
        return ExitCode.USAGE
    if is_there(target) or is_link(target):
        sys.stderr.write(f"{target} already exists; name another file with --output.\n")
        return ExitCode.INFRASTRUCTURE
    try:
        write_atomically(target, reading.value.encode())
    except OSError as error:
        sys.stderr.write(f"{target} cannot be written: {error.strerror or error}.\n")
        return ExitCode.INFRASTRUCTURE
    put(f"{target}\n")
    return ExitCode.FINE
