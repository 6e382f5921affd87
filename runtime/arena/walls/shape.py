"""The soccar arena's shape as a set of numbers, and the curves and surfaces that follow from them.

Everything is computed for one quadrant (x >= 0, y >= 0); the arena is its mirror image in x and in y.
Points are rows of float64 arrays in uu. No function changes its arguments or keeps state.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]
"""Points or directions in uu, one a row: shape (..., 2) in the ground plan or (..., 3) in space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoccarShape:
    """The numbers that determine the arena, in uu; the defaults are the standard soccar arena."""

    side_x: float = 4096.0
    """The side wall, a plane of the physics engine."""
    back_y: float = 5120.0
    ceiling_z: float = 2048.0
    """The ceiling, a plane of the physics engine; the floor is z = 0."""
    arc_handle: float = 0.55178
    """Handle length of every quarter arc's Bezier curve, as a share of its radius."""
    arc_facets: int = 8
    """Flat facets per quarter arc and per vertical edge; physically real. A power of two."""
    floor_radius: float = 256.0
    """Of the ramp along side and corner walls."""
    back_radius: float = 160.0
    """Of the floor ramp along the back wall."""
    goal_radius: float = 96.0
    """Of the floor ramp beside and inside the goal, and of the goal's other long edges."""
    ceiling_radius: float = 512.0
    side_edge: tuple[tuple[float, float], tuple[float, float]] = ((4096.0, 3584.0), (3840.47, 4223.53))
    """Where the vertical edge leaves the side wall, and where it meets the corner wall."""
    back_edge: tuple[tuple[float, float], tuple[float, float]] = ((3200.0, 4864.0), (2560.0, 5120.0))
    """Where the vertical edge leaves the corner wall, and where it meets the back wall."""
    edge_handle: float = 245.858
    """Handle length of the vertical edges' Bezier curves."""
    blend_from_x: float = 960.0
    """Towards the goal from here the back ramp has the goal's radius."""
    blend_to_x: float = 1344.0
    """Away from the goal from here it has the back wall's radius."""
    blend_steps: int = 6
    mouth_half_width: float = 896.0
    mouth_height: float = 640.0
    mouth_chamfer: float = 8.0
    """Width and depth of the slanted facet on posts and crossbar."""
    mouth_outer_radius: float = 103.6
    """Of the mouth's upper corner in the plane of the back wall."""
    goal_level_to_y: float = 5354.67
    """The goal's floor is level up to here, then rises."""
    goal_rise_y: float = 5760.0
    """Where the rising floor meets the rear arc."""
    goal_rise_z: float = 16.0
    goal_rear_radius: float = 240.0
    roof_level_to_y: float = 5344.0
    """The goal's roof is level up to here, then falls straight to the rear arc."""
    roof_arc_vertex: int = 6
    """The vertex of the upper rear arc at which the roof ends."""
    roof_bend: float = 0.1073
    """How far in y the roof's bend moves per uu that the rounded edge lowers it."""
    side_columns: int = 8
    """Columns into which the side ramps are cut; without influence on the surface, like the next three."""
    corner_columns: int = 4
    back_columns: int = 5
    crossbar_columns: int = 4

    @property
    def post_x(self) -> float:
        """Where the flat back wall ends at the mouth."""
        return self.mouth_half_width + self.mouth_chamfer

    @property
    def lip_y(self) -> float:
        """Where the goal's box begins behind the chamfer."""
        return self.back_y + self.mouth_chamfer

    @property
    def flat_half_width(self) -> float:
        """Half the width of the goal's flat floor, rear wall and roof."""
        return self.mouth_half_width - self.goal_radius

    @property
    def goal_rear_y(self) -> float:
        """The rear wall of the goal."""
        return self.goal_rise_y + self.goal_rear_radius


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Footprint:
    """Columns of the walls seen from above, from the middle of the side wall to the middle of the back wall."""

    walls: Points
    """Where each column stands on the wall, shape (N, 2)."""
    inward: Points
    """What one uu of offset from the wall moves a point of that column, shape (N, 2)."""
    floor_radius: NDArray[np.float64]
    """Radius of the floor ramp at each column, shape (N,)."""
    edge_start: int
    """The column at which the side wall ends and the vertical edge begins."""
    post: int
    """The column at the goal post; columns after it stand above the mouth."""


def unit_arc(handle: float, facets: int) -> Points:
    """Return the vertices of a quarter arc from (0, 0) to (1, 1) that leaves along the first axis: (facets + 1, 2)."""
    t = np.linspace(0.0, 1.0, facets + 1)
    s = 1.0 - t
    along = 3 * s * s * t * handle + 3 * s * t * t + t**3
    across = 3 * s * t * t * (1.0 - handle) + t**3
    return np.stack([along, across], axis=1)


