"""Unsaved work outlives the program and is offered once, unless another program has it open."""

import json
import os
import stat

import pytest

from app.document.recovery import MAX_FILES, Kept, RecoveryFolder, Unsaved, process_is_alive


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "unsaved"


def dead(pid, before_s):
    return False


@pytest.mark.parametrize("name", [None, "/matches/ä.toml"])
def test_recovery_files_are_found_by_the_next_start(folder, tmp_path, name):
    unsaved = Unsaved(text="[match]\r\n# é\n", path=None if name is None else tmp_path / name)
    assert RecoveryFolder(folder, pid=7).keep(unsaved)
    (kept,) = RecoveryFolder(folder, pid=8).left_behind(dead)
    assert kept.unsaved == unsaved
    RecoveryFolder(folder, pid=9).discard(kept)
    assert RecoveryFolder(folder, pid=8).left_behind(dead) == ()
    assert list(folder.iterdir()) == []


def test_only_the_newest_text_is_kept(folder):
    mine = RecoveryFolder(folder)
    for text in "abc":
        assert mine.keep(Unsaved(text=text, path=None))
    assert mine.left_behind(dead) == ()
    (kept,) = RecoveryFolder(folder).left_behind(dead)
    assert kept.unsaved.text == "c"
    mine.forget()
    mine.forget()
    assert RecoveryFolder(folder).left_behind(dead) == ()


def test_files_in_use_are_left_alone(folder):
    RecoveryFolder(folder, pid=7).keep(Unsaved(text="a", path=None))
    asked = []
    assert RecoveryFolder(folder).left_behind(lambda pid, before_s: asked.append(pid) or True) == ()
    assert asked == [7]
    assert len(list(folder.iterdir())) == 1


def test_whether_a_process_is_alive():
    import time

    import psutil

    started = psutil.Process().create_time()
    assert process_is_alive(os.getpid(), time.time())
    assert process_is_alive(os.getpid(), started)
    assert not process_is_alive(os.getpid(), started - 1)
    unused = next(pid for pid in range(4_000_000, 4_200_000) if not psutil.pid_exists(pid))
    assert not process_is_alive(unused, time.time())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"version": 0, "pid": 1, "path": "", "text": ""}',
        b'{"version": 1, "pid": 0, "path": "", "text": ""}',
        b'{"version": 1, "pid": true, "path": "", "text": ""}',
        b'{"version": 1, "pid": 1, "path": 3, "text": ""}',
        b'{"version": 1, "pid": 1, "path": "", "text": null}',
        b"[" * 100_000,
    ],
)
def test_a_file_unusable_is_removed(folder, content):
    folder.mkdir()
    (folder / "1-00.json").write_bytes(content)
    assert RecoveryFolder(folder).left_behind(dead) == ()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_there_are_so_many_at_most_and_the_oldest_go(folder, extra):
    folder.mkdir()
    for number in range(MAX_FILES + extra):
        file = folder / f"{number}-00.json"
        file.write_text(json.dumps({"version": 1, "pid": 1, "path": "", "text": str(number)}))
        os.utime(file, (1000 + number, 1000 + number))
    kept = RecoveryFolder(folder).left_behind(dead)
    assert len(kept) == min(MAX_FILES, MAX_FILES + extra) == len(list(folder.iterdir()))
    assert kept[0].unsaved.text == str(MAX_FILES + extra - 1)


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path):
    (tmp_path / "unsaved").write_text("a file where the folder should be")
    folder = RecoveryFolder(tmp_path / "unsaved")
    assert not folder.keep(Unsaved(text="a", path=None))
    assert folder.left_behind(dead) == ()
    folder.forget()
    folder.discard(Kept(unsaved=Unsaved(text="a", path=None), file=tmp_path / "unsaved" / "x"))


def test_a_path_that_is_no_unicode_is_kept(folder):
    odd = Unsaved(text="a", path=folder / "odd\udcff")
    assert RecoveryFolder(folder).keep(odd)
    (kept,) = RecoveryFolder(folder).left_behind(dead)
    assert kept.unsaved == odd


def test_the_work_of_a_newer_version_stays(folder, tmp_path):
    RecoveryFolder(folder).keep(Unsaved(text="[match]\n", path=None))
    (file,) = folder.glob("*.json")
    newer = file.with_name("7-newer.json")
    newer.write_text(json.dumps({**json.loads(file.read_text()), "version": 2}))
    assert len(RecoveryFolder(folder).left_behind(dead)) == 1
    assert newer.exists()


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_only_the_user_can_read_kept_work(folder):
    RecoveryFolder(folder).keep(Unsaved(text="[match]\n", path=None))
    (file,) = folder.glob("*.json")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (file, file.parent)] == [0o600, 0o700]
