"""Missing packages: a question before the match, and a button on the cards of agents that lack some."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Slot

from app.panels.context import WindowContext
from app.panels.teams.cards import CardFix, FixSource
from app.panels.teams.controller import TeamController
from app.panels.teams.package_fixes import MAX_NAMED, of_missing, of_needs, of_remarks, on_cards
from app.panels.teams.package_repair import PackageRepair
from app.services.background_tasks import BackgroundTasks
from app.services.paths import environments_dir
from app.session.match_runner import python_of
from runtime.documents import Match
from runtime.model.events import MatchEnded, PackagesWanted
from runtime.model.values import AgentStatus, MatchOverview
from widgets.messages import rendered
from widgets.notices.notice import WARNING, Notice
from widgets.teams.card_value import CardValue
from widgets.words import Counts

if TYPE_CHECKING:
    from app.session.provisioning import NeedKey, Provider, Provisioning

translate = QCoreApplication.translate

LOOK_MS: Final = 400
"""Delay from the last edit until the packages of the document's agents are checked."""


class PackageController(QObject):
    """Prepares the matches of the window; GUI thread, except `prepare`."""

    def __init__(self, context: WindowContext, teams: TeamController) -> None:
        super().__init__(teams)
        self._settings = context.settings
        self._document = context.document
        self._session = context.session
        self._notifications = context.notifications
        self._places = context.places
        self._teams = teams
        self.repair = PackageRepair(context.session, self.show_fixes, self.provider, self)
        self._declined: set[NeedKey] = set()
        self._is_agreed = False
        self._question = 0
        self._provisioning: Provisioning | None = None
        self._checks = 0
        self._delay = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._tasks = BackgroundTasks(1, self, cancel=self._delay.stop)
        self._delay.timeout.connect(self.check)
        self._document.overview_changed.connect(self._on_overview_changed)
        self._session.prepare = self.prepare
        self._session.started.connect(self._on_started)
        self._session.ended.connect(self._on_ended)
        self._session.bridge.packages_wanted.connect(self._on_wanted)
        context.application.applicationStateChanged.connect(self.on_application_state)

    def prepare(self, match: Match) -> "Provisioning | None":
        """Returns what checks and installs the packages of a match; called on the match's thread."""
        from app.session.provisioning import Provisioning  # noqa: PLC0415 - loaded after the first paint

        is_agreed, self._is_agreed = self._is_agreed, False
        provision = self.provider().provision(match)
        if provision is None:
            return None
        self._provisioning = Provisioning(provision, is_agreed=is_agreed, declined=self._declined)
        return self._provisioning

    def provider(self) -> "Provider":
        """Returns what finds and installs packages; called from any thread."""
        from app.session.provisioning import Provider  # noqa: PLC0415 - loaded after the first paint

        return Provider(python=python_of(self._settings.settings), environments=environments_dir())

    def show_fixes(self, fixes: Mapping[str, CardFix]) -> None:
        """Shows fixes by the keys of cards."""
        self._teams.show_fixes("packages", FixSource(fixes=fixes, apply=self._fix))

    def _fix(self, card: CardValue, fix: CardFix) -> None:
        """Installs and plays, or opens the file that the user has to edit."""
        source = self._teams.source(card)
        if fix.installs and self._session.is_running:
            self.repair.install(card.log_key)
        elif fix.installs:
            self._is_agreed = True
            self._session.start()
            self._is_agreed = self._is_agreed and self._session.is_running
        elif fix.file is not None:
            self._places.show_path(fix.file)
        elif source is not None:
            self._places.show_path(source.parent)

    @Slot()
    def check(self) -> None:
        """Finds out in the background what the agents of the document lack."""
        match = self._document.match()
        if match is not None and not self._session.is_running:
            self._find(match, ())

    @Slot(Qt.ApplicationState)
    def on_application_state(self, state: Qt.ApplicationState) -> None:
        """Looks again when the user comes back: packages may have been installed elsewhere."""
        if state is Qt.ApplicationState.ApplicationActive and not self._session.is_running:
            self._delay.start()

    def _find(self, match: Match, agents: tuple[AgentStatus, ...]) -> None:
        """Looks for missing packages, also in the output of failed agents; a later search replaces this one."""
        self._checks += 1
        number, provide = self._checks, self.provider

        def work() -> dict[str, CardFix]:
            provider = provide()
            fixes = {
                **of_remarks(provider.remarks(match)),
                **of_needs(provider.needs(match)),
                **of_missing(provider.missing(match, agents)),
            }
            return on_cards(fixes, match)

        self._tasks.run(work, lambda fixes: self.show_fixes(fixes) if number == self._checks else None)

    @Slot(MatchOverview)
    def _on_overview_changed(self, _overview: MatchOverview) -> None:
        self._checks += 1
        if not self._session.is_running:
            self._delay.start()

    @Slot()
    def _on_started(self) -> None:
        self._checks += 1
        self._delay.stop()
        self.show_fixes({})

    @Slot(PackagesWanted)
    def _on_wanted(self, event: PackagesWanted) -> None:
        self._question += 1
        missing = "; ".join(map(rendered, event.missing[:MAX_NAMED]))
        more = len(event.missing) - MAX_NAMED
        if more > 0:
            missing = self.tr("{0}, and {1} more").format(missing, more)
        packages = Counts().packages(len(event.missing))
        self._notifications.show(
            Notice(
                text=self.tr("Missing packages: {0}.").format(missing),
                tone=WARNING,
                key=("packages", self._question),
                action=self.tr("Install {0} for {1}").format(packages, _listed(event.names)),
                on_action=partial(self._answer, self._question, is_wanted=True),
                other_action=self.tr("Play without them"),
                on_other=partial(self._answer, self._question, is_wanted=False),
                on_closed=partial(self._postpone, self._question),
            )
        )

    def _answer(self, question: int, *, is_wanted: bool) -> None:
        """Takes the answer to a question, unless it is not the open one."""
        if question == self._question and self._provisioning is not None:
            self._withdraw()
            self._provisioning.answer(is_wanted=is_wanted)

    def _postpone(self, question: int) -> None:
        if question == self._question and self._provisioning is not None:
            self._withdraw()
            self._provisioning.postpone()
            text = self.tr("The match continues without the missing packages. The next start asks again.")
            self._notifications.show(Notice(text=text))

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._provisioning = None
        self._withdraw()
        match = self._document.match()
        if match is not None:
            self._find(match, event.result.agents)

    def _withdraw(self) -> None:
        self._notifications.withdraw(("packages", self._question))


def _listed(names: Sequence[str]) -> str:
    """Returns `Ada, Bob and Eve`."""
    if len(names) < 2:
        return "".join(names)
    return translate("PackageController", "{0} and {1}").format(", ".join(names[:-1]), names[-1])


create = PackageController
