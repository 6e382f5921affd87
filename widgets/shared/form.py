"""The form in which a document is edited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import QCoreApplication, QSignalBlocker, QTimer, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from resources.looks import Looks
from widgets.looks import set_tone
from widgets.shared.boxes import ChoiceBox
from widgets.shared.controls import hbox, heading, label, scroll_area, set_icons, tool_button, vbox

translate = QCoreApplication.translate
FieldKey = tuple[str | int, ...]
"""Path of a value in the document: `("environment", "rewards", 0, "weight")`."""
Note = tuple[str, str]
"""Tone and text of a sentence below a row."""
NUMBER_PX: Final = 76
INDENT_PX: Final = 14
LABEL, CONTROL, WEIGHT, REMOVE = range(4)


class Entry(Enum):
    """The ways to enter a value."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    NUMBERS = "several numbers"
    CHOICE = "one of several"
    CLASS = "one of several, or a class of the user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One value of the document."""

    key: FieldKey
    entry: Entry
    value: str
    """The displayed value; empty if the document does not set it."""
    default: str = ""
    """The default, which applies if the document does not set a value."""
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
    """True if it belongs to the row above."""
    removal: FieldKey | None = None
    """What is removed by the button at the end of the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A group of rows with a heading."""

    title: str
    rows: tuple[Row, ...]
    hint: str = ""
    array: FieldKey = ()
    """The list to which `choices` can be added, if there is one."""
    add: str = ""
    """Label of the button that adds one."""
    choices: tuple[tuple[str, str], ...] = ()
    removal: FieldKey | None = None
    """What is removed by the button beside the heading."""


class _Cell:
    """The control of one field."""

    def __init__(self, form: "DocumentForm", field: Field, name: str, hint: str) -> None:
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
                values.index(field.value or field.default) if (field.value or field.default) in values else -1
            )
            blocker.unblock()
        if self.line is not None and (self.box is None or self.box.currentIndex() < 0):
            self.line.setText(field.value)
        if self.line is not None:
            self.line.setPlaceholderText(field.default)

    def _on_chosen(self, place: int) -> None:
        self._send(self.field.choices[place][0])

    def _on_typed(self) -> None:
        text = self.line.text().strip() if self.line is not None else ""
        words = {shown: value for value, shown in self.field.choices}
        self._send(words.get(text, text))

    def _send(self, text: str) -> None:
        """Requests an edit once; leaving the control after Return does not request it again."""
        if text != self._sent:
            self._sent = text
            if text != (self.field.value or self.field.default if text else self.field.value):
                self._form.edited.emit(self.field, text)


