"""The layer over the arena view that takes keys and mouse buttons while the user drives."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from runtime.model.driving import DEFAULT_KEYS, MOUSE_LEFT, MOUSE_MIDDLE, MOUSE_RIGHT, DriveAction, Keys
from runtime.model.values import CarView
from widgets.looks import faded, scaled_font
from widgets.shared.controls import push_button
from widgets.words import key_text, number, speed_text

DRIVE_KEYS: Final = "Ctrl+G"
GAUGE_PX: Final = 84
MARGIN_PX: Final = 14
HINT_Y_PX: Final = 40
FULL_TURN: Final = 360 * 16
MOVES_UU: Final = 200.0
"""Speed from which on the car moves, uu/s."""
_BUTTONS: Final[Mapping[Qt.MouseButton, str]] = {
    Qt.MouseButton.LeftButton: MOUSE_LEFT,
    Qt.MouseButton.RightButton: MOUSE_RIGHT,
    Qt.MouseButton.MiddleButton: MOUSE_MIDDLE,
}
_MOUSE: Final[Mapping[str, object]] = {
    MOUSE_LEFT: QT_TRANSLATE_NOOP("DriveActions", "Left mouse button"),
    MOUSE_RIGHT: QT_TRANSLATE_NOOP("DriveActions", "Right mouse button"),
    MOUSE_MIDDLE: QT_TRANSLATE_NOOP("DriveActions", "Middle mouse button"),
}
_SHORTCUTS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def input_name(event: QKeyEvent | QMouseEvent) -> str:
    """Returns the name of a key or mouse button, as bindings have it; empty for one that cannot be bound."""
    if isinstance(event, QMouseEvent):
        return _BUTTONS.get(event.button(), "")
    return QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)


def input_words(name: str) -> str:
    """Returns the name of a key or mouse button in the user's language."""
    return QCoreApplication.translate("DriveActions", str(_MOUSE[name])) if name in _MOUSE else key_text(name)


