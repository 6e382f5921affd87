"""The panels of the window: one controller each, named like the folder of its widgets.

A new panel is a folder in `widgets`, a module or package here with a function `create`, and an entry in `PANELS`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject

from app.panels import (
    bottom,
    header,
    keys,
    library,
    log,
    notices,
    options,
    packs,
    palette,
    plots,
    preferences,
    problems,
    stage,
    teams,
    tray,
)
from app.panels.context import WindowContext

PANELS: Final[Mapping[str, Callable[[WindowContext], QObject]]] = MappingProxyType(
    {
        "bottom": bottom.create,
        "header": header.create,
        "stage": stage.create,
        "teams": teams.create,
        "problems": problems.create,
        "log": log.create,
        "library": library.create,
        "packs": packs.create,
        "options": options.create,
        "plots": plots.create,
        "palette": palette.create,
        "keys": keys.create,
        "notices": notices.create,
        "tray": tray.create,
        "preferences": preferences.create,
    }
)
"""The functions that create the controllers, in this order; a controller may use those before it."""
