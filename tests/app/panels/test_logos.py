"""Logos of bots are scaled down to a small size."""

import threading

import pytest
from PySide6.QtGui import QColor, QImage

from app.panels.library import logos as rooms
from app.panels.library.logos import LOGO_PX, MAX_BYTES, read_logo

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#ff0000"/></svg>'


def picture(path, width, height):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    assert image.save(str(path))
    return path


@pytest.mark.parametrize("name", ["logo.png", "logo.jpg", "logo.bmp", "png that is a.jpg"])
@pytest.mark.parametrize(
    ("size", "small"),
    [
        ((10, 10), (10, 10)),
        ((LOGO_PX, LOGO_PX), (LOGO_PX, LOGO_PX)),
        ((LOGO_PX + 1, LOGO_PX + 1), (LOGO_PX, LOGO_PX)),
        ((400, 200), (LOGO_PX, LOGO_PX // 2)),
    ],
)
def test_a_picture_keeps_its_shape(qapp, tmp_path, name, size, small):
    image = read_logo(picture(tmp_path / name, *size))
    assert (image.width(), image.height()) == small
    assert image.pixelColor(5, 5).red() > 240


def test_a_drawing_is_drawn(qapp, tmp_path):
    (tmp_path / "logo.svg").write_text(SVG)
    image = read_logo(tmp_path / "logo.svg")
    assert (image.width(), image.height()) == (LOGO_PX, LOGO_PX // 2)
    assert image.pixelColor(5, 5) == QColor("#ff0000")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("logo.png", b""),
        ("logo.png", b"no picture"),
        ("logo.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50),
        ("logo.svg", b"<svg"),
        ("logo.svg", b"<html/>"),
    ],
)
@pytest.mark.qt_log_ignore("svg|SVG|libpng|png")
def test_invalid_pictures_are_null(qapp, tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    assert read_logo(tmp_path / name).isNull()


def test_missing_pictures_are_null(qapp, tmp_path):
    assert read_logo(tmp_path / "gone.png").isNull()
    assert read_logo(tmp_path).isNull()


@pytest.mark.parametrize(("more", "is_null"), [(-1, False), (0, False), (1, True)])
def test_files_that_are_too_large_are_not_read(qapp, tmp_path, more, is_null):
    path = picture(tmp_path / "logo.bmp", 8, 8)
    data = path.read_bytes()
    path.write_bytes(data + b"\0" * (MAX_BYTES + more - len(data)))
    assert read_logo(path).isNull() is is_null


@pytest.mark.parametrize(("most", "is_null"), [(99, True), (100, False), (101, False)])
def test_pictures_that_are_too_wide_are_not_decoded(qapp, tmp_path, monkeypatch, most, is_null):
    monkeypatch.setattr(rooms, "MAX_PX", most)
    assert read_logo(picture(tmp_path / "logo.png", 100, 4)).isNull() is is_null


def test_another_thread_may_read(qapp, tmp_path):
    (tmp_path / "logo.svg").write_text(SVG)
    got = []
    thread = threading.Thread(target=lambda: got.append(read_logo(tmp_path / "logo.svg")))
    thread.start()
    thread.join(10.0)
    assert not got[0].isNull()
