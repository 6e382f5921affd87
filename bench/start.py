"""From the click on Start to the first kickoff packet at a bot, against the bare start of the slowest bot.

A real window plays a match of two example bots several times; the bots themselves record when they get the packet. The
first start after the window has opened is the cold one. Runs in processes of its own, `python -m bench.start
DOCUMENT STARTS`, which print JSON.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.figures import Figure, median
from bench.offscreen import OFFSCREEN
from bench.processes import ROOT, bot_environment, started
from resources.examples import example_bots

WINDOWS = 3
STARTS = 4
"""In each window; all but the first are warm."""
ALLOWED_S = 0.4
LIMIT_S = 300.0
BOTS = {"striker": "Striker", "chaser": "Chaser"}
NOTE = "kickoff.txt"
NOTING = """
import pathlib as _pathlib, time as _time

class Noting({bot}):
    has_noted = False

    def get_output(self, packet):
        if not self.has_noted and packet.match_info.match_phase == flat.MatchPhase.Kickoff:
            self.has_noted = True
            _pathlib.Path(__file__).with_name("{note}").write_text(str(_time.time()))
        return super().get_output(packet)

{bot} = Noting
"""
DOCUMENT = """
[match]
start_without_countdown = true
[[cars]]
team = 0
config_file = "striker/bot.toml"
[[cars]]
team = 1
config_file = "chaser/bot.toml"
"""


def measure(meshes: Path) -> list[Figure]:
    """The seconds that Kickabout adds to the bots' own start, warm."""
    cold, warm, bare = [], [], []
    for _ in range(WINDOWS):
        with tempfile.TemporaryDirectory(prefix="kickabout-bench-") as folder:
            shutil.copytree(meshes, Path(folder) / "home" / "cache")
            bare += [max(map(bare_start, BOTS)) for _ in range(STARTS)]
            first, *others = _starts(Path(folder))
        cold.append(first)
        warm += others
    detail = {"warm s": median(warm), "bare s": median(bare), "cold over bare s": median(cold) - median(bare)}
    added = median(warm) - median(bare)
    return [Figure(name="start", value=added, unit="s", bound=ALLOWED_S, sense="at most", detail=detail)]


def _starts(folder: Path) -> list[float]:
    """Returns the seconds of each start in one window."""
    for name, kind in BOTS.items():
        shutil.copytree(example_bots() / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        source = folder / name / "bot.py"
        head, main, tail = source.read_text(encoding="utf-8").partition('\nif __name__ == "__main__":')
        source.write_text(head + NOTING.format(bot=kind, note=NOTE) + main + tail, encoding="utf-8")
    document = folder / "match.toml"
    document.write_text(DOCUMENT, encoding="utf-8")
    environment = {**os.environ, "QT_QPA_PLATFORM": OFFSCREEN, "KICKABOUT_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "bench.start", str(document), str(STARTS)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, timeout=LIMIT_S, check=True, text=True
    )
    starts: list[float] = json.loads(done.stdout)
    return starts


def _click_and_wait(document: Path, starts: int) -> list[float]:
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from bench.real_window import open_window, pause, wait_until

    desktop = open_window(document)
    bottom = desktop.window.bottom
    notes = [document.parent / name / NOTE for name in BOTS]
    wait_until(bottom.start_button.isEnabled)
    pause(1500)  # the window still loads, and a user would look at it first
    taken = []
    for _ in range(starts):
        clicked_at = time.time()
        QTest.mouseClick(bottom.start_button, Qt.MouseButton.LeftButton)
        wait_until(lambda: all(map(Path.exists, notes)) and all(note.stat().st_size for note in notes))
        taken.append(min(float(note.read_text(encoding="ascii")) for note in notes) - clicked_at)
        QTest.mouseClick(bottom.stop_button, Qt.MouseButton.LeftButton)
        wait_until(bottom.start_button.isEnabled)
        for note in notes:
            note.unlink()
    return taken


def bare_start(name: str) -> float:
    """Returns the seconds from the start of an example bot's process until it has connected and identified itself."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30.0)
        began = time.perf_counter()
        port = listener.getsockname()[1]
        with started([str(example_bots() / name / "bot.py")], bot_environment(port, f"kickabout/{name}")):
            link, _ = listener.accept()
            link.recv(1)
            took = time.perf_counter() - began
            link.close()
    return took


if __name__ == "__main__":
    print(json.dumps(_click_and_wait(Path(sys.argv[1]), int(sys.argv[2]))), flush=True)
    os._exit(0)  # a window that is only measured is not closed
