"""What the arena tells of drawings, read and kept: JSON in the content of a `MatchComm`.

The schema stands beside the code that writes it, in `runtime/arena/match/drawings.py`.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from runtime.model.drawings import (
    Anchor,
    Colour,
    DrawnGroup,
    DrawnItem,
    DrawnLine,
    DrawnPath,
    DrawnRect,
    DrawnText,
    HAlign,
    Point,
    Screen,
    Tie,
    VAlign,
)

VERSION: Final = 1
LONGEST: Final = 1 << 16
MOST_KEPT: Final = 2048
"""Number of parts kept of one owner: more than can be made out, and few enough for 64 owners."""
FARTHEST_UU: Final = 1e6
LONGEST_TEXT: Final = 2000
MOST_COLOUR: Final = 255
_START: Final = b'{"kickabout":"drawings"'
_BROKEN: Final = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)

_Key = tuple[int, int]
_Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawingNews:
    """One message about drawings."""

    groups: tuple[DrawnGroup, ...]
    """New, or in place of those of the same owner and number."""
    gone: tuple[_Key, ...]
    """Owner and number of each group that is no longer to be seen."""


class DrawnGroups:
    """The drawings that are to be seen now; of an owner with very many, only the first are kept."""

    def __init__(self) -> None:
        self._groups: dict[_Key, DrawnGroup] = {}
        self._kept: dict[int, int] = {}

    @property
    def groups(self) -> tuple[DrawnGroup, ...]:
        """All of them, in the order in which they came."""
        return tuple(self._groups.values())

    def take(self, news: DrawingNews) -> None:
        """Carries out what a message says."""
        for key in news.gone:
            self._forget(key)
        for group in news.groups:
            self._forget((group.owner, group.number))
            self._keep(group)

    def clear(self) -> None:
        """Forgets everything."""
        self._groups.clear()
        self._kept.clear()

    def _forget(self, key: _Key) -> None:
        group = self._groups.pop(key, None)
        if group is not None:
            self._kept[group.owner] -= weight(group)

    def _keep(self, group: DrawnGroup) -> None:
        kept = self._kept.get(group.owner, 0)
        if kept + weight(group) > MOST_KEPT:
            group = _shortened(group, MOST_KEPT - kept)
        self._kept[group.owner] = kept + weight(group)
        self._groups[group.owner, group.number] = group


def weight(group: DrawnGroup) -> int:
    """How many parts the items of a group have: each piece of a path is one."""
    return sum(_weight(item) for item in group.items)


def read_drawings(content: bytes) -> DrawingNews | None:
    """Reads the content of a MatchComm; None where it is about something else or cannot be understood.

    Of a group, items that make no sense are left out.
    """
    if not content.startswith(_START) or len(content) > LONGEST:
        return None
    try:
        document = json.loads(content)
        if document.get("version") != VERSION:
            return None
        groups = tuple(_group(group) for group in document.get("groups", ()))
        gone = tuple((int(group["owner"]), int(group["id"])) for group in document.get("gone", ()))
    except _BROKEN:
        return None
    return DrawingNews(groups=groups, gone=gone)


def _weight(item: DrawnItem) -> int:
    return max(1, len(item.points) - 1) if isinstance(item, DrawnPath) else 1


def _shortened(group: DrawnGroup, room: int) -> DrawnGroup:
    """The first items of a group that have no more than `room` parts."""
    count = 0
    for item in group.items:
        room -= _weight(item)
        if room < 0:
            break
        count += 1
    return replace(group, items=group.items[:count], left_out=group.left_out + len(group.items) - count)


def _group(written: _Json) -> DrawnGroup:
    items = tuple(item for item in map(_item, written["items"]) if item is not None)
    return DrawnGroup(
        owner=int(written["owner"]),
        number=int(written["id"]),
        items=items,
        left_out=max(0, int(written.get("left_out", 0))),
    )


def _item(written: _Json) -> DrawnItem | None:
    try:
        return _READERS[written["kind"]](written)
    except _BROKEN:
        return None


def _line(written: _Json) -> DrawnLine:
    return DrawnLine(start=_anchor(written["start"]), end=_anchor(written["end"]), colour=_colour(written["color"]))


def _path(written: _Json) -> DrawnPath:
    return DrawnPath(points=tuple(map(_point, written["points"])), colour=_colour(written["color"]))


def _text(written: _Json) -> DrawnText:
    return DrawnText(
        text=str(written["text"])[:LONGEST_TEXT],
        place=_place(written),
        scale=_number(written["scale"]),
        foreground=_colour(written["foreground"]),
        background=_colour(written["background"]),
        h_align=HAlign(written["h_align"]),
        v_align=VAlign(written["v_align"]),
    )


def _rect(written: _Json) -> DrawnRect:
    return DrawnRect(
        place=_place(written),
        width=_number(written["width"]),
        height=_number(written["height"]),
        colour=_colour(written["color"]),
        h_align=HAlign(written["h_align"]),
        v_align=VAlign(written["v_align"]),
    )


def _place(written: _Json) -> Anchor | Screen:
    if "anchor" in written:
        return _anchor(written["anchor"])
    return Screen(x=_number(written["x"]), y=_number(written["y"]))


def _anchor(written: _Json) -> Anchor:
    world = _point(written["world"])
    if len(written) == 1:
        return Anchor(world=world)
    tie = Tie.BALL if "ball" in written else Tie.CAR
    return Anchor(world=world, tie=tie, index=int(written[tie.value]), local=_point(written["local"]))


def _colour(written: list[int]) -> Colour:
    red, green, blue, opacity = map(_part, written)
    return red, green, blue, opacity


def _part(written: int) -> int:
    part = int(written)
    return part if 0 <= part <= MOST_COLOUR else min(MOST_COLOUR, max(0, part))


def _point(written: list[float]) -> Point:
    x, y, z = written
    return _number(x), _number(y), _number(z)


def _number(written: float) -> float:
    """A number that can be drawn: JSON allows some that are none, and clients send huge ones."""
    number = float(written)
    if -FARTHEST_UU <= number <= FARTHEST_UU:
        return number
    return math.copysign(FARTHEST_UU, number) if math.isfinite(number) else 0.0


_READERS: Final[Mapping[str, Callable[[_Json], DrawnItem]]] = {
    "Line3D": _line,
    "PolyLine3D": _path,
    "String2D": _text,
    "String3D": _text,
    "Rect2D": _rect,
    "Rect3D": _rect,
}
