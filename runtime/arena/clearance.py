"""How far a point is inside the arena, and a watch over moving objects that notices when one has left it."""

from collections.abc import Hashable
from math import hypot, inf, nan, sqrt

from runtime.arena.shape import SoccarShape
from runtime.arena.surface import Surface

ESCAPED_UU = -20.0
"""An object whose centre is farther outside than this has left the arena; hard contacts stay far above it."""
PATIENCE = 8
"""So many looks at an object near the surface share one exact measurement."""
FARTHEST_UU = 1e9
"""No distance is computed for points whose coordinates add up to more."""

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

    def inside(self, point: tuple[float, float, float]) -> float:
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

    def is_between_planes(self, point: tuple[float, float, float], margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside the walls, floor, ceiling and goal boxes, ramps left aside."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        shape = self._shape
        if y > shape.back_y + margin_uu:
            return (
                x <= shape.post_x + margin_uu
                and y <= shape.goal_rear_y + margin_uu
                and -margin_uu <= z <= shape.mouth_height + shape.mouth_chamfer + margin_uu
            )
        return (
            x <= shape.side_x + margin_uu
            and x + y <= self._corner_sum + margin_uu
            and -margin_uu <= z <= shape.ceiling_z + margin_uu
        )


def _chord(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float, float]:
    """Return a, b, c such that a x + b y + c is the distance to the inside of the line from start to end."""
    run, rise = end[0] - start[0], end[1] - start[1]
    a, b = -rise / hypot(run, rise), run / hypot(run, rise)
    return a, b, -(a * start[0] + b * start[1])


class Fence:
    """Tells whether objects that are looked at again and again are still in the arena. For one thread.

    An object known to be c uu inside cannot be outside before it has moved c uu, so nearly every look costs three
    subtractions. One that keeps to the ramps is measured at every `PATIENCE`th look, and only held against the planes
    in between: what slips behind a ramp is caught there, or a few frames later.
    """

    def __init__(self, clearance: Clearance, *, limit_uu: float = ESCAPED_UU) -> None:
        self._clearance = clearance
        self._limit = limit_uu
        self._known: dict[Hashable, tuple[float, float, float, float]] = {}
        self._skipped: dict[Hashable, int] = {}

    def has_left(self, key: Hashable, point: tuple[float, float, float]) -> bool:
        """Tell whether an object's clearance is below the limit at its new place; no number counts as outside.

        Args:
            key: Names the object from look to look.
            point: Where it is now, uu.
        """
        x, y, z = point
        was_x, was_y, was_z, free = self._known.get(key, (nan, nan, nan, 0.0))
        if (x - was_x) ** 2 + (y - was_y) ** 2 + (z - was_z) ** 2 < free:
            return False
        skipped = self._skipped.get(key, PATIENCE)
        if skipped < PATIENCE and self._clearance.is_between_planes(point, -self._limit):
            self._skipped[key] = skipped + 1
            return False
        self._skipped[key] = 1
        slack = self._clearance.inside(point) - self._limit
        if slack < 0.0:
            self.forget(key)
            return True
        self._known[key] = (x, y, z, slack * slack)
        return False

    def forget(self, key: Hashable) -> None:
        """Drop what is known of an object that is no more."""
        self._known.pop(key, None)
        self._skipped.pop(key, None)
