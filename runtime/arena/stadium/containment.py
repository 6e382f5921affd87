"""Whether a point is in the soccar arena, in plain numbers: what a watch over moving objects asks in every match.

The field and each goal are convex but for the ramps along their edges, so that a few lines and circles tell, to within
some uu where facets meet. What `Clearance` measures is exact, takes forty times as long, and loads numpy.
"""

from itertools import pairwise
from math import cos, hypot, pi, sqrt
from typing import TypeAlias

from runtime.arena.stadium.fence import Point
from runtime.arena.stadium.profiles import Pair, back_edge, back_edge_radii, back_ramp_radius, goal_profile, side_edge
from runtime.arena.stadium.shape import SoccarShape

Line: TypeAlias = tuple[float, float, float]
"""a, b and c: the point (u, v) is a u + b v + c inside of it."""

_HALF_SQRT2 = sqrt(0.5)


class SoccarConfines:
    """The surface of the arena as a fence wants to know it; nothing changes it, so any thread may ask."""

    def __init__(self, shape: SoccarShape | None = None) -> None:
        self._shape = shape = shape or SoccarShape()
        self._corner_sum = sum(shape.back_edge[0])
        self._chords = tuple(_line(*edge) for edge in (shape.side_edge, shape.back_edge))
        self._walls = tuple(_walls(shape))
        self._goal = tuple(_line(*ends) for ends in pairwise(goal_profile(shape)))
        self._arc = cos(pi / (4.0 * shape.arc_facets))
        """The share of an arc's radius at which the middle of a facet lies."""

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside the walls, floor, ceiling and goal boxes, ramps left aside."""
        x, y, z = abs(point[0]) - margin_uu, abs(point[1]) - margin_uu, point[2]
        shape = self._shape
        if not -margin_uu <= z <= shape.ceiling_z + margin_uu:
            return False
        if y > shape.back_y:
            bar_z = shape.mouth_height + shape.mouth_chamfer
            return x <= shape.post_x and y <= shape.goal_rear_y and z <= bar_z + margin_uu
        return x <= shape.side_x and x + y <= self._corner_sum

    def holds(self, point: Point, margin_uu: float) -> bool:
        """Whether a point that is between the planes is at most `margin_uu` outside the surface."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        return (
            self._is_in_field(x, y, z, margin_uu)
            or self._is_in_goal(x, y, z, margin_uu)
            or self._is_round_the_post(x, y, z, margin_uu)
        )

    def _is_in_field(self, x: float, y: float, z: float, margin_uu: float) -> bool:
        shape = self._shape
        back, up = shape.back_y - y, shape.ceiling_z - z
        corner = (self._corner_sum - x - y) * _HALF_SQRT2
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
        """Whether it is in the goal, or in front of it where the goal would be if it reached into the field."""
        side, radius = self._shape.mouth_half_width - x, self._shape.goal_radius
        return all(self._is_free(side, a * y + b * z + c, radius, margin_uu) for a, b, c in self._goal)

    def _is_round_the_post(self, x: float, y: float, z: float, margin_uu: float) -> bool:
        """Whether it is before the post, round which the ramp turns from the back wall into the goal."""
        shape = self._shape
        if x > shape.post_x or y > shape.lip_y or z > shape.mouth_height:
            return False
        post = hypot(shape.post_x - x, shape.lip_y - y) - shape.mouth_chamfer
        return self._is_free(post, z, shape.goal_radius, margin_uu)

    def _is_free(self, wall: float, level: float, radius: float, margin_uu: float) -> bool:
        """Whether a point so far from two planes is not behind them, nor behind the ramp between them."""
        if wall < -margin_uu or level < -margin_uu:
            return False
        if wall >= radius or level >= radius:
            return True
        return hypot(radius - wall, radius - level) <= self._arc * radius + margin_uu


def _walls(shape: SoccarShape) -> list[tuple[Line, float]]:
    """The flat pieces of side wall, vertical edges and corner wall, each with the radius of its floor ramp."""
    side, back, radii = side_edge(shape).points, back_edge(shape).points, back_edge_radii(shape)
    ends = [((shape.side_x, 0.0), side[0]), *pairwise(side), (side[-1], back[0])]
    walls = [(_line(*piece), shape.floor_radius) for piece in ends]
    widths = [(before + after) / 2.0 for before, after in pairwise(radii)]
    return walls + [(_line(*piece), width) for piece, width in zip(pairwise(back), widths, strict=True)]


def _line(start: Pair, end: Pair) -> Line:
    """The line from start to end, which has its inside to the left."""
    run, rise = end[0] - start[0], end[1] - start[1]
    a, b = -rise / hypot(run, rise), run / hypot(run, rise)
    return a, b, -(a * start[0] + b * start[1])
