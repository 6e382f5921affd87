"""The generated surface, compared part by part with a description of the arena that is computed independently."""

import math
from itertools import pairwise

import numpy as np
import pytest

from runtime.arena.stadium.shapes import SoccarShape, back_ramp_radius, goal_profile
from runtime.arena.stadium.soccar_mesh import (
    ceiling_ramp,
    floor_ramp,
    footprint,
    goal_inward,
    goal_rounding,
    mouth_outline,
    post_foot,
    quadrant_planes,
    quadrant_surface,
    unit_arc,
)
from tests.runtime.arena.stadium.surfaces import de_casteljau, distances, sample

SHAPE = SoccarShape()
HANDLE = 0.55178
SAMPLES = 1500


def arc_points(steps=8):
    return [de_casteljau([(0, 0), (HANDLE, 0), (1, 1 - HANDLE), (1, 1)], i / steps) for i in range(steps + 1)]


ARC = arc_points()


def turned_in(before, after):
    """Left normals of two directions."""
    return [(-dy / math.hypot(dx, dy), dx / math.hypot(dx, dy)) for dx, dy in (before, after)]


def edge_columns(start, end, to_start, to_end):
    """Columns of a vertical edge: wall point, offset of one uu, share of the length."""
    handle = 245.858
    controls = [
        start,
        (start[0] + to_start[0] * handle, start[1] + to_start[1] * handle),
        (end[0] - to_end[0] * handle, end[1] - to_end[1] * handle),
        end,
    ]
    points = [de_casteljau(controls, i / 8) for i in range(9)]
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    columns = []
    for i, point in enumerate(points):
        hodograph = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(controls)]
        dx, dy = de_casteljau(hodograph, i / 8)
        normal = (-dy / math.hypot(dx, dy), dx / math.hypot(dx, dy))
        miter = 1.0
        if 0 < i < 8:
            chords = [(points[i][k] - points[i - 1][k], points[i + 1][k] - points[i][k]) for k in (0, 1)]
            turn = math.atan2(chords[1][1], chords[0][1]) - math.atan2(chords[1][0], chords[0][0])
            miter = 1 / math.cos(turn / 2)
        columns.append((point, (normal[0] * miter, normal[1] * miter), sum(lengths[:i]) / sum(lengths)))
    return columns


def smooth(q):
    q = min(1.0, max(0.0, q))
    return 3 * q * q - 2 * q * q * q


def columns():
    """Returns columns (wall point, offset, floor radius); straight parts need only their ends."""
    diagonal = (-math.sqrt(0.5), math.sqrt(0.5))
    inward = (-math.sqrt(0.5), -math.sqrt(0.5))
    found = [((4096.0, 0.0), (-1.0, 0.0), 256.0)]
    found += [(p, o, 256.0) for p, o, _ in edge_columns((4096, 3584), (3840.47, 4223.53), (0, 1), diagonal)]
    found.append(((3500.0, 4564.0), inward, 256.0))
    found += [(p, o, 256 - 96 * smooth(q)) for p, o, q in edge_columns((3200, 4864), (2560, 5120), diagonal, (-1, 0))]
    for x in (1344, 1280, 1216, 1152, 1088, 1024, 960, 904):
        found.append(((float(x), 5120.0), (0.0, -1.0), 96 + 64 * smooth((x - 960) / 384)))
    return found


def ramp_grid(parts, point):
    return [[point(column, a, b) for column in parts] for a, b in ARC]


def grid_quads(grid):
    return [(low[i], low[i + 1], high[i + 1], high[i]) for low, high in pairwise(grid) for i in range(len(low) - 1)]


def floor_point(column, a, b):
    (px, py), (ox, oy), radius = column
    return (px + ox * radius * (1 - a), py + oy * radius * (1 - a), radius * b)


def ceiling_point(column, a, b):
    (px, py), (ox, oy), _ = column
    return (px + ox * 512 * b, py + oy * 512 * b, 1536 + 512 * a)


