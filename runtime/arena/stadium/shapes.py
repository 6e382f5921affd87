"""The dimensions of the soccar and the hoops arena, and the outlines that follow from them.

Lengths are uu. Points are pairs of plain numbers; arcs are Bezier curves cut into flat facets.

The numbers were measured on collision meshes of the game and fitted with a few curves. No mesh of the game is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, TypeAlias

from runtime.model import game_facts as facts

Pair: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[float, float, float]
"""a, b and c: the signed distance of the point (u, v) from the line is a u + b v + c, positive on its left."""

HALF_SQRT2: Final = sqrt(0.5)
DIAGONAL: Final[Pair] = (-1.0 / sqrt(2.0), 1.0 / sqrt(2.0))
"""Direction along the corner wall, from the side wall to the back wall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccarShape:
    """Dimensions of a soccar arena in uu; the defaults are those of the standard arena."""

    side_x: float = facts.SIDE_X
    """The side wall, a plane of the physics engine, like floor (z = 0) and ceiling."""
    back_y: float = facts.BACK_Y
    ceiling_z: float = facts.CEILING_Z
    arc_handle: float = 0.55178
    """Handle length of each quarter arc's Bezier curve, as a share of its radius."""
    arc_facets: int = 8
    """Flat facets of a quarter arc and of a vertical edge, a power of two; balls bounce off them."""
    floor_radius: float = facts.RAMP_RADIUS
    """Floor ramp along side and corner walls."""
    back_radius: float = 160.0
    """Floor ramp along the back wall."""
    goal_radius: float = 96.0
    """Floor ramp beside and inside the goal, and the goal's other long edges."""
    ceiling_radius: float = 512.0
    side_edge: tuple[tuple[float, float], tuple[float, float]] = ((4096.0, 3584.0), (3840.47, 4223.53))
    """Ends of the vertical edge on the side wall and on the corner wall."""
    back_edge: tuple[tuple[float, float], tuple[float, float]] = ((3200.0, 4864.0), (2560.0, 5120.0))
    """Ends of the vertical edge on the corner wall and on the back wall."""
    edge_handle: float = 245.858
    """Handle length of the vertical edges' Bezier curves."""
    blend_from_x: float = 960.0
    """The back ramp has the goal's radius from here towards the goal."""
    blend_to_x: float = 1344.0
    """The back ramp has the back wall's radius from here towards the corner."""
    blend_steps: int = 6
    mouth_half_width: float = facts.MOUTH_HALF_WIDTH
    mouth_height: float = facts.MOUTH_HEIGHT
    mouth_chamfer: float = 8.0
    """Width and depth of the slanted facet on posts and crossbar."""
    mouth_outer_radius: float = 103.6
    """Radius of the mouth's upper corner in the plane of the back wall."""
    goal_level_to_y: float = 5354.67
    """The goal's floor is level up to here and rises behind."""
    goal_rise_y: float = 5760.0
    """The rising floor meets the rear arc here."""
    goal_rise_z: float = 16.0
    goal_rear_radius: float = 240.0
    roof_level_to_y: float = 5344.0
    """The goal's roof is level up to here and falls straight to the rear arc behind."""
    roof_arc_vertex: int = 6
    """The vertex of the upper rear arc at which the roof ends."""
    roof_bend: float = 0.1073
    """Distance in y by which the roof's bend moves for each uu that the rounded edge lowers it."""
    side_columns: int = 7
    """Columns into which the side ramps are cut; this and the next fields change triangles, but not the surface."""
    corner_columns: int = 4
    back_columns: int = 5
    crossbar_columns: int = 4
    wall_rows: tuple[float, ...] = (512.0, 768.0, 1024.0, 1280.0)
    """Heights at which edges, corner and back wall are cut."""
    skirt_facets: float = 2.5
    """Number of facets by which ramps go on straight behind floor, wall and ceiling."""

    @property
    def post_x(self) -> float:
        """X at which the flat back wall ends at the mouth."""
        return self.mouth_half_width + self.mouth_chamfer

    @property
    def lip_y(self) -> float:
        """Y at which the goal's box begins behind the chamfer."""
        return self.back_y + self.mouth_chamfer

    @property
    def flat_half_width(self) -> float:
        """Half the width of the goal's flat floor, rear wall and roof."""
        return self.mouth_half_width - self.goal_radius

    @property
    def corner_sum(self) -> float:
        """X + y on the corner wall."""
        return sum(self.back_edge[0])

    @property
    def goal_rear_y(self) -> float:
        """Y of the goal's rear wall."""
        return self.goal_rise_y + self.goal_rear_radius


