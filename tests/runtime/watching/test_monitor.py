"""The survey with a clock and events of the test's own; the folders are real."""

import pytest

from runtime.watching import ChangeSet, WatchNotice
from runtime.watching.debouncer import MAX_REWRITES
from runtime.watching.monitor import SCAN_S
from tests.runtime.watching.monitors import agent


def test_a_save_is_told_once_after_the_settle_time(monitor, folder):
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


def test_saves_without_end_are_told_at_the_latest_time(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    told = []
    for count in range(16):
        monitor.save(folder / "bot.py", f"{count}")
        told.append(monitor.after(0.125))
    assert [index for index, news in enumerate(told) if news] == [7, 15]


def test_a_touched_file_is_not_told(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "bot.py", "one")
    assert monitor.after(2) == []


def test_logs_do_not_even_wake(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.save(folder / "bot.log", "x")
    monitor.event(folder / "__pycache__", is_folder=True)
    assert monitor.wakes == 0


def test_a_file_that_vanishes_for_a_moment_is_not_told(monitor, folder):
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


@pytest.mark.parametrize(("wait_s", "is_told"), [(0.999, False), (1.0, True), (1.001, True)])
def test_a_deleted_file_is_told_at_the_latest_time(monitor, folder, wait_s, is_told):
    monitor.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert monitor.after(wait_s) == [("blue-1", ["bot.py"])] * is_told


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


def test_agents_in_one_folder_and_in_nested_folders_all_hear(monitor, folder):
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


def test_a_file_deleted_under_two_agents_is_told_to_both(monitor, folder):
    monitor.watch(agent("blue-1", folder), agent("orange-1", folder))
    (folder / "bot.py").unlink()
    monitor.event(folder / "bot.py")
    assert sorted(monitor.after(2)) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]


def test_an_agent_with_overlapping_folders_hears_once(monitor, folder):
    monitor.watch(agent("blue-1", folder, folder / "src", files=(folder / "src" / "brain.py",)))
    monitor.save(folder / "src" / "brain.py", "x")
    assert monitor.after(2) == [("blue-1", ["brain.py"])]


def test_single_files_are_told_to_those_who_named_them(monitor, folder, tmp_path):
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


def test_data_that_a_program_rewrites_is_told_a_few_times_only(monitor, folder):
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


def test_restless_data_does_not_put_off_what_a_person_saves(monitor, folder):
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


def test_closing_lets_go_of_all(monitor, folder):
    monitor.watch(agent("blue-1", folder))
    monitor.monitor.close()
    assert monitor.source.followers == []
    assert monitor.source.is_closed


def test_notices_name_the_agents(monitor, tmp_path):
    monitor.watch(agent("blue-1", tmp_path / "no"), agent("orange-1", tmp_path / "no"))
    assert [notice.keys for notice in monitor.emitted if isinstance(notice, WatchNotice)] == [("blue-1", "orange-1")]