def mitred(profile):
    """Offset of one uu for each vertex, by intersecting the two offset lines."""
    offsets = []
    for i in range(len(profile)):
        if i in (0, 1, 2):
            offsets.append((0.0, 1.0))
        elif i == len(profile) - 1:
            offsets.append((0.0, -1.0))
        elif i == len(profile) - 2:
            offsets.append((-0.1073, -1.0))
        else:
            before = (profile[i][0] - profile[i - 1][0], profile[i][1] - profile[i - 1][1])
            after = (profile[i + 1][0] - profile[i][0], profile[i + 1][1] - profile[i][1])
            (ay, az), (by, bz) = turned_in(before, after)
            det = ay * bz - az * by
            offsets.append(((bz - az) / det, (ay - by) / det))
    return offsets


def goal_sections():
    profile = [(5128.0, 0.0), (5354.67, 0.0)]
    profile += [(5760 + 240 * a, 16 + 240 * b) for a, b in ARC]
    profile += [(6000 - 240 * b, 256 + 240 * a) for a, b in ARC[1:7]]
    profile += [(5344.0, 640.0), (5128.0, 640.0)]
    offsets = mitred(profile)
    return [
        [(800 + 96 * a, y + dy * 96 * b, z + dz * 96 * b) for (y, z), (dy, dz) in zip(profile, offsets, strict=True)]
        for a, b in ARC
    ]


def ring(row):
    a, b = ARC[row]
    radius, steps = 8 + 96 * (1 - a), (8, 8, 8, 8, 8, 4, 4, 2, 1)[row]
    return [(904 - radius * p, 5128 - radius * (1 - q), 96 * b) for p, q in arc_points(steps)]


def mouth_rings():
    outer = [(800 + 103.6 * a, 5120.0, 544 + 103.6 * (1 - b)) for a, b in ARC]
    inner = [(800 + 96 * a, 5128.0, 544 + 96 * (1 - b)) for a, b in ARC]
    outer[0], outer[-1] = (800.0, 5120.0, 648.0), (904.0, 5120.0, 544.0)
    return (
        [(0.0, 5120.0, 648.0), *outer, (904.0, 5120.0, 96.0)],
        [(0.0, 5128.0, 640.0), *inner, (896.0, 5128.0, 96.0)],
    )


def described_triangles():
    """Returns the quadrant's surface without planes, computed from the description, with any orientation."""
    parts = columns()
    above = [*parts, ((0.0, 5120.0), (0.0, -1.0), 0.0)]
    quads = grid_quads(ramp_grid(parts, floor_point)) + grid_quads(ramp_grid(above, ceiling_point))
    for left, right in pairwise(parts[1:]):
        quads.append(
            (floor_point(left, 1, 1), floor_point(right, 1, 1), ceiling_point(right, 0, 0), ceiling_point(left, 0, 0))
        )
    outer, inner = mouth_rings()
    quads += grid_quads([outer, inner])
    quads += [(a, b, (b[0], 5120.0, 1536.0), (a[0], 5120.0, 1536.0)) for a, b in pairwise(outer[:10])]
    sections = goal_sections()
    quads += grid_quads(sections)
    quads += grid_quads([[(0.0, y, z) for _, y, z in sections[0][1:]], sections[0][1:]])
    triangles = [part for a, b, c, d in quads for part in ((a, b, c), (a, c, d))]
    middle = (896.0, 5500.0, 300.0)
    side = [*sections[-1], sections[-1][0]]
    triangles += [(middle, a, b) for a, b in pairwise(side)]
    for row in range(8):
        low, high = ring(row), ring(row + 1)
        every = (len(low) - 1) // (len(high) - 1)
        for i in range(len(high) - 1):
            fan = low[i * every : (i + 1) * every + 1]
            if every == 1:
                triangles += [(high[i], fan[0], fan[1]), (high[i], fan[1], high[i + 1])]
            else:
                triangles += [(high[i], fan[0], fan[1]), (high[i], fan[1], high[i + 1]), (high[i + 1], fan[1], fan[2])]
    return np.array(triangles)


