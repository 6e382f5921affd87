"""What the library does for the match beyond its entries: scripts that bots require, and recommended teams."""

from PySide6.QtCore import QObject, Signal

from app.document.edits import Edits
from app.panels.library.controller import LibraryController
from app.panels.library.recommendations import RecommendationController
from app.panels.teams.controller import TeamController
from app.panels.teams.needs import NeedController
from app.services.settings import SettingsStore
from app.services.settings_watch import SettingsWatch
from app.session.match_session import MatchController
from widgets.main_window import MainWindow
from widgets.teams.card_value import CardValue


class LibraryDesk(QObject):
    """Builds both and connects them with the library; GUI thread.

    The document's overview goes to `needs` after the cards have it.

    Signals:
        passed_on: the `CardValue` whose button is about something else than scripts.
    """

    passed_on = Signal(CardValue)

    def __init__(
        self,
        window: MainWindow,
        library: LibraryController,
        *,
        teams: TeamController,
        edits: Edits,
        match: MatchController,
        settings: SettingsStore,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.needs = NeedController(
            window, library.relations.enablers, teams=teams, edits=edits, match=match, parent=self
        )
        self.recommendations = RecommendationController(
            window.library, library.recommendations, edits=edits, match=match, settings=settings, parent=self
        )
        self.needs.passed_on.connect(self.passed_on)
        self.settings_watch = SettingsWatch(settings, self)
        self.settings_watch.noticed.connect(window.show_notice)
        self.settings_watch.changed.connect(library.heed_settings)
        self.settings_watch.start()
        library.relations_changed.connect(self.needs.look)
        library.relations_changed.connect(self.recommendations.look)
