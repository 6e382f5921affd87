"""Painting of the stadium in perspective: sky, ground, walls, goals and hoops.

Large areas are filled without antialiasing, which costs five times as much; their edges get smooth lines of one pixel.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import cos, hypot, pi, sin
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from resources.looks import Looks
from widgets.looks import faded
from widgets.stage.camera import NEAR_UU, Projection
from widgets.stage.field import FieldShape, goal_area
from widgets.stage.field_picture import mixed
from widgets.stage.paths import Areas, draw_lines, path_of, polygon, seen_outlines

Array = NDArray[np.float64]
Pair = tuple[float, float]
Triple = tuple[float, float, float]
EDGE_STEPS: Final = 3
"""Columns of a rounded vertical edge."""
RAMP_STEPS: Final = 2
WALL_SHARES: Final = (0.0, 0.2, 0.5, 1.0)
"""Borders of the bands of a wall, as shares of its height above the ramp."""
WALL_ALPHAS: Final = (0.34, 0.22, 0.12)
FADE_UU: Final = 700.0
"""A wall is fully painted if the camera is this far on its inner side, and not at all from behind."""
FADES: Final = 4
BEHIND: Final = -1
"""Fade of a wall behind the camera."""
STRIPES: Final = 8
"""Stripes of the grass from goal to goal, per half."""
LINE_UU: Final = 26.0
NET_UU: Final = 160.0
"""Distance between the threads of a net."""
CIRCLE_STEPS: Final = 48
RIM_STEPS: Final = 24
_UNIT: Final = [
    (cos(2.0 * pi * step / CIRCLE_STEPS), sin(2.0 * pi * step / CIRCLE_STEPS)) for step in range(CIRCLE_STEPS)
]
TINT: Final = 0.07
"""Share of a team's colour in its half."""
POST_UU: Final = 40.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wall:
    """One column of the wall."""

    start: Pair
    end: Pair
    out: Pair
    """Outward normal."""
    is_mouth: bool
    """True above the mouth of a goal."""


