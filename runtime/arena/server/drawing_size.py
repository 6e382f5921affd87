"""How much a drawing is: every text and rectangle counts, and every line, also each of those that hang together."""

import rlbot_flatbuffers as flat


def size_of(group: flat.RenderGroup) -> int:
    """Lines, texts and rectangles in a group."""
    size = len(group.render_messages)
    for message in group.render_messages:
        variety = message.variety
        if type(variety) is flat.PolyLine3D and len(variety.points) > 2:
            size += len(variety.points) - 2
    return size
