"""A command as a line that a person copies into a terminal."""

import shlex
import sys
from collections.abc import Mapping

from runtime.processes.command_split import quote_windows


def shell_line(command: str, *, folder: str, variables: Mapping[str, str], platform: str = sys.platform) -> str:
    """A line that runs `command`, written for the platform's own shell, in a folder and with these variables set.

    It suits cmd.exe on Windows, and every shell that knows POSIX's syntax elsewhere.
    """
    if platform == "win32":
        settings = [f'set "{name}={value}"' for name, value in variables.items()]
        return " && ".join([f"cd /d {quote_windows(folder)}", *settings, command])
    settings = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
    return f"cd {shlex.quote(folder)} && {' '.join([*settings, command])}"
