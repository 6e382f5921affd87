"""Painting of a scene in perspective, without a GPU."""

from collections.abc import Sequence
from math import pi
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from resources.looks import Looks
from runtime.model.drawings import Point
from runtime.model.game_facts import BIG_PAD_S, SMALL_PAD_S
from runtime.model.values import ArenaView, BallView, PadPlace
from widgets.looks import faded
from widgets.stage.actors import HOLDER_PX, PixmapCache
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.car_model import FINE_PX, REST_UU, CarPicture, car_pictures, paint_car, paint_flame
from widgets.stage.field import SOCCAR
from widgets.stage.name_tags import NameTags
from widgets.stage.paths import Areas, draw_lines, polygon
from widgets.stage.scene import MIN_BALL_PX, Scene
from widgets.stage.stadium_painter import StadiumPainter, circle, on_ground

Array = NDArray[np.float64]
BIG_PAD_UU: Final = 130.0
SMALL_PAD_UU: Final = 58.0
ORB_UU: Final = 42.0
"""Radius and height of the ball of light above a big pad."""
ORB_Z_UU: Final = 105.0
PLAIN_FINE_PX: Final = 90.0
NAME_GAP_PX: Final = 5.0
HOLDER_SHARE: Final = 0.85
"""Radius of the ring around the car that has the ball, as a share of the car's length."""
NAMELESS_UU: Final = 450.0
"""Distance below which the followed car has no name: the camera is behind it."""
PATCHES: Final = np.array(
    [
        (0.0, i, j * 1.618) if axis == 0 else (i, j * 1.618, 0.0) if axis == 1 else (j * 1.618, 0.0, i)
        for axis in range(3)
        for i in (-1.0, 1.0)
        for j in (-1.0, 1.0)
    ]
) / np.hypot(1.0, 1.618)
"""Middles of the dark patches of the ball: the corners of an icosahedron, length 1."""


