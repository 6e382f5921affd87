"""Folders are scanned concurrently: a slow one delays no other, and every scan can be cancelled."""

import threading
from pathlib import Path

import pytest

from runtime.library import scanner as rooms
from runtime.library.scanner import LibraryScanner, topmost
from runtime.model.entries import EntriesFound, FolderScanned
from tests.clock import until

DEADLINE_S = 30.0


class Shelf:
    """Records the events of a scanner."""

    def __init__(self):
        self.events = []
        self.scanner = LibraryScanner(self.events.append)

    def wait(self, condition):
        until(condition, DEADLINE_S)

    def settle(self):
        self.wait(lambda: not self.scanner.is_running)

    def ended(self, root):
        return [event for event in self.events if isinstance(event, FolderScanned) and event.root == root]

    def names(self):
        return sorted(e.name for event in self.events if isinstance(event, EntriesFound) for e in event.entries)


@pytest.fixture
def shelf():
    made = Shelf()
    yield made
    made.scanner.cancel()
    assert made.scanner.join(DEADLINE_S)


def test_every_folder_is_scanned(tmp_path, write_bot, shelf):
    for name in ("a", "b"):
        write_bot(tmp_path / name / "bot", name)
    shelf.scanner.rescan([tmp_path / "a", tmp_path / "b"])
    shelf.settle()
    assert shelf.names() == ["a", "b"]
    assert len(shelf.ended(tmp_path / "a")) == 1


def test_a_slow_folder_delays_none_of_the_others(tmp_path, write_bot, shelf, monkeypatch):
    write_bot(tmp_path / "fast" / "bot", "fast")
    write_bot(tmp_path / "slow" / "bot", "slow")
    let_go = threading.Event()
    scan_folder = rooms.scan_folder

    def slowly(root, *rest):
        if root.name == "slow":
            assert let_go.wait(DEADLINE_S)
        scan_folder(root, *rest)

    monkeypatch.setattr(rooms, "scan_folder", slowly)
    shelf.scanner.rescan([tmp_path / "slow", tmp_path / "fast"])
    shelf.wait(lambda: shelf.ended(tmp_path / "fast"))
    assert shelf.names() == ["fast"]
    shelf.wait(lambda: shelf.scanner.running == (tmp_path / "slow",))
    let_go.set()
    shelf.settle()
    assert shelf.names() == ["fast", "slow"]


def test_a_request_during_a_scan_is_handled_afterwards(tmp_path, write_bot, shelf, monkeypatch):
    write_bot(tmp_path / "a", "first")
    let_go = threading.Event()
    scan_folder = rooms.scan_folder

    def slowly(*values):
        scan_folder(*values)
        assert let_go.wait(DEADLINE_S)

    monkeypatch.setattr(rooms, "scan_folder", slowly)
    shelf.scanner.rescan([tmp_path])
    shelf.wait(lambda: shelf.ended(tmp_path))
    write_bot(tmp_path / "b", "second")
    shelf.scanner.rescan([tmp_path])
    shelf.scanner.rescan([tmp_path])
    let_go.set()
    shelf.settle()
    assert shelf.names() == ["first", "second"]
    assert len(shelf.ended(tmp_path)) == 2


def test_a_dropped_folder_is_cancelled(tmp_path, write_bot, shelf):
    for number in range(40):
        write_bot(tmp_path / f"{number}")
    shelf.scanner.rescan([tmp_path])
    shelf.scanner.rescan([])
    assert not shelf.scanner.is_running
    assert shelf.scanner.join(DEADLINE_S)
    assert [event.is_whole for event in shelf.ended(tmp_path)] == [False]


def test_a_dead_folder_keeps_one_thread_however_often_it_is_asked_for(tmp_path, shelf, monkeypatch):
    let_go, begun = threading.Event(), []

    def dead(*_):
        begun.append(threading.current_thread())
        assert let_go.wait(DEADLINE_S)

    monkeypatch.setattr(rooms, "scan_folder", dead)
    for _ in range(3):
        shelf.scanner.rescan([tmp_path])
        shelf.wait(lambda: bool(begun))
        shelf.scanner.cancel()
    assert len(begun) == 1
    assert shelf.scanner.running == (tmp_path,)
    assert not shelf.scanner.join(0.02)
    let_go.set()
    shelf.settle()


def test_removals_before_a_cancelled_scan_are_reported_later(tmp_path, write_bot, shelf):
    path = write_bot(tmp_path / "a")
    shelf.scanner.rescan([tmp_path])
    shelf.settle()
    for file in path.parent.iterdir():
        file.unlink()
    shelf.scanner.rescan([tmp_path])
    shelf.scanner.cancel()
    shelf.scanner.rescan([tmp_path])
    shelf.settle()
    assert path in {gone for event in shelf.ended(tmp_path) for gone in event.gone}


@pytest.mark.parametrize(
    ("roots", "top"),
    [
        (["/a", "/b"], ["/a", "/b"]),
        (["/a", "/a"], ["/a"]),
        (["/a/b", "/a"], ["/a"]),
        (["/a", "/ab"], ["/a", "/ab"]),
        (["/a/b/c", "/d", "/a/b"], ["/d", "/a/b"]),
    ],
)
def test_a_folder_within_another_is_scanned_once(roots, top):
    assert topmost(map(Path, roots)) == tuple(map(Path, top))


def test_a_folder_that_is_wanted_is_not_hidden_from_itself(tmp_path, write_bot, shelf):
    write_bot(tmp_path / "bot", "Wanted")
    shelf.scanner.rescan([tmp_path], [tmp_path])
    shelf.settle()
    assert shelf.names() == ["Wanted"]
