"""What is said when something about packs is done."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.panels.packs.rows import changes_words
from runtime.packs import PackError, Placed
from widgets.notices.notice import BAD, GOOD, Notice
from widgets.packs.fault_words import fault_words
from widgets.words import Counts

SHOW: Final = "show the packs"
"""The request of notices whose button opens the dialog."""
translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderWanted:
    """The request of notices whose button opens a folder."""

    folder: Path


def placed_words(placed: Placed, *, is_new: bool, is_repair: bool) -> str:
    """What became of a pack, for its card."""
    record = placed.pack.record
    if is_repair:
        text = translate("PackNotices", "All files are unmodified.")
    elif is_new:
        text = Counts().bots(len(record.bots) if record is not None else 0)
    else:
        text = changes_words(placed.changes)
    left_out = record.left_out if record is not None else ()
    lines = [text, *(translate("PackNotices", "Skipped: {0}").format(fault_words(line)) for line in left_out)]
    if placed.kept is not None:
        lines.append(translate("PackNotices", "Your changes were copied to {0}").format(placed.kept))
    return "\n".join(lines)


def placed_notice(title: str, placed: Placed) -> Notice:
    """A version of a pack is in its place."""
    version = placed.pack.record.version if placed.pack.record is not None else ""
    text = translate("PackNotices", "Installed {0}, version {1}.").format(title, version)
    if placed.kept is None:
        return Notice(text=text, tone=GOOD)
    more = translate("PackNotices", "Your changes were kept as a copy.")
    return _with_folder(Notice(text=f"{text} {more}", tone=GOOD), placed.kept)


def removed_notice(title: str, kept: Path | None) -> Notice:
    """A pack is gone."""
    text = translate("PackNotices", "Removed {0}.").format(title)
    if kept is None:
        return Notice(text=text)
    more = translate("PackNotices", "Your files were kept as a copy.")
    return _with_folder(Notice(text=f"{text} {more}"), kept)


def failed_notice(title: str, error: PackError) -> Notice:
    """Something did not work while nobody looked."""
    text = translate("PackNotices", "{0}: {1}").format(title, fault_words(str(error)))
    return Notice(text=text, tone=BAD, action=translate("PackNotices", "Show packs"), request=SHOW)


def _with_folder(notice: Notice, folder: Path) -> Notice:
    action = translate("PackNotices", "Open folder")
    return Notice(text=notice.text, tone=notice.tone, action=action, request=FolderWanted(folder=folder))
