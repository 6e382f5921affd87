"""Reports the visible widgets of a program to a test in another process."""

import json
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget


def visible_widgets() -> list[dict[str, object]]:
    """Class, accessible name, text, window title, place on the screen (x, y, width, height) of each visible widget."""
    found = []
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            found += [_described(widget) for widget in (top, *top.findChildren(QWidget)) if widget.isVisible()]
    return found


def write(path: Path) -> None:
    """Writes the visible widgets as JSON; replaces the file at once, so that no reader sees a part of it."""
    temporary = path.with_suffix(".part")
    temporary.write_text(json.dumps(visible_widgets()), encoding="utf-8")
    temporary.replace(path)


def _described(widget: QWidget) -> dict[str, object]:
    corner = widget.mapToGlobal(QPoint(0, 0))
    text = getattr(widget, "text", None)
    return {
        "kind": type(widget).__name__,
        "name": widget.accessibleName(),
        "text": text() if callable(text) else "",
        "title": widget.windowTitle() if widget.isWindow() else "",
        "place": (corner.x(), corner.y(), widget.width(), widget.height()),
        "enabled": widget.isEnabled(),
    }
