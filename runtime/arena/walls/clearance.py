"""How far a point is inside the arena, and a watch over moving objects that notices when one has left it."""

from math import hypot, inf, sqrt
from typing import Protocol

import numpy as np

from runtime.arena.walls.shape import Points, SoccarShape, unit_arc
from runtime.arena.walls.surface import Surface

Point = tuple[float, float, float]
MIDDLE: Point = (0.0, 0.0, 100.0)
"""Where an object goes back to that was never seen inside."""
ESCAPED_UU = -20.0
"""An object whose centre is farther outside than this has left the arena; hard contacts stay far above it."""
PATIENCE = 16
"""One look in so many measures an object's exact distance to the surface."""
FARTHEST_UU = 1e9
"""No distance is computed for points whose coordinates add up to more."""

_HALF_SQRT2 = sqrt(0.5)


class Walls(Protocol):
    """What an arena's watch has to know of its shape."""

    def inside(self, point: Point) -> float:
        """Return the distance from a point to the surface in uu: positive inside, -inf for no number or too far."""

    def at_least(self, point: Point) -> float:
        """Return a distance that the surface is away at least; not above 0 where only `inside` knows more."""

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside the arena's outer planes."""


class Clearance:
    """Signed clearance of points to the arena's surface, the physics engine's planes included.

    A convex core of the field is known by few planes. Where one of them is the arena's own and nearest, its distance
    is the answer, which costs about a microsecond; elsewhere the whole surface is asked. For one thread.
    """

    def __init__(self, shape: SoccarShape | None = None) -> None:
        self._shape = shape = shape or SoccarShape()
        self._surface = Surface(shape)
        self._corner_sum = sum(shape.back_edge[0])
        self._edges = tuple(_chord(*edge) for edge in (shape.side_edge, shape.back_edge))
        bar_z = shape.mouth_height + shape.mouth_chamfer
        self._planes = (
            shape.side_x,
            shape.back_y,
            shape.ceiling_z,
            shape.post_x,
            shape.goal_rear_y,
            bar_z,
            self._corner_sum,
        )
        self._ramp = max(shape.floor_radius, shape.back_radius, shape.goal_radius)
        self._arc = _least_radius(unit_arc(shape.arc_handle, shape.arc_facets))
        """The share of an arc's radius at which its nearest facet lies."""

    def inside(self, point: Point) -> float:
        """Return the distance from a point to the surface in uu: positive inside, -inf for no number or too far."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        if not x + y + abs(z) < FARTHEST_UU:
            return -inf
        shape = self._shape
        up = shape.ceiling_z - z
        side, back, corner = shape.side_x - x, shape.back_y - y, (self._corner_sum - x - y) * _HALF_SQRT2
        edge = min([a * x + b * y + c for a, b, c in self._edges])
        wall = min(side, back, corner, edge)
        slanted = min(wall + z - self._ramp, wall + up - shape.ceiling_radius) * _HALF_SQRT2
        level = min(z, up)
        if 0.0 <= level <= wall and level <= slanted:
            return level
        is_real = wall < edge and (wall < back or x >= shape.post_x or z >= shape.mouth_height + shape.mouth_chamfer)
        if is_real and 0.0 <= wall <= level and wall <= slanted:
            return wall
        return self._surface.signed_distance(x, y, z)

    def at_least(self, point: Point) -> float:
        """Return a distance that the surface is away at least; not above 0 where only `inside` knows more."""
        shape = self._shape
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        up = shape.ceiling_z - z
        corner = (self._corner_sum - x - y) * _HALF_SQRT2
        wall = min(shape.side_x - x, shape.back_y - y, corner, *[a * x + b * y + c for a, b, c in self._edges])
        room = self._arc * min(z, up, wall)
        if room > 0.0:
            for height, radius in ((z, self._ramp), (up, shape.ceiling_radius)):
                if wall < radius and height < radius:
                    room = min(room, self._arc * radius - hypot(radius - wall, radius - height))
        return room

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside the walls, floor, ceiling and goal boxes, ramps left aside."""
        x, y, z = abs(point[0]) - margin_uu, abs(point[1]) - margin_uu, point[2]
        side_x, back_y, ceiling_z, post_x, rear_y, bar_z, corner_sum = self._planes
        if not -margin_uu <= z <= ceiling_z + margin_uu:
            return False
        if y > back_y:
            return x <= post_x and y <= rear_y and z <= bar_z + margin_uu
        return x <= side_x and x + y <= corner_sum


def _least_radius(arc: Points) -> float:
    """Return how close to its centre (0, 1) the facets come of a quarter arc of radius 1."""
    starts, ends = arc[:-1] - (0.0, 1.0), arc[1:] - (0.0, 1.0)
    lengths = np.linalg.norm(ends - starts, axis=1)
    return float(np.min(np.abs(starts[:, 0] * ends[:, 1] - starts[:, 1] * ends[:, 0]) / lengths))


def _chord(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float, float]:
    """Return a, b, c such that a x + b y + c is the distance to the inside of the line from start to end."""
    run, rise = end[0] - start[0], end[1] - start[1]
    a, b = -rise / hypot(run, rise), run / hypot(run, rise)
    return a, b, -(a * start[0] + b * start[1])


class Fence:
    """Notices when moving objects have left the arena, and knows where they were safe. For one thread.

    Objects go by number. Each is held against the outer planes at every look and measured at every `PATIENCE`th: what
    slips behind a ramp is noticed a few frames later.
    """

    def __init__(self, clearance: Walls, *, limit_uu: float = ESCAPED_UU) -> None:
        self._clearance = clearance
        self._limit = limit_uu
        self._safe: dict[int, Point] = {}

    def put(self, key: int, point: Point) -> None:
        """Notes that an object was placed somewhere safe."""
        self._safe[key] = point

    def way_back(self, key: int, point: Point, look: int) -> Point | None:
        """Where an object that has left the arena was safe last; None for one that is inside.

        Args:
            key: Names the object from look to look.
            point: Where it is now, uu; what is no number is outside.
            look: Counts the looks; which of them measures depends on the key, so that not all measure at once.
        """
        if self._clearance.is_between_planes(point, -self._limit):
            if (look + key) % PATIENCE:
                return None
            if self._clearance.at_least(point) > 0.0 or self._clearance.inside(point) >= self._limit:
                self._safe[key] = point
                return None
        return self._safe.get(key, MIDDLE)
