"""What is known of the inputs of one session, so that the next ones are read quickly."""

from typing import Final

from runtime.protocol.inputs import InputShape

MAX_SHAPES: Final = 2
"""Inputs for car 0 may look different from others, since its number is left out."""


class InputMemory:
    """How a session's inputs look, and its last one, since most bots hold their controls for many frames.

    Owned by the server's thread.
    """

    __slots__ = ("last", "meaning", "shapes")

    def __init__(self) -> None:
        self.shapes: tuple[InputShape, ...] = ()
        """Those that were learnt."""
        self.last = b""
        """What came last over the connection, where that was one whole input and nothing else; empty otherwise."""
        self.meaning: tuple[int, bytes] = (0, b"")
        """The car and the packed controls in `last`."""

    def learn(self, payload: bytes) -> None:
        """Learns from an input that the library has read."""
        if len(self.shapes) < MAX_SHAPES and (shape := InputShape.of(payload)) is not None:
            self.shapes = (*self.shapes, shape)
