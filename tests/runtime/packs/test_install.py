"""Packs from the first question to the next version: with a real server, real archives and a real disk."""

import os
import stat

import pytest

from runtime.packs import (
    BotChanges,
    CancelledError,
    FetchError,
    PackError,
    deliver,
    disk_space,
    newest,
    parse_source,
    placing,
)
from runtime.packs.progress import Meter, Stage
from runtime.packs.records import read_pack
from runtime.packs.model import Origin
from tests.runtime.packs.conftest import contents, only_packs


def test_a_pack_arrives(publish, install, shelf, archives, server):
    publish({**archives.bots("Ada", "Bob", folder="outer/"), "outer/run": "x"}, 1, executable=("outer/run",))
    placed = install()
    record = placed.pack.record
    assert placed.changes == BotChanges(new=("Ada", "Bob"))
    assert (placed.kept, placed.carried) == (None, 0)
    assert (record.origin, record.version, record.installed) == (Origin.ADDRESS, "undated", "2026-11-21 20:30")
    assert [(bot.path, bot.name) for bot in record.bots] == [("Ada/bot.toml", "Ada"), ("Bob/bot.toml", "Bob")]
    assert contents(placed.pack.folder) == {**archives.bots("Ada", "Bob"), "run": "x"}
    assert (placed.pack.folder / "run").stat().st_mode & stat.S_IXUSR
    assert shelf.packs() == (placed.pack,)
    assert shelf.find(server.address("/bots.tar.xz")) == placed.pack
    only_packs(shelf, placed.pack.key)


def test_another_version_takes_its_place(publish, install, shelf, archives, server, means, meter):
    publish({**archives.bots("Ada", "Bob"), **archives.bots("Old")}, 1)
    first = install().pack
    publish({**archives.bots("Ada"), **archives.bots("Bob", "Carl", text="print(2)\n")}, 2)
    offer = newest(first.record.source, means.web, meter)
    assert offer.identity != first.record.identity
    second = install()
    assert second.changes == BotChanges(new=("Carl",), changed=("Bob",), removed=("Old",))
    assert second.pack.folder == first.folder
    assert {path.name for path in first.folder.iterdir()} == {"Ada", "Bob", "Carl", ".kickabout"}
    assert newest(first.record.source, means.web, meter).identity == second.pack.record.identity
    only_packs(shelf, first.key)


def test_own_changes_are_kept_and_additions_taken_along(publish, install, archives, shelf):
    publish({**archives.bots("Ada", "Bob"), "shared/a": "1", "empty/x": ""}, 1)
    folder = install().pack.folder
    (folder / "Ada" / "bot.py").write_text("mine")
    (folder / "Bob" / "bot.py").write_text("print(2)\n")
    (folder / "Ada" / "notes.txt").write_text("remember")
    (folder / "Own").mkdir()
    (folder / "Own" / "bot.toml").write_text("own")
    (folder / "Own" / "link").symlink_to("bot.toml")
    (folder / "New").mkdir()
    (folder / "New" / "bot.py").write_text("of mine")
    (folder / "New" / "extra").write_text("of mine too")
    publish({**archives.bots("Ada"), **archives.bots("Bob", "New", text="print(2)\n"), "shared/a": "1"}, 2)
    placed = install()
    now = contents(folder)
    assert now["Ada/bot.py"] == "print(1)\n"
    assert now["Ada/notes.txt"] == "remember"
    assert now["Own/bot.toml"] == "own"
    assert (folder / "Own" / "link").is_symlink()
    assert now["New/bot.py"] == "print(2)\n"
    assert now["New/extra"] == "of mine too"
    assert contents(placed.kept) == {"Ada/bot.py": "mine", "New/bot.py": "of mine"}
    assert placed.kept.is_relative_to(shelf.kept)
    assert placed.carried == 2
    assert not contents(folder).get("empty/x")


def test_two_updates_in_one_second_keep_both_copies(publish, install, archives):
    publish(archives.bots("Ada"), 1)
    folder = install().pack.folder
    kept = []
    for version in (2, 3):
        (folder / "Ada" / "bot.py").write_text(f"mine {version}")
        publish(archives.bots("Ada"), version)
        kept.append(install().kept)
    assert [contents(place) for place in kept] == [{"Ada/bot.py": "mine 2"}, {"Ada/bot.py": "mine 3"}]


@pytest.mark.parametrize("failing", [1, 2])
def test_a_failed_rename_leaves_the_old_version(publish, install, archives, monkeypatch, failing, shelf):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    publish(archives.bots("Bob"), 2)
    rename, count = type(pack.folder).rename, []

    def fail(self, target):
        if self.parent == shelf.root and ".new-" not in str(target):
            count.append(self)
            if len(count) == failing:
                raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(type(pack.folder), "rename", fail)
    with pytest.raises(PackError, match="is unchanged"):
        install()
    monkeypatch.undo()
    assert contents(pack.folder) == archives.bots("Ada")
    assert read_pack(pack.folder) == pack
    only_packs(shelf, pack.key)


@pytest.mark.parametrize("body", [b"PK\x03\x04 not at all an archive", b"\xfd7zXZ\x00 neither", b"<html>no</html>"])
def test_a_broken_download_leaves_the_old_version(publish, install, archives, server, shelf, body):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    server.serve("/bots.tar.xz", body, ETag='"2"')
    with pytest.raises(PackError):
        install()
    assert contents(pack.folder) == archives.bots("Ada")
    only_packs(shelf, pack.key)


