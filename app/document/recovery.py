"""Keeps unsaved work in the state folder, and restores it after a crash."""

import contextlib
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.document.editor import DocumentEditor
from app.document.overview import title_of
from app.document.questions import DocumentQuestions
from app.services.notifications import Notifications
from runtime.codec import convert, decode, encode
from runtime.documents import DocumentError, EditError, Snapshot, TextDocument
from runtime.files import read_text, write_atomically
from widgets.notices.notice import WARNING, Notice

VERSION: Final = 1
MAX_BYTES: Final = 16 << 20
"""Larger than the largest document, even with every character escaped."""
MAX_FILES: Final = 20
"""Kept files of programs that crashed; older ones are removed."""
KEEP_MS: Final = 1_000
"""Delay from an edit until the document is kept; the edits in between are kept together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaved:
    """The text of a document that was not saved."""

    text: str
    path: Path | None
    """The document's file; None for one that was never saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The work of another program, and the file that it is kept in."""

    unsaved: Unsaved
    file: Path


class _Work(Struct, kw_only=True):
    """The content of a file."""

    version: Literal[1] = VERSION
    pid: Annotated[int, Meta(gt=0)]
    path: str
    text: str


class RecoveryFolder:
    """One file for each running program; the methods are quick and never raise an `OSError`."""

    def __init__(self, folder: Path, *, pid: int | None = None) -> None:
        self._folder = folder
        self._pid = os.getpid() if pid is None else pid
        self._file = folder / f"{self._pid}-{secrets.token_hex(4)}.json"

    def keep(self, unsaved: Unsaved) -> bool:
        """Keeps a text in place of the one before; returns whether that worked.

        The file is not synced to disk: it must survive a crash of the program, not of the machine, and syncing would
        block the window.
        """
        work = _Work(pid=self._pid, path=str(unsaved.path or ""), text=unsaved.text)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_atomically(self._file, encode(work), is_durable=False, is_private=True)
        except OSError:
            return False
        return True

    def forget(self) -> None:
        """Removes the work of this program."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def discard(self, kept: Kept) -> None:
        """Removes the work of another program."""
        with contextlib.suppress(OSError):
            kept.file.unlink(missing_ok=True)

    def left_behind(self, is_alive: Callable[[int, float], bool]) -> tuple[Kept, ...]:
        """Returns the work of programs that no longer run, newest first; removes broken files.

        `is_alive` returns whether a process with that id runs that was started before that time.
        """
        works: list[tuple[float, Kept]] = []
        for file in self._files():
            with contextlib.suppress(OSError):
                written_s = file.stat().st_mtime
                content = _content(file)
                if content is None:
                    file.unlink(missing_ok=True)
                elif not is_alive(content[0], written_s):
                    works.append((written_s, Kept(unsaved=content[1], file=file)))
        works.sort(key=lambda entry: entry[0], reverse=True)
        for _, kept in works[MAX_FILES:]:
            self.discard(kept)
        return tuple(kept for _, kept in works[:MAX_FILES])

    def _files(self) -> list[Path]:
        try:
            return [file for file in self._folder.glob("*.json") if file != self._file]
        except OSError:
            return []


class RecoveryController(QObject):
    """Keeps unsaved work on one kind of document, and offers what crashed programs left behind; GUI thread.

    Signals:
        restored: the open document is one that was left behind.
    """

    restored = Signal()

    def __init__(
        self,
        document: DocumentEditor[Any],
        folder: RecoveryFolder,
        questions: DocumentQuestions,
        notifications: Notifications,
        parent: QObject | None = None,
        *,
        title: Callable[[Path | None], str] = title_of,
    ) -> None:
        """`title` names a document by its file."""
        super().__init__(parent)
        self._title = title
        self._document = document
        self._folder = folder
        self._questions = questions
        self._notifications = notifications
        self._left: list[Kept] = []
        self._has_kept = False
        self._is_discarded = False
        self._due = QTimer(self, singleShot=True, interval=KEEP_MS)
        self._due.timeout.connect(self.keep_now)
        document.changed.connect(self._on_changed)
        questions.discarded.connect(self.forget)

    @Slot()
    def offer(self) -> None:
        """Finds the work of programs that no longer run, and offers to restore it."""
        self._left = list(self._folder.left_behind(process_is_alive))
        self._offer_next()

    @Slot()
    def keep_now(self) -> None:
        """Keeps unsaved work at once."""
        self._due.stop()
        document = self._document.document
        if document.dirty and not self._is_discarded:
            self._has_kept = self._folder.keep(Unsaved(text=document.text, path=document.path)) or self._has_kept

    @Slot()
    def forget(self) -> None:
        """Removes the kept work and keeps nothing until the next edit."""
        self._due.stop()
        self._is_discarded = True
        if self._has_kept:
            self._folder.forget()
            self._has_kept = False

    def restore(self) -> None:
        """Restores the offered work: as a step if it belongs to the open document, else in place of that document."""
        if not self._left:
            return
        kept = self._left.pop(0)
        unsaved = kept.unsaved
        if unsaved.path is not None and unsaved.path == self._document.document.path:
            snapshot = Snapshot(text=unsaved.text, folder=unsaved.path.parent)
            self._document.edit(self.tr("Restore unsaved changes"), lambda document: _restore(document, snapshot))
        else:
            self._document.adopt(self._document.document.recovered(unsaved.text, unsaved.path))
        self.keep_now()
        self._folder.discard(kept)
        self.restored.emit()
        self._offer_next()

    @Slot()
    def _on_changed(self) -> None:
        if not self._document.is_dirty:
            self.forget()
            return
        self._is_discarded = False
        if not self._due.isActive():
            self._due.start()

    def _offer_next(self) -> None:
        if not self._left:
            return
        text = self.tr("Kickabout closed before changes to {title} were saved. They can be restored.")
        self._notifications.show(
            Notice(
                text=text.format(title=self._title(self._left[0].unsaved.path)),
                tone=WARNING,
                action=self.tr("Restore"),
                on_action=self._ask_to_restore,
                other_action=self.tr("Discard"),
                on_other=self._discard,
            )
        )

    def _ask_to_restore(self) -> None:
        if self._left:
            self._questions.go_on_from_saved(self.restore)

    def _discard(self) -> None:
        if self._left:
            self._folder.discard(self._left.pop(0))
            self._offer_next()


def _restore(document: TextDocument[Any], snapshot: Snapshot) -> None:
    try:
        document.restore(snapshot)
    except DocumentError as error:
        raise EditError(error.problem.summary) from error


def process_is_alive(pid: int, before_s: float) -> bool:
    """Returns whether a process with that id runs that was started before a time, in seconds since 1970."""
    import psutil  # noqa: PLC0415 - only asked where something was left behind

    try:
        return bool(psutil.Process(pid).create_time() <= before_s)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True


def _content(file: Path) -> tuple[int, Unsaved] | None:
    """Returns a process and its work; None for a broken file, which OSError is not."""
    try:
        document = decode(read_text(file, MAX_BYTES), dict[str, Any])
        if isinstance(version := document.get("version"), int) and version > VERSION:
            raise OSError("a newer version of Kickabout wrote it")
        work = convert(document, _Work)
    except ValueError:
        return None
    return work.pid, Unsaved(text=work.text, path=Path(work.path) if work.path else None)
