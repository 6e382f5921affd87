"""Nothing is cut off, nothing overlaps, everything is inside and can be read: in every scene, at every size."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file
from tests.app.pictures.contrast import pale_texts
from tests.app.pictures.layout import lasting_faults
from tests.app.pictures.scenes import SCENES, close_desktop, many_bots, open_desktop

ROOT = Path(__file__).resolve().parents[3]
DENSE = ("match_settings", "running", "log", "preferences")
SMALL, USUAL = (1024, 640), (1280, 800)


@pytest.fixture
def open_window(qapp, home_of_its_own, tmp_path, no_timer_left):
    opened = []

    def do(theme, size):
        opened.append(open_desktop(qapp, home_of_its_own, theme, size, folders=[many_bots(tmp_path / "many")]))
        return opened[-1]

    yield do
    for desktop in opened:
        close_desktop(desktop)
    qapp.setStyleSheet("")


@pytest.mark.parametrize(("theme", "size"), [("light", SMALL), ("dark", USUAL)], ids=["small-light", "usual-dark"])
def test_everything_can_be_seen(open_window, theme, size):
    desktop = open_window(theme, size)
    found = []
    for name, scene in SCENES.items():
        shown = scene(desktop)
        found += [f"{name}: {fault}" for fault in (*lasting_faults(shown), *pale_texts(shown))]
        if shown is not desktop.window:
            shown.close()
    assert (desktop.window.width(), desktop.window.height()) == size
    assert found == []


def look(folder, home, *words, scale=1):
    """What a program of its own tells of its scenes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.pictures.look", str(folder), *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "KICKABOUT_HOME": str(home), "QT_SCALE_FACTOR": str(scale)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def wrong(told):
    return {name: scene["faults"] for name, scene in told.items() if scene["faults"]}


def test_everything_can_be_seen_at_double_density(tmp_path, home_of_its_own):
    """A screen of 2560 x 1440 pixels on which everything is drawn twice as large."""
    told = look(tmp_path, home_of_its_own, "dark", "1280", "720", SOURCE_LANGUAGE, *DENSE, scale=2)
    assert told["running"]["size"] == [2560, 1440]
    assert wrong(told) == {}


@pytest.mark.parametrize("language", [code for code in LANGUAGES if translation_file(code).is_file()])
def test_everything_can_be_seen_in_every_language(tmp_path, home_of_its_own, language):
    assert wrong(look(tmp_path, home_of_its_own, "light", "1024", "640", language)) == {}
