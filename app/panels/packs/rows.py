"""Texts about packs in the window: the rows of the dialog, and notices."""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from app.panels.packs.jobs import RESTING, Job, Phase
from app.services.file_opener import open_folder
from runtime.packs import (
    BotChanges,
    Differences,
    Offer,
    Origin,
    Pack,
    PackError,
    Placed,
    PreparedPack,
    Reading,
    SourceKind,
    Stage,
    key_of,
)
from widgets.messages import rendered
from widgets.notices.notice import BAD, GOOD, Action, Notice
from widgets.packs.values import PackAction, PackRow
from widgets.words import Counts, size_words

MAX_NAMED: Final = 6
MAX_NOTES: Final = 1_500
"""Maximum length of release notes in characters; longer ones would fill the screen."""
translate = QCoreApplication.translate


def row_of(job: Job, *, is_in_library: bool) -> PackRow:
    """Returns the row of a job."""
    tone = {Phase.DONE: "good", Phase.FAULT: "bad", Phase.DAMAGED: "warning", Phase.OWN: "warning"}.get(job.phase, "")
    fault = job.pack.fault if job.pack is not None else None
    is_quiet = job.phase is Phase.IDLE
    return PackRow(
        key=job.key,
        title=title_of(job),
        about=about(job.pack) if job.pack is not None else translate("PackRows", "not installed"),
        source=str(job.source or "") if str(job.source or "") != title_of(job) else "",
        hint=job.offer.notes[:MAX_NOTES] if job.phase is Phase.OFFERED and job.offer is not None else "",
        address=job.offer.address if job.phase in (Phase.OFFERED, Phase.DAMAGED) and job.offer is not None else "",
        state=rendered(fault) if is_quiet else _state(job),
        tone="bad" if is_quiet and fault else tone,
        share=_share(job) if job.is_busy else None,
        actions=_actions(job, is_in_library=is_in_library),
    )


def title_of(job: Job) -> str:
    """Returns the title of a pack."""
    if job.pack is not None:
        return job.pack.title
    if job.source is None:
        return job.key
    return job.source.place if job.source.kind is SourceKind.GITHUB else key_of(job.source)


def about(pack: Pack) -> str:
    """Returns version, dates and contents of an installed pack."""
    if pack.record is None:
        return ""
    parts = [
        pack.record.version,
        pack.record.published if pack.record.published != pack.record.version else "",
        Counts().bots(len(pack.record.bots)),
        translate("PackRows", "installed {0}").format(pack.record.installed),
    ]
    return " · ".join(part for part in parts if part)


def library_title(pack: Pack) -> str:
    """Returns the title of a pack in the library's list of folders."""
    if pack.record is None:
        return pack.title
    return " · ".join(part for part in (pack.title, pack.record.version, pack.record.published) if part)


def changes_words(changes: BotChanges) -> str:
    """Returns which bots are new, changed or removed."""
    if changes.is_nothing:
        return translate("PackRows", "No bots were added, changed or removed.")
    lines = (
        (translate("PackRows", "New: {0}"), changes.new),
        (translate("PackRows", "Changed: {0}"), changes.changed),
        (translate("PackRows", "Removed: {0}"), changes.removed),
    )
    return "\n".join(words.format(listed(names)) for words, names in lines if names)


def listed(names: Sequence[str]) -> str:
    """Returns the first names, and the number of the others."""
    shown, more = ", ".join(names[:MAX_NAMED]), len(names) - MAX_NAMED
    return translate("PackRows", "{0} and {1} more").format(shown, more) if more > 0 else shown


def _actions(job: Job, *, is_in_library: bool) -> tuple[PackAction, ...]:
    fetch = PackAction.UNPACK if job.offer is not None and job.offer.is_local else PackAction.FETCH
    offered = {
        Phase.OFFERED: (fetch, PackAction.DISMISS),
        Phase.DAMAGED: (fetch, PackAction.DISMISS),
        Phase.READY: (PackAction.PLACE, PackAction.DISMISS),
        Phase.OWN: (PackAction.REMOVE_KEEPING, PackAction.REMOVE_ALL, PackAction.DISMISS),
        Phase.WAITING: (PackAction.DISMISS,),
        Phase.PLACING: (),
    }
    if job.phase in offered:
        return offered[job.phase]
    if job.phase not in RESTING:
        return (PackAction.CANCEL,)
    if job.pack is None:
        return (PackAction.RETRY, PackAction.DISMISS)
    whole = (PackAction.CHECK, PackAction.REPAIR) if job.pack.record is not None else ()
    show = () if is_in_library else (PackAction.SHOW,)
    return (*whole, *show, PackAction.OPEN, PackAction.REMOVE)


def _share(job: Job) -> float:
    reading = job.progress.read()
    return reading.done / reading.total if reading.stage is Stage.FETCHING and reading.total else -1.0


def _state(job: Job) -> str:
    """Returns a text about the current work, the question to the user, or the last result."""
    if job.phase is Phase.OFFERED and job.offer is not None:
        return _offered(job.offer, is_update=job.pack is not None)
    if job.phase is Phase.READY and job.prepared is not None:
        return _ready(job.prepared)
    if job.phase is Phase.DAMAGED and job.damage is not None and job.offer is not None:
        return _damaged(job.damage, job.offer)
    if job.phase is Phase.OWN and job.own is not None:
        return translate("PackRows", "You changed or added these files: {0}").format(listed(job.own.own))
    if job.phase in (Phase.FETCHING, Phase.PLACING):
        return _progress(job.progress.read())
    waiting = {
        Phase.LOOKING: translate("PackRows", "Checking the source …"),
        Phase.CHECKING: translate("PackRows", "Comparing files …"),
        Phase.WAITING: translate("PackRows", "Waits until the match is over, because bots may be using its files."),
    }
    return waiting[job.phase] if job.phase in waiting else rendered(job.text)


