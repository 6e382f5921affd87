"""The soccar arena's meshes.

Everything is computed for one quadrant (x >= 0, y >= 0); the arena is its mirror image in x and in y.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.mesh import Mesh, Points, fan, grid, mirror, mitres, rows, strip, welded
from runtime.arena.stadium.shapes import (
    DIAGONAL,
    Edge,
    SoccarShape,
    arc_points,
    back_edge,
    back_edge_radii,
    back_ramp_radius,
    goal_profile,
    side_edge,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Footprint:
    """Columns of the walls seen from above, from the middle of the side wall to the middle of the back wall."""

    walls: Points
    """Place of each column on the wall, shape (N, 2)."""
    inward: Points
    """Shift of a point of each column for one uu of offset from the wall, shape (N, 2)."""
    floor_radius: NDArray[np.float64]
    """Radius of the floor ramp at each column, shape (N,)."""
    edge_start: int
    """Index of the column at which the vertical edge begins on the side wall."""
    edge_end: int
    """Index of the column at which the other vertical edge ends on the back wall."""
    post: int
    """Index of the column at the goal post; later columns are above the mouth."""


def soccar_meshes(shape: SoccarShape) -> tuple[Mesh, ...]:
    """Builds everything of the soccar arena that is not a plane of the physics engine, in 16 parts like the game.

    They are 4 corners, 4 halves of the back walls with goals, 4 floor ramps and 4 ceiling ramps of the side walls.
    """
    parts = map(welded, quadrant_parts(shape, skirt_facets=shape.skirt_facets))
    return tuple(mirror(part, x=x, y=y) for part in parts for x in (False, True) for y in (False, True))


def quadrant_surface(shape: SoccarShape) -> Points:
    """Returns the triangles of the quadrant x >= 0, y >= 0 without planes and skirts, as corners (T, 3, 3)."""
    return np.concatenate(quadrant_parts(shape))


def quadrant_parts(shape: SoccarShape, *, skirt_facets: float = 0.0) -> tuple[Points, Points, Points, Points]:
    """Returns corner, back wall with goal, and the side wall's floor and ceiling ramp of that quadrant.

    Each consists of triangles (T, 3, 3). Ramps go on straight for a number of facets behind the surface.
    """
    plan = footprint(shape)
    ramp, ceiling = floor_ramp(shape, plan), ceiling_ramp(shape, plan)
    wall = _wall_rows(shape, plan, ramp, ceiling)
    side, corner, back = (
        slice(plan.edge_start + 1),
        slice(plan.edge_start, plan.edge_end + 1),
        slice(plan.edge_end, None),
    )
    flat = slice(plan.edge_end, plan.post)
    if skirt_facets:
        ramp, ceiling = _with_skirts(ramp, skirt_facets), _with_skirts(ceiling, skirt_facets)
    return (
        np.concatenate([grid(ramp[:, corner]), grid(wall[:, corner]), grid(ceiling[:, corner])]),
        np.concatenate(
            [
                *(grid(ramp[:, back]), grid(wall[:, flat]), grid(ceiling[:, back])),
                *_above_the_mouth(shape, plan, wall),
                *_goal(shape),
            ]
        ),
        grid(ramp[:, side]),
        grid(ceiling[:, side]),
    )


def quadrant_planes(shape: SoccarShape) -> Points:
    """Returns the exposed parts of floor, ceiling and side wall of the same quadrant, as corners (T, 3, 3)."""
    plan = footprint(shape)
    ramp, ceiling = floor_ramp(shape, plan), ceiling_ramp(shape, plan)
    level = goal_rounding(shape)[0, 1]
    floor = np.concatenate([ramp[0], post_foot(shape)[0][1:], [level, level * (0.0, 1.0, 1.0)]])
    return np.concatenate(
        [
            grid(_wall_rows(shape, plan, ramp, ceiling)[:, : plan.edge_start + 1]),
            fan(np.zeros(3), floor),
            fan(np.array([0.0, 0.0, shape.ceiling_z]), ceiling[-1, ::-1]),
        ]
    )


def _with_skirts(ramp: Points, facets: float) -> Points:
    """Adds a row in front of a ramp's first row and one behind its last, along the facets there."""
    first, last = ramp[:1] + facets * (ramp[:1] - ramp[1:2]), ramp[-1:] + facets * (ramp[-1:] - ramp[-2:-1])
    return np.concatenate([first, ramp, last])


def _wall_rows(shape: SoccarShape, plan: Footprint, ramp: Points, ceiling: Points) -> Points:
    """Returns the rows of the walls between the ramps for all columns: (rows, columns, 3).

    The lowest row ends at the post; above the mouth it repeats the next one.
    """
    cuts = [np.concatenate([plan.walls, np.full((len(plan.walls), 1), height)], axis=1) for height in shape.wall_rows]
    lowest = np.concatenate([ramp[-1], cuts[0][plan.post + 1 :]])
    return np.stack([lowest, *cuts, ceiling[0]])


def _above_the_mouth(shape: SoccarShape, plan: Footprint, wall: Points) -> list[Points]:
    """Fills the back wall beside the post and above the crossbar."""
    outline, _ = mouth_outline(shape)
    high = int(np.searchsorted(shape.wall_rows, outline[:, 2].max(), side="right")) + 1
    above = wall[high:, plan.post :]
    post = np.concatenate([outline[:2], above[:, 0]])
    return [strip(post, wall[:, plan.post - 1], axis=2), strip(outline[1:], above[0], axis=0), grid(above)]


