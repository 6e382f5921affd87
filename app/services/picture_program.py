"""Decodes pictures that others made: a program, because a hostile picture can keep a decoder busy forever.

A decoder holds the lock of its Python meanwhile, so that a thread does not help. The program reads one path per line as
JSON and answers each with width and height in two bytes each and four bytes per pixel. It ends when its input ends,
after `IDLE_S` without a path, and when a picture exceeds the limits of time or memory.
"""

import contextlib
import faulthandler
import os
import re
import struct
import sys
import zlib
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Final
from xml.parsers import expat

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from runtime.codec import decode
from runtime.files import read_file

LOGO_PX: Final = 96
"""Wide enough for the list on a screen with three pixels to a point."""
MAX_BYTES: Final = 4 << 20
"""Limit of a file, and of its content if it is compressed."""
MAX_PX: Final = 8192
"""Larger pictures are not decoded."""
MAX_ELEMENTS: Final = 20_000
"""Limit of the elements of a drawing; one that is referred to counts again for each reference."""
MAX_DEPTH: Final = 32
"""Limit of elements inside each other; Qt's own."""
MAX_S: Final = 2.0
MAX_MEMORY: Final = 1 << 30
IDLE_S: Final = 10.0
SIZE: Final = struct.Struct("<HH")
_NO_FORMATS: Final = (b"", b"svg", b"svgz")
_REFERENCE: Final = re.compile(r"#([^\s\"');]+)")


def read_picture(path: Path) -> QImage:
    """Returns the picture, scaled down with its aspect ratio; a null image if it cannot be read."""
    try:
        data = read_file(path, MAX_BYTES)
        buffer = QBuffer()
        buffer.setData(QByteArray(data))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer)
        reader.setDecideFormatFromContent(True)
        return _drawn(data) if reader.format().data() in _NO_FORMATS else _decoded(reader)
    except (OSError, ValueError, zlib.error, expat.ExpatError, RecursionError):
        return QImage()


def _decoded(reader: QImageReader) -> QImage:
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > MAX_PX:
        return QImage()
    if size.isValid() and max(size.width(), size.height()) > LOGO_PX:
        reader.setScaledSize(size.scaled(QSize(LOGO_PX, LOGO_PX), Qt.AspectRatioMode.KeepAspectRatio))
    return _fitted(reader.read())


def _fitted(image: QImage) -> QImage:
    if image.isNull() or max(image.width(), image.height()) <= LOGO_PX:
        return image
    shape = Qt.AspectRatioMode.KeepAspectRatio
    return image.scaled(LOGO_PX, LOGO_PX, shape, Qt.TransformationMode.SmoothTransformation)


def _drawn(data: bytes) -> QImage:
    if data.startswith(b"\x1f\x8b"):
        unpacking = zlib.decompressobj(wbits=31)
        data = unpacking.decompress(data, MAX_BYTES)
        if not unpacking.eof:
            return QImage()
    _check_svg(data)
    renderer = QSvgRenderer(QByteArray(data))
    if not renderer.isValid():
        return QImage()
    box = QSize(LOGO_PX, LOGO_PX)
    size = renderer.defaultSize().scaled(box, Qt.AspectRatioMode.KeepAspectRatio)
    if size.isEmpty():
        return QImage()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size.width(), size.height()))
    painter.end()
    return image


def _check_svg(data: bytes) -> None:
    """Checks what a drawing contains; what remains possible, such as a million dashes, the limit of time ends.

    Raises:
        ValueError: The drawing is too large with its references, or names other files.
        RecursionError: Its references form a circle or a very long chain.
        ExpatError: It is no XML.
    """
    ids = [""]
    sizes: Counter[str] = Counter()
    references: defaultdict[str, list[str]] = defaultdict(list)

    def on_start(name: str, attributes: dict[str, str]) -> None:
        ids.append(attributes.get("id", ""))
        targets = _REFERENCE.findall(" ".join(attributes.values()))
        for part in set(ids):
            sizes[part] += 1
            references[part] += targets
        links = [value.strip() for key, value in attributes.items() if key.rpartition(":")[2] == "href"]
        is_foreign = name.rpartition(":")[2] == "image" and not all(link.startswith("data:") for link in links)
        if len(ids) - 1 > MAX_DEPTH or sizes[""] > MAX_ELEMENTS or is_foreign:
            raise ValueError("too large, or with a picture from another file")

    def on_instruction(target: str, _data: str) -> None:
        raise ValueError(f"with an instruction to {target}, which may name another file")

    @cache
    def drawn(part: str) -> int:
        return sizes[part] + sum(map(drawn, references[part]))

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = on_start, lambda _name: ids.pop()
    parser.ProcessingInstructionHandler = on_instruction
    parser.Parse(data, True)
    if drawn("") > MAX_ELEMENTS:
        raise ValueError("too large with its references")


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no limits of this kind
        import resource  # noqa: PLC0415 - Windows does not have it

        for limit, value in ((resource.RLIMIT_DATA, MAX_MEMORY), (resource.RLIMIT_CORE, 0)):
            resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))


def main() -> None:
    """Answers paths until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)  # for libraries that print
    _limit_memory()
    application = QGuiApplication(["pictures", "-platform", "offscreen"])  # fonts need it
    while line := sys.stdin.buffer.readline():
        faulthandler.dump_traceback_later(MAX_S, exit=True, file=nowhere)  # needs no lock of this Python
        picture = read_picture(decode(line, Path)).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        answers.write(SIZE.pack(picture.width(), picture.height()) + bytes(picture.constBits() or b""))
        answers.flush()
        faulthandler.dump_traceback_later(IDLE_S, exit=True, file=nowhere)
    application.shutdown()


if __name__ == "__main__":
    main()
