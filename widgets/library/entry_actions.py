"""What can be done in the library by key, by menu and from the list of all commands."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


class EntryActions(QObject):
    """The actions of the panel, whose keys work anywhere in the window, and of the current entry. GUI thread."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._commands: list[QAction] = []
        self._adding: list[QAction] = []
        self._of_entry: list[QAction] = []

    @property
    def commands(self) -> tuple[QAction, ...]:
        """What can be done wherever the user is."""
        return tuple(self._commands)

    @property
    def of_entry(self) -> tuple[QAction, ...]:
        """What keys do with the current entry while the keyboard is in the library, besides the list's own."""
        return tuple(action for action in self._of_entry if action not in self._adding)

    def add_command(self, text: str, keys: str, deed: Callable[[], object]) -> None:
        """Offers a deed everywhere in the window."""
        action = self._action(text, keys, deed)
        self._panel.addAction(action)
        self._commands.append(action)

    def add(self, text: str, keys: str, deed: Callable[[], object]) -> None:
        """Offers something to do with the current entry while the keyboard is in the library."""
        action = self._action(text, keys, deed)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._panel.addAction(action)
        self._of_entry.append(action)

    def add_adding(self, text: str, keys: str, deed: Callable[[], object]) -> None:
        """Offers a way into a team; its keys are the list's own."""
        action = self._action(text, keys, deed)
        self._of_entry.append(action)
        self._adding.append(action)

    def menu(self, *, has_entry: bool, may_add: bool) -> QMenu:
        """A menu of what can be done with the entry; what cannot be done now is switched off."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in self._of_entry:
            offered = menu.addAction(action.text(), action.shortcut(), action.trigger)
            offered.setEnabled(has_entry and (may_add or action not in self._adding))
        return menu

    def popup(self, place: QPoint, *, has_entry: bool, may_add: bool) -> None:
        """Opens the menu at a place on the screen."""
        self.menu(has_entry=has_entry, may_add=may_add).popup(place)

    def _action(self, text: str, keys: str, deed: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(deed)
        return action
