"""Tells whether points are inside an arena, and notices moving objects that have left it.

All tests use plain numbers. Field and goals are convex except for the ramps along their edges, so a few lines and
circles decide; where facets meet, they are off by some uu. `Clearance` is exact, but takes forty times as long and
loads numpy.
"""

from itertools import pairwise
from math import cos, hypot, inf, pi
from typing import Final, Protocol, TypeAlias

from runtime.arena.stadium.shapes import (
    HALF_SQRT2,
    HoopsShape,
    Line,
    SoccarShape,
    back_edge,
    back_edge_radii,
    back_ramp_radius,
    goal_profile,
    line,
    side_edge,
)

Point: TypeAlias = tuple[float, float, float]
MIDDLE: Final[Point] = (0.0, 0.0, 100.0)
"""Destination of an object that left the arena and was never seen inside."""
ESCAPED_UU: Final = -20.0
"""An object whose centre is farther outside has left the arena; even hard contacts push a centre far less outside."""
SURFACE_LOOKS: Final = 16
"""One in this many looks compares an object with the whole surface."""
FARTHEST_UU: Final = 1e9
"""Points whose coordinates add up to more are outside without any calculation."""


class Walls(Protocol):
    """An arena's shape as the fence needs it; a point that is not a number is outside."""

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Returns whether a point is at most `margin_uu` outside walls, floor and ceiling, ignoring the ramps."""

    def holds(self, point: Point, margin_uu: float) -> bool:
        """Returns whether a point between the planes is at most `margin_uu` outside the surface."""


class Fence:
    """Notices moving objects that have left the arena and remembers their last safe places. For one thread.

    Objects are identified by numbers. Each look compares an object with the outer planes, and every `SURFACE_LOOKS`th
    look with the ramps too: an object behind a ramp is noticed a few frames later.
    """

    def __init__(self, walls: Walls, *, limit_uu: float = ESCAPED_UU) -> None:
        self._walls = walls
        self._limit = limit_uu
        self._safe: dict[int, Point] = {}

    def put(self, key: int, point: Point) -> None:
        """Records that an object was placed somewhere safe."""
        self._safe[key] = point

    def way_back(self, key: int, point: Point, look: int) -> Point | None:
        """Returns the last safe place of an object that has left the arena; None for an object inside.

        Args:
            key: Number of the object.
            point: Its present place in uu; a place that is not a number is outside.
            look: Number of the look. The key decides which looks check the ramps, so that objects take turns.
        """
        if self._walls.is_between_planes(point, -self._limit):
            if (look + key) % SURFACE_LOOKS:
                return None
            if self._walls.holds(point, -self._limit):
                self._safe[key] = point
                return None
        return self._safe.get(key, MIDDLE)


class SoccarConfines:
    """The `Walls` of the soccar arena; immutable, so any thread may use them."""

    def __init__(self, shape: SoccarShape | None = None) -> None:
        self._shape = shape = shape or SoccarShape()
        self._corner_sum = shape.corner_sum
        self._chords = tuple(line(*edge) for edge in (shape.side_edge, shape.back_edge))
        self._walls = tuple(_walls(shape))
        self._goal = tuple(line(*ends) for ends in pairwise(goal_profile(shape)))
        self._arc = cos(pi / (4.0 * shape.arc_facets))
        """Distance of the middle of a facet from the arc's centre, as a share of the radius."""

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """See `Walls`; goal boxes belong to the field."""
        x, y, z = abs(point[0]) - margin_uu, abs(point[1]) - margin_uu, point[2]
        shape = self._shape
        if not -margin_uu <= z <= shape.ceiling_z + margin_uu:
            return False
        if y > shape.back_y:
            bar_z = shape.mouth_height + shape.mouth_chamfer
            return x <= shape.post_x and y <= shape.goal_rear_y and z <= bar_z + margin_uu
        return x <= shape.side_x and x + y <= self._corner_sum

    def holds(self, point: Point, margin_uu: float) -> bool:
        """See `Walls`."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        return (
            self._is_in_field(x, y, z, margin_uu)
            or self._is_in_goal(x, y, z, margin_uu)
            or self._is_round_the_post(x, y, z, margin_uu)
        )

    def _is_in_field(self, x: float, y: float, z: float, margin_uu: float) -> bool:
        shape = self._shape
        back, up = shape.back_y - y, shape.ceiling_z - z
        corner = (self._corner_sum - x - y) * HALF_SQRT2
        nearest = min(shape.side_x - x, back, corner, *[a * x + b * y + c for a, b, c in self._chords])
        if nearest >= shape.ceiling_radius:
            return min(z, up) >= -margin_uu
        if not self._is_free(back, z, back_ramp_radius(shape, x), margin_uu):
            return False
        if not self._is_free(back, up, shape.ceiling_radius, margin_uu):
            return False
        for (a, b, c), radius in self._walls:
            wall = a * x + b * y + c
            if not self._is_free(wall, z, radius, margin_uu):
                return False
            if not self._is_free(wall, up, shape.ceiling_radius, margin_uu):
                return False
        return True

    def _is_in_goal(self, x: float, y: float, z: float, margin_uu: float) -> bool:
        """Returns whether it is in the goal, extended into the field."""
        side, radius = self._shape.mouth_half_width - x, self._shape.goal_radius
        return all(self._is_free(side, a * y + b * z + c, radius, margin_uu) for a, b, c in self._goal)

    def _is_round_the_post(self, x: float, y: float, z: float, margin_uu: float) -> bool:
        """Returns whether it is in front of the post, where the ramp turns from the back wall into the goal."""
        shape = self._shape
        if x > shape.post_x or y > shape.lip_y or z > shape.mouth_height:
            return False
        post = hypot(shape.post_x - x, shape.lip_y - y) - shape.mouth_chamfer
        return self._is_free(post, z, shape.goal_radius, margin_uu)

    def _is_free(self, wall: float, level: float, radius: float, margin_uu: float) -> bool:
        """Returns whether a point at these distances from two planes is in front of both and of the ramp between."""
        if wall < -margin_uu or level < -margin_uu:
            return False
        if wall >= radius or level >= radius:
            return True
        return hypot(radius - wall, radius - level) <= self._arc * radius + margin_uu


def _walls(shape: SoccarShape) -> list[tuple[Line, float]]:
    """Returns the flat pieces of side wall, vertical edges and corner wall with the radius of each floor ramp."""
    side, back, radii = side_edge(shape).points, back_edge(shape).points, back_edge_radii(shape)
    ends = [((shape.side_x, 0.0), side[0]), *pairwise(side), (side[-1], back[0])]
    walls = [(line(*piece), shape.floor_radius) for piece in ends]
    widths = [(before + after) / 2.0 for before, after in pairwise(radii)]
    return walls + [(line(*piece), width) for piece, width in zip(pairwise(back), widths, strict=True)]


class HoopsConfines:
    """The `Walls` of the hoops arena without rims and nets; immutable.

    It measures the curves; the facets of the mesh stand up to 2 uu farther into the field.
    """

    def __init__(self, shape: HoopsShape | None = None) -> None:
        self._shape = shape = shape or HoopsShape()
        self._edges = (
            (shape.wall_x - shape.edge_radius, shape.side_edge[0][1]),
            (shape.back_edge[1][0], shape.wall_y - shape.edge_radius),
        )

    def inside(self, point: Point) -> float:
        """Returns the distance from a point to the surface in uu: positive inside, -inf if not a number or too far."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        if not x + y + abs(z) < FARTHEST_UU:
            return -inf
        shape, ramp = self._shape, self._shape.ramp_radius
        planes = min(shape.side_x - x, shape.back_y - y, z, shape.ceiling_z - z)
        wall = self._wall(x, y)
        off_wall = wall + shape.ramp_inset
        level = min(z, 2.0 * shape.mirror_z - z) - shape.floor_z
        if off_wall < ramp and level < ramp:
            return min(planes, ramp - hypot(ramp - off_wall, ramp - level))
        return min(planes, wall)

    def holds(self, point: Point, margin_uu: float) -> bool:
        """See `Walls`."""
        return self.inside(point) >= -margin_uu

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """See `Walls`."""
        shape = self._shape
        x, y, z = abs(point[0]) - margin_uu, abs(point[1]) - margin_uu, point[2]
        is_level = -margin_uu <= z <= shape.ceiling_z + margin_uu
        return is_level and x <= shape.side_x and y <= shape.back_y and x + y <= shape.corner_sum

    def _wall(self, x: float, y: float) -> float:
        """Returns the signed distance to the meshes' walls in the ground plan."""
        shape = self._shape
        (side_x, side_y), (back_x, back_y) = self._edges
        if y >= side_y and side_x <= x and y - side_y <= x - side_x:
            return shape.edge_radius - hypot(x - side_x, y - side_y)
        if x >= back_x and back_y <= y and x - back_x <= y - back_y:
            return shape.edge_radius - hypot(x - back_x, y - back_y)
        return min(shape.wall_x - x, shape.wall_y - y, (shape.corner_sum - x - y) * HALF_SQRT2)
