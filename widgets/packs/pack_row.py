"""One bot pack as a card: description, state, progress and buttons."""

import re
from typing import Final

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QProgressBar, QToolButton, QWidget

from widgets.looks import scaled_font, set_tone
from widgets.packs.values import PackAction, PackRequested, PackRow
from widgets.shared.controls import hbox, label, tool_button, vbox
from widgets.shared.labels import ElidedLabel
from widgets.words import hint_text

STEPS: Final = 1_000
LONG_WORD: Final = 50
translate = QCoreApplication.translate


class PackCard(QFrame):
    """Shows a `PackRow`; GUI thread.

    Signals:
        requested: a `PackRequested`.
    """

    requested = Signal(PackRequested)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._row: PackRow | None = None
        self.title = ElidedLabel("")
        self.title.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        self.about = label(tone="muted", wraps=True)
        self.source = ElidedLabel("")
        set_tone(self.source, "muted")
        self.state = label(wraps=True, is_selectable=True)
        self.address = ElidedLabel("")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.buttons: dict[PackAction, QToolButton] = {}
        self._buttons = hbox(None)
        parts = (self.title, self.about, self.source, self.state, self.address, self.bar, self._buttons)
        vbox(*parts, margins=(10, 8, 10, 8), parent=self)

    @property
    def row(self) -> PackRow | None:
        """The row that is shown."""
        return self._row

    def show_row(self, row: PackRow) -> None:
        """Shows a row."""
        if row == self._row:
            return
        before, self._row = self._row, row
        self.title.setText(row.title)
        for elided, text in ((self.source, row.source), (self.address, row.address)):
            elided.setToolTip(text)
        texts = (row.about, row.source, breakable(row.state), row.address)
        for line, text in zip((self.about, self.source, self.state, self.address), texts, strict=True):
            line.setText(text)
            line.setVisible(bool(text))
        self.state.setToolTip(hint_text(*row.hint.splitlines()))
        set_tone(self.state, row.tone)
        self.setAccessibleName(f"{row.title} {row.state}".strip())
        self._show_share(row.share)
        if before is None or before.actions != row.actions or before.title != row.title:
            self._show_buttons(row)

    def _show_share(self, share: float | None) -> None:
        self.bar.setVisible(share is not None)
        if share is not None:
            self.bar.setRange(0, STEPS if share >= 0 else 0)
            self.bar.setValue(round(STEPS * max(0.0, share)))

    def _show_buttons(self, row: PackRow) -> None:
        """Keeps the focus on the same button, or on the first one."""
        focused = next((action for action, button in self.buttons.items() if button.hasFocus()), None)
        for button in self.buttons.values():
            self._buttons.removeWidget(button)
            button.deleteLater()
        self.buttons = {action: self._button(row, action) for action in row.actions}
        for place, button in enumerate(self.buttons.values()):
            self._buttons.insertWidget(place, button)
        following = self.buttons.get(focused) if focused in self.buttons else next(iter(self.buttons.values()), None)
        if focused is not None and following is not None:
            following.setFocus()

    def _button(self, row: PackRow, action: PackAction) -> QToolButton:
        words, hint = action_words(action)
        button = tool_button(words, hint, name=f"{words}: {row.title}")
        button.clicked.connect(lambda: self.requested.emit(PackRequested(key=row.key, action=action)))
        return button


def breakable(text: str) -> str:
    """Returns the text with possible line breaks inside very long words such as paths."""
    return "".join(
        word if len(word) <= LONG_WORD else re.sub(r"([/\\&?])", "\\1\u200b", word) for word in re.split(r"(\s+)", text)
    )


def action_words(action: PackAction) -> tuple[str, str]:
    """Returns the text of a button and its tooltip."""
    words = {
        PackAction.RETRY: (translate("PackCard", "Try again"), translate("PackCard", "Ask the pack's source again")),
        PackAction.CHECK: (
            translate("PackCard", "Check for updates"),
            translate("PackCard", "Ask the pack's source for its newest version"),
        ),
        PackAction.FETCH: (
            translate("PackCard", "Download"),
            translate("PackCard", "Download the version named above"),
        ),
        PackAction.UNPACK: (
            translate("PackCard", "Unpack"),
            translate("PackCard", "Unpack the file; nothing in it is executed"),
        ),
        PackAction.PLACE: (
            translate("PackCard", "Update"),
            translate("PackCard", "Replace the installed version"),
        ),
        PackAction.DISMISS: (translate("PackCard", "Not now"), translate("PackCard", "Keep the installed version")),
        PackAction.CANCEL: (translate("PackCard", "Cancel"), translate("PackCard", "Cancel; nothing is changed")),
        PackAction.REPAIR: (
            translate("PackCard", "Repair"),
            translate("PackCard", "Find modified files; asks before restoring them"),
        ),
        PackAction.REMOVE: (
            translate("PackCard", "Delete pack"),
            translate("PackCard", "Delete its files; asks first if you changed or added some"),
        ),
        PackAction.REMOVE_KEEPING: (
            translate("PackCard", "Remove, keep my files"),
            translate("PackCard", "Delete the pack and keep a copy of your files"),
        ),
        PackAction.REMOVE_ALL: (
            translate("PackCard", "Remove everything"),
            translate("PackCard", "Delete the pack and your files in it"),
        ),
        PackAction.OPEN: (translate("PackCard", "Open folder"), translate("PackCard", "Show its files")),
        PackAction.SHOW: (
            translate("PackCard", "Show in library"),
            translate("PackCard", "Add its folder to the library"),
        ),
    }
    return words[action]
