"""Choosing and moving cameras with mouse and keys."""

from typing import Final, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from widgets.stage.cameras import CameraKind, CameraRig
from widgets.stage.picking import Picked, PickKind

CAMERA_KEYS: Final = dict(zip(CameraKind, "1234567", strict=True))
"""Keys of the cameras, in the order of `CameraKind`."""
NEXT_KEYS: Final = (Qt.Key.Key_PageDown, Qt.Key.Key_Period)
PREVIOUS_KEYS: Final = (Qt.Key.Key_PageUp, Qt.Key.Key_Comma)
MIN_DRAG_PX: Final = 4.0
"""A shorter drag is a click."""
TURN_PER_PX: Final = 0.006
"""Turn of the free camera for each pixel of a drag, rad."""
KEY_TURN: Final = 0.12
KEY_PAN: Final = 0.06
"""Step of a key as a share of the distance to the target."""
ZOOM_PER_STEP: Final = 0.86
WHEEL_STEP: Final = 120.0
"""Angle of a step of a mouse wheel in Qt's units."""
_TURNS: Final = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
}


class Viewer(Protocol):
    """The part of the canvas that the tool needs."""

    @property
    def rig(self) -> CameraRig: ...
    def choose_camera(self, kind: CameraKind) -> None: ...
    def choose_car(self, index: int | None) -> None: ...
    def step_car(self, step: int) -> None: ...
    def picked(self, spot: QPointF) -> Picked | None: ...
    def wake(self) -> None: ...


class CameraTool:
    """Translates mouse and keyboard input into camera changes; belongs to one canvas.

    A drag turns the free camera, a drag with another button or Shift moves it, the wheel changes the distance; the
    first drag takes over from the camera that was chosen. A click chooses a car, a double click follows it.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._last: QPointF | None = None
        self._pressed: QPointF | None = None
        self._pans = False

    @property
    def is_held(self) -> bool:
        """True while a button is pressed."""
        return self._last is not None

    def press(self, event: QMouseEvent) -> None:
        """Begins a drag or a click."""
        self._last = self._pressed = event.position()
        is_left = event.button() is Qt.MouseButton.LeftButton
        self._pans = not is_left or bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)

    def move(self, event: QMouseEvent) -> None:
        """Turns or moves the free camera."""
        if self._last is None:
            return
        spot = event.position()
        if self._pressed is not None:
            if (spot - self._pressed).manhattanLength() < MIN_DRAG_PX:
                return
            self._pressed = None
            if self._viewer.rig.kind is CameraKind.ABOVE:
                self._last = None
                return
            self._viewer.choose_camera(CameraKind.FREE)
        way, self._last = spot - self._last, spot
        orbit = self._viewer.rig.orbit
        if self._pans:
            reach = orbit.distance / 500.0
            orbit.pan(-way.x() * reach, way.y() * reach)
        else:
            orbit.turn(-way.x() * TURN_PER_PX, way.y() * TURN_PER_PX)
        self._viewer.wake()

    def release(self, event: QMouseEvent) -> None:
        """Ends a drag; a click chooses the car below it."""
        is_click = self._pressed is not None and not self._pans
        self._last = self._pressed = None
        target = self._viewer.picked(event.position()) if is_click else None
        if target is not None and target.kind is PickKind.CAR:
            self._viewer.choose_car(target.index)

    def double_click(self, event: QMouseEvent) -> None:
        """Follows the car or the ball at the position."""
        target = self._viewer.picked(event.position())
        if target is not None and target.kind is PickKind.CAR:
            self._viewer.choose_car(target.index)
            self._viewer.choose_camera(CameraKind.CAR)
        elif target is not None and target.kind is PickKind.BALL:
            self._viewer.choose_camera(CameraKind.BALL)

    def wheel(self, event: QWheelEvent) -> None:
        """Changes the distance."""
        self._viewer.rig.zoom_by(ZOOM_PER_STEP ** (event.angleDelta().y() / WHEEL_STEP))
        self._viewer.wake()

    def key(self, event: QKeyEvent) -> bool:
        """Takes a key; returns False for one without meaning."""
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_shift = modifiers == Qt.KeyboardModifier.ShiftModifier
        if modifiers and not is_shift:
            return False
        kinds = {digit: kind for kind, digit in CAMERA_KEYS.items()}
        if not is_shift and event.text() in kinds:
            self._viewer.choose_camera(kinds[event.text()])
        elif key in NEXT_KEYS or key in PREVIOUS_KEYS:
            self._viewer.step_car(1 if key in NEXT_KEYS else -1)
        elif key in _TURNS and self._viewer.rig.kind is CameraKind.FREE:
            self._turn(*_TURNS[key], pans=is_shift)
        elif event.text() in ("+", "-"):
            self._viewer.rig.zoom_by(ZOOM_PER_STEP if event.text() == "+" else 1.0 / ZOOM_PER_STEP)
            self._viewer.wake()
        else:
            return False
        return True

    def _turn(self, aside: float, up: float, *, pans: bool) -> None:
        orbit = self._viewer.rig.orbit
        if pans:
            orbit.pan(aside * KEY_PAN * orbit.distance, up * KEY_PAN * orbit.distance)
        else:
            orbit.turn(aside * KEY_TURN, -up * KEY_TURN)
        self._viewer.wake()
