"""The longest time for which the window does not respond while 2,000 bots are found and searched.

Runs in a process of its own, `python -m bench.library FOLDER`, which prints JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bench.figures import Figure, median
from bench.offscreen import OFFSCREEN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit

    from app.window import Desktop

ROUNDS = 3
BOTS = 2000
TICK_MS = 5
BAR_MS = 50.0
TYPED = "python bot 7"
PATIENCE_S = 120
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="{r}"/></svg>'
DOCUMENT = """[settings]
agent_id = "bench/bot{number}"
name = "Bot {number}"
logo_file = "logo.svg"
run_command = "python bot.py"
run_command_linux = "python3 bot.py"

[details]
description = "Bot number {number}, one of very many."
developer = "Developer {developer}"
language = "{language}"
tags = ["1v1", "teamplay"]
"""


def measure(meshes: Path) -> list[Figure]:
    """Longest gap between ticks of a timer of the window: first scan, second scan, and typing into the search."""
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        make_bots(Path(folder) / "bots", BOTS)
        rounds = [_round(Path(folder), number) for number in range(ROUNDS)]
    figures = []
    for name in rounds[0]:
        detail = {key: median([found[name][key] for found in rounds]) for key in rounds[0][name]}
        gap = detail.pop("longest ms")
        figure = Figure(name=f"library {name}", value=gap, unit="ms", bound=BAR_MS, sense="at most", detail=detail)
        figures.append(figure)
    return figures


def _round(folder: Path, number: int) -> dict[str, dict[str, float]]:
    home = folder / f"home{number}"
    environment = {**os.environ, "QT_QPA_PLATFORM": OFFSCREEN, "KICKABOUT_HOME": str(home)}
    command = [sys.executable, "-m", "bench.library", str(folder / "bots")]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=PATIENCE_S, check=True, text=True)
    return json.loads(done.stdout)


def make_bots(folder: Path, count: int) -> None:
    """Writes bots with a program of seven files each, in folders of a hundred."""
    for number in range(count):
        home = folder / f"pack{number // 100}" / f"bot{number}"
        (home / "src").mkdir(parents=True)
        language = ("python", "rust", "c#")[number % 3]
        text = DOCUMENT.format(number=number, developer=number % 37, language=language)
        (home / "bot.toml").write_text(text, encoding="utf-8")
        (home / "logo.svg").write_text(LOGO.format(r=10 + number % 20), encoding="utf-8")
        (home / "README.md").write_text(f"# Bot {number}\n\nOne of **many**.\n", encoding="utf-8")
        for part in range(6):
            (home / "src" / f"part{part}.py").write_text(f"# {number} {part}\n" * 50, encoding="utf-8")


class Stopwatch:
    """A timer of the window that records its longest delay."""

    def __init__(self) -> None:
        from PySide6.QtCore import QTimer

        self._timer = QTimer(interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._last = 0.0
        self.gaps: list[float] = []

    def start(self) -> None:
        self.gaps = []
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> dict[str, float]:
        self._timer.stop()
        ordered = sorted(self.gaps)
        return {
            "longest ms": ordered[-1],
            "p99 ms": ordered[int(0.99 * len(ordered))],
            "seconds": sum(ordered) / 1000,
        }

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append(1000 * (now - self._last))
        self._last = now


def _watch(bots: Path) -> None:
    """Opens a window and prints what was measured."""
    from PySide6.QtWidgets import QApplication

    from app.services.garbage import GarbageCollector
    from app.services.paths import config_dir
    from app.services.settings import SettingsFile, SettingsStore
    from bench.real_window import open_desktop

    application = QApplication([])
    desktop = open_desktop(application, SettingsStore(SettingsFile(config_dir())), lambda *_: None)
    garbage = GarbageCollector(desktop)
    desktop.preload.loaded.connect(garbage.set_aside)
    detail = _search_while_scanning(desktop, bots)
    desktop.panels["library"].stop()
    desktop.preload.stop()
    print(json.dumps(detail), flush=True)
    os._exit(0)  # a window that is only measured is not closed


def _search_while_scanning(desktop: "Desktop", bots: Path) -> dict[str, dict[str, float]]:
    """Acts like a user while the bots are found, scanned again and searched; returns the gaps of each."""
    panel, watch, detail = desktop.window.library, Stopwatch(), {}
    _pause(1500)  # work that follows the start
    watch.start()
    _pause(1000)
    idle = watch.stop()["longest ms"]
    watch.start()
    desktop.panels["library"].add_folder(bots)
    _pause(100)
    while desktop.panels["library"].is_scanning:
        _type_and_erase(panel.filters.search)
    _pause(200)
    detail["first scan"] = watch.stop()
    assert panel.model.total >= BOTS, panel.model.total
    watch.start()
    desktop.panels["library"].rescan()
    _wait_until(lambda: not desktop.panels["library"].is_scanning)
    detail["second scan"] = watch.stop()
    watch.start()
    _type_and_erase(panel.filters.search)
    for step in range(40):
        panel.view.verticalScrollBar().setValue(step * panel.view.verticalScrollBar().maximum() // 40)
        _pause(10)
    detail["search"] = watch.stop()
    return {name: {**found, "idle ms": idle} for name, found in detail.items()}


def _type_and_erase(search: "QLineEdit") -> None:
    from PySide6.QtTest import QTest

    for letter in TYPED:
        QTest.keyClicks(search, letter)
        _pause(40)
    search.clear()
    _pause(150)


def _pause(milliseconds: int) -> None:
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _wait_until(is_done: Callable[[], bool]) -> None:
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    poll = QTimer(interval=20)
    poll.timeout.connect(lambda: is_done() and loop.quit())
    poll.start()
    loop.exec()
    poll.stop()


if __name__ == "__main__":
    _watch(Path(sys.argv[1]))
