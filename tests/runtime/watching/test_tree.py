"""Scans of real folders, without events and without threads."""

import errno
import os
import shutil
import time

import pytest

from runtime.watching import tree as tree_module
from runtime.watching.tree import MAX_HASHED, Tree, digest_of
from runtime.watching.walk import Stamp
from tests.runtime.watching.trees import LONG_AGO_S, RecordingFollower, age, changed, settled


def test_finds_new_and_changed_files(folder):
    tree = settled(folder)
    (folder / "bot.py").write_text("three")
    (folder / "src" / "new.py").write_text("four")
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "x.toml").write_text("")
    assert changed(tree) == ["bot.py", "deep/er/x.toml", "src/new.py"]
    assert changed(tree) == []


def test_the_same_content_is_no_change(folder):
    tree = settled(folder)
    (folder / "bot.py").write_text("one")
    os.utime(folder / "src" / "brain.py")
    assert changed(tree) == []
    (folder / "new").write_text("one")
    (folder / "new").replace(folder / "bot.py")
    assert changed(tree) == []


@pytest.mark.parametrize("has_event", [True, False])
def test_a_change_is_found_where_time_and_size_stay(folder, has_event):
    if os.name == "nt" and not has_event:
        pytest.skip("Windows has no time of the last change of a file's attributes")
    tree = settled(folder)
    path = folder / "bot.py"
    path.write_text("two")
    os.utime(path, (LONG_AGO_S, LONG_AGO_S))
    tree.suspects |= {str(path)} if has_event else set()
    assert changed(tree) == ["bot.py"]
    assert changed(tree) == []


@pytest.mark.parametrize("size", [3, MAX_HASHED + 1])
def test_new_permissions_are_no_change(folder, size):
    (folder / "weights.pt").write_bytes(bytes(size))
    tree = settled(folder)
    (folder / "weights.pt").chmod(0o600)
    assert changed(tree) == []


def test_files_not_read_yet_are_compared_by_time(folder):
    age(folder)
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=time.time_ns())
    tree.scan(time.time_ns())
    os.utime(folder / "bot.py")
    assert changed(tree) == ["bot.py"]


def test_reads_in_small_portions(folder):
    age(folder)
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=time.time_ns())
    tree.scan(time.time_ns())
    assert tree.read_some(1) is True
    assert tree.read_some(1) is False
    assert tree.read_some(1) is False


def test_what_is_written_after_somebody_asked_is_a_change(folder):
    age(folder)
    asked_ns = time.time_ns()
    os.utime(folder / "bot.py", ns=(asked_ns, asked_ns))
    os.utime(folder / "src" / "brain.py", ns=(asked_ns - 1, asked_ns - 1))
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=asked_ns)
    assert changed(tree) == ["bot.py"]
    assert changed(tree) == []


@pytest.mark.parametrize(("size", "is_changed"), [(MAX_HASHED - 1, False), (MAX_HASHED, False), (MAX_HASHED + 1, True)])
def test_large_files_are_compared_by_time(folder, size, is_changed):
    (folder / "weights.pt").write_bytes(bytes(size))
    tree = settled(folder)
    os.utime(folder / "weights.pt")
    assert changed(tree) == ["weights.pt"] * is_changed


def test_events_about_files_alone_take_no_look_at_the_others(folder):
    tree = settled(folder)
    (folder / "bot.py").write_text("x")
    (folder / "src" / "brain.py").write_text("x")
    (folder / "src" / "new.py").write_text("x")
    tree.suspects |= {str(folder / "bot.py"), str(folder / "src" / "new.py"), str(folder / "gone.py")}
    assert changed(tree) == ["bot.py", "src/new.py"]
    assert changed(tree) == ["src/brain.py"]


@pytest.mark.parametrize("suspect", [".", "src", ".gitignore", "unknown/x.py", "folder.py"])
def test_events_about_more_take_a_look_at_everything(folder, suspect):
    (folder / "folder.py").mkdir()
    tree = settled(folder)
    (folder / "src" / "brain.py").write_text("x")
    tree.suspects.add(os.path.normpath(folder / suspect))
    assert changed(tree) == ["src/brain.py"]


