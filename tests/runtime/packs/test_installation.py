"""Installation and updates of packs, with a real server, real archives and a real disk."""

import os
import stat

import pytest

from runtime.packs import (
    BotChanges,
    CancelledError,
    FetchError,
    PackError,
    download,
    newest,
    parse_source,
    prepare,
)
from runtime.packs.model import Origin
from runtime.packs.progress import Progress, Stage
from runtime.packs.records import read_pack
from tests.runtime.packs.conftest import contents, only_packs, tarred


def test_a_pack_arrives(publish, install, store, archives, server):
    publish({**archives.bots("Ada", "Bob", folder="outer/"), "outer/run": "x"}, 1, executable=("outer/run",))
    placed = install()
    record = placed.pack.record
    assert placed.changes == BotChanges(new=("Ada", "Bob"))
    assert (placed.kept, placed.carried) == (None, 0)
    assert (record.origin, record.version, record.installed) == (Origin.ADDRESS, "undated", "2026-11-21 20:30")
    assert [(bot.path, bot.name) for bot in record.bots] == [("Ada/bot.toml", "Ada"), ("Bob/bot.toml", "Bob")]
    assert contents(placed.pack.folder) == {**archives.bots("Ada", "Bob"), "run": "x"}
    assert (placed.pack.folder / "run").stat().st_mode & stat.S_IXUSR
    assert store.packs() == (placed.pack,)
    assert store.find(server.address("/bots.tar.xz")) == placed.pack
    only_packs(store, placed.pack.key)


def test_another_version_takes_its_place(publish, install, store, archives, server, services, progress):
    publish({**archives.bots("Ada", "Bob"), **archives.bots("Old")}, 1)
    first = install().pack
    publish({**archives.bots("Ada"), **archives.bots("Bob", "Carl", text="print(2)\n")}, 2)
    offer = newest(first.record.source, services.web, progress)
    assert offer.identity != first.record.identity
    second = install()
    assert second.changes == BotChanges(new=("Carl",), changed=("Bob",), removed=("Old",))
    assert second.pack.folder == first.folder
    assert {path.name for path in first.folder.iterdir()} == {"Ada", "Bob", "Carl", ".kickabout"}
    assert newest(first.record.source, services.web, progress).identity == second.pack.record.identity
    only_packs(store, first.key)


def test_changed_files_are_kept_and_added_files_are_copied(publish, install, archives, store):
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
    assert placed.kept.is_relative_to(store.kept)
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
def test_a_failed_rename_leaves_the_old_version(publish, install, archives, monkeypatch, failing, store):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    publish(archives.bots("Bob"), 2)
    rename, count = type(pack.folder).rename, []

    def fail(self, target):
        if self.parent == store.root and ".new-" not in str(target):
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
    only_packs(store, pack.key)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"PK\x03\x04 not at all an archive", "damaged"),
        (b"\xfd7zXZ\x00 neither", "damaged"),
        (b"<html>no</html>", "not a .zip"),
        (tarred({"a": "", "../out": ""}), "outside"),
    ],
)
def test_a_broken_or_unsafe_download_leaves_the_old_version(publish, install, archives, server, store, body, said):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    server.serve("/bots.tar.xz", body, ETag='"2"')
    with pytest.raises(PackError, match=said):
        install()
    assert contents(pack.folder) == archives.bots("Ada")
    only_packs(store, pack.key)


def test_an_interrupted_download_is_resumed_at_the_next_installation(server, install, archives, store, services):
    body = archives.tarred({**archives.bots("Ada"), "noise": os.urandom(50_000)})
    server.break_off("/bots.tar.xz", body, 30_000, times=services.limits.tries + 1, ETag='"1"')
    with pytest.raises(FetchError):
        install()
    assert store.packs() == ()
    install()
    assert any(asked.get("Range") == "bytes=30000-" for _, asked in server.asked)
    assert len(store.packs()) == 1


class CancellingProgress(Progress):
    """A progress that cancels the work when a stage begins."""

    def __init__(self, stage):
        super().__init__()
        self._at = stage

    def begin(self, stage, total=None, done=0):
        super().begin(stage, total, done)
        if stage is self._at:
            self.cancel()