@pytest.fixture(scope="module")
def generated():
    return quadrant_surface(SHAPE)


@pytest.fixture(scope="module")
def described():
    return described_triangles()


def test_generated_surface_lies_on_the_described_one(generated, described):
    off = distances(sample(generated, SAMPLES, np.random.default_rng(1)), described)
    assert off.max() < 1.0
    assert np.quantile(off, 0.99) < 0.1


def test_described_surface_lies_on_the_generated_one(generated, described):
    off = distances(sample(described, SAMPLES, np.random.default_rng(3)), generated)
    assert off.max() < 1.0
    assert np.quantile(off, 0.99) < 0.1


def test_comparison_notices_a_wrong_number(described):
    wrong = quadrant_surface(SoccarShape(back_radius=170.0))
    off = distances(sample(wrong, SAMPLES, np.random.default_rng(5)), described)
    assert off.max() > 1.0


def test_unit_arc_runs_from_corner_to_corner_along_the_first_axis():
    arc = unit_arc(HANDLE, 8)
    assert arc[0] == pytest.approx((0, 0))
    assert arc[-1] == pytest.approx((1, 1))
    assert arc == pytest.approx(np.array(ARC), abs=1e-12)
    assert np.hypot(arc[:, 0], 1 - arc[:, 1]) == pytest.approx(1.0, abs=4e-4)


@pytest.mark.parametrize(("radius", "deepest"), [(512.0, 2.5), (256.0, 1.3), (160.0, 0.8), (96.0, 0.5)], ids=str)
def test_facets_stand_into_the_field_by_the_measured_depth(radius, deepest):
    arc = unit_arc(HANDLE, 8) * radius
    t = np.linspace(0, 1, 50)[:, None, None]
    facets = (1 - t) * arc[:-1] + t * arc[1:]
    into_field = radius - np.hypot(facets[..., 0], radius - facets[..., 1])
    assert into_field.max() == pytest.approx(deepest, abs=0.1)
    assert into_field.min() > -0.2


@pytest.mark.parametrize(
    ("x", "radius"), [(0, 96), (904, 96), (960, 96), (1152, 128), (1344, 160), (1345, 160), (2560, 160)]
)
def test_back_ramp_radius_blends_towards_the_goal(x, radius):
    assert back_ramp_radius(SHAPE, float(x)) == pytest.approx(radius)


def test_footprint_starts_on_the_side_wall_and_ends_above_the_mouth():
    plan = footprint(SHAPE)
    x, y = plan.walls.T
    assert (x[0], y[0]) == (4096, 0)
    assert (x[-1], y[-1]) == (0, 5120)
    assert tuple(plan.walls[plan.edge_start]) == (4096, 3584)
    assert tuple(plan.walls[plan.post]) == (904, 5120)
    assert (np.diff(x) <= 0).all()
    assert (np.diff(y) >= 0).all()
    assert (x + y <= 8064 + 1e-9).all()


def test_vertical_edges_are_nearly_circles_of_880():
    plan = footprint(SHAPE).walls
    edge = plan[(plan[:, 0] <= 4096) & (plan[:, 1] >= 3584) & (plan[:, 1] <= 4223.54)]
    assert len(edge) == 9
    centre_x = 4096 - 880
    centre = np.array([centre_x, 8064 - 880 * math.sqrt(2) - centre_x])
    assert np.linalg.norm(edge - centre, axis=1) == pytest.approx(880, abs=2.5)


def test_every_floor_ramp_starts_on_the_floor_and_leaves_it_level():
    plan = footprint(SHAPE)
    ramp = floor_ramp(SHAPE, plan)
    assert (ramp[0, :, 2] == 0).all()
    assert ramp[-1, :, 2] == pytest.approx(plan.floor_radius[: plan.post + 1])
    assert ramp[-1, :, :2] == pytest.approx(plan.walls[: plan.post + 1])
    slopes = np.degrees(np.arctan2(ramp[1, :, 2], np.linalg.norm(ramp[1, :, :2] - ramp[0, :, :2], axis=1)))
    assert (slopes < 7).all()


