"""A start removes temporary files of killed programs, and keeps those of running programs and files of others."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from app.services import paths
from app.services.litter import STALE_S, remove_litter
from app.services.settings import SettingsFile, SettingsStore
from runtime.arena.stadium.mesh_files import meshes_of_one

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def home(tmp_path, monkeypatch, temporary):
    monkeypatch.setenv("KICKABOUT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def gone():
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def made(path, *, age_s=0.0, content=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    os.utime(path, (time.time() - age_s,) * 2)
    return path


def made_folder(folder, *files, age_s=0.0):
    folder.mkdir(parents=True)
    for name in files:
        made(folder / name)
    os.utime(folder, (time.time() - age_s,) * 2)
    return folder


def files_of(owner):
    return [
        paths.config_dir() / f"settings-{owner}-abcd_123.tmp",
        paths.state_dir() / f".maps.json.{owner}-0123abcd.tmp",
        paths.state_dir() / "unsaved" / f".7-0123abcd.json.{owner}-0123abcd.tmp",
        paths.cache_dir() / "soccar" / f".0a1b.cmf.{owner}-0123abcd.tmp",
        paths.situations_dir() / f".corner.toml.{owner}-0123abcd.tmp",
    ]


def folders_of(owner, temporary):
    return [temporary / f"kickabout-{what}-{owner}-abcd_123" for what in ("meshes", "packages")]


def test_temporary_files_of_an_ended_process_are_removed(home, temporary, gone):
    files = [made(path) for path in files_of(gone)]
    folders = [made_folder(folder, "soccar/a.cmf", "b.txt") for folder in folders_of(gone, temporary)]
    remove_litter()
    assert [path for path in (*files, *folders) if path.exists()] == []


def test_a_file_that_cannot_be_removed_does_not_keep_the_others(home, temporary, gone, monkeypatch):
    files = [made(paths.state_dir() / f".{name}.json.{gone}-0123abcd.tmp") for name in "abc"]
    unlink, tried = Path.unlink, []

    def refuse_first(path, **options):
        tried.append(path)
        if len(tried) == 1:
            raise PermissionError(13, "in use", str(path))
        unlink(path, **options)

    monkeypatch.setattr(Path, "unlink", refuse_first)
    remove_litter()
    assert [path for path in files if path.exists()] == tried[:1]


def test_files_of_a_running_process_stay_at_any_age(home, temporary):
    files = [made(path, age_s=10 * STALE_S) for path in files_of(os.getpid())]
    folders = [made_folder(folder, "a.cmf", age_s=10 * STALE_S) for folder in folders_of(os.getpid(), temporary)]
    remove_litter()
    assert all(path.exists() for path in (*files, *folders))


@pytest.mark.parametrize(("age_s", "is_kept"), [(-5.0, True), (0.0, False), (5.0, False)])
def test_files_without_owner_are_removed_after_a_day(home, temporary, age_s, is_kept):
    age_s += STALE_S
    left = [
        made(paths.config_dir() / "settings-abcd_123.tmp", age_s=age_s),
        made(paths.services_dir() / "tmpabcd_123", age_s=age_s),
        made_folder(temporary / "kickabout-abcd_123", "soccar/a.cmf", age_s=age_s),
    ]
    remove_litter()
    assert [path.exists() for path in left] == [is_kept] * len(left)


def test_foreign_files_stay(home, temporary, gone, tmp_path):
    elsewhere = made_folder(tmp_path / "elsewhere", "a.cmf")
    link = temporary / f"kickabout-meshes-{gone}-abcd_123"
    link.symlink_to(elsewhere)
    kept = [
        made(paths.config_dir() / "settings.json", age_s=2 * STALE_S),
        made(paths.config_dir() / f"settings-{gone}-mine.tmp", age_s=2 * STALE_S),
        made(paths.config_dir() / "settings-backup.tmp.txt", age_s=2 * STALE_S),
        made_folder(temporary / "kickabout-tourneys", "bot.py", age_s=2 * STALE_S),
        made_folder(temporary / f"kickabout-notes-{gone}-abcd_123", age_s=2 * STALE_S),
        made(temporary / f"kickabout-packages-{gone}-abcd_123", age_s=2 * STALE_S),
        elsewhere / "a.cmf",
        link,
    ]
    remove_litter()
    assert all(path.exists() for path in kept)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no numbers of users")
def test_what_belongs_to_another_user_stays(home, gone, monkeypatch):
    path = made(files_of(gone)[0])
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    remove_litter()
    assert path.exists()


def test_without_folders_nothing_happens(home):
    remove_litter()
    assert not home.exists()


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
from app.services.settings import SettingsFile
from app.services.settings import Settings
os.fsync = lambda number: os.kill(os.getpid(), signal.SIGKILL)
SettingsFile(Path(sys.argv[1])).save(Settings())
"""
KILLED_WITH_MESHES = """
import os, signal, sys
from pathlib import Path
from runtime.arena.stadium.mesh_files import meshes_of_one
with meshes_of_one(Path(sys.argv[1]), "soccar"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="programs are killed by signal")
def test_what_killed_programs_really_leave_is_removed_and_nothing_else(home, temporary, tmp_path):
    settings = paths.config_dir()
    SettingsStore(SettingsFile(settings)).change(theme="dark")
    meshes = made_folder(tmp_path / "walls", "soccar/a.cmf")
    for code, folder in ((KILLED_WHILE_WRITING, settings), (KILLED_WITH_MESHES, meshes)):
        environment = {**os.environ, "TMPDIR": str(temporary)}
        subprocess.run([sys.executable, "-c", code, str(folder)], cwd=ROOT, env=environment, check=False)
    assert len(list(settings.glob(".settings.json.*.tmp"))) == len(list(temporary.iterdir())) == 1
    with meshes_of_one(meshes, "soccar") as ours:
        remove_litter()
        assert (ours / "soccar" / "a.cmf").exists()
        assert list(temporary.iterdir()) == [ours]
    assert list(settings.glob(".settings.json.*.tmp")) == []
    assert json.loads((settings / "settings.json").read_text())["theme"] == "dark"
