"""Builds the window from the registry of panels, and closes it."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from app.document.disk_watch import DiskWatch
from app.document.edits import Edits
from app.document.incoming import Incoming
from app.document.open_document import DocumentController
from app.document.places import PlaceController
from app.document.questions import DocumentQuestions, Questions
from app.document.recovery import RecoveryController, RecoveryFolder
from app.frame import Frame
from app.panels import PANELS
from app.panels.context import Navigator, WindowContext
from app.services.notifications import Notifications
from app.services.paths import HOME_VARIABLE, unsaved_matches_dir
from app.services.preload import MATCH_MODULES, Preload
from app.services.settings import Settings, SettingsStore
from app.session.match_session import MakeRunner, MatchSession
from app.session.random_map import RecentMaps, drawn_match
from app.session.run_session import RunSession
from runtime.documents import Match
from runtime.documents.choices import DRAWN_MAP
from runtime.documents.maps import map_name
from runtime.games import capabilities_of
from runtime.model.values import MatchOverview
from widgets.main_window import MainWindow
from widgets.notices.notice import BAD, GOOD, Notice

CLOSE_MS: Final = 15_000
"""Maximum wait for a match to stop before the window closes; whatever is left dies with the launcher."""


class Desktop(QObject):
    """The inside of a window's frame, and everything behind it; GUI thread."""

    def __init__(
        self, application: QApplication, settings: SettingsStore, make_runner: MakeRunner, frame: Frame
    ) -> None:
        super().__init__()
        self.settings = settings
        self.frame = frame
        self.window = frame.window
        self.appearance = frame.appearance
        self.notifications = Notifications(self)
        self.document = DocumentController(self)
        self.session = MatchSession(make_runner, self.match_to_play, self)
        self.questions = Questions(self.window, self.document, self)
        self.disk = DiskWatch(self.document, self.notifications, self)
        folder = RecoveryFolder(unsaved_matches_dir())
        self.recovery = RecoveryController(self.document, folder, self.questions, self.notifications, self)
        self.incoming = Incoming(self.document, self.questions, self.session, self.notifications, self)
        self.preload = Preload(MATCH_MODULES, self)
        self.training = RunSession(self)
        navigator = Navigator(application, self.window, self)
        self.incoming.window_wanted.connect(navigator.show_window)
        self.context = WindowContext(
            window=self.window,
            appearance=self.appearance,
            settings=settings,
            notifications=self.notifications,
            session=self.session,
            training=self.training,
            document=self.document,
            edits=Edits(self.document, self),
            questions=self.questions,
            places=PlaceController(self.document, settings, self.notifications, self),
            incoming=self.incoming,
            navigator=navigator,
            preload=self.preload,
        )
        self.closing = Closing(
            self.window,
            (self.session, self.training),
            self.document,
            self.questions,
            run_questions=self._run_questions,
            parent=self,
        )
        self.panels: dict[str, Any] = {}
        """The controllers of the panels, by their keys."""
        self._settings_trouble = ""
        settings.on_written = self._report_settings

    def build(self, match: Path | None, bots: tuple[Path, ...], *, is_first: bool = False) -> Iterator[None]:
        """Fills the window in steps, and opens a match, bots, or the last document.

        With `is_first`, it welcomes a new user.
        """
        yield from self.window.make_regions(self.appearance.looks)
        self._connect()
        yield
        for panel in PANELS:
            uses = (self.panels[key] for key in panel.uses)
            self.panels[panel.key] = import_module(panel.module).create(self.context, *uses)
            yield
        self.document.choose_game(self.session.choice)
        self.document.open_first(match, bots, self.settings.settings.last_document)
        yield
        yield from self.window.show_regions()
        if is_first and not match and not bots:
            self.panels["keys"].welcome()
        self.window.bottom.start_button.setFocus()
        self.preload.start()
        QTimer.singleShot(0, self.recovery, self.recovery.offer)
        QTimer.singleShot(0, self, self.settings.check_writable)

    def _run_questions(self) -> DocumentQuestions | None:
        """Returns the questions about the open document of a training run; None before there is one."""
        training = self.panels.get("training")
        return training.questions if training is not None else None

    def match_to_play(self) -> Match | None:
        """Returns the match of the document, with a random map where it asks for one; None if it has errors."""
        match = self.document.match()
        if match is None:
            self.document.read_again()
            return None
        game = capabilities_of(self.session.choice.game)
        drawn = drawn_match(match, game=game, random=SystemRandom(), recent=RecentMaps())
        if drawn.map_choice == DRAWN_MAP:
            text = self.tr("Random map: {name}.").format(name=map_name(drawn.game_map_upk))
            if not game.has_own_window:
                text += " " + self.tr("Bots receive its name; the arena looks the same on every map.")
            self.notifications.show(Notice(text=text, tone=GOOD))
        return drawn

    def _connect(self) -> None:
        document, session, navigator = self.document, self.session, self.context.navigator
        document.overview_changed.connect(session.show_overview)
        document.overview_changed.connect(self._show_title)
        document.saved.connect(session.show_overview)
        document.saved.connect(self._show_title)
        document.refused.connect(self.notifications.refuse)
        session.choice_changed.connect(document.choose_game)
        session.started.connect(self._lock)
        session.ended.connect(self._unlock)
        self.window.paths_dropped.connect(self.incoming.take_dropped)
        self.window.close_requested.connect(self.closing.request)
        self.settings.subscribe(self._on_settings)
        self.appearance.looks_changed.connect(self.window.set_looks)
        navigator.returned.connect(self.disk.on_return)
        for stop in (self.recovery.keep_now, self._keep_place, self.preload.stop, session.stop_server):
            navigator.leaving.connect(stop)

    @Slot(MatchOverview)
    def _show_title(self, overview: MatchOverview) -> None:
        self.window.show_title(overview.title, is_dirty=overview.is_dirty)

    @Slot()
    def _lock(self) -> None:
        """Keeps the document as it is while a match runs."""
        self.window.set_locked(is_locked=True)
        self.disk.hold()

    @Slot()
    def _unlock(self) -> None:
        self.window.set_locked(is_locked=False)
        self.disk.release()

    def _on_settings(self, before: Settings, after: Settings) -> None:
        if after.theme != before.theme:
            self.appearance.choose(after.theme)

    def _report_settings(self) -> None:
        """Reports once why the settings cannot be read or written, until that changes."""
        file = self.settings.file
        trouble = file.unread or file.trouble
        if trouble and trouble != self._settings_trouble:
            if file.unread:
                text = self.tr(
                    "The settings in {path} cannot be read ({reason}). They stay as they are; until the next start, "
                    "the defaults are used and nothing is saved."
                )
            else:
                text = self.tr(
                    "Settings cannot be saved: the folder {folder} is not writable ({reason}). Set {variable} to a "
                    "writable folder and restart Kickabout."
                )
            text = text.format(path=file.path, folder=file.path.parent, reason=trouble, variable=HOME_VARIABLE)
            self.notifications.show(Notice(text=text, tone=BAD))
        self._settings_trouble = trouble

    @Slot()
    def _keep_place(self) -> None:
        """Keeps the layout and the open document for the next start."""
        self.frame.keep_layout()
        self.settings.change(last_document=self.document.bookmark)


