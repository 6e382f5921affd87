"""Triangle meshes of the arena: welded, wound so that every normal points into the field."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.curves import (
    Footprint,
    Points,
    ceiling_ramp,
    floor_ramp,
    footprint,
    goal_rounding,
    mouth_outline,
    post_foot,
)
from runtime.arena.stadium.shape import SoccarShape

WELD_UU = 1e-6
"""Vertices that agree to this are one vertex."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mesh:
    """Triangles over shared vertices."""

    vertices: Points
    """Shape (V, 3), uu."""
    triangles: NDArray[np.int32]
    """Shape (T, 3), indices of vertices; the right-hand normal points into the field."""

    @property
    def corners(self) -> Points:
        """The triangles' corners, shape (T, 3, 3), uu."""
        return self.vertices[self.triangles]


def soccar_mesh(shape: SoccarShape) -> Mesh:
    """Build everything of the soccar arena that is not a plane of the physics engine."""
    return mirrored(quadrant_surface(shape))


def quadrant_surface(shape: SoccarShape) -> Points:
    """Return the triangles of the quadrant x >= 0, y >= 0 without the planes, as corners (T, 3, 3)."""
    plan = footprint(shape)
    ramp, ceiling = floor_ramp(shape, plan), ceiling_ramp(shape, plan)
    return np.concatenate([grid(ceiling), grid(ramp), *_walls(shape, plan, ramp, ceiling), *_goal(shape)])


def quadrant_planes(shape: SoccarShape) -> Points:
    """Return the exposed parts of floor, ceiling and side wall of the same quadrant, as corners (T, 3, 3)."""
    plan = footprint(shape)
    ramp, ceiling = floor_ramp(shape, plan), ceiling_ramp(shape, plan)
    side = slice(0, plan.edge_start + 1)
    level = goal_rounding(shape)[0, 1]
    floor = np.concatenate([ramp[0], post_foot(shape)[0][1:], [level, level * (0.0, 1.0, 1.0)]])
    return np.concatenate(
        [
            grid(np.stack([ramp[-1, side], ceiling[0, side]])),
            _fan(np.zeros(3), floor),
            _fan(np.array([0.0, 0.0, shape.ceiling_z]), ceiling[-1, ::-1]),
        ]
    )


def mirrored(quadrant: Points) -> Mesh:
    """Mirror a quadrant's triangles in x and y and weld all four together."""
    half = np.concatenate([quadrant, quadrant[:, ::-1] * (-1.0, 1.0, 1.0)])
    return welded(np.concatenate([half, half[:, ::-1] * (1.0, -1.0, 1.0)]))


def welded(corners: Points) -> Mesh:
    """Give vertices that coincide one index."""
    flat = corners.reshape(-1, 3)
    keys = np.round(flat / WELD_UU).astype(np.int64)
    _, first, index = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return Mesh(vertices=flat[first] + 0.0, triangles=index.reshape(-1, 3).astype(np.int32))


def _walls(shape: SoccarShape, plan: Footprint, ramp: Points, ceiling: Points) -> list[Points]:
    """Fill between floor ramp and ceiling ramp: edges, corner wall, back wall and the part above the mouth."""
    last = plan.post - 1
    columns = slice(plan.edge_start, last + 1)
    outline, _ = mouth_outline(shape)
    above = ceiling[0, plan.post :]
    post = np.stack([outline[0], outline[1], above[0]])
    return [
        grid(np.stack([ramp[-1, columns], ceiling[0, columns]])),
        _strip(post, np.stack([ramp[-1, last], ceiling[0, last]]), axis=2),
        _strip(outline[1:], above, axis=0),
    ]


def _goal(shape: SoccarShape) -> list[Points]:
    """Build the mouth's chamfer, the foot of the post and the goal's box."""
    outer, inner = mouth_outline(shape)
    rings = post_foot(shape)
    foot = [_strip(low, high, axis=1) for low, high in pairwise(rings)]
    rounding = goal_rounding(shape)
    flat = rounding[0, 1:]
    side = rounding[-1]
    rear = int(np.argmax(side[:, 1]))
    return [
        grid(np.stack([inner, outer])),
        *foot,
        grid(rounding),
        grid(np.stack([flat * (0.0, 1.0, 1.0), flat])),
        _strip(side[: rear + 1], side[: rear - 1 : -1], axis=1),
    ]


def grid(points: Points) -> Points:
    """Cut a grid (rows, columns, 3) into triangles; rows cross columns points into the field."""
    here, right = points[:-1, :-1], points[:-1, 1:]
    up, opposite = points[1:, :-1], points[1:, 1:]
    lower, upper = np.stack([here, up, right], axis=2), np.stack([up, opposite, right], axis=2)
    return np.concatenate([lower.reshape(-1, 3, 3), upper.reshape(-1, 3, 3)])


def _strip(low: Points, high: Points, *, axis: int) -> Points:
    """Cut the strip between two chains into triangles, advancing evenly along a coordinate axis.

    The chains have the shape (N, 3), are oriented like two rows of a grid and may share their last point.
    """
    way_low, way_high = np.abs(low[:, axis] - low[0, axis]), np.abs(high[:, axis] - high[0, axis])
    triangles: list[Sequence[Points]] = []
    i = j = 0
    while i + 1 < len(low) or j + 1 < len(high):
        is_low_next = j + 1 == len(high) or (i + 1 < len(low) and way_low[i + 1] <= way_high[j + 1])
        if is_low_next:
            triangles.append((low[i], high[j], low[i + 1]))
            i += 1
        else:
            triangles.append((low[i], high[j], high[j + 1]))
            j += 1
    corners = np.array(triangles)
    return corners[_doubled_areas(corners) > WELD_UU]


def _fan(centre: Points, chain: Points) -> Points:
    """Cut the area between a centre and a chain that runs round it anticlockwise into triangles."""
    hub = np.broadcast_to(centre, chain[:-1].shape)
    return np.stack([hub, chain[:-1], chain[1:]], axis=1)


def _doubled_areas(corners: Points) -> NDArray[np.float64]:
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.asarray(np.linalg.norm(cross, axis=1), dtype=np.float64)
