"""The window looks as it did when somebody last looked: in every variant, nothing is cut off, covered or too pale."""

import sys
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file
from tests.app.pictures.comparing import Reference, differences, pixels_of, save
from tests.app.pictures.references import COMMAND, REFERENCES, Drawing, changes, reference, stray_references
from tests.app.pictures.scenes import SCENES
from tests.app.pictures.still import FAMILIES
from tests.app.pictures.variants import VARIANTS

MOST_BYTES = 400_000


@pytest.fixture(scope="module")
def drawings(tmp_path_factory):
    """Each variant is drawn by a program of its own; the next one begins while one is looked at."""
    folder = tmp_path_factory.mktemp("pictures")
    following = {before.name: after for before, after in pairwise(VARIANTS)}
    begun = {}

    def begin(variant):
        if variant.name not in begun:
            begun[variant.name] = Drawing(variant, folder)
        return begun[variant.name]

    def drawing(variant):
        wanted = begin(variant)
        if variant.name in following:
            begin(following[variant.name])
        wanted.told()
        return wanted

    yield drawing
    for drawn in begun.values():
        drawn.end()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_everything_can_be_seen(drawings, variant):
    faults = drawings(variant).told()["faults"]
    assert set(faults) == set(variant.measured)
    assert {scene: found for scene, found in faults.items() if found} == {}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_window_looks_as_it_did(drawings, variant, tmp_path):
    drawing = drawings(variant)
    if not FAMILIES.issubset(drawing.told()["families"]) and not sys.platform.startswith("linux"):
        pytest.skip("the fonts of the references cannot be used here")
    found = changes(drawing, tmp_path)
    assert not found, "\n".join([*found.values(), f"If that is as it should be: {COMMAND} {variant.name}"])


def test_every_scene_language_and_scale_is_looked_at():
    assert {scene for variant in VARIANTS for scene in variant.measured} == set(SCENES)
    assert all(set(variant.scenes) <= set(variant.measured) for variant in VARIANTS)
    assert {variant.language for variant in VARIANTS} >= {
        code for code in LANGUAGES if code == SOURCE_LANGUAGE or translation_file(code).is_file()
    }
    assert {variant.scale for variant in VARIANTS} == {1, 2}


def test_every_reference_belongs_to_a_scene():
    assert stray_references() == []
    assert sum(path.stat().st_size for path in REFERENCES.rglob("*.png")) < MOST_BYTES


def test_what_is_not_as_it_was_is_named_and_shown(drawings, tmp_path, monkeypatch):
    """A reference is missing, one has another size, one another button."""
    drawn = drawings(VARIANTS[-1])
    variant = replace(drawn.variant, scenes=("library", "log", "running", "preferences"))
    drawing = SimpleNamespace(variant=variant, folder=drawn.folder, told=drawn.told)
    monkeypatch.setattr("tests.app.pictures.references.REFERENCES", tmp_path / "references")
    pictures = {scene: load_whole(drawn.folder / f"{scene}.png") for scene in variant.scenes if scene != "log"}
    pictures["library"] = pictures["library"][:-1]
    pictures["running"][-60:-20, 10:120] = pictures["running"][-60:-20, 14:124].copy()
    (tmp_path / "references" / variant.name).mkdir(parents=True)
    for scene, pixels in pictures.items():
        save(pixels, reference(variant, scene))
    found = changes(drawing, tmp_path)
    assert set(found) == {"log", "library", "running"}
    assert "has no reference" in found["log"]
    assert "instead of" in found["library"]
    shown = tmp_path / f"{variant.name}-running-difference.png"
    assert str(shown) in found["running"]
    assert shown.is_file()
    assert all((tmp_path / f"{variant.name}-{scene}-actual.png").is_file() for scene in found)


def load_whole(path):
    return pixels_of(QImage(str(path)))


FAULTS = {
    "a button is moved": lambda window: window.bottom.stop_button.move(window.bottom.stop_button.pos() * 1.02),
    "a button is gone": lambda window: window.header.theme_button.hide(),
    "a text is cut": lambda window: window.stage.scoreboard._phase.setFixedWidth(40),
    "a text has another colour": lambda window: window.bottom.lamps._words[0].setStyleSheet("color: #ff00ff"),
    "a ground has another colour": lambda window: window.library.setStyleSheet("#library { background: #ffffff }"),
    "a label lies on another": lambda window: laid_on(window.header),
    "a panel is narrower": lambda window: window.library.setFixedWidth(window.library.width() - 4),
}


def laid_on(bar):
    label = QLabel("A sentence that nobody wants here", bar)
    label.move(60, 12)
    label.show()


def test_a_fault_in_the_window_makes_another_picture(desktop, qtbot):
    window = desktop.window
    qtbot.waitUntil(lambda: window.plot.is_built and not desktop.context.panels["library"].is_scanning)
    qtbot.wait(100)
    before = whole(window)
    assert not differences(before, whole(window).pixels).any()
    unseen = []
    for name, fault in FAULTS.items():
        fault(window)
        qtbot.wait(20)
        now = whole(window)
        if not differences(before, now.pixels).any():
            unseen.append(name)
        before = now
    assert unseen == []


def whole(window):
    """A picture with all of its colours as a reference."""
    pixels = pixels_of(window.grab().toImage())
    return Reference(pixels=pixels, is_ground=np.ones(pixels.shape[:2], np.bool_))
