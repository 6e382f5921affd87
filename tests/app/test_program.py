"""Starts of the window: modules that they load, and the error on a machine without a screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands import cli
from app.exit_codes import ExitCode
from app.program import NO_QT, NO_SCREEN, WITHOUT

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")


@pytest.mark.parametrize(
    ("screen", "said"),
    [
        ({}, f"{NO_SCREEN}\n{WITHOUT}\n"),
        ({"DISPLAY": ":4242"}, f"{NO_QT}\n{WITHOUT}\n"),
        ({"QT_QPA_PLATFORM": "nothing"}, f"{NO_QT}\n{WITHOUT}\n"),
    ],
)
def test_a_window_without_a_screen_is_refused_in_words(tmp_path, screen, said):
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in gone}
    environment |= {"PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(tmp_path)} | screen
    done = subprocess.run([sys.executable, "-m", "app"], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.INFRASTRUCTURE
    assert done.stderr.endswith(said)
    assert bool(done.stderr.removesuffix(said)) is bool(screen)


def test_a_library_that_the_system_lacks_is_named(monkeypatch, capsys):
    class Missing:
        def find_spec(self, name, *_):
            if name == "app.program":
                raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.delitem(sys.modules, "app.program", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    monkeypatch.setattr("gc.disable", lambda: None)
    assert cli.main([]) == ExitCode.INFRASTRUCTURE
    said = capsys.readouterr().err
    assert "(libEGL.so.1: cannot open shared object file" in said
    assert "apt install libegl1" in said


LATER = ("PySide6.QtNetwork", "app.panels", "app.services.translation", "hashlib", "widgets.workspace.workspace")
UNTIL_PAINTED = f"""
import sys
import app.program
from PySide6 import QtCore

def begin(launch):
    print([name for name in {LATER} if name in sys.modules], "Qt" in vars(QtCore), launch.frame.window.size().toTuple())
    launch.frame.window.close()

app.program.Launch._begin = begin
sys.exit(app.program.run_window(None, (), is_new=True))
"""
"""`Qt` must not be loaded: PySide6 makes its classes on first use, and `Qt` with all its enumerations takes 15 ms."""


def test_a_start_loads_only_what_the_first_paint_needs():
    done = subprocess.run([sys.executable, "-c", UNTIL_PAINTED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "[] False (1280, 800)\n")
