"""Reports of a watcher on saves, checkouts and moves, with real folders, events and threads."""

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

from runtime.watching import Watched, WatchNotice
from runtime.watching.watcher import SETTLE_S, Watcher
from tests.runtime.watching.watchers import (
    SAVERS,
    is_ready,
    names,
    poll_until,
    quiet,
    save_aside_and_rename,
    save_in_place,
)


@pytest.mark.parametrize("save", SAVERS)
def test_every_way_of_saving_is_one_change_set(watched, folder, save):
    save(folder / "bot.py", "new")
    assert names(poll_until(watched, 1)) == [["bot.py"]]
    save(folder / "bot.py", "new")
    assert quiet(watched) == []


def test_either_source_reports_saves(any_watched, folder):
    for save in (save_in_place, save_aside_and_rename):
        save(folder / "bot.py", save.__name__)
        assert names(poll_until(any_watched, 1)) == [["bot.py"]]
    (folder / "bot.log").write_text("x")
    assert quiet(any_watched) == []


def test_a_save_is_reported_with_its_time(patient, folder):
    for count in range(3):
        (folder / "bot.py").write_text(f"{count}")
        saved_at = time.monotonic()
        (change,) = poll_until(patient, 1)
        assert time.monotonic() - saved_at >= SETTLE_S - 0.01
        assert change.seen_at == pytest.approx(saved_at, abs=0.05)


def test_a_checkout_of_500_files_is_one_change_set(patient, folder):
    for place in range(10):
        (folder / f"part{place}").mkdir()
        for count in range(50):
            (folder / f"part{place}" / f"m{count}.py").write_text("x")
    (change,) = poll_until(patient, 1)
    assert len(change.files) == 500
    assert list(change.files) == sorted(change.files)
    assert patient.poll() == []


@pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")  # of watchdog, if folders come quickly
def test_folders_that_come_later_are_followed(any_watched, folder):
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "x.py").write_text("1")
    assert names(poll_until(any_watched, 1)) == [["x.py"]]
    (folder / "a" / "b" / "x.py").write_text("2")
    assert names(poll_until(any_watched, 1)) == [["x.py"]]
    (folder / "a").rename(folder / "c")
    (change,) = poll_until(any_watched, 1)
    assert change.files == (folder / "a" / "b" / "x.py", folder / "c" / "b" / "x.py")
    (folder / "c" / "b" / "x.py").write_text("3")
    (change,) = poll_until(any_watched, 1)
    assert change.files == (folder / "c" / "b" / "x.py",)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
@pytest.mark.parametrize("save", [save_in_place, save_aside_and_rename])
@pytest.mark.parametrize("place", ["linked.py", "src/linked.py"])
def test_a_file_behind_a_link_is_followed(any_watched, folder, tmp_path, save, place):
    shared, link = tmp_path / "shared.py", folder / place
    shared.write_text("one")
    link.symlink_to(shared)
    assert names(poll_until(any_watched, 1)) == [["linked.py"]]
    for text in ("two", "three"):
        save(shared, text)
        assert [change.files for change in poll_until(any_watched, 1)] == [(link,)]
    shared.touch()
    (folder / "bot.py").write_text("last")
    assert names(poll_until(any_watched, 1)) == [["bot.py"]]
    link.unlink()
    assert [change.files for change in poll_until(any_watched, 1)] == [(link,)]
    save(shared, "four")
    assert quiet(any_watched) == []


def test_reading_logging_and_caching_is_no_change(watched, folder):
    for _ in range(3):
        (folder / "bot.py").read_text()
        with (folder / "bot.log").open("a") as log:
            log.write("line")
        (folder / "__pycache__").mkdir(exist_ok=True)
        (folder / "__pycache__" / "bot.cpython-311.pyc").write_text("x")
    assert quiet(watched) == []


def test_a_folder_moved_away_and_back(any_watched, folder):
    away = folder.with_name("away")
    folder.rename(away)
    (notice,) = poll_until(any_watched, 1)
    assert isinstance(notice, WatchNotice)
    assert notice.keys == ("blue-1",)
    (away / "bot.py").write_text("new")
    away.rename(folder)
    news = poll_until(any_watched, 2)
    assert names(news) == [["bot.py"]]
    (folder / "src" / "brain.py").write_text("new")
    assert names(poll_until(any_watched, 1)) == [["brain.py"]]


def test_a_folder_exchanged_for_another(watched, folder):
    new, old = folder.with_name("new"), folder.with_name("old")
    shutil.copytree(folder, new)
    (new / "bot.py").write_text("other")
    folder.rename(old)
    new.rename(folder)
    assert names(poll_until(watched, 1)) == [["bot.py"]]
    (folder / "src" / "brain.py").write_text("new")
    assert names(poll_until(watched, 1)) == [["brain.py"]]
    (old / "src" / "brain.py").write_text("new")
    assert quiet(watched) == []


