"""Painting of cars in perspective: body, cabin and wheels, lit by the normals of their faces.

Corners and faces of all cars are computed together, because numpy's cost per call is that of a whole car.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from runtime.model.values import CarView
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.scene import MAX_ENLARGED, MIN_CAR_PX, car_axes

Array = NDArray[np.float64]
FINE_PX: Final = 40.0
"""Length from which a car has rims, the inner sides of wheels, and seams without gaps."""
LIGHT: Final = np.array((0.36, -0.28, 0.89))
"""Direction to the light, length 1."""
SHADES: Final = 20
WHEEL_CORNERS: Final = 10
WHEEL_UU: Final = 15.0
REST_UU: Final = 17.0
"""Height of a car's origin above the ground it stands on."""
STEER_RAD: Final = 0.5
"""Angle of the front wheels at full steer."""
FINE: Final = (
    # x, then half width and height at the bottom, at the belt and at the deck; shares of the hitbox from its centre.
    (-0.50, (0.36, -0.30), (0.44, 0.04), (0.38, 0.20)),
    (-0.28, (0.42, -0.52), (0.50, 0.00), (0.43, 0.22)),
    (0.24, (0.42, -0.52), (0.50, -0.08), (0.41, 0.10)),
    (0.50, (0.33, -0.42), (0.40, -0.22), (0.32, -0.10)),
)
COARSE: Final = (
    # The same without a belt, for cars that are small on the screen.
    (-0.50, (0.44, -0.40), (0.42, 0.20)),
    (0.22, (0.46, -0.50), (0.44, 0.12)),
    (0.50, (0.38, -0.42), (0.36, -0.10)),
)
CABIN: Final = (
    # x, half width and height at the foot and at the roof; the rear, then the front.
    ((-0.40, 0.36, 0.20), (-0.27, 0.27, 0.52)),
    ((0.20, 0.36, 0.11), (0.00, 0.26, 0.52)),
)
SPOILER: Final = ((-0.53, 0.40, 0.36), (-0.43, 0.40, 0.40))
WHEELS: Final = ((-0.30, -0.46), (-0.30, 0.46), (0.31, -0.46), (0.31, 0.46))
"""Forward and right, as shares of length and width."""
WHEEL_THICK: Final = 0.07
"""Half the width of a wheel as a share of the car's."""
_SIDE: Final = ((-0.5, -0.42), (-0.35, -0.52), (0.35, -0.52), (0.5, -0.38))
_SHADOW: Final = np.array([(x, y, 0.0) for x, y in (*_SIDE, *((x, -y) for x, y in _SIDE[::-1]))])
BODY, DARK, ROOF = range(3)
"""Paints of faces."""


@dataclass(frozen=True, slots=True)
class _Mesh:
    corners: Array
    """Shares of the hitbox, shape (n, 3): forward, right, up."""
    faces: NDArray[np.int64]
    """Indices of corners, shape (m, 4): the convex body, then the cabin, then the spoiler."""
    paints: tuple[int, ...]
    outward: Array
    """Sign that makes each face's normal point away from the middle, shape (m, 1)."""
    body: int
    """Number of faces of the body."""


_Section = tuple[float, *tuple[tuple[float, float], ...]]


