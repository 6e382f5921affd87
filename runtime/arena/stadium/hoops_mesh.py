"""The hoops arena's meshes: corners, floor and ceiling ramps, rims and nets, each in a file of its own.

Layout and numbers of triangles are the same as in the game's files, whose parts overlap and go on behind walls, floor
and ceiling; only the parts in the field can be touched. Everything is computed for x >= 0 and y >= 0 and mirrored.
"""

from math import cos, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from runtime.arena.stadium.mesh import Mesh, Points, grid, mirror, mitres, rows, welded
from runtime.arena.stadium.shapes import HALF_SQRT2, HoopsShape, arc_points, bezier, hoops_edges

NET_VERTICES = 505
"""The physics engine treats a mesh with this number of vertices as a net: balls collide with it, cars do not."""

_CORNER_SKIRT = (250.0, 54.0, 8.0, 8.0)
"""A corner's last columns: farther along the wall, behind the side wall, behind the back wall, below the floor."""
_RAMP_SKIRT = (290.0, -4.0)
"""A ramp's first row: distance from the wall, and height."""
_SIDE_SKIRT = ((-5.11, 392.8), (-40.31, 645.0))
"""The last two rows of the side ramps: distance from the wall, negative behind it, and height."""
_BACK_SKIRT = ((0.33, 392.8), (-10.0, 620.0))
"""The same of the back ramps, which are behind the plane of the back wall there."""
_SIDE_OVERLAP_Y = -2889.0
_BACK_OVERLAP_X = 2346.0
_RIM_TURN = radians(15.0 / 7.0)
_ROUND_RINGS = 35
"""Rings of the rim's round part from its front to one side."""
_CURVE_RINGS = 7
"""Rings of each Bezier curve of the rim."""
_FLIPS = (4, 29, 50, 71, 96)
"""Columns of rim and net from which the diagonals run the other way."""
_CHANGING_NET_ROWS = 3
"""Rows of quads of the net, from the top, whose diagonals change direction there; those of the last row do not."""


def hoops_meshes(shape: HoopsShape) -> tuple[Mesh, ...]:
    """Builds everything that is not a plane of the physics engine: 4 corners, 2 sides, 2 backs, 2 rims, 2 nets.

    Raises:
        ValueError: Because of its number of vertices, the engine would take a mesh for a net, or a net for a mesh.
    """
    corner, side, back, rim, net = (
        corner_mesh(shape),
        side_mesh(shape),
        back_mesh(shape),
        rim_mesh(shape),
        net_mesh(shape),
    )
    quadrants = [mirror(corner, x=x, y=y) for x in (False, True) for y in (False, True)]
    halves = [side, mirror(side, x=True), *(made for mesh in (back, rim, net) for made in (mesh, mirror(mesh, y=True)))]
    meshes = (*quadrants, *halves)
    if [len(mesh.vertices) == NET_VERTICES for mesh in meshes] != [False] * (len(meshes) - 2) + [True, True]:
        raise ValueError(f"A net must have {NET_VERTICES} vertices, and nothing else may.")
    return meshes


def corner_mesh(shape: HoopsShape) -> Mesh:
    """Builds both vertical edges with the corner wall between them and the ramps below and above."""
    side, back = map(np.array, hoops_edges(shape))
    diagonal = np.array([-HALF_SQRT2, -HALF_SQRT2])
    walls = np.concatenate([side, back])
    inward = np.concatenate(
        [mitres(side, np.array([-1.0, 0.0]), diagonal), mitres(back, diagonal, np.array([0.0, -1.0]))]
    )
    offset, height = _ramp(shape)
    low, high = (shape.wall_row_inset, shape.wall_row_z), (shape.wall_row_inset, _mirrored(shape, shape.wall_row_z))
    offset = np.concatenate([offset, [low[0], high[0]], offset[::-1]])
    height = np.concatenate([height, [low[1], high[1]], _mirrored(shape, height[::-1])])
    surface = rows(walls, inward, _columns(offset, walls), _columns(height, walls))
    along, behind_side, behind_back, below = _CORNER_SKIRT
    drop = np.where(height < shape.mirror_z, -below, below)
    first, last = surface[:, :1].copy(), surface[:, -1:].copy()
    first += np.stack([np.full_like(drop, behind_side), np.full_like(drop, -along), drop], axis=1)[:, None]
    last += np.stack([np.full_like(drop, -along), np.full_like(drop, behind_back), drop], axis=1)[:, None]
    return welded(grid(np.concatenate([first, surface, last], axis=1)))


def side_mesh(shape: HoopsShape) -> Mesh:
    """Builds the ramps along the side wall, at the floor and at the ceiling."""
    y = np.array([_SIDE_OVERLAP_Y, -shape.side_edge[0][1], 0.0, shape.side_edge[0][1]])
    walls = np.stack([np.full_like(y, shape.wall_x), y], axis=1)
    return _ramps(shape, walls, np.array([-1.0, 0.0]), _SIDE_SKIRT)


def back_mesh(shape: HoopsShape) -> Mesh:
    """Builds the ramps along the back wall, at the floor and at the ceiling."""
    end_x = shape.back_edge[1][0]
    x = np.array([_BACK_OVERLAP_X, end_x, shape.middle_x])
    x = np.concatenate([x, [0.0], -x[::-1]])
    y = np.where(x == 0.0, shape.wall_middle_y, shape.wall_y)
    return _ramps(shape, np.stack([x, y], axis=1), np.array([0.0, -1.0]), _BACK_SKIRT)


