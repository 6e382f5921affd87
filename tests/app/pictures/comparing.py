"""Whether a picture of the window still is the one that somebody has looked at.

A reference has at most 256 colours, so that it is small: those of plain grounds stay as they are, the shades at the
edges of letters and curves are merged. A picture is the same where neither has a shade that the other lacks within a
pixel, and where every ground has its colour: what is drawn elsewhere, cut, covered or in another colour is found, a
rounding is not.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QImageWriter

Pixels = NDArray[np.uint8]
"""Rows of pixels of red, green and blue."""
Mask = NDArray[np.bool_]

COLOURS: Final = 256
LOSSES: Final = (2, 4, 6, 8, 10, 12, 14, 16, 20, 24)
"""How far a merged shade may be from its own, in levels of 255; the first that needs no more than 256 colours."""
NEAR: Final = 2
"""A shade that is so near to a ground becomes it."""
SHADE: Final = 32
"""Levels of 255; shades nearer than this are the same: the loss, and eight levels for other ways to round."""
GROUND: Final = 4
"""Grounds nearer than this are the same."""
BLOCK: Final = 16
"""Pixels on each side."""
ODD: Final = 3
"""So many pixels with a shade of their own make a block another one."""
SMALL: Final = 0
QUICK: Final = 80
"""Qt's words for how much time is taken to make a file small; nothing is lost."""
_GROUNDS: Final = "grounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A picture with few colours."""

    pixels: Pixels
    is_ground: Mask
    """Which pixels have a colour that was not merged with others."""


