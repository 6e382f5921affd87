"""Mapping between points of the arena and positions on a widget, for perspective views and for the view from above.

Arena coordinates are left-handed (x to the left of blue's attack, y to orange's goal, z up), in uu. numpy is loaded by
the methods that take arrays, because the window is painted first.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import cos, hypot, radians, sin, tan
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPointF, QSizeF

from runtime.model.drawings import Point
from widgets.stage.field import SOCCAR, FieldScale, FieldShape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR_UU: Final = 20.0
"""Points nearer than this to the plane of a camera are not visible."""
ABOVE_UU: Final = 10_000.0
"""Height of the camera of the view from above; without meaning for the picture."""
OFF_PX: Final = -1e6
"""Position of points behind a camera, outside every widget."""
WIDE: Final = 1.25
"""Width to height of a widget below which the picture becomes smaller instead of narrower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """Position and direction of a camera, without a widget; uu and degrees."""

    eye: Point
    target: Point
    """The point in the middle of the picture."""
    fov: float = 60.0
    """Vertical opening angle."""

    def blended(self, other: "Pose", share: float) -> "Pose":
        """Returns the pose at a share of the way to another one."""
        return Pose(
            eye=_mixed(self.eye, other.eye, share),
            target=_mixed(self.target, other.target, share),
            fov=self.fov + (other.fov - self.fov) * share,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """A camera with the size of its widget: maps arena points to widget positions and back.

    Equal projections map alike, so a projection can be the key of cached positions.
    """

    eye: Point
    right: Point
    """Unit vectors of the picture: to the right, up, and away from the camera."""
    up: Point
    ahead: Point
    centre: tuple[float, float]
    """Middle of the picture, px."""
    focal_px: float
    """Perspective: px per uu at depth 1. From above: px per uu at every depth."""
    is_flat: bool = False
    """True for the view from above, which has no perspective."""

    @classmethod
    def of_pose(cls, pose: Pose, size: QSizeF) -> "Projection":
        """Returns the perspective of a pose on a widget of this size."""
        ahead = _unit(_minus(pose.target, pose.eye), (0.0, 1.0, 0.0))
        right = _unit(_cross((0.0, 0.0, 1.0), ahead), (-1.0, 0.0, 0.0))
        focal_px = min(size.height(), size.width() / WIDE) / (2.0 * tan(radians(pose.fov) / 2.0))
        return cls(
            eye=pose.eye,
            right=right,
            up=_cross(ahead, right),
            ahead=ahead,
            centre=(size.width() / 2.0, size.height() / 2.0),
            focal_px=max(1e-6, focal_px),
        )

    @classmethod
    def from_above(cls, size: QSizeF, shape: FieldShape = SOCCAR) -> "Projection":
        """Returns the view from above with the whole field; blue's goal is on the left."""
        scale = FieldScale.fitting(size, shape)
        return cls(
            eye=(0.0, 0.0, ABOVE_UU),
            right=(0.0, 1.0, 0.0),
            up=(1.0, 0.0, 0.0),
            ahead=(0.0, 0.0, -1.0),
            centre=(scale.centre.x(), scale.centre.y()),
            focal_px=scale.px_per_uu,
            is_flat=True,
        )

    @property
    def field_scale(self) -> FieldScale:
        """The scale of a view from above."""
        return FieldScale(centre=QPointF(*self.centre), px_per_uu=self.focal_px)

    def scale_at(self, depth: float) -> float:
        """Returns px per uu at a depth; 0 behind the camera."""
        if self.is_flat:
            return self.focal_px
        return self.focal_px / depth if depth > 0.0 else 0.0

    def in_camera(self, points: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Returns points of shape (..., 3) as distances to the right, up and away from the camera, in uu."""
        array = _numpy().array
        offsets: NDArray[np.float64] = (points - array(self.eye)) @ array((self.right, self.up, self.ahead)).T
        return offsets

    def to_screen(self, camera: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Returns what `project` does, for points from `in_camera`."""
        numpy = _numpy()
        positions: NDArray[np.float64] = numpy.empty_like(camera)
        depth = camera[..., 2]
        scale = self.focal_px if self.is_flat else self.focal_px / numpy.maximum(depth, NEAR_UU)
        positions[..., 0] = self.centre[0] + camera[..., 0] * scale
        positions[..., 1] = self.centre[1] - camera[..., 1] * scale
        positions[..., 2] = depth
        return positions

    def project(self, points: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Returns x px, y px and depth in uu for points of shape (..., 3).

        A depth of 0 or less is behind the camera; below `NEAR_UU`, x and y have no meaning, see `segments`.
        """
        return self.to_screen(self.in_camera(points))

    def segments(
        self, starts: "NDArray[np.float64]", ends: "NDArray[np.float64]"
    ) -> "tuple[NDArray[np.float64], NDArray[np.bool_]]":
        """Returns the visible parts of straight lines between points of shape (n, 3).

        The first array has x1, y1, x2, y2 in px for each visible line, shape (m, 4); the second tells which of the n
        lines these are. Lines are cut where they come nearer than `NEAR_UU`.
        """
        numpy = _numpy()
        first, last = self.in_camera(starts), self.in_camera(ends)
        if not self.is_flat:
            is_seen = numpy.maximum(first[:, 2], last[:, 2]) > NEAR_UU
            first, last = first[is_seen], last[is_seen]
            first, last = _cut(first, last), _cut(last, first)
        else:
            is_seen = numpy.ones(len(first), dtype=bool)
        return numpy.hstack((self.to_screen(first)[:, :2], self.to_screen(last)[:, :2])), is_seen

    def place(self, point: Point) -> tuple[float, float, float]:
        """Returns x px, y px and depth in uu of one point; see `project`."""
        offset = _minus(point, self.eye)
        depth = _dot(offset, self.ahead)
        scale = self.focal_px if self.is_flat else self.focal_px / max(depth, NEAR_UU)
        return self.centre[0] + _dot(offset, self.right) * scale, self.centre[1] - _dot(offset, self.up) * scale, depth

    def spot(self, x: float, y: float, z: float) -> QPointF:
        """Returns the position of a point on the widget; far outside for a point behind the camera."""
        px, py, depth = self.place((x, y, z))
        return QPointF(px, py) if self.is_flat or depth > NEAR_UU else QPointF(OFF_PX, OFF_PX)

    def ray(self, spot: QPointF) -> tuple[Point, Point]:
        """Returns where the line of sight at a position of the widget starts, and its direction of length 1."""
        aside, up = spot.x() - self.centre[0], self.centre[1] - spot.y()
        if self.is_flat:
            start = _plus(_plus(self.eye, self.right, aside / self.focal_px), self.up, up / self.focal_px)
            return start, self.ahead
        return self.eye, _unit(
            _plus(_plus(_times(self.ahead, self.focal_px), self.right, aside), self.up, up), self.ahead
        )

    def ground(self, spot: QPointF, z: float) -> tuple[float, float] | None:
        """Returns x and y of the point at height `z` at a position of the widget; None above the horizon."""
        start, way = self.ray(spot)
        distance = (z - start[2]) / way[2] if abs(way[2]) > 1e-9 else -1.0
        return (start[0] + way[0] * distance, start[1] + way[1] * distance) if distance > 0.0 else None


def _cut(points: "NDArray[np.float64]", others: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Returns points of camera space, moved along their lines to the near plane where they lie before it."""
    numpy = _numpy()
    depth, other = points[:, 2], others[:, 2]
    run = other - depth
    share = numpy.clip((NEAR_UU - depth) / numpy.where(numpy.abs(run) < 1e-9, 1.0, run), 0.0, 1.0)
    cut: NDArray[np.float64] = points + (others - points) * numpy.where(depth < NEAR_UU, share, 0.0)[:, None]
    return cut


@cache
def _numpy() -> Any:
    """Returns numpy; an import statement in each method would cost as much as the method."""
    return import_module("numpy")


def direction(yaw: float, pitch: float) -> Point:
    """Returns the unit vector of a heading, rad."""
    return cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), sin(pitch)


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Point, b: Point) -> Point:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _plus(a: Point, b: Point, times: float) -> Point:
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def _times(a: Point, factor: float) -> Point:
    return a[0] * factor, a[1] * factor, a[2] * factor


def _mixed(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share


def _unit(vector: Point, otherwise: Point) -> Point:
    """Returns the vector with length 1; `otherwise` for one without length."""
    x, y, z = vector
    length = hypot(x, y, z)
    return (x / length, y / length, z / length) if length > 1e-9 else otherwise
