"""A group of drawings made ready to be painted many times: what does not move already lies where it belongs."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF

from runtime.model.drawings import Anchor, Colour, DrawnGroup, DrawnItem, DrawnLine, DrawnPath, DrawnRect, DrawnText
from widgets.stage.drawing_shares import parts
from widgets.stage.projection import Projection


@dataclass(slots=True)
class PreparedGroup:
    """The first items of a group that have room."""

    lines: dict[Colour, list[QLineF]] = field(default_factory=dict)
    """Those that stay where they are, by their colours."""
    tied: list[DrawnLine] = field(default_factory=list)
    """Those that move with something."""
    others: list[DrawnText | DrawnRect] = field(default_factory=list)
    weight: int = 0
    """Parts that are painted."""
    left_out: int = 0
    """Items that are not, those that never came included."""


def prepared(group: DrawnGroup, room: int, projection: Projection) -> PreparedGroup:
    """As many items as have room, in their order."""
    made = PreparedGroup(left_out=group.left_out)
    for place, item in enumerate(group.items):
        size = parts(item)
        if made.weight + size > room:
            made.left_out += len(group.items) - place
            break
        made.weight += size
        _add(made, item, projection)
    return made


def _add(made: PreparedGroup, item: DrawnItem, projection: Projection) -> None:
    if isinstance(item, DrawnPath):
        spots = [projection.spot(*point) for point in item.points]
        made.lines.setdefault(item.colour, []).extend(_pieces(spots))
    elif not isinstance(item, DrawnLine):
        made.others.append(item)
    elif _is_tied(item.start) or _is_tied(item.end):
        made.tied.append(item)
    else:
        line = QLineF(projection.spot(*item.start.world), projection.spot(*item.end.world))
        made.lines.setdefault(item.colour, []).append(line)


def _pieces(spots: Iterable[QPointF]) -> list[QLineF]:
    return [QLineF(start, end) for start, end in pairwise(spots)]


def _is_tied(anchor: Anchor) -> bool:
    return anchor.tie is not None
