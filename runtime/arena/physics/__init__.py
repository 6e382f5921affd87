"""Cars, ball and pads in RocketSim."""

from typing import Final

RATE: Final = 120
"""Frames per second of game time; one frame is one step of the physics."""
