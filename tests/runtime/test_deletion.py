import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from runtime import deletion
from runtime.deletion import delete, discard

NOBODY = 65534


@pytest.fixture
def stubborn(tmp_path, monkeypatch):
    """A relative folder with read-only files, a read-only folder, a closed folder and links that lead outside."""
    monkeypatch.chdir(tmp_path)
    Path("outside").mkdir()
    Path("outside/kept").write_text("x")
    Path("outside/kept").chmod(0o444)
    inner = Path("folder/lib/repository")
    inner.mkdir(parents=True)
    (inner / "pack").write_text("x")
    (inner / "pack").chmod(0o444)
    (inner / "closed").mkdir()
    (inner / "closed" / "file").write_text("x")
    (inner / "link").symlink_to(tmp_path / "outside")
    Path("folder/broken").symlink_to(tmp_path / "gone")
    (inner / "closed").chmod(0)
    inner.chmod(0o555)
    yield Path("folder")
    assert Path("outside/kept").stat().st_mode & 0o777 == 0o444


@contextlib.contextmanager
def bound_by_permissions():
    """If the user is root, gives everything below the working folder to an ordinary user and becomes that user."""
    if sys.platform == "win32" or os.geteuid() != 0:
        yield
        return
    for path in (Path(), *Path().rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("remove", [delete, discard])
def test_a_folder_with_read_only_entries_is_deleted_and_links_are_not_followed(stubborn, remove):
    with bound_by_permissions():
        remove(stubborn)
    assert not stubborn.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a read-only parent folder protects nothing there")
def test_entries_that_cannot_be_deleted_are_an_error_for_delete_only(stubborn):
    with bound_by_permissions():
        stubborn.parent.chmod(0o555)
        try:
            discard(stubborn)
            with pytest.raises(PermissionError):
                delete(stubborn)
        finally:
            stubborn.parent.chmod(0o755)
    assert list(stubborn.iterdir()) == []


@pytest.mark.parametrize("remove", [delete, discard])
def test_files_and_links_are_deleted(tmp_path, remove):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("x")
    link.symlink_to(tmp_path)
    remove(link)
    remove(file)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_path_is_an_error_for_delete_only(tmp_path):
    discard(tmp_path / "gone")
    with pytest.raises(FileNotFoundError):
        delete(tmp_path / "gone")


def test_a_file_with_a_second_name_elsewhere_keeps_its_permissions(tmp_path):
    """Installers hard-link the files of an environment to those of their cache."""
    cached = tmp_path / "cached"
    cached.write_text("x")
    cached.chmod(0o644)
    mode = cached.stat().st_mode
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "linked").hardlink_to(cached)
    delete(folder)
    assert cached.stat().st_mode == mode


def test_it_is_a_program_without_deprecation_warnings(stubborn):
    command = [sys.executable, "-P", "-W", "error", deletion.__file__, str(stubborn)]
    subprocess.run(command, check=True, timeout=60)
    assert not stubborn.exists()
