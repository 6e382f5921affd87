"""Which files of a tree count: kinds, ignored folders, rules of .gitignore, links, and limits."""

import shutil
import subprocess
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.watching import walk as walk_module
from runtime.watching.tree import Tree
from tests.runtime.watching.trees import RecordingFollower, age, changed, settled


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
    tree.stop_following()
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
    look = tree.scan(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    assert str(folder / "env") not in follower.followed


def test_what_only_new_rules_hide_or_show_is_no_change(folder):
    (folder / ".gitignore").write_text("gen_*.py\n")
    (folder / "gen_a.py").write_text("")
    tree = settled(folder)
    (folder / ".gitignore").write_text("brain.py\n")
    look = tree.scan(time.time_ns())
    assert (look.changed, look.missing) == (frozenset(), frozenset())
    (folder / "gen_a.py").write_text("x")
    (folder / "src" / "brain.py").write_text("x")
    assert changed(tree) == ["gen_a.py"]
    (folder / ".gitignore").unlink()
    assert changed(tree) == []


def test_the_first_rule_counts_after_a_byte_order_mark(folder):
    (folder / ".gitignore").write_text("gen_*.py\n", encoding="utf-8-sig")
    tree = settled(folder)
    (folder / "gen_a.py").write_text("x")
    (folder / "plain.py").write_text("x")
    assert changed(tree) == ["plain.py"]


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
    tree.scan(time.time_ns())
    (folder / "bot.py").write_text("x")
    assert tree.scan(time.time_ns()).changed == {str(link / "bot.py")}


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
