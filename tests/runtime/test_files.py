import errno
import os
import shutil
import stat
import sys
import time
from pathlib import Path

import pytest

from runtime import files
from runtime.files import UNFINISHED_S, open_regular, read_file, read_start, read_text, read_up_to, write_atomically

LIMIT = 1000
KERNEL_LOG = Path("/proc/kmsg")
"""A regular file by its mode, but reading it waits for the next line."""

needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes in folders here")


def reason_of(path, limit=LIMIT):
    """Returns the reason why a file cannot be read, as users see it."""
    with pytest.raises(OSError, match=r"\w") as caught:
        read_file(path, limit)
    return caught.value.strerror


@pytest.mark.parametrize("size", [0, 1, LIMIT - 1, LIMIT])
def test_a_file_up_to_the_limit_is_read_whole(tmp_path, size):
    path = tmp_path / "a"
    path.write_bytes(b"x" * size)
    assert read_file(path, LIMIT) == b"x" * size


def test_a_larger_file_is_refused_and_its_start_can_be_read(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * (LIMIT + 1))
    assert reason_of(path) == "it is larger than 1.0 kB"
    assert read_start(path, LIMIT) == b"x" * LIMIT


def test_a_file_of_many_blocks_is_read_whole(tmp_path):
    content = os.urandom(3 << 20)
    (tmp_path / "a").write_bytes(content)
    assert read_file(tmp_path / "a", len(content)) == content
    assert read_start(str(tmp_path / "a"), 1 << 20) == content[: 1 << 20]


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="there are no files of unknown length here")
def test_a_file_that_is_longer_than_its_size_says_stops_at_the_limit():
    maps = Path("/proc/self/maps")
    assert maps.stat().st_size == 0
    assert reason_of(maps, 100) == "it is larger than 100 B"
    assert len(read_start(maps, 100)) == 100


@needs_pipes
def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert reason_of(tmp_path / "pipe") == "it is not a regular file"


@needs_pipes
def test_a_pipe_that_takes_the_place_of_a_file_is_refused_at_once(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"x")
    os.mkfifo(tmp_path / "pipe")
    before = (tmp_path / "file").stat()
    monkeypatch.setattr(os, "stat", lambda path: before)
    assert reason_of(tmp_path / "pipe") == "it is not a regular file"


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/tty"])
def test_a_device_is_refused(device):
    if not Path(device).exists():
        pytest.skip("there is no such device here")
    assert reason_of(Path(device)) == "it is not a regular file"


@pytest.mark.skipif(not os.access(KERNEL_LOG, os.R_OK), reason="the kernel's log cannot be read here")
def test_a_system_file_whose_readers_wait_is_refused():
    assert reason_of(KERNEL_LOG, 1 << 24) in (
        "it is not a regular file: reading it would wait for its content",
        os.strerror(errno.EPERM),
    )


def test_folders_and_missing_files(tmp_path):
    assert reason_of(tmp_path) == "it is a folder"
    assert reason_of(tmp_path / "no")


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own")
def test_links_are_followed_and_a_dangling_one_is_an_error(tmp_path):
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "to").symlink_to("a")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "lost").symlink_to("no")
    assert read_file(tmp_path / "to", 1) == b"x"
    assert reason_of(tmp_path / "loop")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "lost", 1)


def test_a_path_that_cannot_exist_is_an_os_error():
    assert "null" in reason_of(Path("a\0b"))


def test_text_is_utf_8_with_plain_line_breaks(tmp_path):
    (tmp_path / "a").write_bytes("ä\r\nb\rc\n".encode())
    assert read_text(tmp_path / "a", LIMIT) == "ä\nb\nc\n"
    (tmp_path / "b").write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        read_text(tmp_path / "b", LIMIT)
    assert read_text(tmp_path / "b", LIMIT, errors="replace") == "\ufffd"


def test_no_descriptor_stays_open(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 10)
    with open_regular(tmp_path / "a") as file:
        number = file
    with pytest.raises(OSError, match=os.strerror(errno.EBADF)):
        read_up_to(number, 1)


@pytest.mark.parametrize(("age_s", "is_kept"), [(-5.0, True), (5.0, False)])
def test_a_write_removes_what_killed_programs_left_of_the_same_file(tmp_path, age_s, is_kept):
    names = [".match [1].toml.1-0123abcd.tmp", f".match [1].toml.{os.getpid()}-0123abcd.tmp"]
    others = [".other.toml.1-0123abcd.tmp", ".match [1].toml.1.tmp", ".match [1].toml.1-0123abcd.tmp.txt", "match"]
    for name in (*names, *others):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - UNFINISHED_S - age_s,) * 2)
    write_atomically(tmp_path / "match [1].toml", b"x")
    assert [(tmp_path / name).exists() for name in names] == [is_kept] * 2
    assert all((tmp_path / name).exists() for name in others)


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
@pytest.mark.parametrize("before", [None, 0o644, 0o640])
def test_only_the_user_reads_a_private_file(tmp_path, before):
    path = tmp_path / "a"
    if before is not None:
        path.touch()
        path.chmod(before)
    write_atomically(path, b"x")
    assert before in (None, stat.S_IMODE(path.stat().st_mode))
    write_atomically(path, b"x", is_private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_reason_why_a_folder_is_not_copied_is_that_of_its_first_file(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").touch()

    def refuse(number):
        def copy(source, target, **_):
            raise OSError(number, os.strerror(number), target) if number else OSError("odd")

        return copy

    for number, reason in ((errno.ENOSPC, "No space left on device"), (errno.EBADF, "Bad file descriptor"), (0, "odd")):
        with pytest.raises(shutil.Error) as caught:
            shutil.copytree(tmp_path / "a", tmp_path / "c", copy_function=refuse(number), dirs_exist_ok=True)
        assert str(files.reason_of(caught.value)) == reason
