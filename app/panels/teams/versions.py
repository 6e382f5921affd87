"""Earlier versions of a bot from its card: let one play again, or put its source back into the bot's folder."""

import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from app.panels.context import WindowContext
from app.panels.teams.controller import TeamController
from app.services.background_tasks import BackgroundTasks
from app.services.paths import kept_edits_dir
from runtime.files import reason_of
from runtime.model.commands import RestoreVersion
from widgets.messages import rendered
from widgets.notices.notice import BAD, GOOD, Notice
from widgets.teams.card_value import CardAction, CardRequest, CardValue


class VersionRequests(QObject):
    """Carries out the requests of cards about earlier versions; GUI thread."""

    def __init__(self, context: WindowContext, teams: TeamController) -> None:
        super().__init__(teams)
        self._teams = teams
        self._session = context.session
        self._notifications = context.notifications
        self._questions = context.questions
        self.tasks = BackgroundTasks(1, self)
        for column in context.window.teams:
            column.card_requested.connect(self.take_card)

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
            return
        home = document.parent
        backup = kept_edits_dir() / f"{home.name} {time.strftime('%Y-%m-%d %H-%M-%S')}"
        text = self.tr("Put the source of version {0} into {1}? The files that it replaces are kept in {2}.")
        self._questions.ask_stop(
            partial(self._write_back, card, copy, home, backup),
            verb=self.tr("Replace files"),
            running=text.format(card.swap.version, home, backup),
        )

    def _write_back(self, card: CardValue, copy: Path, home: Path, backup: Path) -> None:
        def work() -> OSError | None:
            from runtime.agents.swaps.versions import write_back  # noqa: PLC0415 - loaded after the first paint

            try:
                write_back(copy, home, backup)
            except OSError as error:
                return error
            return None

        def done(error: OSError | None) -> None:
            text, tone = self.tr("{0} has the source of version {1}.").format(home, card.swap.version), GOOD
            if error is not None:
                text, tone = self.tr("Not all files could be written: {0} ({1})."), BAD
                text = text.format(error.filename or home, rendered(reason_of(error)))
            self._notifications.show(Notice(text=text, tone=tone, key=("write back", card.log_key)))

        self.tasks.run(work, done)


create = VersionRequests
