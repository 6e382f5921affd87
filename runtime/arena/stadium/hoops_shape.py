"""The hoops arena's shape as a set of numbers, and how far a point is inside of it.

Walls, corner, floor ramp, rim and net are published dimensions; the ceiling's ramp and the roundness of the vertical
edges are not, and are ours: the floor's radius, and the soccar arena's edges made smaller with the corner.
"""

from dataclasses import dataclass
from math import hypot, inf, radians, sqrt, tan
from typing import Final

from runtime.arena.stadium.fence import FARTHEST_UU, Point

_HALF_SQRT2: Final = sqrt(0.5)
_HALF_TURN: Final = radians(22.5)
"""Half the angle by which a vertical edge turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoopsShape:
    """The numbers that determine the arena, in uu."""

    side_x: float = 2966.67
    """The side wall, a plane of the physics engine, like back wall, floor (z = 0) and ceiling."""
    back_y: float = 3581.0
    ceiling_z: float = 1820.0
    corner_sum: float = 5782.0
    """x + y on the corner wall."""
    ramp_radius: float = 172.0
    edge_radius: float = 585.0
    """Of the vertical edges on both sides of the corner wall."""
    arc_handle: float = 0.55178
    """Handle length of a ramp's Bezier curve, as a share of its radius: the soccar arena's."""
    arc_facets: int = 8
    """Flat facets per ramp and per vertical edge, as in the soccar arena."""
    rim_y: float = 2969.0
    rim_z: float = 364.0
    rim_radius: float = 655.0
    tube_radius: float = 21.0
    net_radius: float = 690.0
    """Wider than the rim, so that a ball that presses the net does not score through it."""
    tube_facets: int = 8
    rim_facets: int = 64
    net_columns: int = 100
    """Times `net_rows`, plus one each: 505 vertices, by which the physics engine knows a net."""
    net_rows: int = 4

    @property
    def edge_length(self) -> float:
        """From where a vertical edge begins to where its two walls would meet."""
        return self.edge_radius * tan(_HALF_TURN)


class HoopsClearance:
    """Signed clearance of points to walls, ramps, floor and ceiling; rim and nets are left aside.

    The surface's facets stand up to 1 uu farther into the field than its curves, which are what is measured here.
    """

    def __init__(self, shape: HoopsShape | None = None) -> None:
        self._shape = shape = shape or HoopsShape()
        self._edges = (
            (shape.side_x - shape.edge_radius, shape.corner_sum - shape.side_x - shape.edge_length),
            (shape.corner_sum - shape.back_y - shape.edge_length, shape.back_y - shape.edge_radius),
        )

    def inside(self, point: Point) -> float:
        """Return the distance from a point to the surface in uu: positive inside, -inf for no number or too far."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        if not x + y + abs(z) < FARTHEST_UU:
            return -inf
        shape, ramp = self._shape, self._shape.ramp_radius
        wall, level = self._wall(x, y), min(z, shape.ceiling_z - z)
        if wall < ramp and level < ramp:
            return ramp - hypot(ramp - wall, ramp - level)
        return min(wall, level)

    def holds(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside the surface."""
        return self.inside(point) >= -margin_uu

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside walls, floor and ceiling, ramps left aside."""
        shape = self._shape
        x, y, z = abs(point[0]) - margin_uu, abs(point[1]) - margin_uu, point[2]
        is_level = -margin_uu <= z <= shape.ceiling_z + margin_uu
        return is_level and x <= shape.side_x and y <= shape.back_y and x + y <= shape.corner_sum

    def _wall(self, x: float, y: float) -> float:
        """Signed distance to the walls in the ground plan."""
        shape = self._shape
        (side_x, side_y), (back_x, back_y) = self._edges
        if y >= side_y and side_x <= x and y - side_y <= x - side_x:
            return shape.edge_radius - hypot(x - side_x, y - side_y)
        if x >= back_x and back_y <= y and x - back_x <= y - back_y:
            return shape.edge_radius - hypot(x - back_x, y - back_y)
        return min(shape.side_x - x, shape.back_y - y, (shape.corner_sum - x - y) * _HALF_SQRT2)