class Closing(QObject):
    """Closes the window: asks if something would be lost, stops what is running, and never hangs; GUI thread."""

    def __init__(
        self,
        window: MainWindow,
        sessions: tuple[MatchSession, RunSession],
        document: DocumentController,
        questions: Questions,
        *,
        run_questions: Callable[[], DocumentQuestions | None] = lambda: None,
        deadline_ms: int = CLOSE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._session, self._training = sessions
        self._document = document
        self._questions = questions
        self._run_questions = run_questions
        self._is_closing = False
        self._deadline = QTimer(self, singleShot=True, interval=deadline_ms)
        self._deadline.timeout.connect(window.allow_close)
        for session in sessions:
            session.ended.connect(self._on_ended)

    @Slot()
    def request(self) -> None:
        """Closes after asking once if a match runs or changes are unsaved; a second request does nothing."""
        if self._is_closing:
            return
        running = self._running()
        if self._document.is_dirty:
            self._questions.ask_unsaved(self._ask_about_run, stopping=running)
        elif running:
            self._questions.ask_stop(self._ask_about_run, verb=self.tr("Stop and close"), running=running)
        else:
            self._ask_about_run()

    def _running(self) -> str:
        """Returns a sentence about what closing the window stops; empty if it stops nothing."""
        stops_match = self._session.is_running and not self._session.is_stopping
        stops_run = self._training.is_running and not self._training.is_stopping
        if stops_match and stops_run:
            return self.tr("A match and a training run are running; closing the window stops them.")
        if stops_run:
            return self.tr("A training run is running; closing the window stops it with a checkpoint.")
        return self.tr("A match is running; closing the window stops it.") if stops_match else ""

    def _ask_about_run(self) -> None:
        """Closes after asking about unsaved changes of the run document."""
        questions = self._run_questions()
        if questions is not None:
            questions.go_on_from_saved(self.close_now)
        else:
            self.close_now()

    @Slot()
    def close_now(self) -> None:
        """Stops a running match and a training run, and closes without a question."""
        if self._is_closing:
            return
        self._is_closing = True
        self._session.stop()
        self._training.stop()
        if self._session.is_running:
            self._window.bottom.show_line(self.tr("Stopping the match, then closing …"), "warning")
        self._deadline.start()
        self._on_ended()

    @Slot()
    def _on_ended(self) -> None:
        if self._is_closing and not self._session.is_running and not self._training.is_running:
            self._finish()

    def _finish(self) -> None:
        self._deadline.stop()
        self._window.allow_close()
