"""The change monitor with simulated clock and events, on real folders."""

import shutil
from itertools import pairwise

import pytest

from runtime.watching import ChangeSet, WatchNotice
from runtime.watching.debouncer import MAX_REWRITES
from runtime.watching.monitor import SCAN_S
from runtime.watching.tree import Tree
from tests.runtime.watching.monitors import FakeSource, MonitorBench, agent


def test_a_save_is_reported_once_after_the_settle_time(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "bot.py", "x")
    assert monitor.wakes == 1
    assert monitor.after(0.249) == []
    assert monitor.after(0.001) == [("blue-1", ["bot.py"])]
    assert monitor.after(10) == []


def test_a_change_set_has_absolute_sorted_paths_and_the_time_of_the_first_event(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "src" / "brain.py", "x")
    monitor.now += 0.125
    monitor.save(folder / "bot.py", "x")
    monitor.now += 0.25
    monitor.monitor.step()
    files = (folder / "bot.py", folder / "src" / "brain.py")
    assert monitor.emitted == [ChangeSet(key="blue-1", files=files, seen_at=100.0)]


def test_saves_without_end_are_reported_at_the_latest_time(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    reported = []
    for count in range(16):
        monitor.save(folder / "bot.py", f"{count}")
        reported.append(monitor.after(0.125))
    assert [index for index, news in enumerate(reported) if news] == [7, 15]


def test_a_touched_file_is_not_reported(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "bot.py", "one")
    assert monitor.after(2) == []


def test_logs_do_not_even_wake(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "bot.log", "x")
    monitor.event(folder / "__pycache__", is_folder=True)
    assert monitor.wakes == 0


def test_a_file_that_vanishes_for_a_moment_is_not_reported(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(0.75) == []
    monitor.save(folder / "bot.py", "one")
    assert monitor.after(2) == []


def test_a_file_that_comes_back_with_other_content_is_one_change(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(0.5) == []
    monitor.save(folder / "bot.py", "new")
    assert monitor.after(2) == [("blue-1", ["bot.py"])]


@pytest.mark.parametrize(("wait_s", "is_reported"), [(0.999, False), (1.0, True), (1.001, True)])
def test_a_deleted_file_is_reported_at_the_latest_time(monitor, folder, wait_s, is_reported):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(wait_s) == [("blue-1", ["bot.py"])] * is_reported


def test_a_renamed_file_is_one_change_of_both_names(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").rename(folder / "robot.py")
    monitor.event(folder / "bot.py")
    monitor.event(folder / "robot.py")
    assert monitor.after(3) == [("blue-1", ["bot.py", "robot.py"])]


def test_a_deleted_file_that_returns_later_is_a_change_of_its_own(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(2) == [("blue-1", ["bot.py"])]
    monitor.save(folder / "bot.py", "one")
    assert monitor.after(2) == [("blue-1", ["bot.py"])]


def test_agents_with_shared_and_nested_folders_all_get_changes(monitor, folder):
    monitor.watch(
        agent("blue-1", folder),
        agent("orange-1", folder),
        agent("blue-2", folder / "src"),
        agent("script-1", folder.parent),
    )
    assert len(monitor.source.followers) == 3
    monitor.save(folder / "src" / "brain.py", "x")
    assert sorted(monitor.after(1)) == [(key, ["brain.py"]) for key in ("blue-1", "blue-2", "orange-1", "script-1")]
    monitor.save(folder / "bot.py", "x")
    assert sorted(key for key, _ in monitor.after(1)) == ["blue-1", "orange-1", "script-1"]


def test_a_file_deleted_under_two_agents_is_reported_to_both(monitor, folder):
    monitor.watch(agent("blue-1", folder), agent("orange-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert sorted(monitor.after(2)) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]


def test_an_agent_with_overlapping_folders_gets_a_change_once(monitor, folder):
    monitor.watch(agent("blue-1", folder, folder / "src", files=(folder / "src" / "brain.py",)))
    monitor.save(folder / "src" / "brain.py", "x")
    assert monitor.after(2) == [("blue-1", ["brain.py"])]


def test_single_files_are_reported_to_agents_that_name_them(monitor, folder, tmp_path):
    looks = tmp_path / "looks.json"
    looks.write_text("1")
    (tmp_path / "program").write_text("1")
    monitor.watch(agent("blue-1", folder, files=(looks,)), agent("orange-1", folder, files=(tmp_path / "program",)))
    monitor.save(looks, "2")
    assert monitor.after(1) == [("blue-1", ["looks.json"])]
    monitor.save(tmp_path / "program", "2")
    assert monitor.after(1) == [("orange-1", ["program"])]
    monitor.save(tmp_path / "other.py", "2")
    assert monitor.after(1) == []


def test_rewritten_data_is_reported_a_few_times_only(monitor, folder):
    (folder / "state.json").write_text("start")
    monitor.watch(agent("blue-1", folder), agent("orange-1", folder, files=(folder / "state.json",)))
    news = []
    for count in range(MAX_REWRITES + 4):
        monitor.save(folder / "state.json", f"{count}")
        news += monitor.after(0.5)
    changes = [item for item in news if isinstance(item, tuple)]
    (notice,) = [item for item in news if isinstance(item, str)]
    assert changes.count(("blue-1", ["state.json"])) == MAX_REWRITES
    assert changes.count(("orange-1", ["state.json"])) == MAX_REWRITES + 4
    assert str(folder / "state.json") in notice
    monitor.save(folder / "bot.py", "x")
    monitor.save(folder / "state.json", "y")
    assert ("blue-1", ["bot.py"]) in monitor.after(1)


def test_rewritten_data_does_not_delay_saves(monitor, folder):
    (folder / "state.json").write_text("start")
    monitor.watch(agent("blue-1", folder))
    for count in range(MAX_REWRITES + 1):
        monitor.save(folder / "state.json", f"{count}")
        monitor.after(0.5)
    monitor.save(folder / "state.json", "a")
    monitor.now += 0.125
    monitor.save(folder / "bot.py", "x")
    saved_at = monitor.now
    monitor.now += 0.125
    monitor.save(folder / "state.json", "bb")
    monitor.now += 0.125
    monitor.monitor.step()
    assert monitor.emitted == [ChangeSet(key="blue-1", files=(folder / "bot.py",), seen_at=saved_at)]


def test_source_may_be_saved_without_end(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    for count in range(60):
        monitor.save(folder / "bot.py", f"{count}")
        assert monitor.after(0.3) == [("blue-1", ["bot.py"])]


def test_waits_no_longer_than_the_next_thing_to_do(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    assert 0 < monitor.monitor.step() <= SCAN_S
    monitor.save(folder / "bot.py", "x")
    assert monitor.monitor.step() == pytest.approx(0.25)


@pytest.mark.parametrize("bound", [1, 2, 3])
def test_a_flood_of_events_loses_nothing(monitor, folder, monkeypatch, bound):
    monkeypatch.setattr("runtime.watching.monitor.MAX_EVENTS", bound)
    monitor.watch(agent("blue-1", folder))
    (follower,) = monitor.source.followers
    for name in ("bot.py", "src/brain.py"):
        (folder / name).write_text("x")
        follower.on_event(str(folder / name), False)
    assert len(monitor.monitor._events) == min(bound, 2)
    assert monitor.after(1) == [("blue-1", ["bot.py", "brain.py"])]


def test_closing_stops_following(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.monitor.close()
    assert monitor.source.followers == []
    assert monitor.source.is_closed


def test_notices_name_the_agents(monitor, tmp_path):
    monitor.watch(agent("blue-1", tmp_path / "no"), agent("orange-1", tmp_path / "no"))
    assert [notice.keys for notice in monitor.emitted if isinstance(notice, WatchNotice)] == [("blue-1", "orange-1")]


def test_a_folder_that_vanishes_is_reported_and_taken_up_again(monitor, folder):
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


def test_a_missing_folder_is_reported_and_watched_when_it_appears(monitor, tmp_path):
    root = tmp_path / "later"
    monitor.watch(agent("blue-1", root))
    (notice,) = monitor.after(3)
    assert "No such file" in notice
    root.mkdir()
    (notice,) = monitor.after(2)
    assert "exists again" in notice
    monitor.save(root / "bot.py", "x")
    assert monitor.after(1) == [("blue-1", ["bot.py"])]


def test_without_free_watches_the_folder_is_scanned(monitor, folder):
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


def test_without_a_source_everything_is_scanned(folder):
    monitor = MonitorBench(source=None)
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(2)
    assert "fs.inotify.max_user_instances" in notice
    (folder / "bot.py").write_text("x")
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["bot.py"])]
    monitor.monitor.close()


def test_network_folders_are_scanned(folder):
    monitor = MonitorBench(source=FakeSource(), file_system="nfs4")
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(2)
    assert "network drive (nfs4)" in notice
    assert monitor.source.followers == []
    (folder / "bot.py").write_text("x")
    assert monitor.after(SCAN_S + 0.3) == [("blue-1", ["bot.py"])]


def test_a_tree_too_large_is_reported_once(monitor, folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.walk.MAX_FOLDERS", 1)
    monitor.watch(agent("blue-1", folder))
    (notice,) = monitor.after(1)
    assert "too many files" in notice
    monitor.save(folder / "bot.py", "x")
    assert monitor.after(1) == [("blue-1", ["bot.py"])]


def test_a_slow_folder_is_scanned_less_often(folder, monkeypatch):
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
