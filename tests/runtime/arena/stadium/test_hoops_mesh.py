"""The meshes of the hoops arena, compared with a description that is computed independently from measured numbers."""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from runtime.arena.stadium.containment import HoopsConfines
from runtime.arena.stadium.hoops_mesh import hoops_meshes, rim_line
from runtime.arena.stadium.shapes import HoopsShape
from tests.runtime.arena.stadium.surfaces import de_casteljau, distances, sample

SHAPE = HoopsShape()
CONFINES = HoopsConfines(SHAPE)
NAMES = ("corner", "corner", "corner", "corner", "side", "side", "back", "back", "rim", "rim", "net", "net")
SIZES = {"corner": (320, 570), "side": (80, 108), "back": (140, 216), "rim": (2828, 5600), "net": (505, 800)}
"""Vertices and triangles of each kind of file."""


@pytest.fixture(scope="module")
def meshes():
    return hoops_meshes(SHAPE)


def cross(a, b, c):
    """Intersection of the lines a + s b and c + t d given as ((ax, ay), (bx, by)), moved left by c uu each."""
    (p, d), (q, e) = ((left(line, c)) for line in (a, b))
    det = d[0] * e[1] - d[1] * e[0]
    if abs(det) < 1e-9:
        return q
    s = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / det
    return p[0] + s * d[0], p[1] + s * d[1]


def left(line, by):
    (ax, ay), (bx, by_) = line
    dx, dy = bx - ax, by_ - ay
    length = math.hypot(dx, dy)
    return (ax - dy / length * by, ay + dx / length * by), (dx, dy)


def offset(points, by):
    """The polyline moved to its left; inner points are where neighbouring lines meet after the move."""
    lines = list(pairwise(points))
    inner = [cross(a, b, by) for a, b in pairwise(lines)]
    last, (dx, dy) = left(lines[-1], by)
    return [left(lines[0], by)[0], *inner, (last[0] + dx, last[1] + dy)]


def quads(rows):
    return [
        part
        for low, high in pairwise(rows)
        for (a, b), (d, c) in zip(pairwise(low), pairwise(high), strict=True)
        for part in ((a, b, c), (a, c, d))
    ]


def described_shell():
    """The quadrant's ramps, edges and corner wall; the flat walls are planes of the engine."""
    root = math.sqrt(0.5)
    first = [(2966.69, 2560.0), (2966.69, 2724.0), (2785.57 + 164 * root, 2997.25 - 164 * root), (2785.57, 2997.25)]
    second = [(2379.61, 3403.22), (2379.61 - 164 * root, 3403.22 + 164 * root), (2106.4, 3584.25), (1942.4, 3584.25)]
    plan = [(2966.69, 0.0), *(de_casteljau(first, i / 8) for i in range(9))]
    plan += [*(de_casteljau(second, i / 8) for i in range(9)), (1521.5, 3584.25), (0.0, 3583.92)]
    rows = []
    for i in range(7):
        a, b = de_casteljau([(0, 0), (0.5518, 0), (1, 1 - 0.5518), (1, 1)], i / 6)
        rows.append((max(0.0, 192.67 * (1 - a) - 0.30), -0.67 + 192.67 * b))
    rows += [(0.33, 392.8)]
    rows += [(inset, 1820.34 - z) for inset, z in rows[::-1]]
    sheet = [[(x, y, z) for x, y in offset(plan, inset)] for inset, z in rows]
    ramps, walls = [sheet[:7], sheet[9:]], [[row[1:-2] for row in sheet[6:10]]]
    return [part for grid in (*ramps, *walls) for part in quads(grid)]


