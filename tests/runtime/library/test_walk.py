"""A walk finds the folders of agents among all others, and always ends."""

import os

import pytest

from runtime.library import walk as rooms
from runtime.library.walk import Walk, is_document


def found(root, **options):
    walk = Walk(root, **options)
    return {home.path: home for home in walk.homes()}, walk


@pytest.mark.parametrize(
    ("name", "is_agent"),
    [
        ("bot.toml", True),
        ("script.toml", True),
        ("my.bot.toml", True),
        ("my.script.toml", True),
        ("match.toml", False),
        ("loadout.toml", False),
        ("robot.toml", False),
        ("bot.toml.bak", False),
        ("bot.cfg", False),
    ],
)
def test_agents_are_found_by_the_names_of_their_documents(tmp_path, name, is_agent):
    (tmp_path / name).write_text("")
    assert is_document(tmp_path / name) is is_agent


def test_a_home_keeps_its_files_and_leaves_those_of_homes_within(tmp_path, write_bot):
    write_bot(tmp_path / "outer")
    (tmp_path / "outer" / "src").mkdir()
    (tmp_path / "outer" / "src" / "more.py").write_text("x = 1\n")
    write_bot(tmp_path / "outer" / "inner")
    homes, _ = found(tmp_path)
    assert [stamp.name for stamp in homes[tmp_path / "outer"].stamps] == ["bot.py", "bot.toml", "src/more.py"]
    assert [stamp.name for stamp in homes[tmp_path / "outer" / "inner"].stamps] == ["bot.py", "bot.toml"]


@pytest.mark.parametrize("name", [".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"])
def test_other_peoples_programs_are_left_out(tmp_path, write_bot, name):
    write_bot(tmp_path / "mine")
    write_bot(tmp_path / "mine" / name / "bot")
    homes, walk = found(tmp_path)
    assert list(homes) == [tmp_path / "mine"]
    assert len(homes[tmp_path / "mine"].stamps) == 2
    assert walk.notices == ()


def test_an_environment_of_any_name_is_left_out(tmp_path, write_bot):
    write_bot(tmp_path / "py311" / "bot")
    (tmp_path / "py311" / "pyvenv.cfg").write_text("")
    assert found(tmp_path)[0] == {}


def test_temporary_files_do_not_count(tmp_path, write_bot):
    write_bot(tmp_path)
    for name in ("run.log", "bot.pyc", "bot.py~", ".bot.py.swp", "x.tmp"):
        (tmp_path / name).write_text("")
    homes, _ = found(tmp_path)
    assert [stamp.name for stamp in homes[tmp_path].stamps] == ["bot.py", "bot.toml"]


def test_links_in_a_circle_come_to_an_end(tmp_path, write_bot):
    write_bot(tmp_path / "a")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "twice").symlink_to(tmp_path / "a", target_is_directory=True)
    homes, _ = found(tmp_path)
    assert len(homes) == 1


def test_a_link_in_the_added_folder_is_followed_and_deeper_ones_are_not(tmp_path, write_bot):
    write_bot(tmp_path / "elsewhere" / "linked")
    write_bot(tmp_path / "elsewhere" / "hidden")
    root = tmp_path / "root"
    (root / "deep").mkdir(parents=True)
    (root / "linked").symlink_to(tmp_path / "elsewhere" / "linked", target_is_directory=True)
    (root / "deep" / "hidden").symlink_to(tmp_path / "elsewhere" / "hidden", target_is_directory=True)
    assert list(found(root)[0]) == [root / "linked"]


def test_links_to_parent_folders_are_not_followed(tmp_path, write_bot):
    write_bot(tmp_path / "outside")
    root = tmp_path / "bots" / "mine"
    write_bot(root / "one")
    (root / "z").symlink_to("/", target_is_directory=True)
    (root / "up").symlink_to(tmp_path, target_is_directory=True)
    assert list(found(root)[0]) == [root / "one"]


