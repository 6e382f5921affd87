"""The fields seen from above, and how their coordinates become places on the screen.

A field lies on its side: blue's goal (negative y) is on the left, orange's on the right, and the protocol's x axis
points up the screen. Numbers are uu, those of the arena's walls.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, sqrt
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

from runtime.model import game_facts as facts
from runtime.model.values import PadPlace

MARGIN_UU: Final = 260.0
_QUADRANTS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_Edge = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldShape:
    """Ground plan of one kind of arena."""

    side_x: float
    back_y: float
    side_edge: _Edge
    """Rounded edge between side wall and corner wall: start, bend, end."""
    back_edge: _Edge
    """Rounded edge between corner wall and back wall."""
    circle: float
    """Radius of the centre circle."""
    goal_x: float = 0.0
    """Half the width of a goal; 0 for a field without goals."""
    goal_depth: float = 0.0
    box_x: float = 0.0
    """Half the width of the goal area."""
    box_depth: float = 0.0
    """Depth of the goal area as it is painted on the floor; the area that accolades use is deeper."""
    ring_y: float = 0.0
    """Distance of the hoops from the centre; 0 for a field without hoops."""
    ring_radius: float = 0.0
    ring_z: float = 0.0
    ceiling: float = facts.CEILING_Z
    goal_z: float = 0.0
    """Height of a goal."""
    ramp: float = facts.RAMP_RADIUS
    """Radius of the ramp between floor and walls."""


SOCCAR: Final = FieldShape(
    side_x=facts.SIDE_X,
    back_y=facts.BACK_Y,
    side_edge=((4096.0, 3584.0), (4096.0, 3968.0), (3840.0, 4224.0)),
    back_edge=((3200.0, 4864.0), (2944.0, 5120.0), (2560.0, 5120.0)),
    circle=950.0,
    goal_x=facts.MOUTH_HALF_WIDTH,
    goal_depth=880.0,
    goal_z=facts.MOUTH_HEIGHT,
    box_x=1800.0,
    box_depth=1100.0,
)
HOOPS: Final = FieldShape(
    side_x=facts.HOOPS_SIDE_X,
    back_y=facts.HOOPS_BACK_Y,
    side_edge=((2966.67, 2560.0), (2966.67, 2816.15), (2785.57, 2997.25)),
    back_edge=((2379.6, 3403.22), (2201.82, 3581.0), (1942.4, 3581.0)),
    circle=600.0,
    ring_y=facts.HOOP_Y,
    ring_radius=704.7,
    ring_z=facts.HOOP_Z,
    ceiling=facts.HOOPS_CEILING_Z,
    ramp=facts.HOOPS_RAMP_RADIUS,
)


def shape_of(pads: Sequence[PadPlace]) -> FieldShape:
    """Returns the field with these boost pads; those of hoops are closer together than others."""
    is_small = all(abs(pad.x) < HOOPS.side_x and abs(pad.y) < HOOPS.back_y for pad in pads)
    return HOOPS if pads and is_small else SOCCAR


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldScale:
    """The view from above: fits a field into a widget of some size."""

    centre: QPointF
    px_per_uu: float

    @classmethod
    def fitting(cls, size: QSizeF, shape: FieldShape = SOCCAR) -> "FieldScale":
        """Returns the scale of the largest field that fits into `size`."""
        length = 2 * (shape.back_y + shape.goal_depth + MARGIN_UU)
        width = 2 * (shape.side_x + MARGIN_UU)
        return cls(
            centre=QPointF(size.width() / 2, size.height() / 2),
            px_per_uu=max(1e-6, min(size.width() / length, size.height() / width)),
        )

    def place(self, x: float, y: float) -> QPointF:
        """Returns the position of a field point on the widget."""
        return QPointF(self.centre.x() + y * self.px_per_uu, self.centre.y() - x * self.px_per_uu)

    def transform(self) -> QTransform:
        """Returns the projection as a transform for paths in field coordinates (x, y)."""
        scale = self.px_per_uu
        return QTransform(0.0, -scale, scale, 0.0, self.centre.x(), self.centre.y())


def inside(shape: FieldShape, x: float, y: float, margin: float) -> tuple[float, float]:
    """Returns the nearest point that is at least `margin` away from the walls; goals belong to the field."""
    is_in_goal = shape.goal_depth > 0 and abs(x) <= shape.goal_x - margin
    x = min(shape.side_x - margin, max(margin - shape.side_x, x))
    far = shape.back_y - margin + (shape.goal_depth if is_in_goal else 0.0)
    y = min(far, max(-far, y))
    corner = sum(shape.side_edge[2]) - sqrt(2.0) * margin
    beyond = abs(x) + abs(y) - corner
    if is_in_goal or beyond <= 0:
        return x, y
    return copysign(abs(x) - beyond / 2, x), copysign(abs(y) - beyond / 2, y)


def field_outline(shape: FieldShape = SOCCAR) -> QPainterPath:
    """Returns the walls without the goals, in field coordinates."""
    path = QPainterPath()
    for place, (sign_x, sign_y) in enumerate(_QUADRANTS):
        edges = (shape.side_edge, shape.back_edge)
        if sign_x * sign_y < 0:
            edges = (shape.back_edge[::-1], shape.side_edge[::-1])
        for edge in edges:
            start, bend, end = (QPointF(sign_x * x, sign_y * y) for x, y in edge)
            if path.elementCount() == 0 and place == 0:
                path.moveTo(start)
            else:
                path.lineTo(start)
            path.quadTo(bend, end)
    path.closeSubpath()
    return path


def goal_box(team: int, shape: FieldShape = SOCCAR) -> QRectF:
    """Returns the inside of a team's goal in field coordinates; empty without goals."""
    near = -shape.back_y - shape.goal_depth if team == 0 else shape.back_y
    return QRectF(-shape.goal_x, near, 2 * shape.goal_x, shape.goal_depth)


def goal_area(team: int, shape: FieldShape = SOCCAR) -> QRectF:
    """Returns a team's goal area in field coordinates; empty without goals."""
    near = -shape.back_y if team == 0 else shape.back_y - shape.box_depth
    return QRectF(-shape.box_x, near, 2 * shape.box_x, shape.box_depth)


def ring_box(team: int, shape: FieldShape) -> QRectF:
    """Returns the square around a team's hoop in field coordinates; empty without hoops."""
    middle = -shape.ring_y if team == 0 else shape.ring_y
    return QRectF(-shape.ring_radius, middle - shape.ring_radius, 2 * shape.ring_radius, 2 * shape.ring_radius)