def test_a_folder_deleted_and_made_anew(any_watched, folder):
    shutil.rmtree(folder)
    (notice,) = poll_until(any_watched, 1)
    assert "No such file" in str(notice.text)
    folder.mkdir()
    (folder / "bot.py").write_text("new")
    news = poll_until(any_watched, 2)
    assert "exists again" in str(news[0].text)
    assert names(news) == [["bot.py", "probe.py", "brain.py"]]
    (folder / "bot.py").write_text("newer")
    assert names(poll_until(any_watched, 1)) == [["bot.py"]]


def test_single_files_elsewhere(watcher, folder, tmp_path):
    looks, program = tmp_path / "loadout.toml", tmp_path / "program"
    looks.write_text("1")
    program.write_text("1")
    agents = [
        Watched(key="blue-1", folders=(folder,), files=(looks, program)),
        Watched(key="orange-1", folders=(folder,), files=(looks,)),
    ]
    watcher.watch(agents)
    is_ready(watcher, folder)
    looks.write_text("22")
    assert sorted(item.key for item in poll_until(watcher, 2)) == ["blue-1", "orange-1"]
    program.write_text("22")
    (change,) = poll_until(watcher, 1)
    assert (change.key, change.files) == ("blue-1", (program,))


def contents(folder):
    return {path: path.read_text() for path in folder.rglob("*.py")}


def do_something(folder, random):
    """Does one of the things that people and their tools do in a folder."""
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    files = list(folder.rglob("*.py"))
    place, name = random.choice(folders), f"m{random.randrange(6)}.py"
    action = random.randrange(8)
    if action <= 2:
        (place / name).write_text(f"{random.randrange(4)}")
    elif action == 3:
        save_aside_and_rename(place / name, f"{random.randrange(4)}")
    elif action == 4 and files:
        random.choice(files).unlink()
    elif action == 5 and files:
        random.choice(files).replace(place / name)
    elif action == 6:
        (place / f"d{random.randrange(3)}" / f"d{random.randrange(3)}").mkdir(parents=True, exist_ok=True)
    elif action == 7 and place != folder:
        target = folder / f"e{random.randrange(3)}"
        if random.random() < 0.5 or target.exists():
            shutil.rmtree(place)
        else:
            place.rename(target)


def test_reading_the_reported_files_gives_the_state_of_the_folder(watched, folder):
    random = Random(1)
    known = contents(folder)
    for _ in range(3):
        for _ in range(25):
            do_something(folder, random)
            time.sleep(random.choice([0, 0, 0.005, 0.03]))
        deadline = time.monotonic() + 5
        while known != contents(folder) and time.monotonic() < deadline:
            for change in watched.poll():
                known = {path: text for path, text in known.items() if path not in change.files}
                known |= {path: path.read_text() for path in change.files if path.exists()}
            time.sleep(0.01)
        assert known == contents(folder)


def test_many_threads_saving_at_once_lose_nothing(watched, folder):
    def work(part):
        for count in range(40):
            (folder / f"p{part}_{count}.py").write_text("x")

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = set()
    deadline = time.monotonic() + 30
    while len(found) < 160 and time.monotonic() < deadline:
        for item in watched.poll():
            found.update(item.files)
        time.sleep(0.01)
    assert len(found) == 160


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_real_checkout_is_one_change_set(patient, folder):
    def git(*words):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", folder, *identity, *words], check=True, capture_output=True)

    git("init", "-q", "-b", "one")
    git("add", "-A")
    git("commit", "-qm", "1")
    git("checkout", "-qb", "two")
    for count in range(60):
        (folder / f"m{count}.py").write_text("two")
    (folder / "bot.py").write_text("two")
    git("add", "-A")
    git("commit", "-qm", "2")
    poll_until(patient, 1)
    time.sleep(2 * SETTLE_S)
    patient.poll()
    git("checkout", "-q", "one")
    (change,) = poll_until(patient, 1)
    assert len(change.files) == 61


def test_a_save_right_after_asking_is_reported(watcher, folder):
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
def test_the_system_provides_no_events(folder):
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


def test_closing_is_quick_and_leaves_no_thread(folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.watcher.CLOSE_S", 60.0)
    before = set(threading.enumerate())
    watcher = Watcher()
    watcher.watch([Watched(key="blue-1", folders=(folder,))])
    watcher.start()
    watcher.start()
    is_ready(watcher, folder)
    started = time.monotonic()
    watcher.close()
    watcher.close()
    assert time.monotonic() - started < 30.0, "a thread that does not end is waited for twice as long"
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


def test_polling_is_cheap(watched):
    started = time.thread_time()
    for _ in range(1000):
        watched.poll()
    assert time.thread_time() - started < 0.5
