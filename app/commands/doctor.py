"""`kickabout doctor`: what this computer has for matches, what is missing, and the fix."""

import argparse

from app.commands.options import add_json
from app.commands.output import print_json, print_note, print_result
from app.exit_codes import ExitCode
from app.services.paths import config_dir
from app.services.settings import SettingsFile
from runtime.texts import printable


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    add_json(parser, "the findings")


def run(options: argparse.Namespace) -> ExitCode:
    """Prints the findings, without names of the user; 3 if no match can be played, not even in the arena."""
    try:
        from app.services.doctor import can_play, collect, probes, report_json, report_text  # noqa: PLC0415 - a package may be missing
        from app.session.game_settings import game_settings  # noqa: PLC0415 - packages that matches need may be missing
    except ImportError as error:
        print_note(f"{error}. Start Kickabout with launch.py, which installs the packages that it needs.")
        return ExitCode.INFRASTRUCTURE
    settings = SettingsFile(config_dir()).load()
    findings = collect(probes(game_settings(settings), interpreter=settings.interpreter))
    is_fine = can_play(findings)
    if options.json:
        print_json(report_json(findings))
    else:
        last = "Matches can be played." if is_fine else "No match can be played until what is missing is fixed."
        lines = (*report_text(findings).splitlines(), last)
        print_result("".join(f"{printable(line)}\n" for line in lines))
    return ExitCode.FINE if is_fine else ExitCode.INFRASTRUCTURE
