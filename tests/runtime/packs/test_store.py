"""The folder of packs: unreadable documents, leftovers of crashes, and locks."""

import json
import os
import shutil
import time
from dataclasses import replace

import pytest

from runtime.deletion import discard
from runtime.locks import FileLock
from runtime.packs import (
    PackError,
    differences,
    installation,
    newest,
    parse_source,
    prepare,
)
from runtime.packs.model import SourceKind
from runtime.packs.records import read_manifest, read_pack, write_records
from runtime.packs.store import KEPT_PARTS_S, PackStore
from tests.runtime.packs.conftest import contents, only_packs


def test_a_pack_is_locked_until_the_previous_version_is_deleted(publish, install, archives, store, monkeypatch):
    publish(archives.bots("Ada"), 1)
    key = install().pack.key
    publish(archives.bots("Bob"), 2)
    seen = []

    def look_then_discard(folder):
        with pytest.raises(PackError, match="Another Kickabout process"):
            store.hold(key)
        seen.append((folder.name, folder.exists()))
        discard(folder)

    monkeypatch.setattr(installation, "discard", look_then_discard)
    install()
    assert seen == [(f".old-{key}", False), (f".old-{key}", True)]
    store.hold(key).release()


@pytest.mark.parametrize("when", ["unpacking", "between the renames", "before the old one goes"])
def test_leftovers_of_a_crash_are_cleaned_up(publish, install, archives, store, when):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    key = pack.key
    if when == "unpacking":
        shutil.copytree(pack.folder, store.root / f".new-{key}")
        (store.root / f".new-{key}~").mkdir()
    elif when == "between the renames":
        shutil.copytree(pack.folder, store.root / f".new-{key}")
        pack.folder.rename(store.root / f".old-{key}")
    else:
        shutil.copytree(pack.folder, store.root / f".old-{key}")
        shutil.copytree(pack.folder, store.root / ".gone-other")
    store.repair_leftovers()
    store.repair_leftovers()
    assert store.packs() == (pack,)
    assert contents(pack.folder) == archives.bots("Ada")
    only_packs(store, key)


def test_a_locked_pack_is_left_alone(publish, install, archives, store):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    left = store.root / f".new-{pack.key}"
    left.mkdir()
    other = FileLock(store.root / ".locks" / pack.key)
    assert other.try_acquire()
    store.repair_leftovers()
    assert left.is_dir()
    with pytest.raises(PackError, match="Another Kickabout process"):
        install()
    other.release()
    install()


@pytest.mark.parametrize("document", ["", "{", "[]", '{"version": 2}', '{"version": 1}', "\ud800", "[" * 100_000])
def test_a_broken_document_is_shown_with_its_reason(publish, install, archives, store, document, progress):
    publish(archives.bots("Ada"), 1)
    folder = install().pack.folder
    (folder / ".kickabout" / "pack.json").write_bytes(document.encode("utf-8", "surrogatepass"))
    (pack,) = store.packs()
    assert pack.record is None
    assert "add the pack again" in str(pack.fault)
    assert pack.title == pack.key
    assert store.find(pack.key) == pack
    assert not differences(pack, progress).own


def test_any_text_from_the_network_can_be_written_down(publish, install, archives, store):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    record = replace(pack.record, version="v\ud800 ü")
    write_records(pack.folder, record, read_manifest(pack.folder))
    assert read_pack(pack.folder).record == record


def test_every_field_of_the_document_may_be_wrong(publish, install, archives, store):
    publish(archives.bots("Ada"), 1)
    path = install().pack.folder / ".kickabout" / "pack.json"
    whole = json.loads(path.read_text())
    for field in set(whole) - {"version", "left_out", "bots"}:
        for value in (None, [], 7.5, float("inf"), {}):
            path.write_text(json.dumps({**whole, field: value}))
            if field == "archive_size" and value == 7.5:
                continue
            assert store.packs()[0].record is None, (field, value)


def test_a_pack_without_a_document_is_left_unchanged(publish, install, archives, store, server):
    publish({**archives.bots("Ada"), "gone": "x"}, 1)
    folder = install().pack.folder
    shutil.rmtree(folder / ".kickabout")
    (folder / "Ada" / "bot.py").write_text("mine")
    assert read_manifest(folder) == {}
    publish(archives.bots("Ada"), 2)
    placed = install()
    assert placed.pack.folder != folder
    assert contents(folder)["Ada/bot.py"] == "mine"


def test_an_unknown_name_is_answered_with_the_existing_names(publish, install, archives, store):
    with pytest.raises(PackError, match="none"):
        store.find("x")
    publish(archives.bots("Ada"), 1)
    key = install().pack.key
    with pytest.raises(PackError, match=key):
        store.find("x")
    assert store.find(key.upper()).key == key


def test_a_missing_folder_of_packs(tmp_path):
    nowhere = PackStore(tmp_path / "none", tmp_path / "kept")
    assert nowhere.packs() == ()
    nowhere.repair_leftovers()
    assert not nowhere.root.exists()


def test_a_folder_of_packs_that_cannot_be_written(tmp_path, services, progress, archives):
    (tmp_path / "file").write_text("")
    archive = tmp_path / "a.zip"
    archive.write_bytes(archives.zipped(archives.bots("Ada")))
    odd = replace(services, store=PackStore(tmp_path / "file" / "packs", tmp_path / "kept"))
    with pytest.raises(PackError, match="cannot be written"):
        prepare(newest(parse_source(str(archive)), services.web, progress), odd, progress)


def test_titles(tmp_path, publish, install, archives):
    publish(archives.bots("Ada"), 1)
    pack = install().pack
    github = replace(pack.record.source, kind=SourceKind.GITHUB, place="RLBot/botpack")
    assert replace(pack, record=replace(pack.record, source=github)).title == "RLBot/botpack"


def test_a_pack_whose_name_ends_like_a_leftover(tmp_path, install, archives, store):
    for name in ("plug-in", "plug"):
        (tmp_path / f"{name}.zip").write_bytes(archives.zipped(archives.bots(name)))
        install(str(tmp_path / f"{name}.zip"))
    pack = store.find("plug-in")
    pack.folder.rename(store.root / ".old-plug-in")
    store.repair_leftovers()
    assert [pack.key for pack in store.packs()] == ["plug", "plug-in"]


def test_parts_of_downloads_are_kept_for_a_while(store):
    store.fetched.mkdir(parents=True)
    for name, age_s in (("young~part", KEPT_PARTS_S - 60), ("old~part", KEPT_PARTS_S + 60), ("whole.part", 0.0)):
        (store.fetched / name).write_text("")
        changed_s = time.time() - age_s
        os.utime(store.fetched / name, (changed_s, changed_s))
    with store.held("whole.part"):
        PackStore(store.root, store.kept).repair_leftovers()
        assert {path.name for path in store.fetched.iterdir()} == {"young~part", "whole.part"}
    store.repair_leftovers()
    assert [path.name for path in store.fetched.iterdir()] == ["young~part"]
