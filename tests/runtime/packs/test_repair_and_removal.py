"""Repair and removal of packs; the user's changes are kept."""

import shutil
import stat

import pytest

from runtime.packs import PackError, differences, prepare, remove, repair, same_again
from tests.runtime.packs.conftest import contents, only_packs


def test_repair_restores_only_files_that_differ(publish, install, archives, services, progress):
    files = {**archives.bots("Ada", "Bob"), "run": "x"}
    publish(files, 1, executable=("run",))
    pack = install().pack
    (pack.folder / "Ada" / "bot.py").write_text("broken")
    (pack.folder / "Ada" / "mine.py").write_text("mine")
    (pack.folder / "Bob" / "bot.py").unlink()
    (pack.folder / "Bob" / "bot.py").mkdir()
    (pack.folder / "run").chmod(0o644)
    untouched = (pack.folder / "Bob" / "bot.toml").stat()
    placed = repair(pack, prepare(same_again(pack.record), services, progress), services, progress)
    assert contents(pack.folder) == {**files, "Ada/mine.py": "mine"}
    assert (pack.folder / "run").stat().st_mode & stat.S_IXUSR
    assert (pack.folder / "Bob" / "bot.toml").stat() == untouched
    assert contents(placed.kept) == {"Ada/bot.py": "broken", "run": "x"}
    found = differences(pack, progress, is_thorough=True)
    assert (found.damaged, found.added) == ((), ("Ada/mine.py",))
    assert not differences(pack, progress).changed


def test_repair_keeps_obstacles_and_writes_through_no_link(publish, install, archives, services, progress, tmp_path):
    files = {**archives.bots("Ada", "Bob"), "one": "x", "Cy/deep/two": "y"}
    publish(files, 1)
    pack = install().pack
    (pack.folder / "one").unlink()
    (pack.folder / "one").mkdir()
    (pack.folder / "one" / "mine").write_text("mine")
    shutil.rmtree(pack.folder / "Cy" / "deep")
    (pack.folder / "Cy" / "deep").write_text("a file")
    elsewhere = tmp_path / "elsewhere"
    (pack.folder / "Bob").rename(elsewhere)
    (elsewhere / "bot.py").write_text("my own work")
    (pack.folder / "Bob").symlink_to(elsewhere)
    placed = repair(pack, prepare(same_again(pack.record), services, progress), services, progress)
    assert contents(pack.folder) == files
    assert not (pack.folder / "Bob").is_symlink()
    assert (elsewhere / "bot.py").read_text() == "my own work"
    assert (placed.kept / "one" / "mine").read_text() == "mine"
    assert (placed.kept / "Cy" / "deep").read_text() == "a file"
    assert (placed.kept / "Bob").readlink() == elsewhere
    assert differences(pack, progress, is_thorough=True).damaged == ()


def test_repair_with_another_version_changes_nothing(publish, install, archives, services, progress, store):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    (pack.folder / "Ada" / "bot.py").unlink()
    publish(archives.bots("Ada", text="print(2)\n"), 2)
    with pytest.raises(PackError, match="Update it"):
        repair(pack, prepare(same_again(pack.record), services, progress), services, progress)
    assert set(contents(pack.folder)) == {"Ada/bot.toml"}
    only_packs(store, pack.key)


def test_removal_with_and_without_a_copy(publish, install, archives, services, progress, store):
    for keep in (True, False):
        publish(archives.bots("Ada"), 1)
        pack = install().pack
        (pack.folder / "Ada" / "bot.py").write_text("mine")
        (pack.folder / "Own").mkdir()
        (pack.folder / "Own" / "a").write_text("own")
        kept = remove(pack, services, progress, keep_own=keep)
        assert store.packs() == ()
        only_packs(store)
        assert (contents(kept) if kept else None) == ({"Ada/bot.py": "mine", "Own/a": "own"} if keep else None)


def test_removal_without_own_changes_keeps_nothing(publish, install, archives, services, progress, store):
    publish(archives.bots("Ada"), 1)
    assert remove(install().pack, services, progress, keep_own=True) is None
    assert not store.kept.exists()


def test_a_removal_that_fails_leaves_the_pack(publish, install, archives, services, progress, monkeypatch):
    publish(archives.bots("Ada"), 1)
    pack = install().pack

    def fail(self, target):
        raise PermissionError(13, "in use")

    monkeypatch.setattr(type(pack.folder), "rename", fail)
    with pytest.raises(PackError, match="Close the programs"):
        remove(pack, services, progress, keep_own=True)
    monkeypatch.undo()
    assert contents(pack.folder) == archives.bots("Ada")