class StadiumPainter:
    """Paints one kind of stadium in the colours of a theme; geometry is prepared once."""

    def __init__(self, shape: FieldShape, looks: Looks) -> None:
        self.shape = shape
        self._looks = looks
        walls = _columns(shape)
        self._grass = Areas(*_grass(shape, [wall.start for wall in walls]))
        self._lines = Areas(_line_outlines(shape))
        self._starts = np.array([wall.start for wall in walls])
        self._outs = np.array([wall.out for wall in walls])
        self._grid = _grid(walls, shape)
        self._is_mouth = tuple(wall.is_mouth for wall in walls)
        self._goals = tuple(_goal(team, shape) for team in (0, 1)) if shape.goal_depth else ()
        layers = [layer for goal in self._goals for layer in ([goal.floor], list(goal.sides))]
        self._goal_areas = Areas(*layers, winding=True)
        self._rings = tuple(_ring(team, shape) for team in (0, 1)) if shape.ring_radius else ()
        self._bands = self._band_colours()
        seams = _seams(self._grid)
        nets = [*(goal.net for goal in self._goals), *(ring.net for ring in self._rings)]
        self._threads = np.concatenate((seams, *nets), axis=1)
        """Thin lines of walls and nets, shape (start and end, n, 3)."""
        columns = [np.tile(np.arange(len(walls)), 2)]
        self._owners = np.concatenate((*columns, *(np.full(net.shape[1], -1 - i) for i, net in enumerate(nets))))
        """The column of each line of a wall; -1 and -2 for lines of blue's and orange's net."""

    def _band_colours(self) -> tuple[QColor, ...]:
        """Returns the colours of ramps, which are opaque, and of bands of the wall, from the ground up."""
        grass, glass = QColor(self._looks.grass), QColor(self._looks.glass)
        ramps = (mixed(grass, glass, 0.10 + 0.13 * row) for row in range(RAMP_STEPS))
        return (*ramps, *(faded(self._looks.glass, alpha) for alpha in WALL_ALPHAS))

    def paint_ground(self, painter: QPainter, projection: Projection, size: QRectF, *, is_plain: bool = False) -> None:
        """Paints sky and ground with all lines; everything else comes on top."""
        looks = self._looks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(size, self._sky(projection, size))
        paths = self._grass.paths(projection)
        for team in (0, 1):
            tint = QColor(looks.team(team))
            for path, ground in zip(paths[2 * team :], (looks.grass, looks.grass_stripe), strict=False):
                painter.fillPath(path, mixed(QColor(ground), tint, TINT))
        (lines,) = self._lines.paths(projection)
        painter.fillPath(lines, faded(looks.grass_line, 0.6))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_plain)
        painter.strokePath(lines, QPen(faded(looks.grass_line, 0.6), 1.0))

    def paint_walls(self, painter: QPainter, projection: Projection, *, is_plain: bool = False) -> None:
        """Paints ramps, walls and goals; walls between the camera and the field are left out."""
        inside = np.sum((self._starts - np.array(projection.eye[:2])) * self._outs, axis=1)
        fades = np.ceil(np.clip(inside / FADE_UU, 0.0, 1.0) * FADES).astype(int)
        camera = projection.in_camera(self._grid)
        screen = projection.to_screen(camera)
        depth = camera[..., 2]
        near = (depth.min(axis=(0, 2)) < NEAR_UU) & (not projection.is_flat)
        gone = near & (depth.max(axis=(0, 2)) < NEAR_UU)
        fades = np.where(gone, BEHIND, fades).tolist()
        strips: dict[tuple[int, int], list[Array]] = {}
        cut: list[tuple[tuple[int, int], Array]] = []
        for (level, is_mouth, is_near), (first, after) in _runs(fades, self._is_mouth, near.tolist()):
            if level == BEHIND:
                continue
            for band in range(RAMP_STEPS if is_mouth else 0, len(self._bands) if level else RAMP_STEPS):
                key = band, max(1, level)
                if is_near:  # only convex outlines can be cut: each column for itself
                    cut += [(key, _strip(camera, band, place, place + 1)) for place in range(first, after)]
                else:
                    strips.setdefault(key, []).append(_strip(screen, band, first, after))
        if cut:
            firsts = np.cumsum([0, *(len(strip) for _, strip in cut[:-1])])
            parts = seen_outlines(projection, np.concatenate([strip for _, strip in cut]), firsts)
            for (key, _), part in zip(cut, parts, strict=True):
                strips.setdefault(key, []).extend([part] if part is not None else [])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for (band, level), outlines in strips.items():
            colour = QColor(self._bands[band])
            colour.setAlphaF(colour.alphaF() * level / FADES)
            painter.fillPath(path_of(outlines, winding=True), colour)
        self._paint_goals(painter, projection)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_plain)
        self._paint_threads(painter, projection, np.array(fades) > 0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for team, goal in enumerate(self._goals):
            self._paint_beams(painter, projection, goal.frame, self._looks.team(team))
        for team, ring in enumerate(self._rings):
            self._paint_beams(painter, projection, ring.rim, self._looks.team(team))

    def _paint_threads(self, painter: QPainter, projection: Projection, is_far: NDArray[np.bool_]) -> None:
        """Paints edges of walls, those before the camera faintly, and nets."""
        lines, is_seen = projection.segments(self._threads[0], self._threads[1])
        owners = self._owners[is_seen]
        is_net = owners < 0
        far = np.where(is_net, False, is_far[owners])
        behind = [self._is_behind(projection, team) for team in (0, 1)]
        faint = is_net & np.where(owners == -1, behind[0], behind[1])
        glass, white = self._looks.glass, self._looks.grass_line
        for chosen, colour in (
            (far, faded(glass, 0.30)),
            (~far & ~is_net, faded(glass, 0.13)),
            (is_net & ~faint, faded(white, 0.28)),
            (faint, faded(white, 0.13)),
        ):
            draw_lines(painter, lines[chosen], QPen(colour, 1.0))

    def _is_behind(self, projection: Projection, team: int) -> bool:
        """Returns whether the camera is behind a team's goal line."""
        return (2 * team - 1) * projection.eye[1] > self.shape.back_y

    def _sky(self, projection: Projection, size: QRectF) -> QLinearGradient:
        level = max(0.05, hypot(projection.ahead[0], projection.ahead[1]))
        horizon = projection.centre[1] + projection.focal_px * projection.ahead[2] / level
        gradient = QLinearGradient(0.0, horizon - 0.9 * size.height(), 0.0, horizon + 0.1 * size.height())
        gradient.setColorAt(0.0, QColor(self._looks.sky))
        gradient.setColorAt(1.0, QColor(self._looks.horizon))
        return gradient

    def _paint_goals(self, painter: QPainter, projection: Projection) -> None:
        """Paints grounds and nets of goals."""
        paths = self._goal_areas.paths(projection)
        for team in range(len(self._goals)):
            colour, strength = self._looks.team(team), 0.45 if self._is_behind(projection, team) else 1.0
            painter.fillPath(paths[2 * team], mixed(QColor(self._looks.grass), QColor(colour), 0.25))
            painter.fillPath(paths[2 * team + 1], faded(colour, 0.18 * strength))

    def _paint_beams(self, painter: QPainter, projection: Projection, ends: Array, colour: str) -> None:
        """Paints posts or a rim, as wide as they are at their distance."""
        x, y, z = ends.mean(axis=(0, 1)).tolist()
        depth = projection.place((x, y, z))[2]
        width = POST_UU * projection.scale_at(max(depth, 4 * NEAR_UU))
        pen = QPen(QColor(colour), min(14.0, max(1.6, width)))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        draw_lines(painter, projection.segments(ends[0], ends[1])[0], pen)


# Geometry of the ground.


def on_ground(outline: Sequence[Pair]) -> Array:
    """Returns an outline on the ground, closed, shape (corners, 3)."""
    return np.array([(x, y, 0.0) for x, y in (*outline, outline[0])])


def circle(x: float, y: float, radius: float) -> list[Pair]:
    """Returns a circle as a polygon."""
    return [(x + radius * c, y + radius * s) for c, s in _UNIT]


def _box(rect: QRectF) -> list[Pair]:
    return [
        (corner.x(), corner.y()) for corner in (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft())
    ]


def _grass(shape: FieldShape, outline: list[Pair]) -> list[list[Array]]:
    """Returns the outlines of the ground and of every second stripe, of blue's half and then of orange's."""
    width = shape.back_y / STRIPES
    whole = QPainterPath()
    whole.addPolygon(polygon(outline))
    strips = []
    for place in range(-STRIPES, STRIPES):
        strip = QPainterPath()
        strip.addRect(QRectF(-shape.side_x, place * width, 2 * shape.side_x, width))
        corners = strip.intersected(whole).toFillPolygon()
        strips.append([(corner.x(), corner.y()) for corner in corners.toList()])
    halves: list[list[Array]] = []
    for first in (0, STRIPES):
        half = QPainterPath()
        half.addRect(QRectF(-shape.side_x, (first / STRIPES - 1) * shape.back_y, 2 * shape.side_x, shape.back_y))
        ground = [(corner.x(), corner.y()) for corner in half.intersected(whole).toFillPolygon().toList()]
        halves += [[on_ground(ground)], [on_ground(strip) for strip in strips[first : first + STRIPES : 2]]]
    return halves


def _line_outlines(shape: FieldShape) -> list[Array]:
    """Returns the outlines of the painted lines."""
    wide, half = shape.side_x - shape.ramp, LINE_UU / 2
    outlines = [
        _box(QRectF(-wide, -half, wide - shape.circle, LINE_UU)),
        _box(QRectF(shape.circle, -half, wide - shape.circle, LINE_UU)),
        circle(0.0, 0.0, 70.0),
    ]
    outlines += [circle(0.0, 0.0, shape.circle + half), circle(0.0, 0.0, shape.circle - half)]
    for team in (0, 1) if shape.box_depth else ():
        area = goal_area(team, shape)
        outlines += [_box(area), _box(area.adjusted(LINE_UU, LINE_UU, -LINE_UU, -LINE_UU))]
    return [on_ground(outline) for outline in outlines]


# Geometry of walls, goals and hoops: arrays of points.


def _columns(shape: FieldShape) -> tuple[_Wall, ...]:
    """Returns the columns of the wall, in order around the field; the corners of a goal mouth are borders."""
    quarter = [*_curve(shape.side_edge), *_curve(shape.back_edge)]
    if shape.goal_x:
        quarter.append((shape.goal_x, shape.back_y))
    half = quarter + [(-x, y) for x, y in quarter[::-1]]
    ring = half + [(-x, -y) for x, y in half]
    walls = []
    for start, end in pairwise((*ring, ring[0])):
        length = hypot(end[0] - start[0], end[1] - start[1])
        out = (end[1] - start[1]) / length, (start[0] - end[0]) / length
        is_mouth = 0 < max(abs(start[0]), abs(end[0])) <= shape.goal_x
        walls.append(_Wall(start=start, end=end, out=out, is_mouth=is_mouth))
    return tuple(walls)


def _curve(edge: tuple[Pair, Pair, Pair]) -> list[Pair]:
    (x0, y0), (x1, y1), (x2, y2) = edge
    shares = (step / EDGE_STEPS for step in range(EDGE_STEPS + 1))
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in shares]
    return [(a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2) for a, b, c in weights]


