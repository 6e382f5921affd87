"""Changes of users, bots and Python in a pack's folder."""

import os
import shutil

import pytest

from runtime.packs.records import compare
from runtime.packs.unpack import unpack


@pytest.fixture
def pack(tmp_path, progress, archives):
    path = tmp_path / "a.zip"
    files = {**archives.bots("Ada", "Bob"), "run.sh": "", "data/big.bin": "12345"}
    path.write_bytes(archives.zipped(files, executable=("run.sh",)))
    folder = tmp_path / "pack"
    manifest, _ = unpack(path, folder, progress)
    return folder, manifest


def test_nothing_has_changed(pack, progress):
    found = compare(*pack, progress)
    assert (found.own, found.damaged) == ((), ())


def test_caches_and_records_are_ignored(pack, progress):
    folder, manifest = pack
    for name in (".kickabout/pack.json", "Ada/__pycache__/bot.cpython-311.pyc", "Ada/x.pyc", "Ada/.mypy_cache/a"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("")
    (folder / "empty").mkdir()
    found = compare(folder, manifest, progress)
    assert (found.own, found.damaged) == ((), ())


@pytest.mark.parametrize("becomes", ["kept", "written anew", "deleted"])
def test_caches_in_the_archive_are_ignored(tmp_path, progress, archives, becomes):
    path = tmp_path / "a.zip"
    path.write_bytes(archives.zipped({**archives.bots("Ada"), "Ada/__pycache__/bot.cpython-311.pyc": "1"}))
    manifest, _ = unpack(path, tmp_path / "pack", progress)
    left = tmp_path / "pack" / "Ada" / "__pycache__" / "bot.cpython-311.pyc"
    if becomes == "written anew":
        left.write_text("22")
    elif becomes == "deleted":
        shutil.rmtree(left.parent)
    found = compare(tmp_path / "pack", manifest, progress, is_thorough=True)
    assert (found.own, found.damaged) == ((), ())


def test_compiled_modules_outside_of_caches_are_compared(tmp_path, progress, archives):
    path = tmp_path / "a.zip"
    path.write_bytes(archives.zipped({"Ada/bot.toml": "", "Ada/core.pyc": "1", "Ada/more.pyc": "1"}))
    manifest, _ = unpack(path, tmp_path / "pack", progress)
    assert not compare(tmp_path / "pack", manifest, progress).damaged
    (tmp_path / "pack" / "Ada" / "core.pyc").write_text("22")
    (tmp_path / "pack" / "Ada" / "more.pyc").unlink()
    found = compare(tmp_path / "pack", manifest, progress)
    assert (found.changed, found.missing, found.added) == (("Ada/core.pyc",), ("Ada/more.pyc",), ())


def test_edits_additions_and_losses(pack, progress):
    folder, manifest = pack
    (folder / "Ada" / "bot.py").write_text("print(2)\n\n")
    (folder / "Ada" / "mine.py").write_text("")
    (folder / "Bob" / "models" / "deep").mkdir(parents=True)
    (folder / "Bob" / "models" / "deep" / "a").write_text("")
    (folder / "Bob" / "models" / "b").write_text("")
    (folder / "Carl").mkdir()
    (folder / "Carl" / "bot.toml").write_text("")
    (folder / "data" / "big.bin").unlink()
    found = compare(folder, manifest, progress)
    assert found.changed == ("Ada/bot.py",)
    assert set(found.added) == {"Ada/mine.py", "Bob/models/", "Carl/"}
    assert found.missing == ("data/big.bin",)
    assert set(found.damaged) == {"Ada/bot.py", "data/big.bin"}


def test_a_new_time_alone_is_no_change(pack, progress):
    folder, manifest = pack
    (folder / "Ada" / "bot.py").touch()
    assert not compare(folder, manifest, progress).own


def test_a_change_of_same_size_and_time_is_found_by_a_thorough_comparison(pack, progress):
    folder, manifest = pack
    file = folder / "data" / "big.bin"
    before = file.stat()
    file.write_text("54321")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not compare(folder, manifest, progress).changed
    assert compare(folder, manifest, progress, is_thorough=True).changed == ("data/big.bin",)


def test_lost_permissions_and_links_and_folders_in_place_of_files(pack, progress, tmp_path):
    folder, manifest = pack
    (folder / "run.sh").chmod(0o644)
    (folder / "Ada" / "bot.py").unlink()
    (folder / "Ada" / "bot.py").symlink_to(folder / "Bob" / "bot.py")
    (folder / "Bob" / "bot.py").unlink()
    (folder / "Bob" / "bot.py").mkdir()
    (folder / "way").symlink_to(tmp_path)
    found = compare(folder, manifest, progress)
    assert found.changed == ("Ada/bot.py", "run.sh")
    assert found.missing == ("Bob/bot.py",)
    assert found.added == ("way",)


def test_without_a_manifest_every_file_is_the_users(pack, progress):
    assert set(compare(pack[0], {}, progress).added) == {"Ada/", "Bob/", "data/", "run.sh"}


def test_an_empty_folder_has_lost_everything(pack, progress):
    folder, manifest = pack
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    found = compare(folder, manifest, progress)
    assert set(found.missing) == set(manifest)
    assert not found.own
