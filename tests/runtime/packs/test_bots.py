"""Bots of a pack, and their changes in another version."""

import pytest

from runtime.packs.model import BotChanges, BotSketch, CancelledError
from runtime.packs.preparation import changes, sketch
from runtime.packs.unpack import unpack


@pytest.fixture
def sketched(tmp_path, archives, progress):
    def run(files):
        archive, folder = tmp_path / "a.zip", tmp_path / f"pack {len(list(tmp_path.iterdir()))}"
        archive.write_bytes(archives.zipped(files))
        manifest, _ = unpack(archive, folder, progress)
        return sketch(folder, manifest, progress)

    return run


def test_bots_within_bots_have_files_of_their_own(sketched, archives):
    files = {**archives.bots("Outer", "Other"), **archives.bots("Inner", folder="Outer/"), "readme.md": ""}
    before = sketched(files)
    assert [(bot.path, bot.name) for bot in before] == [
        ("Other/bot.toml", "Other"),
        ("Outer/Inner/bot.toml", "Inner"),
        ("Outer/bot.toml", "Outer"),
    ]
    assert changes(before, sketched({**files, "readme.md": "new"})).is_nothing
    assert changes(before, sketched({**files, "Outer/Inner/bot.py": "new"})) == BotChanges(changed=("Inner",))
    assert changes(before, sketched({**files, "Outer/lib/a.py": "new"})) == BotChanges(changed=("Outer",))


def test_a_broken_document_is_a_bot_too(sketched):
    (bot,) = sketched({"Sad/bot.toml": "][", "other": ""})
    assert bot.name == "Sad"


def test_a_moved_bot_is_removed_and_new():
    def at(path, digest="1"):
        return BotSketch(path=path, name="ada", digest=digest)

    assert changes((at("a"),), (at("b"),)) == BotChanges(new=("ada",), removed=("ada",))
    assert changes((at("a"),), (at("a"),)).is_nothing
    assert changes((at("a"),), (at("a", "2"),)) == BotChanges(changed=("ada",))


def test_names_are_in_alphabetical_order():
    bots = tuple(BotSketch(path=name, name=name, digest="") for name in ("Zoe", "ada", "Bob"))
    assert changes((), bots).new == ("ada", "Bob", "Zoe")


def test_the_comparison_can_be_cancelled(tmp_path, archives, progress):
    (tmp_path / "a.zip").write_bytes(archives.zipped(archives.bots("Ada")))
    manifest, _ = unpack(tmp_path / "a.zip", tmp_path / "pack", progress)
    progress.cancel()
    with pytest.raises(CancelledError):
        sketch(tmp_path / "pack", manifest, progress)