def _goal(shape: SoccarShape) -> list[Points]:
    """Builds the mouth's chamfer, the foot of the post and the goal's box."""
    outer, inner = mouth_outline(shape)
    rings = post_foot(shape)
    foot = [strip(low, high, axis=1) for low, high in pairwise(rings)]
    rounding = goal_rounding(shape)
    flat = rounding[0, 1:]
    side = rounding[-1]
    rear = int(np.argmax(side[:, 1]))
    return [
        grid(np.stack([inner, outer])),
        *foot,
        grid(rounding),
        grid(np.stack([flat * (0.0, 1.0, 1.0), flat])),
        strip(side[: rear + 1], side[: rear - 1 : -1], axis=1),
    ]


def unit_arc(handle: float, facets: int) -> Points:
    """Returns the vertices of a quarter arc from (0, 0) to (1, 1) that leaves along the first axis: (facets + 1, 2)."""
    return np.array(arc_points(handle, facets))


def vertical_edge(edge: Edge) -> tuple[Points, Points]:
    """Returns wall points and offset vectors of a vertical edge, (arc_facets + 1, 2) each."""
    points, tangents = np.array(edge.points), np.array(edge.directions)
    inward = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1)
    chords = np.diff(points, axis=0)
    headings = np.arctan2(chords[:, 1], chords[:, 0])
    inward[1:-1] /= np.cos(np.diff(headings) / 2.0)[:, None]
    return points, inward


def footprint(shape: SoccarShape) -> Footprint:
    """Returns the columns of the whole quadrant."""
    side_points, side_inward = vertical_edge(side_edge(shape))
    back_points, back_inward = vertical_edge(back_edge(shape))
    side = np.linspace((shape.side_x, 0.0), side_points[0], shape.side_columns + 1)[:-1]
    corner = np.linspace(side_points[-1], back_points[0], shape.corner_columns + 1)[1:-1]
    back_x = _back_wall_columns(shape)
    back = np.stack([back_x, np.full_like(back_x, shape.back_y)], axis=1)
    wide = len(side) + len(side_points) + len(corner)
    return Footprint(
        walls=np.concatenate([side, side_points, corner, back_points, back]),
        inward=np.concatenate(
            [
                np.tile([-1.0, 0.0], (len(side), 1)),
                side_inward,
                np.tile([-DIAGONAL[1], DIAGONAL[0]], (len(corner), 1)),
                back_inward,
                np.tile([0.0, -1.0], (len(back), 1)),
            ]
        ),
        floor_radius=np.concatenate(
            [
                np.full(wide, shape.floor_radius),
                back_edge_radii(shape),
                [back_ramp_radius(shape, x) for x in back_x.tolist()],
            ]
        ),
        edge_start=len(side),
        edge_end=wide + len(back_points) - 1,
        post=wide + len(back_points) + int(np.flatnonzero(back_x == shape.post_x)[0]),
    )


def _back_wall_columns(shape: SoccarShape) -> NDArray[np.float64]:
    """Returns the x of the columns on the flat back wall, without the one that ends the vertical edge."""
    return np.concatenate(
        [
            np.linspace(shape.back_edge[1][0], shape.blend_to_x, shape.back_columns + 1)[1:-1],
            np.linspace(shape.blend_to_x, shape.blend_from_x, shape.blend_steps + 1),
            np.linspace(shape.post_x, 0.0, shape.crossbar_columns + 1),
        ]
    )


def floor_ramp(shape: SoccarShape, plan: Footprint) -> Points:
    """Returns the floor ramp's rows from the floor up, for the columns up to the post: (rows, columns, 3)."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets)
    columns = slice(0, plan.post + 1)
    radius = plan.floor_radius[columns]
    offset = (1.0 - arc[:, :1]) * radius
    return rows(plan.walls[columns], plan.inward[columns], offset, arc[:, 1:] * radius)


def ceiling_ramp(shape: SoccarShape, plan: Footprint) -> Points:
    """Returns the ceiling ramp's rows from the wall to the ceiling, for all columns: (rows, columns, 3)."""
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.ceiling_radius
    ones = np.ones(len(plan.walls))
    height = shape.ceiling_z - shape.ceiling_radius + arc[:, :1] * ones
    return rows(plan.walls, plan.inward, arc[:, 1:] * ones, height)


def post_foot(shape: SoccarShape) -> list[Points]:
    """Returns the rings in which the floor ramp turns round the post into the goal, from the floor up.

    Each ring runs from the back wall's ramp to the goal's; higher rings have fewer steps.
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
    """Returns the steps of a ring of the post's foot, by rows below the top: 1, 2, 4, 4, 8, 8, ..."""
    if below_top < 2:
        return below_top + 1
    steps: int = 2 ** (1 + below_top // 2)
    return min(facets, steps)


def mouth_outline(shape: SoccarShape) -> tuple[Points, Points]:
    """Returns the mouth's edge in the back wall and at the lip of the goal, up the post and along the crossbar."""
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


def goal_inward(shape: SoccarShape, profile: Points) -> Points:
    """Returns the shift of each vertex of the goal's profile for one uu of offset, as rows of (y, z)."""
    inward = mitres(profile)
    inward[:3] = (0.0, 1.0)
    inward[-2] = (-shape.roof_bend, -1.0)
    inward[-1] = (0.0, -1.0)
    return inward


def goal_rounding(shape: SoccarShape) -> Points:
    """Returns the goal's rounded long edges from the flat middle to the side wall: (rows, profile vertices, 3)."""
    profile = np.array(goal_profile(shape))
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.goal_radius
    section = profile[None] + goal_inward(shape, profile)[None] * arc[:, 1][:, None, None]
    x = np.broadcast_to((shape.flat_half_width + arc[:, 0])[:, None, None], (*section.shape[:2], 1))
    return np.concatenate([x, section], axis=2)
