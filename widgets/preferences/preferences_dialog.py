"""The settings dialog; every choice takes effect at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QMargins, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QSpinBox,
    QWidget,
)

from resources import languages
from runtime.model.states import SwapMode
from widgets.looks import set_tone
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import WholeArea, hbox, heading, label, push_button, scroll_area, text_field, vbox
from widgets.shared.labels import ElidedLabel
from widgets.shared.screen_dialog import ScreenDialog

LANGUAGES: Final = {"": "", **languages.LANGUAGES}
"""Names of languages by their codes; the empty code is the system's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Settings of all matches."""

    theme: str = "system"
    language: str = ""
    """One of `LANGUAGES`; takes effect at the next start."""
    interpreter: str = ""
    """Python for bots without their own; empty for Kickabout's own."""
    editor: str = ""
    """Command that opens a bot's source; empty for the system default."""
    swap_mode: SwapMode = SwapMode.ASK
    """Reaction to a changed source during a match."""
    keep_former_s: int = 5
    """Time for which the old version is kept after a reload; 0 for not at all."""
    second_version_mb: int = 4096
    """Memory limit of a new version until it plays, and of an old version that is kept."""
    is_fair: bool = False
    """True if CPU cores are reserved for the game and each team."""
    memory_mb: int = 0
    """Memory limit of an agent; 0 for no limit."""
    outside_notices: str = "away"
    """When desktop notifications are shown: `away` (window in the background) or `never`."""
    has_tray_icon: bool = False
    """True if the tray icon is always shown."""
    shows_replays: bool = True
    """True if the arena view shows goals again."""


MAX_MEMORY_MB: Final = 1 << 20
USUAL_WIDTH_PX: Final = 560
BUTTON_GAP_PX: Final = 8
TEXT_MARGIN_PX: Final = 5
"""Text margin of the other fields, which the style sheet cannot set for a spin box."""
STEP_MB: Final = 256
MAX_KEEP_S: Final = 60


