"""The arena view: a scene painted with a camera, in perspective or from above."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from resources.looks import Looks
from runtime.model.drawings import DrawnGroup
from runtime.model.events import PathPredicted
from runtime.model.values import ArenaView
from widgets.looks import faded, scaled_font
from widgets.stage.camera import Pose, Projection
from widgets.stage.camera_tool import CameraTool
from widgets.stage.cameras import CameraKind, CameraRig
from widgets.stage.field import SOCCAR, FieldShape, shape_of
from widgets.stage.picking import Picked, PickKind, pick
from widgets.stage.playback import Playback
from widgets.stage.replay import Replay
from widgets.stage.scene import History, Scene, path_from
from widgets.stage.top_view import TopRenderer
from widgets.words import Counts, car_names

if TYPE_CHECKING:
    from widgets.stage.drawings import DrawingPainter
    from widgets.stage.perspective import PerspectiveRenderer

Overlay = Callable[[QPainter, Scene, Projection], None]
"""Paints over the finished picture of a scene."""
MIN_MS: Final = 16
"""Interval of pictures at sixty a second."""
MAX_MS: Final = 125
PAINT_SHARE: Final = 0.1
"""Maximum share of the GUI thread's time that painting may take; pictures become rarer above it."""
PLAIN_MS: Final = 14.0
"""Moving pictures that take longer have fewer details, until they take less than `FINE_MS`."""
FINE_MS: Final = 7.0
LINGER_S: Final = 1.0
"""Pictures go on this long after the last frame or change of the camera."""


