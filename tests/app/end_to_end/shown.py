"""What can be seen of a program's windows: the name, text and place of every visible widget, for another process."""

import json
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget


def visible_widgets() -> list[dict[str, object]]:
    """Every visible widget with its class, accessible name, text, and place on the screen in its pixels."""
    told = []
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            told += [_told(widget) for widget in (top, *top.findChildren(QWidget)) if widget.isVisible()]
    return told


def write(path: Path) -> None:
    """Tells what is visible now, whole or not at all."""
    aside = path.with_suffix(".part")
    aside.write_text(json.dumps(visible_widgets()), encoding="utf-8")
    aside.replace(path)


def _told(widget: QWidget) -> dict[str, object]:
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