class PreferencesDialog(ScreenDialog):
    """Shows `Preferences`; GUI thread.

    Args:
        folders: names and paths of our folders.
        packages: the name of the one that holds the packages of bots.

    Signals:
        changed: the `Preferences` after a choice.
        interpreter_wanted: the file of the interpreter, to be chosen.
        folder_wanted: the name of a folder to open.
        removal_wanted: the removal of packages that no bot uses.
        keys_wanted: the dialog with the keys for driving.
    """

    changed = Signal(Preferences)
    interpreter_wanted = Signal()
    folder_wanted = Signal(str)
    removal_wanted = Signal()
    keys_wanted = Signal()

    def __init__(
        self, folders: Sequence[tuple[str, str]], parent: QWidget | None = None, *, packages: str = ""
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.theme = _list(
            self.tr("Theme"),
            [(self.tr("System"), "system"), (self.tr("Light"), "light"), (self.tr("Dark"), "dark")],
        )
        names = [(words or self.tr("System"), key) for key, words in LANGUAGES.items()]
        self.language = _list(self.tr("Language; takes effect after a restart"), names)
        self.interpreter = text_field(
            self.tr("Python for bots without their own environment"), self.tr("Kickabout's own Python")
        )
        self.browse = push_button(self.tr("Choose …"), name=self.tr("Choose the interpreter"))
        self.editor = text_field(
            self.tr("Command that opens a bot's source; use {folder}, {file} and {line}"),
            self.tr("system default; for example: code {folder}"),
        )
        self.swap_mode = _list(
            self.tr("What to do when a bot's source is saved during a match"),
            [
                (self.tr("Ask"), SwapMode.ASK),
                (self.tr("Reload automatically"), SwapMode.AUTO),
                (self.tr("Nothing"), SwapMode.OFF),
            ],
        )
        self.fair = QCheckBox(self.tr("Reserve CPU cores for the game and each team"))
        self.memory = self._memory_box()
        self._make_version_boxes()
        outside = [(self.tr("When the window is in the background"), "away"), (self.tr("Never"), "never")]
        self.outside = _list(
            self.tr("When to show desktop notifications about results, failed bots and open questions"), outside
        )
        self.replays = QCheckBox(self.tr("Show each goal again in the arena view"))
        self.tray_icon = QCheckBox(self.tr("Always show tray icon"))
        self.tray_icon.setToolTip(self.tr("Show the tray icon at all times, not only when there is a notification"))
        hint = self.tr(
            "Remove packages of bots that are gone, have other requirements now, or have not played for a long time"
        )
        self.remove = push_button(hint=hint)
        self.remove.hide()
        self._packages = packages
        self._labels: list[QWidget] = []
        self._arrange(folders)
        self._align()
        self.resize(USUAL_WIDTH_PX, 0)
        self._connect()
        self._shown = Preferences()
        self.show_value(self._shown)

    @property
    def value(self) -> Preferences:
        """The current choices."""
        return replace(
            self._shown,
            theme=self.theme.currentData(),
            language=self.language.currentData(),
            interpreter=self.interpreter.text().strip(),
            editor=self.editor.text().strip(),
            swap_mode=self.swap_mode.currentData(),
            is_fair=self.fair.isChecked(),
            keep_former_s=self.keep_former.value(),
            second_version_mb=self.second_version.value(),
            memory_mb=self.memory.value(),
            outside_notices=self.outside.currentData(),
            has_tray_icon=self.tray_icon.isChecked(),
            shows_replays=self.replays.isChecked(),
        )

    def show_value(self, value: Preferences) -> None:
        """Shows these choices without emitting `changed`."""
        lists = (
            (self.theme, value.theme),
            (self.language, value.language),
            (self.swap_mode, value.swap_mode),
            (self.outside, value.outside_notices),
        )
        numbers = (self.memory, self.keep_former, self.second_version)
        others = (self.interpreter, self.editor, self.fair, *numbers, self.tray_icon, self.replays)
        blockers = [QSignalBlocker(box) for box in (*others, *(box for box, _ in lists))]
        self._shown = value
        for box, key in lists:
            box.setCurrentIndex(max(0, box.findData(key)))
        self.interpreter.setText(value.interpreter)
        self.editor.setText(value.editor)
        self.fair.setChecked(value.is_fair)
        for number, count in zip(numbers, (value.memory_mb, value.keep_former_s, value.second_version_mb), strict=True):
            number.setValue(count)
        self.tray_icon.setChecked(value.has_tray_icon)
        self.replays.setChecked(value.shows_replays)
        for blocker in blockers:
            blocker.unblock()

    def show_problem(self, text: str) -> None:
        """Shows a problem with the interpreter; an empty text hides it."""
        self._problem.setText(text)
        self._problem.setVisible(bool(text))

    def show_tray(self, *, is_available: bool) -> None:
        """Enables desktop notifications if the desktop supports them; otherwise, says that it does not."""
        for part in (self.outside, self.tray_icon):
            part.setEnabled(is_available)
        self._no_tray.setVisible(not is_available)

    def show_conflicts(self, *, are_there: bool) -> None:
        """Shows whether two actions of driving have the same key."""
        self._conflicts.setText(self.tr("Two actions have the same key.") if are_there else "")

    def show_restart(self, *, is_needed: bool) -> None:
        """Shows that the chosen language takes effect at the next start."""
        self._later.setVisible(is_needed)

    def show_unused(self, size: str) -> None:
        """Shows the button that removes unused packages of this size; an empty size hides it."""
        self.remove.setText(self.tr("Remove unused ({0})").format(size))
        self.remove.setVisible(bool(size))

    @Slot()
    def _on_changed(self) -> None:
        value = self.value
        if value != self._shown:
            self._shown = value
            self.changed.emit(value)

    def _connect(self) -> None:
        for box in (self.theme, self.language, self.swap_mode, self.outside):
            box.activated.connect(self._on_changed)
        for field in (self.interpreter, self.editor):
            field.editingFinished.connect(self._on_changed)
        for tick in (self.fair, self.tray_icon, self.replays):
            tick.toggled.connect(self._on_changed)
        for number in (self.memory, self.keep_former, self.second_version):
            number.valueChanged.connect(self._on_changed)
        self.browse.clicked.connect(self.interpreter_wanted)
        self.remove.clicked.connect(self.removal_wanted)
        self.keys.clicked.connect(self.keys_wanted)

    def _arrange(self, folders: Sequence[tuple[str, str]]) -> None:
        self._problem = label(tone="bad", wraps=True)
        self._problem.hide()
        bots = self._group(
            self.tr("Bots"),
            [
                (self.tr("Python"), hbox((self.interpreter, 1), self.browse, spacing=BUTTON_GAP_PX)),
                ("", self._problem),
                (self.tr("Editor"), self.editor),
                ("", label(self.tr("{file}: the file, {line}: the line, {folder}: the bot's folder"), "muted")),
                (self.tr("On save"), self.swap_mode),
                (self.tr("Old version"), hbox(self.keep_former, self.second_version, None, spacing=BUTTON_GAP_PX)),
                (self.tr("Memory limit"), self.memory),
                ("", self.fair),
            ],
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        page = QWidget()
        no_data = label(self.tr("Kickabout never updates itself and sends no data."), "muted", wraps=True)
        vbox(
            self._appearance(),
            bots,
            self._folders(folders),
            no_data,
            None,
            spacing=12,
            margins=(0, 0, BUTTON_GAP_PX, 0),
            parent=page,
        )
        vbox((scroll_area(page, WholeArea()), 1), buttons, spacing=12, margins=(18, 14, 18, 14), parent=self)

    def _appearance(self) -> QFormLayout:
        self._no_tray = ElidedLabel(self.tr("This desktop has no tray; notices appear only in the window."))
        self._no_tray.hide()
        self.keys = push_button(self.tr("Keys for driving …"), name=self.tr("Change the keys for driving"))
        self._conflicts = label(tone="bad")
        self._later = ElidedLabel(self.tr("Takes effect after a restart."))
        for line in (self._no_tray, self._later):
            set_tone(line, "muted")
        self.show_restart(is_needed=False)
        return self._group(
            self.tr("Appearance"),
            [
                (self.tr("Theme"), self.theme),
                (self.tr("Language"), hbox(self.language, None, spacing=BUTTON_GAP_PX)),
                ("", self._later),
                (self.tr("Arena"), self.replays),
                (self.tr("Driving"), hbox(self.keys, (self._conflicts, 1), spacing=BUTTON_GAP_PX)),
                (self.tr("Desktop notifications"), hbox(self.outside, self.tray_icon, None, spacing=BUTTON_GAP_PX)),
                ("", self._no_tray),
            ],
        )

    def _folders(self, folders: Sequence[tuple[str, str]]) -> QFormLayout:
        rows: list[tuple[str, QWidget | QHBoxLayout]] = []
        for name, path in folders:
            place = ElidedLabel(path)
            place.setToolTip(path)
            place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            set_tone(place, "muted")
            opener = push_button(self.tr("Open"), name=self.tr("Open the folder of {0}").format(name))
            opener.clicked.connect(lambda _checked=False, name=name: self.folder_wanted.emit(name))
            others = [self.remove] if name == self._packages else []
            rows.append((name, hbox((place, 1), *others, opener, spacing=BUTTON_GAP_PX)))
        return self._group(self.tr("Folders"), rows)

    def _group(self, title: str, rows: Sequence[tuple[str, QWidget | QHBoxLayout]]) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setHorizontalSpacing(14)
        form.addRow(heading(self, title, 1.1))
        for words, field in rows:
            form.addRow(words, field)
            name = form.labelForField(field) if words else None
            if name is not None:
                self._labels.append(name)
        return form

    def _align(self) -> None:
        """Aligns the fields of all groups."""
        widest = max(name.sizeHint().width() for name in self._labels)
        for name in self._labels:
            name.setMinimumWidth(widest)

    def _make_version_boxes(self) -> None:
        self.keep_former = _number_box(" s", 0, MAX_KEEP_S, step=1, name=self.tr("How long the old version is kept"))
        self.keep_former.setSpecialValueText(self.tr("not at all"))
        self.keep_former.setPrefix(self.tr("stays") + " ")
        self.second_version = _number_box(
            " MB", STEP_MB, MAX_MEMORY_MB, step=STEP_MB, name=self.tr("Memory limit of a second version")
        )
        self.second_version.setPrefix(self.tr("up to") + " ")
        text = self.tr(
            "After a reload, the old version stays ready for this time. It plays again if the new version fails. A new "
            "version that uses more memory is rejected, and an old one is not kept."
        )
        self.keep_former.setToolTip(text)
        self.second_version.setToolTip(text)

    def _memory_box(self) -> QSpinBox:
        name = self.tr("Memory limit per bot; a bot that exceeds it is stopped")
        box = _number_box(" MB", 0, MAX_MEMORY_MB, step=STEP_MB, name=name)
        box.setSpecialValueText(self.tr("no limit"))
        return box


def _number_box(suffix: str, minimum: int, maximum: int, *, step: int, name: str) -> QSpinBox:
    box = QSpinBox()
    box.setRange(minimum, maximum)
    box.setSingleStep(step)
    box.lineEdit().setTextMargins(QMargins(TEXT_MARGIN_PX, 0, 0, 0))
    box.setSuffix(suffix)
    box.setAccessibleName(name)
    return box


def _list(name: str, entries: Sequence[tuple[str, object]]) -> QComboBox:
    box = ElidingBox(name)
    for words, key in entries:
        box.addItem(words, key)
    return box
