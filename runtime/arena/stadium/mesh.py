"""Triangle meshes, wound so that every normal points into the field, and their form in .cmf files.

Points are rows of float64 arrays in uu. No function changes its arguments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.mesh_format import HEADER, UU_PER_UNIT

Points: TypeAlias = NDArray[np.float64]
"""Points or directions, one in each row: shape (..., 2) in the ground plan or (..., 3) in space."""
WELD_UU = 1e-6
"""Vertices closer than this are one vertex."""


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


def mirror(mesh: Mesh, *, x: bool = False, y: bool = False) -> Mesh:
    """Returns the mirror image in x, in y or in both."""
    triangles = mesh.triangles[:, ::-1] if x != y else mesh.triangles
    sides = (-1.0 if x else 1.0, -1.0 if y else 1.0, 1.0)
    return Mesh(vertices=mesh.vertices * sides + 0.0, triangles=triangles.copy())


def mirrored(quadrant: Points) -> Mesh:
    """Mirrors the triangles of a quadrant, shape (T, 3, 3), in x and y, and welds all four together."""
    half = np.concatenate([quadrant, quadrant[:, ::-1] * (-1.0, 1.0, 1.0)])
    return welded(np.concatenate([half, half[:, ::-1] * (1.0, -1.0, 1.0)]))


def welded(corners: Points) -> Mesh:
    """Returns the mesh of triangles, shape (T, 3, 3), with one index for vertices that coincide."""
    flat = corners.reshape(-1, 3)
    keys = np.round(flat / WELD_UU).astype(np.int64)
    _, first, index = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return Mesh(vertices=flat[first] + 0.0, triangles=index.reshape(-1, 3).astype(np.int32))


def grid(points: Points, flips: NDArray[np.bool_] | None = None) -> Points:
    """Cuts a grid into triangles, shape (T, 3, 3); the cross product of rows and columns points into the field.

    Args:
        points: the vertices, shape (rows, columns, 3), uu.
        flips: selects the quads that are cut along the other diagonal, shape (rows - 1, columns - 1).
    """
    here, right = points[:-1, :-1], points[:-1, 1:]
    up, opposite = points[1:, :-1], points[1:, 1:]
    lower, upper = np.stack([here, up, right], axis=2), np.stack([up, opposite, right], axis=2)
    if flips is not None:
        flips = flips[..., None, None]
        lower = np.where(flips, np.stack([here, up, opposite], axis=2), lower)
        upper = np.where(flips, np.stack([here, opposite, right], axis=2), upper)
    return np.concatenate([lower.reshape(-1, 3, 3), upper.reshape(-1, 3, 3)])


def strip(low: Points, high: Points, *, axis: int) -> Points:
    """Cuts the strip between two chains into triangles, shape (T, 3, 3), without those that have no area.

    Args:
        low: the lower chain, shape (N, 3), uu, oriented like a row of a grid.
        high: the upper chain, shape (M, 3); both may share their last point.
        axis: the coordinate along which both chains advance evenly: 0 is x, 1 is y, 2 is z.
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


def fan(centre: Points, chain: Points) -> Points:
    """Cuts the area between a centre, shape (3,), and an anticlockwise chain, (N, 3), into N - 1 triangles."""
    hub = np.broadcast_to(centre, chain[:-1].shape)
    return np.stack([hub, chain[:-1], chain[1:]], axis=1)


def _doubled_areas(corners: Points) -> NDArray[np.float64]:
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return np.asarray(np.linalg.norm(cross, axis=1), dtype=np.float64)


def rows(walls: Points, inward: Points, offset: Points, height: Points) -> Points:
    """Returns a grid in front of a wall, shape (rows, columns, 3).

    Args:
        walls: places of the columns in the ground plan, shape (columns, 2), uu.
        inward: shift of each column for one uu of offset, shape (columns, 2).
        offset: distances from the wall, shape (rows, columns), uu.
        height: heights, shape (rows, columns), uu.
    """
    plan = walls[None] + inward[None] * offset[..., None]
    return np.concatenate([plan, height[..., None]], axis=2)


def mitres(line: Points, first: Points | None = None, last: Points | None = None) -> Points:
    """Returns for each point of a polyline, shape (N, 2), the shift to the parallel line one uu to its left: (N, 2).

    At the ends, the shifts are `first` and `last`, by default at right angles to the end's chord.
    """
    chords = np.diff(line, axis=0)
    normals = np.stack([-chords[:, 1], chords[:, 0]], axis=1) / np.linalg.norm(chords, axis=1, keepdims=True)
    both = normals[:-1] + normals[1:]
    inner = 2.0 * both / np.sum(both * both, axis=1, keepdims=True)
    ends = normals[0] if first is None else first, normals[-1] if last is None else last
    return np.concatenate([ends[0][None], inner, ends[1][None]])


def pack_mesh(mesh: Mesh) -> bytes:
    """Returns the mesh as the content of a .cmf file."""
    triangles = mesh.triangles.astype("<i4")
    vertices = (mesh.vertices / UU_PER_UNIT).astype("<f4")
    return HEADER.pack(len(triangles), len(vertices)) + triangles.tobytes() + vertices.tobytes()
