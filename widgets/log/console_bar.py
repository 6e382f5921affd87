"""The command line of the game: history, completion, and why a command is refused."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCompleter, QFrame, QLineEdit, QWidget

from widgets.shared.controls import label, vbox

MAX_KEPT: Final = 50
"""Maximum number of lines."""


class CommandHistory:
    """History of typed lines with a cursor; keeps the line that was being typed."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._lines: list[str] = []
        self._place = 0
        self._draft = ""
        for line in lines:
            self.add(line)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines, oldest first, without duplicates."""
        return tuple(self._lines)

    def add(self, line: str) -> None:
        """Adds a line as the newest and moves the cursor behind it."""
        if line in self._lines:
            self._lines.remove(line)
        self._lines.append(line)
        del self._lines[:-MAX_KEPT]
        self._place, self._draft = len(self._lines), ""

    def older(self, draft: str) -> str | None:
        """Returns the previous line; None at the oldest. A typed line is kept as the draft."""
        if self._place == 0:
            return None
        if self._place == len(self._lines):
            self._draft = draft
        self._place -= 1
        return self._lines[self._place]

    def newer(self) -> str | None:
        """Returns the next line, or the draft after the newest; None if the draft is shown."""
        if self._place == len(self._lines):
            return None
        self._place += 1
        return self._lines[self._place] if self._place < len(self._lines) else self._draft


MAX_CHARACTERS: Final = 300
"""Maximum length of a command in characters."""

_SENDING: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CommandLine(QLineEdit):
    """A line edit for commands; GUI thread.

    Down lists the known commands where there is no newer one to go to. Escape closes that list, then empties the line;
    here it ends no match.

    Signals:
        entered: the text of a command, without spaces around it.
    """

    entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.history = CommandHistory()
        self.setMaxLength(MAX_CHARACTERS)
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setCompleter(completer)
        self.returnPressed.connect(self._on_return)

    def offer(self, commands: Iterable[str]) -> None:
        """Sets the commands that are completed; one that needs a value ends with a space."""
        self._known.setStringList(list(commands))

    def accept(self) -> None:
        """Adds the typed command to the history and clears the line."""
        self.history.add(self.text().strip())
        self.clear()

    @Slot()
    def _on_return(self) -> None:
        text = self.text().strip()
        if text:
            self.entered.emit(text)

    def _go_down(self) -> None:
        """Goes to the newer command; after the newest, lists the known commands."""
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
        """Leaves the keys of the completion list to it while it is open."""
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


EXAMPLE: Final = "kickabout step 120"
"""Example of a command."""


class ConsoleBar(QFrame):
    """The command line below the log, which shows the game's output. GUI thread.

    Signals:
        entered: the text of a command; `accept` or `refuse` is the answer to it.
        history_changed: every line that is kept, as a tuple, the oldest first.
        answered: whether there is a sentence about the command, which takes room.
    """

    entered = Signal(str)
    history_changed = Signal(tuple)
    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = CommandLine()
        self.line.setAccessibleName(self.tr("Game command"))
        self.line.setClearButtonEnabled(True)
        self.line.entered.connect(self.entered)
        self.line.textChanged.connect(self._on_changed)
        self.answer = label(tone="bad", wraps=True, name=self.tr("Error in the command"))
        self.answer.hide()
        vbox(self.answer, self.line, parent=self)
        self._example = EXAMPLE
        self.show_reason("")

    @property
    def reason(self) -> str:
        """The reason why commands are disabled; empty if they are enabled."""
        return "" if self.line.isEnabled() else self.line.placeholderText()

    def offer(self, commands: Iterable[str], example: str = EXAMPLE) -> None:
        """Sets the commands that are completed, and the example in the empty line."""
        self._example = example
        self.line.offer(commands)
        self.show_reason(self.reason)

    def show_history(self, lines: Iterable[str]) -> None:
        """Restores the history of an earlier run."""
        self.line.history = CommandHistory(lines)

    def show_reason(self, reason: str) -> None:
        """Enables the line if the reason is empty."""
        self.line.setEnabled(not reason)
        self.line.setPlaceholderText(reason or self.tr("Game command, for example: {0}").format(self._example))
        self.line.setToolTip(
            reason
            or self.tr(
                "A command for the game. Up and Down go through the history; Down on an empty line lists all commands."
            )
        )
        if reason:
            self.line.clear()
            self._say("")

    def accept(self) -> None:
        """Takes the command into the history after it was sent."""
        self._say("")
        self.line.accept()
        self.history_changed.emit(self.line.history.lines)

    def refuse(self, sentence: str) -> None:
        """Shows why the command is invalid; it stays in the line."""
        self._say(sentence)
        self.line.selectAll()

    @Slot()
    def _on_changed(self) -> None:
        self._say("")

    def _say(self, sentence: str) -> None:
        self.answer.setText(sentence)
        self.answer.setVisible(bool(sentence))
        self.answered.emit(bool(sentence))
