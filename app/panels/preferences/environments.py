"""Environments for the packages of bots that no bot uses any more: how much they take, and their removal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.services.background_tasks import Errands
from app.services.paths import environments_dir
from widgets.notices.notice import BAD, GOOD, Notice
from widgets.sentences import spoken
from widgets.words import size_words

if TYPE_CHECKING:
    from runtime.environments.inventory import MadeEnvironment

JOIN_S = 4.0
"""To remove a large one takes its time; what is broken off is offered again."""


class EnvironmentController(QObject):
    """Looks and removes in the background; GUI thread.

    Signals:
        found: the size of what no bot uses, as people read it; empty where there is none.
        noticed: a `Notice`.
    """

    found = Signal(str)
    noticed = Signal(Notice)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._unused: tuple[MadeEnvironment, ...] = ()
        self._errands = Errands(1, self)

    @Slot()
    def look(self) -> None:
        """Looks for what is unused; `found` follows."""
        self._errands.run(_unused, self._tell)

    @Slot()
    def remove(self) -> None:
        """Removes what was found."""
        unused, self._unused = self._unused, ()
        if unused:
            self._errands.run(lambda: _remove(unused), self._tell_removed)

    def stop(self) -> None:
        """The program ends."""
        self._errands.stop(JOIN_S)

    def _tell(self, unused: "tuple[MadeEnvironment, ...]") -> None:
        self._unused = unused
        self.found.emit(_size(unused))

    def _tell_removed(self, reasons: "dict[MadeEnvironment, str]") -> None:
        removed = [environment for environment, reason in reasons.items() if not reason]
        if removed:
            text = self.tr("Removed {0} of unused packages.").format(_size(removed))
            self.noticed.emit(Notice(text=text, tone=GOOD))
        kept = " ".join(map(spoken, filter(None, reasons.values())))
        if kept:
            self.noticed.emit(Notice(text=self.tr("Some packages could not be removed. {0}").format(kept), tone=BAD))
        self.look()


def _unused() -> "tuple[MadeEnvironment, ...]":
    from runtime.environments.inventory import inventory  # noqa: PLC0415 - needed only when environments are listed

    return tuple(each for each in inventory(environments_dir()) if each.standing.is_unused)


def _remove(unused: "tuple[MadeEnvironment, ...]") -> "dict[MadeEnvironment, str]":
    from runtime.environments.inventory import remove  # noqa: PLC0415 - needed only when environments are removed

    return {environment: remove(environment) for environment in unused}


def _size(environments: "Iterable[MadeEnvironment]") -> str:
    from app.commands.environments import total  # noqa: PLC0415 - hardly ever needed

    found = tuple(environments)
    return size_words(total(found)) if found else ""
