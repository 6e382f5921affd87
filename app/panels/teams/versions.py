"""Earlier versions of a bot from its card: let one play again, or put its source back into the bot's folder."""

import time
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.panels.teams.controller import TeamController
from app.services.background_tasks import BackgroundTasks
from runtime.files import reason_of
from runtime.model.commands import RestoreVersion
from widgets.messages import rendered
from widgets.notices.notice import BAD, GOOD, WARNING, Notice
from widgets.teams.card_value import CardAction, CardRequest, CardValue

JOIN_S: Final = 1.0
MAX_NAMED: Final = 3
"""Maximum number of written files that a notice names."""


class VersionRequests(QObject):
    """Carries out the requests of cards about earlier versions; GUI thread."""

    def __init__(self, context: WindowContext, teams: TeamController) -> None:
        super().__init__(teams)
        self._teams = teams
        self._session = context.session
        self._notifications = context.notifications
        self._tasks = BackgroundTasks(1, self)
        for column in context.window.teams:
            column.card_requested.connect(self.take_card)
        context.application.aboutToQuit.connect(self.stop)

    @Slot()
    def stop(self) -> None:
        """Ends everything in the background; the program ends."""
        self._tasks.stop(JOIN_S)

    @Slot(CardRequest)
    def take_card(self, request: CardRequest) -> None:
        """Carries out a request, if it is about an earlier version."""
        card = request.card
        if request.action is CardAction.BACK:
            self._session.post(RestoreVersion(keys=(card.log_key,), version=int(request.value)))
        elif request.action is CardAction.WRITE_BACK:
            self._ask_to_write_back(card)

    def _ask_to_write_back(self, card: CardValue) -> None:
        copy, document = card.swap.source_copy, self._teams.source(card)
        if copy is None or document is None:
            self._notifications.refuse(self.tr("This entry has no folder."))
            return
        home = document.parent
        backup = copy.with_name(time.strftime("replaced-%Y-%m-%d_%H-%M-%S"))
        text = self.tr("Put the source of version {0} into {1}? The files that it replaces are kept in {2}.")
        self._notifications.show(
            Notice(
                text=text.format(card.swap.version, home, backup),
                tone=WARNING,
                key=("write back", card.log_key),
                action=self.tr("Replace files"),
                on_action=partial(self._write_back, card, copy, home, backup),
            )
        )

    def _write_back(self, card: CardValue, copy: Path, home: Path, backup: Path) -> None:
        def work() -> tuple[Path, ...] | OSError:
            from runtime.agents.versions import write_back  # noqa: PLC0415 - loaded after the first paint

            try:
                return write_back(copy, home, backup)
            except OSError as error:
                return error

        def done(result: tuple[Path, ...] | OSError) -> None:
            key = ("write back", card.log_key)
            if isinstance(result, OSError):
                text = self.tr("Not all files could be written: {0} ({1}).")
                reason = rendered(reason_of(result))
                text = text.format(result.filename or home, reason)
                self._notifications.show(Notice(text=text, tone=BAD, key=key))
                return
            names = ", ".join(map(str, result[:MAX_NAMED])) + (" …" if len(result) > MAX_NAMED else "")
            text = self.tr("{0} has the source of version {1} again: {2}.").format(home, card.swap.version, names)
            if not result:
                text = self.tr("{0} already has the source of version {1}.").format(home, card.swap.version)
            self._notifications.show(Notice(text=text, tone=GOOD, key=key))

        self._tasks.run(work, done)


def create(context: WindowContext) -> VersionRequests:
    """Creates the controller."""
    return VersionRequests(context, context.panel(TeamController))
