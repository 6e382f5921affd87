"""Pointers of Git LFS are recognized by their content and size, in the files of an agent."""

import pytest

from runtime.library import is_pointer, pointers, pointers_in
from runtime.library.pointers import MAX_BYTES

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
    assert pointers_in(tmp_path) == ((tmp_path / "model.pt",) if is_one else ())


@pytest.mark.parametrize(("folders", "is_found"), [(2, True), (3, True), (4, False)])
def test_the_search_is_limited(tmp_path, monkeypatch, folders, is_found):
    monkeypatch.setattr(pointers, "MAX_FOLDERS", 3)
    (tmp_path / "bot.toml").touch()
    (tmp_path / "model.pt").write_bytes(POINTER)
    for number in range(folders - 1):  # and the bot's own
        (tmp_path / f"f{number}").mkdir()
    assert bool(pointers_in(tmp_path)) is is_found


def test_environments_other_bots_and_folders_without_a_bot_are_left_out(tmp_path):
    for name in ("venv/a.pt", "other/b.pt"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(POINTER)
    assert pointers_in(tmp_path) == ()
    for name in ("bot.toml", "other/bot.toml", "venv/pyvenv.cfg"):
        (tmp_path / name).touch()
    assert pointers_in(tmp_path) == ()
