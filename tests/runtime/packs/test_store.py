"""What stands on the shelf: documents that cannot be read, what a crash left, and who works on it."""

import json
import os
import shutil
import time
from dataclasses import replace

import pytest

from runtime.deletion import discard
from runtime.environments.lock import FileLock
from runtime.packs import (
    PackError,
    deliver,
    differences,
    newest,
    parse_source,
    placing,
)
from runtime.packs.records import read_manifest, read_pack, write_records
from runtime.packs.store import KEPT_PARTS_S, Shelf
from runtime.packs.model import SourceKind
from tests.runtime.packs.conftest import contents, only_packs


def test_a_pack_is_held_until_the_version_before_is_gone(publish, install, archives, shelf, monkeypatch):
    publish(archives.bots("Ada"), 1)
    key = install().pack.key
    publish(archives.bots("Bob"), 2)
    seen = []

    def look_then_discard(folder):
        with pytest.raises(PackError, match="Another Kickabout process"):
            shelf.hold(key)
        seen.append((folder.name, folder.exists()))
        discard(folder)

    monkeypatch.setattr(placing, "discard", look_then_discard)
    install()
    assert seen == [(f".old-{key}", False), (f".old-{key}", True)]
    shelf.hold(key).release()


@pytest.mark.parametrize("when", ["unpacking", "between the renames", "before the old one goes"])
def test_a_crash_at_any_moment_is_mended(publish, install, archives, shelf, when):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    key = pack.key
    if when == "unpacking":
        shutil.copytree(pack.folder, shelf.root / f".new-{key}")
        (shelf.root / f".new-{key}~").mkdir()
    elif when == "between the renames":
        shutil.copytree(pack.folder, shelf.root / f".new-{key}")
        pack.folder.rename(shelf.root / f".old-{key}")
    else:
        shutil.copytree(pack.folder, shelf.root / f".old-{key}")
        shutil.copytree(pack.folder, shelf.root / ".gone-other")
    shelf.mend()
    shelf.mend()
    assert shelf.packs() == (pack,)
    assert contents(pack.folder) == archives.bots("Ada")
    only_packs(shelf, key)


def test_what_somebody_works_on_is_not_mended_nor_touched(publish, install, archives, shelf):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    left = shelf.root / f".new-{pack.key}"
    left.mkdir()
    other = FileLock(shelf.root / ".locks" / pack.key)
    assert other.try_take()
    shelf.mend()
    assert left.is_dir()
    with pytest.raises(PackError, match="Another Kickabout process"):
        install()
    other.release()
    install()


@pytest.mark.parametrize("document", ["", "{", "[]", '{"version": 2}', '{"version": 1}', "\ud800", "[" * 100_000])
def test_a_broken_document_is_shown_with_its_reason(publish, install, archives, shelf, document, meter):
    publish(archives.bots("Ada"), 1)
    folder = install().pack.folder
    (folder / ".kickabout" / "pack.json").write_bytes(document.encode("utf-8", "surrogatepass"))
    (pack,) = shelf.packs()
    assert pack.record is None
    assert "add the pack again" in pack.fault
    assert pack.title == pack.key
    assert shelf.find(pack.key) == pack
    assert not differences(pack, meter).own


def test_any_text_from_the_network_can_be_written_down(publish, install, archives, shelf):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    record = replace(pack.record, version="v\ud800 ü")
    write_records(pack.folder, record, read_manifest(pack.folder))
    assert read_pack(pack.folder).record == record


def test_every_field_of_the_document_may_be_wrong(publish, install, archives, shelf):
    publish(archives.bots("Ada"), 1)
    path = install().pack.folder / ".kickabout" / "pack.json"
    whole = json.loads(path.read_text())
    for field in set(whole) - {"version", "left_out", "bots"}:
        for value in (None, [], 7.5, float("inf"), {}):
            path.write_text(json.dumps({**whole, field: value}))
            if field == "archive_size" and value == 7.5:
                continue
            assert shelf.packs()[0].record is None, (field, value)


def test_a_pack_whose_document_is_lost_is_replaced_without_loss(publish, install, archives, shelf, server):
    publish({**archives.bots("Ada"), "gone": "x"}, 1)
    folder = install().pack.folder
    shutil.rmtree(folder / ".kickabout")
    (folder / "Ada" / "bot.py").write_text("mine")
    assert read_manifest(folder) == {}
    publish(archives.bots("Ada"), 2)
    placed = install()
    assert placed.pack.folder != folder
    assert contents(folder)["Ada/bot.py"] == "mine"


def test_who_is_looked_for_in_vain_is_told_who_is_there(publish, install, archives, shelf):
    with pytest.raises(PackError, match="none"):
        shelf.find("x")
    publish(archives.bots("Ada"), 1)
    key = install().pack.key
    with pytest.raises(PackError, match=key):
        shelf.find("x")
    assert shelf.find(key.upper()).key == key


def test_a_shelf_that_is_not_there(tmp_path):
    nowhere = Shelf(tmp_path / "none", tmp_path / "kept")
    assert nowhere.packs() == ()
    nowhere.mend()
    assert not nowhere.root.exists()


def test_a_shelf_that_cannot_be_written(tmp_path, means, meter, archives):
    (tmp_path / "file").write_text("")
    archive = tmp_path / "a.zip"
    archive.write_bytes(archives.zipped(archives.bots("Ada")))
    odd = replace(means, shelf=Shelf(tmp_path / "file" / "packs", tmp_path / "kept"))
    with pytest.raises(PackError, match="cannot be written"):
        deliver(newest(parse_source(str(archive)), means.web, meter), odd, meter)


def test_titles(tmp_path, publish, install, archives):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    github = replace(pack.record.source, kind=SourceKind.GITHUB, place="RLBot/botpack")
    assert replace(pack, record=replace(pack.record, source=github)).title == "RLBot/botpack"


def test_a_pack_whose_name_ends_like_a_leftover(tmp_path, install, archives, shelf):
    for name in ("plug-in", "plug"):
        (tmp_path / f"{name}.zip").write_bytes(archives.zipped(archives.bots(name)))
        install(str(tmp_path / f"{name}.zip"))
    pack = shelf.find("plug-in")
    pack.folder.rename(shelf.root / ".old-plug-in")
    shelf.mend()
    assert [pack.key for pack in shelf.packs()] == ["plug", "plug-in"]


def test_parts_of_downloads_are_kept_for_a_while(shelf):
    shelf.fetched.mkdir(parents=True)
    for name, age_s in (("young~part", KEPT_PARTS_S - 60), ("old~part", KEPT_PARTS_S + 60), ("whole.part", 0.0)):
        (shelf.fetched / name).write_text("")
        changed_s = time.time() - age_s
        os.utime(shelf.fetched / name, (changed_s, changed_s))
    with shelf.held("whole.part"):
        Shelf(shelf.root, shelf.kept).mend()
        assert {path.name for path in shelf.fetched.iterdir()} == {"young~part", "whole.part"}
    shelf.mend()
    assert [path.name for path in shelf.fetched.iterdir()] == ["young~part"]
