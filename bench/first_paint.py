"""From `launch.py` to the first paint of the window, warm, against a plain window of the same interpreter.

In an installed Kickabout, the start is that of the installed program.

The plain window is a QMainWindow in a program that imports PySide6's three modules and nothing of Kickabout. The
start hook of `paint_hook/sitecustomize.py` prints when either window has been painted.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import Figure, median
from bench.offscreen import OFFSCREEN
from bench.processes import ROOT

ROUNDS = 9
WARM_UP = 2
"""Rounds that fill the caches of file system and compiled modules and are not counted."""
PATIENCE_S = 60
LIMIT = 1.6
HOOK = Path(__file__).resolve().parent / "paint_hook"
PLAIN = """
from PySide6 import QtCore, QtGui, QtWidgets
application = QtWidgets.QApplication([])
window = QtWidgets.QMainWindow()
window.resize(1280, 800)
window.show()
application.exec()
"""


def measure(meshes: Path) -> list[Figure]:
    """The ratio of the two, a median of rounds that take turns."""
    del meshes
    program = [str(ROOT / "launch.py")] if (ROOT / "launch.py").exists() else ["-m", "app.__main__"]
    ours = [sys.executable, *program, "--new-window"]
    plain = [sys.executable, "-c", PLAIN]
    with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
        rounds = [(_paint_ms(ours, folder), _paint_ms(plain, folder)) for _ in range(WARM_UP + ROUNDS)][WARM_UP:]
    ratio = median([first / second for first, second in rounds])
    detail = {"ms": median([first for first, _ in rounds]), "plain ms": median([second for _, second in rounds])}
    return [Figure(name="first paint", value=ratio, unit="ratio", bound=LIMIT, sense="at most", detail=detail)]


def _paint_ms(command: list[str], home: str) -> float:
    """Milliseconds from the start of a process to the first paint of its main window."""
    environment = {**os.environ, "QT_QPA_PLATFORM": OFFSCREEN, "KICKABOUT_HOME": home, "PYTHONPATH": str(HOOK)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.time()
    done = subprocess.run(
        command, cwd=home, env=environment, stdout=subprocess.PIPE, timeout=PATIENCE_S, check=True, text=True
    )
    return 1000 * (float(done.stdout.split()[-1]) - began)
