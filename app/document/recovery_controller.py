"""Keeps unsaved work aside while it is edited, and offers what an earlier start left behind."""

from enum import Enum
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.document.open_document import DocumentController
from app.document.overview import title_of
from app.document.recovery import Kept, RecoveryFolder, Unsaved, process_is_alive
from runtime.documents import DocumentError, EditError, MatchDocument, Snapshot
from runtime.model.values import MatchOverview
from widgets.notices.notice import WARNING, Notice

KEEP_MS: Final = 1_000
"""From an edit until it is kept; the edits in between are kept together."""


class LeftWork(Enum):
    """What becomes of work that an earlier start left behind."""

    RESTORE = "restore"
    DISCARD = "discard"


class RecoveryController(QObject):
    """Lives on the GUI thread.

    Signals:
        noticed: a `Notice` to show.
        restore_requested: the user wants left work back, in place of a document with unsaved changes.
    """

    noticed = Signal(Notice)
    restore_requested = Signal()

    def __init__(self, document: DocumentController, folder: RecoveryFolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._folder = folder
        self._left: list[Kept] = []
        self._has_kept = False
        self._is_unwanted = False
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(KEEP_MS)
        self._due.timeout.connect(self.keep_now)
        document.overview_changed.connect(self._on_changed)
        document.saved.connect(self._on_changed)

    @Slot()
    def look(self) -> None:
        """Looks for what programs left behind that no longer run, and offers it."""
        self._left = list(self._folder.left_behind(process_is_alive))
        self._offer()

    @Slot()
    def keep_now(self) -> None:
        """Keeps unsaved work at once."""
        self._due.stop()
        document = self._document.document
        if document.dirty and not self._is_unwanted:
            self._has_kept = self._folder.keep(Unsaved(text=document.text, path=document.path)) or self._has_kept

    @Slot()
    def forget(self) -> None:
        """Nobody wants the unsaved work, until it is edited again."""
        self._due.stop()
        self._is_unwanted = True
        if self._has_kept:
            self._folder.forget()
            self._has_kept = False

    def answer(self, answer: LeftWork) -> None:
        """Restores or discards what was left behind."""
        if not self._left:
            return
        if answer is LeftWork.DISCARD:
            self._folder.discard(self._left.pop(0))
            self._offer()
        elif self._document.is_dirty:
            self.restore_requested.emit()
        else:
            self.restore()

    def restore(self) -> None:
        """Takes what was left behind, as a step where it is of the open document, else in place of that."""
        if not self._left:
            return
        kept = self._left.pop(0)
        unsaved = kept.unsaved
        if unsaved.path is not None and unsaved.path == self._document.document.path:
            snapshot = Snapshot(text=unsaved.text, folder=unsaved.path.parent)
            self._document.edit(self.tr("Restore unsaved changes"), lambda document: _restore(document, snapshot))
        else:
            self._document.adopt(MatchDocument.recovered(unsaved.text, unsaved.path))
        self.keep_now()
        self._folder.discard(kept)
        self._offer()

    @Slot(MatchOverview)
    def _on_changed(self, overview: MatchOverview) -> None:
        if not overview.is_dirty:
            self.forget()
            return
        self._is_unwanted = False
        if not self._due.isActive():
            self._due.start()

    def _offer(self) -> None:
        if not self._left:
            return
        title = title_of(self._left[0].unsaved.path)
        text = self.tr("Kickabout closed before changes to {title} were saved. They can be restored.").format(
            title=title
        )
        self.noticed.emit(
            Notice(
                text=text,
                tone=WARNING,
                action=self.tr("Restore"),
                request=LeftWork.RESTORE,
                other_action=self.tr("Discard"),
                other_request=LeftWork.DISCARD,
            )
        )


def _restore(document: MatchDocument, snapshot: Snapshot) -> None:
    try:
        document.restore(snapshot)
    except DocumentError as error:
        raise EditError(error.problem.line_of_text) from error
