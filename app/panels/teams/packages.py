"""Missing packages in the window: a question before the match, and a button on the card of who lacks some."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal, Slot

from app.document.open_document import DocumentController
from app.panels.teams.cards import CardFix
from app.panels.teams.controller import TeamController
from app.panels.teams.package_fixes import MOST_NAMED, of_missing, of_needs, of_remarks, on_cards
from app.services.background_tasks import Errands
from app.services.paths import environments_dir
from app.services.settings import SettingsStore
from app.session.bridge import Bridge
from app.session.match_runner import python_of
from app.session.match_session import MakeRunner, MatchController, Runner
from app.session.package_repair import PackageFirstAid
from runtime.documents import Match
from runtime.model.events import MatchEnded, PackagesWanted
from runtime.model.values import AgentStatus, MatchOverview
from widgets.bottom.game_chooser import PlayWish
from widgets.notices.notice import WARNING, Notice
from widgets.sentences import spoken
from widgets.teams.card_value import CardValue
from widgets.words import Counts

if TYPE_CHECKING:
    from app.session.provisioning import NeedKey, Provider, Provisioning

translate = QCoreApplication.translate

LOOK_MS: Final = 400
"""So long after the last edit the packages of its agents are looked at."""
JOIN_S: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageAnswer:
    """An answer to one question about packages; it does not hold for a later question."""

    question: int
    is_wanted: bool | None
    """None: the match goes on without the packages, and the next start asks again."""


class PackageController(QObject):
    """Provides the matches of the window with packages; GUI thread, except `make_runner`.

    Signals:
        noticed: a `Notice` with the question.
        withdrawn: the request of a question that no longer matters.
        file_wanted: the `Path` of a file that the user has to edit, or of the folder where it is to be.
    """

    noticed = Signal(Notice)
    withdrawn = Signal(object)
    file_wanted = Signal(Path)

    def __init__(
        self,
        make_runner: MakeRunner,
        settings: SettingsStore,
        document: DocumentController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._make_runner = make_runner
        self._settings = settings
        self._document = document
        self._match: MatchController | None = None
        self._teams: TeamController | None = None
        self._first_aid: PackageFirstAid | None = None
        self._declined: set[NeedKey] = set()
        self._is_agreed = False
        self._question = 0
        self._provisioning: Provisioning | None = None
        self._looks = 0
        self._errands = Errands(1, self)
        self._delay = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._delay.timeout.connect(self.look)

    def attend(self, match: MatchController, teams: TeamController, bridge: Bridge) -> None:
        """Follows matches from now on, and shows on the cards of `teams` what is lacking."""
        self._match, self._teams = match, teams
        self._document.overview_changed.connect(self._on_overview_changed)
        self._first_aid = PackageFirstAid(match, teams, bridge, self._provider, self)
        bridge.packages_wanted.connect(self._on_wanted)
        match.started.connect(self._on_started)
        match.ended.connect(self._on_ended)

    def make_runner(self, match: Match, wish: PlayWish) -> Runner:
        """A runner whose agents get their packages first; called on the match's thread."""
        from app.session.provisioning import ProvisionedRunner, Provisioning  # noqa: PLC0415 - not needed until a match starts

        is_agreed, self._is_agreed = self._is_agreed, False
        runner = self._make_runner(match, wish)
        provision = self._provider().provision(match)
        if provision is None:
            return runner
        self._provisioning = Provisioning(provision, is_agreed=is_agreed, declined=self._declined)
        return ProvisionedRunner(runner, self._provisioning)

    @Slot(Notice)
    def answer(self, notice: Notice) -> None:
        """Carries out the user's answer to our question."""
        answer = notice.request
        if not isinstance(answer, PackageAnswer) or answer.question != self._question or self._provisioning is None:
            return
        self._withdraw()
        if answer.is_wanted is None:
            self._provisioning.postpone()
            text = self.tr("The match continues without the missing packages. The next start asks again.")
            self.noticed.emit(Notice(text=text))
        else:
            self._provisioning.answer(is_wanted=answer.is_wanted)

    @Slot(CardValue)
    def mend(self, card: CardValue) -> None:
        """Does what the button of a card promises: installs and plays, or opens the file that has to be edited."""
        if self._teams is None or self._match is None or self._first_aid is None:
            return
        fix, source = self._teams.fix(card), self._teams.source(card)
        if fix is None:
            return
        if fix.installs and self._match.is_running:
            self._first_aid.install(card.log_key)
        elif fix.installs:
            self._is_agreed = True
            self._match.start()
            if not self._match.is_running:
                self._is_agreed = False
        elif fix.file is not None:
            self.file_wanted.emit(fix.file)
        elif source is not None:
            self.file_wanted.emit(source.parent)

    @Slot()
    def look(self) -> None:
        """Finds out in the background what the agents of the document lack."""
        match = self._document.match()
        if match is not None and not self._is_busy:
            self._find(match, ())

    @Slot(Qt.ApplicationState)
    def on_application_state(self, state: Qt.ApplicationState) -> None:
        """Looks again when the user comes back: packages may have been installed elsewhere."""
        if state is Qt.ApplicationState.ApplicationActive and not self._is_busy:
            self._delay.start()

    def stop(self) -> None:
        """Gives up what goes on in the background; the program ends."""
        self._delay.stop()
        if self._first_aid is not None:
            self._first_aid.stop()
        self._errands.stop(JOIN_S)

    @property
    def _is_busy(self) -> bool:
        return self._match is not None and self._match.is_running

    def _provider(self) -> "Provider":
        from app.session.provisioning import Provider  # noqa: PLC0415 - the first paint comes before what only a match needs

        return Provider(python=python_of(self._settings.settings), environments=environments_dir())

    def _find(self, match: Match, agents: tuple[AgentStatus, ...]) -> None:
        """Looks for what is lacking, also by what agents said when they ended; a later look makes this one void."""
        self._looks += 1
        look, provide = self._looks, self._provider

        def work() -> dict[str, CardFix]:
            provider = provide()
            fixes = {
                **of_remarks(provider.remarks(match)),
                **of_needs(provider.needs(match)),
                **of_missing(provider.missing(match, agents)),
            }
            return on_cards(fixes, match)

        self._errands.run(work, lambda fixes: self._show(fixes) if look == self._looks else None)

    def _show(self, fixes: Mapping[str, CardFix]) -> None:
        if self._teams is not None:
            self._teams.show_fixes(fixes)

    @Slot(MatchOverview)
    def _on_overview_changed(self, _overview: MatchOverview) -> None:
        self._looks += 1
        if not self._is_busy:
            self._delay.start()

    @Slot()
    def _on_started(self) -> None:
        self._looks += 1
        self._delay.stop()
        self._show({})

    @Slot(PackagesWanted)
    def _on_wanted(self, event: PackagesWanted) -> None:
        self._question += 1
        lacks = "; ".join(map(spoken, event.lacks[:MOST_NAMED]))
        more = len(event.lacks) - MOST_NAMED
        if more > 0:
            lacks = self.tr("{0}, and {1} more").format(lacks, more)
        self.noticed.emit(
            Notice(
                text=self.tr("Missing packages: {0}.").format(lacks),
                tone=WARNING,
                action=self.tr("Install {0} for {1}").format(Counts().packages(len(event.lacks)), _listed(event.names)),
                request=self._answer(is_wanted=True),
                other_action=self.tr("Play without them"),
                other_request=self._answer(is_wanted=False),
                closed_request=self._answer(is_wanted=None),
            )
        )

    @Slot(MatchEnded)
    def _on_ended(self, event: MatchEnded) -> None:
        self._provisioning = None
        self._withdraw()
        match = self._document.match()
        if match is not None:
            self._find(match, event.result.agents)

    def _answer(self, *, is_wanted: bool | None) -> PackageAnswer:
        return PackageAnswer(question=self._question, is_wanted=is_wanted)

    def _withdraw(self) -> None:
        """The question needs no answer any more."""
        self.withdrawn.emit(self._answer(is_wanted=True))


def _listed(names: Sequence[str]) -> str:
    """`Ada, Bob and Eve`."""
    if len(names) < 2:
        return "".join(names)
    return translate("PackageController", "{0} and {1}").format(", ".join(names[:-1]), names[-1])
