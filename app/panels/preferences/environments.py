"""Environments with packages that no bot uses any more: their size and their removal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.services.background_tasks import BackgroundTasks
from app.services.notifications import Notifications
from app.services.paths import environments_dir
from widgets.messages import rendered
from widgets.notices.notice import BAD, GOOD, Notice
from widgets.words import size_words

if TYPE_CHECKING:
    from runtime.environments import MadeEnvironment
    from runtime.model.messages import Message

JOIN_S = 4.0
"""Time to remove a large environment; an unfinished removal is offered again."""


class EnvironmentController(QObject):
    """Looks and removes in the background; GUI thread.

    Signals:
        found: the size of unused environments as text; empty if there are none.
    """

    found = Signal(str)

    def __init__(self, notifications: Notifications, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notifications = notifications
        self._unused: tuple[MadeEnvironment, ...] = ()
        self._tasks = BackgroundTasks(1, self, join_s=JOIN_S)

    @Slot()
    def refresh(self) -> None:
        """Looks for unused environments; `found` follows."""
        self._tasks.run(_unused, self._on_found)

    @Slot()
    def remove(self) -> None:
        """Removes the environments that were found."""
        unused, self._unused = self._unused, ()
        if unused:
            self._tasks.run(lambda: _remove(unused), self._report)

    def _on_found(self, unused: "tuple[MadeEnvironment, ...]") -> None:
        self._unused = unused
        self.found.emit(_size(unused))

    def _report(self, reasons: "dict[MadeEnvironment, Message | None]") -> None:
        removed = [environment for environment, reason in reasons.items() if not reason]
        if removed:
            text = self.tr("Removed {0} of unused packages.").format(_size(removed))
            self._notifications.show(Notice(text=text, tone=GOOD))
        kept = " ".join(rendered(reason) for reason in reasons.values() if reason is not None)
        if kept:
            self._notifications.show(
                Notice(text=self.tr("Some packages could not be removed. {0}").format(kept), tone=BAD)
            )
        self.refresh()


def _unused() -> "tuple[MadeEnvironment, ...]":
    from runtime.environments import list_environments  # noqa: PLC0415 - needed only when environments are listed

    return tuple(environment for environment in list_environments(environments_dir()) if environment.standing.is_unused)


def _remove(unused: "tuple[MadeEnvironment, ...]") -> "dict[MadeEnvironment, Message | None]":
    from runtime.environments import remove_environment  # noqa: PLC0415 - needed only when environments are removed

    return {environment: remove_environment(environment) for environment in unused}


def _size(environments: "Iterable[MadeEnvironment]") -> str:
    from app.commands.environments import total  # noqa: PLC0415 - hardly ever needed

    unused = tuple(environments)
    return size_words(total(unused)) if unused else ""