def test_a_hostile_archive_leaves_the_old_version(publish, install, archives, shelf):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    publish({**archives.bots("Ada"), "../out": ""}, 2)
    with pytest.raises(PackError, match="outside"):
        install()
    assert contents(pack.folder) == archives.bots("Ada")
    only_packs(shelf, pack.key)


def test_a_download_that_broke_off_goes_on_at_the_next_press(server, install, archives, shelf, means):
    body = archives.tarred({**archives.bots("Ada"), "noise": os.urandom(50_000)})
    server.break_off("/bots.tar.xz", body, 30_000, times=means.patience.tries + 1, ETag='"1"')
    with pytest.raises(FetchError):
        install()
    assert shelf.packs() == ()
    install()
    assert any(asked.get("Range") == "bytes=30000-" for _, asked in server.asked)
    assert len(shelf.packs()) == 1


class Brake(Meter):
    """Pulls itself when a stage begins."""

    def __init__(self, stage):
        super().__init__()
        self._at = stage

    def begin(self, stage, total=None, done=0):
        super().begin(stage, total, done)
        if stage is self._at:
            self.cancel()


@pytest.mark.parametrize("stage", [Stage.UNPACKING, Stage.COMPARING])
def test_what_was_fetched_goes_when_its_unpacking_is_broken_off(publish, archives, server, shelf, means, meter, stage):
    publish({**archives.bots("Ada")}, 1)
    offer = newest(parse_source(server.address("/bots.tar.xz")), means.web, meter)
    with pytest.raises(CancelledError):
        deliver(offer, means, Brake(stage))
    only_packs(shelf)
    deliver(offer, means, meter).discard()


def test_a_disk_that_an_archive_fills_is_emptied_again(publish, archives, server, shelf, means, meter, monkeypatch):
    publish({**archives.bots("Ada"), "much": "x" * 100_000}, 1)
    offer = newest(parse_source(server.address("/bots.tar.xz")), means.web, meter)

    class Usage:
        free = 10 * disk_space.RESERVE

    def usage(_):
        Usage.free = disk_space.RESERVE - 1 if (shelf.root / ".new-127.0.0.1--bots").exists() else Usage.free
        return Usage

    monkeypatch.setattr(disk_space.shutil, "disk_usage", usage)
    monkeypatch.setattr(disk_space, "EVERY", 50_000)
    with pytest.raises(PackError, match="Free some space"):
        deliver(offer, means, meter)
    only_packs(shelf)


def test_a_delivery_that_is_not_wanted_leaves_nothing(publish, archives, server, shelf, means, meter):
    publish(archives.bots("Ada"), 1)
    delivery = deliver(newest(parse_source(server.address("/bots.tar.xz")), means.web, meter), means, meter)
    with pytest.raises(PackError, match="Another Kickabout process"):
        shelf.hold(delivery.key)
    delivery.discard()
    shelf.hold(delivery.key).release()
    assert shelf.packs() == ()
    only_packs(shelf)


def test_a_file_of_this_machine(tmp_path, install, archives, shelf, means, meter):
    archive = tmp_path / "Meine Bots.zip"
    archive.write_bytes(archives.zipped(archives.bots("Ada")))
    pack = install(str(archive)).pack
    assert (pack.key, pack.title, pack.record.origin) == ("Meine-Bots", "Meine-Bots", Origin.FILE)
    assert archive.is_file()
    assert newest(pack.record.source, means.web, meter).identity == pack.record.identity
    archive.write_bytes(archives.zipped(archives.bots("Bob")))
    offer = newest(pack.record.source, means.web, meter)
    assert offer.identity != pack.record.identity
    archive.write_bytes(archives.zipped(archives.bots("Carl")))
    with pytest.raises(PackError, match="has changed"):
        deliver(offer, means, meter)
    archive.unlink()
    with pytest.raises(PackError, match="cannot be read"):
        newest(pack.record.source, means.web, meter)
    with pytest.raises(PackError, match="no longer exists"):
        deliver(offer, means, meter)
    only_packs(shelf, pack.key)


def test_two_sources_of_one_name_are_two_packs(tmp_path, install, archives, shelf):
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bots.zip").write_bytes(archives.zipped(archives.bots(folder)))
        install(str(tmp_path / folder / "bots.zip"))
    install(str(tmp_path / "b" / "bots.zip"))
    assert [pack.key for pack in shelf.packs()] == ["bots", "bots-2", "bots-3"]


def test_two_sources_of_one_name_that_are_fetched_at_once_are_two_packs(
    tmp_path, install, archives, shelf, monkeypatch
):
    paths = [tmp_path / folder / "bots.zip" for folder in ("a", "b")]
    for path, name in zip(paths, ("Ada", "Bob"), strict=True):
        path.parent.mkdir()
        path.write_bytes(archives.zipped(archives.bots(name)))
    hold = shelf.hold

    def hold_late(key):
        monkeypatch.setattr(shelf, "hold", hold)
        install(str(paths[0]))
        return hold(key)

    monkeypatch.setattr(shelf, "hold", hold_late)
    install(str(paths[1]))
    assert [pack.record.source.place for pack in shelf.packs()] == list(map(str, paths))
    only_packs(shelf, *(pack.key for pack in shelf.packs()))


def test_a_server_that_tells_nothing_of_versions(server, archives, means, meter, install):
    server.serve("/bots.tar.xz", archives.tarred(archives.bots("Ada")), length=False)
    pack = install().pack
    assert pack.record.identity.startswith("sha256 ")
    assert newest(pack.record.source, means.web, meter).identity == ""


def test_kept_folders_are_new(means):
    first = placing._kept_folder(means, "a")
    first.mkdir(parents=True)
    assert placing._kept_folder(means, "a").name == f"{first.name} (2)"