@pytest.mark.parametrize("stage", [Stage.UNPACKING, Stage.COMPARING])
def test_a_download_is_deleted_when_unpacking_is_cancelled(publish, archives, server, store, services, progress, stage):
    publish({**archives.bots("Ada")}, 1)
    offer = newest(parse_source(server.address("/bots.tar.xz")), services.web, progress)
    with pytest.raises(CancelledError):
        prepare(offer, services, CancellingProgress(stage))
    only_packs(store)
    prepare(offer, services, progress).discard()


def test_an_archive_that_fills_the_disk_is_deleted(publish, archives, server, store, services, progress, monkeypatch):
    publish({**archives.bots("Ada"), "much": "x" * 100_000}, 1)
    offer = newest(parse_source(server.address("/bots.tar.xz")), services.web, progress)

    class Usage:
        free = 10 * download.RESERVE

    def usage(_):
        Usage.free = download.RESERVE - 1 if (store.root / ".new-127.0.0.1--bots").exists() else Usage.free
        return Usage

    monkeypatch.setattr(download.shutil, "disk_usage", usage)
    monkeypatch.setattr(download, "EVERY", 50_000)
    with pytest.raises(PackError, match="Free some space"):
        prepare(offer, services, progress)
    only_packs(store)


def test_a_discarded_version_leaves_nothing(publish, archives, server, store, services, progress):
    publish(archives.bots("Ada"), 1)
    prepared = prepare(newest(parse_source(server.address("/bots.tar.xz")), services.web, progress), services, progress)
    with pytest.raises(PackError, match="Another Kickabout process"):
        store.hold(prepared.key)
    prepared.discard()
    store.hold(prepared.key).release()
    assert store.packs() == ()
    only_packs(store)


def test_a_file_of_this_machine(tmp_path, install, archives, store, services, progress):
    archive = tmp_path / "Meine Bots.zip"
    archive.write_bytes(archives.zipped(archives.bots("Ada")))
    pack = install(str(archive)).pack
    assert (pack.key, pack.title, pack.record.origin) == ("Meine-Bots", "Meine-Bots", Origin.FILE)
    assert archive.is_file()
    assert newest(pack.record.source, services.web, progress).identity == pack.record.identity
    archive.write_bytes(archives.zipped(archives.bots("Bob")))
    offer = newest(pack.record.source, services.web, progress)
    assert offer.identity != pack.record.identity
    archive.write_bytes(archives.zipped(archives.bots("Carl")))
    with pytest.raises(PackError, match="has changed"):
        prepare(offer, services, progress)
    archive.unlink()
    with pytest.raises(PackError, match="cannot be read"):
        newest(pack.record.source, services.web, progress)
    with pytest.raises(PackError, match="no longer exists"):
        prepare(offer, services, progress)
    only_packs(store, pack.key)


def test_two_sources_of_one_name_are_two_packs(tmp_path, install, archives, store):
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bots.zip").write_bytes(archives.zipped(archives.bots(folder)))
        install(str(tmp_path / folder / "bots.zip"))
    install(str(tmp_path / "b" / "bots.zip"))
    assert [pack.key for pack in store.packs()] == ["bots", "bots-2", "bots-3"]


def test_two_sources_of_one_name_that_are_installed_at_once_are_two_packs(
    tmp_path, install, archives, store, monkeypatch
):
    paths = [tmp_path / folder / "bots.zip" for folder in ("a", "b")]
    for path, name in zip(paths, ("Ada", "Bob"), strict=True):
        path.parent.mkdir()
        path.write_bytes(archives.zipped(archives.bots(name)))
    hold = store.hold

    def hold_late(key):
        monkeypatch.setattr(store, "hold", hold)
        install(str(paths[0]))
        return hold(key)

    monkeypatch.setattr(store, "hold", hold_late)
    install(str(paths[1]))
    assert [pack.record.source.place for pack in store.packs()] == list(map(str, paths))
    only_packs(store, *(pack.key for pack in store.packs()))


def test_a_server_that_does_not_report_versions(server, archives, services, progress, install):
    server.serve("/bots.tar.xz", archives.tarred(archives.bots("Ada")), length=False)
    pack = install().pack
    assert pack.record.identity.startswith("sha256 ")
    assert newest(pack.record.source, services.web, progress).identity == ""
