"""Pictures of an arena from above, as arrays."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from runtime.model.game_facts import BACK_Y, SIDE_X
from runtime.model.values import ArenaView

RGB: Final = "rgb_array"
"""The render mode of pictures as arrays."""
UU_PER_PIXEL: Final = 24.0
HALF_X_UU: Final = 4200.0
HALF_Y_UU: Final = 6100.0
_GRASS, _LINE, _BALL = (38, 70, 48), (120, 150, 128), (240, 240, 240)
_TEAMS: Final = ((70, 130, 255), (255, 150, 50))
_NOSE, _PAD = (255, 255, 255), (230, 200, 80)


def checked_mode(mode: str | None) -> str | None:
    """Returns a render mode.

    Raises:
        ValueError: there is no such mode.
    """
    if mode not in (None, RGB):
        raise ValueError(f"There is no render mode {mode!r}; there is {RGB!r}.")
    return mode


def picture(view: ArenaView) -> NDArray[np.uint8]:
    """Returns a picture with blue's goal on the left: the shape is (350, 508, 3)."""
    height, width = round(2.0 * HALF_X_UU / UU_PER_PIXEL), round(2.0 * HALF_Y_UU / UU_PER_PIXEL)
    pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = _GRASS
    y, x = np.mgrid[0:width, 0:height].astype(np.float32).transpose(0, 2, 1)
    along, across = (y + 0.5) * UU_PER_PIXEL - HALF_Y_UU, (x + 0.5) * UU_PER_PIXEL - HALF_X_UU
    pixels[np.abs(along) < UU_PER_PIXEL / 2.0] = _LINE
    pixels[(np.abs(np.abs(along) - BACK_Y) < UU_PER_PIXEL) & (np.abs(across) < SIDE_X)] = _LINE

    def disc(at_x: float, at_y: float, radius: float, colour: tuple[int, int, int]) -> None:
        pixels[(along - at_y) ** 2 + (across - at_x) ** 2 < radius**2] = colour

    for pad, is_active in zip(view.pads, view.pads_active, strict=False):
        if is_active:
            disc(pad.x, pad.y, 120.0 if pad.is_big else 60.0, _PAD)
    for car in view.cars:
        if not car.is_demolished:
            disc(car.x, car.y, 110.0, _TEAMS[car.team])
            disc(car.x + 80.0 * np.cos(car.yaw), car.y + 80.0 * np.sin(car.yaw), 40.0, _NOSE)
    for ball in view.balls:
        disc(ball.x, ball.y, ball.radius + ball.z / 20.0, _BALL)
    return pixels
