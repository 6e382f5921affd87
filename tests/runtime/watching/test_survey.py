"""The survey with a clock and events of the test's own; the folders are real."""

import errno
import shutil
from itertools import pairwise

import pytest

from runtime.watching.restless import CHANGES
from runtime.watching.settling import Settling
from runtime.watching.survey import BEAT_S, READ_PAUSE_S, Survey
from runtime.watching.tree import Tree
from runtime.watching.values import ChangeSet, Watched, WatchNotice


class FakeFollower:
    def __init__(self, source, root, tell):
        self.source, self.root, self.tell = source, root, tell

    def follow(self, folder, identity):
        if self.source.refuses(folder):
            raise OSError(errno.ENOSPC, "inotify watch limit reached")

    def keep(self, folders):
        if not folders:
            self.source.followers.remove(self)


class FakeSource:
    def __init__(self):
        self.followers = []
        self.refuses = lambda folder: False
        self.is_closed = False

    def follower(self, root, tell, *, is_deep):
        follower = FakeFollower(self, root, tell)
        self.followers.append(follower)
        return follower

    def close(self):
        self.is_closed = True


class Desk:
    """A survey with its clock, its source and what it told."""

    def __init__(self, *, source, file_system="ext4"):
        self.now = 100.0
        self.source = source
        self.told = []
        self.wakes = 0
        self.survey = Survey(
            source=source,
            tell=self.told.append,
            wake=self.wake,
            settling=Settling(settle_s=0.25, latest_s=1.0),
            clock=lambda: self.now,
            file_system_of=lambda path: file_system,
        )

    def wake(self):
        self.wakes += 1

    def watch(self, *agents):
        self.survey.watch(agents, 2**62)
        self.read_all()

    def read_all(self):
        while self.survey.step() == READ_PAUSE_S:
            pass

    def tell(self, path, *, is_folder=False):
        for follower in list(self.source.followers):
            follower.tell(str(path), is_folder)
        self.survey.step()

    def save(self, path, text):
        path.write_text(text)
        self.tell(path)

    def after(self, seconds):
        """What is told within so many seconds: change sets as (key, names), notices as their texts."""
        end = self.now + seconds
        while True:
            wait_s = self.survey.step()
            if self.now + wait_s > end:
                break
            self.now += max(wait_s, 0.001)
        self.now = end
        self.survey.step()
        told, self.told[:] = self.told[:], []
        return [
            (item.key, [path.name for path in item.files]) if isinstance(item, ChangeSet) else item.text
            for item in told
        ]


def brief(item):
    return (item.key, [path.name for path in item.files]) if isinstance(item, ChangeSet) else item.text


@pytest.fixture
def desk():
    return Desk(source=FakeSource())


def agent(key, *folders, files=()):
    return Watched(key=key, folders=folders, files=files)


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


def test_a_folder_that_vanishes_is_told_and_taken_up_again(desk, folder):
    desk.watch(agent("blue-1", folder), agent("orange-1", folder))
    away = folder.with_name("away")
    folder.rename(away)
    (notice,) = desk.after(BEAT_S + 0.3)
    assert str(folder) in notice
    assert "No such file" in notice
    assert desk.after(10) == []
    (away / "bot.py").write_text("x")
    away.rename(folder)
    notice, *changes = desk.after(BEAT_S + 0.3)
    assert "is there again" in notice
    assert sorted(changes) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]
    desk.save(folder / "src" / "brain.py", "x")
    assert len(desk.after(1)) == 2


def test_a_folder_that_vanishes_after_one_of_its_files_is_only_gone(desk, folder):
    desk.watch(agent("blue-1", folder))
    (folder / "bot.py").unlink()
    desk.tell(folder / "bot.py")
    assert desk.after(0.3) == []
    folder.rename(folder.with_name("away"))
    desk.tell(folder, is_folder=True)
    (notice,) = desk.after(3)
    assert "No such file" in notice


