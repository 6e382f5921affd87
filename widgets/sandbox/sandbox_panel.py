"""The sandbox panel: time, one object, and saved situations."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from resources.looks import Looks
from runtime.model.game_facts import GRAVITY_Z
from runtime.model.values import ArenaView
from widgets.sandbox.inspector import Inspector
from widgets.shared.boxes import ElidingBox
from widgets.shared.controls import hbox, label, scroll_area, set_icons, tool_button, vbox
from widgets.words import number

SPEEDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 4.0)
MAX_GRAVITY: Final = 5000.0
GRAVITY_PX: Final = 78
SIDE_PX: Final = 10
STEP_KEYS: Final = "F10"
REPEAT_KEYS: Final = "Ctrl+Shift+R"


def speed_words(speed: float) -> str:
    """Returns a game speed as people say it: `0.25x`."""
    return f"{number(speed, next((places for places in (0, 1) if round(speed, places) == round(speed, 2)), 2))}x"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedSituation:
    """One situation of the list."""

    path: Path
    name: str
    hint: str = ""
    """Its content, or what is wrong with its file."""
    is_broken: bool = False


class SandboxPanel(QFrame):
    """Shows and changes the state of a running match; GUI thread.

    Signals:
        freeze_toggled: whether the match should stand still.
        step_wanted: one tick should be played.
        speed_chosen, gravity_chosen: game speed, and gravity in uu/s².
        save_wanted: the situation of this moment should be saved.
        load_wanted: the `Path` of a situation that should be loaded into the match.
        repeat_wanted: the last one again.
        removal_wanted: the `Path` of a situation whose file should be deleted.
        open_wanted: a file with a situation, to be chosen.
        folder_wanted: the folder of the situations should be opened.
    """

    freeze_toggled = Signal(bool)
    step_wanted = Signal()
    speed_chosen = Signal(float)
    gravity_chosen = Signal(float)
    save_wanted = Signal()
    load_wanted = Signal(Path)
    repeat_wanted = Signal()
    removal_wanted = Signal(Path)
    open_wanted = Signal()
    folder_wanted = Signal()

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reason = ""
        self._arena_reason = ""
        self.setProperty("role", "panel")
        self.inspector = Inspector()
        self._make_time()
        self._make_situations()
        self.reason = label(tone="muted", wraps=True)
        content = QWidget()
        situations = vbox(*self._situation_rows(), spacing=3)
        self._rows = (hbox(*self._time_rows(), spacing=12), hbox(self.inspector, (situations, 1), spacing=16))
        """Parts beside each other, or below each other in a narrow panel."""
        vbox(self.reason, *self._rows, spacing=5, margins=(SIDE_PX, 6, SIDE_PX, 6), parent=content)
        self._area = scroll_area(content)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        vbox((self._area, 1), margins=1, parent=self)
        self.set_looks(looks)
        self.show_state(reason=self.tr("No match is running."), arena_reason="")

    def show_state(self, *, reason: str, arena_reason: str) -> None:
        """Enables the controls.

        Args:
            reason: why nothing can be changed now; empty if it can.
            arena_reason: why the match cannot stand still, nor play single ticks; empty if it can.
        """
        self._reason, self._arena_reason = reason, arena_reason
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))
        for part in (self.speed, self.gravity, self.usual_gravity, self.inspector, self.save):
            part.setEnabled(not reason)
        for button, hint in ((self.freeze, self._freeze_hint), (self.step, self._step_hint)):
            button.setEnabled(not (reason or arena_reason))
            button.setToolTip(arena_reason or hint)
        self._show_choice()

    def show_view(self, view: ArenaView | None) -> None:
        """Shows a frame of the match."""
        self.inspector.show_view(view)
        if view is not None:
            with QSignalBlocker(self.gravity), QSignalBlocker(self.speed):
                if not self.gravity.hasFocus():
                    self.gravity.setValue(view.gravity_z)
                place = self.speed.findData(round(view.game_speed, 3))
                self.speed.setCurrentIndex(place)
                if place < 0:
                    self.speed.setPlaceholderText(speed_words(view.game_speed))

    def show_frozen(self, *, is_frozen: bool) -> None:
        """Shows whether the match stands still."""
        with QSignalBlocker(self.freeze):
            self.freeze.setChecked(is_frozen)

    def show_situations(self, saved: tuple[SavedSituation, ...]) -> None:
        """Shows the saved situations."""
        kept = self.chosen
        self.list.clear()
        for situation in saved:
            item = QListWidgetItem(situation.name)
            item.setData(Qt.ItemDataRole.UserRole, situation)
            item.setToolTip(situation.hint)
            if situation.is_broken:
                item.setForeground(self.palette().placeholderText())
            self.list.addItem(item)
            if kept is not None and situation.path == kept.path:
                self.list.setCurrentItem(item)
        self.empty.setVisible(not saved)
        self.list.setVisible(bool(saved))
        self._show_choice()

    def show_last(self, name: str) -> None:
        """Shows the name of the situation that was loaded last; empty if there is none."""
        self._last = name
        hint = self.tr("Load “{0}” into the match again").format(name) if name else ""
        self.repeat.setToolTip(hint)
        self._show_choice()

    def set_looks(self, looks: Looks) -> None:
        """Draws the icons in the colours of the theme."""
        icons = ((self.freeze, "pause"), (self.save, "bookmark"))
        set_icons(looks.text, (*icons, (self.open, "open"), (self.remove, "remove"), (self.folder, "folders")))

    @property
    def chosen(self) -> SavedSituation | None:
        """The chosen situation."""
        item = self.list.currentItem()
        found: SavedSituation | None = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return found

    def _make_time(self) -> None:
        self._freeze_hint = self.tr("Freeze the match")
        self._step_hint = self.tr("Play one tick, 1/120 s")
        self.freeze = tool_button(self.tr("Freeze"), self._freeze_hint, icon_px=16, is_checkable=True)
        self.freeze.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.freeze.toggled.connect(self.freeze_toggled)
        self.step = tool_button(self.tr("1 tick"), self._step_hint, keys=STEP_KEYS)
        self.step.clicked.connect(self.step_wanted)
        self.speed: QComboBox = ElidingBox(self.tr("Game speed"))
        for speed in SPEEDS:
            self.speed.addItem(speed_words(speed), speed)
        self.speed.activated.connect(lambda _: self.speed_chosen.emit(self.speed.currentData()))
        self.gravity = QDoubleSpinBox()
        self.gravity.setRange(-MAX_GRAVITY, MAX_GRAVITY)
        self.gravity.setDecimals(0)
        self.gravity.setFixedWidth(GRAVITY_PX)
        self.gravity.setSingleStep(50.0)
        self.gravity.setKeyboardTracking(False)
        self.gravity.setAccessibleName(self.tr("Gravity in uu/s²; {0} is the usual one").format(number(GRAVITY_Z)))
        self.gravity.setToolTip(self.gravity.accessibleName())
        self.gravity.valueChanged.connect(self.gravity_chosen)
        self.usual_gravity = tool_button(self.tr("Usual"), self.tr("Set the usual gravity"))
        self.usual_gravity.clicked.connect(lambda: self.gravity_chosen.emit(GRAVITY_Z))

    def _time_rows(self) -> tuple[QHBoxLayout, QHBoxLayout]:
        return (
            hbox(self.freeze, self.step, 8, label(self.tr("Speed")), self.speed, None),
            hbox(label(self.tr("Gravity")), self.gravity, self.usual_gravity, None),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts parts below each other where they have no room beside each other."""
        super().resizeEvent(event)
        room = self.width() - 2 * (SIDE_PX + 1) - self._area.verticalScrollBar().sizeHint().width()
        directions = QBoxLayout.Direction
        for row in self._rows:
            parts = filter(None, map(row.itemAt, range(row.count())))
            needed = sum(part.minimumSize().width() for part in parts) + row.spacing() * (row.count() - 1)
            row.setDirection(directions.LeftToRight if needed <= room else directions.TopToBottom)

    def _make_situations(self) -> None:
        self._last = ""
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Saved situations"))
        self.list.itemActivated.connect(lambda _: self._load())
        self.list.currentItemChanged.connect(self._show_choice)
        self.empty = label(
            self.tr("Save a moment of a match, then load it into any match, even with other bots."), "muted", wraps=True
        )
        self.save = tool_button(self.tr("Save …"), self.tr("Save this moment as a situation"), icon_px=16)
        self.save.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.save.clicked.connect(self.save_wanted)
        self.load = tool_button(self.tr("Load"), self.tr("Load the chosen situation into the match"))
        self.load.clicked.connect(self._load)
        self.repeat = tool_button(self.tr("Again"), keys=REPEAT_KEYS)
        self.repeat.clicked.connect(self.repeat_wanted)
        self.open = tool_button(hint=self.tr("Open a situation from a file"), role="quiet", icon_px=16)
        self.open.clicked.connect(self.open_wanted)
        self.remove = tool_button(hint=self.tr("Delete the chosen situation"), role="quiet", icon_px=16)
        self.remove.clicked.connect(self._remove)
        self.folder = tool_button(hint=self.tr("Open the folder of the situations"), role="quiet", icon_px=16)
        self.folder.clicked.connect(self.folder_wanted)
        self.after_reload = QCheckBox(self.tr("Again after each reload"))
        self.after_reload.setAccessibleName(self.tr("Load the last situation again after each reload of a bot"))
        self.after_reload.setToolTip(self.after_reload.accessibleName())

    def _situation_rows(self) -> tuple[QWidget, ...]:
        rows = []
        for layout in (
            hbox(self.load, self.repeat, None, self.save, spacing=3),
            hbox((self.after_reload, 1), self.open, self.remove, self.folder, spacing=1),
        ):
            row = QWidget()
            row.setLayout(layout)
            rows.append(row)
        return self.list, self.empty, *rows

    @Slot()
    def _show_choice(self) -> None:
        chosen = self.chosen
        self.load.setEnabled(chosen is not None and not chosen.is_broken and not self._reason)
        self.remove.setEnabled(chosen is not None)
        self.repeat.setEnabled(bool(self._last) and not self._reason)

    @Slot()
    def _load(self) -> None:
        if self.chosen is not None and self.load.isEnabled():
            self.load_wanted.emit(self.chosen.path)

    @Slot()
    def _remove(self) -> None:
        if self.chosen is not None:
            self.removal_wanted.emit(self.chosen.path)
