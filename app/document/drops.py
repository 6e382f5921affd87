"""What a path that was dropped or chosen is; looks at names only, and runs nothing."""

from pathlib import Path

from app.document.opening import find_bot, is_bot_file
from widgets.shared.drops import DropKind


def kind_of(path: Path) -> DropKind:
    """A bot's folder or document, a match document, an archive that may be a pack of bots, or nothing of use."""
    if bot_document(path) is not None:
        return DropKind.BOT
    if path.suffix.lower() == ".toml" and not is_bot_file(path) and path.is_file():
        return DropKind.MATCH
    if is_pack_file(path):
        return DropKind.PACK
    return DropKind.NOTHING


def is_pack_file(path: Path) -> bool:
    """Whether a path is an archive that may be a pack of bots, by its name."""
    from runtime.packs import is_archive_name  # noqa: PLC0415 - loaded after the first paint

    return is_archive_name(path.name) and path.is_file()


def bot_document(path: Path) -> Path | None:
    """The bot's or script's document that a path stands for; None when it stands for none, or for several."""
    try:
        if path.is_dir():
            return find_bot(path)
        return path if is_bot_file(path) and path.is_file() else None
    except OSError:
        return None
