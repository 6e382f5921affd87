"""Tolerances of the comparison of pictures; `test_references` shows that it finds faults of the window."""

import numpy as np
import pytest

from tests.app.pictures.comparison import AREA, BLOCK, DIFFERING, SHADE, differing_blocks, highlighted, load, save


def area(level, size=4 * BLOCK):
    """A picture of a single grey."""
    return np.full((size, size, 3), level, np.uint8)


def with_line(column, level=100):
    """A light picture with a darker vertical line."""
    picture = area(200)
    picture[:, column] = level
    return picture


@pytest.mark.parametrize(
    ("expected", "actual", "is_equal"),
    [
        (area(120), area(120 + AREA), True),
        (area(120), area(120 - AREA), True),
        (area(120), area(121 + AREA), False),
        (with_line(30), with_line(30, level=100 - SHADE), True),
        (with_line(30), with_line(30, level=99 - SHADE), False),
        (with_line(30), with_line(31), True),
        (with_line(30), with_line(32), False),
        (area(200), with_line(30), False),
        (with_line(30), area(200), False),
    ],
)
def test_rounding_and_movement_by_one_pixel_are_tolerated(expected, actual, is_equal):
    assert bool(differing_blocks(expected, actual).any()) is not is_equal


@pytest.mark.parametrize("pixels", [DIFFERING - 1, DIFFERING])
def test_a_block_differs_from_a_minimum_number_of_pixels(pixels):
    changed = area(30)
    changed[BLOCK + 4, BLOCK + 4 : BLOCK + 4 + pixels] = 255
    expected = [[1, 1]] if pixels == DIFFERING else []
    assert np.argwhere(differing_blocks(area(30), changed)).tolist() == expected


def test_blocks_outside_the_mask_are_faded():
    blocks = np.zeros((4, 4), np.bool_)
    blocks[1, 2] = True
    shown = highlighted(area(0), blocks)
    assert shown[BLOCK, 2 * BLOCK].tolist() == [0, 0, 0]
    assert shown[0, 0].tolist() == [96, 96, 96]


def test_a_saved_picture_is_read_unchanged(tmp_path):
    noise = np.random.default_rng(1).integers(0, 256, (60, 50, 3), np.uint8)
    save(noise, tmp_path / "noise.webp")
    assert (load(tmp_path / "noise.webp") == noise).all()
    with pytest.raises(ValueError, match="is not a picture"):
        load(tmp_path / "missing.webp")
