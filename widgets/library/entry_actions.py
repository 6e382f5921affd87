"""What can be done with the current entry by key and by menu."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


class EntryActions(QObject):
    """The actions of an entry; each has a key that works anywhere in the library. GUI thread."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._adding: list[QAction] = []
        self._all: list[QAction] = []

    def add(self, text: str, keys: str, deed: Callable[[], object], *, is_adding: bool = False) -> QAction:
        """Offers a deed; `is_adding` where it puts the entry into a team."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(deed)
        self._all.append(action)
        if is_adding:
            self._adding.append(action)
        else:
            self._panel.addAction(action)
        return action

    def menu(self, *, has_entry: bool, may_add: bool) -> QMenu:
        """A menu of everything, with what cannot be done now switched off."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self._all:
            offered = menu.addAction(action.text(), action.shortcut(), action.trigger)
            offered.setEnabled(has_entry and (may_add or action not in self._adding))
        return menu

    def popup(self, place: QPoint, *, has_entry: bool, may_add: bool) -> None:
        """Opens the menu at a place on the screen."""
        self.menu(has_entry=has_entry, may_add=may_add).popup(place)