class PerspectiveRenderer:
    """Paints scenes in the colours of one theme; belongs to one widget."""

    def __init__(self, looks: Looks, ratio: float) -> None:
        self._looks = looks
        self.ratio = ratio
        """Screen pixels per pixel."""
        self.is_plain = False
        """Leaves out nets, smooth lines and rims, for machines that are busy."""
        self._names = NameTags(PixmapCache(looks, ratio))
        self._pictures: list[CarPicture] = []
        self._stadium = StadiumPainter(SOCCAR, looks)
        self._pads = Areas((), ())
        self._pads_key: object = None

    def paint(self, painter: QPainter, scene: Scene, projection: Projection, size: QRectF) -> None:
        """Paints everything but names and drawings."""
        if scene.shape is not self._stadium.shape:
            self._stadium = StadiumPainter(scene.shape, self._looks)
        self._stadium.paint_ground(painter, projection, size, is_plain=self.is_plain)
        view = scene.view
        if view is not None:
            self._paint_pads(painter, view, projection)
        self._stadium.paint_walls(painter, projection, is_plain=self.is_plain)
        self._pictures = (
            car_pictures(view.cars, projection, fine_px=PLAIN_FINE_PX if self.is_plain else FINE_PX)
            if view is not None
            else []
        )
        if view is not None:
            self._paint_things(painter, scene, view, projection)

    def paint_names(self, painter: QPainter, scene: Scene, projection: Projection, font: QFont) -> None:
        """Paints the names of the cars that were painted last; the followed car needs none from behind."""
        painter.setFont(font)
        places = []
        for picture in sorted(self._pictures, key=lambda picture: picture.depth):
            if picture.car.index != scene.chosen or picture.depth > NAMELESS_UU:
                top = min(y for _, y, _ in picture.corners)
                x, _, _ = projection.place((picture.car.x, picture.car.y, picture.car.z))
                places.append((picture.car, QPointF(x, top - NAME_GAP_PX)))
        balls = []
        for ball in scene.view.balls if scene.view is not None else ():
            x, y, depth = projection.place((ball.x, ball.y, ball.z))
            radius = max(MIN_BALL_PX, ball.radius * projection.scale_at(depth))
            balls.append(QRectF(x - radius, y - radius, 2.0 * radius, 2.0 * radius))
        self._names.paint_above(painter, scene, places, balls)

    def _paint_things(self, painter: QPainter, scene: Scene, view: ArenaView, projection: Projection) -> None:
        shapes = self._pictures
        painter.setPen(Qt.PenStyle.NoPen)
        for shape in shapes:
            away = max(0.0, min(1.0, shape.car.z / 1500.0))
            painter.setBrush(QColor(0, 0, 0, round(110 - 60 * away)))
            painter.drawConvexPolygon(polygon(shape.shadow))
        for ball in view.balls:
            self._paint_ball_shadow(painter, ball, projection)
        self._paint_trails(painter, scene, projection)
        self._paint_path(painter, scene.path, projection)
        things: list[tuple[float, CarPicture | PadPlace | int]] = [(shape.depth, shape) for shape in shapes]
        for pad, is_active in zip(view.pads, view.pads_active, strict=False):
            if pad.is_big and is_active:
                things.append((projection.place((pad.x, pad.y, ORB_Z_UU))[2], pad))
        for number, ball in enumerate(view.balls):
            things.append((projection.place((ball.x, ball.y, ball.z))[2], number))
        for _, thing in sorted(things, key=lambda entry: -entry[0]):
            if isinstance(thing, CarPicture):
                self._paint_car(painter, thing, projection, scene)
            elif isinstance(thing, PadPlace):
                self._paint_orb(painter, thing, projection)
            else:
                self._paint_ball(painter, view.balls[thing], projection, scene, is_first=thing == 0)

    def _paint_car(self, painter: QPainter, shape: CarPicture, projection: Projection, scene: Scene) -> None:
        car = shape.car
        is_boosting = car.controls.boost and car.boost > 0.0
        is_rear_near = float(np.array(projection.eye) @ shape.axes[0] - shape.place @ shape.axes[0]) < 0.0
        if is_boosting and not is_rear_near:
            paint_flame(painter, shape, projection, scene.time_s)
        if car is scene.holder:
            self._paint_ring(painter, shape, projection)
        paint_car(painter, shape, QColor(self._looks.team(car.team)))
        if is_boosting and is_rear_near:
            paint_flame(painter, shape, projection, scene.time_s)

    def _paint_ring(self, painter: QPainter, shape: CarPicture, projection: Projection) -> None:
        """Paints a ring around the wheels of the car that has the ball."""
        x, y, z = shape.place.tolist()
        outline = on_ground(circle(x, y, HOLDER_SHARE * float(shape.size[0])))
        outline[:, 2] = max(0.0, z - REST_UU)
        screen = projection.project(outline)
        if screen[:, 2].min() > NEAR_UU:
            painter.setPen(QPen(QColor(self._looks.ball), HOLDER_PX))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(polygon(screen.tolist()))

    def _paint_orb(self, painter: QPainter, pad: PadPlace, projection: Projection) -> None:
        """Paints the ball of light above a big boost pad."""
        x, y, depth = projection.place((pad.x, pad.y, ORB_Z_UU))
        radius = ORB_UU * projection.scale_at(depth)
        if depth > 4 * NEAR_UU and radius > 1.0:
            painter.setPen(Qt.PenStyle.NoPen)
            for share, alpha in ((1.5, 0.25), (1.0, 0.75), (0.55, 0.9)):
                painter.setBrush(faded(self._looks.pad if share > 0.6 else self._looks.ball, alpha))
                painter.drawEllipse(QPointF(x, y), share * radius, share * radius)

    def _paint_ball_shadow(self, painter: QPainter, ball: BallView, projection: Projection) -> None:
        height = max(0.0, ball.z - ball.radius)
        radius = ball.radius * (1.15 + height / 900.0)
        outlines = [on_ground(circle(ball.x, ball.y, size)) for size in (ball.radius, radius)]
        shadow, ring = Areas(outlines[:1], outlines[1:]).paths(projection)
        painter.fillPath(shadow, QColor(0, 0, 0, round(130 - 70 * min(1.0, height / 1500.0))))
        if height > 60.0:
            painter.strokePath(ring, QPen(faded(self._looks.ball, 0.55), 1.3))

    def _paint_trails(self, painter: QPainter, scene: Scene, projection: Projection) -> None:
        if len(scene.ball_trail) > 1 and scene.view is not None and scene.view.balls:
            self._ribbon(
                painter, scene.ball_trail, projection, faded(self._looks.ball, 0.28), 0.62 * scene.view.balls[0].radius
            )
        for car in scene.view.cars if scene.view is not None else ():
            trail = scene.car_trails.get(car.index, ())
            if len(trail) > 1:
                self._ribbon(painter, trail, projection, faded(self._looks.team(car.team), 0.45), 34.0)

    def _ribbon(
        self, painter: QPainter, trail: Sequence[Point], projection: Projection, colour: QColor, radius: float
    ) -> None:
        """Paints a band that becomes narrower towards its oldest point."""
        screen = projection.project(np.array(trail))
        screen = screen[screen[:, 2] > 3 * NEAR_UU]
        if len(screen) < 2:
            return
        run = np.gradient(screen[:, :2], axis=0)
        length = np.linalg.norm(run, axis=1)
        length[length == 0.0] = 1.0
        scale = projection.focal_px if projection.is_flat else projection.focal_px / screen[:, 2]
        half = radius * scale * np.linspace(0.0, 1.0, len(screen))
        side = np.column_stack((-run[:, 1], run[:, 0])) / length[:, None] * half[:, None]
        edge = np.concatenate((screen[:, :2] + side, (screen[:, :2] - side)[::-1]))
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in edge.tolist()]))
        painter.fillPath(path, colour)

    def _paint_path(self, painter: QPainter, path: Sequence[Point], projection: Projection) -> None:
        if len(path) > 1:
            points = np.array(path)
            dashes = projection.segments(points[:-1:2], points[1::2])[0]
            draw_lines(painter, dashes, QPen(faded(self._looks.accent, 0.8), 1.6))

    def _paint_ball(
        self, painter: QPainter, ball: BallView, projection: Projection, scene: Scene, *, is_first: bool
    ) -> None:
        px, py, depth = projection.place((ball.x, ball.y, ball.z))
        if depth < ball.radius + NEAR_UU and not projection.is_flat:
            return
        if ball.is_puck:
            self._paint_puck(painter, ball, projection)
            return
        radius = max(MIN_BALL_PX, ball.radius * projection.scale_at(depth))
        light = QRadialGradient(QPointF(px - 0.35 * radius, py - 0.45 * radius), 1.55 * radius)
        base = QColor(self._looks.ball)
        light.setColorAt(0.0, base.lighter(115))
        light.setColorAt(0.45, base.darker(118))
        light.setColorAt(1.0, base.darker(330))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(light)
        painter.drawEllipse(QPointF(px, py), radius, radius)
        if radius > 9.0 and is_first:
            self._paint_patches(painter, scene, projection, (px, py), radius)

    def _paint_patches(
        self, painter: QPainter, scene: Scene, projection: Projection, middle: tuple[float, float], radius: float
    ) -> None:
        world = PATCHES @ np.array(scene.ball_axes)
        camera = world @ np.array((projection.right, projection.up, projection.ahead)).T
        painter.setBrush(QColor(40, 52, 64, 120))
        for right, up, ahead in camera[camera[:, 2] < -0.12].tolist():
            painter.save()
            painter.translate(middle[0] + right * radius * 0.98, middle[1] - up * radius * 0.98)
            painter.rotate(float(np.degrees(np.arctan2(-up, right))))
            painter.drawEllipse(QPointF(0.0, 0.0), 0.24 * radius * -ahead, 0.24 * radius)
            painter.restore()

    def _paint_puck(self, painter: QPainter, ball: BallView, projection: Projection) -> None:
        half = 0.33 * ball.radius
        angles = np.linspace(0.0, 2.0 * pi, 32, endpoint=False)
        x, y = ball.x + ball.radius * np.cos(angles), ball.y + ball.radius * np.sin(angles)
        low, high = (projection.project(np.column_stack((x, y, np.full(32, ball.z + z)))) for z in (-half, half))
        if min(low[:, 2].min(), high[:, 2].min()) < NEAR_UU:
            return
        dark, bright = QColor(self._looks.ball_edge).darker(180), QColor(self._looks.ball_edge)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(dark)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for place in range(32):
            after = (place + 1) % 32
            path.addPolygon(QPolygonF([QPointF(*p[:2]) for p in (low[place], low[after], high[after], high[place])]))
        path.addPolygon(QPolygonF([QPointF(*p[:2]) for p in low]))
        painter.drawPath(path)
        painter.setBrush(bright)
        painter.setPen(QPen(QColor(self._looks.ball), 1.2))
        painter.drawPolygon(QPolygonF([QPointF(*p[:2]) for p in high]))

    def _paint_pads(self, painter: QPainter, view: ArenaView, projection: Projection) -> None:
        """Paints active pads as bright discs, taken ones as dark discs with a sector for the time that has passed."""
        looks = self._looks
        key = (view.pads, view.pads_active)
        if self._pads_key != key:
            self._pads_key, self._pads = key, _pad_areas(view)
        active, taken = self._pads.paths(projection)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(taken, faded(looks.shadow, 0.45))
        painter.fillPath(active, faded(looks.pad, 0.85))
        passed = []
        for pad, is_active, timer in zip(view.pads, view.pads_active, view.pad_timers, strict=False):
            share = 0.0 if is_active else min(1.0, timer / (BIG_PAD_S if pad.is_big else SMALL_PAD_S))
            if share > 0.0:
                sector = _pad_disc(pad, 0.85)
                passed.append(on_ground([(pad.x, pad.y), *sector[: 1 + round(share * len(sector))]]))
        if passed:
            painter.fillPath(Areas(passed).paths(projection)[0], faded(looks.pad, 0.45))


def _pad_disc(pad: PadPlace, share: float = 1.0) -> list[tuple[float, float]]:
    radius = (BIG_PAD_UU if pad.is_big else SMALL_PAD_UU) * share
    return circle(pad.x, pad.y, radius)[:: 2 if pad.is_big else 4]


def _pad_areas(view: ArenaView) -> Areas:
    """Returns the areas of active pads and those of taken ones."""
    states = [place < len(view.pads_active) and view.pads_active[place] for place in range(len(view.pads))]
    discs = [(on_ground(_pad_disc(pad)), is_active) for pad, is_active in zip(view.pads, states, strict=True)]
    return Areas(
        [disc for disc, is_active in discs if is_active],
        [disc for disc, is_active in discs if not is_active],
    )
