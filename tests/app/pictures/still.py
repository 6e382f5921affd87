"""Draws the window so that every machine gets the same pictures: `python -m tests.app.pictures.still FOLDER VARIANT`.

Prints, as JSON, which fonts there are and what is wrong with the layout of which scene. `render` starts it with fonts,
zone of time and language of its own. Nothing in a picture tells of the machine or of the hour: paths are those of
somebody, and it is always a quarter past eight.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.offscreen import OFFSCREEN

os.environ.setdefault("QT_QPA_PLATFORM", OFFSCREEN)

from PySide6.QtCore import QDate, QDateTime, QTime, QTimer
from PySide6.QtGui import QFontDatabase, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTextBrowser, QWidget

from app.services.background_tasks import BackgroundTasks
from app.services.translation import set_language
from app.window import Desktop
from tests.app.pictures.comparing import pixels_of, save_whole
from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import lasting_faults
from tests.app.pictures.scenes import SCENES, close_desktop, many_bots, open_desktop
from tests.app.pictures.variants import VARIANTS, Variant

ROOT: Final = Path(__file__).resolve().parents[3]
FONTS: Final = Path(__file__).resolve().parent / "fonts"
FAMILIES: Final = {"DejaVu Sans", "DejaVu Sans Mono"}
NOW: Final = QDateTime(QDate(2026, 1, 3), QTime(20, 15))
SOMEWHERE: Final = "/home/somebody/kickabout"
STEP_MS: Final = 40
PATIENCE: Final = 100
SOON_MS: Final = 1000
"""A timer that goes off once, and sooner than this, may still change what is seen, as one that goes off at once."""


def render(variant: Variant, folder: Path, home: Path) -> "subprocess.Popen[str]":
    """Begins to draw the pictures of a variant into a folder."""
    spared = ("QT_", "LC_", "LANG", "FONTCONFIG", "XDG_")
    env = {key: value for key, value in os.environ.items() if not key.startswith(spared)}
    env |= {
        "PYTHONPATH": str(ROOT),
        "KICKABOUT_HOME": str(home),
        "FONTCONFIG_FILE": str(FONTS / "fonts.conf"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "QT_QPA_PLATFORM": OFFSCREEN,
        "QT_SCALE_FACTOR": str(variant.scale),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.app.pictures.still", str(folder), variant.name],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0])
    variant = next(each for each in VARIANTS if each.name == arguments[1])
    home = Path(os.environ["KICKABOUT_HOME"])
    QDateTime.currentDateTime = staticmethod(lambda: NOW)  # type: ignore[assignment, method-assign]
    application = QApplication(sys.argv[:1])
    application.setCursorFlashTime(0)
    set_language(application, variant.language)
    desktop = open_desktop(application, home, variant.theme, variant.size, folders=[many_bots(home / "bots")])
    faults = {}
    for name in (each for each in SCENES if each in variant.measured):
        shown = SCENES[name](desktop)
        picture = still(desktop, shown, home)
        save_whole(pixels_of(picture), folder / f"{name}.png")
        faults[name] = [*lasting_faults(shown), *pale_texts(shown)]
        if shown is not desktop.window:
            shown.close()
    close_desktop(desktop)
    print(json.dumps({"families": QFontDatabase.families(), "faults": faults}, indent=1))
    return 0


def still(desktop: Desktop, shown: QWidget, home: Path) -> QImage:
    """What a scene looks like once nothing moves any more."""
    before = QImage()
    for _ in range(PATIENCE):
        QTest.qWait(STEP_MS)
        _disguise(shown, str(home))
        now = shown.grab().toImage()
        if now == before and not _is_busy(desktop):
            return now
        before = now
    raise TimeoutError("the scene does not come to rest")


def _is_busy(desktop: Desktop) -> bool:
    timers = [timer for part in (desktop, desktop.window) for timer in part.findChildren(QTimer) if timer.isActive()]
    return (
        desktop.context.panels["library"].is_scanning
        or any(tasks.is_busy for tasks in desktop.findChildren(BackgroundTasks))
        or any(timer.interval() == 0 or (timer.isSingleShot() and timer.interval() < SOON_MS) for timer in timers)
    )


def _disguise(shown: QWidget, home: str) -> None:
    """Puts somebody's folder in place of the one that this machine has."""
    for label in shown.findChildren(QLabel):
        if home in label.text():
            label.setText(label.text().replace(home, SOMEWHERE))
    for browser in shown.findChildren(QTextBrowser):
        while not (found := browser.document().find(home)).isNull():
            found.insertText(SOMEWHERE)
            browser.moveCursor(QTextCursor.MoveOperation.Start)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
