"""The commands of the command line, each with its module in this package.

A module has `add_options(parser)` and `run(options)`, which returns the exit code. It is imported when its command
runs; only the summaries are needed before.
"""

import argparse
from importlib import import_module
from typing import Any, Final

from app.commands.interrupts import leaving_at_once

WINDOW: Final = "window"
"""The command that runs if none is named."""
COMMANDS: Final = {
    WINDOW: ("window", "open the window (the default)"),
    "play": ("play", "play a match without a window"),
    "check": ("check", "list all problems in match, bot, script and loadout files"),
    "train": ("train", "run a training run without a window"),
    "evaluate": ("evaluate", "rate the policy of a run by games against its gallery"),
    "export": ("export", "write the policy of a checkpoint as a bot"),
    "convert": ("convert", "write the match.toml for an rlbot.cfg of RLBot v4"),
    "arena": ("arena", "run the built-in game as a server for any RLBot client"),
    "serve": ("serve", "run an agent service for all matches on this machine"),
    "doctor": ("doctor", "list what is there for matches, what is missing, and the fix"),
    "leftovers": ("leftovers", "list processes that a crashed run left behind"),
    "environments": ("environments", "list the environments made for bots"),
    "pack": ("pack", "download, update, repair and remove packs of bots"),
    "install-shortcut": ("shortcut", "add Kickabout to the desktop and the menu"),
    "remove-shortcut": ("shortcut", "remove Kickabout from the desktop and the menu"),
    "bench": ("bench", "measure the speed of Kickabout on this machine"),
}
"""Module and summary of each command, in the order of the help."""


def command_module(name: str) -> Any:
    """Imports the module of a command; Ctrl+C ends the program at once meanwhile."""
    with leaving_at_once():
        return import_module(f"{__package__}.{COMMANDS[name][0]}")


def parser_of(name: str, prog: str = "") -> argparse.ArgumentParser:
    """Returns the parser of a command."""
    parser = argparse.ArgumentParser(prog=prog or f"kickabout {name}")
    command_module(name).add_options(parser)
    return parser