def _offered(offer: Offer, *, is_update: bool) -> str:
    """Returns version, date and size of the download."""
    what = {
        Origin.BUILD: translate("PackRows", "Version {0} for this system"),
        Origin.RELEASE: translate("PackRows", "Version {0} as source code: there is no build for this system"),
        Origin.BRANCH: translate("PackRows", "Latest source code, {0}"),
        Origin.ADDRESS: translate("PackRows", "File of {0}"),
        Origin.FILE: translate("PackRows", "File of {0}"),
    }[offer.origin]
    is_dated = offer.origin in (Origin.ADDRESS, Origin.FILE)
    unknown = translate("PackRows", "unknown date")
    head = what.format((offer.published or unknown) if is_dated else offer.version)
    date = "" if is_dated or not offer.published else offer.published
    size = size_words(offer.size) if offer.size is not None else translate("PackRows", "unknown size")
    lines = [", ".join(part for part in (head, date, size) if part)]
    if offer.is_plain:
        lines.append(translate("PackRows", "Not encrypted: the download could be tampered with."))
    if not offer.identity and is_update:
        lines.append(translate("PackRows", "The server does not say whether this is a different version."))
    return "\n".join(lines)


def _ready(prepared: PreparedPack) -> str:
    lines = [translate("PackRows", "Version {0} is available.").format(prepared.record.version)]
    lines.append(changes_words(prepared.changes))
    if prepared.own.changed:
        words = translate("PackRows", "Your changes are kept as a copy: {0}")
        lines.append(words.format(listed(prepared.own.changed)))
    if prepared.own.added:
        words = translate("PackRows", "Files you added are kept: {0}")
        lines.append(words.format(listed(prepared.own.added)))
    return "\n".join(lines)


def _damaged(damage: Differences, offer: Offer) -> str:
    lines = [translate("PackRows", "Modified files: {0}").format(listed(damage.damaged))]
    words = translate("PackRows", "Restoring them downloads {0} again. Your versions are kept as copies.")
    lines.append(words.format(size_words(offer.size or 0)))
    return "\n".join(lines)


def _progress(reading: Reading) -> str:
    if reading.stage is Stage.FETCHING:
        return " · ".join(_fetching(reading))
    return {
        Stage.LOOKING: translate("PackRows", "Connecting …"),
        Stage.WAITING: translate("PackRows", "Connection lost, retrying …"),
        Stage.UNPACKING: translate("PackRows", "Unpacking … {0}").format(size_words(reading.done)),
        Stage.COMPARING: translate("PackRows", "Comparing bots …"),
        Stage.PLACING: translate("PackRows", "Moving files …"),
    }[reading.stage]


def _fetching(reading: Reading) -> Iterable[str]:
    done = size_words(reading.done)
    if reading.total is None:
        yield translate("PackRows", "Downloaded: {0}").format(done)
    else:
        yield translate("PackRows", "Downloaded: {0} of {1}").format(done, size_words(reading.total))
    if reading.speed is not None:
        yield translate("PackRows", "{0}/s").format(size_words(round(reading.speed)))
    if reading.remaining_s is not None:
        yield translate("PackRows", "{0} left").format(Counts().seconds(max(1, round(reading.remaining_s))))


def placed_words(placed: Placed, *, is_new: bool, is_repair: bool) -> str:
    """Returns the result of a job, for the row of its pack."""
    record = placed.pack.record
    if is_repair:
        text = translate("PackNotices", "All files are unmodified.")
    elif is_new:
        text = Counts().bots(len(record.bots) if record is not None else 0)
    else:
        text = changes_words(placed.changes)
    left_out = record.left_out if record is not None else ()
    lines = [text, *(translate("PackNotices", "Skipped: {0}").format(rendered(line)) for line in left_out)]
    if placed.kept is not None:
        lines.append(translate("PackNotices", "Your changes were copied to {0}").format(placed.kept))
    return "\n".join(lines)


def placed_notice(title: str, placed: Placed) -> Notice:
    """Returns the notice that a version of a pack is installed."""
    version = placed.pack.record.version if placed.pack.record is not None else ""
    text = translate("PackNotices", "Installed {0}, version {1}.").format(title, version)
    if placed.kept is None:
        return Notice(text=text, tone=GOOD)
    more = translate("PackNotices", "Your changes were kept as a copy.")
    return _with_folder(Notice(text=f"{text} {more}", tone=GOOD), placed.kept)


def removed_notice(title: str, kept: Path | None) -> Notice:
    """Returns the notice that a pack was removed."""
    text = translate("PackNotices", "Removed {0}.").format(title)
    if kept is None:
        return Notice(text=text)
    more = translate("PackNotices", "Your files were kept as a copy.")
    return _with_folder(Notice(text=f"{text} {more}"), kept)


def failed_notice(title: str, error: PackError, show_packs: Action) -> Notice:
    """Returns the notice that a job failed while the dialog was closed."""
    text = translate("PackNotices", "{0}: {1}").format(title, rendered(error.message))
    return Notice(text=text, tone=BAD, action=translate("PackNotices", "Show packs"), on_action=show_packs)


def _with_folder(notice: Notice, folder: Path) -> Notice:
    action = translate("PackNotices", "Open folder")
    return Notice(text=notice.text, tone=notice.tone, action=action, on_action=partial(open_folder, folder))