def test_a_folder_that_is_exchanged_for_another_is_one_change_set(desk, folder):
    desk.watch(agent("blue-1", folder))
    new = folder.with_name("new")
    shutil.copytree(folder, new)
    (new / "bot.py").write_text("other")
    folder.rename(folder.with_name("old"))
    new.rename(folder)
    assert desk.after(BEAT_S + 0.3) == [("blue-1", ["bot.py"])]


def test_a_folder_that_never_was_is_told_and_taken_up_when_it_comes(desk, tmp_path):
    root = tmp_path / "later"
    desk.watch(agent("blue-1", root))
    (notice,) = desk.after(3)
    assert "No such file" in notice
    root.mkdir()
    (notice,) = desk.after(2)
    assert "is there again" in notice
    desk.save(root / "bot.py", "x")
    assert desk.after(1) == [("blue-1", ["bot.py"])]


def test_without_watches_to_spare_the_folder_is_looked_through(desk, folder):
    desk.source.refuses = lambda path: path.endswith("src")
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(2)
    assert "watches no more folders" in notice
    assert str(folder) in notice
    assert desk.source.followers == []
    (folder / "src" / "brain.py").write_text("x")
    assert desk.after(BEAT_S + 0.3) == [("blue-1", ["brain.py"])]
    (folder / "bot.py").unlink()
    assert desk.after(BEAT_S + 1.1) == [("blue-1", ["bot.py"])]


def test_without_a_source_everything_is_looked_through(folder):
    desk = Desk(source=None)
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(2)
    assert "fs.inotify.max_user_instances" in notice
    (folder / "bot.py").write_text("x")
    assert desk.after(BEAT_S + 0.3) == [("blue-1", ["bot.py"])]
    desk.survey.close()


def test_network_folders_are_looked_through(folder):
    desk = Desk(source=FakeSource(), file_system="nfs4")
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(2)
    assert "network file system (nfs4)" in notice
    assert desk.source.followers == []
    (folder / "bot.py").write_text("x")
    assert desk.after(BEAT_S + 0.3) == [("blue-1", ["bot.py"])]


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


def test_agents_come_and_go_and_what_stays_is_left_alone(desk, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    desk.watch(agent("blue-1", folder))
    first = desk.source.followers[0]
    (folder / "bot.py").write_text("x")
    desk.watch(agent("blue-1", folder), agent("orange-1", other))
    assert desk.source.followers[0] is first
    desk.tell(folder / "bot.py")
    desk.save(other / "bot.py", "x")
    assert sorted(desk.after(1)) == [("blue-1", ["bot.py"]), ("orange-1", ["bot.py"])]
    desk.save(folder / "bot.py", "y")
    desk.watch(agent("orange-1", other))
    assert first not in desk.source.followers
    assert desk.after(2) == []
    first.tell(str(folder / "bot.py"), False)
    assert desk.after(2) == []


def test_watching_nothing_is_fine(desk):
    desk.watch()
    assert desk.after(5) == []
    desk.watch(agent("blue-1"))
    assert desk.after(5) == []


def test_a_tree_too_large_is_told_once(desk, folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.walk.MAX_FOLDERS", 1)
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(1)
    assert "too much" in notice
    desk.save(folder / "bot.py", "x")
    assert desk.after(1) == [("blue-1", ["bot.py"])]


def test_waits_no_longer_than_the_next_thing_to_do(desk, folder):
    desk.watch(agent("blue-1", folder))
    assert 0 < desk.survey.step() <= BEAT_S
    desk.save(folder / "bot.py", "x")
    assert desk.survey.step() == pytest.approx(0.25)


def test_a_slow_folder_is_looked_through_less_often(folder, monkeypatch):
    desk = Desk(source=None)
    desk.watch(agent("blue-1", folder))
    desk.after(5)
    looks = []
    look = Tree.look

    def slow_look(tree, now_ns):
        looks.append(desk.now)
        desk.now += 0.5
        return look(tree, now_ns)

    monkeypatch.setattr(Tree, "look", slow_look)
    desk.after(30)
    gaps = [late - early for early, late in pairwise(looks)]
    assert len(gaps) >= 3
    assert min(gaps) >= 5


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
