"""The window as a program: built once, for later starts too, and built anew for another language."""

from pathlib import Path
from typing import Final

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from app.services.background_tasks import Errands
from app.services.garbage import GarbageCollector
from app.services.paths import config_dir
from app.services.screen import start_qt
from app.services.settings import SettingsFile, SettingsStore
from app.services.signals import quitting_on_signals
from app.services.single_instance import SingleInstance, hand_over, instance_name
from app.services.translation import set_language
from app.services.turns import give_short_turns
from app.session.match_runner import match_runner
from app.window import Desktop
from resources.looks import icon

WRITE_S: Final = 5.0
"""So long the program waits in the end for settings that are being written."""


def run_window(match: Path | None, bots: tuple[Path, ...], *, is_new: bool = False) -> int:
    """Opens the window with a match, with bots, or with the last document, and returns when it is closed.

    A window that is open already gets the files instead, unless a new one is asked for.
    """
    give_short_turns()
    application = start_qt()
    name = instance_name()
    if not is_new and hand_over(name, (*([match] if match else []), *bots)):
        return 0
    instance = SingleInstance("" if is_new else name)
    instance.listen()  # before the window is built, which takes a while: who starts twice gets one window
    application.setApplicationName("Kickabout")
    application.setDesktopFileName("kickabout")
    application.setWindowIcon(QIcon(str(icon("kickabout"))))
    writer = Errands(1)
    store = SettingsStore(SettingsFile(config_dir()), writer.run)
    try:
        return _run_windows(application, store, instance, match, bots)
    finally:
        instance.close()
        if writer.stop(WRITE_S):
            store.flush()


def _run_windows(
    application: QApplication,
    store: SettingsStore,
    instance: SingleInstance,
    match: Path | None,
    bots: tuple[Path, ...],
) -> int:
    """Opens one window, and another one in its place as long as one is wanted."""
    set_language(application, store.settings.language)
    desktop = Desktop(application, store, lambda match, wish: match_runner(match, wish, store.settings))
    desktop.open(match, bots)
    desktop.assistance.start(is_first=store.is_first and not match and not bots)
    while True:
        code = _run(application, desktop, instance)
        if not desktop.reopening.is_wanted:
            return code
        carried = desktop.reopening.carried()
        desktop.reopening.take_down(desktop)
        set_language(application, store.settings.language)
        desktop = Desktop(application, store, lambda match, wish: match_runner(match, wish, store.settings))
        desktop.open(None, (), carried)
        desktop.assistance.start(is_first=False)


def _run(application: QApplication, desktop: Desktop, instance: SingleInstance) -> int:
    """Returns when the window is closed; later starts come to it meanwhile."""
    garbage = GarbageCollector(desktop)
    desktop.preload.loaded.connect(garbage.set_aside)
    application.aboutToQuit.connect(garbage.stop)
    instance.started_again.connect(desktop.arrivals.take_start)
    with quitting_on_signals(desktop.closing.close_now):
        code = application.exec()
    instance.started_again.disconnect(desktop.arrivals.take_start)
    return code