@pytest.mark.parametrize(("depth", "is_found"), [(9, True), (10, True), (11, False)])
def test_folders_are_looked_into_to_a_depth(tmp_path, write_bot, depth, is_found):
    place = tmp_path.joinpath(*(f"d{number}" for number in range(depth)))
    write_bot(place)
    homes, walk = found(tmp_path)
    assert (place in homes) is is_found
    assert bool(walk.notices) is not is_found


@pytest.mark.parametrize(("limit", "count"), [(3, 2), (4, 3), (5, 3)])
def test_limit_of_folders(tmp_path, write_bot, monkeypatch, limit, count):
    monkeypatch.setattr(rooms, "MAX_FOLDERS", limit)
    for name in ("a", "b", "c"):
        write_bot(tmp_path / name)
    homes, walk = found(tmp_path)
    assert len(homes) == count
    assert len(walk.notices) == (0 if count == 3 else 1)


@pytest.mark.parametrize(("limit", "is_cut"), [(1, True), (2, False), (3, False)])
def test_limit_of_files_of_an_agent(tmp_path, write_bot, monkeypatch, limit, is_cut):
    monkeypatch.setattr(rooms, "MAX_HOME_FILES", limit)
    write_bot(tmp_path)
    home = found(tmp_path)[0][tmp_path]
    assert len(home.stamps) == min(limit, 2)
    assert home.is_partial is is_cut


@pytest.mark.parametrize(("limit", "is_cut"), [(4, True), (5, False), (6, False)])
def test_limit_of_names_in_a_folder(tmp_path, monkeypatch, limit, is_cut):
    monkeypatch.setattr(rooms, "MAX_NAMES", limit)
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text("")
    assert bool(found(tmp_path)[1].notices) is is_cut


def test_a_missing_folder_is_reported(tmp_path):
    homes, walk = found(tmp_path / "gone")
    assert homes == {}
    assert "cannot be read" in str(walk.notices[0].message)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no such rights here")
def test_a_folder_that_may_not_be_read_delays_none_of_the_others(tmp_path, write_bot, monkeypatch):
    write_bot(tmp_path / "open")
    write_bot(tmp_path / "closed")
    scandir = os.scandir

    def guarded(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    homes, walk = found(tmp_path)
    assert list(homes) == [tmp_path / "open"]
    assert [notice.path for notice in walk.notices] == [tmp_path / "closed"]
    assert "Permission denied" in str(walk.notices[0].message)


def test_pipes_and_dangling_links_are_not_opened(tmp_path, write_bot):
    write_bot(tmp_path)
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / "pipe.cfg")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "gone")
    home = found(tmp_path)[0][tmp_path]
    assert [stamp.name for stamp in home.stamps] == ["bot.py", "bot.toml"]


def test_a_document_that_is_a_dangling_link_is_listed(tmp_path):
    (tmp_path / "bot.toml").symlink_to(tmp_path / "gone")
    assert found(tmp_path)[0][tmp_path].documents == ["bot.toml"]


def test_a_walk_can_be_given_up(tmp_path, write_bot):
    for number in range(5):
        write_bot(tmp_path / f"{number}")
    walk = Walk(tmp_path, is_cancelled=lambda: walk.folders >= 3)
    assert len(list(walk.homes())) < 3


def test_a_hidden_folder_is_not_looked_into(tmp_path, write_bot, monkeypatch):
    for name in ("shown", "hidden", "hidden-not"):
        write_bot(tmp_path / name / "bot")
    write_bot(tmp_path / "outer")
    write_bot(tmp_path / "outer" / "hidden")
    listed = []
    scandir = os.scandir
    monkeypatch.setattr(rooms.os, "scandir", lambda path: (listed.append(path), scandir(path))[1])
    hidden = (tmp_path / "hidden", tmp_path / "outer" / "hidden")
    homes, walk = found(tmp_path, hidden=hidden)
    assert set(homes) == {tmp_path / "shown" / "bot", tmp_path / "hidden-not" / "bot", tmp_path / "outer"}
    assert not [path for path in listed if path in hidden or path.parent in hidden]
    assert walk.notices == ()
