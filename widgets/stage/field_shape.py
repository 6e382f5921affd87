"""The soccar field seen from above, and how its coordinates become places on the screen.

The field lies on its side: blue's goal (negative y) is on the left, orange's on the right, and the protocol's x axis
points up the screen. Numbers are uu, those of the arena's walls.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

SIDE_X_UU: Final = 4096.0
BACK_Y_UU: Final = 5120.0
GOAL_X_UU: Final = 893.0
GOAL_DEPTH_UU: Final = 880.0
CIRCLE_UU: Final = 950.0
BOX_X_UU: Final = 1800.0
BOX_DEPTH_UU: Final = 1100.0
MARGIN_UU: Final = 260.0
CEILING_UU: Final = 2044.0
_SIDE_EDGE: Final = ((4096.0, 3584.0), (4096.0, 3968.0), (3840.0, 4224.0))
"""The rounded edge between side wall and corner wall: start, bend, end."""
_BACK_EDGE: Final = ((3200.0, 4864.0), (2944.0, 5120.0), (2560.0, 5120.0))
"""The rounded edge between corner wall and back wall."""
_QUADRANTS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldScale:
    """Places of the field on a widget of some size; the field fills it as far as its shape allows."""

    centre: QPointF
    px_per_uu: float

    @classmethod
    def fitting(cls, size: QSizeF) -> "FieldScale":
        """The largest field that fits into `size`."""
        length = 2 * (BACK_Y_UU + GOAL_DEPTH_UU + MARGIN_UU)
        width = 2 * (SIDE_X_UU + MARGIN_UU)
        return cls(
            centre=QPointF(size.width() / 2, size.height() / 2),
            px_per_uu=max(1e-6, min(size.width() / length, size.height() / width)),
        )

    def place(self, x: float, y: float) -> QPointF:
        """Where a point of the field lies on the widget."""
        return QPointF(self.centre.x() + y * self.px_per_uu, self.centre.y() - x * self.px_per_uu)

    def transform(self) -> QTransform:
        """The same as a transform, for paths in field coordinates (x, y)."""
        scale = self.px_per_uu
        return QTransform(0.0, -scale, scale, 0.0, self.centre.x(), self.centre.y())


def field_outline() -> QPainterPath:
    """The walls without the goals, in field coordinates."""
    path = QPainterPath()
    for place, (sign_x, sign_y) in enumerate(_QUADRANTS):
        first, second = (_SIDE_EDGE, _BACK_EDGE) if sign_x * sign_y > 0 else (_BACK_EDGE[::-1], _SIDE_EDGE[::-1])
        for edge in (first, second):
            start, bend, end = (QPointF(sign_x * x, sign_y * y) for x, y in edge)
            if path.elementCount() == 0 and place == 0:
                path.moveTo(start)
            else:
                path.lineTo(start)
            path.quadTo(bend, end)
    path.closeSubpath()
    return path


def goal_box(team: int) -> QRectF:
    """The inside of a team's goal, in field coordinates."""
    near = -BACK_Y_UU - GOAL_DEPTH_UU if team == 0 else BACK_Y_UU
    return QRectF(-GOAL_X_UU, near, 2 * GOAL_X_UU, GOAL_DEPTH_UU)


def goal_area(team: int) -> QRectF:
    """The marked area in front of a team's goal, in field coordinates."""
    near = -BACK_Y_UU if team == 0 else BACK_Y_UU - BOX_DEPTH_UU
    return QRectF(-BOX_X_UU, near, 2 * BOX_X_UU, BOX_DEPTH_UU)