def described_rings():
    """Half the rim's centre line, and the outward normal times the mitre of each ring."""
    line = [(704.7 * math.cos(t), 2968.95 + 704.7 * math.sin(t)) for t in np.radians(np.arange(-90, -14.9, 15 / 7))]
    start = line[-1]
    lean, turn = math.radians(75), math.radians(88.84)
    blend = [start, (start[0] + 60.8 * math.cos(lean), start[1] + 60.8 * math.sin(lean))]
    blend += [(704.70 - 62.2 * math.cos(turn), 2969.71 - 62.2 * math.sin(turn)), (704.70, 2969.71)]
    flare = [(705.67, 3436.25), (705.4, 3533.0), (768.0, 3637.5), (875.2, 3699.5), (989.0, 3700.4)]
    line += [de_casteljau(blend, i / 7) for i in range(1, 8)] + [de_casteljau(flare, i / 7) for i in range(8)]
    around = [(-line[1][0], line[1][1]), *line, (line[-1][0] + 1.0, line[-1][1])]
    moved = offset(around, -1.0)[1:-1]
    return line, [(m[0] - p[0], m[1] - p[1]) for p, m in zip(line, moved, strict=True)]


def tilt(ring, point):
    x, y, z = point
    return (x, y + 0.0034 * (z - 353.5), z - 0.0034 * (y - 3700.4)) if ring >= 43 else point


def described_tube(profile):
    """A surface along the rim: `profile` has distance from the centre line and height of each row."""
    line, out = described_rings()
    (ax, ay), (bx, by) = line[-2:]
    length = math.hypot(bx - ax, by - ay)
    square = ((by - ay) / length, (ax - bx) / length)

    def place(ring, away):
        """Rows of the net below the first one are at right angles to the last chord."""
        on_tube = min(away, 43.2) if ring == 50 else away
        rest = away - on_tube
        return tuple(p + o * on_tube + n * rest for p, o, n in zip(line[ring], out[ring], square, strict=True))

    return quads([[tilt(ring, (*place(ring, away), z)) for ring in range(len(line))] for away, z in profile])


def described(name):
    if name == "rim":
        turns = [math.tau * i / 28 for i in range(29)]
        return np.array(described_tube([(43.2 * math.cos(t), 353.48 + 43.2 * math.sin(t)) for t in turns]))
    if name == "net":
        rows = [(43.2, 353.48), (95.45, 172.61), (125.94, 85.03), (229.32, 4.95), (275.37, -1.42)]
        return np.array(described_tube(rows))
    return np.array(described_shell())


PARTS = {
    "corner": lambda x, y: (y > 2560.0) & (x > 1942.4),
    "side": lambda x, y: (x > 0.0) & (y > -2560.0) & (y < 2560.0),
    "back": lambda x, y: (y > 0.0) & (x > -1942.4) & (x < 1942.4),
    "rim": lambda x, y: y > 0.0,
    "net": lambda x, y: y > 0.0,
}
"""Selects the triangles of each kind of file that no other file covers."""


def visible(meshes, *kinds):
    found = []
    for mesh, kind in zip(meshes, NAMES, strict=True):
        if kind in kinds:
            x, y, _ = mesh.corners.mean(axis=1).T
            found.append(mesh.corners[PARTS[kind](x, y)])
    return np.concatenate(found)


def exposed(points):
    """The points of x, y >= 0 that are not behind planes."""
    x, y, z = points.T
    return points[(x >= 0) & (x <= 2966.67) & (y >= 0) & (y <= 3581) & (z >= 0) & (z <= 1820)]


@pytest.mark.parametrize("name", ["shell", "rim", "net"])
@pytest.mark.parametrize("is_generated_first", [True, False], ids=["generated to described", "described to generated"])
def test_surface_is_the_described_one(meshes, name, is_generated_first):
    """The limits are those of measurements of real meshes: mean below 0.1 uu, maximum below 2 uu."""
    made = visible(meshes, *(("corner", "side", "back") if name == "shell" else (name,)))
    surfaces = (made, described(name)) if is_generated_first else (described(name), made)
    points = exposed(sample(surfaces[0], 1200, np.random.default_rng(3)))
    assert len(points) > 200
    off = distances(points, surfaces[1])
    print(f"{name}: {len(points)} points, mean {off.mean():.4f}, p99 {np.quantile(off, 0.99):.3f}, max {off.max():.3f}")
    assert off.mean() < 0.1
    assert off.max() < 2.0


