"""Colours of curves: every car of a team gets a shade of its team's colour."""

from typing import Final

from PySide6.QtGui import QColor

from resources.looks import Looks, Theme
from widgets.plots.curves import CurveName

_STEPS: Final = ((0, 1.0), (-28, 1.32), (22, 0.78), (-46, 0.9), (40, 1.5), (-12, 0.6))
"""Turn of the hue in degrees and factor of the lightness, by place in the team."""


def curve_colours(names: tuple[CurveName, ...], looks: Looks) -> tuple[QColor, ...]:
    """One colour per curve, told apart within a team by hue and lightness."""
    places: dict[int, int] = {}
    colours = []
    for name in names:
        place = places.get(name.team, 0)
        places[name.team] = place + 1
        colours.append(_shade(QColor(looks.team(name.team)), place, looks.theme))
    return tuple(colours)


def _shade(colour: QColor, place: int, theme: Theme) -> QColor:
    turn, factor = _STEPS[place % len(_STEPS)]
    hue = (colour.hslHue() + turn) % 360
    lightness = colour.lightnessF() * factor
    lowest, highest = (0.5, 0.85) if theme is Theme.DARK else (0.22, 0.5)
    return QColor.fromHslF(hue / 360, colour.hslSaturationF(), min(highest, max(lowest, lightness)))