def _grid(walls: tuple[_Wall, ...], shape: FieldShape) -> Array:
    """Returns the corners of all bands, shape (levels, columns, start and end, 3)."""
    joints = []
    for before, wall in zip((walls[-1], *walls), walls, strict=False):
        x, y = before.out[0] + wall.out[0], before.out[1] + wall.out[1]
        square = x * x + y * y
        joints.append((2 * x / square, 2 * y / square))
    profile = [
        (1 - sin(0.5 * pi * row / RAMP_STEPS), 1 - cos(0.5 * pi * row / RAMP_STEPS)) for row in range(RAMP_STEPS)
    ]
    levels = [(aside * shape.ramp, up * shape.ramp) for aside, up in profile]
    levels += [(0.0, shape.ramp + (shape.ceiling - shape.ramp) * share) for share in WALL_SHARES]
    grid = np.empty((len(levels), len(walls), 2, 3))
    for row, (aside, z) in enumerate(levels):
        for column, wall in enumerate(walls):
            for end, place in enumerate((wall.start, wall.end)):
                out = joints[(column + end) % len(walls)]
                height = max(z, shape.goal_z) if wall.is_mouth else z
                grid[row, column, end] = (place[0] - out[0] * aside, place[1] - out[1] * aside, height)
    return grid


