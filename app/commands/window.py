"""`kickabout window`, the default: opens the window."""

import argparse
import difflib
import gc
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.commands.options import path
from app.commands.output import print_note
from app.commands.registry import COMMANDS
from app.document.opening import sort_paths
from app.exit_codes import ExitCode
from app.services.qt_packages import INSTALL_QT_PACKAGES

_MISSING_LIBRARY: Final = "cannot open shared object file"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument(
        "--new-window",
        action="store_true",
        help="open another window; without this option, a window that is already open gets the files",
    )
    parser.add_argument("paths", nargs="*", type=path, metavar="MATCH.toml|BOT", help="a match file, or bot folders")


def run(options: argparse.Namespace) -> int:
    """Opens the window; 2 for paths that it cannot open, 3 if Qt does not start."""
    opening = sort_paths(options.paths)
    if complaint := _misspelt(options.paths) or opening.complaint:
        print_note(complaint)
        return ExitCode.USAGE
    gc.disable()  # what is created now stays alive; later `app.services.garbage` collects
    try:
        from app.program import run_window  # noqa: PLC0415 - its import may fail
    except ImportError as error:
        if _MISSING_LIBRARY not in str(error):
            raise
        print_note(f"The window cannot be opened: Qt lacks a library of this system ({error}).")
        print_note(INSTALL_QT_PACKAGES)
        print_note("`kickabout play` plays without a window.")
        return ExitCode.INFRASTRUCTURE
    return run_window(opening.match, opening.bots, run=opening.run, is_new=options.new_window)


def _misspelt(paths: Sequence[Path]) -> str:
    """Returns a hint for a word that is neither a command nor a path; empty for others."""
    word = str(paths[0]) if paths else ""
    if not word or paths[0].exists() or paths[0].name != word or paths[0].suffix:
        return ""
    near = difflib.get_close_matches(word.lower(), COMMANDS, n=1)
    return f"There is no file or command {word}{f'; did you mean {near[0]}?' if near else '.'}"
