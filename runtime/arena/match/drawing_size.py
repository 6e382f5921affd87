"""How much a drawing is: texts and rectangles count, and every line, also each of those that hang together."""

from collections.abc import Callable
from typing import Any, Final

import rlbot_flatbuffers as flat

LETTERS: Final = 100
"""So many letters of a text count like one thing more."""


def size_of(group: flat.RenderGroup) -> int:
    """Lines, texts and rectangles in a group; a long path or text counts several times."""
    messages = group.render_messages
    size = len(messages)
    for message in messages:
        variety = message.variety
        more = _MORE.get(type(variety))
        if more is not None:
            size += more(variety)
    return size


def _more_lines(path: flat.PolyLine3D) -> int:
    return max(0, len(path.points) - 2)


def _more_text(text: flat.String2D | flat.String3D) -> int:
    return len(text.text) // LETTERS


_MORE: Final[dict[type, Callable[[Any], int]]] = {
    flat.PolyLine3D: _more_lines,
    flat.String2D: _more_text,
    flat.String3D: _more_text,
}
"""By what the size of a thing goes beyond 1."""
