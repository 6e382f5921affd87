import sys

import pytest

from runtime.processes.logs import LogFile, older_path


@pytest.mark.parametrize(("size", "is_rotated"), [(99, False), (100, False), (101, True)])
def test_a_file_is_set_aside_when_the_next_bytes_make_it_too_long(tmp_path, size, is_rotated):
    path = tmp_path / "blue-1.log"
    log = LogFile(str(path), segment_bytes=100)
    log.write(b"a" * 60)
    log.write(b"b" * (size - 60))
    log.close()
    older = tmp_path / "blue-1.1.log"
    assert older.exists() is is_rotated
    content = (older.read_bytes() if is_rotated else b"") + path.read_bytes()
    assert content == b"a" * 60 + b"b" * (size - 60)


def test_three_files_are_kept_the_newest_without_a_number(tmp_path):
    log = LogFile(str(tmp_path / "x.log"), segment_bytes=10)
    for number in range(6):
        log.write(b"%d" % number * 10)
    log.close()
    kept = {path.name: path.read_text()[0] for path in tmp_path.iterdir()}
    assert kept == {"x.log": "5", "x.1.log": "4", "x.2.log": "3"}


def test_bytes_stay_as_they_are_and_a_file_is_continued(tmp_path):
    path = tmp_path / "x.log"
    for data in (b"\x1b[31mred\x1b[0m\r\n", b"\xff\x00 no end"):
        log = LogFile(str(path))
        log.write(data)
        log.close()
    assert path.read_bytes() == b"\x1b[31mred\x1b[0m\r\n\xff\x00 no end"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a device that is always full")
def test_a_full_disk_is_an_error(tmp_path):
    (tmp_path / "x.log").symlink_to("/dev/full")
    log = LogFile(str(tmp_path / "x.log"))
    with pytest.raises(OSError, match="No space left"):
        log.write(b"x")
    log.close()


def test_numbers_go_before_the_extension():
    assert older_path("/logs/a.b/blue-1.log", 2) == "/logs/a.b/blue-1.2.log"
