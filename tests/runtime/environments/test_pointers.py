"""Pointers of Git LFS are recognized by their content and size, in the files of an agent."""

import os

import pytest

from runtime.environments import pointers
from runtime.environments.pointers import MAX_BYTES, is_pointer, pointers_in

POINTER = b"version https://git-lfs.github.com/spec/v1\n"


@pytest.mark.parametrize(
    ("data", "is_one"),
    [
        (POINTER, True),
        (POINTER.ljust(MAX_BYTES - 1), True),
        (POINTER.ljust(MAX_BYTES), True),
        (POINTER.ljust(MAX_BYTES + 1), False),
        (b"version https://hawser.github.com/spec/v1\n".ljust(130), True),
        (b"version 1\n".ljust(130), False),
        (b" " + POINTER, False),
        (b"", False),
    ],
)
def test_the_content_of_a_pointer(tmp_path, data, is_one):
    assert is_pointer(data) is is_one
    (tmp_path / "bot.toml").touch()
    (tmp_path / "model.pt").write_bytes(data)
    assert list(pointers_in(tmp_path)) == ([tmp_path / "model.pt"] if is_one else [])


@pytest.mark.parametrize(("folders", "is_found"), [(2, True), (3, True), (4, False)])
def test_the_search_is_limited(tmp_path, monkeypatch, folders, is_found):
    monkeypatch.setattr(pointers, "MAX_FOLDERS", 3)
    for number in range(folders - 1):  # and the bot's own
        (tmp_path / f"f{number}").mkdir()
    (tmp_path / f"f{folders - 2}" / "model.pt").write_bytes(POINTER)
    assert bool(list(pointers_in(tmp_path))) is is_found


def test_environments_and_other_bots_are_left_out(tmp_path):
    for name in ("venv/a.pt", "other/b.pt", ".git/c.pt", "models/d.pt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(POINTER)
    for name in ("bot.toml", "other/bot.toml", "venv/pyvenv.cfg"):
        (tmp_path / name).touch()
    assert list(pointers_in(tmp_path)) == [tmp_path / "models" / "d.pt"]


def test_a_pipe_and_a_folder_that_is_gone_are_no_pointers(tmp_path):
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    assert list(pointers_in(tmp_path)) == []
    assert list(pointers_in(tmp_path / "gone")) == []
