"""The arena view in which cars and ball can be moved by mouse and keys."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from resources.looks import Looks
from runtime.model.placements import Placement
from runtime.model.values import ArenaView, CarView
from widgets.stage.arena_canvas import ArenaCanvas
from widgets.stage.camera import Projection
from widgets.stage.moving import (
    SMALL_STEP_RAD,
    SMALL_STEP_UU,
    STEP_RAD,
    STEP_UU,
    Gesture,
    Handle,
    Mover,
    handle_at,
    paint_marks,
    thing,
)
from widgets.words import car_names, number

_ARROWS: Final = {
    Qt.Key.Key_Up: (1.0, 0.0),
    Qt.Key.Key_Down: (-1.0, 0.0),
    Qt.Key.Key_Left: (0.0, -1.0),
    Qt.Key.Key_Right: (0.0, 1.0),
}
"""Direction in field coordinates of each arrow key; x points up the screen."""
_SETTLE_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MovableArena(ArenaCanvas):
    """The arena view in which cars and ball can be moved while moving is enabled; GUI thread.

    Signals:
        placed: a requested `Placement`.
        moving_left: Escape has ended moving.
        chosen_changed: the `Handle` of the thing that is selected now.
    """

    placed = Signal(Placement)
    moving_left = Signal()
    chosen_changed = Signal(Handle)

    def __init__(self, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(looks, parent)
        self._told: Handle | None = None
        """The thing of the last `chosen_changed`."""
        self.mover = Mover(self.placed.emit, self._on_move_changed)

    def set_moving(self, *, is_on: bool) -> None:
        """Enables or disables moving."""
        if is_on == self.mover.is_on:
            return
        self.mover.switch(is_on=is_on)
        kept = Qt.ContextMenuPolicy.PreventContextMenu if is_on else Qt.ContextMenuPolicy.DefaultContextMenu
        self.setContextMenuPolicy(kept)
        self.setMouseTracking(is_on)
        if is_on:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)
            if self.view is not None:
                self.mover.choose(1, self.view)
        else:
            self.unsetCursor()

    def show_view(self, view: ArenaView) -> None:
        super().show_view(view)
        self.mover.follow(view)

    def play(self, views: Sequence[ArenaView]) -> None:
        super().play(views)
        if views:
            self.mover.follow(views[-1])

    def clear(self) -> None:
        super().clear()
        self.mover.forget()

    def paint_over(self, painter: QPainter, view: ArenaView, projection: Projection) -> None:
        if self.mover.is_on:
            paint_marks(painter, self.mover, view, projection, self._looks)

    def _on_move_changed(self) -> None:
        self.setAccessibleDescription(self._description())
        if self.mover.chosen not in (None, self._told):
            self._told = self.mover.chosen
            self.chosen_changed.emit(self._told)
        self.update()

    def _description(self) -> str:
        """Returns the selected thing and its target for screen readers."""
        body = thing(self.mover.chosen, self.view) if self.mover.chosen is not None and self.view is not None else None
        if body is None or self.view is None:
            return ""
        name = car_names(self.view)[body.index] if isinstance(body, CarView) else self.tr("Ball")
        draft = self.mover.draft
        if draft is None:
            return self.tr("{0} selected. Move it with the arrow keys.").format(name)
        place = f"{number(draft.x)} / {number(draft.y)}"
        return self.tr("{0} to {1}. Enter drops it there, Shift+Enter throws it.").format(name, place)

    def _show_cursor(self, spot: QPointF) -> None:
        if self.mover.is_held:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self.view is not None and handle_at(spot, self.view, self.projection) is not None:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.setCursor(Qt.CursorShape.CrossCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        gesture = _gesture(event)
        if not self.mover.is_on or self.view is None or gesture is None:
            super().mousePressEvent(event)
            return
        if not self.mover.press(event.position(), gesture, self.view, self.projection):
            super().mousePressEvent(event)
        self._show_cursor(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.mover.is_on or self.view is None or self.camera_tool.is_held:
            super().mouseMoveEvent(event)
            return
        if self.mover.is_held:
            self.mover.drag(event.position(), self.view, self.projection, self.shape)
        self._show_cursor(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.mover.is_held or self.view is None:
            super().mouseReleaseEvent(event)
            return
        self.mover.drag(event.position(), self.view, self.projection, self.shape)
        self.mover.release(self.view)
        self._show_cursor(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.mover.is_on or self.view is None or not self._take_key(event, self.view):
            super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent, view: ArenaView) -> bool:
        key, is_shift = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        is_turn = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if is_turn and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = SMALL_STEP_RAD if is_shift else STEP_RAD
            self.mover.turn(step if key == Qt.Key.Key_Right else -step, view)
        elif key in _ARROWS:
            step = SMALL_STEP_UU if is_shift else STEP_UU
            dx, dy = _ARROWS[key]
            self.mover.nudge(step * dx, step * dy, view, self.shape)
        elif key in _SETTLE_KEYS:
            self.mover.settle(Gesture.THROW if is_shift else Gesture.PUT, view)
        elif key == Qt.Key.Key_Escape:
            if not self.mover.cancel():
                self.moving_left.emit()
        else:
            return False
        return True

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802 - Qt's own name and form
        """Tab selects the next thing, and leaves the widget after the last."""
        if self.mover.is_on and self.view is not None and self.mover.choose(1 if is_next else -1, self.view):
            return True
        return super().focusNextPrevChild(is_next)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.mover.cancel()
        super().focusOutEvent(event)


def _gesture(event: QMouseEvent) -> Gesture | None:
    """Returns PUT for the left button, THROW for the right one or Shift, TURN for Ctrl."""
    if event.button() is Qt.MouseButton.RightButton:
        return Gesture.THROW
    if event.button() is not Qt.MouseButton.LeftButton:
        return None
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return Gesture.TURN
    return Gesture.THROW if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else Gesture.PUT
