"""Entries on the desktop and in menus that start Kickabout."""

from app.services.shortcut.install import Places, ShortcutError, install, native_places, remove, report, start_command

__all__ = ["Places", "ShortcutError", "install", "native_places", "remove", "report", "start_command"]
