"""Pictures that others made are scaled down to a small size, within limits of size and time."""

import base64
import gzip
import os
import struct
import threading
import time
import zlib

import psutil
import pytest
from PySide6.QtGui import QColor, QImage

from app.services.picture_program import LOGO_PX, MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_PX, MAX_S, read_picture
from app.services.pictures import PictureReader

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#ff0000"/></svg>'
AT_ONCE_S = 20 * MAX_S
"""Generous, because the machine may be busy."""


@pytest.fixture
def reader():
    reader = PictureReader()
    yield reader
    reader.close()


def svg(content, attributes=""):
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="0 0 10 10" {attributes}>{content}</svg>'


def references(levels, each):
    """Draws `each` to the power of `levels` squares."""
    groups = '<rect id="a0" width="9" height="9"/>'
    for level in range(levels):
        groups += f'<g id="a{level + 1}">' + f'<use xlink:href="#a{level}"/>' * each + "</g>"
    return svg(f'<defs>{groups}</defs><use xlink:href="#a{levels}"/>')


def patterns(levels):
    """Fills with patterns of patterns."""
    content = ""
    for level in range(levels):
        squares = f'<rect width="9" height="9" fill="url(#p{level + 1})"/>' * 10
        content += f'<pattern id="p{level}" width="1" height="1">{squares}</pattern>'
    return svg(f'<defs>{content}</defs><rect width="9" height="9" fill="url(#p0)"/>')


def entities(levels):
    lines = '<!ENTITY e0 "<rect/>">'
    lines += "".join(f'<!ENTITY e{level + 1} "{f"&e{level};" * 10}">' for level in range(levels))
    return f"<!DOCTYPE svg [{lines}]>" + svg(f"&e{levels};")


