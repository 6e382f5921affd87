"""Points on surfaces and their distances, for comparing two triangulations of one shape."""

from itertools import pairwise

import numpy as np

ROWS = 100
"""Number of points whose distances are computed at once: their table fits into the processor's cache."""


def between(a, b, t):
    """Returns the point at the share t of the way from a to b."""
    return tuple(p + (q - p) * t for p, q in zip(a, b, strict=True))


def de_casteljau(points, t):
    """Returns the point of a Bezier curve at t."""
    while len(points) > 1:
        points = [between(a, b, t) for a, b in pairwise(points)]
    return points[0]


def sample(triangles, count, rng):
    """Returns points on triangles: half of them distributed by area, the other half equally over the triangles."""
    sides = triangles[:, 1:] - triangles[:, :1]
    areas = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    weight = areas / areas.sum() + 1 / len(triangles)
    chosen = rng.choice(len(triangles), count, p=weight / weight.sum())
    u, v = rng.random((2, count))
    folded = u + v > 1
    u, v = np.where(folded, 1 - u, u), np.where(folded, 1 - v, v)
    return triangles[chosen, 0] + u[:, None] * sides[chosen, 0] + v[:, None] * sides[chosen, 1]


def distances(points, triangles):
    """Returns the distance of each point to the nearest triangle; checks all triangles."""
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    normals = np.cross(b - a, c - a)
    sizes = np.linalg.norm(normals, axis=1)
    keep = sizes > 1e-9
    a, b, c, normals = a[keep], b[keep], c[keep], normals[keep] / sizes[keep, None]
    rows = (points[start : start + ROWS] for start in range(0, len(points), ROWS))
    return np.concatenate([_distances(row, a, b, c, normals) for row in rows])


def _distances(points, a, b, c, normals):
    squares = np.full(len(points), np.inf)
    within = np.ones((len(points), len(a)), bool)
    for tail, head in ((a, b), (b, c), (c, a)):
        way = head - tail
        lengths = np.sum(way**2, axis=1)
        offsets = np.cross(way, normals)
        within &= points @ offsets.T <= np.sum(offsets * tail, axis=1) + 1e-9
        along = points @ way.T - np.sum(way * tail, axis=1)
        share = np.clip(along / np.where(lengths > 0, lengths, 1), 0, 1)
        to_tail = np.sum(points**2, axis=1)[:, None] - 2 * points @ tail.T + np.sum(tail**2, axis=1)
        squares = np.minimum(squares, (to_tail + share * (share * lengths - 2 * along)).min(axis=1))
    heights = np.abs(points @ normals.T - np.sum(normals * a, axis=1))
    return np.minimum(np.sqrt(np.maximum(squares, 0)), np.where(within, heights, np.inf).min(axis=1))
