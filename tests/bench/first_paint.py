"""From the start of the process to the first paint of the window, against an empty window with the same imports.

Runs in processes of its own, `python -m tests.bench.first_paint real` and `... empty MODULES`; each prints JSON.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.figures import Figure, median
from tests.bench.processes import ROOT
from tests.offscreen import OFFSCREEN

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

ROUNDS = 9
WARM_UP = 2
"""Rounds that fill the caches of file system and compiled modules and are not counted."""
PATIENCE_S = 60
SIZE = (1280, 800)


def measure(meshes: Path) -> list[Figure]:
    """The ratio of the two, each the median of rounds that take turns."""
    del meshes
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        modules = Path(folder) / "modules"
        rounds = [(_start(Path(folder), "real", modules), _start(Path(folder), "empty", modules)) for _ in _all()]
    real, empty = zip(*rounds[WARM_UP:], strict=True)
    ratio, of_processor = (
        median([ours[place] / bare[place] for ours, bare in zip(real, empty, strict=True)]) for place in (0, 1)
    )
    detail = {"ms": median([ours[0] for ours in real]), "empty ms": median([bare[0] for bare in empty])}
    detail["of the processor"] = of_processor
    return [Figure(name="first paint", value=ratio, unit="ratio", bound=1.5, sense="at most", detail=detail)]


def _all() -> range:
    return range(WARM_UP + ROUNDS)


def _start(folder: Path, what: str, modules: Path) -> tuple[float, float]:
    """Milliseconds until a window was painted, on the clock and of the processor.

    Settings and compiled modules are kept below `folder`.
    """
    environment = {**os.environ, "QT_QPA_PLATFORM": OFFSCREEN, "KICKABOUT_HOME": str(folder / "home")}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "tests.bench.first_paint", what, str(modules)]
    began = time.time()
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, timeout=PATIENCE_S, check=True, text=True
    )
    at, own = (float(word) for word in done.stdout.split())
    return 1000 * (at - began), 1000 * own


def _real(modules: Path) -> None:
    """Starts the window as `kickabout` does; leaves the names of all modules that it needed until it was painted."""
    from PySide6.QtWidgets import QMainWindow, QWidget

    from app.cli import main

    def painted(at: float) -> None:
        modules.write_text(json.dumps(sorted(sys.modules)), encoding="utf-8")
        _leave(at)

    def show(window: QMainWindow) -> None:
        _tell_when_painted(window, painted)
        QWidget.show(window)

    QMainWindow.show = show  # type: ignore[method-assign]
    main(["window", "--new-window"])


def _empty(modules: Path) -> None:
    """Imports the same modules and shows an empty window."""
    for name in json.loads(modules.read_text(encoding="utf-8")):
        if name != "__main__":
            importlib.import_module(name)
    from PySide6.QtWidgets import QApplication, QMainWindow

    application = QApplication(sys.argv[:1])
    window = QMainWindow()
    window.resize(*SIZE)
    _tell_when_painted(window, _leave)
    window.show()
    application.exec()


def _tell_when_painted(window: "QMainWindow", tell: Callable[[float], None]) -> None:
    """Calls with the time of day when everything of a window has been painted: its topmost child is painted last."""
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    class Last(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            del event
            tell(time.time())

    last = Last(window)
    last.setGeometry(0, 0, 1, 1)
    last.raise_()


def _leave(at: float) -> None:
    print(at, time.process_time(), flush=True)
    os._exit(0)  # a window that is only measured needs no farewell


if __name__ == "__main__":
    {"real": _real, "empty": _empty}[sys.argv[1]](Path(sys.argv[2]))