def _runs(
    fades: Sequence[int], is_mouth: Sequence[bool], is_near: Sequence[bool]
) -> Iterable[tuple[tuple[int, bool, bool], tuple[int, int]]]:
    """Yields runs of columns that are painted alike: their properties, the first column, and the one after the last."""
    place = 0
    for key, group in groupby(zip(fades, is_mouth, is_near, strict=True)):
        count = len(list(group))
        yield key, (place, place + count)
        place += count


def _strip(points: Array, band: int, first: int, after: int) -> Array:
    """Returns the outline of one band over a run of columns."""
    low, high = points[band, first:after], points[band + 1, first:after]
    return np.concatenate((low[:, 0], low[-1:, 1], high[-1:, 1], high[::-1, 0]))


def _seams(grid: Array) -> Array:
    """Returns the upper edges and then the upright edges of all columns, shape (start and end, 2 columns, 3)."""
    top, base = grid[-1], grid[RAMP_STEPS]
    return np.stack((np.concatenate((top[:, 0], top[:, 0])), np.concatenate((top[:, 1], base[:, 0]))))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Goal:
    floor: Array
    """Shape (4, 3)."""
    sides: Array
    """Rear, roof and both sides, shape (4, 4, 3)."""
    net: Array
    """Threads, shape (2 ends, n, 3)."""
    frame: Array
    """Posts and crossbar, shape (2 ends, n, 3)."""