def test_a_look_at_few_files_finds_what_is_missing_and_what_came_back(folder):
    tree = settled(folder)
    (folder / "bot.py").unlink()
    (folder / "src" / "brain.py").unlink()
    tree.suspects.add(str(folder / "bot.py"))
    assert tree.scan(time.time_ns()).missing == {str(folder / "bot.py")}
    (folder / "bot.py").write_text("new")
    look = tree.scan(time.time_ns())
    assert (look.changed, look.missing) == ({str(folder / "bot.py")}, frozenset())
    assert tree.scan(time.time_ns()).missing == {str(folder / "src" / "brain.py")}


def test_a_root_that_was_exchanged_is_looked_at_as_a_whole(folder):
    tree = settled(folder)
    shutil.copytree(folder, folder.with_name("new"))
    (folder.with_name("new") / "src" / "brain.py").write_text("x")
    folder.rename(folder.with_name("old"))
    folder.with_name("new").rename(folder)
    tree.suspects.add(str(folder / "bot.py"))
    assert changed(tree) == ["src/brain.py"]


def test_reading_beforehand_is_bounded(folder, monkeypatch):
    monkeypatch.setattr(tree_module, "MAX_READ", 5)
    tree = settled(folder)
    os.utime(folder / "bot.py")
    os.utime(folder / "src" / "brain.py")
    assert len(changed(tree)) == 1


def test_a_missing_file_stays_known_until_it_is_given_up(folder):
    tree = settled(folder)
    path = folder / "bot.py"
    path.unlink()
    for _ in range(2):
        look = tree.scan(time.time_ns())
        assert (look.changed, look.missing) == (frozenset(), frozenset([str(path)]))
    path.write_text("one")
    look = tree.scan(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    path.unlink()
    tree.forget(tree.scan(time.time_ns()).missing)
    assert tree.scan(time.time_ns()).missing == frozenset()
    path.write_text("one")
    assert changed(tree) == ["bot.py"]


def test_a_root_that_is_not_there_is_an_error_and_nothing_is_forgotten(folder):
    tree = settled(folder)
    away = folder.with_name("away")
    folder.rename(away)
    tree.suspects.add(str(folder))
    with pytest.raises(FileNotFoundError):
        tree.scan(time.time_ns())
    assert tree.identity is None
    (away / "bot.py").write_text("x")
    away.rename(folder)
    assert changed(tree) == ["bot.py"]
    assert tree.identity == (folder.stat().st_dev, folder.stat().st_ino)


def test_a_system_that_follows_no_more_folders_is_an_error(folder):
    class Full(RecordingFollower):
        def follow(self, folder, identity):
            if folder.endswith("src"):
                raise OSError(errno.ENOSPC, "full")

    tree = Tree(str(folder), names=None, follower=Full(), asked_ns=0)
    with pytest.raises(OSError, match="full"):
        tree.scan(0)


def test_folders_that_vanish_on_the_way_are_passed_over(folder):
    class Vanishing(RecordingFollower):
        def follow(self, folder, identity):
            if folder.endswith("src"):
                shutil.rmtree(folder)

    tree = Tree(str(folder), names=None, follower=Vanishing(), asked_ns=0)
    assert changed(tree) == ["bot.py"]


@pytest.mark.parametrize(
    ("path", "is_folder", "expected"),
    [
        ("bot.py", False, True),
        ("src/brain.py", False, True),
        ("src/bot.log", False, False),
        (".gitignore", False, True),
        ("newdir", True, True),
        (".venv", True, False),
        ("unknown/x.py", False, False),
        (".", True, True),
    ],
)
def test_concerns(folder, path, is_folder, expected):
    tree = settled(folder)
    assert tree.concerns(os.path.normpath(folder / path), is_folder=is_folder) is expected


def test_everything_that_may_matter_concerns_before_the_first_look(folder):
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=0)
    assert tree.concerns(str(folder / "anywhere" / "x.py"), is_folder=False)
    assert not tree.concerns(str(folder / "anywhere" / "x.log"), is_folder=False)


def stamp_of(path):
    return Stamp.of(path.stat())


def test_a_file_that_is_not_any_more_as_it_was_seen_has_none(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    seen = stamp_of(path)
    path.write_bytes(b"three")
    assert digest_of(str(path), seen) is None


def test_what_cannot_be_read_has_none(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    seen = stamp_of(path)
    path.unlink()
    assert digest_of(str(path), seen) is None
    assert digest_of(str(tmp_path), stamp_of(tmp_path)) is None
