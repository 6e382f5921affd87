"""Dialogs about the open document; none of them blocks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QWidget

from app.document.editor import DocumentEditor
from app.document.open_document import DocumentController
from runtime.model.teams import SCRIPTS
from widgets.shared.dialogs import ask_file, ask_place, ask_text
from widgets.shared.drops import PathsDropped

MATCH_FILTER: Final = QT_TRANSLATE_NOOP("Questions", "Match documents (*.toml)")
SCRIPT_FILTER: Final = QT_TRANSLATE_NOOP("Questions", "Scripts (script.toml *.script.toml *.cfg)")
LOADOUT_FILTER: Final = QT_TRANSLATE_NOOP("Questions", "Loadouts (*.toml *.cfg)")
BOT_FILTER: Final = QT_TRANSLATE_NOOP(
    "Questions", "Bots and scripts (bot.toml script.toml *.bot.toml *.script.toml *.cfg)"
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionWords:
    """The words of the questions about one kind of document, in the user's language."""

    open: str
    save: str
    unsaved: str
    """States that there are unsaved changes."""
    files: object
    """Filter of the dialogs, marked for translation."""


class DocumentQuestions(QObject):
    """Asks which file to open, where to save, and what to do with unsaved changes; GUI thread.

    Signals:
        discarded: the user discards the unsaved changes.
    """

    discarded = Signal()

    def __init__(
        self, window: QWidget, document: DocumentEditor[Any], words: QuestionWords, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._editor = document
        self._words = words
        self._box: QMessageBox | None = None

    @Slot()
    def ask_open(self) -> None:
        """Lets the user choose a document to open."""
        self._ask_file(self._words.open, self._words.files, self.open_document)

    @Slot()
    def ask_place(self) -> None:
        """Lets the user choose where the document is saved."""
        self.ask_place_first(_nothing)

    @Slot(Path)
    def open_document(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Opens a document, after asking about unsaved changes, and calls `then` if it was opened."""
        self.go_on_from_saved(lambda: self._open(path, then or _nothing))

    def go_on_from_saved(self, then: Callable[[], None]) -> None:
        """Calls `then`, after asking about unsaved changes where there are any."""
        if self._editor.is_dirty:
            self.ask_unsaved(then)
        else:
            then()

    def ask_unsaved(self, then: Callable[[], None], *, stopping: str = "") -> None:
        """Asks whether to save, discard or go back, and calls `then` unless the user goes back.

        `stopping` says that going on stops what is running.
        """
        box = self._asking(self.tr("Unsaved changes"), self._words.unsaved)
        if box is None:
            return
        box.setInformativeText("\n".join(filter(None, (stopping, self.tr("Save them first?")))))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        box.finished.connect(lambda answer: self._on_unsaved_answered(answer, then))
        box.open()

    def ask_stop(self, then: Callable[[], None], *, verb: str, running: str) -> None:
        """Asks whether to go on although something is `running`; `verb` labels the button that calls `then`."""
        box = self._asking(verb, running)
        if box is None:
            return
        agree = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(agree)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.accepted.connect(then)
        box.open()

    def ask_place_first(self, then: Callable[[], None]) -> None:
        """Asks where the document is saved, and calls `then` once it is."""
        place = self._folder / f"{self._editor.file_name()}.toml"
        suffixes = {_translated(self._words.files): "toml"}
        ask_place(self._window, self._words.save, partial(self._on_place_selected, then), place, suffixes)

    def _asking(self, title: str, text: str) -> QMessageBox | None:
        """Returns a box for a question; None while another one is open."""
        if self._box is not None:
            return None
        self._box = box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(text)
        box.finished.connect(self._on_box_finished)
        return box

    @Slot()
    def _on_box_finished(self) -> None:
        self._box = None

    def _on_unsaved_answered(self, answer: int, then: Callable[[], None]) -> None:
        if answer == QMessageBox.StandardButton.Discard:
            self.discarded.emit()
            then()
        elif answer == QMessageBox.StandardButton.Save and self._editor.path is None:
            self.ask_place_first(then)
        elif answer == QMessageBox.StandardButton.Save:
            self._editor.save()
            if not self._editor.is_dirty:
                then()

    def _on_place_selected(self, then: Callable[[], None], path: Path) -> None:
        if self._editor.save_as(path):
            then()

    def _open(self, path: Path, then: Callable[[], None]) -> None:
        if self._editor.open(path):
            then()

    @property
    def _folder(self) -> Path:
        """The folder of the document, in which dialogs begin."""
        return self._editor.path.parent if self._editor.path is not None else Path.home()

    def _ask_file(self, title: str, files: object, then: Callable[[Path], object]) -> None:
        """Asks for a file; `files` is a filter that is marked for translation."""
        ask_file(self._window, title, then, place=self._folder, files=_translated(files))


def _translated(files: object) -> str:
    return QCoreApplication.translate("Questions", str(files))


class Questions(DocumentQuestions):
    """The questions about the open match; GUI thread."""

    def __init__(self, window: QWidget, document: DocumentController, parent: QObject | None = None) -> None:
        translate = QCoreApplication.translate
        words = QuestionWords(
            open=translate("Questions", "Open a match"),
            save=translate("Questions", "Save the match"),
            unsaved=translate("Questions", "The match has unsaved changes."),
            files=MATCH_FILTER,
        )
        super().__init__(window, document, words, parent)
        self._document = document

    @Slot(int)
    def ask_bot(self, team: int) -> None:
        """Lets the user choose a bot for a team."""
        self._ask_file(self.tr("Add a bot: choose its bot.toml"), BOT_FILTER, partial(self._take_bot, team))

    def ask_bot_file(self, then: Callable[[Path], object]) -> None:
        """Lets the user choose the document of a bot in place of another one."""
        self._ask_file(self.tr("Replace with: choose a bot.toml"), BOT_FILTER, self._about_this(then))

    def ask_loadout(self, then: Callable[[Path], object]) -> None:
        """Lets the user choose a loadout."""
        self._ask_file(self.tr("Choose a loadout"), LOADOUT_FILTER, self._about_this(then))

    def ask_name(self, name: str, then: Callable[[str], object]) -> None:
        """Lets the user name a car; empty is the bot's own name."""
        question = self.tr("Name of the car; leave empty to use the bot's name")
        ask_text(self._window, self.tr("Rename"), question, self._about_this(then), name)

    @Slot()
    def ask_script(self) -> None:
        """Lets the user choose a script for the match."""
        title = self.tr("Add a script: choose its script.toml")
        self._ask_file(title, SCRIPT_FILTER, partial(self._take_bot, SCRIPTS))

    def _take_bot(self, team: int, path: Path) -> None:
        self._document.take_bots(PathsDropped(paths=(path,), team=team))

    def _about_this(self, then: Callable[[T], object]) -> Callable[[T], None]:
        """Returns a callback that calls `then` unless the document has changed meanwhile.

        A question about a car names it by its position, which may be that of another car after an edit.
        """
        document, text = self._document.document, self._document.document.text

        def answer(value: T) -> None:
            if self._document.document is document and document.text == text:
                then(value)
            else:
                self._document.refused.emit(self.tr("The match changed; nothing was done."))

        return answer


def _nothing() -> None:
    """Does nothing, after a question that no action waits for."""
