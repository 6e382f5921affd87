"""`kickabout install-shortcut` and `kickabout remove-shortcut`."""

import sys

from app.commands.output import put
from app.exit_codes import ExitCode
from app.services.paths import made, state_dir
from app.services.shortcut import ShortcutError, install, native_places, remove, report, start_command
from app.services.version import version


def install_shortcut() -> int:
    """Writes the entries of this system and prints their paths; returns the exit code."""
    return _told(is_removed=False)


def remove_shortcut() -> int:
    """Removes the entries and prints their paths; returns the exit code."""
    return _told(is_removed=True)


def _told(*, is_removed: bool) -> int:
    places = native_places(made(state_dir()))
    try:
        paths = remove(places) if is_removed else install(places, start_command(), version())
    except ShortcutError as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.INFRASTRUCTURE
    put(report(paths, is_removed=is_removed) + "\n")
    return ExitCode.FINE
