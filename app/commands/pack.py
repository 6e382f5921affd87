"""`kickabout pack`: downloads, updates, repairs and removes packs of bots without a window."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

from app.commands.options import add_json
from app.commands.output import LiveLine, print_json, print_note, print_result
from app.commands.packages import Ask, terminal_ask
from app.exit_codes import ExitCode
from app.services.pack_services import pack_services
from app.services.paths import config_dir, made
from app.services.settings import SettingsFile, SettingsStore
from runtime.model.sizes import size_text
from runtime.packs import (
    BotChanges,
    Differences,
    Offer,
    Pack,
    PackError,
    PackServices,
    Placed,
    PreparedPack,
    Progress,
    Stage,
    differences,
    is_installed,
    newest,
    parse_source,
    place,
    prepare,
    record_of,
    remove,
    repair,
    same_again,
)

EVERY_S: Final = 0.2
"""Interval between updates of the progress line."""
NO_CONSENT: Final = "Nothing was done: there is no terminal for the question. Use --yes to agree."
NO_PACKS: Final = "There are no packs."
READS_ONLY: Final = "list"
"""The action that needs no settings folder."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="download a pack, after asking; the question names what is downloaded")
    add.add_argument("source", metavar="SOURCE", help="owner/repository, an address, or a file: .zip, .tar.xz, .tar.gz")
    add_json(actions.add_parser(READS_ONLY, help="list the packs on this machine"), "the packs")
    update = actions.add_parser("update", help="look for newer versions, and install them after asking")
    update.add_argument("names", nargs="*", metavar="NAME", help="default: all packs")
    repair = actions.add_parser("repair", help="restore modified files")
    repair.add_argument("name", metavar="NAME")
    remove = actions.add_parser("remove", help="delete a pack; asks if some of its files are yours")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--keep", action="store_true", help="keep a copy of files that are yours, without asking")
    for action in (add, update, repair, remove):
        action.add_argument("--yes", action="store_true", help="ask no questions")


def run(options: argparse.Namespace) -> ExitCode:
    """Carries out one action; 2 for invalid input, 3 for a failure."""
    ask = (lambda *_: True) if getattr(options, "yes", False) else terminal_ask()
    if options.action != READS_ONLY:
        made(config_dir())
    command = PackCommand(pack_services(), ask=ask)
    actions: dict[str, Callable[[], ExitCode]] = {
        "add": lambda: command.add(options.source),
        READS_ONLY: lambda: command.show(as_json=options.json),
        "update": lambda: command.update(options.names),
        "repair": lambda: command.repair(options.name),
        "remove": lambda: command.remove(options.name, keep=options.keep),
    }
    try:
        return actions[options.action]()
    except PackError as error:
        print_note(str(error))
        return ExitCode.INFRASTRUCTURE


