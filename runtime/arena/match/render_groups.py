"""The drawings of one session, limited in number."""

from typing import Final

import rlbot_flatbuffers as flat

MAX_GROUPS: Final = 256
"""Maximum number of groups of a session."""
MAX_ITEMS: Final = 16384
"""Maximum number of lines, texts and rectangles of a session, in all groups."""
LETTERS: Final = 100
"""Number of letters in a text that count as another item."""


class RenderGroups:
    """The groups that a session shows; owned by the server's thread."""

    __slots__ = ("groups", "size")

    def __init__(self) -> None:
        self.groups: dict[int, flat.RenderGroup] = {}
        """By number of the group."""
        self.size = 0
        """Lines, texts and rectangles in all groups."""

    def add(self, group: flat.RenderGroup) -> bool:
        """Shows a group in place of the one with the same number; at a limit, returns false and shows neither."""
        self.remove(group.id)
        size = size_of(group)
        if len(self.groups) >= MAX_GROUPS or self.size + size > MAX_ITEMS:
            return False
        self.groups[group.id] = group
        self.size += size
        return True

    def remove(self, number: int) -> None:
        """Hides a group; one that is not shown is ignored."""
        group = self.groups.pop(number, None)
        if group is not None:
            self.size -= size_of(group)

    def clear(self) -> None:
        """Hides all groups."""
        self.groups.clear()
        self.size = 0


def size_of(group: flat.RenderGroup) -> int:
    """Returns the number of lines, texts and rectangles in a group; long paths and texts count several times."""
    size = len(group.render_messages)
    for item in group.render_messages:
        variety = item.variety
        if type(variety) is flat.PolyLine3D:
            size += max(0, len(variety.points) - 2)
        elif type(variety) is flat.String2D or type(variety) is flat.String3D:
            size += len(variety.text) // LETTERS
    return size
