"""A real window on an invisible screen, built as by the command `kickabout`."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.frame import Frame
from app.program import SWITCH_S
from app.services.garbage import GarbageCollector
from app.services.paths import config_dir
from app.services.settings import SettingsFile, SettingsStore
from app.session.match_runner import match_runner
from app.window import Desktop

PATIENCE_S = 60.0


def open_desktop(application, store, make_runner, match=None, bots=(), *, is_first=False):
    """Builds a window at once, without waiting for its first paint."""
    frame = Frame(application, store)
    frame.window.show()
    frame.furnish()
    desktop = Desktop(application, store, make_runner, frame)
    for _ in desktop.build(match, bots, is_first=is_first):
        pass
    return desktop


def open_window(match: Path | None, size: tuple[int, int] = (1600, 1000)) -> Desktop:
    """Opens the window with a match document, or with an empty match."""
    sys.setswitchinterval(SWITCH_S)
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    store = SettingsStore(SettingsFile(config_dir()))
    desktop = open_desktop(application, store, lambda match, choice: match_runner(match, choice, store.settings), match)
    garbage = GarbageCollector(desktop)
    desktop.preload.loaded.connect(garbage.set_aside)
    desktop.session.ended.connect(garbage.look_through_all)
    desktop.window.resize(*size)
    return desktop


def pause(milliseconds: int) -> None:
    """Lets the window run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(condition: Callable[[], bool], step_ms: int = 20) -> None:
    """Lets the window run until a condition holds.

    Raises:
        TimeoutError: it did not hold within `PATIENCE_S`.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        pause(step_ms)
