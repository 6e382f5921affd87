"""`kickabout serve`: runs an agent service for all matches on this machine, or with recorded games."""

import dataclasses
import json
import sys
import threading
from pathlib import Path
from typing import Final

from app.commands.interrupts import Interrupts
from app.commands.output import put
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
from runtime.services import Figures, KitError, address_file, copy_kit
from runtime.texts import printable

HELP: Final = "r and Enter starts the program anew for the next games; Ctrl+C ends it"


def serve(
    bot: Path,
    *,
    interrupts: Interrupts,
    slots: int | None = None,
    record_to: Path | None = None,
    recordings: tuple[Path, ...] = (),
    copies_kit: bool = False,
    install: bool = False,
    as_json: bool = False,
) -> int:
    """Serves the bot in a folder, or of a bot.toml, until Ctrl+C; returns the exit code of `app.exit_codes`.

    With `recordings`, the bot's program plays those games and ends. `copies_kit` only copies the kit into the bot's
    folder, for other launchers.
    """
    match = _match_of(bot, slots)
    if match is None:
        return ExitCode.USAGE
    agent = roster(match)[0]
    if copies_kit:
        return _copy_kit(Path(agent.root_dir))
    if interrupts.is_wanted or not prepare(
        match, environments_dir(), document=bot, install=install, interrupts=interrupts
    ):
        return ExitCode.INTERRUPTED
    settings = new_process_settings(logs=None if recordings else logs_dir())
    context = LaunchContext(
        server=ServerAddress(LOOPBACK, 0),
        python=Path(sys.executable),
        environments=environments_dir(),
        settings=settings,
    )
    try:
        if recordings:
            return _replay(agent, context, recordings, interrupts)
        file = address_file(services_dir(), agent.source or bot)
        service = StandingService(agent, context=context, address_file=file, record_to=record_to)
        return _serve(service, interrupts, as_json=as_json)
    except StandingServiceError as error:
        _say(str(error))
        return ExitCode.INFRASTRUCTURE
    finally:
        settings.release()


def _replay(agent: Agent, context: LaunchContext, recordings: tuple[Path, ...], interrupts: Interrupts) -> int:
    return recorded_games(
        agent,
        context,
        recordings,
        on_line=lambda line: put(f"{printable(line)}\n"),
        is_broken_off=lambda: interrupts.is_wanted,
    )


def _serve(service: StandingService, interrupts: Interrupts, *, as_json: bool) -> int:
    _say(f"Serving {service.agent.name}. {HELP}.")
    _listen(service)
    with interrupts.to(service.stop):
        service.run(_say, _Status(as_json=as_json).show)
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
            put(json.dumps(dataclasses.asdict(figures)) + "\n")
            return
        minutes = int(figures.waited_s // 60)
        if minutes > self._waits:
            _say(f"No game for {minutes} min.")
        self._waits = minutes
        refused = figures.declined + figures.unknown + figures.late + figures.surplus
        state = (figures.used, figures.matches, refused, figures.restarts)
        if state != self._shown:
            self._shown = state
            more = f", {refused} refused" if refused else ""
            _say(f"{figures.used} of {figures.slots} slots, {figures.matches} matches{more}")


def _match_of(bot: Path, slots: int | None) -> Match | None:
    """Returns a match with only this bot; None after saying why there is no service."""
    document = find_bot(bot) if bot.is_dir() else bot
    if document is None:
        _say(f"The folder {bot} contains no bot.toml.")
        return None
    reading = read_bot(document, with_loadout=False)
    for problem in reading.problems:
        _say(str(problem))
    found = reading.value
    if found is None:
        return None
    if found.service is None:
        _say(f"{document} is no agent service: it needs a table [kickabout] with service = true.")
        return None
    car = Car(
        name=found.name,
        agent_id=found.agent_id,
        root_dir=found.root_dir,
        run_command=found.run_command,
        hivemind=found.hivemind,
        environment=found.environment,
        source=found.path,
        service=found.service if slots is None else dataclasses.replace(found.service, slots=slots),
    )
    return Match(cars=(car,))


def _copy_kit(folder: Path) -> int:
    try:
        target = copy_kit(folder)
    except (KitError, OSError) as error:
        _say(f"The kit was not copied: {error}")
        return ExitCode.INFRASTRUCTURE
    _say(f"The kit is in {target}. Other launchers find it there, and so does Kickabout.")
    return ExitCode.FINE


def _say(line: str) -> None:
    sys.stderr.write(f"{printable(line)}\n")
    sys.stderr.flush()


def _listen(service: StandingService) -> None:
    """Reads lines on a thread of its own where there is a terminal; reading cannot be interrupted on every system."""
    if sys.stdin is None or not sys.stdin.isatty():
        return

    def read() -> None:
        for line in sys.stdin:
            if line.strip().lower() == "r":
                service.restart()
            elif line.strip():
                _say(f"{HELP}.")

    threading.Thread(target=read, name="terminal", daemon=True).start()
