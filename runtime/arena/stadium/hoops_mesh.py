"""The hoops arena's meshes: ramps, corners and rims in one, each net in one of its own."""

from math import asin, pi

import numpy as np

from runtime.arena.stadium.mesh import Mesh, Points, grid, mirrored, rows, welded
from runtime.arena.stadium.shapes import HoopsShape
from runtime.arena.stadium.soccar_mesh import unit_arc

NET_VERTICES = 505
"""The physics engine treats a mesh with this number of vertices as a net: balls collide with it, cars do not."""
_STRAIGHT_COLUMNS = 4


def hoops_meshes(shape: HoopsShape) -> tuple[Mesh, Mesh, Mesh]:
    """Builds everything that is not a plane of the physics engine: walls with rims, and both nets.

    Raises:
        ValueError: A mesh has a number of vertices by which the engine would mistake it.
    """
    walls = mirrored(np.concatenate([hoops_quadrant(shape), half_rim(shape)]))
    net = welded(orange_net(shape))
    blue_net = Mesh(vertices=net.vertices * (1.0, -1.0, 1.0), triangles=net.triangles[:, ::-1].copy())
    if len(walls.vertices) == NET_VERTICES or len(net.vertices) != NET_VERTICES:
        raise ValueError(f"A net must have {NET_VERTICES} vertices, and nothing else may.")
    return walls, net, blue_net


def hoops_quadrant(shape: HoopsShape) -> Points:
    """Returns ramps, vertical edges and corner wall of the quadrant x >= 0, y >= 0, as corners (T, 3, 3)."""
    walls, inward, corner = _footprint(shape)
    arc = unit_arc(shape.arc_handle, shape.arc_facets) * shape.ramp_radius
    ones = np.ones(len(walls))
    floor = rows(walls, inward, (shape.ramp_radius - arc[:, :1]) * ones, arc[:, 1:] * ones)
    top = shape.ceiling_z - shape.ramp_radius
    ceiling = rows(walls, inward, arc[:, 1:] * ones, (top + arc[:, :1]) * ones)
    return np.concatenate([grid(floor), grid(np.stack([floor[-1, corner], ceiling[0, corner]])), grid(ceiling)])


def half_rim(shape: HoopsShape) -> Points:
    """Returns the half of orange's rim with x >= 0, as corners; it ends behind the back wall."""
    end = asin(_end_sine(shape, shape.rim_radius))
    round_rim = np.linspace(-pi / 2, end, shape.rim_facets // 2 + 1)
    round_tube = np.linspace(0.0, 2 * pi, shape.tube_facets + 1)
    reach = shape.rim_radius + shape.tube_radius * np.cos(round_tube)[:, None]
    x = reach * np.cos(round_rim)
    x[:, 0] = 0.0
    y = shape.rim_y + reach * np.sin(round_rim)
    z = np.broadcast_to(shape.rim_z + shape.tube_radius * np.sin(round_tube)[:, None], x.shape)
    return grid(np.stack([x, y, z], axis=2)[:, ::-1])


def orange_net(shape: HoopsShape) -> Points:
    """Returns the curtain below orange's rim, from the rim's height to the floor, as corners."""
    end = asin(_end_sine(shape, shape.net_radius))
    turn = np.linspace(-pi - end, end, shape.net_columns + 1)
    heights = np.linspace(0.0, shape.rim_z, shape.net_rows + 1)
    x = np.broadcast_to(shape.net_radius * np.cos(turn), (len(heights), len(turn)))
    y = np.broadcast_to(shape.rim_y + shape.net_radius * np.sin(turn), x.shape)
    z = np.broadcast_to(heights[:, None], x.shape)
    return grid(np.stack([x, y, z], axis=2)[:, ::-1])


def _end_sine(shape: HoopsShape, radius: float) -> float:
    """Returns the sine of the angle at which a ring round the rim's centre is behind the back wall."""
    return min(1.0, (shape.back_y + 2.0 * shape.tube_radius - shape.rim_y) / radius)


def _footprint(shape: HoopsShape) -> tuple[Points, Points, slice]:
    """Returns wall points and offset vectors of all columns, (N, 2) each, and the columns of edges and corner wall."""
    side, side_inward = _vertical_edge(shape, (shape.side_x, shape.corner_sum - shape.side_x), 0.0)
    back, back_inward = _vertical_edge(shape, (shape.corner_sum - shape.back_y, shape.back_y), pi / 4)
    before = np.linspace((shape.side_x, 0.0), side[0], _STRAIGHT_COLUMNS + 1)[:-1]
    after = np.linspace(back[-1], (0.0, shape.back_y), _STRAIGHT_COLUMNS + 1)[1:]
    walls = np.concatenate([before, side, back, after])
    inward = np.concatenate(
        [np.tile([-1.0, 0.0], (len(before), 1)), side_inward, back_inward, np.tile([0.0, -1.0], (len(after), 1))]
    )
    return walls, inward, slice(len(before), len(before) + len(side) + len(back))


def _vertical_edge(shape: HoopsShape, meeting: tuple[float, float], heading: float) -> tuple[Points, Points]:
    """Returns wall points and offset vectors of the edge at which two walls would meet.

    Args:
        shape: The arena.
        meeting: Where they would, in the ground plan.
        heading: Angle of the first wall's outward normal; the second's is 45 degrees on.
    """
    step = pi / 4 / shape.arc_facets
    outward = heading + step * np.arange(shape.arc_facets + 1)
    directions = np.stack([np.cos(outward), np.sin(outward)], axis=1)
    along = np.array([-np.sin(heading), np.cos(heading)])
    centre = np.array(meeting) - shape.edge_length * along - shape.edge_radius * directions[0]
    inward = -directions
    inward[1:-1] /= np.cos(step / 2)
    return centre + shape.edge_radius * directions, inward
