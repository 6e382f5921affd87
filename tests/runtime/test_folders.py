"""Names of folders, and the folder that only this user can use."""

import os
import subprocess
import sys
import tempfile

import pytest

from runtime.folders import is_ignored_folder, is_made_by_tools, private_folder

IGNORED = """.git .hg .svn .venv venv node_modules __pycache__ x.egg-info .mypy_cache .ruff_cache .pytest_cache
    .idea .vscode"""
ENTERED = "src env target build dist bin git venv2 lib .config"


@pytest.mark.parametrize(
    ("name", "is_ignored"), [*((name, True) for name in IGNORED.split()), *((name, False) for name in ENTERED.split())]
)
def test_only_folders_in_which_people_write_nothing_are_ignored(name, is_ignored):
    assert is_ignored_folder(name) is is_ignored


@pytest.mark.parametrize(
    ("names", "is_made"),
    [
        ({"pyvenv.cfg", "bin", "lib"}, True),
        ({"conda-meta", "bin"}, True),
        ({"CACHEDIR.TAG", "release"}, True),
        ({"__init__.py", "car_env.py"}, False),
        (set(), False),
    ],
)
def test_environments_and_caches_are_recognised_by_their_entries(names, is_made):
    assert is_made_by_tools(names) is is_made


needs_owners = pytest.mark.skipif(sys.platform == "win32", reason="folders have no owners and modes there")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as another user"
)
NOBODY = 65534


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The system's folder for temporary files, in which everybody may write; there is no runtime folder."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    folder.chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", "")
    return folder


@needs_owners
def test_the_private_folder_is_in_the_runtime_folder_of_the_user(temporary, tmp_path, monkeypatch):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    folder = private_folder()
    assert (folder.parent, folder.stat().st_mode & 0o777) == (runtime, 0o700)
    assert private_folder() == folder


@needs_owners
@pytest.mark.parametrize("mode", [0o750, 0o755, 0o777, 0o701])
def test_a_runtime_folder_that_others_can_use_is_not_used(temporary, tmp_path, monkeypatch, mode):
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    runtime.chmod(mode)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert runtime not in private_folder().parents


def squat_link(place, tmp_path):
    (tmp_path / "secrets").mkdir(mode=0o700)
    place.symlink_to(tmp_path / "secrets")


def squat_file(place, tmp_path):
    place.touch()


def squat_open(place, tmp_path):
    place.mkdir()
    place.chmod(0o777)


def squat_other(place, tmp_path):
    place.mkdir(mode=0o700)
    os.chown(place, NOBODY, NOBODY)


@needs_owners
@pytest.mark.parametrize(
    "squat",
    [squat_link, squat_file, squat_open, pytest.param(squat_other, marks=needs_root)],
    ids=lambda squat: squat.__name__,
)
def test_a_name_that_somebody_else_has_taken_is_not_used(temporary, tmp_path, squat):
    usual = private_folder()
    usual.rmdir()
    squat(usual, tmp_path)
    squat(usual.with_name(f"{usual.name}-00000000"), tmp_path) if squat is squat_other else None
    folder = private_folder()
    assert folder.parent == temporary
    assert folder.lstat().st_uid == os.getuid()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder() == folder


@needs_owners
@needs_root
def test_another_user_cannot_enter_the_private_folder(temporary):
    folder = private_folder()
    (folder / "socket").touch()
    for parent in temporary.parents:
        if parent.stat().st_uid == os.getuid() and parent.name.startswith(("test_", "pytest-", "popen-")):
            parent.chmod(0o755)
    code = "import os, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534); os.listdir(sys.argv[1])"
    for place, is_open in ((temporary, True), (folder, False)):
        done = subprocess.run([sys.executable, "-c", code, str(place)], capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is is_open, done.stderr
