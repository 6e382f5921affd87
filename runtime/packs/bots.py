"""Which bots a pack has, and what another version of it changes; nothing of them is run."""

from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Final

from runtime.library.scan import FolderMemory, scan_folder
from runtime.model.entries import EntriesFound, LibraryEntry, ScanEvent
from runtime.packs.progress import Meter, Stage
from runtime.packs.model import BotChanges, BotSketch, Manifest

_DIGEST_BYTES: Final = 8


def sketch(folder: Path, manifest: Manifest, meter: Meter) -> tuple[BotSketch, ...]:
    """The bots, hiveminds and scripts in a pack that was just unpacked, in the order of their paths.

    Raises:
        CancelledError: the brake was pulled.
    """
    meter.begin(Stage.COMPARING)
    found: list[LibraryEntry] = []

    def take(event: ScanEvent) -> None:
        meter.check()
        if isinstance(event, EntriesFound):
            found.extend(event.entries)

    scan_folder(folder, FolderMemory(), take, lambda: False)
    names = {entry.path.relative_to(folder).as_posix(): entry.name for entry in found}
    homes = {str(PurePosixPath(path).parent) for path in names}
    digests = {home: blake2b(digest_size=_DIGEST_BYTES) for home in homes}
    for path, mark in sorted(manifest.items()):
        home = next((str(above) for above in PurePosixPath(path).parents if str(above) in homes), None)
        if home is not None:
            digests[home].update(f"{path}\0{mark.digest}\0".encode())
    return tuple(
        BotSketch(path=path, name=name, digest=digests[str(PurePosixPath(path).parent)].hexdigest())
        for path, name in sorted(names.items())
    )


def changes(before: tuple[BotSketch, ...], after: tuple[BotSketch, ...]) -> BotChanges:
    """What is different, as names in alphabetical order."""
    old, new = {bot.path: bot for bot in before}, {bot.path: bot for bot in after}
    return BotChanges(
        new=_names(bot for path, bot in new.items() if path not in old),
        changed=_names(bot for path, bot in new.items() if path in old and bot.digest != old[path].digest),
        removed=_names(bot for path, bot in old.items() if path not in new),
    )


def _names(bots: Iterable[BotSketch]) -> tuple[str, ...]:
    return tuple(sorted((bot.name for bot in bots), key=str.casefold))