class DriveOverlay(QWidget):
    """Covers the arena view while the user drives, and turns presses into actions; GUI thread.

    It shows boost and speed of the car, and the keys until the car moves. Losing the focus releases all keys; a click
    brings it back. Its button, in the lower left corner of the view, begins and ends driving.

    Signals:
        toggled: driving should begin, or end.
        held_changed: a `DriveAction` and whether its key is held now.
        all_released: no key is held any more.
        ball_cam_wanted: the key of the ball camera was pressed.
    """

    toggled = Signal()
    held_changed = Signal(DriveAction, bool)
    all_released = Signal()
    ball_cam_wanted = Signal()

    def __init__(self, looks: Looks, over: QWidget) -> None:
        super().__init__(over)
        self._looks = looks
        self._over = over
        self._keys = DEFAULT_KEYS
        self._actions: dict[str, tuple[DriveAction, ...]] = {}
        self._down: dict[int, str] = {}
        """Names of the held keys by scan code, since a modifier may change the name of a key while it is held."""
        self._car: CarView | None = None
        self._gamepad = ""
        self._has_moved = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAccessibleName(self.tr("Driving"))
        self.button = push_button(name=self.tr("Drive your car"))
        self.button.setParent(over)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.toggled)
        self.hide()
        self.button.hide()
        over.installEventFilter(self)
        self.set_keys(DEFAULT_KEYS)

    def set_keys(self, keys: Keys) -> None:
        """Takes the key of each action."""
        self._release()
        self._keys = keys
        self._actions = {key: tuple(action for action in keys if keys[action] == key) for key in keys.values()}

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self._looks = looks
        self.update()

    def offer(self, *, is_offered: bool, reason: str = "") -> None:
        """Shows or hides the button; a reason why the car cannot be driven disables it."""
        begin = self.tr("Drive ({0})").format(key_text(DRIVE_KEYS))
        words = self.tr("Stop driving (Esc)") if self.isVisible() else begin
        self.button.setText(reason or words)
        self.button.setEnabled(not reason)
        self.button.setVisible(is_offered)
        self._arrange()

    def begin(self) -> None:
        """Takes keys and mouse from now on."""
        self._car, self._has_moved = None, False
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()
        self.button.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Gives keys and mouse back."""
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._over.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_car(self, car: CarView | None, gamepad: str) -> None:
        """Shows the driven car, and the name of the gamepad."""
        had_moved = self._has_moved
        self._has_moved = had_moved or (car is not None and car.speed > MOVES_UU)
        if had_moved != self._has_moved or gamepad != self._gamepad:
            self.update()
        self._car, self._gamepad = car, gamepad
        self.update(self._gauge_box().adjusted(-90, -30, 10, 10).toRect())

    @property
    def hint(self) -> str:
        """The keys, or the name of the gamepad, until the car moves; then empty."""
        if self._has_moved:
            return ""
        if self._gamepad:
            return self.tr("Gamepad: {0}").format(self._gamepad)
        ways = (DriveAction.FORWARD, DriveAction.LEFT, DriveAction.REVERSE, DriveAction.RIGHT)
        others = (DriveAction.BOOST, DriveAction.JUMP, DriveAction.POWERSLIDE, DriveAction.BALL_CAM)
        drive = " ".join(self._words(action) for action in ways)
        words = self.tr("{0}: drive · {1}: boost · {2}: jump · {3}: slide · {4}: ball camera")
        return words.format(drive, *(self._words(action) for action in others))

    def _words(self, action: DriveAction) -> str:
        return input_words(self._keys[action]) if action in self._keys else self.tr("none")

    def sizeHint(self) -> QSize:
        return self._over.size()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the size of the view."""
        if watched is self._over and event.type() is QEvent.Type.Resize:
            self._arrange()
        return False

    def event(self, event: QEvent) -> bool:
        """Takes bound keys before shortcuts and the focus chain do."""
        is_early = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if is_early and isinstance(event, QKeyEvent) and self._is_ours(event):
            if event.type() is QEvent.Type.KeyPress:
                self.keyPressEvent(event)
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.toggled.emit()
        elif not self._is_ours(event):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            name = input_name(event)
            self._down[_scan_code(event)] = name
            self._set(name, is_held=True)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        name = self._down.get(_scan_code(event), "")
        if not name:
            super().keyReleaseEvent(event)
        elif not event.isAutoRepeat():
            del self._down[_scan_code(event)]
            self._set(name, is_held=False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._set(input_name(event), is_held=True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._set(input_name(event), is_held=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._set(input_name(event), is_held=False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._release()
        self.update()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._release()
        super().hideEvent(event)

    def _arrange(self) -> None:
        self.setGeometry(self._over.rect())
        size = self.button.sizeHint()
        self.button.setGeometry(MARGIN_PX, self._over.height() - size.height() - MARGIN_PX, size.width(), size.height())

    def _is_ours(self, event: QKeyEvent) -> bool:
        """Returns whether a key is bound, or ends driving, and is not part of a shortcut."""
        name = input_name(event)
        if name in self._actions and name in ("Control", "Alt", "Meta"):
            return True
        is_plain = not event.modifiers() & _SHORTCUTS
        return is_plain and (name in self._actions or event.key() == Qt.Key.Key_Escape)

    def _set(self, name: str, *, is_held: bool) -> None:
        for action in self._actions.get(name, ()):
            if action is not DriveAction.BALL_CAM:
                self.held_changed.emit(action, is_held)
            elif is_held:
                self.ball_cam_wanted.emit()

    def _release(self) -> None:
        self._down.clear()
        self.all_released.emit()

    def _gauge_box(self) -> QRectF:
        side = float(GAUGE_PX)
        return QRectF(self.width() - side - MARGIN_PX, self.height() - side - MARGIN_PX, side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._car is not None:
            self._paint_gauge(painter, self._car)
        if not self.hasFocus():
            self._paint_words(painter, self.tr("Click here to go on driving"), self.rect().center().y())
        if self.hint:
            self._paint_words(painter, self.hint, HINT_Y_PX)

    def _paint_gauge(self, painter: QPainter, car: CarView) -> None:
        """Paints the boost as a ring with its number, and the speed below it."""
        box = self._gauge_box()
        colour = QColor(self._looks.orange if car.team else self._looks.blue)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._looks.surface, 0.94))
        painter.drawEllipse(box)
        ring = box.adjusted(6, 6, -6, -6)
        painter.setPen(QPen(faded(self._looks.muted, 0.35), 6.0))
        painter.drawArc(ring, 0, FULL_TURN)
        painter.setPen(QPen(colour, 6.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawArc(ring, 90 * 16, -round(FULL_TURN * car.boost / 100.0))
        painter.setPen(QColor(self._looks.text))
        painter.setFont(scaled_font(self, 1.6, QFont.Weight.Bold))
        painter.drawText(box.adjusted(0, 0, 0, -14), int(Qt.AlignmentFlag.AlignCenter), number(car.boost))
        painter.setFont(scaled_font(self, 0.78))
        painter.setPen(QColor(self._looks.accent if car.is_supersonic else self._looks.muted))
        painter.drawText(box.adjusted(0, 34, 0, 0), int(Qt.AlignmentFlag.AlignCenter), speed_text(car.speed))

    def _paint_words(self, painter: QPainter, words: str, middle_px: float) -> None:
        """Paints words around a height, in as many lines as the width of the view needs."""
        painter.setFont(scaled_font(self, 1.1, QFont.Weight.DemiBold))
        flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        room = QRectF(0, 0, self.width() - 2 * MARGIN_PX - 32, self.height())
        box = painter.boundingRect(room, flags, words).adjusted(-16, -8, 16, 8)
        box.moveCenter(QPointF(self.width() / 2, max(middle_px, box.height() / 2 + MARGIN_PX)))
        painter.setPen(QColor(self._looks.border))
        painter.setBrush(faded(self._looks.surface, 0.94))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(self._looks.text))
        painter.drawText(box.adjusted(16, 8, -16, -8), flags, words)


def _scan_code(event: QKeyEvent) -> int:
    return event.nativeScanCode() or event.key()
