"""A watch over moving objects that notices when one has left the arena."""

from typing import Final, Protocol, TypeAlias

Point: TypeAlias = tuple[float, float, float]
MIDDLE: Final[Point] = (0.0, 0.0, 100.0)
"""Where an object goes back to that was never seen inside."""
ESCAPED_UU: Final = -20.0
"""An object whose centre is farther outside than this has left the arena; hard contacts stay far above it."""
PATIENCE: Final = 16
"""One look in so many holds an object against the whole surface."""
FARTHEST_UU: Final = 1e9
"""No distance is computed for points whose coordinates add up to more."""


class Walls(Protocol):
    """What the watch has to know of an arena's shape; what is no number is nowhere."""

    def is_between_planes(self, point: Point, margin_uu: float) -> bool:
        """Whether a point is at most `margin_uu` outside walls, floor and ceiling, ramps left aside."""

    def holds(self, point: Point, margin_uu: float) -> bool:
        """Whether a point that is between the planes is at most `margin_uu` outside the surface."""


class Fence:
    """Notices when moving objects have left the arena, and knows where they were safe. For one thread.

    Objects go by number. Each is held against the outer planes at every look and against the ramps at every
    `PATIENCE`th: what slips behind a ramp is noticed a few frames later.
    """

    def __init__(self, walls: Walls, *, limit_uu: float = ESCAPED_UU) -> None:
        self._walls = walls
        self._limit = limit_uu
        self._safe: dict[int, Point] = {}

    def put(self, key: int, point: Point) -> None:
        """Notes that an object was placed somewhere safe."""
        self._safe[key] = point

    def way_back(self, key: int, point: Point, look: int) -> Point | None:
        """Where an object that has left the arena was safe last; None for one that is inside.

        Args:
            key: Names the object from look to look.
            point: Where it is now, uu; what is no number is outside.
            look: Counts the looks; which of them holds it against the ramps depends on the key, so that not all
                objects have their turn at once.
        """
        if self._walls.is_between_planes(point, -self._limit):
            if (look + key) % PATIENCE:
                return None
            if self._walls.holds(point, -self._limit):
                self._safe[key] = point
                return None
        return self._safe.get(key, MIDDLE)