def test_every_ceiling_ramp_spans_512():
    ceiling = ceiling_ramp(SHAPE, footprint(SHAPE))
    assert (ceiling[0, :, 2] == 1536).all()
    assert (ceiling[-1, :, 2] == 2048).all()
    assert ceiling[-1, 0] == pytest.approx((3584, 0, 2048))
    assert ceiling[-1, -1] == pytest.approx((0, 4608, 2048))


def test_mouth_has_the_solid_edges_896_by_640():
    wall, lip = mouth_outline(SHAPE)
    assert wall[[0, -1]] == pytest.approx(np.array([(904, 5120, 96), (0, 5120, 648)]))
    assert lip[[0, -1]] == pytest.approx(np.array([(896, 5128, 96), (0, 5128, 640)]))
    assert lip[:, 0].max() == 896
    assert lip[:, 2].max() == 640
    round_part = wall[2:-2, [0, 2]] - (800, 544)
    assert np.linalg.norm(round_part, axis=1) == pytest.approx(103.6, abs=0.05)


def test_foot_of_the_post_joins_back_ramp_chamfer_and_goal():
    rings = post_foot(SHAPE)
    plan = footprint(SHAPE)
    assert [len(points) - 1 for points in rings] == [8, 8, 8, 8, 8, 4, 4, 2, 1]
    assert np.array([points[0] for points in rings]) == pytest.approx(floor_ramp(SHAPE, plan)[:, -1])
    assert np.array([points[-1] for points in rings]) == pytest.approx(goal_rounding(SHAPE)[:, 0])
    assert rings[-1] == pytest.approx(np.array([(904, 5120, 96), (896, 5128, 96)]))


def test_goal_profile_passes_the_published_points():
    profile = np.array(goal_profile(SHAPE))
    assert len(profile) == 19
    for point in [(5128, 0), (5354.67, 0), (5760, 16), (6000, 256), (5853.4, 477.1), (5344, 640), (5128, 640)]:
        assert np.linalg.norm(profile - point, axis=1).min() < 0.1
    assert profile[:, 0].max() == 6000
    assert SHAPE.goal_rear_y == 6000


def test_goal_narrows_evenly_towards_its_side_walls():
    profile = np.array(goal_profile(SHAPE))
    sections = goal_rounding(SHAPE)
    side = sections[-1]
    assert (side[:, 0] == 896).all()
    chords, moved = np.diff(profile, axis=0), np.diff(side[:, 1:], axis=0)
    parallel = slice(3, -2)
    cross = chords[parallel, 0] * moved[parallel, 1] - chords[parallel, 1] * moved[parallel, 0]
    assert cross == pytest.approx(0, abs=1e-6)
    inward = goal_inward(SHAPE, profile)
    assert (inward[:3] == (0, 1)).all()
    assert tuple(inward[-2]) == (-0.1073, -1)
    rear = side[np.argmax(side[:, 1])]
    assert rear == pytest.approx((896, 6000 - 96, 256), abs=0.6)


def test_planes_end_where_the_ramps_begin():
    planes = quadrant_planes(SHAPE)
    normals = np.cross(planes[:, 1] - planes[:, 0], planes[:, 2] - planes[:, 0])
    areas = {axis: np.abs(normals[:, axis]).sum() / 2 for axis in (0, 1, 2)}
    assert areas[0] == pytest.approx(3584 * (1536 - 256))
    assert areas[1] == pytest.approx(0)
    assert (planes[normals[:, 2] > 1][..., 2] == 0).all()
    assert (planes[normals[:, 2] < -1][..., 2] == 2048).all()


@pytest.mark.parametrize("facets", [4, 8, 16])
def test_any_power_of_two_of_facets_closes(facets):
    surface = quadrant_surface(SoccarShape(arc_facets=facets, roof_arc_vertex=facets * 3 // 4))
    sizes = np.linalg.norm(np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0]), axis=1)
    assert sizes.min() > 1.0
