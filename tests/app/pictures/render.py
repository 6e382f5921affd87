"""Renders the scenes of the window so that every machine gets the same pictures.

`python -m tests.app.pictures.render FOLDER VARIANT` writes one picture per scene into the folder and prints a `Report`
as JSON. `render` runs this in a process with fixed fonts, time zone and locale. The pictures show neither folders of
this machine nor the current time.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bench.offscreen import OFFSCREEN

os.environ.setdefault("QT_QPA_PLATFORM", OFFSCREEN)

from PySide6.QtCore import QDate, QDateTime, QTime, QTimer
from PySide6.QtGui import QFontDatabase, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTextBrowser, QWidget

from app.services.background_tasks import BackgroundTasks
from app.services.translation import set_language
from app.window import Desktop
from resources.languages import SOURCE_LANGUAGE
from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import lasting_faults
from tests.app.pictures.scenes import SCENES, close_desktop, many_bots, open_desktop

ROOT: Final = Path(__file__).resolve().parents[3]
FONTS: Final = Path(__file__).resolve().parent / "fonts"
FAMILIES: Final = {"DejaVu Sans", "DejaVu Sans Mono"}
"""The font families of `FONTS`; Qt uses the folder on Linux only."""
NOW: Final = QDateTime(QDate(2026, 1, 3), QTime(20, 15))
SHOWN_HOME: Final = "/home/somebody/kickabout"
RENDER_TIMEOUT_S: Final = 300
STEP_MS: Final = 40
STEPS: Final = 100
SHORT_MS: Final = 1000
"""Single-shot timers shorter than this may still change the picture; the renderer does not wait for longer ones."""
WINDOW_SCENES: Final = ("library", "match_settings", "notices", "running", "log", "palette")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A theme, size, language and scale that the window is rendered in."""

    name: str
    theme: str
    size: tuple[int, int]
    """Width and height of the window in device-independent pixels."""
    language: str = SOURCE_LANGUAGE
    scale: int = 1
    """Physical pixels per device-independent pixel."""
    scenes: tuple[str, ...]
    """The scenes that are rendered; the layout rules are checked for each of them."""
    references: tuple[str, ...] = ()
    """The scenes that are compared with a reference picture."""


VARIANTS: Final = (
    Variant(
        name="light",
        theme="light",
        size=(1280, 800),
        scenes=(*WINDOW_SCENES, "preferences", "packs", "environment", "cameras"),
        references=("match_settings", "cameras"),
    ),
    Variant(
        name="dark",
        theme="dark",
        size=(1280, 800),
        scenes=(*WINDOW_SCENES, "preferences", "packs", "environment", "drawings", "cameras"),
        references=("library", "running", "drawings", "cameras"),
    ),
    Variant(
        name="small",
        theme="light",
        size=(1024, 640),
        scenes=("first_start", "library", "notices", "running", "preferences", "environment"),
        references=("running",),
    ),
    Variant(
        name="dense",
        theme="dark",
        size=(1280, 720),
        scale=2,
        scenes=("library", "running", "preferences"),
    ),
    Variant(
        name="german",
        theme="dark",
        size=(1024, 640),
        language="de",
        scenes=("first_start", *WINDOW_SCENES, "preferences", "about", "packs", "environment"),
        references=("log",),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Facts that the rendering process knows besides the pictures."""

    families: list[str]
    """The font families that Qt found."""
    faults: dict[str, list[str]]
    """Violations of the layout and contrast rules, by scene."""


def render(variant: Variant, folder: Path) -> Report:
    """Writes the pictures of a variant into an existing folder.

    Raises:
        RuntimeError: the process failed; the message has its output.
        subprocess.TimeoutExpired: the process took longer than `RENDER_TIMEOUT_S`.
    """
    home = folder / "home"
    home.mkdir()
    replaced = ("QT_", "LC_", "LANG", "FONTCONFIG", "XDG_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(replaced)}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "KICKABOUT_HOME": str(home),
        "FONTCONFIG_FILE": str(FONTS / "fonts.conf"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "QT_QPA_PLATFORM": OFFSCREEN,
        "QT_SCALE_FACTOR": str(variant.scale),
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.pictures.render", str(folder), variant.name],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        timeout=RENDER_TIMEOUT_S,
    )
    if done.returncode:
        raise RuntimeError(f"rendering {variant.name} failed with exit code {done.returncode}: {done.stderr}")
    return Report(**json.loads(done.stdout))


def main(folder: Path, name: str) -> int:
    variant = next(each for each in VARIANTS if each.name == name)
    home = Path(os.environ["KICKABOUT_HOME"])
    QDateTime.currentDateTime = staticmethod(lambda: NOW)  # type: ignore[assignment, method-assign]
    application = QApplication(sys.argv[:1])
    application.setCursorFlashTime(0)
    set_language(application, variant.language)
    desktop = open_desktop(application, home, variant.theme, variant.size, folders=[many_bots(home / "bots")])
    faults = {}
    for scene in (each for each in SCENES if each in variant.scenes):
        shown = SCENES[scene](desktop)
        _still_picture(desktop, shown, home).save(str(folder / f"{scene}.png"))
        faults[scene] = [*lasting_faults(shown), *pale_texts(shown)]
        if shown is not desktop.window:
            shown.close()
    close_desktop(desktop)
    print(json.dumps(asdict(Report(families=QFontDatabase.families(), faults=faults))))
    return 0


def _still_picture(desktop: Desktop, shown: QWidget, home: Path) -> QImage:
    """A picture of a window once two in a row are equal and no background job is active."""
    before = QImage()
    for _ in range(STEPS):
        QTest.qWait(STEP_MS)
        _replace_home(shown, str(home))
        now = shown.grab().toImage()
        if now == before and not _is_busy(desktop):
            return now
        before = now
    raise TimeoutError("the scene keeps changing")


def _is_busy(desktop: Desktop) -> bool:
    timers = [timer for part in (desktop, desktop.window) for timer in part.findChildren(QTimer) if timer.isActive()]
    return (
        desktop.panels["library"].is_scanning
        or any(tasks.is_busy for tasks in desktop.findChildren(BackgroundTasks))
        or any(timer.interval() == 0 or (timer.isSingleShot() and timer.interval() < SHORT_MS) for timer in timers)
    )


def _replace_home(shown: QWidget, home: str) -> None:
    """Replaces the temporary home folder in the texts of a window by `SHOWN_HOME`."""
    for label in shown.findChildren(QLabel):
        if home in label.text():
            label.setText(label.text().replace(home, SHOWN_HOME))
    for browser in shown.findChildren(QTextBrowser):
        while not (found := browser.document().find(home)).isNull():
            found.insertText(SHOWN_HOME)
            browser.moveCursor(QTextCursor.MoveOperation.Start)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