def smoothstep(q: NDArray[np.float64]) -> NDArray[np.float64]:
    """Blend smoothly from 0 at q <= 0 to 1 at q >= 1."""
    q = np.clip(q, 0.0, 1.0)
    return q * q * (3.0 - 2.0 * q)


def back_ramp_radius(shape: SoccarShape, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the radius of the floor ramp along the back wall at the given x >= 0."""
    q = (x - shape.blend_from_x) / (shape.blend_to_x - shape.blend_from_x)
    return shape.goal_radius + (shape.back_radius - shape.goal_radius) * smoothstep(q)


def vertical_edge(
    shape: SoccarShape, ends: tuple[tuple[float, float], tuple[float, float]], directions: tuple[Points, Points]
) -> tuple[Points, Points]:
    """Return wall points and offset vectors of a vertical edge, (arc_facets + 1, 2) each.

    Args:
        shape: The arena.
        ends: Start and end in the ground plan.
        directions: Unit directions of travel at start and end; inward is to the left.
    """
    start, end = np.array(ends[0]), np.array(ends[1])
    first, second = start + shape.edge_handle * directions[0], end - shape.edge_handle * directions[1]
    t = np.linspace(0.0, 1.0, shape.arc_facets + 1)[:, None]
    s = 1.0 - t
    points = s**3 * start + 3 * s * s * t * first + 3 * s * t * t * second + t**3 * end
    tangents = s * s * (first - start) + 2 * s * t * (second - first) + t * t * (end - second)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    inward = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1)
    chords = np.diff(points, axis=0)
    headings = np.arctan2(chords[:, 1], chords[:, 0])
    inward[1:-1] /= np.cos(np.diff(headings) / 2.0)[:, None]
    return points, inward


def footprint(shape: SoccarShape) -> Footprint:
    """Return the columns of the whole quadrant."""
    diagonal = np.array([-1.0, 1.0]) / np.sqrt(2.0)
    along_side, along_back = np.array([0.0, 1.0]), np.array([-1.0, 0.0])
    side_points, side_inward = vertical_edge(shape, shape.side_edge, (along_side, diagonal))
    back_points, back_inward = vertical_edge(shape, shape.back_edge, (diagonal, along_back))
    side = np.linspace((shape.side_x, 0.0), side_points[0], shape.side_columns + 1)[:-1]
    corner = np.linspace(side_points[-1], back_points[0], shape.corner_columns + 1)[1:-1]
    back_x = _back_wall_columns(shape)
    back = np.stack([back_x, np.full_like(back_x, shape.back_y)], axis=1)
    steps = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(back_points, axis=0), axis=1))])
    edge_radius = shape.floor_radius + (shape.back_radius - shape.floor_radius) * smoothstep(steps / steps[-1])
    wide = len(side) + len(side_points) + len(corner)
    return Footprint(
        walls=np.concatenate([side, side_points, corner, back_points, back]),
        inward=np.concatenate(
            [
                np.tile([-1.0, 0.0], (len(side), 1)),
                side_inward,
                np.tile([-diagonal[1], diagonal[0]], (len(corner), 1)),
                back_inward,
                np.tile([0.0, -1.0], (len(back), 1)),
            ]
        ),
        floor_radius=np.concatenate(
            [
                np.full(wide, shape.floor_radius),
                edge_radius,
                back_ramp_radius(shape, back_x),
            ]
        ),
        edge_start=len(side),
        post=wide + len(back_points) + int(np.flatnonzero(back_x == shape.post_x)[0]),
    )


def _back_wall_columns(shape: SoccarShape) -> NDArray[np.float64]:
    """Return the x of the columns on the flat back wall, without the one that ends the vertical edge."""
    return np.concatenate(
        [
            np.linspace(shape.back_edge[1][0], shape.blend_to_x, shape.back_columns + 1)[1:-1],
            np.linspace(shape.blend_to_x, shape.blend_from_x, shape.blend_steps + 1),
            np.linspace(shape.post_x, 0.0, shape.crossbar_columns + 1),
        ]
    )


def floor_ramp(shape: SoccarShape, plan: Footprint) -> Points:
    """Return the floor ramp's rows from the floor up, for the columns up to the post: (rows, columns, 3)."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets)
    columns = slice(0, plan.post + 1)
    radius = plan.floor_radius[columns]
    offset = (1.0 - arc[:, :1]) * radius
    return _rows(plan.walls[columns], plan.inward[columns], offset, arc[:, 1:] * radius)


def ceiling_ramp(shape: SoccarShape, plan: Footprint) -> Points:
    """Return the ceiling ramp's rows from the wall to the ceiling, for all columns: (rows, columns, 3)."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.ceiling_radius
    ones = np.ones(len(plan.walls))
    height = shape.ceiling_z - shape.ceiling_radius + arc[:, :1] * ones
    return _rows(plan.walls, plan.inward, arc[:, 1:] * ones, height)


def _rows(walls: Points, inward: Points, offset: Points, height: Points) -> Points:
    """Offset columns inwards and lift them: offset and height have the shape (rows, columns)."""
    plan = walls[None] + inward[None] * offset[..., None]
    return np.concatenate([plan, height[..., None]], axis=2)


def post_foot(shape: SoccarShape) -> list[Points]:
    """Return the rings in which the floor ramp turns round the post into the goal, from the floor up.

    Each ring runs from the back wall's ramp to the goal's; the higher, the fewer steps it has.
    """
    arc = unit_arc(shape.arc_handle, shape.arc_facets)
    rings = []
    for row, (along, up) in enumerate(arc):
        every = shape.arc_facets // _ring_steps(shape.arc_facets, shape.arc_facets - row)
        turn = arc[::every]
        radius = shape.mouth_chamfer + shape.goal_radius * (1.0 - along)
        x = shape.post_x - radius * turn[:, 0]
        y = shape.lip_y - radius * (1.0 - turn[:, 1])
        rings.append(np.stack([x, y, np.full_like(x, shape.goal_radius * up)], axis=1))
    return rings


def _ring_steps(facets: int, below_top: int) -> int:
    """Return the steps of a ring of the post's foot, by rows below the top: 1, 2, 4, 4, 8, 8, ..."""
    if below_top < 2:
        return below_top + 1
    steps: int = 2 ** (1 + below_top // 2)
    return min(facets, steps)


def mouth_outline(shape: SoccarShape) -> tuple[Points, Points]:
    """Return the mouth's edge in the back wall and at the lip of the goal, up the post and along the crossbar."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets)[::-1]
    corner_x, corner_z = shape.flat_half_width, shape.mouth_height - shape.goal_radius
    foot_z = shape.goal_radius

    def outline(radius: float, reach: float, y: float) -> Points:
        round_x, round_z = corner_x + radius * arc[:, 0], corner_z + radius * (1.0 - arc[:, 1])
        round_x[0], round_z[-1] = corner_x + reach, corner_z + reach
        x = np.concatenate([[round_x[0]], round_x, [0.0]])
        z = np.concatenate([[foot_z], round_z, [round_z[-1]]])
        return np.stack([x, np.full_like(x, y), z], axis=1)

    wall = outline(shape.mouth_outer_radius, shape.goal_radius + shape.mouth_chamfer, shape.back_y)
    return wall, outline(shape.goal_radius, shape.goal_radius, shape.lip_y)


def goal_profile(shape: SoccarShape) -> Points:
    """Return the goal's outline in its middle, floor to rear to roof, as rows of (y, z)."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.goal_rear_radius
    middle_z = shape.goal_rise_z + shape.goal_rear_radius
    lower = np.stack([shape.goal_rise_y + arc[:, 0], shape.goal_rise_z + arc[:, 1]], axis=1)
    upper = np.stack([shape.goal_rear_y - arc[:, 1], middle_z + arc[:, 0]], axis=1)
    return np.concatenate(
        [
            [(shape.lip_y, 0.0), (shape.goal_level_to_y, 0.0)],
            lower,
            upper[1 : shape.roof_arc_vertex + 1],
            [(shape.roof_level_to_y, shape.mouth_height), (shape.lip_y, shape.mouth_height)],
        ]
    )


def goal_inward(shape: SoccarShape, profile: Points) -> Points:
    """Return what one uu of offset moves each vertex of the goal's profile, as rows of (y, z)."""
    chords = np.diff(profile, axis=0)
    normals = np.stack([-chords[:, 1], chords[:, 0]], axis=1) / np.linalg.norm(chords, axis=1, keepdims=True)
    inward = np.empty_like(profile)
    both = normals[:-1] + normals[1:]
    inward[1:-1] = 2.0 * both / np.sum(both * both, axis=1, keepdims=True)
    inward[:3] = (0.0, 1.0)
    inward[-2] = (-shape.roof_bend, -1.0)
    inward[-1] = (0.0, -1.0)
    return inward


def goal_rounding(shape: SoccarShape) -> Points:
    """Return the goal's rounded long edges from the flat middle to the side wall: (rows, profile vertices, 3)."""
    profile = goal_profile(shape)
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.goal_radius
    section = profile[None] + goal_inward(shape, profile)[None] * arc[:, 1][:, None, None]
    x = np.broadcast_to((shape.flat_half_width + arc[:, 0])[:, None, None], (*section.shape[:2], 1))
    return np.concatenate([x, section], axis=2)
