"""What a survey tells of folders that come, go, or send no events; the clock and the events are the test's own."""

import shutil
from itertools import pairwise

from runtime.watching.survey import BEAT_S
from runtime.watching.tree import Tree
from tests.runtime.watching.desk import Desk, FakeSource, agent


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
    assert "exists again" in notice
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
    assert "exists again" in notice
    desk.save(root / "bot.py", "x")
    assert desk.after(1) == [("blue-1", ["bot.py"])]


def test_without_watches_to_spare_the_folder_is_looked_through(desk, folder):
    desk.source.refuses = lambda path: path.endswith("src")
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(2)
    assert "cannot watch more folders" in notice
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
    assert "network drive (nfs4)" in notice
    assert desk.source.followers == []
    (folder / "bot.py").write_text("x")
    assert desk.after(BEAT_S + 0.3) == [("blue-1", ["bot.py"])]


def test_a_tree_too_large_is_told_once(desk, folder, monkeypatch):
    monkeypatch.setattr("runtime.watching.walk.MAX_FOLDERS", 1)
    desk.watch(agent("blue-1", folder))
    (notice,) = desk.after(1)
    assert "too many files" in notice
    desk.save(folder / "bot.py", "x")
    assert desk.after(1) == [("blue-1", ["bot.py"])]


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
