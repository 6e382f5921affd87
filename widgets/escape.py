"""Escape for widgets that have a use of their own for it."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent


def keeps_escape(event: QEvent) -> bool:
    """Keeps the key for a widget when Qt asks whether a shortcut may have it; tells whether that was the event."""
    is_asked = (
        event.type() is QEvent.Type.ShortcutOverride
        and isinstance(event, QKeyEvent)
        and event.key() == Qt.Key.Key_Escape
    )
    if is_asked:
        event.accept()
    return is_asked
