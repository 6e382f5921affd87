"""Comparison of pictures of the window, pixel by pixel, with a tolerance for rounding.

A pixel differs if it is lighter or darker than every pixel within one pixel of its place in the other picture, or if it
lies in an area of a single colour and its colour has changed. Antialiasing and a movement by one pixel are tolerated;
widgets that are moved, cut off, covered or recoloured are found.
"""

from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Pixels = NDArray[np.uint8]
"""Height x width x 3 levels of red, green and blue."""
Mask = NDArray[np.bool_]

SHADE: Final = 32
"""Maximum difference of equal pixels at edges of letters and curves, in levels of 255."""
AREA: Final = 4
"""Maximum difference of equal pixels in areas of a single colour, in levels of 255."""
BLOCK: Final = 16
"""Width and height of the blocks that differences are counted in, in pixels."""
LOSSLESS: Final = 100
"""The quality at which Qt writes WebP files without loss."""
DIFFERING: Final = 3
"""Minimum number of differing pixels in a block that differs."""


def pixels_of(image: QImage) -> Pixels:
    """A copy of the pixels of an image."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)[:, :, 2::-1].copy()


def load(path: Path) -> Pixels:
    """Reads a picture.

    Raises:
        ValueError: the file is missing or is not a picture.
    """
    image = QImage(str(path))
    if image.isNull():
        raise ValueError(f"{path} is not a picture")
    return pixels_of(image)


def save(pixels: Pixels, path: Path) -> None:
    """Writes a picture without loss; WebP files need half the size of PNG files.

    Raises:
        OSError: the file cannot be written.
    """
    height, width, _ = pixels.shape
    image = QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
    if not image.save(str(path), quality=LOSSLESS):
        raise OSError(f"{path} cannot be written")


def differing_blocks(expected: Pixels, actual: Pixels) -> Mask:
    """Mask of the blocks in which two pictures of the same size differ."""
    distance = np.abs(expected.astype(np.int16) - actual).max(2)
    changed = np.nonzero(distance > AREA)
    old, new = expected[changed], actual[changed]
    near_old, near_new = _neighbours(expected, changed), _neighbours(actual, changed)
    is_in_area = (near_old == old).all((0, 2))
    is_other_shade = _is_outside(new, near_old) | _is_outside(old, near_new)
    differs = np.zeros(distance.shape, np.int32)
    differs[changed] = is_in_area | is_other_shade
    rows, columns = np.arange(0, differs.shape[0], BLOCK), np.arange(0, differs.shape[1], BLOCK)
    counted = np.add.reduceat(np.add.reduceat(differs, rows, axis=0), columns, axis=1)
    return np.asarray(counted >= DIFFERING)


def highlighted(pixels: Pixels, blocks: Mask) -> Pixels:
    """A copy of a picture in which only the blocks of the mask keep their colours, the rest is faded."""
    kept = np.kron(blocks, np.ones((BLOCK, BLOCK), np.bool_))[: pixels.shape[0], : pixels.shape[1]]
    return np.where(kept[:, :, None], pixels, pixels // 4 + np.uint8(96)).astype(np.uint8)


def _neighbours(pixels: Pixels, places: tuple[NDArray[np.intp], ...]) -> NDArray[np.int16]:
    """9 x places x 3 levels: each place with its eight neighbours; pixels at edges of the picture are repeated."""
    padded = np.pad(pixels.astype(np.int16), ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows, columns = places
    return np.stack([padded[rows + down, columns + right] for down, right in product(range(3), repeat=2)])


def _is_outside(levels: Pixels, neighbours: NDArray[np.int16]) -> Mask:
    """Mask of the places that are lighter or darker than all neighbours of the other picture."""
    return np.asarray(((levels > neighbours.max(0) + SHADE) | (levels < neighbours.min(0) - SHADE)).any(1))
