"""`kickabout install-shortcut` and `kickabout remove-shortcut`."""

import argparse

from app.commands.output import print_note, print_result
from app.exit_codes import ExitCode
from app.services.paths import made, state_dir
from app.services.shortcut import ShortcutError, install, native_places, remove, report, start_command
from app.services.version import version


def add_options(_parser: argparse.ArgumentParser) -> None:
    """Adds nothing: these commands have no options."""


def run(options: argparse.Namespace) -> ExitCode:
    """Writes or removes the entries of this system and prints their paths."""
    is_removed = options.command == "remove-shortcut"
    places = native_places(made(state_dir()))
    try:
        paths = remove(places) if is_removed else install(places, start_command(), version())
    except ShortcutError as error:
        print_note(str(error))
        return ExitCode.INFRASTRUCTURE
    print_result(report(paths, is_removed=is_removed) + "\n")
    return ExitCode.FINE
