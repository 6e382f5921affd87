"""Opens the gamepad of this system, without a dependency."""

import sys

from runtime.driving.gamepad import Gamepad
from runtime.model.messages import Message, message


def open_gamepad(platform: str = sys.platform) -> Gamepad | None:
    """Opens the first gamepad of this system; None if there is none."""
    if platform.startswith("linux"):
        from runtime.driving import linux  # noqa: PLC0415 - for this platform only

        return linux.open_first()
    if platform == "win32":
        from runtime.driving import windows  # noqa: PLC0415 - for this platform only

        return windows.open_first()
    return None


def support(platform: str = sys.platform) -> Message:
    """Returns which gamepads can be used on a platform."""
    if platform.startswith("linux"):
        return message(
            "gamepads-linux", "A gamepad that Linux offers as /dev/input/js0 is used as soon as it is plugged in."
        )
    if platform == "win32":
        return message(
            "gamepads-windows",
            "A gamepad that Windows knows as an Xbox controller is used as soon as it is plugged in.",
        )
    return message("gamepads-none", "Gamepads cannot be used on this system; drive with the keyboard.")
