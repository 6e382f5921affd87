"""`kickabout serve`: runs an agent service for all matches on this machine, or with recorded games."""

import argparse
import dataclasses
import sys
import threading
from pathlib import Path
from typing import Final

from app.commands.interrupts import Interrupts
from app.commands.options import path, whole
from app.commands.output import print_json, print_note, print_result
from app.commands.packages import prepare
from app.document.opening import find_bot
from app.exit_codes import ExitCode
from app.services.paths import environments_dir, logs_dir, services_dir
from runtime.agents import (
    Agent,
    LaunchContext,
    StandingService,
    StandingServiceError,
    new_process_settings,
    recorded_games,
    roster,
)
from runtime.documents import Car, Match, read_bot
from runtime.games import LOOPBACK, ServerAddress
from runtime.services.kit import KitError, copy_kit
from runtime.services.kit.kickabout.channel import Figures
from runtime.services.published import address_file
from runtime.texts import printable

HELP: Final = "r and Enter restarts the program for the next games; Ctrl+C ends it"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument(
        "bot", type=path, metavar="BOT", help="the folder or bot.toml of a bot with [kickabout] service = true"
    )
    parser.add_argument("--slots", type=whole("slots", 1, 128), metavar="N", help="default: as its bot.toml says")
    parser.add_argument("--record", type=path, metavar="DIR", help="record each game into a file in this folder")
    parser.add_argument(
        "--recorded", type=path, nargs="+", default=[], metavar="FILE", help="play these recorded games, and end"
    )
    parser.add_argument("--copy-kit", action="store_true", help="only copy the kit into the bot's folder, for others")
    parser.add_argument("--install", action="store_true", help="install required packages without asking")
    parser.add_argument("--json", action="store_true", help="print the figures, each time as one JSON object")


def run(options: argparse.Namespace) -> int:
    """Serves the bot until Ctrl+C; returns the exit code of `app.exit_codes`.

    With `--recorded`, the bot's program plays those games and ends. `--copy-kit` only copies the kit into the bot's
    folder, for other launchers.
    """
    match = _match_of(options.bot, options.slots)
    if match is None:
        return ExitCode.USAGE
    agent = roster(match)[0]
    if options.copy_kit:
        return _copy_kit(Path(agent.root_dir))
    with Interrupts() as interrupts:
        if not prepare(match, environments_dir(), document=options.bot, install=options.install, interrupts=interrupts):
            return ExitCode.INTERRUPTED
        return _start(agent, options, interrupts)


def _start(agent: Agent, options: argparse.Namespace, interrupts: Interrupts) -> int:
    settings = new_process_settings(logs=None if options.recorded else logs_dir())
    context = LaunchContext(
        server=ServerAddress(LOOPBACK, 0),
        python=Path(sys.executable),
        environments=environments_dir(),
        settings=settings,
    )
    try:
        if options.recorded:
            return recorded_games(
                agent,
                context,
                tuple(options.recorded),
                on_line=lambda line: print_result(f"{printable(line)}\n"),
                is_broken_off=lambda: interrupts.is_wanted,
            )
        file = address_file(services_dir(), agent.source or options.bot)
        service = StandingService(agent, context=context, address_file=file, record_to=options.record)
        return _serve(service, interrupts, as_json=options.json)
    except StandingServiceError as error:
        print_note(str(error))
        return ExitCode.INFRASTRUCTURE
    finally:
        settings.release()


def _serve(service: StandingService, interrupts: Interrupts, *, as_json: bool) -> int:
    print_note(f"Serving {service.agent.name}. {HELP}.")
    _listen(service)
    with interrupts.to(service.stop):
        service.run(print_note, _Status(as_json=as_json).show)
    return ExitCode.INTERRUPTED if interrupts.is_wanted else ExitCode.FINE


class _Status:
    """Prints the figures of a service: as JSON each time, as text when slots or games change."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._shown: tuple[int, ...] = ()
        self._waits = 0
        """Whole minutes for which it has had no game."""

    def show(self, figures: Figures) -> None:
        """Takes the newest figures."""
        if self._as_json:
            print_json(figures)
            return
        minutes = int(figures.waited_s // 60)
        if minutes > self._waits:
            print_note(f"No game for {minutes} min.")
        self._waits = minutes
        refused = figures.declined + figures.unknown + figures.late + figures.surplus
        state = (figures.used, figures.matches, refused, figures.restarts)
        if state != self._shown:
            self._shown = state
            more = f", {refused} refused" if refused else ""
            print_note(f"{figures.used} of {figures.slots} slots, {figures.matches} matches{more}")


def _match_of(place: Path, slots: int | None) -> Match | None:
    """Returns a match with only the bot in a folder, or of a bot.toml; None after saying why there is no service."""
    document = find_bot(place) if place.is_dir() else place
    if document is None:
        print_note(f"The folder {place} contains no bot.toml.")
        return None
    reading = read_bot(document, with_loadout=False)
    print_note(*map(str, reading.problems))
    bot = reading.value
    if bot is None:
        return None
    if bot.service is None:
        print_note(f"{document} is not an agent service: it needs a table [kickabout] with service = true.")
        return None
    car = Car(
        name=bot.name,
        agent_id=bot.agent_id,
        root_dir=bot.root_dir,
        run_command=bot.run_command,
        hivemind=bot.hivemind,
        environment=bot.environment,
        source=bot.path,
        service=bot.service if slots is None else dataclasses.replace(bot.service, slots=slots),
    )
    return Match(cars=(car,))


def _copy_kit(folder: Path) -> int:
    try:
        target = copy_kit(folder)
    except (KitError, OSError) as error:
        print_note(f"The kit was not copied: {error}")
        return ExitCode.INFRASTRUCTURE
    print_note(f"The kit is in {target}. Other launchers find it there, and so does Kickabout.")
    return ExitCode.FINE


def _listen(service: StandingService) -> None:
    """Reads lines in a thread if there is a terminal; reading cannot be interrupted on every system."""
    if sys.stdin is None or not sys.stdin.isatty():
        return

    def read() -> None:
        for line in sys.stdin:
            if line.strip().lower() == "r":
                service.restart()
            elif line.strip():
                print_note(f"{HELP}.")

    threading.Thread(target=read, name="terminal", daemon=True).start()
