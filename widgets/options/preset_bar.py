"""Named sets of options: choosing one, keeping the present ones under a name, and forgetting one's own."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, set_tone, tinted_icon
from widgets.options.option_value import PresetEntry, PresetRequested
from widgets.options.option_words import preset_name
from widgets.sentences import spoken
from widgets.shared.boxes import ChoiceBox

NAME_LENGTH: Final = 60


class NameLine(QLineEdit):
    """A line for a name; Escape leaves it.

    Signals:
        left: the user does not want to name anything.
    """

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class PresetBar(QWidget):
    """Lists presets; the user's own come first.

    Signals:
        chosen: a `PresetRequested`: its options are wanted.
        removal_requested: a `PresetRequested`: it is to be forgotten.
        keep_requested: a name under which the present options are to be kept.
    """

    chosen = Signal(PresetRequested)
    removal_requested = Signal(PresetRequested)
    keep_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._looks: Looks | None = None
        self._game = ""
        self._presets: tuple[PresetEntry, ...] = ()
        self._current: PresetEntry | None = None
        self._asked = ""
        self.box = ChoiceBox()
        self.box.setAccessibleName(self.tr("Preset"))
        self.box.setToolTip(self.tr("Apply a preset's mode, map and mutators"))
        self.box.activated.connect(self._on_activated)
        self.keep_button = self._button(self.tr("Save mode, map and mutators as a preset"))
        self.remove_button = self._button(self.tr("Delete this preset"))
        self.name_line = NameLine()
        self.name_line.setMaxLength(NAME_LENGTH)
        self.name_line.setPlaceholderText(self.tr("Name of the preset, then Enter"))
        self.name_line.setAccessibleName(self.tr("Name of the new preset"))
        self.name_line.hide()
        self.question = QLabel()
        self.question.setWordWrap(True)
        set_tone(self.question, "warning")
        self.replace_button = QToolButton()
        self.replace_button.setText(self.tr("Replace"))
        self.replace_button.setProperty("role", "small")
        self.replace_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.replace_button.setToolTip(self.tr("Replace the preset with the current settings (Enter)"))
        self._ask("")
        self.keep_button.clicked.connect(self._on_keep_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.name_line.returnPressed.connect(self._on_named)
        self.name_line.textEdited.connect(self._on_name_edited)
        self.replace_button.clicked.connect(self._on_named)
        self.name_line.left.connect(self._leave_name)
        self._arrange()

    def show_presets(self, presets: tuple[PresetEntry, ...], current: PresetEntry | None, game: str) -> None:
        """Shows these presets, one of them as the present one; None is a mix of the user's."""
        if (presets, current, game) == (self._presets, self._current, self._game):
            return
        self._presets = tuple(sorted(presets, key=lambda preset: not preset.is_own))
        self._current, self._game = current, game
        self._fill()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        self.keep_button.setIcon(tinted_icon(Tinted(name="bookmark", colour=looks.text)))
        self.remove_button.setIcon(tinted_icon(Tinted(name="remove", colour=looks.text)))
        self._fill()

    @Slot(int)
    def _on_activated(self, index: int) -> None:
        preset = self.box.itemData(index)
        if isinstance(preset, PresetEntry) and preset != self._current:
            self.chosen.emit(PresetRequested(preset=preset))
        self._select()

    @Slot()
    def _on_keep_clicked(self) -> None:
        is_shown = not self.name_line.isVisible()
        self._ask("")
        self.name_line.setVisible(is_shown)
        if is_shown:
            self.name_line.setText(self._current.id if self._current is not None and self._current.is_own else "")
            self.name_line.selectAll()
            self.name_line.setFocus()

    @Slot()
    def _on_remove_clicked(self) -> None:
        if self._current is not None and self._current.is_own:
            self.removal_requested.emit(PresetRequested(preset=self._current))

    @Slot()
    def _on_named(self) -> None:
        name = " ".join(self.name_line.text().split())
        if name and name != self._asked and self._is_another(name):
            self._ask(name)
        elif name:
            self._leave_name()
            self.keep_requested.emit(name)

    @Slot()
    def _on_name_edited(self) -> None:
        self._ask("")

    @Slot()
    def _leave_name(self) -> None:
        self._ask("")
        self.name_line.hide()
        self.keep_button.setFocus()

    def _is_another(self, name: str) -> bool:
        """Whether one of the user's presets has this name and is not what is set now."""
        is_current = self._current is not None and self._current.is_own and self._current.id == name
        return not is_current and any(preset.is_own and preset.id == name for preset in self._presets)

    def _ask(self, name: str) -> None:
        """Asks whether the preset of that name is to be replaced; empty asks nothing."""
        self._asked = name
        words = self.tr("A preset named '{name}' exists. Press Enter again to replace it, or choose another name.")
        self.question.setText(words.format(name=name) if name else "")
        self.replace_button.setAccessibleName(self.tr("Replace the preset {name}").format(name=name))
        for part in (self.question, self.replace_button):
            part.setVisible(bool(name))

    def _fill(self) -> None:
        self.box.clear()
        icon = None
        if self._looks is not None:
            icon = tinted_icon(Tinted(name="warning", colour=self._looks.warning))
        if self._current is None:
            self.box.addItem(self.tr("Custom"))
        for preset in self._presets:
            text = preset.id if preset.is_own else preset_name(preset.id)
            if preset.remark is None:
                self.box.add_choice(text, preset)
            else:
                words = self.tr("not available in {game}").format(game=self._game)
                self.box.add_choice(text, preset, icon=icon, words=words, hint=spoken(preset.remark.text))
        self._select()
        self.remove_button.setEnabled(self._current is not None and self._current.is_own)

    def _select(self) -> None:
        if self._current is None:
            self.box.setCurrentIndex(0)
            return
        entries = [self.box.itemData(index) for index in range(self.box.count())]
        self.box.setCurrentIndex(entries.index(self._current) if self._current in entries else -1)

    def _button(self, hint: str) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        return button

    def _arrange(self) -> None:
        label = QLabel(self.tr("Preset"))
        set_tone(label, "muted")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(label)
        row.addWidget(self.box, 1)
        row.addWidget(self.keep_button)
        row.addWidget(self.remove_button)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.name_line)
        asked = QHBoxLayout()
        asked.setSpacing(6)
        asked.addWidget(self.question, 1)
        asked.addWidget(self.replace_button)
        column.addLayout(asked)