def pixels_of(image: QImage) -> Pixels:
    """The colours of a picture."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.width(), 4)[:, :, 2::-1].copy()


def load(path: Path) -> Reference:
    """A stored reference.

    Raises:
        ValueError: there is no such reference, or it cannot be read.
    """
    image = QImage(str(path))
    if image.format() is not QImage.Format.Format_Indexed8 or not image.text(_GROUNDS).isdecimal():
        raise ValueError(f"{path} is no reference picture")
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return Reference(pixels=pixels_of(image), is_ground=lines[:, : image.width()] < int(image.text(_GROUNDS)))


def save(pixels: Pixels, path: Path) -> None:
    """Stores a picture as a reference."""
    places, table, grounds = reduced(pixels)
    height, width = places.shape
    image = QImage(places.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable([0xFF000000 | int(red) << 16 | int(green) << 8 | int(blue) for red, green, blue in table])
    image.setText(_GROUNDS, str(grounds))
    _write(image, path, SMALL)


def save_whole(pixels: Pixels, path: Path) -> None:
    """Stores a picture as it is."""
    height, width, _ = pixels.shape
    _write(QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888), path, QUICK)


def reduced(pixels: Pixels) -> tuple[NDArray[np.uint8], Pixels, int]:
    """A picture as places in a table of at most 256 colours, the table, and how many of its first are grounds."""
    packed = _packed(pixels)
    shades, place, counts = np.unique(packed, return_inverse=True, return_counts=True)
    plain, often = np.unique(packed[1:-1, 1:-1][_is_plain(packed)], return_counts=True)
    plain = plain[np.argsort(-often)][: COLOURS // 2]
    colours = np.stack((shades >> 16, shades >> 8 & 255, shades & 255), axis=1).astype(np.int16)
    grounds = colours[np.searchsorted(shades, plain)]
    others = colours[np.argsort(-counts)]
    for ground in grounds:
        others = others[np.abs(others - ground).max(1) > NEAR]
    table = next((made for loss in LOSSES if (made := _table(grounds, others, loss)) is not None), None)
    if table is None:
        raise ValueError("the picture has too many colours for a reference")
    nearest = np.array([_nearest(colour, table, len(grounds)) for colour in colours], np.uint8)
    return nearest[place].reshape(packed.shape), table.astype(np.uint8), len(grounds)


def differences(reference: Reference, actual: Pixels) -> Mask:
    """Which blocks of a picture are not those of the reference, which has the same size."""
    expected = reference.pixels
    distance = _distance(expected, actual)
    odd = distance > SHADE
    if odd.any():
        odd &= _is_strange(expected, actual) | _is_strange(actual, expected)
    other_ground = reference.is_ground & (distance > GROUND)
    if other_ground.any():
        odd[1:-1, 1:-1] |= other_ground[1:-1, 1:-1] & _is_plain(_packed(expected))
    rows, columns = np.arange(0, odd.shape[0], BLOCK), np.arange(0, odd.shape[1], BLOCK)
    counted = np.add.reduceat(np.add.reduceat(odd.astype(np.int32), rows, axis=0), columns, axis=1)
    return np.asarray(counted >= ODD)


def places(blocks: Mask) -> list[tuple[int, int, int, int]]:
    """Left, top, width and height, in pixels, of every group of neighbouring blocks, from top to bottom."""
    left = {(int(row), int(column)) for row, column in np.argwhere(blocks)}
    found = []
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            row, column = waiting.pop()
            group.add((row, column))
            around = {(row + down, column + right) for down, right in product((-1, 0, 1), repeat=2)} & left
            left -= around
            waiting += around
        rows, columns = {row for row, _ in group}, {column for _, column in group}
        box = (min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)
        found.append((BLOCK * box[0], BLOCK * box[1], BLOCK * box[2], BLOCK * box[3]))
    return sorted(found, key=lambda box: (box[1], box[0]))


def marked(pixels: Pixels, blocks: Mask) -> Pixels:
    """A picture, pale but for the blocks that are not the same."""
    shown = np.kron(blocks, np.ones((BLOCK, BLOCK), np.bool_))[: pixels.shape[0], : pixels.shape[1]]
    return np.where(shown[:, :, None], pixels, pixels // 4 + np.uint8(96)).astype(np.uint8)


def _write(image: QImage, path: Path, quality: int) -> None:
    writer = QImageWriter(str(path), b"png")
    writer.setQuality(quality)
    if not writer.write(image):
        raise OSError(f"{path}: {writer.errorString()}")


def _packed(pixels: Pixels) -> NDArray[np.uint32]:
    """Each colour as one number."""
    red, green, blue = (pixels[:, :, part].astype(np.uint32) for part in range(3))
    return red << 16 | green << 8 | blue


def _distance(one: Pixels, other: Pixels) -> Pixels:
    """How far apart two pictures are, in the colour that differs most."""
    parts = (
        np.maximum(one[:, :, part], other[:, :, part]) - np.minimum(one[:, :, part], other[:, :, part])
        for part in range(3)
    )
    return np.maximum(np.maximum(next(parts), next(parts)), next(parts))


def _is_plain(packed: NDArray[np.uint32]) -> Mask:
    """Which pixels inside of a picture have the colour of all eight around them."""
    height, width = packed.shape
    middle = packed[1:-1, 1:-1]
    plain = np.ones(middle.shape, np.bool_)
    for down, right in product((0, 1, 2), repeat=2):
        plain &= packed[down : height - 2 + down, right : width - 2 + right] == middle
    return plain


def _table(grounds: NDArray[np.int16], others: NDArray[np.int16], loss: int) -> NDArray[np.int16] | None:
    """The grounds, and as few of the other colours as leave none farther away than the loss; None if too many."""
    kept = list(grounds)
    while len(others):
        if len(kept) == COLOURS:
            return None
        kept.append(others[0])
        others = others[np.abs(others - others[0]).max(1) > loss]
    return np.array(kept, np.int16)


def _nearest(colour: NDArray[np.int16], table: NDArray[np.int16], grounds: int) -> int:
    """Where in a table the colour is: a ground only where it is one, or next to one."""
    far = np.abs(table - colour).max(1)
    far[:grounds][far[:grounds] > NEAR] = COLOURS
    return int(far.argmin())


def _is_strange(one: Pixels, other: Pixels) -> Mask:
    """Which pixels of a picture are lighter or darker than all around the same place of the other."""
    lightest, darkest = _around(other, np.maximum), _around(other, np.minimum)
    values = one.astype(np.int16)
    return np.asarray(
        ((values > lightest.astype(np.int16) + SHADE) | (values < darkest.astype(np.int16) - SHADE)).any(2)
    )


def _around(pixels: Pixels, choose: np.ufunc) -> Pixels:
    wide = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    rows = choose(choose(wide[:-2], wide[1:-1]), wide[2:])
    return np.asarray(choose(choose(rows[:, :-2], rows[:, 1:-1]), rows[:, 2:]))
