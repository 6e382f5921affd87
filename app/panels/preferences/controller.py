"""The settings page and the about box."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal, Slot

from app.panels.context import WindowContext
from app.panels.preferences.environments import EnvironmentController
from app.panels.tray import TrayController
from app.services.diagnostics import facts
from app.services.file_opener import open_folder
from app.services.paths import FolderError, cache_dir, config_dir, environments_dir, made, state_dir
from app.services.settings import Settings
from app.services.translation import chosen_language
from app.session.match_runner import swap_mode_of
from runtime.model.commands import SetSwapMode
from runtime.model.driving import Keys, conflicts, keys_from, texts_of
from widgets.drive.keys_dialog import DriveKeysDialog
from widgets.messages import rendered
from widgets.preferences.about_dialog import AboutDialog
from widgets.preferences.preferences_dialog import Preferences, PreferencesDialog
from widgets.shared.dialogs import ask_file

translate = QCoreApplication.translate
PACKAGES = str(QT_TRANSLATE_NOOP("PreferenceController", "Bot packages"))
FOLDERS: dict[str, Callable[[], Path]] = {
    str(QT_TRANSLATE_NOOP("PreferenceController", "Settings")): config_dir,
    str(QT_TRANSLATE_NOOP("PreferenceController", "Logs")): state_dir,
    PACKAGES: environments_dir,
    str(QT_TRANSLATE_NOOP("PreferenceController", "Arena meshes")): cache_dir,
}


class PreferenceController(QObject):
    """Shows the page and writes its changes to the settings; GUI thread.

    Signals:
        opened: the page was opened.
        removal_wanted: the packages that no bot uses should be removed.
    """

    opened = Signal()
    removal_wanted = Signal()

    def __init__(self, context: WindowContext, tray: TrayController) -> None:
        super().__init__(context.window)
        self._window = context.window
        self._settings = settings = context.settings
        self._session = context.session
        self._notifications = context.notifications
        self._tray = tray
        self._spoken = chosen_language(settings.settings.language)
        self._page: PreferencesDialog | None = None
        self._unused = ""
        settings.subscribe(self._on_settings_changed)

    @Slot()
    def show_page(self) -> None:
        """Opens the settings page, or brings it forward."""
        if self._page is None:
            self._page = PreferencesDialog(
                [(self.tr(name), str(folder())) for name, folder in FOLDERS.items()],
                self._window,
                packages=self.tr(PACKAGES),
            )
            self._page.changed.connect(self._on_changed)
            self._page.interpreter_wanted.connect(self._ask_interpreter)
            self._page.folder_wanted.connect(self._open_folder)
            self._page.removal_wanted.connect(self.removal_wanted)
            self._page.keys_wanted.connect(self._on_keys_wanted)
        self._page.show_value(self._value())
        self._page.show_tray(is_available=self._tray.is_available)
        self._page.show_unused(self._unused)
        self._show_remarks()
        self._page.show()
        self._page.raise_()
        self._page.activateWindow()
        self.opened.emit()

    def _on_settings_changed(self, _before: Settings, _after: Settings) -> None:
        """Shows what was changed elsewhere, such as by the answer "Always" to a question."""
        if self._page is not None and self._page.value != self._value():
            self._page.show_value(self._value())

    @Slot(str)
    def show_unused(self, size: str) -> None:
        """Offers to remove the packages that no bot uses; `size` is empty if there are none."""
        self._unused = size
        if self._page is not None:
            self._page.show_unused(size)

    @Slot()
    def show_about(self) -> None:
        """Opens the about box."""
        box = AboutDialog(facts(), self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.show()

    @Slot(Preferences)
    def _on_changed(self, value: Preferences) -> None:
        before = self._value()
        self._settings.change(
            theme=value.theme,
            language=value.language,
            interpreter=value.interpreter,
            editor=value.editor,
            swap_mode=value.swap_mode.value,
            keep_former_s=value.keep_former_s,
            second_version_mb=value.second_version_mb,
            is_fair=value.is_fair,
            memory_mb=value.memory_mb,
            outside_notices=value.outside_notices,
            has_tray_icon=value.has_tray_icon,
            shows_replays=value.shows_replays,
        )
        self._show_remarks()
        if value.swap_mode is not before.swap_mode:
            self._session.post(SetSwapMode(mode=value.swap_mode))

    def _show_remarks(self) -> None:
        """Shows what is wrong with the interpreter, and that a new language takes effect after a restart."""
        if self._page is not None:
            kept = self._settings.settings
            self._page.show_problem(interpreter_problem(kept.interpreter))
            self._page.show_conflicts(are_there=bool(conflicts(keys_from(kept.drive_keys))))
            self._page.show_restart(is_needed=chosen_language(kept.language) != self._spoken)

    def _value(self) -> Preferences:
        kept = self._settings.settings
        return Preferences(
            theme=kept.theme,
            language=kept.language,
            interpreter=kept.interpreter,
            editor=kept.editor,
            swap_mode=swap_mode_of(kept),
            keep_former_s=kept.keep_former_s,
            second_version_mb=kept.second_version_mb,
            is_fair=kept.is_fair,
            memory_mb=kept.memory_mb,
            outside_notices=kept.outside_notices,
            has_tray_icon=kept.has_tray_icon,
            shows_replays=kept.shows_replays,
        )

    @Slot()
    def _on_keys_wanted(self) -> None:
        from runtime.driving import support  # noqa: PLC0415 - not needed before the dialog is opened

        kept = self._settings.settings
        dialog = DriveKeysDialog(rendered(support()), self._page)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show_value(keys_from(kept.drive_keys), kept.drive_ramp_ms)
        dialog.keys_changed.connect(self._on_keys_changed)
        dialog.ramp_changed.connect(lambda ramp_ms: self._settings.change(drive_ramp_ms=ramp_ms))
        dialog.open()

    @Slot(object)
    def _on_keys_changed(self, keys: Keys) -> None:
        self._settings.change(drive_keys=texts_of(keys))
        self._show_remarks()

    @Slot()
    def _ask_interpreter(self) -> None:
        ask_file(self._page, self.tr("Choose a Python interpreter"), self._on_interpreter_chosen)

    def _on_interpreter_chosen(self, path: Path) -> None:
        if self._page is not None:
            self._page.interpreter.setText(str(path))
            self._page.interpreter.editingFinished.emit()

    @Slot(str)
    def _open_folder(self, name: str) -> None:
        folder = next(place() for key, place in FOLDERS.items() if name in (key, self.tr(key)))
        try:
            reason = open_folder(made(folder))
        except FolderError as error:
            words = self.tr("The folder {folder} cannot be created: {reason}.")
            reason = words.format(folder=folder, reason=error.reason)
        self._notifications.refuse(reason)


def interpreter_problem(path: str) -> str:
    """Returns what is wrong with the path of an interpreter, without running it; empty for nothing."""
    if not path:
        return ""
    if not Path(path).is_file():
        return translate("PreferenceController", "{0} does not exist. Bots use Kickabout's own Python instead.").format(
            path
        )
    if os.access(path, os.X_OK):
        return ""
    return translate("PreferenceController", "{0} is not executable.").format(path)


def create(context: WindowContext, tray: TrayController) -> PreferenceController:
    """Creates the controllers."""
    controller = PreferenceController(context, tray)
    environments = EnvironmentController(context.notifications, controller)
    controller.opened.connect(environments.refresh)
    controller.removal_wanted.connect(environments.remove)
    environments.found.connect(controller.show_unused)
    context.window.commands.settings.triggered.connect(controller.show_page)
    context.window.commands.about.triggered.connect(controller.show_about)
    return controller
