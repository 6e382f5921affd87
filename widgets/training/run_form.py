"""The form in which the document of a training run is edited."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLineEdit, QMenu, QToolButton, QWidget

from resources.looks import Looks
from widgets.looks import scaled_font
from widgets.shared.boxes import ChoiceBox
from widgets.shared.controls import hbox, label, scroll_area, set_icons, tool_button, vbox

Key = tuple[str | int, ...]
"""Path of a value in the document: `("environment", "rewards", 0, "weight")`."""
NUMBER_PX: Final = 76
INDENT_PX: Final = 14
LABEL, CONTROL, WEIGHT, REMOVE = range(4)


class Entry(Enum):
    """The ways to enter a value."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    CHOICE = "one of several"
    CLASS = "one of several, or a class of the user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One value of the document."""

    key: Key
    entry: Entry
    value: str
    """As it is shown; empty if the document does not say it."""
    usual: str = ""
    """The value that counts in that case."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and their words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the form."""

    label: str
    field: Field
    hint: str = ""
    weight: Field | None = None
    """A second value in the same line."""
    is_inner: bool = False
    """It belongs to the row above."""
    removal: Key | None = None
    """What is removed by the button at the end of the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A group of rows with a heading."""

    title: str
    rows: tuple[Row, ...]
    hint: str = ""
    array: Key = ()
    """The list to which `choices` can be added; empty for none."""
    add: str = ""
    """Label of the button that adds one."""
    choices: tuple[tuple[str, str], ...] = ()
    removal: Key | None = None
    """What is removed by the button beside the heading."""


class _Cell:
    """The control of one field."""

    def __init__(self, form: "RunForm", field: Field, name: str, hint: str) -> None:
        self.field = field
        self._form = form
        self.box: ChoiceBox | None = None
        self.line: QLineEdit | None = None
        if field.entry in (Entry.CHOICE, Entry.CLASS):
            self.box = ChoiceBox(name, hint)
            for value, words in field.choices:
                self.box.add_choice(words, value)
            if field.entry is Entry.CLASS:
                self.line = self.box.set_free()
            self.box.activated.connect(self._on_chosen)
        else:
            self.line = QLineEdit()
        if self.line is not None:
            self.line.setAccessibleName(name)
            self.line.setToolTip(hint)
            self.line.editingFinished.connect(self._on_typed)
        self.widget.setMinimumWidth(NUMBER_PX)
        self.show(field)

    @property
    def widget(self) -> QWidget:
        """The control."""
        widget = self.box or self.line
        assert widget is not None
        return widget

    def show(self, field: Field) -> None:
        """Shows another value of the same field."""
        self.field = field
        self._sent = field.value
        if self.box is not None:
            blocker = QSignalBlocker(self.box)
            values = [value for value, _ in field.choices]
            self.box.setCurrentIndex(
                values.index(field.value or field.usual) if (field.value or field.usual) in values else -1
            )
            blocker.unblock()
        if self.line is not None and (self.box is None or self.box.currentIndex() < 0):
            self.line.setText(field.value)
        if self.line is not None:
            self.line.setPlaceholderText(field.usual)

    def _on_chosen(self, place: int) -> None:
        self._send(self.field.choices[place][0])

    def _on_typed(self) -> None:
        text = self.line.text().strip() if self.line is not None else ""
        words = {shown: value for value, shown in self.field.choices}
        self._send(words.get(text, text))

    def _send(self, text: str) -> None:
        """Requests an edit once; leaving the control after Return is no second one."""
        if text != self._sent:
            self._sent = text
            if text != (self.field.value or self.field.usual if text else self.field.value):
                self._form.edited.emit(self.field, text)


