"""What the well-known presets are called."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_NAMES: Final[Mapping[str, object]] = MappingProxyType(
    {
        "soccar": QT_TRANSLATE_NOOP("Options", "Default soccar"),
        "hoops": QT_TRANSLATE_NOOP("Options", "Hoops"),
        "snow_day": QT_TRANSLATE_NOOP("Options", "Snow Day"),
        "heatseeker": QT_TRANSLATE_NOOP("Options", "Heatseeker"),
        "dropshot": QT_TRANSLATE_NOOP("Options", "Dropshot"),
        "rumble": QT_TRANSLATE_NOOP("Options", "Rumble"),
        "unlimited_boost": QT_TRANSLATE_NOOP("Options", "Unlimited boost"),
        "no_boost": QT_TRANSLATE_NOOP("Options", "No boost"),
        "low_gravity": QT_TRANSLATE_NOOP("Options", "Low gravity"),
        "beach_ball": QT_TRANSLATE_NOOP("Options", "Beach ball"),
        "boomer": QT_TRANSLATE_NOOP("Options", "Boomer"),
        "speed_demon": QT_TRANSLATE_NOOP("Options", "Speed demon"),
        "g_force": QT_TRANSLATE_NOOP("Options", "G-force frenzy"),
        "super_cube": QT_TRANSLATE_NOOP("Options", "Super cube"),
        "spike_rush": QT_TRANSLATE_NOOP("Options", "Spike rush"),
        "ghost_hunt": QT_TRANSLATE_NOOP("Options", "Ghost hunt"),
        "backwards": QT_TRANSLATE_NOOP("Options", "Backwards"),
        "first_goal_wins": QT_TRANSLATE_NOOP("Options", "First goal wins"),
    }
)


def preset_name(preset_id: str) -> str:
    """What a well-known preset is called, in the user's language; its id where nobody named it."""
    words = _NAMES.get(preset_id)
    return preset_id if words is None else QCoreApplication.translate("Options", str(words))
