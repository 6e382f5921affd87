"""The survey with a clock and events of the test's own; the folders are real."""

import pytest

from runtime.watching.restless import CHANGES
from runtime.watching.survey import BEAT_S
from runtime.watching.values import ChangeSet, WatchNotice
from tests.runtime.watching.desk import agent


def test_a_save_is_told_once_after_the_settle_time(desk, folder):
    desk.watch(agent("blue-1", folder))
    desk.save(folder / "bot.py", "x")
    assert desk.wakes == 1
    assert desk.after(0.249) == []
    assert desk.after(0.001) == [("blue-1", ["bot.py"])]
    assert desk.after(10) == []


def test_a_change_set_has_absolute_sorted_paths_and_the_time_of_the_first_event(desk, folder):
    desk.watch(agent("blue-1", folder))
    desk.save(folder / "src" / "brain.py", "x")
    desk.now += 0.125
    desk.save(folder / "bot.py", "x")
    desk.now += 0.25
    desk.survey.step()
    files = (folder / "bot.py", folder / "src" / "brain.py")
    assert desk.told == [ChangeSet(key="blue-1", files=files, seen_at=100.0)]


def test_saves_without_end_are_told_at_the_latest_time(desk, folder):
    desk.watch(agent("blue-1", folder))
    told = []
    for count in range(16):
        desk.save(folder / "bot.py", f"{count}")
        told.append(desk.after(0.125))
    assert [index for index, news in enumerate(told) if news] == [7, 15]


def test_a_touched_file_is_not_told(desk, folder):
    desk.watch(agent("blue-1", folder))
    desk.save(folder / "bot.py", "one")
    assert desk.after(2) == []


def test_logs_do_not_even_wake(desk, folder):
    desk.watch(agent("blue-1", folder))
    desk.save(folder / "bot.log", "x")
    desk.tell(folder / "__pycache__", is_folder=True)
    assert desk.wakes == 0


def test_a_file_that_vanishes_for_a_moment_is_not_told(desk, folder):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert desk.after(0.75) == []
    desk.save(folder / "bot.py", "one")
    assert desk.after(2) == []


def test_a_file_that_comes_back_with_other_content_is_one_change(desk, folder):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert desk.after(0.5) == []
    desk.save(folder / "bot.py", "new")
    assert desk.after(2) == [("blue-1", ["bot.py"])]


@pytest.mark.parametrize(("wait_s", "is_told"), [(0.999, False), (1.0, True), (1.001, True)])
def test_a_deleted_file_is_told_at_the_latest_time(desk, folder, wait_s, is_told):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert desk.after(wait_s) == [("blue-1", ["bot.py"])] * is_told


def test_a_renamed_file_is_one_change_of_both_names(desk, folder):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").rename(folder / "robot.py")
    desk.tell(folder / "bot.py")
    desk.tell(folder / "robot.py")
    assert desk.after(3) == [("blue-1", ["bot.py", "robot.py"])]


def test_a_deleted_file_that_returns_later_is_a_change_of_its_own(desk, folder):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert desk.after(2) == [("blue-1", ["bot.py"])]
    desk.save(folder / "bot.py", "one")
    assert desk.after(2) == [("blue-1", ["bot.py"])]


def test_agents_in_one_folder_and_in_nested_folders_all_hear(desk, folder):
    desk.watch(
        agent("blue-1", folder),
        agent("orange-1", folder),
        agent("blue-2", folder / "src"),
        agent("script-1", folder.parent),
    )
    assert len(desk.source.followers) == 3
    desk.save(folder / "src" / "brain.py", "x")
    assert sorted(desk.after(1)) == [(key, ["brain.py"]) for key in ("blue-1", "blue-2", "orange-1", "script-1")]
    desk.save(folder / "bot.py", "x")
    assert sorted(key for key, _ in desk.after(1)) == ["blue-1", "orange-1", "script-1"]


