"""Exact signed distance of points from the soccar arena's surface, including the physics engine's planes."""

from dataclasses import dataclass
from math import hypot, inf

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.containment import FARTHEST_UU, Point
from runtime.arena.stadium.mesh import Mesh, Points, welded
from runtime.arena.stadium.shapes import HALF_SQRT2, SoccarShape, line
from runtime.arena.stadium.soccar_mesh import quadrant_planes, quadrant_surface, unit_arc

CELL_UU = 128.0
"""Edge length of the cubes for which the nearest parts of the surface are cached."""
MARGIN_CELLS = 2
"""Number of cells beyond the arena that are cached; farther out, every part is searched."""


class Clearance:
    """Distance of points to the arena's surface. For one thread.

    A few planes bound a convex core of the field. If the nearest of them is a real plane of the arena, its distance is
    the answer, which takes about a microsecond; otherwise the whole surface is searched.
    """

    def __init__(self, shape: SoccarShape | None = None) -> None:
        self._shape = shape = shape or SoccarShape()
        self._surface = Surface(shape)
        self._corner_sum = shape.corner_sum
        self._edges = tuple(line(*edge) for edge in (shape.side_edge, shape.back_edge))
        self._ramp = max(shape.floor_radius, shape.back_radius, shape.goal_radius)
        self._arc = _least_radius(unit_arc(shape.arc_handle, shape.arc_facets))
        """Distance of the nearest facet from an arc's centre, as a share of the radius."""

    def inside(self, point: Point) -> float:
        """Returns the distance from a point to the surface in uu: positive inside, -inf if not a number or too far."""
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        if not x + y + abs(z) < FARTHEST_UU:
            return -inf
        shape = self._shape
        up = shape.ceiling_z - z
        side, back, corner = shape.side_x - x, shape.back_y - y, (self._corner_sum - x - y) * HALF_SQRT2
        edge = min([a * x + b * y + c for a, b, c in self._edges])
        wall = min(side, back, corner, edge)
        slanted = min(wall + z - self._ramp, wall + up - shape.ceiling_radius) * HALF_SQRT2
        level = min(z, up)
        if 0.0 <= level <= wall and level <= slanted:
            return level
        is_real = wall < edge and (wall < back or x >= shape.post_x or z >= shape.mouth_height + shape.mouth_chamfer)
        if is_real and 0.0 <= wall <= level and wall <= slanted:
            return wall
        return self._surface.signed_distance(x, y, z)

    def at_least(self, point: Point) -> float:
        """Returns a lower bound of `inside`, or a number <= 0 if none is known."""
        shape = self._shape
        x, y, z = abs(point[0]), abs(point[1]), point[2]
        up = shape.ceiling_z - z
        corner = (self._corner_sum - x - y) * HALF_SQRT2
        wall = min(shape.side_x - x, shape.back_y - y, corner, *[a * x + b * y + c for a, b, c in self._edges])
        room = self._arc * min(z, up, wall)
        if room > 0.0:
            for height, radius in ((z, self._ramp), (up, shape.ceiling_radius)):
                if wall < radius and height < radius:
                    room = min(room, self._arc * radius - hypot(radius - wall, radius - height))
        return room


def _least_radius(arc: Points) -> float:
    """Returns the least distance of the facets of a quarter arc of radius 1 from its centre (0, 1)."""
    starts, ends = arc[:-1] - (0.0, 1.0), arc[1:] - (0.0, 1.0)
    lengths = np.linalg.norm(ends - starts, axis=1)
    return float(np.min(np.abs(starts[:, 0] * ends[:, 1] - starts[:, 1] * ends[:, 0]) / lengths))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Parts:
    """Faces and edges of a quadrant, each with the normals that decide on which side of it a point is."""

    starts: Points
    """A corner of each face, (F, 3)."""
    normals: Points
    """Unit normals of the faces, (F, 3)."""
    bounds: Points
    """For each face and side: the direction in the face across that side, outwards, (F, 3, 3)."""
    limits: NDArray[np.float64]
    """Position of that side along `bounds`, (F, 3)."""
    tails: Points
    """Start of each edge, (E, 3)."""
    ways: Points
    """Vector from start to end of each edge, (E, 3)."""
    lengths: NDArray[np.float64]
    """Squared length of each edge, (E,)."""
    edge_normals: Points
    """At the beginning, between, and at the end of each edge, (E, 3, 3); not normalised."""


