"""The one channel on which all parts of the window tell the user something."""

from PySide6.QtCore import QObject, Signal

from widgets.notices.notice import Notice


class Notifications(QObject):
    """Passes notices on to the strip, the history and the tray; GUI thread.

    Signals:
        shown: a `Notice` that carries the callbacks of its actions.
        withdrawn: the key of a notice that no longer matters.
        refused: a sentence: why something that the user has just tried is not possible.
    """

    shown = Signal(Notice)
    withdrawn = Signal(object)
    refused = Signal(str)

    def show(self, notice: Notice) -> None:
        """Shows a notice; it replaces one with the same key."""
        self.shown.emit(notice)

    def withdraw(self, key: object) -> None:
        """Takes the notice with this key away."""
        self.withdrawn.emit(key)

    def refuse(self, reason: str) -> None:
        """Says why something is not possible; ignores an empty reason."""
        if reason:
            self.refused.emit(reason)
