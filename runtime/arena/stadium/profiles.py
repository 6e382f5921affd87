"""The lines that the soccar arena's surface is drawn along, in plain numbers: arcs, vertical edges, the goal's outline.

Points are pairs in uu. No function changes its arguments or keeps state.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, TypeAlias

from runtime.arena.stadium.shape import SoccarShape

Pair: TypeAlias = tuple[float, float]
DIAGONAL: Final[Pair] = (-1.0 / sqrt(2.0), 1.0 / sqrt(2.0))
"""The way along the corner wall, from the side to the back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A vertical edge between two walls, seen from above."""

    points: list[Pair]
    directions: list[Pair]
    """The unit direction of travel at each point; inward is to the left."""


def arc_points(handle: float, facets: int) -> list[Pair]:
    """Return the vertices of a quarter arc from (0, 0) to (1, 1) that leaves along the first axis."""
    points = []
    for step in range(facets + 1):
        t = step / facets
        s = 1.0 - t
        along = 3 * s * s * t * handle + 3 * s * t * t + t**3
        points.append((along, 3 * s * t * t * (1.0 - handle) + t**3))
    return points


def smoothstep(q: float) -> float:
    """Blend smoothly from 0 at q <= 0 to 1 at q >= 1."""
    q = min(1.0, max(0.0, q))
    return q * q * (3.0 - 2.0 * q)


def back_ramp_radius(shape: SoccarShape, x: float) -> float:
    """Return the radius of the floor ramp along the back wall at x >= 0."""
    q = (x - shape.blend_from_x) / (shape.blend_to_x - shape.blend_from_x)
    return shape.goal_radius + (shape.back_radius - shape.goal_radius) * smoothstep(q)


def side_edge(shape: SoccarShape) -> Edge:
    """Return the vertical edge from the side wall to the corner wall."""
    return _edge(shape, shape.side_edge, ((0.0, 1.0), DIAGONAL))


def back_edge(shape: SoccarShape) -> Edge:
    """Return the vertical edge from the corner wall to the back wall."""
    return _edge(shape, shape.back_edge, (DIAGONAL, (-1.0, 0.0)))


def back_edge_radii(shape: SoccarShape) -> list[float]:
    """Return the radius of the floor ramp at each point of `back_edge`: from the corner's to the back wall's."""
    ways = [0.0]
    for start, end in pairwise(back_edge(shape).points):
        ways.append(ways[-1] + hypot(end[0] - start[0], end[1] - start[1]))
    narrower = shape.back_radius - shape.floor_radius
    return [shape.floor_radius + narrower * smoothstep(way / ways[-1]) for way in ways]


def goal_profile(shape: SoccarShape) -> list[Pair]:
    """Return the goal's outline in its middle, floor to rear to roof, as pairs of y and z."""
    radius = shape.goal_rear_radius
    arc = [(along * radius, across * radius) for along, across in arc_points(shape.arc_handle, shape.arc_facets)]
    middle_z = shape.goal_rise_z + radius
    lower = [(shape.goal_rise_y + along, shape.goal_rise_z + across) for along, across in arc]
    upper = [(shape.goal_rear_y - across, middle_z + along) for along, across in arc]
    return [
        (shape.lip_y, 0.0),
        (shape.goal_level_to_y, 0.0),
        *lower,
        *upper[1 : shape.roof_arc_vertex + 1],
        (shape.roof_level_to_y, shape.mouth_height),
        (shape.lip_y, shape.mouth_height),
    ]


def _edge(shape: SoccarShape, ends: tuple[Pair, Pair], directions: tuple[Pair, Pair]) -> Edge:
    """A Bezier curve from end to end that leaves and arrives along the directions."""
    controls = [
        (a, a + shape.edge_handle * out, b - shape.edge_handle * into, b)
        for a, b, out, into in zip(*ends, *directions, strict=True)
    ]
    points, ways = [], []
    for step in range(shape.arc_facets + 1):
        t = step / shape.arc_facets
        s = 1.0 - t
        x, y = (s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for a, b, c, d in controls)
        along_x, along_y = (s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c) for a, b, c, d in controls)
        points.append((x, y))
        ways.append((along_x / hypot(along_x, along_y), along_y / hypot(along_x, along_y)))
    return Edge(points=points, directions=ways)
