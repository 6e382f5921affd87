"""The layer over the arena view that takes keys and mouse buttons while the user drives."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
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
FULL_TURN: Final = 360 * 16
_BUTTONS: Final[Mapping[Qt.MouseButton, str]] = {
    Qt.MouseButton.LeftButton: MOUSE_LEFT,
    Qt.MouseButton.RightButton: MOUSE_RIGHT,
    Qt.MouseButton.MiddleButton: MOUSE_MIDDLE,
}
_SHORTCUTS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def input_name(event: QKeyEvent | QMouseEvent) -> str:
    """Returns the name of a key or mouse button, as bindings have it; empty for one that cannot be bound."""
    if isinstance(event, QMouseEvent):
        return _BUTTONS.get(event.button(), "")
    return QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)


class DriveOverlay(QWidget):
    """Covers the arena view while the user drives, and turns presses into actions; GUI thread.

    It shows boost and speed of the car. Losing the focus releases all keys; a click brings it back. Its button, at the
    lower edge of the view, begins and ends driving.

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
        self._actions: dict[str, tuple[DriveAction, ...]] = {}
        self._down: dict[int, str] = {}
        """Names of the held keys by scan code, since a modifier may change the name of a key while it is held."""
        self._car: CarView | None = None
        self._gamepad = ""
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
        self._actions = {key: tuple(one for one in keys if keys[one] == key) for key in keys.values()}

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
        self._car = None
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
        self._car, self._gamepad = car, gamepad
        self.update(self._gauge_box().adjusted(-90, -30, 10, 10).toRect())

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
        x, y = (self._over.width() - size.width()) // 2, self._over.height() - size.height() - MARGIN_PX
        self.button.setGeometry(x, y, size.width(), size.height())

    def _is_ours(self, event: QKeyEvent) -> bool:
        """Returns whether a key is bound, or ends driving, and is no part of a shortcut."""
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
            self._paint_line(painter, self.tr("Click here to go on driving"))

    def _paint_gauge(self, painter: QPainter, car: CarView) -> None:
        """Paints the boost as a ring with its number, and the speed below it."""
        box = self._gauge_box()
        colour = QColor(self._looks.orange if car.team else self._looks.blue)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._looks.surface, 0.82))
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

    def _paint_line(self, painter: QPainter, words: str) -> None:
        painter.setFont(scaled_font(self, 1.1, QFont.Weight.DemiBold))
        metrics = painter.fontMetrics()
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 32, metrics.height() + 16)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QColor(self._looks.border))
        painter.setBrush(faded(self._looks.surface, 0.94))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(self._looks.text))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)


def _scan_code(event: QKeyEvent) -> int:
    return event.nativeScanCode() or event.key()
