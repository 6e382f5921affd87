"""Exact signed distance of a point to the arena's surface."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.curves import Points
from runtime.arena.stadium.mesh import Mesh, quadrant_planes, quadrant_surface, welded
from runtime.arena.stadium.shape import SoccarShape

CELL_UU = 128.0
"""Edge length of the cubes for which the parts that can be nearest are remembered."""
MARGIN_CELLS = 2
"""So many cells beyond the arena still remember; farther out every part is searched."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Parts:
    """Faces and edges of a quadrant; a normal belongs to everything that can be nearest to a point."""

    starts: Points
    """A corner of each face, (F, 3)."""
    normals: Points
    """Unit normals of the faces, (F, 3)."""
    bounds: Points
    """Per face and side the direction in the face that points away from it across that side, (F, 3, 3)."""
    limits: NDArray[np.float64]
    """Where along `bounds` that side lies, (F, 3)."""
    tails: Points
    """Where each edge begins, (E, 3)."""
    ways: Points
    """From there to its end, (E, 3)."""
    lengths: NDArray[np.float64]
    """Squared, (E,)."""
    edge_normals: Points
    """At the beginning, between, and at the end of each edge, (E, 3, 3); not normalised."""


class Surface:
    """The arena's closed surface; one quadrant is kept, and points are mirrored into it. For one thread."""

    def __init__(self, shape: SoccarShape) -> None:
        self._parts = _parts(welded(np.concatenate([quadrant_surface(shape), quadrant_planes(shape)])))
        self._cells: dict[tuple[int, int, int], tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        reach = np.array([shape.side_x, shape.goal_rear_y, shape.ceiling_z])
        self._most = np.floor(reach / CELL_UU).astype(int) + MARGIN_CELLS

    def signed_distance(self, x: float, y: float, z: float) -> float:
        """Return the distance to the surface in uu, positive inside; the coordinates must be finite."""
        point = np.array([abs(x), abs(y), z])
        cell = tuple((point // CELL_UU).tolist())
        if cell[2] < -MARGIN_CELLS or any(index > most for index, most in zip(cell, self._most, strict=True)):
            return _nearest(self._parts, point)
        key = (int(cell[0]), int(cell[1]), int(cell[2]))
        if key not in self._cells:
            self._cells[key] = _candidates(self._parts, key)
        faces, edges = self._cells[key]
        return _nearest(_selected(self._parts, faces, edges), point)


def _parts(quadrant: Mesh) -> _Parts:
    """Take a quadrant apart; where its mirror images join it, normals are those of the whole."""
    corners = quadrant.corners
    sides = np.roll(corners, -1, axis=1) - corners
    normals = _unit(np.cross(sides[:, 0], sides[:, 1]))
    bounds = _unit(np.cross(sides, normals[:, None]))
    ends, between = _edges(quadrant, normals)
    tails, heads = quadrant.vertices[ends[:, 0]], quadrant.vertices[ends[:, 1]]
    at_vertices = _vertex_normals(quadrant, sides, normals)
    at_vertices[:, :2][quadrant.vertices[:, :2] == 0.0] = 0.0
    between[:, :2][(tails[:, :2] == 0.0) & (heads[:, :2] == 0.0)] = 0.0
    return _Parts(
        starts=corners[:, 0],
        normals=normals,
        bounds=bounds,
        limits=np.einsum("fsk,fsk->fs", bounds, corners),
        tails=tails,
        ways=heads - tails,
        lengths=np.sum((heads - tails) ** 2, axis=1),
        edge_normals=np.stack([at_vertices[ends[:, 0]], between, at_vertices[ends[:, 1]]], axis=1),
    )


def _unit(vectors: Points) -> Points:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), dtype=np.float64)


def _vertex_normals(mesh: Mesh, sides: Points, normals: Points) -> Points:
    """Sum the normals round each vertex, weighted with the angle that each face has there."""
    ahead, behind = _unit(sides), -np.roll(_unit(sides), 1, axis=1)
    angles = np.arccos(np.clip(np.einsum("tck,tck->tc", ahead, behind), -1.0, 1.0))
    summed = np.zeros_like(mesh.vertices)
    np.add.at(summed, mesh.triangles, angles[..., None] * normals[:, None])
    return summed


def _edges(mesh: Mesh, normals: Points) -> tuple[NDArray[np.int64], Points]:
    """Return the edges as vertex pairs, and for each the sum of its faces' normals."""
    pairs = np.stack([mesh.triangles, np.roll(mesh.triangles, -1, axis=1)], axis=2).astype(np.int64)
    names = pairs.min(axis=2) * len(mesh.vertices) + pairs.max(axis=2)
    known, index = np.unique(names, return_inverse=True)
    summed = np.zeros((len(known), 3))
    np.add.at(summed, index.reshape(names.shape), normals[:, None])
    return np.stack(np.divmod(known, len(mesh.vertices)), axis=1), summed


def _face_distances(parts: _Parts, point: Points) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the signed distances to the faces' planes, and which faces the point is above or below."""
    heights = np.einsum("fk,fk->f", parts.normals, point - parts.starts)
    return heights, np.asarray((parts.bounds @ point <= parts.limits).all(axis=1))


def _edge_distances(parts: _Parts, point: Points) -> tuple[NDArray[np.float64], NDArray[np.float64], Points]:
    """Return for each edge the squared distance, the share of the way to the nearest point, and the way from there."""
    away = point - parts.tails
    share = np.clip(np.einsum("ek,ek->e", away, parts.ways) / parts.lengths, 0.0, 1.0)
    away -= share[:, None] * parts.ways
    return np.einsum("ek,ek->e", away, away), share, away


def _nearest(parts: _Parts, point: Points) -> float:
    """Return the signed distance to the nearest of the parts."""
    heights, is_above = _face_distances(parts, point)
    squared, share, away = _edge_distances(parts, point)
    edge = int(squared.argmin()) if len(squared) else -1
    distance = float(np.sqrt(squared[edge])) if edge >= 0 else np.inf
    reach = np.where(is_above, np.abs(heights), np.inf)
    face = int(reach.argmin()) if len(reach) else -1
    if face >= 0 and reach[face] <= distance:
        return float(heights[face])
    normal = parts.edge_normals[edge, 0 if share[edge] <= 0.0 else 2 if share[edge] >= 1.0 else 1]
    return distance if float(away[edge] @ normal) >= 0.0 else -distance


def _candidates(parts: _Parts, cell: tuple[int, int, int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the faces and edges that can be nearest to some point of a cell."""
    centre = (np.array(cell) + 0.5) * CELL_UU
    reach = CELL_UU * np.sqrt(3.0) / 2.0
    heights, is_above = _face_distances(parts, centre)
    edges = np.sqrt(_edge_distances(parts, centre)[0])
    nearest = min(float(edges.min()), float(np.where(is_above, np.abs(heights), np.inf).min()))
    farthest = nearest + 2.0 * reach
    overhang = (parts.bounds @ centre - parts.limits).max(axis=1)
    is_face = (np.abs(heights) <= farthest) & (overhang <= reach)
    return np.flatnonzero(is_face), np.flatnonzero(edges <= farthest)


def _selected(parts: _Parts, faces: NDArray[np.intp], edges: NDArray[np.intp]) -> _Parts:
    return _Parts(
        starts=parts.starts[faces],
        normals=parts.normals[faces],
        bounds=parts.bounds[faces],
        limits=parts.limits[faces],
        tails=parts.tails[edges],
        ways=parts.ways[edges],
        lengths=parts.lengths[edges],
        edge_normals=parts.edge_normals[edges],
    )
