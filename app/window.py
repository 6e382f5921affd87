"""The window: builds what works behind its panels, and makes the connections between them."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from app.closing import Closing
from app.document.drops import kind_of
from app.document.edits import Edits
from app.document.incoming import Arrivals
from app.document.open_document import DocumentController, OpenDocument
from app.document.questions import Questions
from app.document.recovery import RecoveryFolder
from app.panels.assistance import Assistance
from app.panels.bottom import BottomController
from app.panels.header import DocumentDesk
from app.panels.library.controller import LibraryController
from app.panels.library.library_desk import LibraryDesk
from app.panels.log.console import ConsoleController
from app.panels.log.controller import LogController
from app.panels.match_display import MatchDisplay
from app.panels.notices.controller import NewsController
from app.panels.options.controller import OptionController
from app.panels.packs.pack_desk import PackDesk
from app.panels.plots import PlotController
from app.panels.preferences.controller import PreferenceController
from app.panels.stage.controller import StageController
from app.panels.teams.card_controller import CardController
from app.panels.teams.cards import CardBook
from app.panels.teams.controller import TeamController
from app.panels.teams.packages import PackageController
from app.panels.tray.outside_desk import OutsideDesk
from app.reopening import Reopening
from app.services.appearance import Appearance
from app.services.background_tasks import Errands
from app.services.paths import state_dir
from app.services.preload import Preload
from app.services.settings import SettingsStore
from app.session.bridge import Bridge
from app.session.match_session import MakeRunner, MatchController
from app.session.random_map import MapLotController
from app.window_memory import WindowMemory
from runtime.model.problems import Problem
from runtime.model.values import MatchOverview
from widgets.main_window import MainWindow


class Desktop(QObject):
    """Everything of one window; GUI thread."""

    def __init__(self, application: QApplication, settings: SettingsStore, make_runner: MakeRunner) -> None:
        super().__init__()
        self.settings = settings
        self.appearance = Appearance(application, self.settings.settings.theme, parent=self)
        self.drag_errands = Errands(1, self)
        self.window = MainWindow(self.appearance.looks, kind_of, self.drag_errands.run)
        self.appearance.dress()
        self.bridge = Bridge(self)
        self.document = DocumentController(self)
        self.packages = PackageController(make_runner, self.settings, self.document, self)
        self.map_lot = MapLotController(self.document, self.settings, self)
        self.match = MatchController(self.bridge, self.packages.make_runner, self.map_lot.match, self)
        self.bottom = BottomController(self.window.bottom, self.match, self.bridge, self.settings, self)
        self.display = MatchDisplay(self.window, self.match, self.bridge, self.bottom, self)
        self.questions = Questions(self.window, self.document, self)
        self.library = LibraryController(self.window.library, self.settings, self)
        self.edits = Edits(self.document, self)
        self.teams = TeamController(self.window, CardBook(), self)
        self.cards = CardController(
            self.window, teams=self.teams, edits=self.edits, match=self.match, questions=self.questions, parent=self
        )
        self.cards.refused.connect(self._on_refused)
        self.library_desk = LibraryDesk(
            self.window,
            self.library,
            teams=self.teams,
            edits=self.edits,
            match=self.match,
            settings=self.settings,
            parent=self,
        )
        self.packages.attend(self.match, self.teams, self.bridge)
        self.options = OptionController(self.window.options, self.document, self.edits, self.settings, self)
        recovery = RecoveryFolder(state_dir() / "unsaved")
        self.desk = DocumentDesk(
            self.window.header, self.document, self.questions, settings=self.settings, recovery=recovery, parent=self
        )
        self._build_surroundings()
        self._connect_document()
        self._connect_library(application)
        self._connect_desk(application)
        self._connect_match()
        self._connect_window(application)
        self._connect_news()
        self._connect_assistance(application)
        self.outside.attend(self.match, self.bridge, self.news, self.packages, application)
        self.preload.loaded.connect(self.plot.redraw)

    def _build_surroundings(self) -> None:
        """Builds what helps around document and match."""
        self.stage = StageController(self.window, self.match, self.bridge, self.settings, self)
        self.stage.attend(self.document, self.cards, self.bottom)
        self.closing = Closing(self.window, self.match, self.document, self.questions, parent=self)
        self.reopening = Reopening(
            self.window,
            self.closing,
            self.document,
            self.desk.recovery,
            match=self.match,
            questions=self.questions,
            parent=self,
        )
        self.log = LogController(self.window.log, self)
        self.console = ConsoleController(self.window.log, self.match, self.bridge, self.settings, self)
        self.plot = PlotController(self.window.plot, self)
        self.news = NewsController(self.match, self.log, self)
        self.outside = OutsideDesk(self.window, self.teams, self.settings, self)
        self.arrivals = Arrivals(self.document, self.questions, self.match, self.outside.foreground, self)
        self.preferences = PreferenceController(
            self.window, self.settings, has_tray=self.outside.tray.is_available, parent=self
        )
        self.assistance = Assistance(self.window, self.packages, self.document, self.settings, self)
        self.memory = WindowMemory(self.window, self.document, self.settings, self)
        self.preload = Preload(self)
        self.preload.loaded.connect(self.window.plot.build)
        self.packs = PackDesk(self.window, self.library, self.match, self.preload, self)

    def open(self, match: Path | None, bots: tuple[Path, ...], carried: OpenDocument | None = None) -> None:
        """Shows the window with the document that is asked for, or with what another window held."""
        self.options.hold()
        if carried is None:
            self.document.open_first(match, bots, self.settings.settings.last_document)
        else:
            self.document.resume(carried)
            self.desk.recovery.keep_now()
        self.window.header.show_theme(self.appearance.choice)
        self.memory.restore()
        self.window.show()
        self.window.bottom.start_button.setFocus()
        self.options.start()
        self.preload.start()
        QTimer.singleShot(0, self.desk.recovery, self.desk.recovery.look)
        self.library.start()
        QTimer.singleShot(0, self.outside.notices, self.outside.notices.heed_settings)

    def _connect_document(self) -> None:
        self.document.overview_changed.connect(self._on_overview_changed)
        self.window.problems.repair_requested.connect(self.document.repair)
        self.window.stage.examples_requested.connect(self._on_examples_requested)
        self.document.opened.connect(self.display.forget_result)
        self.document.overview_changed.connect(self.display.show_overview)
        self.document.overview_changed.connect(self.match.show_overview)
        self.document.overview_changed.connect(self.teams.show_overview)
        self.document.overview_changed.connect(self.plot.show_overview)
        self.document.saved.connect(self._on_saved)
        self.document.saved.connect(self.match.show_overview)
        self.document.refused.connect(self._on_refused)
        self.document.place_requested.connect(self.questions.ask_place)
        self.window.header.open_requested.connect(self.questions.ask_match)
        self.window.header.save_requested.connect(self.document.save)
        self.arrivals.refused.connect(self._on_refused)
        self.window.paths_dropped.connect(self.arrivals.take_dropped)
        for team in self.window.teams:
            team.paths_dropped.connect(self.arrivals.take_dropped)

    def _connect_library(self, application: QApplication) -> None:
        self.library.add_requested.connect(self.arrivals.take_dropped)
        self.library.refused.connect(self._on_refused)
        self.document.overview_changed.connect(self.library.show_overview)
        self.match.started.connect(self.library.begin)
        application.applicationStateChanged.connect(self.library.on_application_state)
        application.aboutToQuit.connect(self.library.stop)

    def _connect_desk(self, application: QApplication) -> None:
        disk, recovery = self.desk.disk, self.desk.recovery
        self.window.options.script_add_requested.connect(self.questions.ask_script)
        self.document.take_wish(self.window.bottom.chooser.wish)
        self.window.bottom.wish_changed.connect(self.document.take_wish)
        self.window.bottom.wish_changed.connect(self.options.take_wish)
        for source in (self.desk, self.options):
            source.noticed.connect(self.window.show_notice)
        self.desk.withdrawn.connect(self.window.notices.withdraw)
        self.window.notices.action_requested.connect(self.desk.answer)
        for answered in (self.window.notices, self.window.history):
            answered.action_requested.connect(self.options.answer)
        self.options.refused.connect(self._on_refused)
        self.match.started.connect(disk.hold)
        self.match.ended.connect(disk.release)
        application.applicationStateChanged.connect(disk.on_application_state)
        application.aboutToQuit.connect(recovery.keep_now)

    def _connect_match(self) -> None:
        for part in (self.teams, self.log, self.plot):
            self.match.started.connect(part.begin)
        self.match.ended.connect(self.closing.on_match_ended)
        self.match.ended.connect(self.teams.end)
        self.bridge.agent_changed.connect(self.teams.show_agent)
        self.bottom.paused.connect(self.teams.show_paused)
        self.bridge.frames_arrived.connect(self.plot.take)
        self.bridge.lines_arrived.connect(self.log.take)
        self.bridge.agent_changed.connect(self.log.take_agent)
        self.window.log.source_chosen.connect(self.teams.choose_source)
        self.teams.log_chosen.connect(self.log.choose)
        self.console.sent.connect(self.teams.choose_game_log)
        self.console.sent.connect(self.bottom.take_command)
        self.console.refused.connect(self._on_refused)
        self.window.commands.console.triggered.connect(self._on_command_wanted)

    def _connect_news(self) -> None:
        news, preferences, commands = self.news, self.preferences, self.window.commands
        self.document.overview_changed.connect(news.show_overview)
        self.document.unreadable.connect(news.take_unreadable)
        self.document.unreadable.connect(self._on_unreadable)
        self.document.readable.connect(news.drop_unreadable)
        self.document.readable.connect(self.window.problems.show_unreadable)
        self.match.started.connect(news.begin)
        self.match.started.connect(self.document.forget_unreadable)
        self.match.ended.connect(news.end)
        self.bridge.agent_changed.connect(news.take_agent)
        self.bridge.swap_changed.connect(news.take_swap)
        self.bridge.noted.connect(news.take_note)
        self.bridge.note_withdrawn.connect(news.drop_note)
        news.noticed.connect(self.window.show_notice)
        self.map_lot.noticed.connect(self.window.show_notice)
        news.withdrawn.connect(self.window.notices.withdraw)
        for source in (self.window.notices, self.window.history):
            source.action_requested.connect(news.answer)
        news.drawing_requested.connect(self.stage.allow_drawing)
        news.log_requested.connect(self.outside.foreground.show_log)
        news.place_requested.connect(self.assistance.places.show_problem)
        self.window.history.action_requested.connect(self.desk.answer)
        self.window.log.report_requested.connect(news.copy_report)
        commands.report.triggered.connect(news.copy_report)
        commands.settings.triggered.connect(preferences.show_page)
        commands.about.triggered.connect(preferences.show_about)
        commands.swap_all.triggered.connect(self._on_swap_all)
        preferences.theme_chosen.connect(self.appearance.choose)
        preferences.theme_chosen.connect(self.window.header.show_theme)
        preferences.swap_mode_chosen.connect(self.match.set_swap_mode)
        preferences.outside_chosen.connect(self.outside.notices.heed_settings)
        preferences.refused.connect(self._on_refused)
        preferences.restart_wanted.connect(self.reopening.request)

    def _connect_assistance(self, application: QApplication) -> None:
        helping = self.assistance
        self.cards.fix_wanted.connect(self.library_desk.needs.mend)
        self.library_desk.passed_on.connect(self.packages.mend)
        self.document.overview_changed.connect(self.library_desk.needs.show_overview)
        helping.noticed.connect(self.window.show_notice)
        helping.withdrawn.connect(self.window.notices.withdraw)
        helping.refused.connect(self._on_refused)
        helping.environments.found.connect(self.preferences.show_unused)
        self.preferences.removal_wanted.connect(helping.environments.remove)
        for source in (self.window.notices, self.window.history):
            source.action_requested.connect(helping.answer)
        application.applicationStateChanged.connect(self.packages.on_application_state)
        application.aboutToQuit.connect(helping.stop)

    def _connect_window(self, application: QApplication) -> None:
        self.window.header.theme_requested.connect(self.appearance.choose)
        self.window.header.theme_requested.connect(self._on_theme_requested)
        self.appearance.looks_changed.connect(self.window.set_looks)
        self.appearance.looks_changed.connect(self.log.set_looks)
        self.window.close_requested.connect(self.closing.request)
        application.aboutToQuit.connect(self.memory.remember)
        application.aboutToQuit.connect(self.preload.join)
        application.aboutToQuit.connect(self._stop_drags)

    @Slot()
    def _on_command_wanted(self) -> None:
        self.window.workspace.show_panel("log")
        self.console.begin_command()

    @Slot()
    def _stop_drags(self) -> None:
        self.drag_errands.stop(0.0)

    @Slot()
    def _on_swap_all(self) -> None:
        self.match.swap()

    @Slot(MatchOverview)
    def _on_overview_changed(self, overview: MatchOverview) -> None:
        self._on_saved(overview)
        self.window.problems.show_problems(
            overview.problems, is_empty=overview.is_empty, repairable=self.document.repairable()
        )
        if not overview.can_start:
            self.window.workspace.show_panel("problems")

    @Slot()
    def _on_examples_requested(self) -> None:
        button = self.window.stage.examples_button
        self.window.header.open_examples_menu(button.mapToGlobal(button.rect().bottomLeft()))

    @Slot(Problem)
    def _on_unreadable(self, problem: Problem) -> None:
        self.window.problems.show_unreadable(problem)
        self.window.bottom.show_line(self.window.problems.title, "bad")
        self.window.workspace.show_panel("problems")

    @Slot(MatchOverview)
    def _on_saved(self, overview: MatchOverview) -> None:
        self.window.header.show_overview(overview)
        self.window.show_title(overview.title, is_dirty=overview.is_dirty)

    @Slot(str)
    def _on_refused(self, reason: str) -> None:
        self.window.bottom.show_line(reason, "bad")

    @Slot(str)
    def _on_theme_requested(self, choice: str) -> None:
        self.settings.change(theme=choice)
        self.window.header.show_theme(choice)