class RunForm(QWidget):
    """Shows the values of a document in sections; GUI thread. The document is shown again after each edit.

    Signals:
        edited: a `Field` and the text that was entered; an empty text removes the key.
        removed: the key of an element of a list, or of a table.
        added: the key of a list, and the value of a choice.
        file_requested: the document should be opened in the user's editor.
    """

    edited = Signal(object, str)
    removed = Signal(object)
    added = Signal(object, str)
    file_requested = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks = looks
        self._shape: object = None
        self._cells: dict[Key, _Cell] = {}
        self._rows = vbox()
        self._area = scroll_area(QWidget())
        self.note = label()
        """Says why the document cannot be edited."""
        self.file_button = tool_button()
        self._buttons: list[QToolButton] = []
        vbox((self._area, 1), margins=0, parent=self)

    def show_sections(self, sections: Sequence[Section], *, note: str, is_locked: bool) -> None:
        """Shows a document; a note says why it cannot be edited, or what is worth knowing."""
        shape = [_shape_of(section) for section in sections]
        if shape != self._shape:
            self._shape = shape
            self._build(sections)
        for section in sections:
            for row in section.rows:
                for field in filter(None, (row.field, row.weight)):
                    self._cells[field.key].show(field)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        for cell in self._cells.values():
            cell.widget.setEnabled(not is_locked)
        for button in self._buttons:
            button.setEnabled(not is_locked)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self._draw()

    def cell(self, key: Key) -> QWidget:
        """Returns the control of a field."""
        return self._cells[key].widget

    def _build(self, sections: Sequence[Section]) -> None:
        old = self._area.takeWidget()
        if old is not None:
            old.deleteLater()  # this may be an event of one of its controls
        content = QWidget()
        self._cells, self._buttons = {}, []
        self.note = label(tone="muted", wraps=True)
        self.file_button = tool_button(
            self.tr("Edit the file"), self.tr("Open the document in your editor; saved changes appear here"), role="add"
        )
        self.file_button.clicked.connect(lambda _checked=False: self.file_requested.emit())
        self._rows = vbox(self.note, spacing=4, margins=(10, 8, 10, 8), parent=content)
        for section in sections:
            self._build_section(section)
        self._rows.addSpacing(8)
        self._rows.addWidget(self.file_button)
        self._rows.addStretch(1)
        self._area.setWidget(content)
        self._draw()

    def _build_section(self, section: Section) -> None:
        title = label(section.title)
        title.setFont(scaled_font(self, 1.0, QFont.Weight.DemiBold))
        head = hbox(title, None)
        if section.removal is not None:
            head.addWidget(self._removing(section.removal, section.title))
        if self._rows.count() > 1:
            self._rows.addSpacing(8)
        self._rows.addLayout(head)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(CONTROL, 1)
        for place, row in enumerate(section.rows):
            self._build_row(grid, place, row)
        self._rows.addLayout(grid)
        if section.hint:
            self._rows.addWidget(label(section.hint, "muted", wraps=True))
        if section.array:
            self._rows.addWidget(self._adding(section))

    def _build_row(self, grid: QGridLayout, place: int, row: Row) -> None:
        if row.label:
            name = label(row.label, "muted" if row.is_inner else "")
            name.setToolTip(row.hint)
            name.setContentsMargins(INDENT_PX if row.is_inner else 0, 0, 0, 0)
            grid.addWidget(name, place, LABEL)
        hint = row.hint or row.label
        cell = self._cells[row.field.key] = _Cell(self, row.field, row.label or row.field.value, hint)
        first, span = (LABEL, 2) if not row.label else (CONTROL, 1)
        if row.weight is None and row.removal is None:
            span += 2
        elif row.weight is None:
            span += 1
        grid.addWidget(cell.widget, place, first, 1, span)
        if row.weight is not None:
            weight = self._cells[row.weight.key] = _Cell(self, row.weight, self.tr("Weight"), self.tr("Weight"))
            weight.widget.setFixedWidth(NUMBER_PX)
            grid.addWidget(weight.widget, place, WEIGHT)
        if row.removal is not None:
            grid.addWidget(self._removing(row.removal, row.label or row.field.value), place, REMOVE)

    def _removing(self, key: Key, name: str) -> QToolButton:
        button = tool_button(hint=self.tr("Remove: {0}").format(name), role="quiet")
        button.setProperty("icon", "remove")
        button.clicked.connect(partial(self._on_removing, key))
        self._buttons.append(button)
        return button

    def _adding(self, section: Section) -> QToolButton:
        button = tool_button(section.add, role="add")
        menu = QMenu(button)
        for value, words in section.choices:
            menu.addAction(words).triggered.connect(partial(self._on_adding, section.array, value))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._buttons.append(button)
        return button

    def _on_removing(self, key: Key, _is_checked: bool = False) -> None:
        self.removed.emit(key)

    def _on_adding(self, array: Key, value: str, _is_checked: bool = False) -> None:
        self.added.emit(array, value)

    def _draw(self) -> None:
        set_icons(self._looks.muted, [(button, "remove") for button in self._buttons if button.menu() is None], 14)


def _shape_of(section: Section) -> object:
    """Returns all of a section but its values."""
    rows = [
        (row.label, row.field.key, row.field.entry, row.field.choices, row.is_inner, row.removal, row.weight is None)
        for row in section.rows
    ]
    return section.title, section.hint, section.array, section.choices, section.removal, rows
