"""Draws the pictures of the documentation anew: `python -m tests.app.pictures.draw`.

A real match is played for those of a running match; the error in the log comes from a script.
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.offscreen import OFFSCREEN

os.environ["QT_QPA_PLATFORM"] = OFFSCREEN

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.services.settings import Settings
from app.services.translation import set_language
from app.session.match_runner import match_runner
from app.window import Desktop
from resources.languages import SOURCE_LANGUAGE
from tests.app.pictures.scenes import close_desktop, log, match_settings, open_desktop, wait_until

IMAGES = Path(__file__).resolve().parents[3] / "docs" / "images"
SIZE = (1280, 800)
PLAYED_S = 16.0


def main() -> int:
    application = QApplication(sys.argv[:1])
    set_language(application, SOURCE_LANGUAGE)
    with tempfile.TemporaryDirectory() as home:
        os.environ["KICKABOUT_HOME"] = home
        _draw_match(application, Path(home))
        _draw_log(application, Path(home))
    return 0


def _draw_match(application: QApplication, home: Path) -> None:
    desktop = open_desktop(application, home, "dark", SIZE, make_runner=_real_runner)
    _save(match_settings(desktop), "settings")
    desktop.window.pages.setCurrentIndex(0)
    desktop.window.bottom.start_button.click()
    wait_until(lambda: _played_s(desktop) > PLAYED_S)
    for theme in ("light", "dark"):
        desktop.appearance.choose(theme)
        QTest.qWait(1500)
        _save(desktop.window, f"window-{theme}")
    close_desktop(desktop)


def _draw_log(application: QApplication, home: Path) -> None:
    desktop = open_desktop(application, home, "dark", SIZE)
    _save(log(desktop), "log")
    close_desktop(desktop)


def _real_runner(match, wish):
    return match_runner(match, wish, Settings())


def _played_s(desktop: Desktop) -> float:
    view = desktop.window.stage.canvas.view
    return view.seconds_elapsed if view is not None else 0.0


def _save(widget, name: str) -> None:
    widget.grab().save(str(IMAGES / f"{name}.png"))


if __name__ == "__main__":
    sys.exit(main())
