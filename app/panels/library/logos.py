"""Reads the pictures of bots; every file gives a small picture or none. For any thread."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from runtime.files import read_file

LOGO_PX: Final = 96
"""Wide enough for the list on a screen with three pixels to a point."""
MAX_BYTES: Final = 4 << 20
MAX_PX: Final = 8192
"""Larger pictures are not decoded."""
_SVG: Final = ".svg"


def read_logo(path: Path) -> QImage:
    """Returns the picture, scaled down with its aspect ratio; a null image if it cannot be read."""
    data = _bytes(path)
    if not data:
        return QImage()
    return _drawn(data) if path.suffix.lower() == _SVG else _decoded(data)


def _bytes(path: Path) -> bytes:
    try:
        return read_file(path, MAX_BYTES)
    except OSError:
        return b""


def _decoded(data: bytes) -> QImage:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
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
