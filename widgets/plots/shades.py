"""Colours of curves: every car of a team gets a colour that is near its team's."""

from PySide6.QtGui import QColor

from resources.looks import Looks
from widgets.plots.curves import CurveName


def curve_colours(names: tuple[CurveName, ...], looks: Looks) -> tuple[QColor, ...]:
    """One colour per curve; from the fifth car of a team on they repeat."""
    places: dict[int, int] = {}
    colours = []
    for name in names:
        place = places.get(name.team, 0)
        places[name.team] = place + 1
        shades = looks.orange_curves if name.team == 1 else looks.blue_curves
        colours.append(QColor(shades[place % len(shades)]))
    return tuple(colours)
