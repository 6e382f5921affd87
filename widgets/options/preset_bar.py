"""The bar with presets, which are named sets of options: applying, saving and deleting one."""

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from resources.looks import Looks
from widgets.looks import Tinted, tinted_icon
from widgets.messages import rendered
from widgets.options.option_value import PresetEntry, PresetRequested
from widgets.options.option_words import preset_name
from widgets.shared.boxes import ChoiceBox
from widgets.shared.controls import hbox, label, set_icons, tool_button, vbox

NAME_LENGTH: Final = 60


class NameLine(QLineEdit):
    """A line for a name.

    Signals:
        left: Escape was pressed.
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
        chosen: a `PresetRequested` to apply.
        removal_requested: a `PresetRequested` to delete.
        keep_requested: the name of a new preset of the current options.
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
        self.box = ChoiceBox(self.tr("Preset"), self.tr("Apply a preset's mode, map and mutators"))
        self.box.activated.connect(self._on_activated)
        self.keep_button = tool_button(hint=self.tr("Save mode, map and mutators as a preset"), role="", icon_px=14)
        self.remove_button = tool_button(hint=self.tr("Delete this preset"), role="", icon_px=14)
        self.name_line = NameLine()
        self.name_line.setMaxLength(NAME_LENGTH)
        self.name_line.setPlaceholderText(self.tr("Name of the preset, then Enter"))
        self.name_line.setAccessibleName(self.tr("Name of the new preset"))
        self.name_line.hide()
        self.question = label(tone="warning", wraps=True)
        self.replace_button = tool_button(
            self.tr("Replace"), self.tr("Replace the preset with the current settings (Enter)")
        )
        self._ask("")
        self.keep_button.clicked.connect(self._on_keep_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.name_line.returnPressed.connect(self._on_named)
        self.name_line.textEdited.connect(self._on_name_edited)
        self.replace_button.clicked.connect(self._on_named)
        self.name_line.left.connect(self._leave_name)
        vbox(
            hbox(label(self.tr("Preset"), "muted"), (self.box, 1), self.keep_button, self.remove_button, spacing=6),
            self.name_line,
            hbox((self.question, 1), self.replace_button, spacing=6),
            spacing=6,
            parent=self,
        )

    def show_presets(self, presets: tuple[PresetEntry, ...], current: PresetEntry | None, game: str) -> None:
        """Shows these presets; `current` is None if the options match no preset."""
        if (presets, current, game) == (self._presets, self._current, self._game):
            return
        self._presets = tuple(sorted(presets, key=lambda preset: not preset.is_own))
        self._current, self._game = current, game
        self._fill()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        self._looks = looks
        set_icons(looks.text, [(self.keep_button, "bookmark"), (self.remove_button, "remove")])
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
        """Returns whether another preset of the user has this name."""
        is_current = self._current is not None and self._current.is_own and self._current.id == name
        return not is_current and any(preset.is_own and preset.id == name for preset in self._presets)

    def _ask(self, name: str) -> None:
        """Asks whether to replace the preset with this name; an empty name hides the question."""
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
                self.box.add_choice(text, preset, icon=icon, words=words, hint=rendered(preset.remark.text))
        self._select()
        self.remove_button.setEnabled(self._current is not None and self._current.is_own)

    def _select(self) -> None:
        if self._current is None:
            self.box.setCurrentIndex(0)
            return
        entries = [self.box.itemData(index) for index in range(self.box.count())]
        self.box.setCurrentIndex(entries.index(self._current) if self._current in entries else -1)
