"""How a watcher begins and ends, and what it says of systems that do not play along; real folders and threads."""

import errno
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from runtime.watching import Watched, Watcher, WatchNotice
from tests.runtime.watching.watchers import is_ready, names, poll_until, quiet


def test_a_save_right_after_asking_is_told(watcher, folder):
    os.utime(folder / "bot.py", (1, 1))
    os.utime(folder / "src" / "brain.py", (1, 1))
    watcher.watch([Watched(key="blue-1", folders=(folder,))])
    time.sleep(0.02)
    (folder / "bot.py").write_text("new")
    assert names(poll_until(watcher, 1)) == [["bot.py"]]


def test_what_is_watched_changes_while_it_runs(watched, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    watched.watch([Watched(key="orange-1", folders=(other,))])
    is_ready(watched, other)
    (folder / "bot.py").write_text("new")
    assert quiet(watched) == []
    watched.watch([])
    time.sleep(0.05)
    (other / "bot.py").write_text("new")
    assert quiet(watched) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_the_system_gives_no_events(folder):
    def refuse():
        raise OSError(errno.EMFILE, "inotify instance limit reached")

    with Watcher(source=refuse, scan_s=0.1) as watcher:
        watcher.watch([Watched(key="blue-1", folders=(folder,))])
        (notice,) = poll_until(watcher, 1)
        assert "cannot watch more folders" in str(notice.text)
        (folder / "bot.py").write_text("new")
        assert names(poll_until(watcher, 1)) == [["bot.py"]]


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_a_real_limit_of_watches(folder, monkeypatch):
    from runtime.watching import inotify

    made = []

    def add(fd, path, mask, callback, callback_id, add=inotify.InotifyFD.add_callback):
        made.append(path)
        if len(made) > 1:
            raise OSError(errno.ENOSPC, "inotify watch limit reached")
        return add(fd, path, mask, callback, callback_id)

    monkeypatch.setattr(inotify.InotifyFD, "add_callback", add)
    with Watcher(scan_s=0.1) as watcher:
        watcher.watch([Watched(key="blue-1", folders=(folder,))])
        (notice,) = [item for item in poll_until(watcher, 1) if isinstance(item, WatchNotice)]
        assert "fs.inotify.max_user_watches" in str(notice.text)


def test_closing_is_quick_and_leaves_no_thread(folder):
    before = set(threading.enumerate())
    watcher = Watcher()
    watcher.watch([Watched(key="blue-1", folders=(folder,))])
    watcher.start()
    watcher.start()
    is_ready(watcher, folder)
    started = time.monotonic()
    watcher.close()
    watcher.close()
    assert time.monotonic() - started < 1.0, "as long as is waited for a thread that does not end"
    assert set(threading.enumerate()) <= before
    assert watcher.poll() == []


def test_closing_without_starting_is_fine():
    before = set(threading.enumerate())
    watcher = Watcher()
    watcher.close()
    watcher.close()
    assert watcher.poll() == []
    assert set(threading.enumerate()) <= before


def test_closing_does_not_wait_for_a_disk_that_hangs(folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.watcher.CLOSE_S", 0.3)
    is_free = threading.Event()

    def hang(path: Path) -> str:
        is_free.wait(20)
        return "nfs4"

    watcher = Watcher(file_system_of=hang)
    watcher.start()
    watcher.watch([Watched(key="blue-1", folders=(folder,))])
    time.sleep(0.05)
    assert watcher.poll() == []
    started = time.monotonic()
    watcher.close()
    assert 0.3 <= time.monotonic() - started < 10
    is_free.set()


def test_a_fault_ends_the_watching_with_a_notice(folder, caplog):
    def fail(path: Path) -> str:
        raise RuntimeError("odd")

    with Watcher(file_system_of=fail) as watcher:
        watcher.watch([Watched(key="blue-1", folders=(folder,))])
        (notice,) = poll_until(watcher, 1)
    assert notice.text.code == "watching-ended"
    assert "odd" in str(notice.text)


def test_polling_costs_next_to_nothing(watched):
    started = time.thread_time()
    for _ in range(1000):
        watched.poll()
    assert time.thread_time() - started < 0.05
