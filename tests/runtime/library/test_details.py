"""README and files are read on demand, up to a limit."""

import pytest

from runtime.library import reading as rooms
from runtime.library.reading import README_BYTES, read_details


@pytest.fixture
def entry(tmp_path, write_bot, scan):
    def make(readme=None):
        path = write_bot(tmp_path / "a")
        if readme is not None:
            (path.parent / "README.md").write_bytes(readme)
        return scan(tmp_path).entries[path]

    return make


def test_the_readme_and_the_files_are_read(entry):
    details = read_details(entry("# Häuptling\n".encode()))
    assert details.readme == "# Häuptling\n"
    assert [file.name for file in details.files] == ["README.md", "bot.py", "bot.toml"]
    assert details.files[1].size == len("print('never run')\n")
    assert not details.is_cut


def test_without_a_readme(entry):
    assert read_details(entry()).readme == ""


def test_details_of_a_removed_agent(entry):
    gone = entry(b"# x")
    for file in gone.path.parent.iterdir():
        file.unlink()
    gone.path.parent.rmdir()
    details = read_details(gone)
    assert (details.readme, details.files) == ("", ())


@pytest.mark.parametrize(
    ("size", "is_cut"), [(README_BYTES - 1, False), (README_BYTES, False), (README_BYTES + 1, True)]
)
def test_a_long_readme_is_cut(entry, size, is_cut):
    assert read_details(entry(b"x" * size)).readme.endswith("…") is is_cut


def test_any_bytes_are_text(entry):
    assert "x" in read_details(entry(b"\xff\xfd\0x")).readme


@pytest.mark.parametrize(("limit", "is_cut"), [(1, True), (2, False), (3, False)])
def test_a_long_list_of_files_is_cut(entry, monkeypatch, limit, is_cut):
    monkeypatch.setattr(rooms, "MAX_FILES", limit)
    details = read_details(entry())
    assert len(details.files) == min(2, limit)
    assert details.is_cut is is_cut
