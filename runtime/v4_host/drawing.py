"""The renderer of RLBot v4 on v5 render groups."""

import ctypes
from itertools import count
from typing import Any

import rlbot_flatbuffers as flat

from .connection import Connection
from .notes import note_once

SCREEN = (1920.0, 1080.0)
"""Screen size that v4 bots assume for their pixels; v5 takes fractions of the window."""
TEXT_SCALE = 0.75
"""v5 scale of a v4 text with scale 1."""
OUTLINE_PX = 2.0
FAINT = 4
"""The opacity of an outline is divided by this if the outline is drawn as an area."""
_NO_COLOUR = flat.Color(0, 0, 0, 0)


class Drawing:
    """The functions `Renderer_…` of the native library.

    A builder is a number that identifies the group being drawn. An empty group is only sent if it was not empty before,
    because the manager of v4 draws an empty group for every call of a bot.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._numbers = count(1)
        self._groups: dict[int, tuple[int, list[flat.RenderMessage]]] = {}
        self._drawn: set[int] = set()

    def begin(self, group: int) -> int:
        """Begins a group and returns its builder."""
        builder = next(self._numbers)
        self._groups[builder] = (group, [])
        return builder

    def destroy(self, builder: int) -> None:
        """Forgets a group that was not sent."""
        self._groups.pop(builder, None)

    def send(self, builder: int) -> None:
        """Sends the group, which replaces the previous group with its id."""
        group, messages = self._groups.get(builder, (0, []))
        if messages:
            if not self._connection.send(flat.RenderGroup(messages, group)):
                note_once("A drawing is larger than a message of RLBot v5 and was not sent.")
            self._drawn.add(group)
        elif group in self._drawn:
            self._drawn.discard(group)
            self._connection.send(flat.RemoveRenderGroup(group))

    def line_3d(self, builder: int, colour: object, start: object, end: object) -> None:
        """Draws a line between two positions in the field."""
        self._add(builder, flat.Line3D(_anchor(start), _anchor(end), _colour(colour)))

    def polyline_3d(self, builder: int, colour: object, points: "ctypes.Array[ctypes.Structure]", length: int) -> None:
        """Draws connected lines through positions in the field."""
        self._add(builder, flat.PolyLine3D([_vector(points[at]) for at in range(length)], _colour(colour)))

    def string_2d(self, builder: int, text: bytes, colour: object, at: object, scale_x: float, scale_y: float) -> None:
        """Draws a text at a pixel of the screen."""
        scale = TEXT_SCALE * max(scale_x, scale_y)
        place = _vector(at)
        self._add(
            builder,
            flat.String2D(_text(text), place.x / SCREEN[0], place.y / SCREEN[1], scale, _colour(colour), _NO_COLOUR),
        )

    def string_3d(self, builder: int, text: bytes, colour: object, at: object, scale_x: float, scale_y: float) -> None:
        """Draws a text at a position in the field."""
        scale = TEXT_SCALE * max(scale_x, scale_y)
        self._add(builder, flat.String3D(_text(text), _anchor(at), scale, _colour(colour), _NO_COLOUR))

    def rect_2d(self, builder: int, colour: object, at: object, width: float, height: float, is_filled: bool) -> None:
        """Draws a rectangle on the screen; an outline becomes four thin rectangles."""
        x, y = _vector(at).x, _vector(at).y
        edge = OUTLINE_PX
        whole = ((x, y, width, height),)
        outline = (
            (x, y, width, edge),
            (x, y + height - edge, width, edge),
            (x, y, edge, height),
            (x + width - edge, y, edge, height),
        )
        for left, top, wide, high in whole if is_filled else outline:
            size = (wide / SCREEN[0], high / SCREEN[1])
            self._add(builder, flat.Rect2D(left / SCREEN[0], top / SCREEN[1], *size, _colour(colour)))

    def rect_3d(
        self,
        builder: int,
        colour: object,
        at: object,
        width: float,
        height: float,
        is_filled: bool,
        is_centred: bool = False,
    ) -> None:
        """Draws a rectangle with this size on the screen at a position in the field.

        v5 has no outlines, and the lengths of its lines are not in screen units. So an outline becomes a faint area,
        through which everything behind it stays visible.
        """
        painted = _colour(colour)
        if not is_filled:
            note_once("RLBot v5 has no outlined rectangles in the field: they are drawn as faint areas.")
            painted.a //= FAINT
        size = (width / SCREEN[0], height / SCREEN[1])
        middle = (flat.TextHAlign.Center, flat.TextVAlign.Center) if is_centred else ()
        self._add(builder, flat.Rect3D(_anchor(at), *size, painted, *middle))

    def _add(self, builder: int, variety: Any) -> None:
        group = self._groups.get(builder)
        if group is not None:
            group[1].append(flat.RenderMessage(variety))


def _vector(vector: object) -> "flat.Vector3":
    return flat.Vector3(vector.x, vector.y, vector.z)  # type: ignore[attr-defined] # a ctypes structure


def _anchor(vector: object) -> "flat.RenderAnchor":
    return flat.RenderAnchor(_vector(vector))


def _colour(colour: object) -> "flat.Color":
    return flat.Color(colour.r, colour.g, colour.b, colour.a)  # type: ignore[attr-defined] # a ctypes structure


def _text(text: bytes) -> str:
    return text.decode("utf-8", "replace")
