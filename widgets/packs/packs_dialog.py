"""The dialog with the installed bot packs, and where more are added."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from widgets.packs.pack_row import PackCard
from widgets.packs.values import PackRequested, PackRow
from widgets.shared.controls import hbox, label, push_button, scroll_area, vbox
from widgets.shared.dialogs import ask_file
from widgets.shared.drops import local_paths
from widgets.shared.screen_dialog import ScreenDialog

USUAL_SIZE: Final = QSize(700, 540)
MIN_SIZE: Final = QSize(690, 360)
SUGGESTED: Final = ("RLBot/botpack",)
"""Repositories of public packs: the official pack of RLBot v5."""
ARCHIVES: Final = "*.zip *.tar.xz *.tar.gz *.txz *.tgz"


class PacksDialog(ScreenDialog):
    """A modeless dialog; GUI thread.

    Signals:
        source_entered: the source of a pack, as typed, chosen or dropped.
        requested: a `PackRequested`.
        all_requested: a check of all packs for updates.
    """

    source_entered = Signal(str)
    requested = Signal(PackRequested)
    all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Bot packs"))
        self.setAcceptDrops(True)
        self.setMinimumSize(MIN_SIZE)
        self.resize(USUAL_SIZE)
        self.cards: dict[str, PackCard] = {}
        self.source = QLineEdit()
        self.source.setAcceptDrops(False)  # a file is for the whole dialog
        self.source.setPlaceholderText(self.tr("GitHub repository such as RLBot/botpack, or an archive's address"))
        self.source.setAccessibleName(self.tr("Source of the pack"))
        self.source.setToolTip(
            self.tr("A GitHub repository (RLBot/botpack), or the address or path of a .zip, .tar.xz or .tar.gz file")
        )
        self.suggested = QWidget()
        self.suggestions = {repository: self._suggestion(repository) for repository in SUGGESTED}
        self.browse = push_button(self.tr("Choose a file …"), self.tr("Choose an archive file"))
        self.look = push_button(
            self.tr("Check"), self.tr("Show what is available (Enter); nothing is downloaded yet"), is_default=True
        )
        self.look_all = push_button(
            self.tr("Check all for updates"), self.tr("Ask every pack's source for its newest version")
        )
        self.look_all.setEnabled(False)
        self.close_button = push_button(self.tr("Close"), self.tr("Downloads continue in the background (Esc)"))
        self.fault = label(tone="bad", wraps=True, name=self.tr("Why it cannot be added"))
        self.fault.hide()
        self.nothing = label(self.tr("No packs yet."), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._list = vbox(spacing=6)
        self._arrange()
        self._connect()
        self._show_look()

    def show_rows(self, rows: Sequence[PackRow]) -> None:
        """Shows these packs in this order."""
        keys = [row.key for row in rows]
        for key in [key for key in self.cards if key not in keys]:
            card = self.cards.pop(key)
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        for place, row in enumerate(rows):
            card = self.cards[row.key] if row.key in self.cards else self._new_card(row.key)
            if self._list.indexOf(card) != place:
                self._list.insertWidget(place, card)
            card.show_row(row)
        listed = {name for row in rows for name in (row.title, row.source)}
        for repository, button in self.suggestions.items():
            button.setVisible(repository not in listed)
        self.suggested.setVisible(not listed.issuperset(SUGGESTED))
        self.nothing.setVisible(not rows)
        self.look_all.setEnabled(bool(rows))

    def show_fault(self, reason: str) -> None:
        """Shows why the text is not a source; an empty reason hides the line."""
        self.fault.setText(reason)
        self.fault.setVisible(bool(reason))

    def clear_source(self) -> None:
        """Clears the line after its source was accepted."""
        self.source.clear()
        self.show_fault("")

    def _new_card(self, key: str) -> PackCard:
        card = self.cards[key] = PackCard()
        card.requested.connect(self.requested)
        return card

    @Slot()
    def _show_look(self) -> None:
        self.look.setEnabled(bool(self.source.text().strip()))

    @Slot()
    def _on_entered(self) -> None:
        text = self.source.text().strip()
        if text:
            self.source_entered.emit(text)

    def _on_suggestion_clicked(self, repository: str) -> None:
        self.source.setText(repository)
        self.look.setFocus()

    @Slot()
    def _on_browse_clicked(self) -> None:
        words = self.tr("Archives ({0})").format(ARCHIVES)
        ask_file(self, self.tr("Choose a bot pack"), lambda path: self.source_entered.emit(str(path)), files=words)

    def _connect(self) -> None:
        self.source.textChanged.connect(self._show_look)
        self.source.textChanged.connect(lambda: self.show_fault(""))
        self.look.clicked.connect(self._on_entered)
        self.browse.clicked.connect(self._on_browse_clicked)
        self.look_all.clicked.connect(self.all_requested)
        self.close_button.clicked.connect(self.close)

    def _arrange(self) -> None:
        hint = self.tr(
            "Nothing is downloaded until you press Download. Nothing in a pack runs until you start a match with its "
            "bots."
        )
        hbox(label(self.tr("Known packs:")), *self.suggestions.values(), None, spacing=6, parent=self.suggested)
        inner = QWidget()
        vbox(self._list, self.nothing, None, spacing=6, parent=inner)
        vbox(
            hbox((self.source, 1), self.look, self.browse, spacing=6),
            self.suggested,
            self.fault,
            label(hint, "muted", wraps=True),
            (scroll_area(inner), 1),
            hbox(self.look_all, None, self.close_button, spacing=6),
            spacing=8,
            margins=(14, 12, 14, 12),
            parent=self,
        )

    def _suggestion(self, repository: str) -> QPushButton:
        button = push_button(repository, self.tr("Enter this pack as the source; nothing is downloaded yet"))
        button.clicked.connect(partial(self._on_suggestion_clicked, repository))
        return button

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = local_paths(event.mimeData())
        if paths:
            event.acceptProposedAction()
        for path in paths:
            self.source_entered.emit(str(path))
