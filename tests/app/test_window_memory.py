"""The window's place: it keeps to its screen at the first start and where it was larger or elsewhere before."""

import json
import os
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from app.services.settings import Settings, SettingsFile

PROGRAM = """
import json
from PySide6.QtCore import QTimer
import app.program

make = app.program.Desktop

def watched(*parts):
    desktop = make(*parts)
    QTimer.singleShot(500, desktop, lambda: tell(desktop))
    return desktop

def tell(desktop):
    window = desktop.window
    parts = (window.bottom.start_button, window.bottom.stop_button, window.bottom.chooser)
    places = [part.rect().translated(part.mapToGlobal(part.rect().topLeft())) for part in parts]
    print(json.dumps([place.getRect() for place in (window.frameGeometry(), *places)]), flush=True)
    desktop.closing.close_now()

app.program.Desktop = watched
raise SystemExit(app.program.run_window(None, (), is_new=True))
"""


def geometry_of(place):
    """How Qt writes down a window that stood at a place on a large screen."""
    window = QWidget()
    window.setGeometry(*place)
    kept = b64encode(window.saveGeometry().data()).decode("ascii")
    window.deleteLater()
    return kept


@pytest.mark.parametrize("place", [None, (100, 100, 1280, 800), (2000, 1200, 1280, 700)], ids=["first", "tall", "away"])
@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)], ids=["1366x768", "1024x640"])
def test_everything_lies_on_the_screen(qapp, home_of_its_own, tmp_path, size, place):
    if place is not None:
        assert SettingsFile(home_of_its_own / "config").save(Settings(geometry=geometry_of(place)))
    width, height = size
    screen = {"name": "small", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1.0}
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen:configfile=screen.json", "PYTHONPATH": str(Path.cwd())},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    places = [QRect(*place) for place in json.loads(told.stdout.splitlines()[-1])]
    assert [place for place in places if not QRect(0, 0, *size).contains(place)] == []
