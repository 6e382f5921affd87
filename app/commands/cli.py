"""The command line `kickabout`: runs the command that is named first, or opens the window."""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import Final

from app.commands.interrupts import print_interrupted
from app.commands.output import OutputError, print_note
from app.commands.registry import COMMANDS, WINDOW, command_module, parser_of
from app.exit_codes import ExitCode
from app.services.paths import FolderError

_GENERAL: Final = re.compile(r"-h|--h(e(lp?)?)?|--v(e(r(s(i(on?)?)?)?)?)?")
"""The options that need no command, and their abbreviations."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code of `app.exit_codes`."""
    try:
        options = parsed(list(sys.argv[1:] if arguments is None else arguments))
        run: Callable[[argparse.Namespace], int] = command_module(options.command).run
        return run(options)
    except KeyboardInterrupt:
        return print_interrupted()
    except (FolderError, OutputError) as error:
        print_note(str(error))
        return ExitCode.INFRASTRUCTURE


def parsed(words: list[str]) -> argparse.Namespace:
    """Returns the options of the command that the first word names; without a command, they are the window's.

    An unknown option is reported with the usage of its command, or with the command that has this option.
    """
    if words and _GENERAL.fullmatch(words[0]):
        _general_parser().parse_args(words[:1])
    is_named = bool(words) and words[0] in COMMANDS
    name = words[0] if is_named else WINDOW
    rest = words[1:] if is_named else words
    parser = parser_of(name, "" if is_named else "kickabout")
    complete = getattr(command_module(name), "complete", list)
    options, unknown = parser.parse_known_args(complete(rest), argparse.Namespace(command=name))
    if unknown:
        hint = _other_command(unknown[0], rest) if name == WINDOW else ""
        parser.error(hint or f"unrecognized arguments: {' '.join(unknown)}")
    return options


def _general_parser() -> argparse.ArgumentParser:
    """Returns the parser that shows all commands, or the version."""
    from app.services.version import version  # noqa: PLC0415 - rarely needed

    parser = argparse.ArgumentParser(
        prog="kickabout",
        description="Start, watch and measure matches between game bots. Without a command, the window opens, with the "
        "match file or the bot folders that are named.",
    )
    parser.add_argument("--version", action="version", version=f"kickabout {version()}")
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, (_, summary) in COMMANDS.items():
        commands.add_parser(name, help=summary)
    return parser


def _other_command(option: str, words: Sequence[str]) -> str:
    """Returns a hint for an option of another command, preferably `play`; empty if no command has it."""
    if not option.startswith("-"):
        return ""
    name = next((name for name in ("play", *COMMANDS) if _takes(parser_of(name), option)), "")
    suggestion = f"kickabout {name} {shlex.join(words)}"
    return name and f"{option.partition('=')[0]} is for {name}; did you mean `{suggestion}`?"


def _takes(parser: argparse.ArgumentParser, option: str) -> bool:
    """Returns whether a parser knows an option or its abbreviation."""
    name = option.partition("=")[0]
    known = re.findall(r"(?<![\w-])--?[a-z][\w-]*", parser.format_usage())
    may_be_short = name.startswith("--") and name != "--"
    return name in known or (may_be_short and any(option_string.startswith(name) for option_string in known))
