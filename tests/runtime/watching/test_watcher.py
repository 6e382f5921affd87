"""What a watcher tells of saves, checkouts and moves; real folders, real events, real threads."""

import shutil
import subprocess
import threading
import time
from random import Random

import pytest

from runtime.watching import Watched, WatchNotice
from runtime.watching.watcher import SETTLE_S
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


def test_either_source_hears_of_saves(any_watched, folder):
    for save in (save_in_place, save_aside_and_rename):
        save(folder / "bot.py", save.__name__)
        assert names(poll_until(any_watched, 1)) == [["bot.py"]]
    (folder / "bot.log").write_text("x")
    assert quiet(any_watched) == []


def test_a_save_is_told_right_after_the_settle_time(patient, folder):
    lags = []
    for count in range(3):
        (folder / "bot.py").write_text(f"{count}")
        saved_at = time.monotonic()
        (change,) = poll_until(patient, 1)
        lags.append(time.monotonic() - saved_at)
        assert change.seen_at == pytest.approx(saved_at, abs=0.05)
    assert SETTLE_S - 0.01 <= min(lags) < SETTLE_S + 0.05


def test_a_checkout_of_500_files_is_one_change_set(patient, folder):
    for place in range(10):
        (folder / f"part{place}").mkdir()
        for count in range(50):
            (folder / f"part{place}" / f"m{count}.py").write_text("x")
    (change,) = poll_until(patient, 1)
    assert len(change.files) == 500
    assert list(change.files) == sorted(change.files)
    assert patient.poll() == []


@pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")  # watchdog's own, where folders come quickly
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
    """One of the things that people and their tools do in a folder."""
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


def test_who_reads_again_what_was_told_knows_the_folder(watched, folder):
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
