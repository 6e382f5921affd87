"""A version differs for different sources, and is the same for the same files on every machine."""

import os

import pytest

from runtime.library import version as rooms
from runtime.library.version import version_of, version_of_folder
from runtime.library.walk import Walk


def version(folder):
    home = next(home for home in Walk(folder).homes() if home.path == folder)
    return version_of(home.path, home.stamps, is_partial=home.is_partial)


def test_equal_files_have_equal_versions_wherever_they_lie(tmp_path, write_bot):
    for place in ("a/bot", "b/elsewhere/bot"):
        write_bot(tmp_path / place)
    first, second = version(tmp_path / "a/bot"), version(tmp_path / "b/elsewhere/bot")
    assert first.digest == second.digest
    assert len(first.digest) == 8
    assert first.files == 2
    assert not first.is_partial


def test_a_folder_has_the_version_that_a_scan_of_the_library_finds(tmp_path, write_bot):
    for place in ("library/pack/bot", "library/pack/bot/within"):
        write_bot(tmp_path / place)
    for name in ("weights.bin", "venv/pyvenv.cfg", "__pycache__/bot.pyc", "src/part.py"):
        (tmp_path / "library/pack/bot" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "library/pack/bot" / name).write_text(name)
    homes = {home.path: home for home in Walk(tmp_path / "library").homes()}
    assert len(homes) == 2
    for folder, home in homes.items():
        found = version_of_folder(folder)
        assert found == version_of(folder, home.stamps, is_partial=False)
        assert found.files == (4 if folder.name == "bot" else 2)
    assert version_of_folder(tmp_path / "library") is None
    assert version_of_folder(tmp_path / "nowhere") is None


def test_any_change_of_content_name_or_number_makes_another_version(tmp_path, write_bot):
    write_bot(tmp_path)
    seen = [version(tmp_path).digest]
    (tmp_path / "bot.py").write_text("print('Never run')\n")
    seen.append(version(tmp_path).digest)
    (tmp_path / "more.py").write_text("")
    seen.append(version(tmp_path).digest)
    (tmp_path / "more.py").rename(tmp_path / "other.py")
    seen.append(version(tmp_path).digest)
    assert len(set(seen)) == 4


def test_time_of_the_latest_change(tmp_path, write_bot):
    write_bot(tmp_path)
    os.utime(tmp_path / "bot.toml", (1000, 1000))
    os.utime(tmp_path / "bot.py", (2000, 2000))
    assert version(tmp_path).changed_s == 2000.0


def test_beginning_and_end_of_large_files_count(tmp_path, write_bot, monkeypatch):
    monkeypatch.setattr(rooms, "WHOLE_BYTES", 100)
    monkeypatch.setattr(rooms, "SAMPLE_BYTES", 10)
    write_bot(tmp_path)
    model = tmp_path / "model.bin"

    def digest(content):
        model.write_bytes(content)
        return version(tmp_path).digest

    small = digest(b"a" * 50 + b"x" + b"a" * 49)
    assert small != digest(b"a" * 50 + b"y" + b"a" * 49), "100 bytes are read whole"
    large = digest(b"a" * 50 + b"x" + b"a" * 50)
    assert large == digest(b"a" * 50 + b"y" + b"a" * 50), "of 101 bytes the middle is not read"
    assert large != digest(b"b" + b"a" * 49 + b"x" + b"a" * 50)
    assert large != digest(b"a" * 50 + b"x" + b"a" * 49 + b"b")
    assert large != digest(b"a" * 102)


@pytest.mark.parametrize(("budget", "differs"), [(99, False), (100, True), (101, True)])
def test_files_beyond_the_budget_count_by_name_and_size(tmp_path, monkeypatch, budget, differs):
    (tmp_path / "bot.toml").write_bytes(b"")
    monkeypatch.setattr(rooms, "BUDGET_BYTES", budget)
    (tmp_path / "x.bin").write_bytes(b"a" * 100)
    before = version(tmp_path).digest
    (tmp_path / "x.bin").write_bytes(b"b" * 100)
    assert (version(tmp_path).digest != before) is differs


def test_a_file_that_vanishes_makes_the_version_partial(tmp_path, write_bot):
    write_bot(tmp_path)
    home = next(Walk(tmp_path).homes())
    (tmp_path / "bot.py").unlink()
    assert version_of(tmp_path, home.stamps, is_partial=False).is_partial