@dataclass(frozen=True, slots=True, kw_only=True)
class HoopsShape:
    """Dimensions of the hoops arena in uu, one quadrant, measured on the game's collision meshes.

    The physics engine adds its own planes. Behind or between them are the walls of the meshes.
    """

    side_x: float = facts.HOOPS_SIDE_X
    """The side wall, a plane of the physics engine, like back wall, floor (z = 0) and ceiling."""
    back_y: float = facts.HOOPS_BACK_Y
    ceiling_z: float = facts.HOOPS_CEILING_Z
    wall_x: float = 2966.69
    """The meshes' side wall."""
    wall_y: float = 3584.25
    """The meshes' back wall, from `middle_x` to the edge."""
    wall_middle_y: float = 3583.92
    """The meshes' back wall at x = 0; it is straight from there to `middle_x`."""
    middle_x: float = 1521.5
    floor_z: float = -0.67
    """Tangent of the floor ramps; the ceiling's ramps are their mirror image in z = `mirror_z`."""
    mirror_z: float = 910.17
    ramp_radius: float = facts.HOOPS_RAMP_RADIUS
    ramp_inset: float = 0.3
    """The ramp's arc is shifted by this much towards the wall, and cut off there."""
    ramp_facets: int = 6
    arc_handle: float = 0.5518
    """Handle length of a ramp's Bezier curve, as a share of its radius."""
    side_edge: tuple[Pair, Pair] = ((2966.69, 2560.0), (2785.57, 2997.25))
    """Ends of the vertical edge on the side wall and on the corner wall."""
    back_edge: tuple[Pair, Pair] = ((2379.61, 3403.22), (1942.4, 3584.25))
    """Ends of the vertical edge on the corner wall and on the back wall."""
    edge_handle: float = 164.0
    edge_facets: int = 8
    edge_radius: float = 618.39
    """Radius of the circle that fits the vertical edges."""
    wall_row_z: float = 392.8
    """A row of vertices on the walls; its mirror image is the other."""
    wall_row_inset: float = 0.33
    """Distance of these rows from edges and corner wall, into the field."""
    rim_y: float = facts.HOOP_Y
    """Y of the middle of the rim's round part."""
    rim_z: float = facts.HOOP_Z
    """Height of the rim's centre line."""
    rim_radius: float = 704.7
    """Radius of the centre line's round part."""
    rim_straight_from: Pair = (704.7, 2969.71)
    """The rim's centre line is straight from here to the first point of `rim_flare`."""
    rim_blend_handles: Pair = (60.8, 62.2)
    """Handle lengths of the Bezier curve between the round and the straight part."""
    rim_blend_end_degrees: float = 88.84
    """Heading of that curve's end."""
    rim_flare: tuple[Pair, ...] = (
        (705.67, 3436.25),
        (705.4, 3533.0),
        (768.0, 3637.5),
        (875.2, 3699.5),
        (989.0, 3700.4),
    )
    """Control points of the quartic Bezier curve in which the centre line turns outwards, behind the wall."""
    rim_tilt: float = 0.0034
    """Angle in rad by which rim and net are turned from the flare's start, about the line at `rim_tilt_y` and z."""
    rim_tilt_y: float = 3700.4
    rim_tilt_z: float = 353.5
    tube_radius: float = 43.2
    tube_facets: int = 28
    net_profile: tuple[Pair, ...] = ((43.2, 353.48), (95.45, 172.61), (125.94, 85.03), (229.32, 4.95), (275.37, -1.42))
    """Distance from the rim's centre line, outwards, and height of each row of the net; the first is on the tube."""
    score_z: float = 270.0
    """RocketSim counts a goal when the ball's centre is below this height ..."""
    score_y_scale: float = 0.9
    """... and x² + (`score_y_scale` |y| - `score_y`)² < `score_radius`²."""
    score_y: float = 2770.0
    score_radius: float = 716.0

    @property
    def corner_sum(self) -> float:
        """X + y on the corner wall."""
        return sum(self.side_edge[1])

    @property
    def rim_inner_radius(self) -> float:
        """Half the inner width of the rim."""
        return self.rim_radius - self.tube_radius

    def is_in_goal(self, x: float, y: float, z: float) -> bool:
        """Returns whether a ball there is in a goal: RocketSim's oval, which lies inside rim and net."""
        along = self.score_y_scale * abs(y) - self.score_y
        return z < self.score_z and x * x + along * along < self.score_radius**2


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A vertical edge between two walls, seen from above."""

    points: list[Pair]
    directions: list[Pair]
    """Unit direction of travel at each point; the field is on its left."""


def arc_points(handle: float, facets: int) -> list[Pair]:
    """Returns the vertices of a quarter arc from (0, 0) to (1, 1) that leaves along the first axis."""
    points = []
    for step in range(facets + 1):
        t = step / facets
        s = 1.0 - t
        along = 3 * s * s * t * handle + 3 * s * t * t + t**3
        points.append((along, 3 * s * t * t * (1.0 - handle) + t**3))
    return points


def smoothstep(q: float) -> float:
    """Blends smoothly from 0 at q <= 0 to 1 at q >= 1."""
    q = min(1.0, max(0.0, q))
    return q * q * (3.0 - 2.0 * q)


def back_ramp_radius(shape: SoccarShape, x: float) -> float:
    """Returns the radius of the floor ramp along the back wall at x >= 0."""
    q = (x - shape.blend_from_x) / (shape.blend_to_x - shape.blend_from_x)
    return shape.goal_radius + (shape.back_radius - shape.goal_radius) * smoothstep(q)


def side_edge(shape: SoccarShape) -> Edge:
    """Returns the vertical edge from the side wall to the corner wall."""
    return _edge(shape.side_edge, ((0.0, 1.0), DIAGONAL), shape.edge_handle, shape.arc_facets)


def back_edge(shape: SoccarShape) -> Edge:
    """Returns the vertical edge from the corner wall to the back wall."""
    return _edge(shape.back_edge, (DIAGONAL, (-1.0, 0.0)), shape.edge_handle, shape.arc_facets)


def hoops_edges(shape: HoopsShape) -> tuple[list[Pair], list[Pair]]:
    """Returns the points of the vertical edges from the side wall to the corner wall and from there to the back."""
    ends = (shape.side_edge, ((0.0, 1.0), DIAGONAL)), (shape.back_edge, (DIAGONAL, (-1.0, 0.0)))
    side, back = (_edge(*edge, shape.edge_handle, shape.edge_facets).points for edge in ends)
    return side, back


def bezier(controls: Sequence[Pair], steps: int) -> list[Pair]:
    """Returns the points of a Bezier curve of any degree at equal steps of its parameter."""
    points = []
    for step in range(steps + 1):
        t, line = step / steps, list(controls)
        while len(line) > 1:
            line = [(a + (c - a) * t, b + (d - b) * t) for (a, b), (c, d) in pairwise(line)]
        points.append(line[0])
    return points


def back_edge_radii(shape: SoccarShape) -> list[float]:
    """Returns the radius of the floor ramp at each point of `back_edge`: from the corner's to the back wall's."""
    ways = [0.0]
    for start, end in pairwise(back_edge(shape).points):
        ways.append(ways[-1] + hypot(end[0] - start[0], end[1] - start[1]))
    narrower = shape.back_radius - shape.floor_radius
    return [shape.floor_radius + narrower * smoothstep(way / ways[-1]) for way in ways]


def goal_profile(shape: SoccarShape) -> list[Pair]:
    """Returns the goal's outline in its middle, floor to rear to roof, as pairs of y and z."""
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


def _edge(ends: tuple[Pair, Pair], directions: tuple[Pair, Pair], handle: float, facets: int) -> Edge:
    """Returns a Bezier curve from end to end that leaves and arrives along the directions."""
    controls = [(a, a + handle * out, b - handle * into, b) for a, b, out, into in zip(*ends, *directions, strict=True)]
    points, ways = [], []
    for step in range(facets + 1):
        t = step / facets
        s = 1.0 - t
        x, y = (s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d for a, b, c, d in controls)
        along_x, along_y = (s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c) for a, b, c, d in controls)
        points.append((x, y))
        ways.append((along_x / hypot(along_x, along_y), along_y / hypot(along_x, along_y)))
    return Edge(points=points, directions=ways)


def line(start: Pair, end: Pair) -> Line:
    """Returns the line from start to end."""
    run, rise = end[0] - start[0], end[1] - start[1]
    a, b = -rise / hypot(run, rise), run / hypot(run, rise)
    return a, b, -(a * start[0] + b * start[1])