def test_comparison_notices_a_wrong_number():
    wrong = hoops_meshes(replace(SHAPE, rim_radius=707.0))[8].corners
    points = exposed(sample(wrong, 800, np.random.default_rng(4)))
    assert distances(points, described("rim")).max() > 2.0


def test_files_have_the_sizes_of_the_games_files(meshes):
    assert [(len(mesh.vertices), len(mesh.triangles)) for mesh in meshes] == [SIZES[name] for name in NAMES]
    with pytest.raises(ValueError, match="505"):
        hoops_meshes(replace(SHAPE, net_profile=SHAPE.net_profile[:-1]))


def test_each_file_is_a_sheet_without_an_edge_used_twice(meshes):
    for mesh in meshes:
        sides = Counter(side for a, b, c in mesh.triangles.tolist() for side in ((a, b), (b, c), (c, a)))
        assert max(sides.values()) == 1
        assert (np.unique(mesh.triangles) == np.arange(len(mesh.vertices))).all()


def test_normals_point_into_the_field_and_away_from_the_hoop(meshes):
    line, _ = rim_line(SHAPE)
    for mesh, name in zip(meshes, NAMES, strict=True):
        corners = mesh.corners * (1.0, 1.0 if mesh.vertices[:, 1].max() > 3500.0 else -1.0, 1.0)
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        if mesh.vertices[:, 1].max() <= 3500.0:
            normals = -normals
        middles = corners.mean(axis=1)
        nearest = line[np.linalg.norm(middles[:, None, :2] - line[None], axis=2).argmin(axis=1)]
        centres = np.concatenate([nearest, np.full((len(nearest), 1), SHAPE.rim_z)], axis=1)
        away = {"rim": middles - centres, "net": (middles - (0.0, SHAPE.rim_y, 0.0)) * (1.0, 1.0, 0.0)}
        inwards = np.array([0.0, 0.0, SHAPE.mirror_z]) - middles
        is_visible = middles[:, 1] < 3400.0 if name == "net" else slice(None)
        assert (np.sum(away.get(name, inwards) * normals, axis=1)[is_visible] > 0.0).all(), name


def test_mirror_images_of_the_corner_and_of_the_halves(meshes):
    for one, other, signs in ((0, 1, (1, -1, 1)), (0, 2, (-1, 1, 1)), (4, 5, (-1, 1, 1)), (8, 9, (1, -1, 1))):
        first = {tuple(vertex) for vertex in np.round(meshes[one].vertices * signs + 0.0, 6).tolist()}
        assert first == {tuple(vertex) for vertex in np.round(meshes[other].vertices + 0.0, 6).tolist()}


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((704.7, 2969.71), 92),
        ((705.67, 3436.25), 93),
        ((989.0, 3700.4), 100),
        ((0.0, 2264.25), 50),
        ((-680.688, 2786.560), 15),
    ],
)
def test_rim_line_passes_the_measured_points(point, expected):
    line, _ = rim_line(SHAPE)
    assert len(line) == 101
    assert tuple(line[expected]) == pytest.approx(point, abs=0.001)


def test_net_ends_on_the_floor_at_the_measured_place(meshes):
    end = meshes[10].vertices[np.argmax(meshes[10].vertices[:, 0])]
    assert tuple(end[:2]) == pytest.approx((1019.0, 3425.0), abs=1.0)
    assert abs(end[2]) < 1.0


@pytest.mark.parametrize(
    ("name", "axis", "expected"),
    [
        ("side", 0, [(392.8, 2971.8), (645.0, 3007.0), (1175.34, 3007.0), (1427.54, 2971.8)]),
        ("back", 1, [(392.8, 3583.92), (620.0, 3594.25), (1200.34, 3594.25), (1427.54, 3583.92)]),
    ],
)
def test_ramps_go_on_behind_their_wall_at_the_measured_places(meshes, name, axis, expected):
    vertices = meshes[NAMES.index(name)].vertices
    vertices = vertices[(vertices[:, 2] > 300.0) & (vertices[:, 2] < 1500.0)]
    places = {(round(z, 2), round(out, 2)) for z, out in zip(vertices[:, 2], vertices[:, axis], strict=True)}
    middle = {(z, round(y - 0.33, 2)) for z, y in expected} if name == "back" else set()  # the back wall is bent there
    assert places == set(expected) | middle