def _mesh(sections: tuple[_Section, ...]) -> _Mesh:
    corners: list[tuple[float, float, float]] = []
    faces: list[tuple[int, int, int, int]] = []
    paints: list[int] = []
    ring = 2 * len(sections[0][1:])
    for x, *levels in sections:
        right = [(x, side, height) for side, height in levels]
        corners += [*right, *((x, -y, z) for x, y, z in reversed(right))]
    for section in range(len(sections) - 1):
        for place in range(ring):
            here, there = section * ring + place, section * ring + (place + 1) % ring
            faces.append((here, here + ring, there + ring, there))
            paints.append(DARK if place == ring - 1 else BODY)
    for first in (0, len(corners) - ring):
        for level in range(ring // 2 - 1):
            faces.append((first + level, first + level + 1, first + ring - 2 - level, first + ring - 1 - level))
            paints.append(DARK if level == 0 and ring > 4 else BODY)
    body = len(faces)
    b, f = len(corners), len(corners) + 4
    for (x0, y0, z0), (x1, y1, z1) in CABIN:
        corners += [(x0, y0, z0), (x1, y1, z1), (x1, -y1, z1), (x0, -y0, z0)]
    faces += [(b, b + 1, f + 1, f), (b + 3, b + 2, f + 2, f + 3), (b, b + 1, b + 2, b + 3), (f, f + 1, f + 2, f + 3)]
    faces += [(b + 1, f + 1, f + 2, b + 2), (f + 4, f + 6, f + 7, f + 5)]
    paints += [DARK, DARK, DARK, DARK, ROOF, ROOF]
    for x, y, z in SPOILER:
        corners += [(x, y, z), (x, -y, z)]
    points = np.array(corners)[np.array(faces)]
    normals = np.cross(points[:, 2] - points[:, 0], points[:, 3] - points[:, 1])
    away = np.sum(normals * (points.mean(axis=1) - (0.0, 0.0, -0.1)), axis=1)
    outward = np.where(away < 0.0, -1.0, 1.0)[:, None]
    return _Mesh(np.array(corners), np.array(faces), tuple(paints), outward, body)


MESHES: Final = {True: _mesh(FINE), False: _mesh(COARSE)}
"""By whether a car is painted finely."""
_TURNS: Final = np.arange(WHEEL_CORNERS) * 2.0 * pi / WHEEL_CORNERS


Ring = list[list[float]]
Wheel = tuple[Ring, Ring, bool]
"""Far rim, near rim, and whether the outer side is visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarPicture:
    """One visible car, ready for painting."""

    car: CarView
    depth: float
    """Of its centre, uu."""
    px: float
    """Length in pixels at this depth."""
    place: Array
    axes: Array
    """Forward, right and up, shape (3, 3)."""
    size: Array
    """Hitbox in uu, enlarged if the car is far away."""
    offset: Array
    """Centre of the hitbox in the car's axes."""
    is_fine: bool
    corners: list[list[float]]
    """x px, y px and depth of each corner of the mesh."""
    faces: list[tuple[int, int]]
    """Number and shade of visible faces."""
    wheels: list[Wheel]
    shadow: list[list[float]]
    """Positions of its outline on the ground; empty if it is not visible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fleet:
    """Positions of n cars as arrays; sizes are enlarged for far cars."""

    cars: Sequence[CarView]
    places: Array
    """Shape (n, 3)."""
    axes: Array
    """Shape (n, 3, 3)."""
    sizes: Array
    """Shape (n, 3), like `offsets`."""
    offsets: Array
    grown: Array
    """Magnification, shape (n, 1)."""

    @classmethod
    def of(cls, cars: Sequence[CarView], grown: Array) -> "_Fleet":
        offsets = np.array([car.hitbox_offset for car in cars]) * grown
        offsets[:, 2:] += (grown - 1.0) * REST_UU  # an enlarged car stands on the same ground
        return cls(
            cars=cars,
            places=np.array([(car.x, car.y, car.z) for car in cars]),
            axes=np.array([car_axes(car) for car in cars]),
            sizes=np.array([car.hitbox for car in cars]) * grown,
            offsets=offsets,
            grown=grown,
        )

    def world(self, shares: Array) -> Array:
        """Returns points given as shares of the hitboxes, shape (m, 3), as arena points of shape (n, m, 3)."""
        corners: Array = (shares * self.sizes[:, None] + self.offsets[:, None]) @ self.axes + self.places[:, None]
        return corners


def car_pictures(cars: Sequence[CarView], projection: Projection, *, fine_px: float = FINE_PX) -> list[CarPicture]:
    """Returns the visible cars; far ones are enlarged, and those shorter than `fine_px` have few faces."""
    sized: dict[bool, list[tuple[CarView, float, float]]] = {True: [], False: []}
    for car in cars:
        depth = projection.place((car.x, car.y, car.z))[2]
        if depth > NEAR_UU and not car.is_demolished:
            px = car.hitbox[0] * projection.scale_at(depth)
            sized[px > fine_px].append((car, depth, px))
    return [picture for is_fine, group in sized.items() if group for picture in _pictures(group, projection, is_fine)]


def _pictures(sized: list[tuple[CarView, float, float]], projection: Projection, is_fine: bool) -> list[CarPicture]:
    """Returns the pictures of cars with depth and length in px that are painted alike."""
    px = np.array([entry[2] for entry in sized])
    grown = np.clip(MIN_CAR_PX / px, 1.0, MAX_ENLARGED)
    fleet = _Fleet.of([car for car, _, _ in sized], grown[:, None])
    mesh = MESHES[is_fine]
    world = fleet.world(mesh.corners)
    screen = projection.project(world)
    faces, wheels = _faces(mesh, world, projection), _wheels(fleet, projection)
    ground = fleet.world(_SHADOW)
    ground[..., 2] = 0.0
    shadows = projection.project(ground)
    return [
        CarPicture(
            car=car,
            depth=depth,
            px=float(px[number] * grown[number]),
            place=fleet.places[number],
            axes=fleet.axes[number],
            size=fleet.sizes[number],
            offset=fleet.offsets[number],
            is_fine=is_fine,
            corners=screen[number].tolist(),
            faces=faces[number],
            wheels=wheels[number],
            shadow=shadows[number].tolist() if shadows[number, :, 2].min() > NEAR_UU else [],
        )
        for number, (car, depth, _) in enumerate(sized)
        if screen[number, :, 2].min() > NEAR_UU
    ]


def _faces(mesh: _Mesh, world: Array, projection: Projection) -> list[list[tuple[int, int]]]:
    """Returns number and shade of the visible faces of each car."""
    corners = world[:, mesh.faces]
    normals = np.cross(corners[:, :, 2] - corners[:, :, 0], corners[:, :, 3] - corners[:, :, 1]) * mesh.outward
    normals /= np.linalg.norm(normals, axis=2)[..., None]
    sight = np.array(projection.ahead) if projection.is_flat else corners[:, :, 0] - np.array(projection.eye)
    is_seen = np.sum(normals * sight, axis=2) < 0.0
    is_seen[:, -1] = True  # the spoiler has two sides
    light = np.clip(normals @ LIGHT, -0.6, 1.0)
    shades = np.clip((0.42 + 0.58 * light) * (SHADES - 1), 0, SHADES - 1).astype(int).tolist()
    return [[(face, shades[car][face]) for face in np.flatnonzero(row).tolist()] for car, row in enumerate(is_seen)]


def _wheels(fleet: _Fleet, projection: Projection) -> list[list[Wheel]]:
    """Returns the wheels of each car; the front ones are turned by the steering."""
    count, grown = len(fleet.cars), fleet.grown
    radius = WHEEL_UU * grown[:, None]
    hubs = np.zeros((count, 4, 3))
    hubs[:, :, :2] = np.array(WHEELS) * fleet.sizes[:, None, :2] + fleet.offsets[:, None, :2]
    hubs[:, :, 2] = (WHEEL_UU - REST_UU) * grown
    turns = np.zeros((count, 4, 1))
    turns[:, 2:, 0] = np.array([[car.controls.steer * STEER_RAD] for car in fleet.cars])
    rims = np.empty((count, 4, WHEEL_CORNERS, 3))
    rims[..., 0] = np.cos(_TURNS) * np.cos(turns) * radius
    rims[..., 1] = np.cos(_TURNS) * np.sin(turns) * radius
    rims[..., 2] = np.sin(_TURNS) * radius
    side = np.sign(np.array(WHEELS)[:, 1])[None, :, None]
    out = np.concatenate((-np.sin(turns) * side, np.cos(turns) * side, np.zeros_like(turns)), axis=2)
    thick = out * (WHEEL_THICK * fleet.sizes[:, None, 1:2])
    ends = np.stack((hubs - thick, hubs + thick), axis=2)
    axes, places = fleet.axes, fleet.places
    world = (rims[:, :, None] + ends[:, :, :, None]) @ axes[:, None, None] + places[:, None, None, None]
    screen = projection.project(world)
    sight = np.array(projection.ahead)
    if not projection.is_flat:
        sight = ends[:, :, 1] @ axes + places[:, None] - np.array(projection.eye)
    is_facing = np.sum((out @ axes) * sight, axis=2) < 0.0
    shown, facing = screen.tolist(), is_facing.tolist()
    return [
        [
            (inner, outer, True) if is_outer else (outer, inner, False)
            for (inner, outer), is_outer in zip(shown[number], facing[number], strict=True)
        ]
        for number in range(count)
    ]


def paint_car(painter: QPainter, picture: CarPicture, colour: QColor) -> None:
    """Paints one car: hidden wheels, body, visible wheels, cabin; the body is convex, so its faces need no order."""
    mesh, is_fine = MESHES[picture.is_fine], picture.is_fine
    paints = _paints(colour.rgb()), _paints(_WINDOW), _paints(colour.lighter(118).rgb())
    corners = [QPointF(x, y) for x, y, _ in picture.corners]
    indices = _FACES[is_fine]
    painter.setPen(_NO_PEN)
    for wheel in picture.wheels if is_fine else ():
        if not wheel[2]:
            _paint_wheel(painter, wheel, is_fine=True)
    are_wheels_due = True
    for face, shade in picture.faces:
        if face >= mesh.body and are_wheels_due:
            are_wheels_due = False
            painter.setPen(_NO_PEN)
            for wheel in picture.wheels:
                if wheel[2]:
                    _paint_wheel(painter, wheel, is_fine=is_fine)
        brush, seam = paints[mesh.paints[face]][shade]
        painter.setBrush(brush)
        if is_fine:
            painter.setPen(seam)
        a, b, c, d = indices[face]
        painter.drawConvexPolygon(QPolygonF([corners[a], corners[b], corners[c], corners[d]]))


_FACES: Final = {is_fine: [tuple(face) for face in mesh.faces.tolist()] for is_fine, mesh in MESHES.items()}
_WINDOW: Final = QColor("#1a222b").rgb()
_TYRE: Final = QBrush(QColor("#15191e"))
_RIM: Final = QBrush(QColor("#8b97a3"))
_NO_PEN: Final = QPen(Qt.PenStyle.NoPen)


def _paint_wheel(painter: QPainter, wheel: Wheel, *, is_fine: bool) -> None:
    far, near, is_outer = wheel
    painter.setBrush(_TYRE)
    if not is_fine:
        painter.drawConvexPolygon(QPolygonF([QPointF(x, y) for x, y, _ in near[::2]]))
        return
    painter.drawConvexPolygon(QPolygonF([QPointF(x, y) for x, y in _hull(far, near)]))
    if is_outer:
        x0, y0 = sum(x for x, _, _ in near) / WHEEL_CORNERS, sum(y for _, y, _ in near) / WHEEL_CORNERS
        painter.setBrush(_RIM)
        painter.drawConvexPolygon(QPolygonF([QPointF(x0 + 0.55 * (x - x0), y0 + 0.55 * (y - y0)) for x, y, _ in near]))


def _hull(far: Ring, near: Ring) -> list[tuple[float, float]]:
    """Returns the outline of two rings of equal shape: a half of each."""
    way_x, way_y = near[0][0] - far[0][0], near[0][1] - far[0][1]
    aside = [way_x * y - way_y * x for x, y, _ in near]
    first, last = aside.index(max(aside)), aside.index(min(aside))
    count = len(near)
    one = [(first + step) % count for step in range((last - first) % count + 1)]
    two = [(last + step) % count for step in range((first - last) % count + 1)]
    x0, y0 = sum(p[0] for p in near), sum(p[1] for p in near)
    middle = near[one[len(one) // 2]]
    is_ahead = (middle[0] - x0 / count) * way_x + (middle[1] - y0 / count) * way_y > 0
    ahead, behind = (near, far) if is_ahead else (far, near)
    return [(ahead[i][0], ahead[i][1]) for i in one] + [(behind[i][0], behind[i][1]) for i in two]


@lru_cache(maxsize=32)
def _paints(rgb: int) -> tuple[tuple[QBrush, QPen], ...]:
    """Returns brush and seam pen of each shade of a colour; the pen closes gaps that smoothing leaves between faces."""
    base, tools = QColor(rgb), []
    for shade in range(SHADES):
        level = shade / (SHADES - 1)
        factor, gloss = 0.34 + 0.78 * level, 255 * 1.1 * max(0.0, level - 0.82)
        parts = (base.red(), base.green(), base.blue())
        colour = QColor(*(min(255, round(part * factor + gloss)) for part in parts))
        tools.append((QBrush(colour), QPen(colour, 0.8)))
    return tuple(tools)


_FLAMES: Final = (
    (1.0, QColor(255, 120, 30, 120)),
    (0.7, QColor(255, 180, 60, 170)),
    (0.42, QColor(255, 245, 200, 230)),
)


def paint_flame(painter: QPainter, picture: CarPicture, projection: Projection, time_s: float) -> None:
    """Paints the flame behind a boosting car; it flickers with the wall time."""
    flicker = 0.85 + 0.15 * sin(time_s * 53.0 + picture.car.index) + 0.1 * sin(time_s * 91.0)
    length, width, height = picture.size
    root = -0.48 * length
    painter.setPen(_NO_PEN)
    for share, colour in _FLAMES:
        reach, side = 0.85 * length * flicker * share, 0.26 * width * (0.5 + 0.5 * share)
        lying = [
            (root, -side, 0.0),
            (root, side, 0.0),
            (root - 0.35 * reach, 0.9 * side, 0.0),
            (root - reach, 0.0, 0.0),
            (root - 0.35 * reach, -0.9 * side, 0.0),
        ]
        upright = [(x, 0.0, 0.6 * y * height / width * 2.0) for x, y, _ in lying]
        screen = projection.project((np.array((lying, upright)) + picture.offset) @ picture.axes + picture.place)
        if screen[..., 2].min() > NEAR_UU:
            painter.setBrush(colour)
            for outline in screen.tolist():
                painter.drawConvexPolygon(QPolygonF([QPointF(x, y) for x, y, _ in outline]))
