"""The arena's unit of time: one frame is one step of the physics."""

from typing import Final

RATE: Final = 120
"""Frames per second of game time."""


def seconds(frames: int) -> float:
    """Game time of `frames`."""
    return frames / RATE
