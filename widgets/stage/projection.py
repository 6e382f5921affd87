"""How points of the arena become places on the widget, whatever the view: the one thing that drawings and moves ask."""

from collections.abc import Hashable
from typing import Protocol

from PySide6.QtCore import QPointF


class Projection(Protocol):
    """A view of the arena: from above, or in perspective."""

    @property
    def key(self) -> Hashable:
        """Changes with everything that changes where points lie, so that places may be kept while it stays."""

    def spot(self, x: float, y: float, z: float) -> QPointF:
        """Where a point of the arena lies on the widget."""

    def ground(self, spot: QPointF, z: float) -> tuple[float, float]:
        """The x and y of the point at height `z` that lies at a place of the widget."""
