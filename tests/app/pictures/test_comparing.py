"""What makes two pictures of a window differ, and what does not."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from resources.looks import Theme, looks
from tests.app.pictures.comparing import (
    BLOCK,
    GROUND,
    LOSSES,
    ODD,
    SHADE,
    differences,
    load,
    marked,
    pixels_of,
    places,
    save,
    save_whole,
)
from widgets.stage.arena_canvas import ArenaCanvas


@pytest.fixture(params=list(Theme), ids=lambda theme: theme.value)
def window(request, qtbot):
    """A panel with a button, some words, a field and a badge, in the colours of a theme."""
    colours = looks(request.param)
    root = QWidget()
    qtbot.addWidget(root)
    root.resize(360, 140)
    root.setStyleSheet(
        f"QWidget {{ color: {colours.text}; }} QFrame {{ background: {colours.surface}; }}"
        f"QPushButton {{ background: {colours.raised}; border: 1px solid {colours.border}; border-radius: 6px; }}"
        f"QLabel {{ background: transparent; }} QLabel#badge {{ background: {colours.raised}; }}"
    )
    panel = put(root, QFrame(), 0, 0, 360, 140)
    made = SimpleNamespace(
        root=root,
        looks=colours,
        button=put(panel, QPushButton("Start"), 20, 20, 100, 32),
        words=put(panel, QLabel("Six cars play in Soccar"), 20, 70, 200, 20),
        more=put(panel, QLabel("7 % late"), 20, 100, 80, 20),
        badge=put(panel, QLabel(), 140, 20, 60, 32),
        field=put(panel, ArenaCanvas(colours), 240, 20, 100, 100),
    )
    made.badge.setObjectName("badge")
    root.show()
    qtbot.waitExposed(root)
    return made


def put(parent, widget, x, y, width, height):
    widget.setParent(parent)
    widget.setGeometry(x, y, width, height)
    return widget


def drawn(window):
    return pixels_of(window.root.grab().toImage())


@pytest.fixture
def stored(tmp_path):
    def store(pixels):
        save(pixels, tmp_path / "stored.png")
        return load(tmp_path / "stored.png")

    return store


def test_a_window_that_has_not_changed_is_the_same(window, stored):
    reference = stored(drawn(window))
    window.root.repaint()
    assert places(differences(reference, drawn(window))) == []


CHANGES = {
    "a button is moved": lambda window: window.button.move(22, 20),
    "a button is smaller": lambda window: window.button.resize(96, 32),
    "a button is gone": lambda window: window.button.hide(),
    "a button cannot be used": lambda window: window.button.setStyleSheet(f"color: {window.looks.muted}"),
    "a text is cut": lambda window: window.words.resize(90, 20),
    "a text is cut below": lambda window: window.words.resize(200, 12),
    "a text is another one": lambda window: window.more.setText("1 % late"),
    "a text is higher": lambda window: window.more.move(20, 98),
    "a text has another colour": lambda window: window.more.setStyleSheet(f"color: {window.looks.accent}"),
    "a label overlaps another": lambda window: window.more.move(60, 72),
    "a ground has another colour": lambda window: window.badge.setStyleSheet(f"background: {window.looks.hover}"),
    "a ground has the colour of the panel": lambda window: window.badge.setStyleSheet("background: transparent"),
    "a picture is larger": lambda window: window.field.setGeometry(240, 20, 106, 106),
    "a sentence lies on a picture": lambda window: window.field.show_note("No match"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_has_changed_is_found(window, stored, change):
    reference = stored(drawn(window))
    CHANGES[change](window)
    found = places(differences(reference, drawn(window)))
    assert found
    part = window.field if "picture" in change else window.words if "overlaps" in change else None
    if part is not None:
        assert part.geometry().intersects(QRect(*found[0]))


@pytest.mark.parametrize(("moved", "is_found"), [(1, False), (2, True)])
def test_a_pixel_aside_is_the_same_and_two_are_not(window, stored, moved, is_found):
    reference = stored(drawn(window))
    window.words.move(20 + moved, 70)
    assert bool(places(differences(reference, drawn(window)))) is is_found


def flat(level, size=4 * BLOCK):
    return np.full((size, size, 3), level, np.uint8)


@pytest.mark.parametrize(("levels", "is_found"), [(GROUND, False), (GROUND + 1, True), (-GROUND, False)])
def test_a_ground_may_be_rounded(stored, levels, is_found):
    reference = stored(flat(120))
    assert differences(reference, flat(120 + levels)).any() == is_found


@pytest.mark.parametrize(("levels", "is_found"), [(SHADE, False), (SHADE + 1, True)])
def test_a_shade_may_be_merged(stored, levels, is_found):
    """Between two grounds there are shades, and no ground of their own."""
    picture = flat(200)
    picture[:, 30] = 100
    changed = picture.copy()
    changed[:, 30] = 100 - levels
    assert differences(stored(picture), changed).any() == is_found


@pytest.mark.parametrize(("pixels", "is_found"), [(ODD - 1, False), (ODD, True)])
def test_a_speck_is_no_change(stored, pixels, is_found):
    reference, changed = stored(flat(30)), flat(30)
    changed[20, 20 : 20 + pixels] = 255
    found = places(differences(reference, changed))
    assert found == ([(BLOCK, BLOCK, BLOCK, BLOCK)] if is_found else [])


def test_a_reference_keeps_grounds_and_is_small(window, tmp_path):
    pixels = drawn(window)
    save(pixels, tmp_path / "small.png")
    save_whole(pixels, tmp_path / "whole.png")
    reference = load(tmp_path / "small.png")
    far = np.abs(reference.pixels.astype(int) - pixels).max(2)
    assert far.max() <= LOSSES[-1]
    assert far[reference.is_ground].max() <= LOSSES[0]
    assert reference.is_ground.mean() > 0.5
    assert (tmp_path / "small.png").stat().st_size < 0.7 * (tmp_path / "whole.png").stat().st_size
    assert (pixels_of(QImage(str(tmp_path / "whole.png"))) == pixels).all()


def test_what_cannot_be_a_reference_is_refused(tmp_path):
    noise = np.random.default_rng(1).integers(0, 256, (60, 60, 3), np.uint8)
    with pytest.raises(ValueError, match="too many colours"):
        save(noise, tmp_path / "noise.png")
    save_whole(noise, tmp_path / "whole.png")
    for name in ("whole.png", "missing.png"):
        with pytest.raises(ValueError, match="no reference picture"):
            load(tmp_path / name)


def test_places_are_groups_of_neighbours():
    blocks = np.zeros((6, 8), np.bool_)
    blocks[1, 1] = blocks[2, 2] = blocks[2, 3] = blocks[5, 7] = True
    assert places(blocks) == [(BLOCK, BLOCK, 3 * BLOCK, 2 * BLOCK), (7 * BLOCK, 5 * BLOCK, BLOCK, BLOCK)]
    shown = marked(flat(0, 6 * BLOCK), blocks[:, :6])
    assert shown[BLOCK, BLOCK].tolist() == [0, 0, 0]
    assert shown[0, 0].tolist() == [96, 96, 96]
