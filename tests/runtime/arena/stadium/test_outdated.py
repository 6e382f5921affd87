"""Old mesh folders that have not been used for long are removed; newer ones and other files stay."""

import os
import subprocess
import sys
import time

import pytest

from runtime.arena.stadium import mesh_files as outdated
from runtime.arena.stadium.mesh_files import UNUSED_S, ensure_meshes, remove_outdated

STAMP = "0123456789abcdef"
CURRENT = f"arena-3-{STAMP}"


def folder(cache, name, unused_s=2 * UNUSED_S):
    path = cache / name
    (path / "soccar").mkdir(parents=True)
    (path / "soccar" / "one.cmf").write_bytes(b"mesh")
    then = time.time() - unused_s
    os.utime(path, (then, then))
    return path


@pytest.mark.parametrize(
    ("name", "is_left"),
    [
        (f"arena-{STAMP}", False),
        (f"arena-2-{STAMP}", False),
        (f"arena-3-{STAMP[::-1]}", False),
        (f"arena-4-{STAMP}", True),
        (f"arena-10-{STAMP}", True),
        (f"arena-2-{STAMP}x", True),
        (f"my-arena-2-{STAMP}", True),
        ("arena-2", True),
        ("arena-holiday", True),
    ],
)
def test_older_versions_go(tmp_path, name, is_left):
    current, other = folder(tmp_path, CURRENT), folder(tmp_path, name)
    remove_outdated(tmp_path, current)
    assert (current / "soccar" / "one.cmf").exists()
    assert other.exists() is is_left


@pytest.mark.parametrize(("unused_s", "is_left"), [(UNUSED_S - 60.0, True), (UNUSED_S + 60.0, False)])
def test_recently_used_entries_stay(tmp_path, unused_s, is_left):
    other = folder(tmp_path, f"arena-1-{STAMP}", unused_s)
    remove_outdated(tmp_path, folder(tmp_path, CURRENT))
    assert other.exists() is is_left


def test_a_folder_in_use_is_kept(tmp_path):
    old = folder(tmp_path, CURRENT)
    remove_outdated(tmp_path, old)
    remove_outdated(tmp_path, folder(tmp_path, f"arena-4-{STAMP}"))
    assert old.exists()


def test_files_and_links_stay(tmp_path):
    elsewhere = folder(tmp_path / "elsewhere", "things")
    (tmp_path / f"arena-1-{STAMP}").symlink_to(elsewhere, target_is_directory=True)
    (tmp_path / f"arena-2-{STAMP}").write_text("a file")
    for path in tmp_path.iterdir():
        os.utime(path, (0, 0), follow_symlinks=False)
    remove_outdated(tmp_path, folder(tmp_path, CURRENT))
    assert (elsewhere / "soccar" / "one.cmf").exists()
    assert (tmp_path / f"arena-2-{STAMP}").is_file()


def test_a_file_that_cannot_be_removed_is_left(tmp_path, monkeypatch):
    other = folder(tmp_path, f"arena-1-{STAMP}")

    def refuse(*_arguments, **_options):
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(outdated.os, "rmdir", refuse)
    remove_outdated(tmp_path, folder(tmp_path, CURRENT))
    assert other.exists()
    remove_outdated(tmp_path / "gone", tmp_path / "gone" / CURRENT)


def test_two_programs_may_remove_at_the_same_time(tmp_path):
    for version in range(40):
        folder(tmp_path, f"arena-0-{version:016x}")
    current = ensure_meshes(tmp_path)
    for version in range(40):
        folder(tmp_path, f"arena-1-{version:016x}")
    program = """
import sys
from pathlib import Path
from runtime.arena.stadium.mesh_files import ensure_meshes
from runtime.arena.stadium.mesh_format import validate_folder
sys.stdin.read()
validate_folder(ensure_meshes(Path(sys.argv[1])))
"""
    makers = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE) for _ in range(2)]
    for maker in makers:
        maker.stdin.close()
    assert [maker.wait(60) for maker in makers] == [0, 0]
    assert list(tmp_path.iterdir()) == [current]
