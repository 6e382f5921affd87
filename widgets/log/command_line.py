"""A line for commands: the keys up and down bring back what was typed before, known commands complete themselves."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from widgets.log.command_history import CommandHistory

LONGEST: Final = 300
"""Characters of a command; the longest known one has a tenth of them."""

_SENDING: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CommandLine(QLineEdit):
    """Takes one command at a time; GUI thread.

    Down lists the known commands where there is no newer one to go to. Escape closes that list, then empties the line;
    here it ends no match.

    Signals:
        entered: the text of a command, without spaces around it.
    """

    entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.history = CommandHistory()
        self.setMaxLength(LONGEST)
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        self.returnPressed.connect(self._on_return)

    def offer(self, commands: Iterable[str]) -> None:
        """Completes these commands from now on; one that needs a value ends with a space."""
        self._known.setStringList(list(commands))

    def accept(self) -> None:
        """What is typed was carried out: keeps it for later, and makes room for the next."""
        self.history.add(self.text().strip())
        self.clear()

    @Slot()
    def _on_return(self) -> None:
        text = self.text().strip()
        if text:
            self.entered.emit(text)

    def _go_down(self) -> None:
        """To the newer command; beyond the newest, known ones are listed."""
        newer = self.history.newer()
        if newer is not None:
            self.setText(newer)
            return
        known = self.completer()
        known.setCompletionPrefix("")
        known.complete()

    def _step(self, line: str | None) -> None:
        if line is not None:
            self.setText(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leaves keys to the list of known commands where it is open and they are meant for it."""
        key = event.key() if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else None
        known = self.completer().popup()
        is_listed = known is not None and known.isVisible()
        is_chosen = is_listed and known is not None and known.currentIndex().isValid()
        if (key == Qt.Key.Key_Escape and is_listed) or (key in _SENDING and is_chosen):
            event.ignore()
        elif key == Qt.Key.Key_Escape:
            self.clear()
        elif key == Qt.Key.Key_Up:
            self._step(self.history.older(self.text()))
        elif key == Qt.Key.Key_Down:
            self._go_down()
        else:
            super().keyPressEvent(event)
