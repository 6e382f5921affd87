import sys
import threading
import time

import pytest

from runtime.processes import logs
from runtime.processes.logs import LogFile, Logs, older_path


class Gate:
    """Replaces a disk that accepts nothing until it is opened."""

    written = b""

    def __init__(self, path):
        self.path = path
        self.written = b""
        self.is_closed = False
        Gate.files[path] = self

    def write(self, data):
        Gate.open.wait(5)
        self.written += data

    def close(self):
        self.is_closed = True


@pytest.fixture
def slow_disk(monkeypatch):
    Gate.files, Gate.open = {}, threading.Event()
    monkeypatch.setattr(logs, "LogFile", Gate)
    yield Gate
    Gate.open.set()


def test_what_is_written_arrives_and_files_close_with_their_last_user(tmp_path):
    path = str(tmp_path / "a.log")
    writer = Logs()
    writer.open(path)
    writer.open(path)
    writer.write(path, b"old ")
    writer.close(path)
    writer.write(path, b"new")
    writer.close(path)
    writer.write(path, b"nobody")
    writer.end(5)
    assert (tmp_path / "a.log").read_bytes() == b"old new"
    assert writer.failure() is None


def test_without_a_path_there_is_no_thread():
    before = threading.active_count()
    writer = Logs()
    writer.open("")
    writer.write("", b"x")
    writer.close("")
    assert threading.active_count() == before
    writer.end(5)


@pytest.mark.parametrize(("size", "is_left_out"), [(9, False), (10, False), (11, True)])
def test_a_slow_disk_costs_bytes_beyond_the_bound_and_no_waiting(slow_disk, size, is_left_out):
    writer = Logs(max_waiting=10)
    writer.open("a")
    writer.write("a", b"x" * 4)
    writer.write("a", b"y" * (size - 4))
    slow_disk.open.set()
    writer.close("a")
    writer.end(5)
    said = b"\n[%d bytes left out: the disk is too slow]\n" % (size - 4)
    assert slow_disk.files["a"].written == b"x" * 4 + (said if is_left_out else b"y" * (size - 4))
    assert slow_disk.files["a"].is_closed


def test_the_gap_is_where_the_bytes_would_be(slow_disk):
    writer = Logs(max_waiting=4)
    writer.open("a")
    for data in (b"one ", b"two ", b"three "):
        writer.write("a", data)
    slow_disk.open.set()
    deadline = time.monotonic() + 5
    while slow_disk.files.get("a", Gate).written != b"one " and time.monotonic() < deadline:
        time.sleep(0.001)
    while writer._waiting and time.monotonic() < deadline:
        time.sleep(0.001)
    writer.write("a", b"four")
    writer.close("a")
    writer.end(5)
    assert slow_disk.files["a"].written == b"one \n[10 bytes left out: the disk is too slow]\nfour"


def test_the_end_waits_for_a_stuck_disk_only_so_long(slow_disk):
    writer = Logs()
    writer.open("a")
    writer.write("a", b"x")
    writer.end(0.05)
    assert slow_disk.files.get("a") is None or slow_disk.files["a"].written == b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a device that is always full")
def test_a_file_that_cannot_be_written_is_given_up_and_the_others_go_on(tmp_path):
    (tmp_path / "full.log").symlink_to("/dev/full")
    full, missing, fine = (str(tmp_path / name) for name in ("full.log", "no folder/x.log", "fine.log"))
    writer = Logs()
    for path in (full, missing, fine):
        writer.open(path)
        for _ in range(3):
            writer.write(path, b"line\n")
    writer.end(5)
    failure = writer.failure()
    assert (failure.code, dict(failure.args)) == (
        "logs-not-written",
        {"folder": str(tmp_path), "reason": "No space left on device"},
    )
    assert writer.failure() is None
    assert (tmp_path / "fine.log").read_bytes() == b"line\n" * 3


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
