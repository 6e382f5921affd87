"""The command palette."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.shared.controls import label, vbox
from widgets.shared.matching import rank
from widgets.words import key_text

KEYS_ROLE: Final = Qt.ItemDataRole.UserRole
"""Displayed shortcut."""
MARGIN_PX: Final = 10
GAP_PX: Final = 16
"""Minimum distance between text and shortcut."""
_Index = QModelIndex | QPersistentModelIndex


class CommandDelegate(QStyledItemDelegate):
    """Draws a command with its shortcut at the right; GUI thread."""

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


WIDEST: Final = QSize(560, 420)
TOP_PX: Final = 64
_LIST_KEYS: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QFrame):
    """Lists matching commands, recently used ones first; hidden until `open`. GUI thread.

    Commands are `QAction`s.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setProperty("role", "panel")
        self._host = parent
        self._actions: tuple[QAction, ...] = ()
        self._passing: tuple[QAction, ...] = ()
        self._shown: list[QAction] = []
        self._used: list[QAction] = []
        self._focus_before: QWidget | None = None
        self.typed = QLineEdit()
        self.typed.setPlaceholderText(self.tr("Search commands …"))
        self.typed.setAccessibleName(self.tr("Search commands"))
        self.typed.setClearButtonEnabled(True)
        self.rows = QListWidget()
        self.rows.setAccessibleName(self.tr("Commands"))
        self.rows.setItemDelegate(CommandDelegate(self.rows))
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = label(self.tr("No matching commands"), "muted")
        vbox(self.typed, self._nothing, (self.rows, 1), spacing=6, margins=10, parent=self)
        self.typed.textChanged.connect(self._fill)
        self.typed.installEventFilter(self)
        self.rows.itemClicked.connect(self._on_clicked)
        self.hide()

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Sets the commands."""
        self._actions = tuple(action for action in actions if action.text() and not action.isSeparator())

    def set_passing(self, actions: Sequence[QAction]) -> None:
        """Sets temporary commands, replacing the previous ones."""
        self._used = [action for action in self._used if action in self._actions or action in actions]
        self._passing = tuple(actions)
        if self.isVisible():
            self._fill(self.typed.text())

    @Slot()
    def open(self) -> None:
        """Opens the palette, or closes it if it is open."""
        if self.isVisible():
            self.close_up()
            return
        self._focus_before = self.window().focusWidget()
        self._place()
        self.typed.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.typed.setFocus()

    def close_up(self) -> None:
        """Closes the palette and restores the focus."""
        before, self._focus_before = self._focus_before, None
        self.hide()
        if before is not None:
            before.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.typed:
            if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
                return self._take_key(event)
            if event.type() is QEvent.Type.FocusOut and self.isVisible():
                self.hide()
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_up()
        elif (
            key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self._carry_out(self.rows.currentRow())
        elif key in _LIST_KEYS:
            self._move(key)
        else:
            return False
        return True

    def _move(self, key: int) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}[Qt.Key(key)]
        last = self.rows.count() - 1
        place = self.rows.currentRow() + step
        self.rows.setCurrentRow(
            (place % (last + 1) if abs(step) == 1 else max(0, min(last, place))) if last >= 0 else -1
        )

    @Slot(QListWidgetItem)
    def _on_clicked(self, item: QListWidgetItem) -> None:
        self._carry_out(self.rows.row(item))

    def _carry_out(self, row: int) -> None:
        if not 0 <= row < len(self._shown) or not self._shown[row].isEnabled():
            return
        action = self._shown[row]
        self._used = [action, *(other for other in self._used if other is not action)]
        self.close_up()
        action.trigger()

    @Slot(str)
    def _fill(self, text: str) -> None:
        ranked = [
            (match_rank, self._age(action), place, action)
            for place, action in enumerate((*self._actions, *self._passing))
            if (match_rank := rank(_words(action), text)) is not None
        ]
        ranked.sort(key=lambda row: row[:3])
        self._shown = [action for *_, action in ranked]
        self.rows.clear()
        for action in self._shown:
            self.rows.addItem(_item(action))
        self.rows.setCurrentRow(0 if self._shown else -1)
        self._nothing.setVisible(not self._shown)
        self.rows.setVisible(bool(self._shown))

    def _age(self, action: QAction) -> int:
        return self._used.index(action) if action in self._used else len(self._used)

    def _place(self) -> None:
        around = self._host.size()
        width = min(WIDEST.width(), around.width() - 40)
        height = min(WIDEST.height(), around.height() - 2 * TOP_PX)
        self.setGeometry((around.width() - width) // 2, TOP_PX, width, height)


def _words(action: QAction) -> str:
    return action.text().replace("&", "")


def _item(action: QAction) -> QListWidgetItem:
    keys = key_text(action.shortcut())
    words = _words(action)
    state = " ✓" if action.isCheckable() and action.isChecked() else ""
    item = QListWidgetItem(f"{words}{state}")
    item.setData(KEYS_ROLE, keys)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{words}{state} {keys}".strip())
    hint = action.toolTip()
    item.setToolTip(hint if hint != words else "")
    if not action.isEnabled():
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
    return item
