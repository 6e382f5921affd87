"""How far a point is inside the soccar arena, exactly."""

from math import hypot, inf, sqrt

import numpy as np

from runtime.arena.stadium.curves import Points, unit_arc
from runtime.arena.stadium.fence import FARTHEST_UU, Point
from runtime.arena.stadium.shape import SoccarShape
from runtime.arena.stadium.surface import Surface

_HALF_SQRT2 = sqrt(0.5)


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