def _goal(team: int, shape: FieldShape) -> _Goal:
    sign = 2 * team - 1
    x, z = shape.goal_x, shape.goal_z
    front, rear = sign * shape.back_y, sign * (shape.back_y + shape.goal_depth)
    sides = [
        [(-x, rear, 0), (x, rear, 0), (x, rear, z), (-x, rear, z)],
        [(-x, front, z), (x, front, z), (x, rear, z), (-x, rear, z)],
        [(x, front, 0), (x, rear, 0), (x, rear, z), (x, front, z)],
        [(-x, front, 0), (-x, rear, 0), (-x, rear, z), (-x, front, z)],
    ]
    inner = sign * (shape.back_y - shape.ramp)
    starts: list[Triple] = []
    ends: list[Triple] = []
    for side_x in np.linspace(-x, x, round(2 * x / NET_UU) + 1).tolist():
        starts += [(side_x, rear, 0.0), (side_x, rear, z)]
        ends += [(side_x, rear, z), (side_x, front, z)]
    for height in np.linspace(0.0, z, round(z / NET_UU) + 1)[1:].tolist():
        starts += [(-x, rear, height), (-x, front, height), (x, front, height)]
        ends += [(x, rear, height), (-x, rear, height), (x, rear, height)]
    for y in np.linspace(front, rear, round(shape.goal_depth / NET_UU) + 1)[1:].tolist():
        starts += [(-x, y, 0.0), (x, y, 0.0), (-x, y, z)]
        ends += [(-x, y, z), (x, y, z), (x, y, z)]
    corners = [(-x, front, 0.0), (-x, front, z), (x, front, z), (x, front, 0.0)]
    return _Goal(
        floor=np.array([(-x, inner, 0.0), (x, inner, 0.0), (x, rear, 0.0), (-x, rear, 0.0)]),
        sides=np.array(sides, dtype=float),
        net=np.array([starts, ends]),
        frame=np.array([corners[:-1], corners[1:]]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ring:
    rim: Array
    """Shape (2 ends, n, 3)."""
    net: Array


NET_ROWS: Final = ((0.0, 1.0), (95.0, 0.49), (126.0, 0.24), (229.0, 0.014))
"""Rows of a hoop's net: distance outside of the rim in uu, and height as a share of the rim's."""


def _ring(team: int, shape: FieldShape) -> _Ring:
    """Returns a hoop: half a circle in front, straight to the wall behind, with a bell-shaped net."""
    sign, radius = 2 * team - 1, shape.ring_radius
    angles = np.linspace(pi, 2.0 * pi, RIM_STEPS + 1)
    out = np.column_stack((np.cos(angles), sign * np.sin(angles)))
    line = out * radius + (0.0, sign * shape.ring_y)
    wall = np.array([(-radius, sign * shape.back_y), (radius, sign * shape.back_y)])
    line, out = np.vstack((wall[:1], line, wall[1:])), np.vstack(((-1.0, 0.0), out, (1.0, 0.0)))
    rows = [
        np.column_stack((line + out * aside, np.full(len(line), share * shape.ring_z))) for aside, share in NET_ROWS
    ]
    starts = np.concatenate((*rows[:-1], *(row[:-1] for row in rows[1:])))
    ends = np.concatenate((*rows[1:], *(row[1:] for row in rows[1:])))
    return _Ring(rim=np.stack((rows[0][:-1], rows[0][1:])), net=np.stack((starts, ends)))