class Surface:
    """The arena's closed surface; only one quadrant is kept, and points are mirrored into it. For one thread."""

    def __init__(self, shape: SoccarShape) -> None:
        self._parts = _parts(welded(np.concatenate([quadrant_surface(shape), quadrant_planes(shape)])))
        self._cells: dict[tuple[int, int, int], tuple[NDArray[np.intp], NDArray[np.intp]]] = {}
        reach = np.array([shape.side_x, shape.goal_rear_y, shape.ceiling_z])
        self._maximum = np.floor(reach / CELL_UU).astype(int) + MARGIN_CELLS

    def signed_distance(self, x: float, y: float, z: float) -> float:
        """Returns the distance to the surface in uu, positive inside; the coordinates must be finite."""
        point = np.array([abs(x), abs(y), z])
        cell = tuple((point // CELL_UU).tolist())
        if cell[2] < -MARGIN_CELLS or any(index > maximum for index, maximum in zip(cell, self._maximum, strict=True)):
            return _nearest(self._parts, point)
        key = (int(cell[0]), int(cell[1]), int(cell[2]))
        if key not in self._cells:
            self._cells[key] = _candidates(self._parts, key)
        faces, edges = self._cells[key]
        return _nearest(_selected(self._parts, faces, edges), point)


def _parts(quadrant: Mesh) -> _Parts:
    """Splits a quadrant into parts; where its mirror images join it, normals are those of the whole surface."""
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
    """Sums the normals around each vertex, weighted with the angle of each face there."""
    ahead, behind = _unit(sides), -np.roll(_unit(sides), 1, axis=1)
    angles = np.arccos(np.clip(np.einsum("tck,tck->tc", ahead, behind), -1.0, 1.0))
    summed = np.zeros_like(mesh.vertices)
    np.add.at(summed, mesh.triangles, angles[..., None] * normals[:, None])
    return summed


def _edges(mesh: Mesh, normals: Points) -> tuple[NDArray[np.int64], Points]:
    """Returns the edges as vertex pairs, and for each the sum of its faces' normals."""
    pairs = np.stack([mesh.triangles, np.roll(mesh.triangles, -1, axis=1)], axis=2).astype(np.int64)
    names = pairs.min(axis=2) * len(mesh.vertices) + pairs.max(axis=2)
    known, index = np.unique(names, return_inverse=True)
    summed = np.zeros((len(known), 3))
    np.add.at(summed, index.reshape(names.shape), normals[:, None])
    return np.stack(np.divmod(known, len(mesh.vertices)), axis=1), summed


def _face_distances(parts: _Parts, point: Points) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Returns the signed distances to the faces' planes, and which faces the point is above or below."""
    heights = np.einsum("fk,fk->f", parts.normals, point - parts.starts)
    return heights, np.asarray((parts.bounds @ point <= parts.limits).all(axis=1))


def _edge_distances(parts: _Parts, point: Points) -> tuple[NDArray[np.float64], NDArray[np.float64], Points]:
    """Returns for each edge its squared distance, the nearest point as a share of the edge, and the vector from it."""
    away = point - parts.tails
    share = np.clip(np.einsum("ek,ek->e", away, parts.ways) / parts.lengths, 0.0, 1.0)
    away -= share[:, None] * parts.ways
    return np.einsum("ek,ek->e", away, away), share, away


def _nearest(parts: _Parts, point: Points) -> float:
    """Returns the signed distance to the nearest of the parts."""
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
    """Returns the faces and edges that can be nearest to some point of a cell."""
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
