"""Watches for other programs that change or remove the file of the open document."""

from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Slot

from app.document.editor import DocumentEditor
from app.services.notifications import Notifications
from runtime.documents import OnDisk, TextDocument
from widgets.notices.notice import GOOD, WARNING, Notice

SETTLE_MS: Final = 250
"""Delay from the first sign of a change until the file is compared; programs write in several steps."""
KEY: Final = "disk"
"""Names the notices about the file."""


class DiskAnswer(Enum):
    """The user's decision about a document whose file another program touched."""

    MINE = "keep mine"
    THEIRS = "take theirs"
    UNDO = "undo"
    SAVE = "save"


class DiskWatch(QObject):
    """Watches the file and its folder; GUI thread. A change during a match is handled when the match has ended."""

    def __init__(
        self, document: DocumentEditor[Any], notifications: Notifications, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._notifications = notifications
        self._is_held = False
        self._was_gone = False
        self._asked: tuple[TextDocument[Any], str] | None = None
        """The document that the open question is about, and its text at that time."""
        self._watcher = QFileSystemWatcher(self)
        self._due = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._due.timeout.connect(self.check)
        self._watcher.fileChanged.connect(self._on_sign)
        self._watcher.directoryChanged.connect(self._on_sign)
        document.changed.connect(self._on_changed_here)
        document.overwrite_refused.connect(self.check)

    @Slot()
    def hold(self) -> None:
        """Leaves the document as it is, because a match runs."""
        self._is_held = True

    @Slot()
    def release(self) -> None:
        """Handles changes again, including those since `hold`."""
        self._is_held = False
        self._due.start()

    @Slot()
    def on_return(self) -> None:
        """Compares when the user comes back; changes to bots or on network drives are not reported."""
        self._due.start()

    @Slot()
    def check(self) -> None:
        """Compares the file with what was opened or saved; if it is unchanged, reads the files that it names again."""
        self._due.stop()
        if self._is_held:
            return
        self._watch()
        state = self._document.document.on_disk
        was_gone, self._was_gone = self._was_gone, state is OnDisk.GONE
        if state is OnDisk.CHANGED:
            self._on_changed()
        elif state is OnDisk.GONE and not was_gone:
            self._due.start()
        elif state is OnDisk.GONE:
            self._on_gone()
        else:
            self._on_same()
            self._document.read_again()

    def answer(self, answer: DiskAnswer) -> None:
        """Carries out a decision; ignored unless the question is still about the open document.

        Undo also needs the text that was loaded: after another edit it would take back that edit.
        """
        asked, self._asked = self._asked, None
        document = self._document.document
        if asked is None or asked[0] is not document or (answer is DiskAnswer.UNDO and asked[1] != document.text):
            return
        if answer is DiskAnswer.MINE:
            self._forget_unreadable()
            self._document.apply_to_file(TextDocument.keep_mine)
        elif answer is DiskAnswer.THEIRS:
            self._document.reload(self.tr("Load changes from disk"))
        elif answer is DiskAnswer.UNDO:
            self._document.undo()
        else:
            self._document.save()

    @Slot(str)
    def _on_sign(self, _path: str) -> None:
        if not self._due.isActive():
            self._due.start()

    @Slot()
    def _on_changed_here(self) -> None:
        if self._asked is not None and self._asked[0] is not self._document.document:
            self._settle()
        self._watch()

    def _on_changed(self) -> None:
        self._settle()
        name = self._name()
        if self._document.is_dirty:
            text = self.tr("{file} was changed by another program, and you have unsaved changes.").format(file=name)
            self._notice(
                text, WARNING, (self.tr("Keep mine"), DiskAnswer.MINE), (self.tr("Load from disk"), DiskAnswer.THEIRS)
            )
        elif self._document.reload(self.tr("Changes from disk")):
            text = self.tr("{file} was changed by another program and has been reloaded.").format(file=name)
            undo = self.tr("Undo")
            self._notice(text, GOOD, (undo, DiskAnswer.UNDO))

    def _on_same(self) -> None:
        self._settle()
        self._forget_unreadable()
        if not self._document.document.is_saved_somewhere:
            self._document.apply_to_file(TextDocument.keep_mine)

    def _on_gone(self) -> None:
        if not self._document.document.is_saved_somewhere:
            return
        self._settle()
        self._document.apply_to_file(TextDocument.lose_file)
        text = self.tr("{file} was moved or deleted by another program. Save the match to keep it.")
        self._notice(text.format(file=self._name()), WARNING, (self.tr("Save"), DiskAnswer.SAVE))

    def _notice(
        self, text: str, tone: str, first: tuple[str, DiskAnswer], other: tuple[str, DiskAnswer] | None = None
    ) -> None:
        """Offers one or two decisions about the document as it is now."""
        self._asked = self._document.document, self._document.document.text
        self._notifications.show(
            Notice(
                text=text,
                tone=tone,
                key=KEY,
                action=first[0],
                on_action=partial(self.answer, first[1]),
                other_action=other[0] if other is not None else "",
                on_other=partial(self.answer, other[1]) if other is not None else None,
            )
        )

    def _settle(self) -> None:
        """Withdraws the open question."""
        self._asked = None
        self._notifications.withdraw(KEY)

    def _forget_unreadable(self) -> None:
        """Withdraws the notice about an unreadable file: the file is as before, or will be overwritten."""
        path = self._document.document.path
        if path is not None:
            self._document.forget_unreadable(path)

    def _name(self) -> str:
        path = self._document.document.path
        return path.name if path is not None else ""

    def _watch(self) -> None:
        """Watches the file and its folder; a file that was replaced is watched again."""
        path = self._document.document.path
        paths = {str(path), str(path.parent)} if path is not None else set()
        watched = {*self._watcher.files(), *self._watcher.directories()}
        if watched - paths:
            self._watcher.removePaths(sorted(watched - paths))
        missing = [name for name in sorted(paths - watched) if Path(name).exists()]
        if missing:
            self._watcher.addPaths(missing)