class ArenaCanvas(QWidget):
    """Paints the scene of a match and a note; GUI thread.

    `build` loads what the perspective needs; before, only its background is painted. Pictures are painted by a timer
    while the widget is visible and something moves; the slower painting is, the rarer they become.

    Signals:
        camera_changed: another camera, or another car for it, was chosen.
        replay_ended: the frames of the match are shown again.
    """

    camera_changed = Signal()
    replay_ended = Signal()

    def __init__(
        self, looks: Looks, parent: QWidget | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(parent)
        self._looks = looks
        self._clock = clock
        self._note = ""
        self._shape: FieldShape = SOCCAR
        self._still: ArenaView | None = None
        """A frame that is shown as it is, instead of the played ones."""
        self._playback = Playback()
        self._history = History()
        self._replay: Replay | None = None
        self._replay_pose: Pose | None = None
        self._path: PathPredicted | None = None
        self._drawings: tuple[DrawnGroup, ...] = ()
        self._drawing_painter: DrawingPainter | None = None
        self._rig = CameraRig()
        self._rig.kind = CameraKind.ABOVE
        self._chosen: int | None = None
        self._slow: frozenset[int] = frozenset()
        self._top: TopRenderer | None = None
        self._perspective: PerspectiveRenderer | None = None
        self._is_built = False
        self._scene = Scene()
        self.overlays: list[Overlay] = []
        """Called in this order after everything but the note is painted."""
        self.paint_ms = 0.0
        """Mean time of a picture."""
        self.camera_tool = CameraTool(self)
        """Acts on mouse and keys."""
        self._active_until_s = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=MIN_MS)
        self._timer.timeout.connect(self._on_tick)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Arena"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # What is shown.

    @property
    def view(self) -> ArenaView | None:
        """The newest frame."""
        return self._still or self._playback.newest

    @property
    def scene(self) -> Scene:
        """The scene that was painted last."""
        return self._scene

    @property
    def shape(self) -> FieldShape:
        """The displayed field."""
        return self._shape

    @property
    def projection(self) -> Projection:
        """The camera of the last picture, for the present size."""
        size = QSizeF(self.size())
        if self._replay_pose is not None:
            return Projection.of_pose(self._replay_pose, size)
        if self._rig.kind is CameraKind.ABOVE and not self._rig.is_easing:
            return Projection.from_above(size, self._shape)
        return Projection.of_pose(self._rig.pose or self._rig.update(self._scene, self._clock()), size)

    @property
    def is_still(self) -> bool:
        """True if another picture would look like the last one, but for flames."""
        return (self._still is not None or self._playback.is_still) and not self._rig.is_easing

    @property
    def camera(self) -> CameraKind:
        """The chosen camera."""
        return self._rig.kind

    @property
    def rig(self) -> CameraRig:
        """The camera's state."""
        return self._rig

    @property
    def chosen(self) -> int | None:
        """Index of the car that cameras follow."""
        return self._chosen

    @property
    def is_built(self) -> bool:
        """True if the perspective can be painted."""
        return self._is_built

    def build(self) -> None:
        """Loads the perspective."""
        self._is_built = True
        self._renew()

    def play(self, views: Sequence[ArenaView]) -> None:
        """Plays frames of a running match, oldest first, smoothly and a little later."""
        self._still = None
        self._playback.add(views, self._clock())
        if views:
            self._take_shape(views[-1])
        self.wake()

    def show_view(self, view: ArenaView) -> None:
        """Shows a frame as it is, until `play`."""
        self._still = view
        if not self._history.add(view):
            self._rig.reset()
        self._take_shape(view)
        self.wake()

    def play_replay(self, replay: Replay | None) -> None:
        """Shows a replay instead of the match, which goes on; None ends it, as its last frame does."""
        if replay is self._replay:
            return
        self._replay, self._replay_pose = replay, None
        self._history.clear()
        self.wake()
        if replay is None:
            self.replay_ended.emit()

    def show_drawings(self, groups: tuple[DrawnGroup, ...]) -> None:
        """Replaces the drawings of agents."""
        if groups or self._drawings:
            self._drawings = groups
            self._refresh()

    def show_path(self, path: PathPredicted | None) -> None:
        """Shows where the ball is predicted to go."""
        if path is not self._path:
            self._path = path
            self._refresh()

    def show_slow(self, cars: frozenset[int]) -> None:
        """Marks the cars of slow agents, by their indices."""
        if cars != self._slow:
            self._slow = cars
            self._refresh()

    def show_shape(self, shape: FieldShape) -> None:
        """Shows another field."""
        if shape != self._shape:
            self._shape = shape
            self.update()

    def show_note(self, note: str) -> None:
        """Shows a sentence in the centre; an empty note hides it."""
        if note != self._note:
            self._note = note
            self.setAccessibleDescription(note)
            self.update()

    def clear(self) -> None:
        """Shows an empty field."""
        self._still = None
        self._playback.clear()
        self._history.clear()
        self._drawings = ()
        self._path = None
        self._chosen = None
        self._slow = frozenset()
        self.play_replay(None)
        self.wake()

    def set_looks(self, looks: Looks) -> None:
        """Paints in the colours of the theme."""
        self._looks = looks
        self._renew()

    def choose_camera(self, kind: CameraKind) -> None:
        """Changes to another camera."""
        if kind is not self._rig.kind:
            self._rig.choose(kind)
            self.wake()
            self.camera_changed.emit()

    def choose_car(self, index: int | None) -> None:
        """Chooses the car that cameras follow."""
        if index != self._chosen:
            self._chosen = index
            self._rig.cut()
            self.wake()
            self.camera_changed.emit()

    def _take_shape(self, view: ArenaView) -> None:
        if view.pads:
            self.show_shape(shape_of(view.pads))
        if view.cars and all(car.index != self._chosen for car in view.cars):
            self._chosen = view.cars[0].index

    def _renew(self) -> None:
        """Drops what depends on theme and screen."""
        self._top = self._perspective = None
        self.update()

    # Pictures.

    def wake(self) -> None:
        """Paints pictures for a while; the timer decides how often."""
        self._active_until_s = self._clock() + LINGER_S
        self._refresh()
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def _refresh(self) -> None:
        """Paints a picture, unless the timer is about to do so."""
        if not self._timer.isActive():
            self.update()

    @Slot()
    def _on_tick(self) -> None:
        if self._replay is not None:
            self._active_until_s = self._clock() + LINGER_S
            if self._replay.is_over:
                self.play_replay(None)
        if self._clock() > self._active_until_s or not self.isVisible():
            self._timer.stop()
        self._timer.setInterval(round(min(MAX_MS, max(MIN_MS, self.paint_ms / PAINT_SHARE))))
        if self._perspective is not None:
            limit_ms = FINE_MS if self._perspective.is_plain else PLAIN_MS
            self._perspective.is_plain = self.paint_ms > limit_ms and self._still is None
        self.update()

    def _advance(self, now_s: float) -> Projection:
        """Renews the scene for a wall time, and returns its projection."""
        view: ArenaView | None
        if self._replay is not None and self._is_built:
            view, self._replay_pose = self._replay.at(now_s)
        else:
            view = self._still or self._playback.at(now_s)
        if view is not None and not self._history.add(view):
            self._rig.reset()
        self._scene = Scene(
            view=view,
            shape=self._shape,
            ball_trail=self._history.ball_trail,
            car_trails=self._history.car_trails,
            ball_axes=self._history.ball_axes,
            path=path_from(self._path, view) if self._replay is None else (),
            drawings=self._drawings if self._replay is None else (),
            chosen=self._chosen,
            slow=self._slow,
            time_s=now_s,
        )
        if self._replay is None:
            self._rig.update(self._scene, now_s)
        return self.projection

    def paintEvent(self, event: QPaintEvent) -> None:
        began = self._clock()
        projection = self._advance(began)
        painter = QPainter(self)
        painter.setClipRegion(event.region())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_scene(painter, projection)
        for overlay in self.overlays:
            overlay(painter, self._scene, projection)
        if self._note:
            self._paint_note(painter)
        painter.end()
        self.paint_ms += 0.1 * ((self._clock() - began) * 1000.0 - self.paint_ms)

    def _renderer(self, projection: Projection) -> "TopRenderer | PerspectiveRenderer | None":
        """Returns the renderer for a projection; None before `build` for a perspective."""
        ratio = self.devicePixelRatioF()
        if projection.is_flat:
            if self._top is None or self._top.ratio != ratio:
                self._top = TopRenderer(self._looks, ratio)
            return self._top
        if self._is_built and (self._perspective is None or self._perspective.ratio != ratio):
            from widgets.stage.perspective import PerspectiveRenderer  # noqa: PLC0415 - brings numpy

            self._perspective = PerspectiveRenderer(self._looks, ratio)
        return self._perspective

    def _paint_scene(self, painter: QPainter, projection: Projection) -> None:
        renderer, view = self._renderer(projection), self._scene.view
        if renderer is None:
            painter.fillRect(self.rect(), QColor(self._looks.horizon))
            return
        renderer.paint(painter, self._scene, projection, QRectF(self.rect()))
        if view is None:
            return
        left_out = 0
        if self._scene.drawings:
            if self._drawing_painter is None:
                from widgets.stage.drawings import DrawingPainter  # noqa: PLC0415 - brings numpy

                self._drawing_painter = DrawingPainter()
            left_out = self._drawing_painter.paint(
                painter, self._scene.drawings, view, projection, field=self._looks.field
            )
        renderer.paint_names(painter, self._scene, projection, scaled_font(self, 0.82))
        if left_out:
            self._paint_left_out(painter, left_out)
        self.paint_over(painter, view, projection)

    def paint_over(self, painter: QPainter, view: ArenaView, projection: Projection) -> None:
        """Paints above everything; overridden by subclasses."""

    def _paint_left_out(self, painter: QPainter, count: int) -> None:
        """Shows the number of omitted drawings in a corner."""
        words = Counts().left_out_drawings(count)
        metrics = QFontMetricsF(painter.font())
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 12, metrics.height() + 4)
        box.moveBottomLeft(QPointF(6, self.height() - 6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._looks.surface, 0.92))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(QColor(self._looks.warning))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)

    def _paint_note(self, painter: QPainter) -> None:
        font = scaled_font(self, 1.15, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        room = QSizeF(min(420.0, self.width() - 40.0), self.height())
        flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        bounds = metrics.boundingRect(QRectF(0, 0, room.width(), room.height()), flags, self._note)
        box = QRectF(0, 0, bounds.width() + 36, bounds.height() + 22)
        box.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QColor(self._looks.border))
        painter.setBrush(faded(self._looks.surface, 0.94))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(self._looks.text))
        painter.setFont(font)
        painter.drawText(box, flags, self._note)

    def picked(self, spot: QPointF) -> Picked | None:
        """Returns the object at a position of the widget."""
        projection = self._advance(self._clock())
        return pick(spot, self._scene, projection)

    def step_car(self, step: int) -> None:
        """Chooses the next or previous car for the cameras that follow one."""
        order = [car.index for car in self.view.cars] if self.view is not None else []
        if order:
            place = order.index(self._chosen) + step if self._chosen in order else 0
            self.choose_car(order[place % len(order)])

    def sizeHint(self) -> QSize:
        return QSize(640, 450)

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 120)

    def event(self, event: QEvent) -> bool:
        """Shows full name and boost of the car under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._hint_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _hint_at(self, spot: QPointF) -> str:
        target = self.picked(spot)
        view = self._scene.view
        if view is None or target is None or target.kind is not PickKind.CAR:
            return ""
        names = car_names(view)
        hints = (
            f"{names[car.index]}\n" + self.tr("Boost: {0} of 100").format(round(car.boost))
            for car in view.cars
            if car.index == target.index
        )
        return next(hints, "")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.camera_tool.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.camera_tool.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.camera_tool.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.camera_tool.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.camera_tool.wheel(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.camera_tool.key(event):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