class _SectionBox(QWidget):
    """The controls of one section."""

    def __init__(self, form: "DocumentForm", section: Section) -> None:
        super().__init__()
        self.cells: dict[FieldKey, _Cell] = {}
        self.buttons: list[QToolButton] = []
        self._form = form
        self._places: dict[FieldKey, int] = {}
        self._notes: dict[FieldKey, QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(CONTROL, 1)
        head = hbox(heading(self, section.title), None)
        if section.removal is not None:
            head.addWidget(self._removing(section.removal, section.title))
        rows = vbox(head, self._grid, spacing=4, margins=(0, 4, 0, 8), parent=self)
        for place, row in enumerate(section.rows):
            self._build_row(2 * place, row)
        if section.hint:
            rows.addWidget(label(section.hint, "muted", wraps=True))
        if section.add:
            rows.addWidget(self._adding(section))

    def show_values(self, section: Section) -> None:
        """Shows the values of a section of the same shape."""
        for row in section.rows:
            for field in filter(None, (row.field, row.weight)):
                self.cells[field.key].show(field)

    def show_notes(self, notes: Mapping[FieldKey, Note]) -> None:
        """Shows a sentence below the rows that have one."""
        for key in self._places.keys() & (notes.keys() | self._notes.keys()):
            tone, text = notes.get(key, ("", ""))
            note = self._notes.get(key)
            if note is None:
                note = self._notes[key] = label(wraps=True)
                self._grid.addWidget(note, self._places[key] + 1, LABEL, 1, REMOVE + 1)
            note.setText(text)
            note.setVisible(bool(text))
            set_tone(note, tone)
            self.cells[key].widget.setAccessibleDescription(text)

    def _build_row(self, place: int, row: Row) -> None:
        if row.label:
            name = label(row.label, "muted" if row.is_inner else "")
            name.setToolTip(row.hint)
            name.setContentsMargins(INDENT_PX if row.is_inner else 0, 0, 0, 0)
            self._grid.addWidget(name, place, LABEL)
        hint = row.hint or row.label
        cell = self.cells[row.field.key] = _Cell(self._form, row.field, row.label or row.field.value, hint)
        first, span = (LABEL, 2) if not row.label else (CONTROL, 1)
        if row.weight is None and row.removal is None:
            span += 2
        elif row.weight is None:
            span += 1
        self._grid.addWidget(cell.widget, place, first, 1, span)
        if row.weight is not None:
            words = translate("DocumentForm", "Weight")
            weight = self.cells[row.weight.key] = _Cell(self._form, row.weight, words, words)
            weight.widget.setFixedWidth(NUMBER_PX)
            self._grid.addWidget(weight.widget, place, WEIGHT)
        if row.removal is not None:
            self._grid.addWidget(self._removing(row.removal, row.label or row.field.value), place, REMOVE)
        self._places |= {field.key: place for field in (row.field, row.weight) if field is not None}

    def _removing(self, key: FieldKey, name: str) -> QToolButton:
        button = tool_button(hint=translate("DocumentForm", "Remove: {0}").format(name), role="quiet")
        button.clicked.connect(partial(self._on_removing, key))
        self.buttons.append(button)
        return button

    def _adding(self, section: Section) -> QToolButton:
        button = tool_button(section.add, role="add")
        if section.choices:
            menu = QMenu(button)
            for value, words in section.choices:
                menu.addAction(words).triggered.connect(partial(self._on_adding, section.array, value))
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        else:
            button.clicked.connect(partial(self._on_adding, section.array, ""))
        self.buttons.append(button)
        return button

    def _on_removing(self, key: FieldKey, _is_checked: bool = False) -> None:
        self._form.removed.emit(key)

    def _on_adding(self, array: FieldKey, value: str, _is_checked: bool = False) -> None:
        self._form.added.emit(array, value)


class DocumentForm(QWidget):
    """Shows the values of a document in sections; GUI thread. The document is shown again after each edit.

    The first section whose rows have changed is made at once, others one by one, so that a long form blocks nothing.

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
        self._sections: tuple[Section, ...] = ()
        self._notes: Mapping[FieldKey, Note] = {}
        self._boxes: list[_SectionBox | None] = []
        self._is_locked = False
        self._making = QTimer(self, interval=0)
        self._making.timeout.connect(self._make_one)
        self.note = label(tone="muted", wraps=True)
        """Says why the document cannot be edited."""
        self.file_button = tool_button(
            self.tr("Edit the file"), self.tr("Open the document in your editor; saved changes appear here"), role="add"
        )
        self.file_button.clicked.connect(lambda _checked=False: self.file_requested.emit())
        content = QWidget()
        self._column = vbox(spacing=0)
        vbox(self.note, self._column, self.file_button, None, spacing=4, margins=(10, 8, 10, 8), parent=content)
        vbox((scroll_area(content), 1), margins=0, parent=self)

    @property
    def is_made(self) -> bool:
        """True if all sections have their controls."""
        return None not in self._boxes

    def show_sections(
        self, sections: Sequence[Section], *, note: str, is_locked: bool, notes: Mapping[FieldKey, Note] | None = None
    ) -> None:
        """Shows a document.

        Args:
            sections: its values.
            note: why the document cannot be edited, or what is worth knowing.
            is_locked: it cannot be edited.
            notes: tone and sentence of the problem of a field.
        """
        former = [(_shape_of(section), box) for section, box in zip(self._sections, self._boxes, strict=True)]
        self._sections, self._is_locked, self._notes = tuple(sections), is_locked, notes or {}
        self._boxes = []
        for section in sections:
            shape = _shape_of(section)
            place = next((place for place, (other, _) in enumerate(former) if other == shape), None)
            self._boxes.append(former.pop(place)[1] if place is not None else None)
        while self._column.takeAt(0) is not None:
            pass
        for _, box in former:
            if box is not None:
                box.hide()
                box.deleteLater()  # this may be an event of one of its controls
        for box in filter(None, self._boxes):
            self._column.addWidget(box)
        for box, section in zip(self._boxes, sections, strict=True):
            if box is not None:
                self._show(box, section)
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._make_one()

    def show_note(self, key: FieldKey, text: str) -> None:
        """Shows why the text entered in a field is refused, until the document is shown again."""
        self._notes = {**self._notes, key: ("bad", text)}
        for box in filter(None, self._boxes):
            box.show_notes(self._notes)

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        for box in filter(None, self._boxes):
            self._draw(box)

    def cell(self, key: FieldKey) -> QWidget:
        """Returns the control of a field.

        Raises:
            LookupError: there is none (yet).
        """
        widget = next((box.cells[key].widget for box in filter(None, self._boxes) if key in box.cells), None)
        if widget is None:
            raise LookupError(key)
        return widget

    @Slot()
    def _make_one(self) -> None:
        """Makes the controls of the first section that has none."""
        if self.is_made:
            self._making.stop()
            return
        place = self._boxes.index(None)
        box = self._boxes[place] = _SectionBox(self, self._sections[place])
        self._column.insertWidget(sum(one is not None for one in self._boxes[:place]), box)
        self._draw(box)
        self._show(box, self._sections[place])
        self._making.start()

    def _show(self, box: _SectionBox, section: Section) -> None:
        box.show_values(section)
        box.show_notes(self._notes)
        for widget in (*(cell.widget for cell in box.cells.values()), *box.buttons):
            widget.setEnabled(not self._is_locked)

    def _draw(self, box: _SectionBox) -> None:
        set_icons(self._looks.muted, [(button, "remove") for button in box.buttons if not button.text()], 14)


def _shape_of(section: Section) -> object:
    """Returns all of a section but its values."""
    rows = [
        (row.label, row.field.key, row.field.entry, row.field.choices, row.is_inner, row.removal, row.weight is None)
        for row in section.rows
    ]
    return section.title, section.hint, section.array, section.choices, section.removal, rows