def test_a_file_deleted_under_two_agents_is_told_to_both(desk, folder):
    desk.watch(agent("blue-1", folder), agent("orange-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert sorted(desk.after(2)) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]


def test_an_agent_with_overlapping_folders_hears_once(desk, folder):
    desk.watch(agent("blue-1", folder, folder / "src", files=(folder / "src" / "brain.py",)))
    desk.save(folder / "src" / "brain.py", "x")
    assert desk.after(2) == [("blue-1", ["brain.py"])]


def test_single_files_are_told_to_those_who_named_them(desk, folder, tmp_path):
    looks = tmp_path / "looks.json"
    looks.write_text("1")
    (tmp_path / "program").write_text("1")
    desk.watch(agent("blue-1", folder, files=(looks,)), agent("orange-1", folder, files=(tmp_path / "program",)))
    desk.save(looks, "2")
    assert desk.after(1) == [("blue-1", ["looks.json"])]
    desk.save(tmp_path / "program", "2")
    assert desk.after(1) == [("orange-1", ["program"])]
    desk.save(tmp_path / "other.py", "2")
    assert desk.after(1) == []


def test_data_that_a_program_rewrites_is_told_a_few_times_only(desk, folder):
    (folder / "state.json").write_text("start")
    desk.watch(agent("blue-1", folder), agent("orange-1", folder, files=(folder / "state.json",)))
    news = []
    for count in range(CHANGES + 4):
        desk.save(folder / "state.json", f"{count}")
        news += desk.after(0.5)
    changes = [item for item in news if isinstance(item, tuple)]
    (notice,) = [item for item in news if isinstance(item, str)]
    assert changes.count(("blue-1", ["state.json"])) == CHANGES
    assert changes.count(("orange-1", ["state.json"])) == CHANGES + 4
    assert str(folder / "state.json") in notice
    desk.save(folder / "bot.py", "x")
    desk.save(folder / "state.json", "y")
    assert ("blue-1", ["bot.py"]) in desk.after(1)


def test_restless_data_does_not_put_off_what_a_person_saves(desk, folder):
    (folder / "state.json").write_text("start")
    desk.watch(agent("blue-1", folder))
    for count in range(CHANGES + 1):
        desk.save(folder / "state.json", f"{count}")
        desk.after(0.5)
    desk.save(folder / "state.json", "a")
    desk.now += 0.125
    desk.save(folder / "bot.py", "x")
    saved_at = desk.now
    desk.now += 0.125
    desk.save(folder / "state.json", "bb")
    desk.now += 0.125
    desk.survey.step()
    assert desk.told == [ChangeSet(key="blue-1", files=(folder / "bot.py",), seen_at=saved_at)]


def test_source_may_be_saved_without_end(desk, folder):
    desk.watch(agent("blue-1", folder))
    for count in range(60):
        desk.save(folder / "bot.py", f"{count}")
        assert desk.after(0.3) == [("blue-1", ["bot.py"])]


def test_waits_no_longer_than_the_next_thing_to_do(desk, folder):
    desk.watch(agent("blue-1", folder))
    assert 0 < desk.survey.step() <= BEAT_S
    desk.save(folder / "bot.py", "x")
    assert desk.survey.step() == pytest.approx(0.25)


@pytest.mark.parametrize("bound", [1, 2, 3])
def test_a_flood_of_events_loses_nothing(desk, folder, monkeypatch, bound):
    monkeypatch.setattr("runtime.watching.survey.MAX_EVENTS", bound)
    desk.watch(agent("blue-1", folder))
    (follower,) = desk.source.followers
    for name in ("bot.py", "src/brain.py"):
        (folder / name).write_text("x")
        follower.tell(str(folder / name), False)
    assert len(desk.survey._events) == min(bound, 2)
    assert desk.after(1) == [("blue-1", ["bot.py", "brain.py"])]


def test_closing_lets_go_of_all(desk, folder):
    desk.watch(agent("blue-1", folder))
    desk.survey.close()
    assert desk.source.followers == []
    assert desk.source.is_closed


def test_notices_name_the_agents(desk, tmp_path):
    desk.watch(agent("blue-1", tmp_path / "no"), agent("orange-1", tmp_path / "no"))
    assert [notice.keys for notice in desk.told if isinstance(notice, WatchNotice)] == [("blue-1", "orange-1")]
