"""Kickabout's entries on desktop and in menus, so that a double click starts it: what they are, and their keeping."""

from app.services.shortcut.command import start_command
from app.services.shortcut.install import ShortcutError, install, remove, report
from app.services.shortcut.places import Places, native_places

__all__ = ["Places", "ShortcutError", "install", "native_places", "remove", "report", "start_command"]
