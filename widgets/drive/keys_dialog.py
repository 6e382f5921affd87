"""The dialog in which the keys for driving are chosen; every choice takes effect at once."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QLabel, QPushButton, QSpinBox, QWidget

from runtime.model.driving import (
    DEFAULT_KEYS,
    DEFAULT_RAMP_MS,
    LEAVE_KEY,
    DriveAction,
    Keys,
    conflicts,
)
from widgets.drive.drive_overlay import input_name, input_words
from widgets.looks import set_tone
from widgets.shared.controls import WholeArea, hbox, label, push_button, scroll_area, vbox
from widgets.shared.screen_dialog import ScreenDialog

translate = QCoreApplication.translate
MAX_RAMP_MS: Final = 500
STEP_MS: Final = 10
KEY_WIDTH_PX: Final = 170
REMARK_WIDTH_PX: Final = 210
_ACTIONS: Final[Mapping[DriveAction, object]] = {
    DriveAction.FORWARD: QT_TRANSLATE_NOOP("DriveActions", "Forward; nose down in the air"),
    DriveAction.REVERSE: QT_TRANSLATE_NOOP("DriveActions", "Reverse; nose up in the air"),
    DriveAction.LEFT: QT_TRANSLATE_NOOP("DriveActions", "Left"),
    DriveAction.RIGHT: QT_TRANSLATE_NOOP("DriveActions", "Right"),
    DriveAction.JUMP: QT_TRANSLATE_NOOP("DriveActions", "Jump (with a direction: dodge)"),
    DriveAction.BOOST: QT_TRANSLATE_NOOP("DriveActions", "Boost"),
    DriveAction.POWERSLIDE: QT_TRANSLATE_NOOP("DriveActions", "Power slide"),
    DriveAction.AIR_ROLL: QT_TRANSLATE_NOOP("DriveActions", "Air roll, with left and right"),
    DriveAction.ROLL_LEFT: QT_TRANSLATE_NOOP("DriveActions", "Air roll left"),
    DriveAction.ROLL_RIGHT: QT_TRANSLATE_NOOP("DriveActions", "Air roll right"),
    DriveAction.BALL_CAM: QT_TRANSLATE_NOOP("DriveActions", "Ball camera"),
}


def action_name(action: DriveAction) -> str:
    """Returns what an action does, in the user's language."""
    return translate("DriveActions", str(_ACTIONS[action]))


class KeyButton(QPushButton):
    """Shows the key of an action; after a click, it takes the next key or mouse button. GUI thread.

    Escape keeps the key, Delete leaves the action without one.

    Signals:
        chosen: the name of the new key; empty if the action has none.
    """

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._key = ""
        self._is_waiting = False
        self.setAccessibleName(name)
        self.setAutoDefault(False)
        self.setFixedWidth(KEY_WIDTH_PX)
        self.clicked.connect(self._wait)

    def show_key(self, key: str) -> None:
        """Shows a key; empty if the action has none."""
        self._key = key
        self._stop()

    @Slot()
    def _wait(self) -> None:
        self._is_waiting = True
        self.setText(self.tr("Press a key …"))

    def _stop(self) -> None:
        self._is_waiting = False
        self.setText(input_words(self._key) if self._key else self.tr("none"))

    def _take(self, name: str) -> None:
        self._stop()
        if name == "Del":
            self.chosen.emit("")
        elif name and name != LEAVE_KEY:
            self.chosen.emit(name)

    def event(self, event: QEvent) -> bool:
        """Takes every key while it waits, also those of shortcuts and of the focus chain."""
        if self._is_waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.KeyPress:
                self._take(input_name(event))
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._is_waiting:
            self._take(input_name(event))
        else:
            super().mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._stop()
        super().focusOutEvent(event)


class DriveKeysDialog(ScreenDialog):
    """Shows the keys for driving, and which of them are in conflict; GUI thread.

    Signals:
        keys_changed: the `Keys` after a choice.
        ramp_changed: the milliseconds in which steering by key reaches full lock.
    """

    keys_changed = Signal(object)
    ramp_changed = Signal(int)

    def __init__(self, gamepads: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys for driving"))
        self._keys: dict[DriveAction, str] = {}
        self.buttons: dict[DriveAction, KeyButton] = {}
        self.remarks: dict[DriveAction, QLabel] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        for row, action in enumerate(DriveAction):
            name = label(action_name(action))
            self.buttons[action] = button = KeyButton(action_name(action))
            self.remarks[action] = remark = label(tone="bad", wraps=True)
            remark.setMinimumWidth(REMARK_WIDTH_PX)
            name.setBuddy(button)
            button.chosen.connect(lambda key, action=action: self._on_chosen(action, key))
            for column, part in enumerate((name, button, remark)):
                grid.addWidget(part, row, column)
        self.ramp = QSpinBox()
        self.ramp.setRange(0, MAX_RAMP_MS)
        self.ramp.setSingleStep(STEP_MS)
        self.ramp.setSuffix(" ms")
        self.ramp.setSpecialValueText(self.tr("at once"))
        self.ramp.setAccessibleName(self.tr("Time until steering by key reaches full lock"))
        self.ramp.valueChanged.connect(self.ramp_changed)
        self.reset = push_button(self.tr("Restore defaults"), self.tr("Use the default keys of Rocket League"))
        self.reset.clicked.connect(lambda: self._change(dict(DEFAULT_KEYS)))
        self.reset.clicked.connect(lambda: self.ramp.setValue(DEFAULT_RAMP_MS))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.close)
        hint = label(self.tr("Click a key to change it; Delete removes it. Esc ends driving."), "muted", wraps=True)
        steering = hbox(label(self.tr("Full lock after")), self.ramp, None, spacing=8)
        page = QWidget()
        vbox(hint, grid, steering, label(gamepads, "muted", wraps=True), spacing=10, parent=page)
        area = scroll_area(page, WholeArea())
        vbox((area, 1), hbox(self.reset, None, close), spacing=10, margins=(18, 14, 18, 14), parent=self)

    def show_value(self, keys: Keys, ramp_ms: int) -> None:
        """Shows keys and steering without emitting a signal."""
        self.ramp.blockSignals(True)
        self.ramp.setValue(ramp_ms)
        self.ramp.blockSignals(False)
        self._keys = dict(keys)
        clashes = conflicts(keys)
        for action, button in self.buttons.items():
            button.show_key(keys.get(action, ""))
            others = ", ".join(map(action_name, clashes.get(action, ())))
            self.remarks[action].setText(self.tr("Also: {0}").format(others) if others else "")
            set_tone(button, "bad" if others else "")

    def _on_chosen(self, action: DriveAction, key: str) -> None:
        keys = {other: name for other, name in self._keys.items() if other is not action}
        self._change({**keys, action: key} if key else keys)

    def _change(self, keys: dict[DriveAction, str]) -> None:
        self.show_value(keys, self.ramp.value())
        self.keys_changed.emit(keys)