def rim_mesh(shape: HoopsShape) -> Mesh:
    """Builds orange's rim: an open tube round `rim_line`, whose ends are behind the back wall."""
    line, inward = rim_line(shape)
    turn = 2.0 * pi * np.arange(shape.tube_facets) / shape.tube_facets
    outward = shape.tube_radius * np.cos(turn)[:, None, None] * -inward
    height = np.broadcast_to(shape.rim_z + shape.tube_radius * np.sin(turn)[:, None, None], (len(turn), len(line), 1))
    tube = _tilted(shape, np.concatenate([line + outward, height], axis=2))
    closed = np.concatenate([tube, tube[:1]])
    is_outer = np.cos(turn + pi / shape.tube_facets) > 0.0
    return welded(grid(closed[::-1], (_sections(len(line)) & is_outer[:, None])[::-1]))


def net_mesh(shape: HoopsShape) -> Mesh:
    """Builds orange's net, from the tube's outer equator to the floor."""
    line, inward = rim_line(shape)
    out, height = np.array(shape.net_profile).T
    plan = line - out[:, None, None] * inward
    for end, before in ((0, 1), (-1, -2)):
        chord = line[end] - line[before]
        square = np.array([-chord[1], chord[0]]) / np.hypot(*chord)
        square *= -np.sign(square @ inward[end])
        plan[1:, end] = plan[0, end] + (out[1:] - out[0])[:, None] * square
    points = np.concatenate([plan, np.broadcast_to(height[:, None, None], (*plan.shape[:2], 1))], axis=2)
    is_changing = np.arange(len(out) - 1) < _CHANGING_NET_ROWS
    return welded(grid(_tilted(shape, points), ~(_sections(len(line)) & is_changing[:, None])))


def rim_line(shape: HoopsShape) -> tuple[Points, Points]:
    """Returns the centre line of orange's rim, from -x to +x, and its inward mitres: (101, 2) each.

    A mitre leads from the line to the line one uu farther inside, in the plane of the ring.
    """
    turns = _RIM_TURN * np.arange(_ROUND_RINGS + 1) - pi / 2.0
    circle = np.stack([np.cos(turns), np.sin(turns)], axis=1) * shape.rim_radius + (0.0, shape.rim_y)
    circle[0, 0] = 0.0
    start, end = circle[-1], np.array(shape.rim_straight_from)
    (first, last), arrives = shape.rim_blend_handles, radians(shape.rim_blend_end_degrees)
    leaves = turns[-1] + pi / 2.0
    blend = bezier(
        [
            (start[0], start[1]),
            (start[0] + first * cos(leaves), start[1] + first * sin(leaves)),
            (end[0] - last * cos(arrives), end[1] - last * sin(arrives)),
            (end[0], end[1]),
        ],
        _CURVE_RINGS,
    )
    half = np.concatenate([circle, blend[1:], bezier(shape.rim_flare, _CURVE_RINGS)])
    line = np.concatenate([half[:0:-1] * (-1.0, 1.0), half])
    ahead = np.array([[1.0, 0.0]])
    go_on = np.concatenate([line[:1] - ahead, line, line[-1:] + ahead])
    return line, mitres(go_on)[1:-1]


def _ramp(shape: HoopsShape) -> Points:
    """Returns distance from the wall and height of the floor ramp's rows, from the floor up: (2, facets + 1)."""
    along, up = shape.ramp_radius * np.array(arc_points(shape.arc_handle, shape.ramp_facets)).T
    return np.stack([np.maximum(0.0, shape.ramp_radius - along - shape.ramp_inset), shape.floor_z + up])


def _ramps(shape: HoopsShape, walls: Points, inward: Points, skirt: tuple[tuple[float, float], ...]) -> Mesh:
    """Builds floor and ceiling ramp along a straight wall whose columns lead to the left, seen from the field.

    `skirt` has the rows above the floor ramp.
    """
    offset, height = np.concatenate([[_RAMP_SKIRT], _ramp(shape).T, skirt]).T
    inwards = np.tile(inward, (len(walls), 1))
    floor = rows(walls, inwards, _columns(offset, walls), _columns(height, walls))
    ceiling = (floor * (1.0, 1.0, -1.0) + (0.0, 0.0, 2.0 * shape.mirror_z))[::-1]
    middle = np.broadcast_to(np.arange(len(walls) - 1) < len(walls) // 2, (len(offset) - 1, len(walls) - 1))
    return welded(np.concatenate([grid(floor, middle), grid(ceiling, ~middle)]))


def _mirrored(shape: HoopsShape, height: float | Points) -> float | Points:
    return 2.0 * shape.mirror_z - height


def _columns(values: Points, walls: Points) -> Points:
    """Repeats the value of each row for every column of a wall: (rows, columns)."""
    return np.broadcast_to(values[:, None], (len(values), len(walls)))


def _sections(rings: int) -> NDArray[np.bool_]:
    """Returns in which columns of quads the diagonals run the other way."""
    return np.asarray(np.searchsorted(_FLIPS, np.arange(rings - 1), side="right") % 2 == 1)


def _tilted(shape: HoopsShape, points: Points) -> Points:
    """Turns the ends of a grid of rim or net, which has a column per ring, about the line behind the wall."""
    tilted = points.copy()
    for ends in (slice(None, _CURVE_RINGS + 1), slice(-_CURVE_RINGS - 1, None)):
        y, z = points[:, ends, 1], points[:, ends, 2]
        tilted[:, ends, 1] += shape.rim_tilt * (z - shape.rim_tilt_z)
        tilted[:, ends, 2] -= shape.rim_tilt * (y - shape.rim_tilt_y)
    return tilted
