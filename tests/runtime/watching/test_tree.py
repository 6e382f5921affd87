"""Looks at real folders, without events and without threads."""

import errno
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.watching import tree as tree_module
from runtime.watching import walk as walk_module
from runtime.watching.contents import MAX_HASHED
from runtime.watching.tree import Tree

LONG_AGO_S = 1_000_000_000
LINES = ("*", "*.py", "!*.py", "/a.py", "!a.py", "a/", "!a/", "b/*", "**/b", "!**/a/b", "a*")


class RecordingFollower:
    def __init__(self):
        self.followed = set()

    def follow(self, folder, identity):
        self.followed.add(folder)

    def keep(self, folders):
        self.followed &= set(folders)


def age(root):
    """Makes everything in a folder old, as it is when a match begins."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            os.utime(path, (LONG_AGO_S, LONG_AGO_S))


def settled(root, *, names=None, follower=None):
    """A tree that has looked once and read everything."""
    age(root)
    tree = Tree(str(root), names=names, follower=follower or RecordingFollower(), asked_ns=time.time_ns())
    look = tree.look(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    while tree.read_some(100):
        pass
    return tree


def changed(tree):
    root = Path(tree.root)
    return sorted(Path(path).relative_to(root).as_posix() for path in tree.look(time.time_ns()).changed)


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


def test_a_change_is_found_where_time_and_size_stay_only_after_an_event(folder):
    tree = settled(folder)
    path = folder / "bot.py"
    path.write_text("two")
    os.utime(path, (LONG_AGO_S, LONG_AGO_S))
    assert changed(tree) == []
    tree.suspects.add(str(path))
    assert changed(tree) == ["bot.py"]


def test_files_not_read_yet_are_told_apart_by_time(folder):
    age(folder)
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=time.time_ns())
    tree.look(time.time_ns())
    os.utime(folder / "bot.py")
    assert changed(tree) == ["bot.py"]


def test_reads_in_small_portions(folder):
    age(folder)
    tree = Tree(str(folder), names=None, follower=RecordingFollower(), asked_ns=time.time_ns())
    tree.look(time.time_ns())
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
def test_large_files_are_told_apart_by_time(folder, size, is_changed):
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
    assert tree.look(time.time_ns()).missing == {str(folder / "bot.py")}
    (folder / "bot.py").write_text("new")
    look = tree.look(time.time_ns())
    assert (look.changed, look.missing) == ({str(folder / "bot.py")}, frozenset())
    assert tree.look(time.time_ns()).missing == {str(folder / "src" / "brain.py")}


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
        look = tree.look(time.time_ns())
        assert (look.changed, look.missing) == (frozenset(), frozenset([str(path)]))
    path.write_text("one")
    look = tree.look(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    path.unlink()
    tree.forget(tree.look(time.time_ns()).missing)
    assert tree.look(time.time_ns()).missing == frozenset()
    path.write_text("one")
    assert changed(tree) == ["bot.py"]


def test_new_data_is_no_change_but_its_edits_are(folder):
    tree = settled(folder)
    (folder / "state.json").write_text("1")
    assert changed(tree) == []
    (folder / "state.json").write_text("22")
    assert changed(tree) == ["state.json"]


def test_logs_and_editors_leavings_are_no_change(folder):
    tree = settled(folder)
    for name in ("bot.log", "game.csv", ".bot.py.swp", "bot.py~", "4913", ".#bot.py", "bot.py___jb_tmp___"):
        (folder / name).write_text("x")
    assert changed(tree) == []


def test_ignored_folders_are_neither_read_nor_followed(folder):
    places = [".git/hooks", ".venv/lib", "env/lib", "__pycache__", "node_modules/x", "target/debug", "out"]
    for place in places:
        (folder / place).mkdir(parents=True)
        (folder / place / "x.py").write_text("x")
    (folder / "env" / "pyvenv.cfg").write_text("")
    (folder / "target" / "CACHEDIR.TAG").write_text("")
    (folder / ".gitignore").write_text("out/\n")
    follower = RecordingFollower()
    tree = settled(folder, follower=follower)
    assert follower.followed == {str(folder), str(folder / "src")}
    for place in places:
        (folder / place / "x.py").write_text("yy")
        assert not tree.concerns(str(folder / place / "x.py"), is_folder=False)
    assert changed(tree) == []
    tree.go_silent()
    assert follower.followed == set()


def test_the_root_itself_is_never_ignored(tmp_path):
    root = tmp_path / "venv" / "__pycache__"
    root.mkdir(parents=True)
    (root / "pyvenv.cfg").write_text("")
    (root / "bot.py").write_text("")
    tree = settled(root)
    (root / "bot.py").write_text("x")
    assert changed(tree) == ["bot.py"]


def test_an_environment_that_is_made_later_is_let_go(folder):
    (folder / "env").mkdir()
    (folder / "env" / "car.py").write_text("")
    follower = RecordingFollower()
    tree = settled(folder, follower=follower)
    assert str(folder / "env") in follower.followed
    (folder / "env" / "pyvenv.cfg").write_text("")
    (folder / "env" / "site.py").write_text("")
    look = tree.look(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    assert str(folder / "env") not in follower.followed


def test_what_only_new_rules_hide_or_show_is_no_change(folder):
    (folder / ".gitignore").write_text("gen_*.py\n")
    (folder / "gen_a.py").write_text("")
    tree = settled(folder)
    (folder / ".gitignore").write_text("brain.py\n")
    look = tree.look(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    (folder / "gen_a.py").write_text("x")
    (folder / "src" / "brain.py").write_text("x")
    assert changed(tree) == ["gen_a.py"]
    (folder / ".gitignore").unlink()
    assert changed(tree) == []


def test_new_files_count_even_with_new_rules(folder):
    tree = settled(folder)
    (folder / ".gitignore").write_text("nothing\n")
    (folder / "new.py").write_text("")
    assert changed(tree) == ["new.py"]


def test_rules_above_the_folder_count_inside_a_work_tree_only(folder):
    top = folder.parent
    (top / ".gitignore").write_text("*.toml\n")
    tree = settled(folder)
    (folder / "a.toml").write_text("")
    assert changed(tree) == ["a.toml"]
    (top / ".git").mkdir()
    (folder / "b.toml").write_text("")
    assert changed(tree) == []


def test_rules_above_that_ignore_the_folder_itself_do_not_count(folder):
    (folder.parent / ".git").mkdir()
    (folder.parent / ".gitignore").write_text("*\n")
    tree = settled(folder)
    (folder / "bot.py").write_text("x")
    assert changed(tree) == ["bot.py"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge")
@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rules=st.lists(
        st.lists(
            st.sampled_from(["*", "*.py", "!*.py", "/a.py", "!a.py", "a/", "!a/", "b/*", "**/b", "!**/a/b", "a*"]),
            max_size=3,
        ),
        min_size=4,
        max_size=4,
    )
)
def test_nested_rules_agree_with_git(rules, tmp_path_factory):
    root = tmp_path_factory.mktemp("nested")
    subprocess.run(["git", "init", "-q", root], check=True)
    folders = [root, root / "a", root / "a" / "b", root / "b"]
    for place, lines in zip(folders, rules, strict=True):
        place.mkdir(exist_ok=True)
        for name in ("a.py", "b.py", "ab.py"):
            (place / name).write_text("")
        (place / ".gitignore").write_text("\n".join(lines))
    command = ["git", "-C", root, "-c", "core.excludesFile=", "ls-files", "-o", "--exclude-standard", "-z"]
    output = subprocess.run(command, capture_output=True, check=True).stdout
    expected = {name for name in output.decode().split("\0") if name.endswith(".py")}
    tree = Tree(str(root), names=None, follower=RecordingFollower(), asked_ns=0)
    assert set(changed(tree)) == expected


def test_links_are_followed_once(folder, tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "lib.py").write_text("")
    (folder / "shared").symlink_to(shared)
    (folder / "again").symlink_to(folder)
    (folder / "src" / "up").symlink_to(folder / "src")
    (folder / "dangling.py").symlink_to(tmp_path / "nowhere")
    age(shared)
    tree = settled(folder)
    (shared / "lib.py").write_text("x")
    assert changed(tree) == ["shared/lib.py"]
    (folder / "src" / "brain.py").write_text("x")
    assert changed(tree) == ["src/brain.py"]


def test_a_linked_root_keeps_its_name(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    age(folder)
    tree = Tree(str(link), names=None, follower=RecordingFollower(), asked_ns=time.time_ns())
    tree.look(time.time_ns())
    (folder / "bot.py").write_text("x")
    assert tree.look(time.time_ns()).changed == {str(link / "bot.py")}


@pytest.mark.parametrize(("bound", "is_top_only"), [(1, True), (2, False), (3, False)])
def test_too_many_folders_leave_the_top(folder, monkeypatch, bound, is_top_only):
    monkeypatch.setattr(walk_module, "MAX_FOLDERS", bound)
    follower = RecordingFollower()
    tree = settled(folder, follower=follower)
    assert tree.is_top_only is is_top_only
    (folder / "bot.py").write_text("x")
    (folder / "src" / "brain.py").write_text("x")
    assert changed(tree) == ["bot.py"] if is_top_only else ["bot.py", "src/brain.py"]
    assert (str(folder / "src") in follower.followed) is not is_top_only
    assert tree.concerns(str(folder / "bot.py"), is_folder=False)
    assert tree.concerns(str(folder / "other"), is_folder=True) is not is_top_only


@pytest.mark.parametrize(("bound", "is_top_only"), [(1, True), (2, False), (3, False)])
def test_too_many_files_leave_the_top(folder, monkeypatch, bound, is_top_only):
    monkeypatch.setattr(walk_module, "MAX_FILES", bound)
    assert settled(folder).is_top_only is is_top_only


def test_a_root_that_is_not_there_is_an_error_and_nothing_is_forgotten(folder):
    tree = settled(folder)
    away = folder.with_name("away")
    folder.rename(away)
    tree.suspects.add(str(folder))
    with pytest.raises(FileNotFoundError):
        tree.look(time.time_ns())
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
        tree.look(0)


def test_folders_that_vanish_on_the_way_are_passed_over(folder):
    class Vanishing(RecordingFollower):
        def follow(self, folder, identity):
            if folder.endswith("src"):
                shutil.rmtree(folder)

    tree = Tree(str(folder), names=None, follower=Vanishing(), asked_ns=0)
    assert changed(tree) == ["bot.py"]


def test_single_files_know_no_rule(folder):
    (folder / ".gitignore").write_text("*\n")
    (folder / "program").write_text("1")
    follower = RecordingFollower()
    tree = settled(folder, names=frozenset(["program", "bot.py", "later.json"]), follower=follower)
    assert follower.followed == {str(folder)}
    assert tree.concerns(str(folder / "program"), is_folder=False)
    assert not tree.concerns(str(folder / "other.py"), is_folder=False)
    assert not tree.concerns(str(folder / "src" / "program"), is_folder=False)
    for name in ("program", "later.json", "other.py"):
        (folder / name).write_text("22")
    assert changed(tree) == ["later.json", "program"]


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
