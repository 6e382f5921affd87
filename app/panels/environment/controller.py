"""The page with what this computer has for matches, and its actions."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication

from app.panels.context import WindowContext
from app.panels.environment.download import ServerDownload
from app.services.background_tasks import BackgroundTasks
from app.services.diagnostics import qt_fact
from app.services.doctor import Findings, can_play, collect, probes, report_text
from app.services.settings import Settings
from app.session.game_settings import game_settings
from runtime.model.findings import FindingAction, Probe
from runtime.model.messages import message
from widgets.environment.environment_dialog import EnvironmentDialog
from widgets.messages import rendered
from widgets.shared.dialogs import ask_file

SETTINGS: Final = ("server_program", "game_command", "game_starter", "has_anti_cheat", "interpreter")
"""The settings on which findings depend."""


class EnvironmentController(QObject):
    """Checks in the background; GUI thread."""

    def __init__(
        self, context: WindowContext, download: ServerDownload, *, collect: Callable[..., Findings] = collect
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._settings = context.settings
        self._download = download
        self._collect = collect
        self._tasks = BackgroundTasks(1, self)
        self._is_outdated = False
        """True if something has changed since the running check began."""
        self._report = ""
        self.dialog: EnvironmentDialog | None = None
        download.changed.connect(self._show_download)
        download.installed.connect(self._on_installed)
        context.settings.subscribe(self._on_settings)
        context.session.bridge.server_changed.connect(self.check)

    @property
    def is_busy(self) -> bool:
        """True while a check runs."""
        return self._tasks.is_busy

    @Slot()
    def show_page(self) -> None:
        """Opens the page and checks everything, or brings it forward."""
        if self.dialog is None:
            from runtime.games.rocket_league.launch import ANTI_CHEAT  # noqa: PLC0415 - only the page needs it

            appearance = self._context.appearance
            self.dialog = EnvironmentDialog(appearance.looks, rendered(ANTI_CHEAT), self._context.window)
            self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.dialog.check_requested.connect(self.check)
            self.dialog.copy_requested.connect(lambda: QGuiApplication.clipboard().setText(self._report))
            self.dialog.action_requested.connect(self._on_action)
            self.dialog.changed.connect(lambda name, value: self._settings.change(**{name: value}))
            self.dialog.download.requested.connect(self._download.act)
            self.dialog.finished.connect(self._on_closed)
            appearance.looks_changed.connect(self.dialog.set_looks)
            self._show_settings()
            self._show_download()
            self.dialog.show()
            self.check()
        self.dialog.raise_()
        self.dialog.activateWindow()

    @Slot()
    def check(self) -> None:
        """Checks everything, if the page is open; a running check is followed by another one."""
        self._is_outdated = self._tasks.is_busy
        if self.dialog is None:
            return
        checks = self._probes()
        self.dialog.show_checking(dict.fromkeys(probe.area for probe in checks))
        if not self._is_outdated:
            self._tasks.run(lambda: self._collect(checks), self._show)

    def _probes(self) -> tuple[Probe, ...]:
        kept = self._settings.settings
        graphics = message("graphics-of-window", "Graphics: Qt {qt}. The arena is painted in software.", qt=qt_fact())
        settings = game_settings(kept, self._context.session.kept_server)
        return probes(settings, interpreter=kept.interpreter, graphics=graphics)

    def _show(self, findings: Findings) -> None:
        self._report = report_text(findings)
        if self.dialog is not None:
            self.dialog.show_findings(findings, can_play=can_play(findings))
        if self._is_outdated:
            self.check()

    @Slot(FindingAction)
    def _on_action(self, action: FindingAction) -> None:
        if action is FindingAction.CHOOSE_SERVER:
            ask_file(self.dialog, self.tr("Choose RLBotServer"), self._on_chosen)
        elif action is FindingAction.DOWNLOAD_SERVER:
            self._download.find()
        else:
            self._context.session.stop_server()

    def _on_chosen(self, path: Path) -> None:
        self._settings.change(server_program=str(path))

    @Slot()
    def _on_installed(self) -> None:
        self._settings.change(server_program="")  # a configured program would still come first
        self.check()

    def _on_settings(self, before: Settings, after: Settings) -> None:
        if any(getattr(before, name) != getattr(after, name) for name in SETTINGS):
            self._show_settings()
            self.check()

    def _show_settings(self) -> None:
        if self.dialog is not None:
            kept = self._settings.settings
            self.dialog.show_values({name: getattr(kept, name) for name in self.dialog.fields})

    @Slot()
    def _show_download(self) -> None:
        if self.dialog is not None:
            self.dialog.show_download(self._download.row)

    @Slot()
    def _on_closed(self) -> None:
        self.dialog = None


def create(context: WindowContext) -> EnvironmentController:
    """Creates the controllers."""
    controller = EnvironmentController(context, ServerDownload(context.notifications, context.window))
    context.window.commands.environment.triggered.connect(controller.show_page)
    return controller