def png(width, height):
    rows = zlib.compress(b"\0" * (width // 8 + 1) * height, 9)
    parts = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def slow():
    """A drawing within the limits that takes minutes."""
    large = base64.b64encode(png(MAX_PX - 192, MAX_PX - 192)).decode()
    return svg(f'<image width="9" height="9" xlink:href="data:image/png;base64,{large}"/>' * 350)


def picture(path, width, height):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    assert image.save(str(path))
    return path


@pytest.mark.parametrize("name", ["logo.png", "logo.jpg", "logo.bmp", "png that is a.jpg", "png that is a.svg"])
@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((LOGO_PX, LOGO_PX), (LOGO_PX, LOGO_PX)),
        ((400, 200), (LOGO_PX, LOGO_PX // 2)),
    ],
)
def test_a_picture_keeps_its_shape(qapp, tmp_path, name, size, small):
    image = read_picture(picture(tmp_path / "a.png", *size).rename(tmp_path / name))
    assert (image.width(), image.height()) == small
    assert image.pixelColor(5, 5).red() > 240


@pytest.mark.parametrize("name", ["logo.svg", "logo.svgz", "logo.png"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_drawing_is_drawn(reader, tmp_path, name, pack):
    (tmp_path / name).write_bytes(pack(SVG.encode()))
    image = reader.read(tmp_path / name)
    assert (image.width(), image.height()) == (LOGO_PX, LOGO_PX // 2)
    assert image.pixelColor(5, 5) == QColor("#ff0000")


def test_drawings_of_common_programs_are_drawn(reader, tmp_path):
    styled = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>' + svg(
        '<defs><linearGradient id="a"><stop stop-color="#f00"/></linearGradient></defs>'
        '<rect width="10" height="10" fill="url(#a)"/><text font-size="1">K</text>',
        'xmlns:x="&ns;" id="layer" current="layer"',
    )
    (tmp_path / "logo.svg").write_text(styled)
    assert reader.read(tmp_path / "logo.svg").pixelColor(50, 50) == QColor("#ff0000")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("logo.png", b""),
        ("logo.png", b"no picture"),
        ("logo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50),
        ("logo.svg", b"<svg"),
        ("logo.svg", b"<html/>"),
        ("logo.svg", gzip.compress(SVG.encode())[:-9]),
        ("logo.svg", b"\x1f\x8b"),
    ],
)
def test_invalid_pictures_are_null(reader, tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    assert reader.read(tmp_path / name).isNull()


def test_missing_pictures_are_null(reader, tmp_path):
    assert reader.read(tmp_path / "gone.png").isNull()
    assert reader.read(tmp_path).isNull()
    os.mkfifo(tmp_path / "pipe.png")
    assert reader.read(tmp_path / "pipe.png").isNull()


@pytest.mark.parametrize(("more", "is_null"), [(-1, False), (0, False), (1, True)])
def test_files_that_are_too_large_are_not_read(qapp, tmp_path, more, is_null):
    path = picture(tmp_path / "logo.bmp", 8, 8)
    data = path.read_bytes()
    path.write_bytes(data + b"\0" * (MAX_BYTES + more - len(data)))
    assert read_picture(path).isNull() is is_null


@pytest.mark.parametrize(("more", "is_null"), [(-1, False), (0, False), (1, True)])
def test_drawings_that_are_too_large_unpacked_are_not_read(qapp, tmp_path, more, is_null):
    (tmp_path / "logo.svg").write_bytes(gzip.compress(SVG.encode().ljust(MAX_BYTES + more)))
    assert read_picture(tmp_path / "logo.svg").isNull() is is_null


@pytest.mark.parametrize(("width", "is_null"), [(MAX_PX - 1, False), (MAX_PX, False), (MAX_PX + 1, True)])
def test_pictures_that_are_too_wide_are_not_decoded(qapp, tmp_path, width, is_null):
    assert read_picture(picture(tmp_path / "logo.png", width, 200)).isNull() is is_null


@pytest.mark.parametrize(("more", "is_null"), [(-1, False), (0, False), (1, True)])
def test_drawings_have_limits_of_elements_and_depth(qapp, tmp_path, more, is_null):
    many = svg("<g/>" * (MAX_ELEMENTS - 1 + more))
    deep = svg("<g>" * (MAX_DEPTH - 1 + more) + "</g>" * (MAX_DEPTH - 1 + more))
    referring = svg('<g id="a">' + "<g/>" * 9997 + "</g>" + "<g/>" * (2 + more) + '<use xlink:href="#a"/>')
    for content in (many, deep, referring):
        (tmp_path / "logo.svg").write_text(content)
        assert read_picture(tmp_path / "logo.svg").isNull() is is_null


@pytest.mark.parametrize(
    "content",
    [
        references(12, 10),
        references(900, 2),
        patterns(12),
        svg('<g id="a"><use xlink:href="#a"/></g>'),
        svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use href="#a"/></g>'),
        entities(12),
        "<?xml-stylesheet href='/dev/zero' type='text/css'?>" + svg("<rect/>"),
        svg('<image width="9" height="9" xlink:href="OTHER"/>'),
        svg('<image width="9" height="9" xlink:href="file://OTHER"/>'),
    ],
)
def test_drawings_with_too_many_references_or_with_other_files_are_not_drawn(qapp, tmp_path, content):
    other = picture(tmp_path / "other.png", 9, 9)
    (tmp_path / "logo.svg").write_text(content.replace("OTHER", str(other)))
    began = time.monotonic()
    assert read_picture(tmp_path / "logo.svg").isNull()
    assert time.monotonic() - began < AT_ONCE_S


@pytest.mark.parametrize(
    "content",
    [
        slow().encode(),
        svg("<style>.a{fill:url(#p0)}</style>" + patterns(12)).replace('fill="url(', 'class="a" x="url(').encode(),
        png(1 << 30, 1),
        png(MAX_PX, MAX_PX),
    ],
    ids=["pictures", "style sheet", "wide", "large"],
)
def test_a_picture_that_takes_too_long_ends_and_the_next_one_is_read(reader, tmp_path, content):
    (tmp_path / "hostile.svg").write_bytes(content)
    (tmp_path / "logo.svg").write_text(SVG)
    began = time.monotonic()
    reader.read(tmp_path / "hostile.svg")
    assert not reader.read(tmp_path / "logo.svg").isNull()
    assert time.monotonic() - began < AT_ONCE_S


@pytest.fixture
def busy(tmp_path, reader):
    """A reader whose program is busy for minutes; yields the program."""
    (tmp_path / "hostile.svg").write_text(slow())
    (tmp_path / "logo.svg").write_text(SVG)
    reader.read(tmp_path / "logo.svg")
    pictures = []
    thread = threading.Thread(target=lambda: pictures.append(reader.read(tmp_path / "hostile.svg")))
    thread.start()
    yield next(child for child in psutil.Process().children() if "app.services.picture_program" in child.cmdline())
    thread.join(AT_ONCE_S)
    assert pictures[0].isNull()


def test_a_busy_program_ends_with_its_reader(reader, busy):
    began = time.monotonic()
    reader.close()
    assert time.monotonic() - began < 1.0
    busy.wait(AT_ONCE_S)


def test_the_program_ends_by_itself_if_a_drawing_keeps_it_busy(busy):
    busy.wait(AT_ONCE_S)


def test_an_idle_program_is_replaced(reader, tmp_path):
    (tmp_path / "logo.svg").write_text(SVG)
    for _ in range(2):
        assert not reader.read(tmp_path / "logo.svg").isNull()
        reader._process.kill()
        reader._process.wait()


def test_a_closed_reader_starts_nothing(reader, tmp_path):
    (tmp_path / "logo.svg").write_text(SVG)
    reader.close()
    assert reader.read(tmp_path / "logo.svg").isNull()
    assert reader._process is None


def test_another_thread_may_read(reader, tmp_path):
    (tmp_path / "logo.svg").write_text(SVG)
    images = []
    threads = [threading.Thread(target=lambda: images.append(reader.read(tmp_path / "logo.svg"))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(AT_ONCE_S)
    assert [image.isNull() for image in images] == [False] * 3
