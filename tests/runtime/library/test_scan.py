"""The first scan reports every entry, later scans only changes."""

import os
import time

import pytest

from runtime.library import scanner as rooms
from runtime.library.scanner import BATCH_ENTRIES, FolderMemory, scan_folder


@pytest.fixture
def memory():
    return FolderMemory()


def test_everything_is_found_the_first_time(tmp_path, write_bot, scan, memory):
    for name in ("a", "b", "c"):
        write_bot(tmp_path / name, name.upper())
    first = scan(tmp_path, memory)
    assert first.names == ["A", "B", "C"]
    assert (first.ended.total, first.ended.gone, first.ended.notices) == (3, (), ())
    assert first.ended.is_whole
    assert all(entry.root == tmp_path for entry in first.entries.values())


def test_unchanged_agents_are_not_read(tmp_path, write_bot, scan, memory, monkeypatch):
    for name in ("a", "b"):
        write_bot(tmp_path / name)
    scan(tmp_path, memory)
    read = []
    entry_of = rooms.entry_of
    monkeypatch.setattr(
        rooms, "entry_of", lambda root, home, *rest: read.append(home.path) or entry_of(root, home, *rest)
    )
    (tmp_path / "b" / "bot.py").write_text("print('another')\n")
    assert [path.parent.name for path in scan(tmp_path, memory).entries] == ["b"]
    assert read == [tmp_path / "b"]


@pytest.mark.parametrize("change", ["name", "source", "touch", "new file"])
def test_changes_are_reported(tmp_path, write_bot, scan, memory, change):
    path = write_bot(tmp_path / "a")
    before = scan(tmp_path, memory).entries[path]
    if change == "name":
        write_bot(tmp_path / "a", "Another")
    elif change == "source":
        (path.parent / "bot.py").write_text("print('more to do')\n")
    elif change == "touch":
        os.utime(path, (4e9, 4e9))
    else:
        (path.parent / "extra.py").write_text("")
    after = scan(tmp_path, memory).entries[path]
    assert after != before
    assert (after.version.digest == before.version.digest) is (change == "touch")


def test_removals_are_reported_once(tmp_path, write_bot, scan, memory):
    path = write_bot(tmp_path / "a")
    write_bot(tmp_path / "b")
    scan(tmp_path, memory)
    for file in path.parent.iterdir():
        file.unlink()
    assert scan(tmp_path, memory).ended.gone == (path,)
    assert scan(tmp_path, memory).ended.gone == ()


def test_a_problem_outside_of_the_folder_is_rechecked(tmp_path, write_bot, scan, memory):
    path = write_bot(tmp_path / "a" / "b", settings='root_dir = "../../elsewhere"')
    assert scan(tmp_path / "a", memory).entries[path].problems
    (tmp_path / "elsewhere").mkdir()
    assert "bot.py" in str(scan(tmp_path / "a", memory).entries[path].problems)
    (tmp_path / "elsewhere" / "bot.py").write_text("")
    assert scan(tmp_path / "a", memory).entries[path].problems == ()


def test_a_folder_that_went_away_takes_its_bots_along(tmp_path, write_bot, scan, memory):
    path = write_bot(tmp_path / "usb" / "a")
    scan(tmp_path / "usb", memory)
    (tmp_path / "usb").rename(tmp_path / "away")
    ended = scan(tmp_path / "usb", memory).ended
    assert ended.gone == (path,)
    assert "cannot be read" in str(ended.notices[0].message)


def test_a_scan_that_was_given_up_loses_nothing(tmp_path, write_bot, scan, memory):
    for name in ("a", "b", "c"):
        write_bot(tmp_path / name)
    scan(tmp_path, memory)
    calls = iter([False, False, True, True, True, True, True, True, True, True])
    cut = scan(tmp_path, memory, lambda: next(calls))
    assert not cut.ended.is_whole
    assert cut.ended.gone == ()
    assert scan(tmp_path, memory).ended.total == 3


def test_entries_come_in_batches(tmp_path, write_bot, scan):
    for number in range(BATCH_ENTRIES + 1):
        write_bot(tmp_path / f"{number}")
    batches = scan(tmp_path).batches
    assert len(batches) > 1
    assert all(len(batch.entries) <= BATCH_ENTRIES for batch in batches)
    assert sum(len(batch.entries) for batch in batches) == BATCH_ENTRIES + 1


def test_a_slow_scan_emits_early_batches(tmp_path, write_bot, monkeypatch):
    for number in range(3):
        write_bot(tmp_path / f"{number}")
    monkeypatch.setattr(rooms, "BATCH_S", 0.0)
    events = []
    scan_folder(tmp_path, FolderMemory(), events.append, lambda: False)
    assert len(events) == 4


def test_nothing_is_run(tmp_path, write_bot, scan):
    mark = tmp_path / "mark"
    path = write_bot(tmp_path / "evil", settings="")
    (path.parent / "bot.py").write_text(f"open({str(mark)!r}, 'w')\n")
    (path.parent / "__init__.py").write_text(f"open({str(mark)!r}, 'w')\n")
    (path.parent / "sitecustomize.py").write_text(f"open({str(mark)!r}, 'w')\n")
    scan(tmp_path)
    time.sleep(0.05)
    assert not mark.exists()


def test_hidden_folders_disappear_and_return(tmp_path, write_bot, scan, memory):
    kept = write_bot(tmp_path / "kept" / "bot", "Kept")
    lost = write_bot(tmp_path / "lost" / "bot", "Lost")
    assert scan(tmp_path, memory).names == ["Kept", "Lost"]
    result = scan(tmp_path, memory, hidden=[tmp_path / "lost"])
    assert (result.ended.gone, result.ended.total, result.names) == ((lost,), 1, [])
    assert memory.paths == {kept}
    assert scan(tmp_path, memory).names == ["Lost"]
