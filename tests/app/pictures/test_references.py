"""The scenes of the window follow the layout rules and equal their reference pictures, in every variant."""

import sys
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QLabel

from resources.languages import LANGUAGES, SOURCE_LANGUAGE, translation_file
from tests.app.pictures.comparison import differing_blocks, load, pixels_of, save
from tests.app.pictures.references import REFERENCES, difference, reference, stray_references
from tests.app.pictures.render import FAMILIES, VARIANTS, render
from tests.app.pictures.scenes import SCENES
from tests.labels import labels, named

UPDATE = "python -m tests.app.pictures.references"
MAXIMUM_BYTES = 900_000


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def rendered(request, tmp_path_factory):
    """The pictures and the report of a variant."""
    folder = tmp_path_factory.mktemp(request.param.name)
    return SimpleNamespace(variant=request.param, folder=folder, report=render(request.param, folder))


def test_no_scene_has_a_text_that_is_cut_off_covered_or_too_pale(rendered):
    assert rendered.report.faults == {scene: [] for scene in rendered.variant.scenes}


def test_scenes_equal_their_reference_pictures(rendered):
    if not FAMILIES.issubset(rendered.report.families) and not sys.platform.startswith("linux"):
        pytest.skip("Qt uses the fonts of the references on Linux only")
    variant = rendered.variant
    found = {
        scene: difference(reference(variant.name, scene), rendered.folder / f"{scene}.png")
        for scene in variant.references
    }
    assert not any(found.values()), f"{found}; if this is intended: {UPDATE} {variant.name}"


def test_variants_cover_every_scene_language_and_scale():
    assert {scene for variant in VARIANTS for scene in variant.scenes} == set(SCENES)
    assert all(set(variant.references) <= set(variant.scenes) for variant in VARIANTS)
    assert {variant.language for variant in VARIANTS} >= {
        code for code in LANGUAGES if code == SOURCE_LANGUAGE or translation_file(code).is_file()
    }
    assert {variant.scale for variant in VARIANTS} == {1, 2}


def test_every_reference_belongs_to_a_scene_and_all_are_small():
    assert stray_references() == []
    assert sum(path.stat().st_size for path in REFERENCES.rglob("*.webp")) < MAXIMUM_BYTES


def test_differences_from_a_reference_are_described(tmp_path):
    stored = reference(VARIANTS[0].name, VARIANTS[0].references[0])
    actual, pixels = tmp_path / "actual.png", load(stored)
    save(pixels, actual)
    assert difference(stored, actual) == ""
    assert difference(tmp_path / "missing.png", actual) == "has no reference"
    pixels[-60:-20, 10:120] = pixels[-60:-20, 14:124].copy()
    save(pixels, actual)
    marks = tmp_path / "actual-difference.png"
    assert difference(stored, actual).endswith(f" blocks, see {marks}")
    assert load(marks).shape == pixels.shape
    save(pixels[:-1], actual)
    assert difference(stored, actual) == "has 1280 x 799 pixels instead of 1280 x 800"


def move(widget, x, y):
    widget.move(widget.x() + x, widget.y() + y)


def grow(widget, width, height=0):
    widget.setFixedSize(widget.width() + width, widget.height() + height)


def cover(widget):
    """Puts a label on top of a widget."""
    label = QLabel("A text that covers others", widget)
    label.move(60, 12)
    label.show()


FAULTS = {
    "a button is moved by two pixels": lambda window: move(window.bottom.stop_button, 2, 0),
    "a button is smaller": lambda window: grow(window.bottom.start_button, -4),
    "a button is disabled": lambda window: window.bottom.start_button.setEnabled(False),
    "a button is gone": lambda window: window.header.theme_button.hide(),
    "a text is cut": lambda window: named(window.stage, "Phase of the match").setFixedWidth(40),
    "a text is cut at its bottom": lambda window: named(window.stage, "Clock").setFixedHeight(12),
    "a text is another one": lambda window: labels(window.bottom.lamps)[1].setText("Start"),
    "a text has another colour": lambda window: labels(window.bottom.lamps)[1].setStyleSheet("color: #ff00ff"),
    "an area has another colour": lambda window: window.library.setStyleSheet("#library { background: #2a2d33 }"),
    "a label covers another": lambda window: cover(window.header),
    "a panel is narrower": lambda window: grow(window.library, -4),
    "a note lies on the arena": lambda window: window.stage.canvas.show_note("No match"),
}


def test_the_comparison_finds_faults_of_the_window(desktop, qtbot):
    def picture():
        qtbot.wait(20)
        return pixels_of(desktop.window.grab().toImage())

    window = desktop.window
    qtbot.waitUntil(lambda: window.plots.is_built and not desktop.panels["library"].is_scanning)
    qtbot.waitUntil(lambda: not differing_blocks(picture(), picture()).any())
    missed = []
    for name, cause in FAULTS.items():
        before = picture()
        cause(window)
        if not differing_blocks(before, picture()).any():
            missed.append(name)
    assert missed == []
