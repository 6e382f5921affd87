"""The mesh is closed, wound into the field, symmetrical and welded."""

from collections import Counter

import numpy as np
import pytest

from runtime.arena.stadium.clearance import Clearance
from runtime.arena.stadium.mesh import mirrored
from runtime.arena.stadium.shapes import SoccarShape
from runtime.arena.stadium.soccar_mesh import quadrant_planes, quadrant_surface, soccar_meshes

SHAPE = SoccarShape()


@pytest.fixture(scope="module")
def mesh():
    return mirrored(quadrant_surface(SHAPE))


@pytest.fixture(scope="module")
def closed():
    return mirrored(np.concatenate([quadrant_surface(SHAPE), quadrant_planes(SHAPE)]))


def directed_edges(mesh):
    return Counter((int(t[i]), int(t[(i + 1) % 3])) for t in mesh.triangles for i in range(3))


def normals(mesh):
    corners = mesh.corners
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def on_one_plane(mesh, edge):
    ends = mesh.vertices[list(edge)]
    return (
        (ends[:, 2] == 0).all()
        or (ends[:, 2] == SHAPE.ceiling_z).all()
        or (ends[:, 0] == SHAPE.side_x).all()
        or (ends[:, 0] == -SHAPE.side_x).all()
    )


def crossings(mesh, origin, direction):
    """Signed hits of a ray: +1 where it enters the field, -1 where it leaves it, with the distances."""
    a, b, c = mesh.corners.transpose(1, 0, 2)
    cross = np.cross(direction, c - a)
    det = np.einsum("tk,tk->t", b - a, cross)
    usable = np.abs(det) > 1e-9
    away = origin - a
    u = np.einsum("tk,tk->t", away, cross) / np.where(usable, det, 1)
    turned = np.cross(away, b - a)
    v = turned @ direction / np.where(usable, det, 1)
    t = np.einsum("tk,tk->t", c - a, turned) / np.where(usable, det, 1)
    hit = usable & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0)
    order = np.argsort(t[hit])
    return np.sign(normals(mesh)[hit] @ direction)[order]


def test_no_edge_is_used_twice_in_one_direction(mesh):
    assert max(directed_edges(mesh).values()) == 1


def test_every_open_edge_lies_on_a_plane_of_the_engine(mesh):
    edges = directed_edges(mesh)
    open_edges = [edge for edge in edges if edge[::-1] not in edges]
    assert open_edges
    assert all(on_one_plane(mesh, edge) for edge in open_edges)


def test_with_the_planes_the_surface_is_closed(closed):
    edges = directed_edges(closed)
    assert max(edges.values()) == 1
    assert all(edge[::-1] in edges for edge in edges)
    assert len(closed.vertices) - len(edges) / 2 + len(closed.triangles) == 2


def test_vertices_are_shared_and_all_are_used(closed, mesh):
    for made in (closed, mesh):
        assert (np.unique(made.triangles) == np.arange(len(made.vertices))).all()
        nearest = np.unique(np.round(made.vertices, 3), axis=0)
        assert len(nearest) == len(made.vertices)


def test_no_triangle_is_degenerate(mesh):
    corners = mesh.corners
    longest = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).max(axis=1)
    heights = np.linalg.norm(normals(mesh), axis=1) / longest
    assert heights.min() > 2.0


def test_right_hand_normals_point_into_the_field(closed):
    rng = np.random.default_rng(7)
    for origin in rng.uniform((-3000, -4000, 300), (3000, 4000, 1500), (60, 3)):
        direction = rng.normal(size=3)
        hits = crossings(closed, origin, direction / np.linalg.norm(direction))
        assert hits[0] == hits[-1] == -1
        assert (hits == np.resize([-1, 1], len(hits))).all()


def test_volume_is_that_of_the_room_with_goals(closed):
    corners = closed.corners
    volume = -np.einsum("tk,tk->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    prism = 2048 * (4 * 4096 * 5120 - 2 * 1152 * 1152)
    goals = 2 * 1792 * 640 * 880
    assert 0.95 * (prism + goals) < volume < prism + goals


@pytest.mark.parametrize("mirror", [(-1, 1, 1), (1, -1, 1), (-1, -1, 1)], ids=["x", "y", "both"])
def test_mesh_is_its_own_mirror_image(mesh, mirror):
    index = {tuple(vertex): i for i, vertex in enumerate(np.round(mesh.vertices, 4).tolist())}
    image = [index[tuple(vertex)] for vertex in (np.round(mesh.vertices, 4) * mirror + 0.0).tolist()]
    assert sorted(image) == list(range(len(image)))
    reverse = mirror[0] * mirror[1] < 0
    found = {tuple(sorted(t)): turned(t) for t in mesh.triangles.tolist()}
    for triangle in mesh.triangles.tolist():
        mirrored = [image[i] for i in triangle]
        assert found[tuple(sorted(mirrored))] == turned(mirrored[::-1] if reverse else mirrored)


def turned(triangle):
    """The same triangle beginning with its smallest vertex."""
    first = triangle.index(min(triangle))
    return tuple(triangle[first:] + triangle[:first])


def test_mesh_stays_inside_the_outer_dimensions(mesh):
    x, y, z = np.abs(mesh.vertices).T
    assert (x.max(), y.max(), z.max()) == (4096, 6000, 2048)
    assert mesh.vertices[:, 2].min() == 0
    assert (x + y)[y < 5120].max() == pytest.approx(8064, abs=1e-9)
    assert (x[y > 5128 + 1e-6] <= 896).all()


def test_files_have_the_sizes_that_were_measured():
    """9,796 triangles in 16 files."""
    assert [len(part.triangles) for part in soccar_meshes(SHAPE)] == [1000] * 4 + [1169] * 4 + [140] * 8


def test_skirts_are_hidden_behind_the_surface():
    clearance = Clearance(SHAPE)
    surface = {tuple(vertex) for vertex in np.round(mirrored(quadrant_surface(SHAPE)).vertices, 4).tolist()}
    for part in soccar_meshes(SHAPE):
        added = [vertex for vertex in np.round(part.vertices, 4).tolist() if tuple(vertex) not in surface]
        assert added
        assert max(clearance.inside(tuple(vertex)) for vertex in added) < -1.0


def test_flat_side_walls_are_left_to_the_engine(mesh):
    corners = mesh.corners
    assert not (np.abs(corners[..., 0]) == 4096).all(axis=1).any()
    assert not (corners[..., 2] == 0).all(axis=1).any()
    assert not (corners[..., 2] == 2048).all(axis=1).any()
