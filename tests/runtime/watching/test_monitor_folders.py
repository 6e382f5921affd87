"""What a survey tells of folders that come, go, or send no events; the clock and the events are the test's own."""

import shutil
from itertools import pairwise

from runtime.watching.monitor import SCAN_S
from runtime.watching.tree import Tree
from tests.runtime.watching.monitors import FakeSource, MonitorBench, agent


def test_a_folder_that_vanishes_is_told_and_taken_up_again(monitor, folder):
    monitor.watch(agent("blue-1", folder), agent("orange-1", folder))
    away = folder.with_name("away")
    folder.rename(away)
    (notice,) = monitor.after(SCAN_S + 0.3)
    assert str(folder) in notice
    assert "No such file" in notice
    assert monitor.after(10) == []
    (away / "bot.py").write_text("x")
    away.rename(folder)
    notice, *changes = monitor.after(SCAN_S + 0.3)
    assert "exists again" in notice
    assert sorted(changes) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]
    monitor.save(folder / "src" / "brain.py", "x")
    assert len(monitor.after(1)) == 2


def test_a_folder_that_vanishes_after_one_of_its_files_is_only_gone(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(0.3) == []
    folder.rename(folder.with_name("away"))
    monitor.event(folder, is_folder=True)
    (notice,) = monitor.after(3)
    assert "No such file" in notice


def test_a_folder_that_is_exchanged_for_another_is_one_change_set(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    new = folder.with_name("new")
    shutil.copytree(folder, new)
    (new / "bot.py").write_text("other")
    folder.rename(folder.with_name("old"))
    new.rename(folder)
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["bot.py"])]


def test_a_folder_that_never_was_is_told_and_taken_up_when_it_comes(monitor, tmp_path):
    root = tmp_path / "later"
    monitor.watch(agent("blue-1", root))
    (notice,) = monitor.after(3)
    assert "No such file" in notice
    root.mkdir()
    (notice,) = monitor.after(2)
    assert "exists again" in notice
    monitor.save(root / "bot.py", "x")
    assert monitor.after(1) == [("blue-1", ["bot.py"])]


def test_without_watches_to_spare_the_folder_is_looked_through(monitor, folder):
    monitor.source.refuses = lambda path: path.endswith("src")
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(2)
    assert "cannot watch more folders" in notice
    assert str(folder) in notice
    assert monitor.source.followers == []
    (folder / "src" / "brain.py").write_text("x")
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["brain.py"])]
    (folder / "bot.py").unlink()
    assert monitor.after(SCAN_S + 1.1) == [("blue-1", ["bot.py"])]


def test_without_a_source_everything_is_looked_through(folder):
    monitor = MonitorBench(source=None)
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(2)
    assert "fs.inotify.max_user_instances" in notice
    (folder / "bot.py").write_text("x")
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["bot.py"])]
    monitor.monitor.close()


def test_network_folders_are_looked_through(folder):
    monitor = MonitorBench(source=FakeSource(), file_system="nfs4")
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(2)
    assert "network drive (nfs4)" in notice
    assert monitor.source.followers == []
    (folder / "bot.py").write_text("x")
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["bot.py"])]


def test_a_tree_too_large_is_told_once(monitor, folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.walk.MAX_FOLDERS", 1)
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(1)
    assert "too many files" in notice
    monitor.save(folder / "bot.py", "x")
    assert monitor.after(1) == [("blue-1", ["bot.py"])]


def test_a_slow_folder_is_looked_through_less_often(folder, monkeypatch):
    monitor = MonitorBench(source=None)
    monitor.watch(agent("blue-1", folder))
    monitor.after(5)
    looks = []
    look = Tree.scan

    def slow_look(tree, now_ns):
        looks.append(monitor.now)
        monitor.now += 0.5
        return look(tree, now_ns)

    monkeypatch.setattr(Tree, "scan", slow_look)
    monitor.after(30)
    gaps = [late - early for early, late in pairwise(looks)]
    assert len(gaps) >= 3
    assert min(gaps) >= 5


def test_agents_come_and_go_and_what_stays_is_left_alone(monitor, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    monitor.watch(agent("blue-1", folder))
    first = monitor.source.followers[0]
    (folder / "bot.py").write_text("x")
    monitor.watch(agent("blue-1", folder), agent("orange-1", other))
    assert monitor.source.followers[0] is first
    monitor.event(folder / "bot.py")
    monitor.save(other / "bot.py", "x")
    assert sorted(monitor.after(1)) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]
    monitor.save(folder / "bot.py", "y")
    monitor.watch(agent("orange-1", other))
    assert first not in monitor.source.followers
    assert monitor.after(2) == []
    first.on_event(str(folder / "bot.py"), False)
    assert monitor.after(2) == []


def test_watching_nothing_is_fine(monitor):
    monitor.watch()
    assert monitor.after(5) == []
    monitor.watch(agent("blue-1"))
    assert monitor.after(5) == []
