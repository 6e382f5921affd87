"""Draws a command of the palette: its words from the left, its keys at the right."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

KEYS_ROLE: Final = Qt.ItemDataRole.UserRole
"""The shortcut, as the user reads it."""
MARGIN_PX: Final = 10
GAP_PX: Final = 16
"""Between words and keys at least."""
_Index = QModelIndex | QPersistentModelIndex


class CommandDelegate(QStyledItemDelegate):
    """Shortens the words where they would run into the keys; GUI thread."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: N802 - Qt's name
        super().initStyleOption(option, index)
        keys = str(index.data(KEYS_ROLE) or "")
        taken = option.fontMetrics.horizontalAdvance(keys) + MARGIN_PX + GAP_PX if keys else MARGIN_PX
        icon = option.decorationSize.width() + MARGIN_PX if not option.icon.isNull() else 0
        room = option.rect.width() - taken - icon
        option.text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        keys = str(index.data(KEYS_ROLE) or "")
        if not keys:
            return
        painter.save()
        painter.setPen(QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText))
        room = option.rect.adjusted(0, 0, -MARGIN_PX, 0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), keys)
        painter.restore()
