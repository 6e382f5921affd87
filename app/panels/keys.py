"""The overview of all keyboard shortcuts, and the welcome that points to it."""

from PySide6.QtCore import QObject, Qt, Slot

from app.panels.context import WindowContext
from widgets.commands import HELP_KEYS, PALETTE_KEYS
from widgets.keys.key_overview import KeyOverview, key_rows
from widgets.notices.notice import Notice
from widgets.words import key_text


class KeyController(QObject):
    """Shows the overview and the welcome; GUI thread."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._window = context.window
        self._session = context.session
        self._notifications = context.notifications
        context.window.commands.keys.triggered.connect(self.show_keys)

    def welcome(self) -> None:
        """Tells a new user what to do first, until a match starts; the example match is open."""
        text = self.tr(
            "Welcome to Kickabout. An example match is open: press Start to play it. To play your own bot, drop its "
            "folder on a team. {0} finds every command."
        )
        action = self.tr("Show keyboard shortcuts ({0})").format(key_text(HELP_KEYS))
        self._notifications.show(
            Notice(text=text.format(key_text(PALETTE_KEYS[0])), key="welcome", action=action, on_action=self.show_keys)
        )
        self._session.started.connect(self._on_started)

    @Slot()
    def _on_started(self) -> None:
        """Withdraws the welcome, because the user has found Start."""
        self._notifications.withdraw("welcome")

    @Slot()
    def show_keys(self) -> None:
        """Opens the list of all keys."""
        library = self._window.library
        commands = (*self._window.commands.all, *library.commands)
        box = KeyOverview(key_rows(commands, library.actions_of_entry.of_entry), self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.help_button.clicked.connect(self._window.commands.debugging.trigger)
        box.show()


create = KeyController