class PackCommand:
    """The actions on packs; `ask` is None without a terminal."""

    def __init__(self, services: PackServices, *, ask: Ask | None) -> None:
        self._services = services
        self._ask = ask
        services.store.repair_leftovers()

    @cached_property
    def _settings(self) -> SettingsStore:
        """The settings, read on first use: listing packs needs no writable folder."""
        return SettingsStore(SettingsFile(config_dir()))

    def add(self, text: str) -> ExitCode:
        """Downloads and installs a pack, or updates it if it is installed."""
        try:
            source = parse_source(text)
        except PackError as error:
            print_note(str(error))
            return ExitCode.USAGE
        offer = newest(source, self._services.web, _Line())
        key = self._services.store.key_for(source)
        present = next((pack for pack in self._services.store.packs() if pack.key == key), None)
        return self._take(offer, present)

    def show(self, *, as_json: bool) -> ExitCode:
        """Lists the packs."""
        packs = self._services.store.packs()
        if as_json:
            print_json({"packs": [_document(pack) for pack in packs]})
        else:
            print_result("".join(f"{_summary(pack)}\n" for pack in packs) or f"{NO_PACKS}\n")
        return ExitCode.FINE

    def update(self, names: Iterable[str]) -> ExitCode:
        """Installs newer versions of the named packs, or of all; returns the worst exit code."""
        try:
            packs = [self._services.store.find(name) for name in names] or self._services.store.packs()
        except PackError as error:
            print_note(str(error))
            return ExitCode.USAGE
        if not packs:
            print_note(NO_PACKS)
        worst = ExitCode.FINE
        for pack in packs:
            try:
                code = self._take(newest(record_of(pack).source, self._services.web, _Line()), pack)
            except PackError as error:
                print_note(f"{pack.title}: {error}")
                code = ExitCode.INFRASTRUCTURE
            worst = max(worst, code)
        return worst

    def repair(self, name: str) -> ExitCode:
        """Restores modified files."""
        pack = self._pack(name)
        if pack is None:
            return ExitCode.USAGE
        damaged = differences(pack, _Line(), is_thorough=True).damaged
        if not damaged:
            print_note(f"{pack.title}: all files are unmodified.")
            return ExitCode.FINE
        offer = same_again(record_of(pack))
        print_note(f"{pack.title}: modified files: {', '.join(damaged)}")
        if not self._agreed(f"Restore them from {_described(offer)}?"):
            return self._declined()
        placed = repair(pack, prepare(offer, self._services, _Line()), self._services, _Line())
        self._print_result(placed)
        return ExitCode.FINE

    def remove(self, name: str, *, keep: bool) -> ExitCode:
        """Deletes a pack; `keep` copies the user's files first."""
        pack = self._pack(name)
        if pack is None:
            return ExitCode.USAGE
        own = differences(pack, _Line()).own
        if own and not keep:
            print_note(f"{pack.title}: some of its files are yours: {', '.join(own)}")
            if not self._agreed("Delete them too? Use --keep to keep a copy.", default=False):
                return self._declined()
        kept = remove(pack, self._services, _Line(), keep_own=keep)
        folders = self._settings.settings.library_folders
        self._list(path for path in folders if path != str(pack.folder))
        print_note(f"{pack.title} is removed." + (f" A copy of your files is in {kept}." if kept is not None else ""))
        return ExitCode.FINE

    def _take(self, offer: Offer, present: Pack | None) -> ExitCode:
        record = present.record if present is not None else None
        title = present.title if present is not None else str(offer.source)
        if record is not None and is_installed(offer, record):
            print_note(f"{title}: {record.version} is the newest version.")
            return ExitCode.FINE
        if not self._agreed(f"{title}: {'unpack' if offer.is_local else 'download'} {_described(offer)}?"):
            return self._declined()
        prepared = prepare(offer, self._services, _Line())
        if present is not None and not self._wants(prepared):
            prepared.discard()
            return self._declined()
        placed = place(prepared, self._services, _Line())
        self._print_result(placed)
        folders, folder = self._settings.settings.library_folders, str(placed.pack.folder)
        if folder not in folders:
            self._list((*folders, folder))
        return ExitCode.FINE

    def _list(self, folders: Iterable[str]) -> None:
        """Changes the folders of the library."""
        self._settings.change(library_folders=tuple(folders))
        file = self._settings.file
        if trouble := file.unread or file.trouble:
            print_note(f"The list of the library's folders in {file.path} could not be changed: {trouble}.")

    def _wants(self, prepared: PreparedPack) -> bool:
        """Asks whether to replace the installed version."""
        print_note(*_changes(prepared.changes), _own(prepared.own))
        return self._agreed(f"Use {prepared.record.version}?")

    def _print_result(self, placed: Placed) -> None:
        record = placed.pack.record
        if record is not None:
            print_note(
                _summary(placed.pack), str(placed.pack.folder), *(f"Skipped: {line}" for line in record.left_out)
            )
        if placed.kept is not None:
            print_note(f"A copy of your changes is in {placed.kept}.")

    def _pack(self, name: str) -> Pack | None:
        try:
            return self._services.store.find(name)
        except PackError as error:
            print_note(str(error))
            return None

    def _agreed(self, question: str, *, default: bool = True) -> bool:
        if self._ask is None:
            print_note(question)
            return False
        return self._ask(question, default)

    def _declined(self) -> ExitCode:
        """Returns the exit code of an action without consent; 2 if there was no terminal for the question."""
        if self._ask is not None:
            return ExitCode.FINE
        print_note(NO_CONSENT)
        return ExitCode.USAGE


class _Line(Progress):
    """Shows progress in one line that is overwritten; nothing without a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._line = LiveLine(sys.stderr)
        self._shown_at = 0.0

    def begin(self, stage: Stage, total: int | None = None, done: int = 0) -> None:
        super().begin(stage, total, done)
        if stage is not Stage.FETCHING:
            self._line.clear()

    def advance(self, count: int) -> None:
        super().advance(count)
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown_at >= EVERY_S:
            self._shown_at = now
            reading = self.read()
            whole = f" of {size_text(reading.total)}" if reading.total else ""
            speed = f", {size_text(round(reading.speed))}/s" if reading.speed is not None else ""
            self._line.show(f"{reading.stage.value}: {size_text(reading.done)}{whole}{speed}")


def _described(offer: Offer) -> str:
    size = size_text(offer.size) if offer.size is not None else "size unknown"
    plain = ", not encrypted" if offer.is_plain else ""
    return f"{offer.version} ({offer.origin.value}, {size}{plain}): {offer.address}"


def _changes(changes: BotChanges) -> list[str]:
    parts = (("New", changes.new), ("Changed", changes.changed), ("Removed", changes.removed))
    return [f"{word}: {', '.join(names)}" for word, names in parts if names] or ["No bot changes."]


def _own(own: Differences) -> str:
    return f"Your changes are kept as a copy: {', '.join(own.changed)}" if own.changed else ""


def _summary(pack: Pack) -> str:
    if pack.record is None:
        return f"{pack.title}: {pack.fault}"
    record = pack.record
    return (
        f"{pack.title}  {record.version}  {len(record.bots)} bots  installed {record.installed}  from {record.source}"
    )


def _document(pack: Pack) -> dict[str, Any]:
    return {"name": pack.title, "folder": pack.folder, "fault": str(pack.fault or ""), "record": pack.record}
