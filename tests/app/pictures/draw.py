"""Draws the pictures of the documentation: `python -m tests.app.pictures.draw [GROUP ...]`, by default all `GROUPS`.

The pictures of a running match show a real match; the log with an error and the environment page come from scenes.
"""

import os
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from bench.offscreen import OFFSCREEN

os.environ["QT_QPA_PLATFORM"] = OFFSCREEN

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget

from app.services.settings import Settings
from app.services.translation import set_language
from app.session.match_runner import match_runner
from resources.examples import example_bots
from resources.languages import SOURCE_LANGUAGE
from runtime.model.states import Phase
from tests.app.pictures.scenes import close_desktop, environment, log, match_settings, open_desktop, wait_until

IMAGES = Path(__file__).resolve().parents[3] / "docs" / "images"
SIZE = (1280, 800)
PLAYED_S = 16.0
DRIVEN_MS = 1000
"""Long enough for the car to come near the ball of the kickoff."""
TRAINED_MS = 60_000
PANEL_SIZE = (960, 420)


def main(names: Collection[str]) -> int:
    """Draws the pictures of these groups, or all pictures."""
    application = QApplication(sys.argv[:1])
    set_language(application, SOURCE_LANGUAGE)
    with tempfile.TemporaryDirectory() as home:
        os.environ["KICKABOUT_HOME"] = home
        for name, draw_group in GROUPS.items():
            if not names or name in names:
                draw_group(application, Path(home))
    return 0


def draw_match(application: QApplication, home: Path) -> None:
    """Draws the match settings, and a running match in both themes."""
    desktop = open_desktop(
        application, home, "dark", SIZE, make_runner=lambda match, choice: match_runner(match, choice, Settings())
    )
    canvas = desktop.window.stage.canvas
    draw(match_settings(desktop), "settings")
    desktop.window.pages.setCurrentIndex(0)
    desktop.window.bottom.start_button.click()
    wait_until(lambda: canvas.view is not None and canvas.view.seconds_elapsed > PLAYED_S)
    for theme in ("light", "dark"):
        desktop.appearance.choose(theme)
        QTest.qWait(1500)
        draw(desktop.window, f"window-{theme}")
    draw_panels(desktop)
    close_desktop(desktop)


def draw_panels(desktop) -> None:
    """Draws the plots and the feed of the running match, each as large as in a window of its own."""
    window = desktop.window
    for key, widget in (("plots", window.plots), ("feed", desktop.panels["feed"].panel)):
        dock = window.workspace.findChild(QDockWidget, key)
        dock.setFloating(True)
        dock.resize(*PANEL_SIZE)
        window.workspace.show_panel(key)
        for plot in ("performance", "control", "match", "system") if key == "plots" else ("",):
            window.plots.choose((plot,))
            QTest.qWait(1000)
            draw(widget, f"{key}-{plot}".rstrip("-"))
        dock.setFloating(False)


def draw_driving(application: QApplication, home: Path) -> None:
    """Draws the sandbox during a match of the user against a bot, and the view of the driver."""
    desktop = open_desktop(
        application, home, "dark", SIZE, make_runner=lambda match, choice: match_runner(match, choice, Settings())
    )
    window, driving = desktop.window, desktop.window.stage.driving
    desktop.panels["drive"].play_against(example_bots() / "chaser" / "bot.toml")
    window.workspace.show_panel("sandbox")
    wait_until(driving.isVisible)
    QTest.keyPress(driving, Qt.Key.Key_W)
    QTest.mousePress(driving, Qt.MouseButton.LeftButton)
    wait_until(lambda: desktop.session.view.phase in (Phase.KICKOFF, Phase.ACTIVE))
    QTest.qWait(DRIVEN_MS)
    draw(window, "driving")
    close_desktop(desktop)


def draw_training(application: QApplication, home: Path) -> None:
    """Draws the page of training runs after a minute of a real run."""
    desktop = open_desktop(application, home, "dark", SIZE)
    desktop.window.header.training_button.click()
    training = desktop.panels["training"]
    wait_until(lambda: training.page is not None and training.page.page.is_revealed)
    controller = training.page
    controller.document.save_as(home / "reach_the_ball.run.toml")
    controller.page.start_button.click()
    wait_until(lambda: controller.page.live.canvas.view is not None and "reward" in controller.metrics.names)
    QTest.qWait(TRAINED_MS)
    draw(desktop.window, "training")
    desktop.training.stop()
    wait_until(lambda: not desktop.training.is_running)
    close_desktop(desktop)


def draw_log(application: QApplication, home: Path) -> None:
    """Draws the log with an error."""
    desktop = open_desktop(application, home, "dark", SIZE)
    draw(log(desktop), "log")
    close_desktop(desktop)


def draw_environment(application: QApplication, home: Path) -> None:
    """Draws the environment page with a server that has to be downloaded."""
    desktop = open_desktop(application, home, "dark", SIZE)
    draw(environment(desktop), "environment")
    close_desktop(desktop)


def draw(widget, name: str) -> None:
    """Writes a picture of a widget into the folder of the documentation."""
    widget.grab().save(str(IMAGES / f"{name}.png"))


GROUPS = {
    "match": draw_match,
    "driving": draw_driving,
    "training": draw_training,
    "log": draw_log,
    "environment": draw_environment,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