def test_diagonals_of_the_net_change_direction_at_the_measured_columns(meshes):
    """Looks at the round part of the net: 15 degrees beyond its sides, columns are no longer at equal angles."""
    net = meshes[NAMES.index("net")]
    heights = [353.48, 172.61, 85.03, 4.95, -1.42]
    at = {}
    for index, (x, y, z) in enumerate(net.vertices.round(6).tolist()):
        column = 50 + (math.degrees(math.atan2(y - 2968.95, x)) + 90) / (15 / 7)
        if 15.5 < column < 84.5 and z in heights:
            at[heights.index(z), round(column)] = index
    assert len(at) == 5 * 69
    edges = {frozenset(side) for a, b, c in net.triangles.tolist() for side in ((a, b), (b, c), (c, a))}
    for row in range(4):
        falls = [frozenset((at[row, column], at[row + 1, column + 1])) in edges for column in range(16, 84)]
        rises = [frozenset((at[row + 1, column], at[row, column + 1])) in edges for column in range(16, 84)]
        assert falls == [not rising for rising in rises]
        changes = [column for column in range(17, 84) if falls[column - 16] != falls[column - 17]]
        assert changes == ([29, 50, 71] if row < 3 else [])
        assert falls[0] is (row == 3)


@pytest.mark.parametrize(
    ("point", "is_in"),
    [
        ((0.0, 3078.0, 200.0), True),
        ((715.0, -3077.8, 200.0), True),
        ((717.0, -3077.8, 200.0), False),
        ((0.0, 2283.0, 200.0), True),
        ((0.0, 2281.0, 200.0), False),
        ((0.0, 3078.0, 269.9), True),
        ((0.0, 3078.0, 270.0), False),
        ((650.0, 3450.0, 200.0), False),
        ((0.0, 0.0, 97.0), False),
    ],
)
def test_goal_is_an_oval(point, is_in):
    assert SHAPE.is_in_goal(*point) is is_in


@pytest.mark.parametrize(
    ("point", "clearance"),
    [
        ((0.0, 0.0, 100.0), 100.0),
        ((0.0, 0.0, 1800.0), 20.0),
        ((-2900.0, 0.0, 900.0), 66.67),
        ((0.0, -3581.0, 900.0), 0.0),
        ((2966.39, 0.0, -0.67), 192.67 - 192.67 * math.sqrt(2.0)),
        ((2600.0, 3200.82, 900.0), -18.0 / math.sqrt(2.0)),
        ((0.0, 0.0, -30.0), -30.0),
        ((math.nan, 0.0, 0.0), -math.inf),
        ((0.0, math.inf, 0.0), -math.inf),
    ],
)
def test_clearance(point, clearance):
    assert CONFINES.inside(point) == pytest.approx(clearance, abs=0.5)


@pytest.mark.parametrize(
    ("point", "is_between"),
    [
        ((2986.6, 0.0, 100.0), True),
        ((2986.7, 0.0, 100.0), False),
        ((0.0, -3600.9, 100.0), True),
        ((0.0, -3601.1, 100.0), False),
        ((2600.0, 3222.0, 100.0), True),
        ((2600.0, 3224.0, 100.0), False),
        ((0.0, 0.0, -19.9), True),
        ((0.0, 0.0, -20.1), False),
        ((0.0, 0.0, 1839.9), True),
        ((0.0, 0.0, 1840.1), False),
        ((0.0, 0.0, math.nan), False),
    ],
)
def test_planes(point, is_between):
    assert CONFINES.is_between_planes(point, 20.0) is is_between
