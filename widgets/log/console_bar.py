"""Where commands are typed to the game: a line, and why there is none to type to or what is wrong with the command."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from widgets.log.command_history import CommandHistory
from widgets.log.command_line import CommandLine
from widgets.looks import set_tone

EXAMPLE: Final = "kickabout step 120"
"""A command of the arena."""


class ConsoleBar(QFrame):
    """Stands below a log; what the game answers stands there. GUI thread.

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
        self.answer = QLabel()
        self.answer.setWordWrap(True)
        self.answer.setAccessibleName(self.tr("Error in the command"))
        set_tone(self.answer, "bad")
        self.answer.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.answer)
        column.addWidget(self.line)
        self._example = EXAMPLE
        self.show_reason("")

    @property
    def reason(self) -> str:
        """Why nothing can be typed; empty where it can."""
        return "" if self.line.isEnabled() else self.line.placeholderText()

    def offer(self, commands: Iterable[str], example: str = EXAMPLE) -> None:
        """Completes these commands from now on, and names one while nothing is typed."""
        self._example = example
        self.line.offer(commands)
        self.show_reason(self.reason)

    def show_history(self, lines: Iterable[str]) -> None:
        """Goes on from what was typed in an earlier run."""
        self.line.history = CommandHistory(lines)

    def show_reason(self, reason: str) -> None:
        """Takes commands when there is no reason against it."""
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
        """The command is on its way: the line is free for the next."""
        self._say("")
        self.line.accept()
        self.history_changed.emit(self.line.history.lines)

    def refuse(self, sentence: str) -> None:
        """Says what is wrong with the command, which stays to be corrected."""
        self._say(sentence)
        self.line.selectAll()

    @Slot()
    def _on_changed(self) -> None:
        self._say("")

    def _say(self, sentence: str) -> None:
        self.answer.setText(sentence)
        self.answer.setVisible(bool(sentence))
        self.answered.emit(bool(sentence))
